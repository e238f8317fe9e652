/** Writes rows of the lake to a Parquet or csv file, or to a tree of Parquet files, for other programs. */
import { existsSync, lstatSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { usageError } from '../core/errors.ts';
import { safeText } from '../core/text.ts';
import { syncFolder } from '../store/folders.ts';
import { guardFiles } from './disk-errors.ts';
import { type Duckdb, literal } from './duckdb.ts';
import type { LakeHome } from './home.ts';
import { syncFile } from './part-files.ts';
import { isSelected, type LakeSelection } from './selection.ts';
import type { LakeContent } from './snapshots.ts';
import { viewName, viewStatements } from './sql-views.ts';
import type { SpanBounds } from './sync/sync-plan.ts';
import { isMonthly, type LakeColumn, type TableName, tableOf } from './tables.ts';

/** Which rows are written. */
export interface ExportRequest {
  readonly selection: LakeSelection & { readonly table: TableName };
  readonly span: SpanBounds;
}

export interface ExportTarget {
  readonly path: string;
  readonly kind: 'parquet' | 'csv' | 'tree';
  /** Whether decimals become floating point numbers; the file says so. */
  readonly hasFloats: boolean;
  /** The snapshot that is read, for the file to say so. */
  readonly at: string | undefined;
}

/** What was written. */
export interface ExportResult {
  readonly files: number;
  readonly rows: number;
  readonly bytes: number;
}

/** Returns the files of a lake with rows of an export, and the holes in them. */
export function selectContent(content: LakeContent, { selection, span }: ExportRequest): LakeContent {
  const { symbols } = selection;
  return {
    home: content.home,
    parts: content.parts.filter(
      (part) => isSelected(part, selection) && part.firstMs < span.to && part.lastMs >= span.from,
    ),
    holes: content.holes.filter(
      ({ table, product, symbol, interval, from, to }) =>
        table === selection.table &&
        (selection.product ?? product) === product &&
        (selection.interval ?? interval) === interval &&
        (symbols === undefined || symbols.includes(symbol)) &&
        from < span.to &&
        to > span.from,
    ),
  };
}

/** How a value is written: exactly, with decimals as floating point numbers, or as text with times in ISO 8601. */
type Form = 'exact' | 'floats' | 'text';

/** Returns the query of the rows of an export, sorted by series and time. `content` has their files only. */
export function exportQuery(
  { parts }: LakeContent,
  { selection: { table, symbols }, span }: ExportRequest,
  form: Form = 'exact',
): string {
  const products = new Set(parts.map(({ product }) => product));
  const columns = new Map<string, LakeColumn>();
  for (const product of products.size === 0 ? ['spot' as const] : products) {
    for (const column of tableOf(table, product).columns) columns.set(column.name, column);
  }
  const { time, key } = tableOf(table, parts[0]?.product ?? 'spot');
  const folder = folderColumns(table, parts).filter((name) => !columns.has(name));
  const own = [...columns.values()].map((column) => exported(column, form));
  const list = [...folder.map((name) => `"${name}"`), ...own].join(', ');
  const conditions = [
    `epoch_ms(lake."${time}") >= ${Math.max(span.from, 0)}`,
    `epoch_ms(lake."${time}") < ${span.to}`,
    ...(symbols === undefined || table === 'messages'
      ? []
      : [`symbol IN (${symbols.map(literal).join(', ')})`]),
  ];
  const order = [...new Set([...folder, ...(columns.has('symbol') ? ['symbol'] : []), time, ...key])];
  // Without the name of the table the text of a time would be sorted, which has the name of the column.
  return `SELECT ${list} FROM ${viewName(table)} AS lake WHERE ${conditions.join(' AND ')}
    ORDER BY ${order.map((name) => `lake."${name}"`).join(', ')}`;
}

/** Returns the columns that come from the names of folders, but those of time. */
function folderColumns(table: TableName, parts: LakeContent['parts']): readonly string[] {
  const hasInterval = parts.some(({ partition }) => partition.includes('/interval='));
  return ['product', ...(table === 'messages' ? [] : ['symbol']), ...(hasInterval ? ['interval'] : [])];
}

function exported({ name, kind }: LakeColumn, form: Form): string {
  const isDecimal = kind === 'price' || kind === 'amount' || kind === 'value';
  if (form === 'floats' && isDecimal) return `"${name}"::DOUBLE AS "${name}"`;
  if (form === 'text' && kind === 'time') return `replace("${name}"::VARCHAR, ' ', 'T') || 'Z' AS "${name}"`;
  return `"${name}"`;
}

/**
 * Writes the rows of an export to a temporary name and renames it when all are there. A file is replaced; a tree is written to a new
 * folder. Throws a usage error for a path that cannot be written to, kind `storage` if the disk is full.
 */
export function writeExport(
  home: LakeHome,
  duckdb: Duckdb,
  content: LakeContent,
  request: ExportRequest,
  target: ExportTarget,
): Promise<ExportResult> {
  refusePath(target);
  return guardFiles(safeText(target.path), () => writeFiles(home, duckdb, content, request, target));
}

async function writeFiles(
  home: LakeHome,
  duckdb: Duckdb,
  content: LakeContent,
  request: ExportRequest,
  target: ExportTarget,
): Promise<ExportResult> {
  const draft = join(dirname(target.path), `.${basename(target.path)}.${home.secretHex(6)}.tmp`);
  const form = target.kind === 'csv' ? 'text' : target.hasFloats ? 'floats' : 'exact';
  const query = exportQuery(content, request, form);
  try {
    // The view of holes is not read, and may be large.
    for (const view of viewStatements({ ...content, holes: [] }))
      await duckdb.rows(view.replace(/^CREATE VIEW/, 'CREATE OR REPLACE VIEW'));
    const written = await duckdb.row(
      `COPY (${withPeriod(query, request, target)}) TO ${literal(draft)} (${copyOptions(home, content, request, target)})`,
    );
    const files = target.kind === 'tree' ? filesBelow(draft) : [draft];
    for (const file of files) syncFile(file);
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
    renameSync(draft, target.path);
    flushName(target);
    return { files: files.length, rows: Number(written['Count']), bytes };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Flushes the name of what was written to disk. A tree whose name is not certain is removed, because it would be in the way. */
function flushName({ path, kind }: ExportTarget): void {
  try {
    syncFolder(dirname(path));
  } catch (error) {
    if (kind === 'tree') rmSync(path, { recursive: true, force: true });
    throw error;
  }
}

/** Adds the column by whose values a tree has folders. */
function withPeriod(query: string, { selection: { table } }: ExportRequest, { kind }: ExportTarget): string {
  if (kind !== 'tree') return query;
  const period = isMonthly(table) ? 'month' : 'day';
  return query.replace(/^SELECT /, `SELECT "${period}", `);
}

function copyOptions(
  home: LakeHome,
  content: LakeContent,
  { selection: { table } }: ExportRequest,
  { kind, hasFloats, at }: ExportTarget,
): string {
  if (kind === 'csv') return 'FORMAT csv, HEADER true';
  const metadata = {
    bourse: home.version,
    dataset: viewName(table),
    decimals: hasFloats ? 'float64: rounded by --floats, the lake has exact decimals' : 'exact',
    ...(at === undefined ? {} : { snapshot: at }),
  };
  const pairs = Object.entries(metadata).map(([name, value]) => `${name}: ${literal(value)}`);
  const options = `FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION v2, KV_METADATA {${pairs.join(', ')}}`;
  if (kind === 'parquet') return options;
  const folders = folderColumns(table, content.parts).filter(
    (name) => name !== 'symbol' || table !== 'funding',
  );
  return `${options}, PARTITION_BY (${[...folders, isMonthly(table) ? 'month' : 'day'].map((name) => `"${name}"`).join(', ')})`;
}

function refusePath({ path, kind }: ExportTarget): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (kind === 'tree' && found !== undefined)
    throw usageError(`Expected a new folder at ${safeText(path)}, found one that exists.`);
  if (found !== undefined && !found.isFile())
    throw usageError(`Expected a file at ${safeText(path)}, found something else.`);
  if (!existsSync(dirname(path)))
    throw usageError(`The folder ${safeText(dirname(path))} does not exist.`, 'Make it first.');
}

function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

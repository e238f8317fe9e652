/** Compares the rows of a lake with those that the API answers with now, and with those of archive files. */
import { ToolError } from '../core/errors.ts';
import { removeTemporary, temporaryPrefix } from './claims.ts';
import { type Duckdb, literal, pathList } from './duckdb.ts';
import { lakePath } from './home.ts';
import { stageSource } from './import.ts';
import type { LakeSpan } from './ledger-records.ts';
import type { Lake } from './open-lake.ts';
import { equality, keyMatch } from './part-files.ts';
import type { ImportSource } from './sources.ts';
import { readStaged, type StagedPartition } from './staging.ts';
import { SYNC_TABLES } from './sync/page-layouts.ts';
import { PageReader } from './sync/page-rows.ts';
import { PageStaging } from './sync/page-staging.ts';
import type { SpanBounds, SyncSeries } from './sync/sync-plan.ts';
import type { PageSource } from './sync/sync-source.ts';
import { type LakeTable, partitionEnd, partitionOf, type Series, SQL_TYPES, tableOf } from './tables.ts';
import type { LakeFault } from './verify.ts';

/** What was compared. */
export interface Comparison {
  readonly rows: number;
  readonly faults: readonly LakeFault[];
}

export interface ComparisonOptions {
  /** The time that is compared. */
  readonly window: SpanBounds;
  /** Returns the pages of a series; undefined for one that the API does not have. */
  readonly sourceOf: (series: SyncSeries) => Promise<PageSource | undefined>;
  /** Called with the number of rows of each page. */
  readonly onRows: (count: number) => void;
}

/** Fetches the spans of the lake that lie in a window again and compares them. */
export async function compareWithApi(lake: Lake, options: ComparisonOptions): Promise<Comparison> {
  const spans = await lake.ledger.read((rows) => rows.spans().filter(({ state }) => state === 'have'));
  const faults: LakeFault[] = [];
  let rows = 0;
  for (const span of spans) {
    const series = syncSeriesOf(span);
    const source = series === undefined ? undefined : await options.sourceOf(series);
    if (series === undefined || source === undefined) continue;
    for (const piece of piecesOf(span, options.window)) {
      const compared = await comparePiece(lake, series, source, piece, options);
      rows += compared.rows;
      faults.push(...compared.faults);
    }
  }
  return { rows, faults };
}

/** Part of a span of rows, in one folder. */
interface Piece extends SpanBounds {
  readonly span: LakeSpan;
}

function syncSeriesOf({ table: name, product, symbol, interval }: LakeSpan): SyncSeries | undefined {
  const table = SYNC_TABLES.find((one) => one === name);
  return table === undefined ? undefined : { table, product, symbol, interval };
}

/** A span of the ledger lies in one folder already; of one with ids all rows are compared, or none. */
function piecesOf(span: LakeSpan, window: SpanBounds): readonly Piece[] {
  if (span.minId !== null) {
    return span.from >= window.from && span.to <= window.to ? [{ span, from: span.from, to: span.to }] : [];
  }
  const [from, to] = [Math.max(span.from, window.from), Math.min(span.to, window.to)];
  return from < to ? [{ span, from, to: Math.min(to, partitionEnd(span.table, from)) }] : [];
}

async function comparePiece(
  { home, ledger, duckdb }: Lake,
  series: SyncSeries,
  source: PageSource,
  { span, from, to }: Piece,
  { onRows }: ComparisonOptions,
): Promise<Comparison> {
  const table = tableOf(series.table, series.product);
  const reader = new PageReader(source.layout, table);
  const owner = home.secretHex(8);
  const staging = new PageStaging(home, series, source.layout.cells, temporaryPrefix(home, owner));
  try {
    for await (const text of span.minId === null
      ? source.pages({ from, to })
      : source.pagesFrom(span.minId)) {
      const page = reader.read(text);
      staging.add(page, from, to);
      onRows(page.times.length);
      if (span.maxId !== null && (page.ids.at(-1) ?? 0) >= span.maxId) break;
    }
    const staged = staging.finish();
    const parts = await ledger.read((rows) => rows.parts([span.partition]));
    const paths = parts.map(({ path }) => lakePath(home, path));
    const own = table.name === 'funding' ? `AND symbol = ${literal(series.symbol)}` : '';
    const inside =
      span.minId === null
        ? `epoch_ms("${table.time}") >= ${from} AND epoch_ms("${table.time}") < ${to} ${own}`
        : `"${table.id}" BETWEEN ${span.minId} AND ${span.maxId}`;
    return await compareStaged(
      duckdb,
      { table, partition: span.partition, paths, inside, staged: staged[0] },
      'API',
    );
  } finally {
    staging.remove();
    removeTemporary(home, owner);
  }
}

/** Rows that are compared: those of files of the lake within a condition, and those that were staged. */
interface Compared {
  readonly table: LakeTable;
  readonly partition: string;
  readonly paths: readonly string[];
  readonly inside: string;
  readonly staged: StagedPartition | undefined;
}

/** Compares rows by their keys; `source` is the word for where the staged ones come from. */
async function compareStaged(
  duckdb: Duckdb,
  { table, partition, paths, inside, staged }: Compared,
  source: keyof typeof FAULTS,
): Promise<Comparison> {
  const empty = `SELECT ${table.columns.map(({ name, kind }) => `NULL::${SQL_TYPES[kind]} AS "${name}"`).join(', ')} WHERE false`;
  const stored =
    paths.length === 0
      ? empty
      : `SELECT * FROM read_parquet(${pathList(paths)}, hive_partitioning = false) WHERE ${inside}`;
  if (staged === undefined) await duckdb.rows(`CREATE OR REPLACE TEMP TABLE incoming AS ${empty}`);
  else await duckdb.rows(readStaged(staged, pathList([staged.path])));
  const keys = table.key.map((name) => `"${name}"`).join(', ');
  const of = (name: string) => `coalesce(epoch_ms(l."${name}"), epoch_ms(i."${name}"))`;
  const found = await duckdb.rows(`SELECT kind, count(*) AS rows, min(moment) AS first FROM (
      SELECT ${of(table.time)} AS moment, CASE WHEN l."${table.time}" IS NULL THEN 'absent'
        WHEN i."${table.time}" IS NULL THEN 'surplus' WHEN ${equality(table, 'l', 'i')} THEN 'equal' ELSE 'differs' END AS kind
      FROM (${stored}) l FULL JOIN (SELECT DISTINCT ON (${keys}) * FROM incoming WHERE ${inside}) i
        ON ${keyMatch(table, 'l', 'i')})
    GROUP BY kind ORDER BY kind`);
  const rows = found.reduce((sum, row) => sum + Number(row['rows']), 0);
  const faults = found
    .filter((row) => row['kind'] !== 'equal')
    .map((row): LakeFault => {
      const since = new Date(Number(row['first'])).toISOString();
      const what = FAULTS[source][String(row['kind'])]!;
      return {
        is: 'data',
        where: partition,
        fault: `${String(row['rows'])} rows ${what}, the first at ${since}`,
      };
    });
  return { rows, faults };
}

const FAULTS = {
  API: {
    absent: 'of the API are not in the lake',
    differs: 'differ from those of the API',
    surplus: 'are in the lake and not in the answer of the API',
  },
  archive: {
    absent: 'of the archive are not in the lake',
    differs: 'differ from those of the archive',
    surplus: 'are in the lake and not in the file of the archive',
  },
} as Readonly<Record<'API' | 'archive', Readonly<Record<string, string>>>>;

/** What was compared with files, and the files whose rows the lake has none of. */
export interface FileComparison extends Comparison {
  readonly unknown: readonly string[];
}

/**
 * Compares the rows of archive files with those of the lake, from its first row of a series to its last and within the window. A
 * file that cannot be trusted or read is a fault.
 */
export async function compareWithFiles(
  lake: Lake,
  sources: Iterable<ImportSource>,
  window: SpanBounds,
): Promise<FileComparison> {
  const compared = { rows: 0, faults: [] as LakeFault[], unknown: [] as string[] };
  for (const source of sources) {
    const extent = await extentOf(lake, source);
    if (extent === undefined) {
      compared.unknown.push(source.name);
      continue;
    }
    const from = Math.max(extent.from, window.from, source.covers?.from ?? 0);
    const to = Math.min(extent.to, window.to, source.covers?.to ?? Number.MAX_SAFE_INTEGER);
    const found = await compareFile(lake, source, { from, to });
    compared.rows += found.rows;
    compared.faults.push(...found.faults);
  }
  return compared;
}

/** Returns the time from the first row of a series to the last; undefined if the lake has none. */
async function extentOf({ ledger }: Lake, series: Series): Promise<SpanBounds | undefined> {
  const have = await ledger.read((rows) =>
    rows.spans().filter((span) => span.state === 'have' && isSameSeries(span, series)),
  );
  if (have.length === 0) return undefined;
  const from = have.reduce((least, span) => Math.min(least, span.from), Number.POSITIVE_INFINITY);
  return { from, to: have.reduce((most, span) => Math.max(most, span.to), 0) };
}

function isSameSeries(a: Series, b: Series): boolean {
  return a.table === b.table && a.product === b.product && a.symbol === b.symbol && a.interval === b.interval;
}

async function compareFile(lake: Lake, source: ImportSource, { from, to }: SpanBounds): Promise<Comparison> {
  const { home, ledger, duckdb } = lake;
  const fault = (why: string): Comparison => ({
    rows: 0,
    faults: [{ is: 'data', where: source.name, fault: why }],
  });
  if (source.mismatch !== undefined) return fault(`the checksum does not match: ${source.mismatch}`);
  const owner = home.secretHex(8);
  const table = tableOf(source.table, source.product);
  try {
    const { staged } = await stageSource(home, source, owner);
    const time = `epoch_ms("${table.time}")`;
    const own = table.name === 'funding' ? ` AND symbol = ${literal(source.symbol)}` : '';
    const compared = { rows: 0, faults: [] as LakeFault[] };
    for (const partition of partitionsOf(source, { from, to })) {
      const parts = await ledger.read((rows) => rows.parts([partition]));
      const paths = parts.map(({ path }) => lakePath(home, path));
      const inside = `${time} >= ${from} AND ${time} < ${to}${own}`;
      const rows = staged.find((one) => one.partition === partition);
      if (rows === undefined && paths.length === 0) continue;
      const found = await compareStaged(duckdb, { table, partition, paths, inside, staged: rows }, 'archive');
      compared.rows += found.rows;
      compared.faults.push(...found.faults);
    }
    return compared;
  } catch (error) {
    if (error instanceof ToolError && error.kind === 'usage') return fault(error.message);
    throw error;
  } finally {
    removeTemporary(home, owner);
  }
}

/** Returns the folders of a series that have rows of a time. */
function partitionsOf(series: Series, { from, to }: SpanBounds): readonly string[] {
  const partitions: string[] = [];
  for (let at = from; at < to; at = partitionEnd(series.table, at)) partitions.push(partitionOf(series, at));
  return partitions;
}

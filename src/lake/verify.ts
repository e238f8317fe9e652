/** Checks a lake: its files against the ledger, and the rows in them. */
import { readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Duckdb, pathList } from './duckdb.ts';
import { type LakeHome, lakePath } from './home.ts';
import { type LakeLedger, SNAPSHOTS, snapshotPath } from './ledger.ts';
import type { LakePart, LakeSpan } from './ledger-records.ts';
import { digestOf } from './recordings.ts';
import { type LakeTable, SQL_TYPES, TABLES, tableOf } from './tables.ts';

/** A fault of a lake: of its files, or of the rows in them. */
export interface LakeFault {
  readonly is: 'storage' | 'data';
  /** The file, or the partition if a fault concerns several files. */
  readonly where: string;
  readonly fault: string;
}

export interface LakeCheck {
  readonly parts: number;
  readonly rows: number;
  readonly faults: readonly LakeFault[];
}

/** The files and their sizes only; also digests and rows; or also candles against trades. */
export type VerifyDepth = 'quick' | 'whole' | 'deep';

/** Checks a lake. `openDuckdb` is called unless the check is quick. */
export async function verifyLake(
  home: LakeHome,
  ledger: LakeLedger,
  depth: VerifyDepth,
  openDuckdb: () => Promise<Duckdb>,
): Promise<LakeCheck> {
  const { parts, kept, spans, pending } = await ledger.read((rows) => ({
    parts: rows.parts(),
    kept: rows.snapshotFiles(),
    spans: rows.spans(),
    pending: rows.claims().flatMap((claim) => claim.pending),
  }));
  const faults: LakeFault[] = [
    ...unknownFiles(home, [...parts.map(({ path }) => path), ...kept.map(snapshotPath), ...pending]),
    ...snapshotFaults(home, kept, depth !== 'quick'),
    ...conflictFaults(spans),
  ];
  const whole: LakePart[] = [];
  for (const part of parts) {
    const fault = fileFault(lakePath(home, part.path), part, depth !== 'quick');
    if (fault === undefined) whole.push(part);
    else faults.push({ is: 'storage', where: part.path, fault });
  }
  if (depth !== 'quick' && whole.length > 0) {
    const duckdb = await openDuckdb();
    try {
      for (const part of whole) faults.push(...(await rowFaults(home, duckdb, part)));
      for (const files of byPartition(whole)) faults.push(...(await duplicateFaults(home, duckdb, files)));
      if (depth === 'deep') faults.push(...(await candleFaults(home, duckdb, whole, spans)));
    } finally {
      duckdb.close();
    }
  }
  return { parts: parts.length, rows: parts.reduce((sum, { rows }) => sum + rows, 0), faults };
}

/** Returns the Parquet files that the ledger does not know, which other readers would count. */
function unknownFiles(home: LakeHome, expected: readonly string[]): readonly LakeFault[] {
  const known = new Set(expected);
  return [...TABLES, SNAPSHOTS]
    .flatMap((folder) => filesBelow(join(home.folder, folder)))
    .map((path) => relative(home.folder, path).split(sep).join('/'))
    .filter((path) => path.endsWith('.parquet') && !known.has(path))
    .map((where) => ({ is: 'storage' as const, where, fault: 'the ledger does not know this file' }));
}

/** Checks the files of snapshots. One that the lake has too is the same file, and its digest is checked there. */
function snapshotFaults(
  home: LakeHome,
  kept: readonly LakePart[],
  checksDigest: boolean,
): readonly LakeFault[] {
  return kept.flatMap((part) => {
    const where = snapshotPath(part);
    const [own, current] = [where, part.path].map((name) =>
      statSync(lakePath(home, name), { throwIfNoEntry: false }),
    );
    const isSame = own !== undefined && own.ino === current?.ino && own.ino !== 0;
    const fault = fileFault(lakePath(home, where), part, checksDigest && !isSame);
    return fault === undefined ? [] : [{ is: 'storage' as const, where, fault }];
  });
}

function filesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function conflictFaults(spans: readonly LakeSpan[]): readonly LakeFault[] {
  return spans
    .filter(({ state }) => state === 'conflict')
    .map(({ partition, why }) => ({ is: 'data' as const, where: partition, fault: why }));
}

/** Returns what is wrong with a file of the lake; undefined for nothing. */
export function fileFault(path: string, part: LakePart, checksDigest: boolean): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 'the file is missing';
  if (found.size !== part.bytes) return `expected ${part.bytes} bytes, found ${found.size}`;
  if (!checksDigest) return undefined;
  const digest = digestOf(path);
  return digest === part.sha256 ? undefined : `expected the SHA-256 ${part.sha256}, found ${digest}`;
}

/** Checks the rows of one file: its columns, its count, the order of times, and that they lie in the partition. */
async function rowFaults(home: LakeHome, duckdb: Duckdb, part: LakePart): Promise<readonly LakeFault[]> {
  const table = tableOf(part.table, part.product);
  const from = readFiles(home, [part]);
  const fault = (is: LakeFault['is'], text: string): LakeFault => ({ is, where: part.path, fault: text });
  const columns = await duckdb.rows(`DESCRIBE SELECT * FROM ${from}`);
  const found = columns
    .map((row) => `${String(row['column_name'])} ${String(row['column_type'])}`)
    .join(', ');
  const expected = table.columns.map(({ name, kind }) => `${name} ${SQL_TYPES[kind]}`).join(', ');
  if (found !== expected) return [fault('data', `expected the columns ${expected}, found ${found}`)];
  const own = table.name === 'funding' ? 'PARTITION BY symbol ' : '';
  const time = `epoch_ms("${table.time}")`;
  const checked = await duckdb.row(`SELECT count(*) AS rows, min(t) AS first, max(t) AS last,
      count(*) FILTER (t < before) AS unordered
    FROM (SELECT t, lag(t) OVER (${own}ORDER BY file_row_number) AS before
      FROM (SELECT *, ${time} AS t FROM ${readFiles(home, [part], ', file_row_number = true')}))`);
  const faults: LakeFault[] = [];
  if (Number(checked['rows']) !== part.rows) {
    faults.push(fault('data', `expected ${part.rows} rows, found ${String(checked['rows'])}`));
  }
  if (Number(checked['first']) !== part.firstMs || Number(checked['last']) !== part.lastMs) {
    faults.push(fault('data', 'the first or last time differs from the ledger'));
  }
  if (Number(checked['unordered']) > 0) faults.push(fault('data', 'the rows are not in the order of time'));
  const [, month = ''] = /\/(?:month|day)=([\d-]+)$/.exec(part.partition) ?? [];
  for (const at of [part.firstMs, part.lastMs]) {
    if (new Date(at).toISOString().startsWith(month)) continue;
    faults.push(fault('data', `a time lies outside ${month}`));
    break;
  }
  return faults;
}

/** Checks that no two rows in the files of a partition have the same key. */
async function duplicateFaults(
  home: LakeHome,
  duckdb: Duckdb,
  files: readonly LakePart[],
): Promise<readonly LakeFault[]> {
  const { table: name, product, partition } = files[0]!;
  const table = tableOf(name, product);
  const from = readFiles(home, files);
  const keys = table.key.map((one) => `"${one}"`).join(', ');
  const found = await duckdb.row(`SELECT count(*) AS rows, (SELECT count(*) FROM (SELECT DISTINCT ${keys}
    FROM ${from})) AS keys FROM ${from}`);
  const repeated = Number(found['rows']) - Number(found['keys']);
  if (repeated === 0) return [];
  return [{ is: 'data', where: partition, fault: `${repeated} rows have the key of another row` }];
}

/** Compares one-minute candles with the trades of the same minutes, where the trades of the day have no hole. */
async function candleFaults(
  home: LakeHome,
  duckdb: Duckdb,
  parts: readonly LakePart[],
  spans: readonly LakeSpan[],
): Promise<readonly LakeFault[]> {
  const faults: LakeFault[] = [];
  for (const trades of byPartition(parts.filter(({ table }) => table === 'trades'))) {
    const { partition, product } = trades[0]!;
    const own = spans.filter((span) => span.partition === partition && span.state === 'have');
    const [, folder = '', month = ''] = /^trades\/(.*)\/day=(\d{4}-\d{2})/.exec(partition) ?? [];
    const candlePartition = `candles/${folder}/interval=1m/month=${month}`;
    const candles = parts.filter((part) => part.partition === candlePartition);
    if (own.length !== 1 || candles.length === 0) continue;
    const rows = await duckdb.rows(
      candleQuery(tableOf('candles', product), readFiles(home, candles), readFiles(home, trades)),
    );
    for (const row of rows) {
      const at = new Date(Number(row['moment'])).toISOString();
      const fault = `the candle of ${at} differs from its trades in ${String(row['differs'])}`;
      faults.push({ is: 'data', where: candlePartition, fault });
    }
  }
  return faults;
}

/** The most candles of a day that are listed. */
const LISTED_MAX = 10;

/** The first minute and the last of the trades may be parts of minutes, so they are not compared. */
function candleQuery({ columns }: LakeTable, candles: string, trades: string): string {
  const hasQuote = columns.some(({ name }) => name === 'quote_volume');
  const traded = `SELECT date_trunc('minute', time) AS minute, arg_min(price, id) AS open, max(price) AS high,
    min(price) AS low, arg_max(price, id) AS close, sum(qty) AS volume, count(*) AS n
    FROM ${trades} GROUP BY 1`;
  const compared = ['open', 'high', 'low', 'close', ...(hasQuote ? ['volume'] : [])];
  const words = [
    ...compared.map((name) => `CASE WHEN c."${name}" <> t."${name}" THEN '${name}' END`),
    `CASE WHEN c."count" <> t.n THEN 'count' END`,
  ];
  return `WITH t AS (${traded}), bounds AS (SELECT min(minute) AS first, max(minute) AS last FROM t),
    c AS (SELECT * FROM ${candles})
    SELECT epoch_ms(t.minute) AS moment, concat_ws(', ', ${words.join(', ')}) AS differs
    FROM t JOIN c ON c.open_time = t.minute, bounds
    WHERE t.minute > bounds.first AND t.minute < bounds.last AND differs <> '' ORDER BY 1 LIMIT ${LISTED_MAX}`;
}

function byPartition(parts: readonly LakePart[]): readonly (readonly LakePart[])[] {
  const groups = new Map<string, LakePart[]>();
  for (const part of parts) {
    const group = groups.get(part.partition);
    if (group === undefined) groups.set(part.partition, [part]);
    else group.push(part);
  }
  return [...groups.values()];
}

/** Returns the SQL that reads the rows of files. */
function readFiles(home: LakeHome, files: readonly LakePart[], more = ''): string {
  const paths = pathList(files.map(({ path }) => lakePath(home, path)));
  return `read_parquet(${paths}, hive_partitioning = false${more})`;
}

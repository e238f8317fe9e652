/** What a query asked for: the partitions that its conditions leave, and the holes in its span of time. */

import { literal } from './duckdb.ts';
import type { LakePart } from './ledger-records.ts';
import type { FolderView, SqlScan } from './query-runner.ts';
import { partitionFacts } from './selection.ts';
import type { LakeContent } from './snapshots.ts';
import { rowsText, viewName } from './sql-views.ts';
import type { Hole } from './status.ts';
import { partitionEnd, TABLES, type TableName, tableOf } from './tables.ts';

/** What a query reads of a table. */
export interface ReadTable {
  readonly table: TableName;
  /** The partitions that are read, and how many there are. */
  readonly partitions: number;
  readonly of: number;
  /** What is missing in the series that are read, in the time that is asked for. */
  readonly holes: number;
}

/** Returns the statements that make the views of folders, and what to call them by. */
export function folderViews({ parts }: LakeContent): {
  readonly statements: readonly string[];
  readonly folders: readonly FolderView[];
} {
  const own = TABLES.map((table) => ({ table, files: parts.filter((part) => part.table === table) }));
  const folders = own
    .filter(({ files }) => files.length > 0)
    .map(({ table, files }) => ({ table, view: `"folders of ${viewName(table)}"`, count: files.length }));
  const statements = folders.map(({ table, view }) => {
    const files = own.find((one) => one.table === table)!.files;
    const names = hiveColumns(files[0]!);
    const rows = files.map((part, number) => [
      String(number),
      ...hiveColumns(part).map(([, value]) => literal(value)),
    ]);
    const columns = [['number', 'BIGINT'] as const, ...names.map(([name]) => [name, 'VARCHAR'] as const)];
    return `CREATE VIEW ${view} AS ${rowsText(columns, rows)}`;
  });
  return { statements, folders };
}

function hiveColumns({ partition }: LakePart): readonly (readonly [string, string])[] {
  return partition.split('/').flatMap((part) => {
    const at = part.indexOf('=');
    return at < 0 ? [] : [[part.slice(0, at), decodeURIComponent(part.slice(at + 1))] as const];
  });
}

/** Returns what a query reads of each of the tables that it names. */
export function readTables(
  content: LakeContent,
  named: readonly TableName[],
  scans: readonly SqlScan[],
): readonly ReadTable[] {
  const tablesOf = assignScans(named, scans);
  return named.flatMap((table) => {
    const files = content.parts.filter((part) => part.table === table);
    if (files.length === 0) return [];
    const own = scans.filter((scan) => tablesOf(scan).includes(table));
    const reads = own.map((scan) => scanOf(scan, table, files));
    // A scan that the plan does not show, such as one whose result is empty, says nothing about what is read.
    const all = reads.length === 0 ? [{ files, from: 0, to: Number.MAX_SAFE_INTEGER }] : reads;
    const partitions = new Set(all.flatMap((read) => read.files.map(({ partition }) => partition)));
    const holes = content.holes.filter(
      (hole) => hole.table === table && all.some((read) => isAsked(hole, read)),
    );
    const count = new Set(files.map(({ partition }) => partition)).size;
    return [{ table, partitions: partitions.size, of: count, holes: holes.length }];
  });
}

/** Files that a scan reads, and the time that its conditions leave. */
interface TableRead {
  readonly files: readonly LakePart[];
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the tables that a scan may be one of. The plan does not name them, but the columns that are read. A scan that may be one
 * of several is one of those that no other scan is certain to read, if there are enough of these.
 */
function assignScans(named: readonly TableName[], scans: readonly SqlScan[]) {
  const candidates = new Map(scans.map((scan) => [scan, named.filter((table) => isScanOf(scan, table))]));
  const certain = new Set([...candidates.values()].filter((one) => one.length === 1).flat());
  const uncertain = [...candidates.values()].filter((one) => one.length > 1).length;
  const free = named.filter((table) => !certain.has(table));
  return (scan: SqlScan): readonly TableName[] => {
    const own = candidates.get(scan)!;
    const rest = own.filter((table) => free.includes(table));
    return own.length > 1 && rest.length > 0 && uncertain <= free.length ? rest : own;
  };
}

function isScanOf({ found, projections }: SqlScan, table: TableName): boolean {
  if (found !== undefined && found[table] === undefined && Object.keys(found).length > 0) return false;
  const columns = new Set(
    (['spot', 'usdm', 'coinm'] as const).flatMap((product) =>
      tableOf(table, product).columns.map(({ name }) => name),
    ),
  );
  for (const name of ['product', 'symbol', 'interval', 'month', 'day']) columns.add(name);
  return projections.every((name) => columns.has(name));
}

function scanOf({ found, filters }: SqlScan, table: TableName, files: readonly LakePart[]): TableRead {
  const numbers = found?.[table];
  const left = numbers === undefined ? files : files.filter((_, number) => numbers.includes(number));
  return { files: left, ...boundsOf(filters, tableOf(table, files[0]!.product).time) };
}

/** Returns the span of time that conditions joined by AND leave; all time if there are none or others. */
function boundsOf(filters: string, time: string): { readonly from: number; readonly to: number } {
  let [from, to] = [0, Number.MAX_SAFE_INTEGER];
  if (/\bOR\b/.test(filters)) return { from, to };
  for (const [, name, sign, text] of filters.matchAll(/"?(\w+)"?\s*(>=|<=|>|<|=)\s*'([^']+)'::TIMESTAMP/g)) {
    const at = Date.parse(`${text!.replace(' ', 'T')}Z`);
    if (name !== time || Number.isNaN(at)) continue;
    if (sign !== '<' && sign !== '<=') from = Math.max(from, at);
    if (sign !== '>' && sign !== '>=') to = Math.min(to, sign === '<' ? at : at + 1);
  }
  return { from, to };
}

/** Returns whether a hole lies in the time of a read, between the first folder of its series that is read and the last. */
function isAsked({ table, product, symbol, interval, from, to }: Hole, read: TableRead): boolean {
  const own = read.files.filter((part) => {
    const facts = partitionFacts(part.partition);
    return part.product === product && (facts.symbol ?? symbol) === symbol && facts.interval === interval;
  });
  if (own.length === 0) return false;
  const starts = own.map(({ partition }) => Date.parse(partitionFacts(partition).period));
  const start = Math.max(read.from, Math.min(...starts));
  const end = Math.min(read.to, partitionEnd(table, Math.max(...starts)));
  return from < end && to > start;
}

/** The views by which SQL reads the lake: one for each table, the files of the ledger, and what is missing. */
import type { ArchiveProduct } from '../archive/columns.ts';
import { literal, pathList } from './duckdb.ts';
import { type LakeHome, lakePath } from './home.ts';
import type { LakePart } from './ledger-records.ts';
import type { LakeContent } from './snapshots.ts';
import type { Hole } from './status.ts';
import { type LakeColumn, SQL_TYPES, TABLES, type TableName, tableOf } from './tables.ts';

const PRODUCTS: readonly ArchiveProduct[] = ['spot', 'usdm', 'coinm'];

/** Returns the name of the view of a table, such as agg_trades for aggTrades. */
export function viewName(table: TableName): string {
  return table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns the tables whose views a query names, outside of texts and comments. */
export function namedTables(sql: string): readonly TableName[] {
  const bare = sql.replace(/'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g, ' ').toLowerCase();
  const words = new Set(bare.match(/\w+/g));
  return TABLES.filter((table) => words.has(viewName(table)));
}

/** Returns the statements that make the views of a lake with these files and holes. */
export function viewStatements({ home, parts, holes }: LakeContent): readonly string[] {
  return [
    ...TABLES.map((table) => tableView(home, table, parts)),
    `CREATE VIEW ledger AS ${rowsText(LEDGER, parts.map(ledgerRow))}`,
    `CREATE VIEW gaps AS ${rowsText(GAPS, holes.map(gapRow))}`,
  ];
}

function tableView(home: LakeHome, table: TableName, parts: readonly LakePart[]): string {
  const own = parts.filter((part) => part.table === table);
  const name = viewName(table);
  if (own.length === 0) {
    const columns = [...folderColumns(table), ...columnsOf(table)];
    return `CREATE VIEW ${name} AS ${rowsText(columns, [])}`;
  }
  const types = hiveNames(own[0]!.partition)
    .map((column) => `'${column}': VARCHAR`)
    .join(', ');
  const paths = pathList(own.map(({ path }) => lakePath(home, path)));
  return `CREATE VIEW ${name} AS SELECT * FROM read_parquet(${paths}, hive_partitioning = true, union_by_name = true, hive_types = {${types}})`;
}

/** Returns the columns that readers take from the names of folders, such as product and month. */
function hiveNames(partition: string): readonly string[] {
  return partition
    .split('/')
    .flatMap((part) => (part.includes('=') ? [part.slice(0, part.indexOf('='))] : []));
}

/** Returns the columns that all products together have in a table. */
function columnsOf(table: TableName): readonly SqlColumn[] {
  const columns = new Map<string, LakeColumn>();
  for (const product of PRODUCTS)
    for (const column of tableOf(table, product).columns) columns.set(column.name, column);
  return [...columns.values()].map(({ name, kind }) => [name, SQL_TYPES[kind]]);
}

function folderColumns(table: TableName): readonly SqlColumn[] {
  const names = table === 'funding' ? ['product', 'month'] : ['product', 'symbol'];
  return names.map((name) => [name, 'VARCHAR']);
}

type SqlColumn = readonly [name: string, type: string];

const LEDGER: readonly SqlColumn[] = [
  ['path', 'VARCHAR'],
  ['dataset', 'VARCHAR'],
  ['product', 'VARCHAR'],
  ['rows', 'BIGINT'],
  ['bytes', 'BIGINT'],
  ['first', 'TIMESTAMP'],
  ['last', 'TIMESTAMP'],
  ['sha256', 'VARCHAR'],
  ['revision', 'BIGINT'],
];

function ledgerRow(part: LakePart): readonly string[] {
  const { path, table, product, rows, bytes, firstMs, lastMs, sha256, revision } = part;
  const texts = [path, viewName(table), product].map(literal);
  return [
    ...texts,
    `${rows}`,
    `${bytes}`,
    timestamp(firstMs),
    timestamp(lastMs),
    literal(sha256),
    `${revision}`,
  ];
}

const GAPS: readonly SqlColumn[] = [
  ['dataset', 'VARCHAR'],
  ['product', 'VARCHAR'],
  ['symbol', 'VARCHAR'],
  ['interval', 'VARCHAR'],
  ['from', 'TIMESTAMP'],
  ['to', 'TIMESTAMP'],
  ['missing', 'BIGINT'],
  ['cause', 'VARCHAR'],
  ['why', 'VARCHAR'],
];

function gapRow({
  table,
  product,
  symbol,
  interval,
  from,
  to,
  missing,
  cause,
  why,
}: Hole): readonly string[] {
  const texts = [viewName(table), product, symbol, interval].map(literal);
  return [
    ...texts,
    timestamp(from),
    timestamp(to),
    missing === null ? 'NULL' : `${missing}`,
    literal(cause),
    literal(why),
  ];
}

function timestamp(ms: number): string {
  return `make_timestamp(${ms} * 1000)`;
}

/** Returns rows as a query; one without rows has the columns too. */
export function rowsText(columns: readonly SqlColumn[], rows: readonly (readonly string[])[]): string {
  const cells = (values: readonly string[]) =>
    columns.map(([name, type], at) => `CAST(${values[at]} AS ${type}) AS "${name}"`).join(', ');
  if (rows.length === 0) return `SELECT ${cells(columns.map(() => 'NULL'))} WHERE false`;
  const names = columns.map(([name]) => `"${name}"`).join(', ');
  const lists = rows.map((row) => `(${row.join(', ')})`).join(', ');
  return `SELECT ${cells(columns.map(([name]) => `"${name}"`))} FROM (VALUES ${lists}) AS given(${names})`;
}

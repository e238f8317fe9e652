/** The tables of the lake: their columns, keys and partitions, and the type of each column, which never changes. */
import { type ArchiveProduct, columnsOf, type Dataset } from '../archive/columns.ts';

export const TABLES = ['candles', 'trades', 'aggTrades', 'funding', 'messages'] as const;
export type TableName = (typeof TABLES)[number];

/**
 * What a column holds. A price and a rate have at most 10 digits before the point, an amount 30; both have at most 8
 * after it. Times are UTC with microseconds.
 */
export type ColumnKind = 'price' | 'amount' | 'integer' | 'time' | 'flag' | 'text';

export interface LakeColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Whether some sources lack the value; such a value equals any other. */
  readonly optional?: true;
}

/** A table for one product. */
export interface LakeTable {
  readonly name: TableName;
  readonly columns: readonly LakeColumn[];
  /** The columns that no two rows have in common. */
  readonly key: readonly string[];
  /** The column by which rows are sorted and partitioned. */
  readonly time: string;
  /** The column of ids that are consecutive at the exchange; undefined for rows without one. */
  readonly id: string | undefined;
}

/** The physical types of columns in files. One column has one type in all files, because readers round silently. */
export const SQL_TYPES: Readonly<Record<ColumnKind, string>> = {
  price: 'DECIMAL(18,8)',
  amount: 'DECIMAL(38,8)',
  integer: 'BIGINT',
  time: 'TIMESTAMP',
  flag: 'BOOLEAN',
  text: 'VARCHAR',
};

const KINDS: Readonly<Record<string, ColumnKind>> = {
  open: 'price',
  high: 'price',
  low: 'price',
  close: 'price',
  price: 'price',
  last_funding_rate: 'price',
  volume: 'amount',
  quote_volume: 'amount',
  base_volume: 'amount',
  taker_buy_volume: 'amount',
  taker_buy_quote_volume: 'amount',
  taker_buy_base_volume: 'amount',
  qty: 'amount',
  quantity: 'amount',
  quote_qty: 'amount',
  base_qty: 'amount',
  open_time: 'time',
  close_time: 'time',
  time: 'time',
  transact_time: 'time',
  calc_time: 'time',
  is_buyer_maker: 'flag',
  is_best_match: 'flag',
};

/** Values that recordings, the API or files of some products lack. */
const OPTIONAL = new Set(['quote_qty', 'base_qty', 'is_best_match', 'funding_interval_hours']);

/** The column of the archive that has no meaning. */
const IGNORED = 'ignore';

/** The tables of the kinds of archive files. */
export const TABLE_OF: Readonly<Record<Dataset, Exclude<TableName, 'messages'>>> = {
  klines: 'candles',
  trades: 'trades',
  aggTrades: 'aggTrades',
  fundingRate: 'funding',
};

const MESSAGES: LakeTable = {
  name: 'messages',
  columns: [
    { name: 'recording', kind: 'text' },
    { name: 'number', kind: 'integer' },
    { name: 'received', kind: 'time' },
    { name: 'snapshot_for', kind: 'text' },
    { name: 'message', kind: 'text' },
  ],
  key: ['recording', 'number'],
  time: 'received',
  id: undefined,
};

/** Returns the table of rows of a name and a product; the archive's columns decide which columns it has. */
export function tableOf(name: TableName, product: ArchiveProduct): LakeTable {
  if (name === 'messages') return MESSAGES;
  const dataset = (Object.keys(TABLE_OF) as Dataset[]).find((one) => TABLE_OF[one] === name)!;
  const { names, time, key } = columnsOf(dataset, product);
  const columns = names
    .filter((column) => column !== IGNORED)
    .map((column): LakeColumn => {
      const kind = KINDS[column] ?? 'integer';
      return OPTIONAL.has(column) ? { name: column, kind, optional: true } : { name: column, kind };
    });
  const isFunding = name === 'funding';
  return {
    name,
    columns: isFunding ? [{ name: 'symbol', kind: 'text' }, ...columns] : columns,
    key: isFunding ? ['symbol', names[key]!] : [names[key]!],
    time: names[time]!,
    id: key === time ? undefined : names[key]!,
  };
}

/** The rows of one symbol in a table, and of one interval if they are candles. */
export interface Series {
  readonly table: TableName;
  readonly product: ArchiveProduct;
  /** Empty for messages, which belong to a product. */
  readonly symbol: string;
  /** The interval of candles; empty for other rows. */
  readonly interval: string;
}

/** Candles and funding rates have a folder a month, the others one a day. */
const MONTHLY: ReadonlySet<TableName> = new Set(['candles', 'funding']);

/**
 * Returns the folder of a row below the folder of the lake, with `/` between its parts. Folders are named as Hive names
 * partitions, so that readers take columns from them.
 */
export function partitionOf({ table, product, symbol, interval }: Series, timeMs: number): string {
  const day = new Date(timeMs).toISOString();
  const parts = [table, `product=${product}`];
  if (table !== 'funding' && symbol !== '') parts.push(`symbol=${encodeURIComponent(symbol)}`);
  if (interval !== '') parts.push(`interval=${interval}`);
  parts.push(MONTHLY.has(table) ? `month=${day.slice(0, 7)}` : `day=${day.slice(0, 10)}`);
  return parts.join('/');
}

/** Returns when the folder ends that holds rows of a time, Unix ms. */
export function partitionEnd(table: TableName, timeMs: number): number {
  const at = new Date(timeMs);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  return MONTHLY.has(table) ? Date.UTC(year, month + 1) : Date.UTC(year, month, day + 1);
}

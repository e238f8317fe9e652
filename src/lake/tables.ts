/** The tables of the lake: their columns, keys and partitions, and the type of each column, which never changes. */
import { type ArchiveProduct, columnsOf, type Dataset } from '../archive/columns.ts';

/** Rows at fixed distances that only the API has: candles of prices, and statistics of USD-M futures. */
export const SERIES_TABLES = [
  'markCandles',
  'indexCandles',
  'premiumCandles',
  'openInterest',
  'topAccountRatio',
  'topPositionRatio',
  'accountRatio',
  'takerVolume',
] as const;
export type SeriesTable = (typeof SERIES_TABLES)[number];

export const TABLES = [
  'candles',
  'trades',
  'aggTrades',
  'funding',
  ...SERIES_TABLES,
  'book',
  'messages',
] as const;
export type TableName = (typeof TABLES)[number];

/**
 * What a column holds. A price and a rate have at most 10 digits before the point, an amount 30; both have at most 8
 * after it. A value, the product of both, has at most 20 before it and 18 after it. Times are UTC with microseconds.
 */
export type ColumnKind = 'price' | 'amount' | 'value' | 'integer' | 'time' | 'flag' | 'text';

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
  value: 'DECIMAL(38,18)',
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
export const TABLE_OF: Readonly<Record<Dataset, Exclude<TableName, 'book' | 'messages' | SeriesTable>>> = {
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

const PRICE_CANDLES: readonly LakeColumn[] = [
  { name: 'open_time', kind: 'time' },
  { name: 'open', kind: 'price' },
  { name: 'high', kind: 'price' },
  { name: 'low', kind: 'price' },
  { name: 'close', kind: 'price' },
  { name: 'close_time', kind: 'time' },
  { name: 'count', kind: 'integer' },
];

/** The levels of order books that recordings hold: those that changed, and those of snapshots. */
const BOOK: LakeTable = {
  name: 'book',
  columns: [
    { name: 'event_time', kind: 'time' },
    { name: 'is_snapshot', kind: 'flag' },
    // The ids of the first and the last change of a message; futures name the last one of the message before, too.
    { name: 'first_id', kind: 'integer', optional: true },
    { name: 'last_id', kind: 'integer' },
    { name: 'previous_id', kind: 'integer', optional: true },
    { name: 'is_bid', kind: 'flag' },
    { name: 'price', kind: 'price' },
    { name: 'quantity', kind: 'amount' },
  ],
  key: ['event_time', 'last_id', 'is_snapshot', 'is_bid', 'price'],
  time: 'event_time',
  id: undefined,
};

const RATIO: readonly LakeColumn[] = [
  { name: 'time', kind: 'time' },
  { name: 'long_short_ratio', kind: 'price' },
  { name: 'long_account', kind: 'price' },
  { name: 'short_account', kind: 'price' },
];

const SERIES_COLUMNS: Readonly<Record<SeriesTable, readonly LakeColumn[]>> = {
  markCandles: PRICE_CANDLES,
  indexCandles: PRICE_CANDLES,
  premiumCandles: PRICE_CANDLES,
  openInterest: [
    { name: 'time', kind: 'time' },
    { name: 'sum_open_interest', kind: 'amount' },
    { name: 'sum_open_interest_value', kind: 'value' },
  ],
  topAccountRatio: RATIO,
  topPositionRatio: RATIO,
  accountRatio: RATIO,
  takerVolume: [
    { name: 'time', kind: 'time' },
    { name: 'buy_sell_ratio', kind: 'price' },
    { name: 'buy_vol', kind: 'amount' },
    { name: 'sell_vol', kind: 'amount' },
  ],
};

/** Returns whether a table has rows that only the API has. */
export function isSeriesTable(name: TableName): name is SeriesTable {
  return SERIES_TABLES.some((one) => one === name);
}

/** Returns the table of rows of a name and a product; the archive's columns decide which columns it has. */
export function tableOf(name: TableName, product: ArchiveProduct): LakeTable {
  if (name === 'messages') return MESSAGES;
  if (name === 'book') return BOOK;
  if (isSeriesTable(name)) {
    const series = SERIES_COLUMNS[name];
    return { name, columns: series, key: [series[0]!.name], time: series[0]!.name, id: undefined };
  }
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

/** A symbol becomes the name of a folder: letters and digits of any script, and `_`. */
export const SYMBOL = /^[\p{L}\p{N}_]{1,40}$/u;

/** The rows of one symbol in a table, and of one interval if they are candles. */
export interface Series {
  readonly table: TableName;
  readonly product: ArchiveProduct;
  /** Empty for messages, which belong to a product. */
  readonly symbol: string;
  /** The distance of rows that lie at a fixed one, such as candles; empty for other rows. */
  readonly interval: string;
}

/** Trades, books and messages have a folder a day, the others one a month. */
const MONTHLY: ReadonlySet<TableName> = new Set(['candles', 'funding', ...SERIES_TABLES]);

/** Returns whether a table has a folder a month; the others have one a day. */
export function isMonthly(table: TableName): boolean {
  return MONTHLY.has(table);
}

/**
 * Returns the folder of a row below the folder of the lake, with `/` between its parts. Folders are named as Hive names
 * partitions, so that readers take columns from them.
 */
export function partitionOf({ table, product, symbol, interval }: Series, timeMs: number): string {
  const day = new Date(timeMs).toISOString();
  const parts = [table, `product=${product}`];
  if (table !== 'funding' && symbol !== '') parts.push(`symbol=${encodeURIComponent(symbol)}`);
  if (interval !== '') parts.push(`interval=${interval}`);
  parts.push(isMonthly(table) ? `month=${day.slice(0, 7)}` : `day=${day.slice(0, 10)}`);
  return parts.join('/');
}

/** Returns when the folder ends that holds rows of a time, Unix ms. */
export function partitionEnd(table: TableName, timeMs: number): number {
  const at = new Date(timeMs);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  return isMonthly(table) ? Date.UTC(year, month + 1) : Date.UTC(year, month, day + 1);
}

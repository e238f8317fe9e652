/** What the columns of archive files mean (public facts, Bulk public archive). */

/** The products of the archive whose files are read. */
export const ARCHIVE_PRODUCTS = ['spot', 'usdm', 'coinm'] as const;
export type ArchiveProduct = (typeof ARCHIVE_PRODUCTS)[number];

/** The kinds of files that are read. */
export type Dataset = 'klines' | 'trades' | 'aggTrades' | 'fundingRate';

/** The columns of a kind of file. */
export interface ColumnSet {
  readonly names: readonly string[];
  /** How many of the last columns some files lack. */
  readonly optional: number;
  /** The column of the time by which rows are sorted. */
  readonly time: number;
  /** The column that no two rows have in common. */
  readonly key: number;
  /** All columns that hold a time. */
  readonly times: readonly number[];
}

const CANDLE_START = ['open_time', 'open', 'high', 'low', 'close', 'volume', 'close_time'];

const CANDLES: ColumnSet = {
  names: [...CANDLE_START, 'quote_volume', 'count', 'taker_buy_volume', 'taker_buy_quote_volume', 'ignore'],
  optional: 0,
  time: 0,
  key: 0,
  times: [0, 6],
};

/** The header of coin-margined candles names quote volumes, but the columns hold volumes of the base asset. */
const COINM_CANDLES: ColumnSet = {
  ...CANDLES,
  names: [...CANDLE_START, 'base_volume', 'count', 'taker_buy_volume', 'taker_buy_base_volume', 'ignore'],
};

const TRADES: ColumnSet = {
  names: ['id', 'price', 'qty', 'quote_qty', 'time', 'is_buyer_maker', 'is_best_match'],
  optional: 1,
  time: 4,
  key: 0,
  times: [4],
};

const COINM_TRADES: ColumnSet = {
  ...TRADES,
  names: ['id', 'price', 'qty', 'base_qty', 'time', 'is_buyer_maker', 'is_best_match'],
};

/** Spot files have the last column, futures files do not. */
const AGGREGATE_TRADES: ColumnSet = {
  names: [
    'agg_trade_id',
    'price',
    'quantity',
    'first_trade_id',
    'last_trade_id',
    'transact_time',
    'is_buyer_maker',
    'is_best_match',
  ],
  optional: 1,
  time: 5,
  key: 0,
  times: [5],
};

const FUNDING_RATES: ColumnSet = {
  names: ['calc_time', 'funding_interval_hours', 'last_funding_rate'],
  optional: 0,
  time: 0,
  key: 0,
  times: [0],
};

/** Returns the columns of a kind of file. The product decides, not the header of the file. */
export function columnsOf(dataset: Dataset, product: ArchiveProduct): ColumnSet {
  const isCoinMargined = product === 'coinm';
  if (dataset === 'klines') return isCoinMargined ? COINM_CANDLES : CANDLES;
  if (dataset === 'trades') return isCoinMargined ? COINM_TRADES : TRADES;
  return dataset === 'aggTrades' ? AGGREGATE_TRADES : FUNDING_RATES;
}

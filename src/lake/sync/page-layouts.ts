/** Which endpoint answers with the rows of a table, and in which order the values of a row come. */
import { type ArchiveProduct, type ColumnSet, columnsOf } from '../../archive/columns.ts';
import { MARKET_HISTORIES } from '../../catalogue/market-histories.ts';
import { type ColumnKind, type LakeTable, SERIES_TABLES, tableOf } from '../tables.ts';

/** One value of a row of an answer. */
export interface PageCell {
  /** The column that keeps the value; the name of a value that no column keeps is its own. */
  readonly name: string;
  readonly kind: ColumnKind | 'ignored';
  /** The name of the value where rows are objects; undefined where they are arrays. */
  readonly member?: string;
}

/** The rows of an endpoint. */
export interface PageLayout {
  readonly endpoint: string;
  readonly cells: readonly PageCell[];
}

/** The tables that can be filled from the API. */
export const SYNC_TABLES = ['candles', 'trades', 'aggTrades', 'funding', ...SERIES_TABLES] as const;
export type SyncTable = (typeof SYNC_TABLES)[number];

/** The names of the values of rows that are objects, by the columns that keep them. */
const RATIO = {
  time: 'timestamp',
  long_short_ratio: 'longShortRatio',
  long_account: 'longAccount',
  short_account: 'shortAccount',
};

const MEMBERS: Readonly<Partial<Record<SyncTable, Readonly<Record<string, string>>>>> = {
  trades: {
    id: 'id',
    price: 'price',
    qty: 'qty',
    quote_qty: 'quoteQty',
    time: 'time',
    is_buyer_maker: 'isBuyerMaker',
    is_best_match: 'isBestMatch',
  },
  aggTrades: {
    agg_trade_id: 'a',
    price: 'p',
    quantity: 'q',
    first_trade_id: 'f',
    last_trade_id: 'l',
    transact_time: 'T',
    is_buyer_maker: 'm',
    is_best_match: 'M',
  },
  funding: { symbol: 'symbol', calc_time: 'fundingTime', last_funding_rate: 'fundingRate' },
  openInterest: {
    time: 'timestamp',
    sum_open_interest: 'sumOpenInterest',
    sum_open_interest_value: 'sumOpenInterestValue',
  },
  topAccountRatio: RATIO,
  topPositionRatio: RATIO,
  accountRatio: RATIO,
  takerVolume: { time: 'timestamp', buy_sell_ratio: 'buySellRatio', buy_vol: 'buyVol', sell_vol: 'sellVol' },
};

/** Returns how the rows of a table come from the API; undefined if the product has no endpoint for them. */
export function pageLayoutOf(table: SyncTable, product: ArchiveProduct): PageLayout | undefined {
  const histories: Readonly<Partial<Record<ArchiveProduct, string>>> = MARKET_HISTORIES[table];
  const endpoint = histories[product];
  if (endpoint === undefined) return undefined;
  const members = MEMBERS[table];
  if (members !== undefined) return { endpoint, cells: objectCells(table, product, members) };
  // Candles are arrays with the values of the archive, in the same order; of some the lake keeps only a part.
  return { endpoint, cells: archiveCells(columnsOf('klines', product), tableOf(table, product)) };
}

/** Returns the values of a line of the archive; those that the lake does not keep are ignored. */
export function archiveCells({ names }: ColumnSet, { columns }: LakeTable): readonly PageCell[] {
  const kinds = new Map(columns.map(({ name, kind }) => [name, kind]));
  return names.map((name) => ({ name, kind: kinds.get(name) ?? 'ignored' }));
}

/** Only spot says whether a trade was the best price match. */
function objectCells(
  table: SyncTable,
  product: ArchiveProduct,
  members: Readonly<Record<string, string>>,
): readonly PageCell[] {
  return tableOf(table, product).columns.flatMap(({ name, kind }) => {
    const member = members[name];
    const isAbsent = name === 'is_best_match' && product !== 'spot';
    return member === undefined || isAbsent ? [] : [{ name, kind, member }];
  });
}

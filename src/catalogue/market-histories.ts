/** The public endpoints whose answers are the rows of a market history, and the clocks that say which of them are final. */
import type { FuturesProduct } from './futures-products.ts';

/** The products whose market histories are stored. */
type HistoryProduct = 'spot' | FuturesProduct;

type EndpointByProduct = Readonly<Partial<Record<HistoryProduct, string>>>;

/** The histories by the tables of the lake. */
export const MARKET_HISTORIES = {
  candles: { spot: 'spot.klines', usdm: 'usdm.klines', coinm: 'coinm.klines' },
  // Those of futures need a key.
  trades: { spot: 'spot.historical-trades' },
  aggTrades: { spot: 'spot.agg-trades', usdm: 'usdm.agg-trades', coinm: 'coinm.agg-trades' },
  funding: { usdm: 'usdm.funding-rate', coinm: 'coinm.funding-rate' },
} as const satisfies Readonly<Record<string, EndpointByProduct>>;

/** The time of each exchange. */
export const MARKET_TIMES = {
  spot: 'spot.time',
  usdm: 'usdm.time',
  coinm: 'coinm.time',
} as const satisfies EndpointByProduct;

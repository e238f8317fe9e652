/** The public endpoints whose answers are the rows of a market history, and the clocks that say which of them are final. */
import { DAY_MS } from '../core/time-units.ts';
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
  markCandles: { usdm: 'usdm.mark-price-klines' },
  indexCandles: { usdm: 'usdm.index-price-klines' },
  premiumCandles: { usdm: 'usdm.premium-index-klines' },
  openInterest: { usdm: 'usdm.open-interest-history' },
  topAccountRatio: { usdm: 'usdm.long-short.top-accounts' },
  topPositionRatio: { usdm: 'usdm.long-short.top-positions' },
  accountRatio: { usdm: 'usdm.long-short.accounts' },
  takerVolume: { usdm: 'usdm.taker-volume' },
} as const satisfies Readonly<Record<string, EndpointByProduct>>;

/** The time of each exchange. */
export const MARKET_TIMES = {
  spot: 'spot.time',
  usdm: 'usdm.time',
  coinm: 'coinm.time',
} as const satisfies EndpointByProduct;

/** How long the exchange keeps the rows of a history that it does not keep for ever, in ms. */
export const HISTORY_KEPT_MS: Readonly<Partial<Record<keyof typeof MARKET_HISTORIES, number>>> = {
  openInterest: 30 * DAY_MS,
  topAccountRatio: 30 * DAY_MS,
  topPositionRatio: 30 * DAY_MS,
  accountRatio: 30 * DAY_MS,
  takerVolume: 30 * DAY_MS,
};

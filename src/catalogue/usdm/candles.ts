/**
 * Candles of USD-margined futures: contracts, continuous contracts, index, mark price and premium (interface
 * document, USD-margined futures).
 */

import { candleColumns } from '../columns/candles.ts';
import { endpoint, requiredParam } from '../define.ts';
import { publicRead } from '../endpoint-defaults.ts';
import { CONTRACT_TYPES } from '../enums/market.ts';
import {
  candleContinuity,
  endTime,
  factsParam,
  intervalFutures,
  limit,
  pair,
  startNotAfterEnd,
  startTime,
  symbol,
} from '../params.ts';
import type { Column } from '../types.ts';
import { candleWeightToday } from './futures.ts';

const candles = { ...publicRead('usdm'), weight: 1 } as const;

/** Candles of index and mark prices have no volume; their count of trades is the number of price points. */
const priceColumns = [
  ...candleColumns.slice(0, 5),
  { name: 'ignoredVolume', is: 'text', at: 5, hidden: true },
  { name: 'closeTime', title: 'close time', is: 'time', at: 6 },
  { name: 'ignoredQuoteVolume', is: 'text', at: 7, hidden: true },
  { name: 'points', is: 'integer', at: 8 },
  { name: 'ignoredTakerVolume', is: 'text', at: 9, hidden: true },
  { name: 'ignoredTakerQuoteVolume', is: 'text', at: 10, hidden: true },
  { name: 'ignored', is: 'text', at: 11, hidden: true },
] as const satisfies readonly Column[];

const tradedView = { shape: 'rows', columns: candleColumns, candles: true } as const;
const priceView = { shape: 'rows', columns: priceColumns, candles: true } as const;
const pages = {
  by: 'time',
  from: 'startTime',
  to: 'endTime',
  limit: 'limit',
  at: 'openTime',
  continuity: candleContinuity,
} as const;
const window = { interval: requiredParam(intervalFutures), startTime, endTime } as const;
const pageSize = limit(500, 1500);
/**
 * The document lists the page size parameter of these candles without its bounds: the bounds are those of the
 * other candles.
 */
const likePageSize = factsParam(pageSize);

export const klines = endpoint({
  ...candles,
  id: 'usdm.klines',
  summary: 'Candles',
  path: '/fapi/v1/klines',
  params: { symbol: requiredParam(symbol), ...window, limit: pageSize },
  rules: [startNotAfterEnd],
  pages,
  view: tradedView,
  today: { weight: candleWeightToday },
});

export const continuousKlines = endpoint({
  ...candles,
  id: 'usdm.continuous-klines',
  summary: "Candles of a pair's contracts of one type, one after the other",
  path: '/fapi/v1/continuousKlines',
  params: {
    pair: requiredParam(pair),
    contractType: requiredParam({ type: 'ENUM', about: 'Contract type', values: CONTRACT_TYPES }),
    ...window,
    limit: pageSize,
  },
  rules: [startNotAfterEnd],
  pages,
  view: tradedView,
  today: { weight: candleWeightToday },
});

export const indexPriceKlines = endpoint({
  ...candles,
  id: 'usdm.index-price-klines',
  summary: 'Candles of the index price of a pair',
  path: '/fapi/v1/indexPriceKlines',
  params: { pair: requiredParam(pair), ...window, limit: likePageSize },
  rules: [startNotAfterEnd],
  pages,
  view: priceView,
  today: { weight: candleWeightToday },
});

export const markPriceKlines = endpoint({
  ...candles,
  id: 'usdm.mark-price-klines',
  summary: 'Candles of the mark price',
  path: '/fapi/v1/markPriceKlines',
  params: { symbol: requiredParam(symbol), ...window, limit: likePageSize },
  rules: [startNotAfterEnd],
  pages,
  view: priceView,
  today: { weight: candleWeightToday },
});

export const premiumIndexKlines = endpoint({
  ...candles,
  id: 'usdm.premium-index-klines',
  summary: 'Candles of the premium index',
  path: '/fapi/v1/premiumIndexKlines',
  params: { symbol: requiredParam(symbol), ...window, limit: likePageSize },
  rules: [startNotAfterEnd],
  pages,
  view: priceView,
  today: { weight: candleWeightToday },
});

export const usdmCandles = [
  klines,
  continuousKlines,
  indexPriceKlines,
  markPriceKlines,
  premiumIndexKlines,
] as const;

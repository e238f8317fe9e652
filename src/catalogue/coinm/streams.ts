/** Streams of coin-margined futures (interface document, Market streams; public facts, COIN-M). */

import { pairIndexView, pairKlineView } from '../columns/stream-views.ts';
import { continuousKlines } from '../continuous-klines.ts';
import { contractInfo } from '../contract-info.ts';
import { futuresStreams } from '../futures-streams.ts';
import { candle, head, intervalFutures, pair, symbol } from '../stream-fields.ts';
import { decimal, object, stream, text } from '../stream-types.ts';

const coinm = { product: 'coinm', payload: 'object' } as const;
const byEventTime = { by: 'ascent', at: 'E' } as const;
const pairCandles = { e: head.e, E: head.E, ps: text('pair'), k: object('candle', candle) } as const;

export const coinmStreams = [
  ...futuresStreams({ product: 'coinm', pairField: { ps: text('pair') } }),
  continuousKlines('coinm'),
  contractInfo('coinm', 'today'),
  stream({
    ...coinm,
    id: 'coinm.index-price',
    kind: 'index-price',
    name: '<pair>@indexPrice',
    slots: { pair },
    summary: 'Index price of a pair',
    origin: 'facts',
    event: 'indexPriceUpdate',
    fields: { e: head.e, E: head.E, i: text('pair'), p: decimal('index price') },
    view: pairIndexView,
    sequence: byEventTime,
    periodMs: 3000,
  }),
  stream({
    ...coinm,
    id: 'coinm.index-price-kline',
    kind: 'index-price-klines',
    name: '<pair>@indexPriceKline_<interval>',
    slots: { pair, interval: intervalFutures },
    summary: 'Candles of an index price',
    origin: 'facts',
    event: 'indexPrice_kline',
    fields: pairCandles,
    view: pairKlineView,
    sequence: byEventTime,
    periodMs: 250,
  }),
  stream({
    ...coinm,
    id: 'coinm.mark-price-kline',
    kind: 'mark-price-klines',
    name: '<symbol>@markPriceKline_<interval>',
    slots: { symbol, interval: intervalFutures },
    summary: 'Candles of a mark price',
    origin: 'facts',
    event: 'markPrice_kline',
    fields: pairCandles,
    view: pairKlineView,
    sequence: byEventTime,
    periodMs: 250,
  }),
] as const;

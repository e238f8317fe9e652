/** Candles of continuous contracts, which both kinds of futures send alike (interface document, Market streams). */

import { continuousKlineView } from './columns/stream-views.ts';
import { type FuturesProduct, ROUTES_TODAY } from './futures-products.ts';
import { candle, head, intervalFutures, pair } from './stream-fields.ts';
import { object, type Stream, stream, text } from './stream-types.ts';

/** Contract types in stream names are lowercase (interface document, Market streams). */
const contractType = {
  about: 'Contract type, lowercase',
  values: ['perpetual', 'current_month', 'next_month', 'current_quarter', 'next_quarter'],
} as const;
const { s: _symbol, ...continuousCandle } = candle;

/** Returns the stream of candles of a pair's contracts of one type, one after the other. */
export function continuousKlines(product: FuturesProduct): Stream {
  return stream({
    product,
    payload: 'object',
    ...ROUTES_TODAY[product].market,
    id: `${product}.continuous-kline`,
    kind: 'continuous-klines',
    name: '<symbol>@continuousKline_<contractType>_<interval>',
    nameToday: '<symbol>_<contractType>@continuousKline_<interval>',
    slots: { symbol: pair, contractType, interval: intervalFutures },
    summary: 'Candles of a continuous contract',
    origin: 'document',
    event: 'continuous_kline',
    fields: {
      e: head.e,
      E: head.E,
      ps: text('pair'),
      ct: text('contract type, upper case'),
      k: object('candle', continuousCandle),
    },
    view: continuousKlineView,
    sequence: { by: 'ascent', at: 'E' },
    periodMs: 250,
    otherContractsToday: 'by-name',
  });
}

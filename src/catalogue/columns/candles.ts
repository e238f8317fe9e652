/** Candles of spot and futures, whose rows have the same format (interface document, Market data). */
import type { Column } from '../types.ts';

/** Columns of a candle by their index in the row. */
export const candleColumns = [
  { name: 'openTime', title: 'open time', is: 'time', at: 0 },
  { name: 'open', is: 'decimal', at: 1 },
  { name: 'high', is: 'decimal', at: 2 },
  { name: 'low', is: 'decimal', at: 3 },
  { name: 'close', is: 'decimal', at: 4, pinned: true },
  { name: 'volume', is: 'decimal', at: 5 },
  { name: 'closeTime', title: 'close time', is: 'time', at: 6, hidden: true },
  { name: 'quoteVolume', title: 'quote volume', is: 'decimal', at: 7 },
  { name: 'trades', is: 'integer', at: 8 },
  { name: 'takerBuyVolume', title: 'taker buy', is: 'decimal', at: 9, hidden: true },
  { name: 'takerBuyQuoteVolume', title: 'taker buy quote', is: 'decimal', at: 10, hidden: true },
  { name: 'ignored', is: 'text', at: 11, hidden: true },
] as const satisfies readonly Column[];

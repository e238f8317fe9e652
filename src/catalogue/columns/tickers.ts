/** Columns of tickers that several markets share (interface document, Market data; records from public facts). */
import type { Column } from '../types.ts';

/** Columns of the last price of a ticker's time span and the price change in it. */
export const changeColumns = [
  { name: 'symbol', is: 'text' },
  { name: 'lastPrice', title: 'last', is: 'decimal' },
  { name: 'priceChange', title: 'change', is: 'decimal' },
  { name: 'priceChangePercent', title: 'change %', is: 'percent' },
  { name: 'weightedAvgPrice', title: 'vwap', is: 'decimal', hidden: true },
] as const satisfies readonly Column[];

/** Columns of the prices, volumes and trades of a ticker's time span. */
export const spanColumns = [
  { name: 'openPrice', title: 'open', is: 'decimal' },
  { name: 'highPrice', title: 'high', is: 'decimal' },
  { name: 'lowPrice', title: 'low', is: 'decimal' },
  { name: 'volume', is: 'decimal' },
  { name: 'quoteVolume', title: 'quote volume', is: 'decimal' },
  { name: 'openTime', title: 'open time', is: 'time', hidden: true },
  { name: 'closeTime', title: 'close time', is: 'time', hidden: true },
  { name: 'firstId', is: 'integer', hidden: true },
  { name: 'lastId', is: 'integer', hidden: true },
  { name: 'count', title: 'trades', is: 'integer' },
] as const satisfies readonly Column[];

/** The best bid and ask. */
export const bestPriceColumns = [
  { name: 'symbol', is: 'text' },
  { name: 'bidPrice', title: 'bid', is: 'decimal' },
  { name: 'bidQty', title: 'bid qty', is: 'decimal' },
  { name: 'askPrice', title: 'ask', is: 'decimal' },
  { name: 'askQty', title: 'ask qty', is: 'decimal' },
] as const satisfies readonly Column[];

/** Parameters that many endpoints share, declared once. */

import { KLINE_INTERVALS_FUTURES, KLINE_INTERVALS_SPOT, TICKER_TYPES } from './enums/market.ts';
import type { Continuity, Param } from './types.ts';

export const symbol = {
  type: 'STRING',
  about: 'Trading pair, such as BTCUSDT',
  format: 'symbol',
} as const satisfies Param;

export const symbols = {
  type: 'ARRAY',
  about: 'Several trading pairs, separated by commas',
  items: symbol,
} as const satisfies Param;

export const startTime = {
  type: 'LONG',
  about: 'Start of the window, inclusive',
  unit: 'ms',
  min: 0,
} as const satisfies Param;
export const endTime = {
  type: 'LONG',
  about: 'End of the window, inclusive',
  unit: 'ms',
  min: 0,
} as const satisfies Param;

/** The rule that a time window does not end before it starts. */
export const startNotAfterEnd = { rule: 'not-after', from: 'startTime', to: 'endTime' } as const;

/** Returns the rules of a time window of at most `ms`. */
export function maxSpanRules(ms: number) {
  return [startNotAfterEnd, { rule: 'max-span', from: 'startTime', to: 'endTime', ms }] as const;
}

export const fromId = { type: 'LONG', about: 'First id, inclusive', min: 0 } as const satisfies Param;

export const intervalSpot = {
  type: 'ENUM',
  about: 'Candle interval',
  values: KLINE_INTERVALS_SPOT,
} as const satisfies Param;

export const timeZone = {
  type: 'STRING',
  about: 'Offset from UTC that shifts day boundaries, such as 8 or -03:30',
  default: '0',
  format: 'time-zone',
} as const satisfies Param;

export const tickerType = {
  type: 'ENUM',
  about: 'FULL has all fields, MINI leaves out bid, ask and changes',
  values: TICKER_TYPES,
  default: 'FULL',
} as const satisfies Param;

/** A page-size parameter with the exchange's default and largest value. */
export function limit<const D extends number, const M extends number>(defaultRows: D, maxRows: M) {
  return {
    type: 'INT',
    about: 'Number of rows',
    default: defaultRows,
    min: 1,
    max: maxRows,
  } as const satisfies Param;
}

/** A client order id: at most 36 of the allowed characters. */
export const clientOrderId = {
  type: 'STRING',
  about: 'Client id',
  maxLength: 36,
  format: 'client-order-id',
} as const satisfies Param;

/** Futures and options have no candles of one second. */
export const intervalFutures = {
  type: 'ENUM',
  about: 'Candle interval',
  values: KLINE_INTERVALS_FUTURES,
} as const satisfies Param;

export const pair = {
  type: 'STRING',
  about: 'Underlying pair of contracts, such as BTCUSDT',
  format: 'symbol',
} as const satisfies Param;

/** Returns a parameter that the document does not show and public facts supply. */
export function factsParam<const P extends Param>(param: P): P & { readonly origin: 'facts' } {
  return { ...param, origin: 'facts' };
}

/** A coin, token or fiat currency by its letters. */
export const asset = { type: 'STRING', about: 'Asset, such as BTC' } as const satisfies Param;

/** An amount of an asset. */
export const amount = { type: 'DECIMAL', about: 'Amount of the asset', above: '0' } as const satisfies Param;

/** Pages are counted from 1. */
export const page = {
  type: 'INT',
  about: 'Page, counted from 1',
  default: 1,
  min: 1,
} as const satisfies Param;

/** Returns a parameter that the live exchange has today and the interface document lacks. */
export function todayParam<const P extends Param>(param: P): P & { readonly origin: 'today' } {
  return { ...param, origin: 'today' };
}

/** Declares that candles follow each other without a gap, even when nothing was traded. */
export const candleContinuity = {
  row: 'candle',
  step: { by: 'interval', param: 'interval' },
} as const satisfies Continuity;

/** Declares that ids of public trades are consecutive. */
export const tradeContinuity = { row: 'trade', step: { by: 'one' } } as const satisfies Continuity;
export const aggTradeContinuity = {
  row: 'aggregate trade',
  step: { by: 'one' },
} as const satisfies Continuity;

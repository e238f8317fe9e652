/**
 * A time span: what was traded on a symbol within a part of one day, as prices and sums. A market model creates the
 * span of a whole day and divides a span in two whose sums add up to it exactly; `span-trades.ts` divides a short span
 * into its trades.
 */

import type { SymbolProfile } from './symbol-profile.ts';

/** The values that all time spans of one symbol and day share. */
export interface Day {
  readonly profile: SymbolProfile;
  /** Start of the day in ms since 1970. */
  readonly start: number;
  /**
   * A price in ticks that is subtracted before values are computed, so that they stay integers below 2^53.
   */
  readonly reference: number;
  /** Keys of the random numbers of base and quote asset on this day. */
  readonly baseKey: number;
  readonly quoteKey: number;
  /** The price jumps of base and quote asset on this day; absent on most days, and in market model 1. */
  readonly baseJump?: Jump | undefined;
  readonly quoteJump?: Jump | undefined;
  /** The terms of an inverse contract, whose values are counted in the base asset; absent for other symbols. */
  readonly inverse?: InverseLots | undefined;
}

/** Lots of an inverse contract in units of the base asset (`base-volume.ts`). */
export interface InverseLots {
  /** The units of a lot times its price in ticks. */
  readonly unitsTimesTicks: number;
  /** The units of a lot at the reference price, rounded. */
  readonly atReference: number;
}

/** A jump of an asset's price: a move that happens within one second. */
export interface Jump {
  /** The start of the second in which the price jumps, in ms of the day. */
  readonly at: number;
  /** The variance of the jump, relative to that of a usual day. */
  readonly variance: number;
}

/**
 * The trades of a span. "Buy" and "sell" are the taker's side. A value is the sum over trades of lots times the value
 * of a lot, `lotValueAt`. Invariants of each side, without which a span could not be divided:
 * - it has at least `TRADE_LOTS_SPARE` lots for each trade of the span;
 * - its value can be met while `TRADE_LOTS_FREE` lots for each trade have any price from low to high.
 */
export interface TimeSpan {
  readonly day: Day;
  readonly key: number;
  /** The start (inclusive) and the end (exclusive) of the span, in ms of the day. */
  readonly from: number;
  readonly to: number;
  /** The id of the span's first aggregate trade, and the number of its aggregate trades. */
  readonly firstId: number;
  readonly count: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** The expected price in the middle of the span, in ticks. */
  readonly middle: number;
  readonly buyLots: number;
  readonly buyValue: number;
  readonly sellLots: number;
  readonly sellValue: number;
  /**
   * The variance of base and quote asset in the span without jumps, relative to that of a usual day; 0 in
   * market model 1, whose variance is the same at all times.
   */
  readonly baseVariance: number;
  readonly quoteVariance: number;
}

/** An aggregate trade: what one taker order traded at one price. */
export interface AggregateTrade {
  readonly id: number;
  /** In ms since 1970. */
  readonly time: number;
  /** In ticks. */
  readonly price: number;
  readonly lots: number;
  /** Whether the taker of the aggregate trade sold. */
  readonly isBuyerMaker: boolean;
  /** The volume in units of the base asset, where values are counted in it. */
  readonly base?: number | undefined;
  /**
   * The ids of the first and last trade of the aggregate, present if trades of users lie between the
   * simulated market's trades.
   */
  readonly span?: { readonly firstId: number; readonly lastId: number } | undefined;
}

/** A time span, or the trades of a part that has too few for a time span of its own. */
export type SpanPart = TimeSpan | readonly AggregateTrade[];

/**
 * The number of lots of each trade on each side whose price is still free; also the smallest size of a trade.
 */
export const TRADE_LOTS_FREE = 4;

/**
 * The number of lots that a time span must have for each trade on each side: those whose price is free, and
 * as many to balance them.
 */
export const TRADE_LOTS_SPARE = 2 * TRADE_LOTS_FREE;

/** The bound of the values of a day, so that every sum of two is an integer that a double can hold. */
export const DAY_VALUE_MAX = 2 ** 52;

/** Returns the price around which the trades of a span lie, in ticks; not an integer. */
export function centreOf(span: Pick<TimeSpan, 'open' | 'middle' | 'close'>): number {
  return (span.open + 2 * span.middle + span.close) / 4;
}

/**
 * Returns the value of a lot at a price in ticks; it grows with the price. Of a linear contract or a spot symbol it is
 * the difference from the reference price, of an inverse contract by how many units of the base asset less it is worth.
 */
export function lotValueAt({ inverse, reference }: LotValueTerms, price: number): number {
  return inverse === undefined ? price - reference : inverse.atReference - inverse.unitsTimesTicks / price;
}

/** The fields of a day by which values are counted. */
export type LotValueTerms = Pick<Day, 'reference' | 'inverse'>;

/** Returns the price in ticks, not an integer, at which all lots of a span would have its values. */
export function averageOf({ day, buyLots, buyValue, sellLots, sellValue }: SpanSums): number {
  const lotValue = (buyValue + sellValue) / (buyLots + sellLots);
  const { inverse } = day;
  return inverse === undefined
    ? day.reference + lotValue
    : inverse.unitsTimesTicks / (inverse.atReference - lotValue);
}

type SpanSums = Pick<TimeSpan, 'day' | 'buyLots' | 'buyValue' | 'sellLots' | 'sellValue'>;

/** Returns the least value that lots of one side of a span can have. */
export function valueMin({ day, low, high, count }: SpanRange, lots: number): number {
  const least = lotValueAt(day, low);
  return least * lots + TRADE_LOTS_FREE * count * (lotValueAt(day, high) - least);
}

/** Returns the greatest value that lots of one side of a span can have. */
export function valueMax({ day, low, high, count }: SpanRange, lots: number): number {
  const greatest = lotValueAt(day, high);
  return greatest * lots - TRADE_LOTS_FREE * count * (greatest - lotValueAt(day, low));
}

type SpanRange = Pick<TimeSpan, 'day' | 'low' | 'high' | 'count'>;

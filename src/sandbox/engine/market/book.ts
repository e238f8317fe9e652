/** The order book as a function of time: it is constant for a step of 100 ms, then some of its levels change. */

import type { AggregateTrade } from './time-span.ts';

/** A price in ticks and the quantity offered at it, in lots. */
export interface MarketLevel {
  readonly price: number;
  readonly lots: number;
}

export interface DepthSnapshot {
  /** The update id of the order book, which grows by `UPDATES_PER_STEP` from each step to the next. */
  readonly lastUpdateId: number;
  /** The price levels of the bids, the highest price first. */
  readonly bids: readonly MarketLevel[];
  /** The price levels of the asks, the lowest price first. */
  readonly asks: readonly MarketLevel[];
}

/** How long an order book stays constant, in ms. */
export const BOOK_STEP_MS = 100;

/**
 * The number of update ids that one step of the order book takes, so that the ids of a diff stream are
 * contiguous and can be computed from the time.
 */
export const UPDATES_PER_STEP = 4;

/** The largest number of levels on a side (interface document, depth: values above 5000 return 5000). */
export const LEVELS_MAX = 5000;

/** The trade around which an order book lies: its price, and which side the taker was on. */
export type LastTouch = Pick<AggregateTrade, 'price' | 'isBuyerMaker'>;

/** Returns the number of the order book's 100 ms step at a time. */
export function bookStep(at: number): number {
  return Math.floor(at / BOOK_STEP_MS);
}

/** One side of an order book: bids descend from the best bid, asks ascend from the best ask. */
export interface MarketSide {
  readonly isBids: boolean;
  /** The best price in ticks. */
  readonly best: number;
  /** The number of the order book's step, as `bookStep` counts. */
  readonly step: number;
}

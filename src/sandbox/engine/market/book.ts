/** The order book as a function of time: it stands still for a step and then changes in a few levels. */

import { blend, fraction } from './noise.ts';
import type { SymbolProfile } from './symbol-profile.ts';
import type { AggregateTrade } from './time-span.ts';

/** A price in ticks and what is offered at it, in lots. */
export interface MarketLevel {
  readonly price: number;
  readonly lots: number;
}

export interface DepthSnapshot {
  /** Ascends by `UPDATES_PER_STEP` from each step to the next. */
  readonly lastUpdateId: number;
  /** Highest first. */
  readonly bids: readonly MarketLevel[];
  /** Lowest first. */
  readonly asks: readonly MarketLevel[];
}

/** How long a book stands still, in ms. */
export const BOOK_STEP_MS = 100;

/** Updates that a step counts for, so that the ids of a diff stream are contiguous and known in closed form. */
export const UPDATES_PER_STEP = 4;

/** The largest number of levels on a side (interface document, depth: values above 5000 return 5000). */
const LEVELS_MAX = 5000;

/** Ticks that are searched for levels on a side; at least every second tick on average has one. */
const TICKS_SEARCHED_MAX = 4 * LEVELS_MAX;

/** Returns the number of the book's step at a moment. */
export function bookStep(at: number): number {
  return Math.floor(at / BOOK_STEP_MS);
}

/** Returns the book's last update id at a step. */
export function updateIdAt(profile: SymbolProfile, step: number): number {
  return (step - bookStep(profile.symbol.listedAt) + 1) * UPDATES_PER_STEP;
}

/** Returns up to `levels` levels on each side at a step, around the last trade before it. */
export function bookAt(
  profile: SymbolProfile,
  last: Pick<AggregateTrade, 'price' | 'isBuyerMaker'>,
  levels: number,
  step: number,
): DepthSnapshot {
  const wanted = Math.min(levels, LEVELS_MAX);
  // A taker who sold met the best bid; one who bought met the best ask.
  const bid = Math.max(last.isBuyerMaker ? last.price : last.price - 1, 1);
  return {
    lastUpdateId: updateIdAt(profile, step),
    bids: sideAt(blend(profile.key, 0xb1d), profile.tradeLots, bid, -1, wanted, step),
    asks: sideAt(blend(profile.key, 0xa5c), profile.tradeLots, bid + 1, 1, wanted, step),
  };
}

function sideAt(
  key: number,
  tradeLots: number,
  touch: number,
  direction: 1 | -1,
  wanted: number,
  step: number,
): MarketLevel[] {
  const levels: MarketLevel[] = [];
  for (let distance = 0; distance < TICKS_SEARCHED_MAX && levels.length < wanted; distance += 1) {
    const price = touch + direction * distance;
    if (price < 1) break;
    const lots = lotsAt(blend(key, price), tradeLots, distance, step);
    if (lots > 0) levels.push({ price, lots });
  }
  return levels;
}

/**
 * Returns the lots at a price, 0 for no level. Distances count by doublings: a price keeps its lots while the touch
 * moves about, and the farther off it is the longer it keeps them.
 */
function lotsAt(levelKey: number, tradeLots: number, distance: number, step: number): number {
  const doublings = 31 - Math.clz32(distance + 1);
  const stepsKept = 2 << Math.min(doublings, 12);
  const epoch = Math.floor((step + (levelKey & (stepsKept - 1))) / stepsKept);
  const key = blend(blend(levelKey, epoch), doublings);
  if (distance > 0 && (key & 1023) < (doublings < 4 ? 100 : 450)) return 0;
  const size = fraction(blend(key, 1));
  return 1 + Math.floor(tradeLots * (0.05 + size * size * size * 4) * (1 + 0.7 * doublings));
}

/**
 * Finds the lowest and highest price of a time window whose trades are expensive to compute and whose bounds are
 * cheap: only the parts in which the extremes may lie are examined.
 */
import type { PriceRange } from './trade-summary.ts';

/** The longest time window whose trades are examined, in ms. */
const EXAMINED_MS = 1000;

/** What is known of the prices from `from` (inclusive) to `to` (exclusive); undefined where nothing was traded. */
export interface WindowPrices {
  /** Returns a range that contains all prices of the window. */
  boundsOf(from: number, to: number): PriceRange | undefined;
  /** Returns the lowest and highest price of the window. */
  exactOf(from: number, to: number): PriceRange | undefined;
}

interface Window {
  readonly from: number;
  readonly to: number;
}

/** Returns the lowest and highest price of a time window; undefined if nothing was traded in it. */
export function findPriceRange(from: number, to: number, prices: WindowPrices): PriceRange | undefined {
  const window = { from, to };
  const low = -findHighest(window, negated(prices));
  return low === Number.POSITIVE_INFINITY ? undefined : { low, high: findHighest(window, prices) };
}

/** Returns the prices with the opposite sign, so that the highest of them is the lowest price. */
function negated({ boundsOf, exactOf }: WindowPrices): WindowPrices {
  const negate = (range: PriceRange | undefined) => range && { low: -range.high, high: -range.low };
  return {
    boundsOf: (from, to) => negate(boundsOf(from, to)),
    exactOf: (from, to) => negate(exactOf(from, to)),
  };
}

/** Returns the highest price of a window, or `known` if no price is higher. */
function findHighest({ from, to }: Window, prices: WindowPrices, known = Number.NEGATIVE_INFINITY): number {
  if (from >= to) return known;
  if (to - from <= EXAMINED_MS) return Math.max(known, prices.exactOf(from, to)?.high ?? known);
  const middle = from + Math.floor((to - from) / 2);
  const halves = [
    { from, to: middle },
    { from: middle, to },
  ].map((window) => ({ window, bound: prices.boundsOf(window.from, window.to)?.high ?? known }));
  // The half that may reach higher comes first, because what it reaches often rules out the other.
  halves.sort((one, other) => other.bound - one.bound);
  let highest = known;
  for (const { window, bound } of halves) if (bound > highest) highest = findHighest(window, prices, highest);
  return highest;
}

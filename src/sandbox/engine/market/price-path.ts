/**
 * The slow part of the market, in closed form: the price of an asset at the start of each day and the number of
 * trades before it. Prices belong to assets, so that crosses agree: ETHBTC follows ETHUSDT / BTCUSDT.
 */

import { blend, exponential, smoothNoise } from './noise.ts';
import { priceComponents } from './price-components.ts';
import type { SymbolProfile } from './symbol-profile.ts';

/** A wave of activity changes a day's number of trades by at most this fraction; five waves stay below 1. */
const ACTIVITY_SLOPE = 0.13;
const ACTIVITY_PERIODS = [1, 4, 16, 64, 256] as const;

/** Below this number of ticks a price can't move in steps that look like a market. */
const TICKS_MIN = 20;

/** Above it, ticks times lots could leave the whole numbers that a double holds. */
const TICKS_MAX = 40_000_000;

/** Returns the price in ticks at the start of a day, counted in days from 1970. */
export function ticksAt(profile: SymbolProfile, day: number): number {
  const { base, quote } = profile.symbol;
  let exponent = 0;
  if (base.volatility > 0) {
    exponent += base.volatility * (priceComponents(profile.baseKey, day) - profile.baseAnchor);
  }
  if (quote.volatility > 0) {
    exponent -= quote.volatility * (priceComponents(profile.quoteKey, day) - profile.quoteAnchor);
  }
  const ticks = Math.round(profile.anchorTicks * exponential(exponent));
  return Math.min(Math.max(ticks, TICKS_MIN), TICKS_MAX);
}

/** Returns how many aggregate trades were made before a day that is `age` days (0 or more) after the listing. */
export function tradesBefore(profile: SymbolProfile, age: number): number {
  return Math.floor(profile.tradesPerDay * (age + activity(profile.key, age) - activity(profile.key, 0)));
}

function activity(key: number, age: number): number {
  let sum = 0;
  for (const period of ACTIVITY_PERIODS) {
    // Noise of one day's period can jump by 2, that of longer periods by 3 / period a day.
    const size = (ACTIVITY_SLOPE * period) / (period === 1 ? 2 : 3);
    sum += size * smoothNoise(blend(key, 0x41c7 + period), age, period);
  }
  return sum;
}

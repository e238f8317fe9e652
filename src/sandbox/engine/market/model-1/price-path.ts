/**
 * The daily part of market model 1, in closed form: the price at the start of each day and the number of trades before
 * it. Price levels belong to assets, so that crosses agree: ETHBTC follows ETHUSDT / BTCUSDT.
 */

import { blend, exponential, smoothNoise } from '../noise.ts';
import { ANCHOR_DAY, roundTicks, type SymbolProfile } from '../symbol-profile.ts';
import { priceComponents } from './price-components.ts';

/**
 * The fraction by which each curve of activity changes the number of a day's trades at most; the sum of five
 * curves stays below 1.
 */
const ACTIVITY_SLOPE = 0.13;
const ACTIVITY_PERIODS = [1, 4, 16, 64, 256] as const;

/** The daily prices and trade counts of one symbol. */
export class PricePath {
  readonly profile: SymbolProfile;
  readonly #baseAnchor: number;
  readonly #quoteAnchor: number;

  constructor(profile: SymbolProfile) {
    this.profile = profile;
    this.#baseAnchor = priceComponents(profile.baseKey, ANCHOR_DAY);
    this.#quoteAnchor = priceComponents(profile.quoteKey, ANCHOR_DAY);
  }

  /** Returns the price in ticks at the start of a day, counted in days from 1970. */
  ticksAt(day: number): number {
    const { profile } = this;
    const { base, quote } = profile.symbol;
    let exponent = 0;
    if (base.volatility > 0) {
      exponent += base.volatility * (priceComponents(profile.baseKey, day) - this.#baseAnchor);
    }
    if (quote.volatility > 0) {
      exponent -= quote.volatility * (priceComponents(profile.quoteKey, day) - this.#quoteAnchor);
    }
    return roundTicks(profile.anchorTicks * exponential(exponent));
  }

  /** Returns how many aggregate trades were made before a day that is `age` days (0 or more) after the listing. */
  tradesBefore(age: number): number {
    const { key, tradesPerDay } = this.profile;
    return Math.floor(tradesPerDay * (age + activity(key, age) - activity(key, 0)));
  }
}

function activity(key: number, age: number): number {
  let sum = 0;
  for (const period of ACTIVITY_PERIODS) {
    // A smooth curve with a period of one day can jump by 2, one of a longer period by 3 / period a day.
    const size = (ACTIVITY_SLOPE * period) / (period === 1 ? 2 : 3);
    sum += size * smoothNoise(blend(key, 0x41c7 + period), age, period);
  }
  return sum;
}

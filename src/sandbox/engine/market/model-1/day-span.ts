/** The time span of a whole day in market model 1. */
import { DAY_MS } from '../../../../core/time-units.ts';
import { sideLots, sideValue } from '../day-sides.ts';
import { blend, fraction, signedFraction } from '../noise.ts';
import { centreOf, type TimeSpan } from '../time-span.ts';
import type { PricePath } from './price-path.ts';

/**
 * How far the average prices of buys and sells may lie from the centre of a day, as a fraction of the day's
 * price range.
 */
const VALUE_SPREAD = 0.015;

/**
 * Returns the time span of a whole day (counted in days from 1970) on which the symbol is listed. The span of
 * the day before, if given, saves half of the work.
 */
export function createDaySpan(path: PricePath, day: number, previousSpan?: TimeSpan): TimeSpan {
  const { profile } = path;
  const age = day - profile.symbol.listedAt / DAY_MS;
  const key = blend(profile.key, day);
  const firstId =
    previousSpan === undefined ? path.tradesBefore(age) : previousSpan.firstId + previousSpan.count;
  const count = path.tradesBefore(age + 1) - firstId;
  const open = previousSpan === undefined ? path.ticksAt(day) : previousSpan.close;
  const close = path.ticksAt(day + 1);
  const baseKey = blend(profile.baseKey, day);
  const quoteKey = blend(profile.quoteKey, day);
  const { base, quote } = profile.symbol;
  const bend =
    0.87 *
    (base.volatility * signedFraction(blend(baseKey, 0)) -
      quote.volatility * signedFraction(blend(quoteKey, 0)));
  const middle = Math.max(1, Math.round(((open + close) / 2) * (1 + bend)));
  const typicalMove = open * Math.max(base.volatility, quote.volatility);
  const high = Math.max(open, close, middle) + overshootOf(typicalMove, blend(key, 1));
  const low = Math.max(1, Math.min(open, close, middle) - overshootOf(typicalMove, blend(key, 2)));
  const activity = 0.6 + 0.8 * fraction(blend(key, 3));
  const tilt = 0.06 * signedFraction(blend(key, 4));
  const range = high - low;
  const buyLots = sideLots(count, profile.tradeLots, activity * (1 + tilt), range);
  const sellLots = sideLots(count, profile.tradeLots, activity * (1 - tilt), range);
  const average = centreOf({ open, middle, close }) - low;
  const spread = VALUE_SPREAD * range;
  const buyAverage = average + spread * signedFraction(blend(key, 5));
  const sellAverage = average + spread * signedFraction(blend(key, 6));
  return {
    day: { profile, start: day * DAY_MS, reference: low, baseKey, quoteKey },
    key,
    from: 0,
    to: DAY_MS,
    firstId,
    count,
    open,
    high,
    low,
    close,
    middle,
    buyLots,
    buyValue: sideValue(count, buyLots, buyAverage, 0, range),
    sellLots,
    sellValue: sideValue(count, sellLots, sellAverage, 0, range),
    baseVariance: 0,
    quoteVariance: 0,
  };
}

/**
 * Returns how far the high or low of a day lies beyond its open, close and middle price: mostly little,
 * rarely 0.8 usual daily moves.
 */
function overshootOf(usualMove: number, key: number): number {
  const chance = fraction(key);
  return Math.round(usualMove * (0.1 + 0.7 * chance * chance));
}

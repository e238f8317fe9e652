/** The time span of a whole day in market model 2. */
import { DAY_MS } from '../../../../core/time-units.ts';
import { createSide } from '../day-sides.ts';
import { blend, fraction, scramble, signedFraction } from '../noise.ts';
import { centreOf, type Day, type TimeSpan } from '../time-span.ts';
import { middayBend } from './basis.ts';
import type { DailyPrices } from './daily-prices.ts';
import { inverseLotsOf, priceVariance } from './inverse-lots.ts';
import { jumpOn } from './jumps.ts';
import { bellNumber } from './random.ts';

/**
 * How far the average prices of buys and sells may lie from the centre of a day, as a fraction of the day's
 * price range.
 */
const VALUE_SPREAD = 0.001;

/** The standard deviation of the average of a random walk that starts and ends at 0, relative to that of its end. */
const AVERAGE_DEVIATION = Math.sqrt(1 / 12);

/** Returns the span of a day, counted in days from 1970, on which the symbol is listed. */
export function createDaySpan(prices: DailyPrices, day: number, previousSpan?: TimeSpan): TimeSpan {
  const { profile } = prices;
  const { base, quote } = profile.symbol;
  const key = blend(profile.key, day);
  const firstId =
    previousSpan === undefined ? prices.tradesBefore(day) : previousSpan.firstId + previousSpan.count;
  const open = previousSpan === undefined ? prices.ticksAt(day) : previousSpan.close;
  const { close, count, baseVariance, quoteVariance } = prices.dayAfter(day, firstId);
  const baseKey = blend(profile.baseKey, day);
  const quoteKey = blend(profile.quoteKey, day);
  const baseJump = jumpOn(baseKey, baseVariance);
  const quoteJump = quote.volatility > 0 ? jumpOn(quoteKey, quoteVariance) : undefined;
  const baseMove = open * base.volatility * Math.sqrt(baseVariance);
  const quoteMove = open * quote.volatility * Math.sqrt(quoteVariance);
  const averageOffset =
    AVERAGE_DEVIATION *
    (baseMove * bellNumber(scramble(baseKey)) - quoteMove * bellNumber(scramble(quoteKey)));
  const bend = open * middayBend(profile, day * DAY_MS);
  const middle = Math.max(1, Math.round((open + close) / 2 + 2 * averageOffset + bend));
  const move = Math.max(baseMove, quoteMove);
  // The random numbers of the extremes belong to the base asset, so that a contract follows its index.
  const extremes = blend(baseKey, 1);
  const high = Math.max(open, close, middle) + overshootOf(move, (extremes & 0xffff) / 65_536);
  const low = Math.max(1, Math.min(open, close, middle) - overshootOf(move, (extremes >>> 16) / 65_536));
  const activity = 0.6 + 0.8 * fraction(blend(key, 3));
  const tilt = 0.06 * signedFraction(blend(key, 4));
  const shared: Day = {
    profile,
    start: day * DAY_MS,
    reference: low,
    baseKey,
    quoteKey,
    baseJump,
    quoteJump,
    inverse: inverseLotsOf(profile, low),
  };
  const centre = centreOf({ open, middle, close });
  const excess =
    shared.inverse === undefined
      ? 0
      : priceVariance(close - open, averageOffset, baseMove * baseMove + quoteMove * quoteMove) / centre;
  const dayPrices = { count, high, low, average: centre - excess, terms: shared };
  const buys = createSide(profile, dayPrices, blend(key, 5), activity * (1 + tilt), VALUE_SPREAD);
  const sells = createSide(profile, dayPrices, blend(key, 6), activity * (1 - tilt), VALUE_SPREAD);
  return {
    day: shared,
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
    buyLots: buys.lots,
    buyValue: buys.value,
    sellLots: sells.lots,
    sellValue: sells.value,
    baseVariance: baseVariance - (baseJump?.variance ?? 0),
    quoteVariance: quoteVariance - (quoteJump?.variance ?? 0),
  };
}

/**
 * Returns how far the high or low of a day lies beyond its open, close and middle price: mostly little,
 * rarely 0.8 of the day's move.
 */
function overshootOf(move: number, chance: number): number {
  return Math.round(move * (0.1 + 0.7 * chance * chance));
}

/** The time span of a whole day in market model 2. */
import { DAY_MS } from '../../../../core/time-units.ts';
import { sideLots, sideValue } from '../day-sides.ts';
import { blend, fraction, scramble, signedFraction } from '../noise.ts';
import { roundHalfUp } from '../rounding.ts';
import type { SymbolProfile } from '../symbol-profile.ts';
import { centreOf, type InverseLots, lotValueAt, type TimeSpan } from '../time-span.ts';
import type { TalliedSpan } from '../trade-summary.ts';
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

/**
 * What is traded on whole days of a symbol. One object holds one day after the other, because creating time spans
 * would take longer than the rest for a reader of thousands of days.
 */
export class DayTotals implements TalliedSpan {
  key = 0;
  baseKey = 0;
  firstId = 0;
  count = 0;
  open = 0;
  high = 0;
  low = 0;
  close = 0;
  middle = 0;
  buyLots = 0;
  buyValue = 0;
  sellLots = 0;
  sellValue = 0;
  baseVariance = 0;
  quoteVariance = 0;
  /** The terms of the day's values. */
  readonly day: { reference: number; inverse: InverseLots | undefined } = {
    reference: 0,
    inverse: undefined,
  };
  readonly #prices: DailyPrices;
  /** The day whose totals these are, counted from 1970. */
  #number = Number.NaN;

  constructor(prices: DailyPrices) {
    this.#prices = prices;
  }

  /** Moves to a day, counted in days from 1970, on which the symbol is listed. */
  seek(day: number): this {
    if (day === this.#number) return this;
    const prices = this.#prices.seek(day);
    if (day === this.#number + 1) {
      this.firstId += this.count;
      this.open = this.close;
    } else {
      this.firstId = prices.tradesBefore;
      this.open = prices.open;
    }
    this.#number = day;
    this.close = prices.close;
    this.count = prices.tradesAfter - this.firstId;
    this.baseVariance = prices.baseVariance;
    this.quoteVariance = prices.quoteVariance;
    const { profile } = prices;
    this.key = blend(profile.key, day);
    this.baseKey = blend(profile.baseKey, day);
    this.#setTotals(profile, day);
    return this;
  }

  /** Sets the middle price, the extremes, and the lots and values of both sides. */
  #setTotals(profile: SymbolProfile, day: number): void {
    const { key, baseKey, open, close, count, day: terms } = this;
    const { base, quote, contract } = profile.symbol;
    const baseMove = open * base.volatility * Math.sqrt(this.baseVariance);
    let quoteMove = 0;
    let drift = baseMove * bellNumber(scramble(baseKey));
    if (quote.volatility > 0) {
      quoteMove = open * quote.volatility * Math.sqrt(this.quoteVariance);
      drift -= quoteMove * bellNumber(scramble(blend(profile.quoteKey, day)));
    }
    const averageOffset = AVERAGE_DEVIATION * drift;
    const bend = contract === undefined ? 0 : open * middayBend(profile, day * DAY_MS);
    const middle = Math.max(1, roundHalfUp((open + close) / 2 + 2 * averageOffset + bend));
    const move = Math.max(baseMove, quoteMove);
    // The random numbers of the extremes belong to the base asset, so that a contract follows its index.
    const extremes = blend(baseKey, 1);
    const high = Math.max(open, close, middle) + overshootOf(move, (extremes & 0xffff) / 65_536);
    const low = Math.max(1, Math.min(open, close, middle) - overshootOf(move, (extremes >>> 16) / 65_536));
    const inverse = inverseLotsOf(profile, low);
    this.middle = middle;
    this.high = high;
    this.low = low;
    terms.reference = low;
    terms.inverse = inverse;
    let average = centreOf(this);
    if (inverse !== undefined) {
      const moves = baseMove * baseMove + quoteMove * quoteMove;
      average -= priceVariance(close - open, averageOffset, moves) / average;
    }
    const atLow = lotValueAt(terms, low);
    const range = lotValueAt(terms, high) - atLow;
    const atAverage = lotValueAt(terms, average);
    const spread = VALUE_SPREAD * range;
    const activity = 0.6 + 0.8 * fraction(blend(key, 3));
    const tilt = 0.06 * signedFraction(blend(key, 4));
    const { tradeLots } = profile;
    const buyLots = sideLots(count, tradeLots, activity * (1 + tilt), range);
    const sellLots = sideLots(count, tradeLots, activity * (1 - tilt), range);
    const buyAverage = atAverage + spread * signedFraction(blend(key, 5));
    const sellAverage = atAverage + spread * signedFraction(blend(key, 6));
    this.buyLots = buyLots;
    this.sellLots = sellLots;
    this.buyValue = sideValue(count, buyLots, buyAverage, atLow, range);
    this.sellValue = sideValue(count, sellLots, sellAverage, atLow, range);
  }
}

/** Returns the span of a day, counted in days from 1970, whose totals are given. */
export function createDaySpan(profile: SymbolProfile, day: number, totals: DayTotals): TimeSpan {
  const { baseKey, baseVariance, quoteVariance } = totals;
  const quoteKey = blend(profile.quoteKey, day);
  const baseJump = jumpOn(baseKey, baseVariance);
  const quoteJump = profile.symbol.quote.volatility > 0 ? jumpOn(quoteKey, quoteVariance) : undefined;
  return {
    day: {
      profile,
      start: day * DAY_MS,
      reference: totals.day.reference,
      baseKey,
      quoteKey,
      baseJump,
      quoteJump,
      inverse: totals.day.inverse,
    },
    key: totals.key,
    from: 0,
    to: DAY_MS,
    firstId: totals.firstId,
    count: totals.count,
    open: totals.open,
    high: totals.high,
    low: totals.low,
    close: totals.close,
    middle: totals.middle,
    buyLots: totals.buyLots,
    buyValue: totals.buyValue,
    sellLots: totals.sellLots,
    sellValue: totals.sellValue,
    baseVariance: baseVariance - (baseJump?.variance ?? 0),
    quoteVariance: quoteVariance - (quoteJump?.variance ?? 0),
  };
}

/**
 * Returns how far the high or low of a day lies beyond its open, close and middle price: mostly little,
 * rarely 0.8 of the day's move.
 */
function overshootOf(move: number, chance: number): number {
  return roundHalfUp(move * (0.1 + 0.7 * chance * chance));
}

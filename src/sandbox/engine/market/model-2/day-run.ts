/** What is traded on consecutive days in market model 2. */
import { DAY_MS } from '../../../../core/time-units.ts';
import { sideLots, sideValue } from '../day-sides.ts';
import { blend, fraction, scramble, signedFraction } from '../noise.ts';
import { greaterOf, lesserOf, roundHalfUp } from '../rounding.ts';
import { centreOf, lotValueAt } from '../time-span.ts';
import type { TalliedDays } from '../trade-summary.ts';
import { middayBend } from './basis.ts';
import type { DailyPrices } from './daily-prices.ts';
import { DayTotals } from './day-totals.ts';
import { inverseLotsOf, priceVariance } from './inverse-lots.ts';
import { bellNumber } from './random.ts';

/**
 * How far the average prices of buys and sells may lie from the centre of a day, as a fraction of the day's
 * price range.
 */
const VALUE_SPREAD = 0.001;

/** The standard deviation of the average of a random walk that starts and ends at 0, relative to that of its end. */
const AVERAGE_DEVIATION = Math.sqrt(1 / 12);

/**
 * The most days that are computed together. It divides the number of days in a block of asset paths, so that a run which ends
 * at one of its multiples lies in one block.
 */
const RUN_DAYS_MAX = 64;

/**
 * Consecutive days of a symbol, computed together in several passes: V8 inlines calls up to a total size of a function, below
 * which each pass stays, and in a short loop a processor computes several days at once.
 */
export class DayRun implements TalliedDays {
  /** The first day, counted from 1970. */
  first = 0;
  /** The days of the run in order. Their objects serve one run after the other. */
  readonly days: DayTotals[] = [];
  readonly #prices: DailyPrices;

  constructor(prices: DailyPrices) {
    this.#prices = prices;
  }

  /**
   * Moves to a run that contains a day, counted from 1970, on which the symbol is listed: stays if the day is in the run,
   * or else computes the days from there to before `end`, as many as can be computed together.
   */
  seek(day: number, end: number): this {
    if (day >= this.first && day < this.first + this.days.length) return this;
    const runEnd = Math.min(end, (Math.floor(day / RUN_DAYS_MAX) + 1) * RUN_DAYS_MAX);
    this.first = day;
    this.#setLength(runEnd - day);
    this.#prices.setDays(this.days, day);
    this.#setKeys();
    this.#setPrices();
    this.#setLots();
    this.#setValues();
    return this;
  }

  /** Returns what is traded on a day of the run. */
  totalsOn(day: number): DayTotals {
    return this.days[day - this.first]!;
  }

  #setLength(length: number): void {
    const days = this.days;
    while (days.length > length) days.pop();
    while (days.length < length) days.push(new DayTotals());
  }

  #setKeys(): void {
    const { key, baseKey } = this.#prices.profile;
    let day = this.first;
    for (const totals of this.days) {
      totals.key = blend(key, day);
      totals.baseKey = blend(baseKey, day);
      day += 1;
    }
  }

  /** Sets the middle price and the extremes, and what lots are worth at these prices. */
  #setPrices(): void {
    const { profile } = this.#prices;
    const { base, quote, contract } = profile.symbol;
    let day = this.first;
    for (const totals of this.days) {
      const { baseKey, open, close, day: terms } = totals;
      const baseMove = open * base.volatility * Math.sqrt(totals.baseVariance);
      let quoteMove = 0;
      let drift = baseMove * bellNumber(scramble(baseKey));
      if (quote.volatility > 0) {
        quoteMove = open * quote.volatility * Math.sqrt(totals.quoteVariance);
        drift -= quoteMove * bellNumber(scramble(blend(profile.quoteKey, day)));
      }
      const averageOffset = AVERAGE_DEVIATION * drift;
      const bend = contract === undefined ? 0 : open * middayBend(profile, day * DAY_MS);
      const middle = Math.max(1, roundHalfUp((open + close) / 2 + 2 * averageOffset + bend));
      const move = Math.max(baseMove, quoteMove);
      // The random numbers of the extremes belong to the base asset, so that a contract follows its index.
      const extremes = blend(baseKey, 1);
      const high =
        greaterOf(greaterOf(open, close), middle) + overshootOf(move, (extremes & 0xffff) / 65_536);
      const low = Math.max(
        1,
        lesserOf(lesserOf(open, close), middle) - overshootOf(move, (extremes >>> 16) / 65_536),
      );
      const inverse = inverseLotsOf(profile, low);
      totals.middle = middle;
      totals.high = high;
      totals.low = low;
      terms.reference = low;
      terms.inverse = inverse;
      let average = centreOf(totals);
      if (inverse !== undefined) {
        const moves = baseMove * baseMove + quoteMove * quoteMove;
        average -= priceVariance(close - open, averageOffset, moves) / average;
      }
      const atLow = lotValueAt(terms, low);
      totals.valueAtLow = atLow;
      totals.valueRange = lotValueAt(terms, high) - atLow;
      totals.valueAtAverage = lotValueAt(terms, average);
      day += 1;
    }
  }

  #setLots(): void {
    const { tradeLots } = this.#prices.profile;
    for (const totals of this.days) {
      const { key, count, valueRange } = totals;
      const activity = 0.6 + 0.8 * fraction(blend(key, 3));
      const tilt = 0.06 * signedFraction(blend(key, 4));
      totals.buyLots = sideLots(count, tradeLots, activity * (1 + tilt), valueRange);
      totals.sellLots = sideLots(count, tradeLots, activity * (1 - tilt), valueRange);
    }
  }

  #setValues(): void {
    for (const totals of this.days) {
      const { key, count, valueAtLow, valueRange, valueAtAverage } = totals;
      const spread = VALUE_SPREAD * valueRange;
      const buyAverage = valueAtAverage + spread * signedFraction(blend(key, 5));
      const sellAverage = valueAtAverage + spread * signedFraction(blend(key, 6));
      totals.buyValue = sideValue(count, totals.buyLots, buyAverage, valueAtLow, valueRange);
      totals.sellValue = sideValue(count, totals.sellLots, sellAverage, valueAtLow, valueRange);
    }
  }
}

/**
 * Returns how far the high or low of a day lies beyond its open, close and middle price: mostly little,
 * rarely 0.8 of the day's move.
 */
function overshootOf(move: number, chance: number): number {
  return roundHalfUp(move * (0.1 + 0.7 * chance * chance));
}

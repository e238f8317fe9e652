/**
 * Market model 1: Gaussian returns without volatility clustering, a shallow order book, futures prices that deviate from
 * their index independently. Kept so that sandboxes saved under it replay unchanged; its numbers must never change.
 */
import { DAY_MS } from '../../../../core/time-units.ts';
import { LEVELS_MAX, type MarketLevel, type MarketSide } from '../book.ts';
import type { SpanHalves } from '../span-parts.ts';
import type { SymbolModel } from '../symbol-model.ts';
import type { SymbolProfile } from '../symbol-profile.ts';
import type { SpanPart, TimeSpan } from '../time-span.ts';
import type { TalliedDays } from '../trade-summary.ts';
import { bookLevels } from './book-levels.ts';
import { createDaySpan } from './day-span.ts';
import { PricePath } from './price-path.ts';
import { splitSpan } from './span-split.ts';

export class SymbolModel1 implements SymbolModel {
  readonly profile: SymbolProfile;
  /** This model counts values in the quote asset, those of inverse contracts too. */
  readonly inverse = undefined;
  readonly #path: PricePath;
  /** The last day that was created. */
  #lastDay: TimeSpan | undefined;

  constructor(profile: SymbolProfile) {
    this.profile = profile;
    this.#path = new PricePath(profile);
  }

  ticksAt(day: number): number {
    return this.#path.ticksAt(day);
  }

  tradesBefore(age: number): number {
    return this.#path.tradesBefore(age);
  }

  dayTotals(day: number): TalliedDays {
    return { first: day, days: [this.daySpan(day)] };
  }

  daySpan(day: number): TimeSpan {
    const previous = this.#lastDay?.day.start === (day - 1) * DAY_MS ? this.#lastDay : undefined;
    this.#lastDay = createDaySpan(this.#path, day, previous);
    return this.#lastDay;
  }

  splitSpan(span: TimeSpan, reused?: SpanHalves): readonly [SpanPart, SpanPart] {
    return splitSpan(span, reused);
  }

  /** Mark price and index price are the same in this model. */
  basisAt(): number {
    return 0;
  }

  basisRange() {
    return { low: 0, high: 0 };
  }

  bookLevels(side: MarketSide, wanted: number): MarketLevel[] {
    return bookLevels(this.profile, side, wanted);
  }

  lotsAtPrice(side: MarketSide, price: number): number {
    return this.bookLevels(side, LEVELS_MAX).find((level) => level.price === price)?.lots ?? 0;
  }
}

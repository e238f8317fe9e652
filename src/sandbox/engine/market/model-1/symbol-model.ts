/**
 * Market model 1: Gaussian returns without volatility clustering, a shallow order book, futures prices that deviate from
 * their index independently. Kept so that sandboxes saved under it replay unchanged; its numbers must never change.
 */
import { LEVELS_MAX, type MarketLevel, type MarketSide } from '../book.ts';
import type { SymbolModel } from '../symbol-model.ts';
import type { SymbolProfile } from '../symbol-profile.ts';
import type { SpanPart, TimeSpan } from '../time-span.ts';
import { bookLevels } from './book-levels.ts';
import { createDaySpan } from './day-span.ts';
import { PricePath } from './price-path.ts';
import { splitSpan } from './span-split.ts';

export class SymbolModel1 implements SymbolModel {
  readonly profile: SymbolProfile;
  /** This model counts values in the quote asset, those of inverse contracts too. */
  readonly inverse = undefined;
  readonly #path: PricePath;

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

  daySpan(day: number, previousSpan?: TimeSpan): TimeSpan {
    return createDaySpan(this.#path, day, previousSpan);
  }

  splitSpan(span: TimeSpan): readonly [SpanPart, SpanPart] {
    return splitSpan(span);
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

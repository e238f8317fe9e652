/** Market model 2: prices with clustered volatility and fat tails, and a deep order book. */
import { DAY_MS } from '../../../../core/time-units.ts';
import type { InverseTerms } from '../base-volume.ts';
import type { MarketLevel, MarketSide } from '../book.ts';
import type { SpanHalves } from '../span-parts.ts';
import type { SymbolModel } from '../symbol-model.ts';
import type { SymbolProfile } from '../symbol-profile.ts';
import type { SpanPart, TimeSpan } from '../time-span.ts';
import type { TalliedSpan } from '../trade-summary.ts';
import { basisAt, basisRange } from './basis.ts';
import { bookLevels, lotsAtPrice } from './book-levels.ts';
import { DailyPrices } from './daily-prices.ts';
import { createDaySpan, DayTotals } from './day-span.ts';
import { splitSpan } from './span-split.ts';

export class SymbolModel2 implements SymbolModel {
  readonly profile: SymbolProfile;
  readonly inverse: InverseTerms | undefined;
  readonly #prices: DailyPrices;
  readonly #totals: DayTotals;
  readonly #listedDay: number;

  constructor(profile: SymbolProfile) {
    this.profile = profile;
    this.inverse = profile.symbol.contract?.inverse;
    this.#prices = new DailyPrices(profile);
    this.#totals = new DayTotals(this.#prices);
    this.#listedDay = profile.symbol.listedAt / DAY_MS;
  }

  ticksAt(day: number): number {
    return this.#prices.seek(day).open;
  }

  tradesBefore(age: number): number {
    return this.#prices.seek(this.#listedDay + age).tradesBefore;
  }

  dayTotals(day: number): TalliedSpan {
    return this.#totals.seek(day);
  }

  daySpan(day: number): TimeSpan {
    return createDaySpan(this.profile, day, this.#totals.seek(day));
  }

  splitSpan(span: TimeSpan, reused?: SpanHalves): readonly [SpanPart, SpanPart] {
    return splitSpan(span, reused);
  }

  basisAt(at: number): number {
    return basisAt(this.profile, at);
  }

  basisRange(from: number, to: number) {
    return basisRange(this.profile, from, to);
  }

  bookLevels(side: MarketSide, wanted: number): MarketLevel[] {
    return bookLevels(this.profile, side, wanted);
  }

  lotsAtPrice(side: MarketSide, price: number): number {
    return lotsAtPrice(this.profile, side, price);
  }
}

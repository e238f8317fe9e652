/** Market model 2: prices with clustered volatility and fat tails, and a deep order book. */
import { DAY_MS } from '../../../../core/time-units.ts';
import type { InverseTerms } from '../base-volume.ts';
import type { MarketLevel, MarketSide } from '../book.ts';
import type { SpanHalves } from '../span-parts.ts';
import type { SymbolModel } from '../symbol-model.ts';
import type { SymbolProfile } from '../symbol-profile.ts';
import type { SpanPart, TimeSpan } from '../time-span.ts';
import type { TalliedDays } from '../trade-summary.ts';
import { basisAt, basisRange } from './basis.ts';
import { bookLevels, lotsAtPrice } from './book-levels.ts';
import { DailyPrices } from './daily-prices.ts';
import { DayRun } from './day-run.ts';
import { createDaySpan } from './day-span.ts';
import { splitSpan } from './span-split.ts';

export class SymbolModel2 implements SymbolModel {
  readonly profile: SymbolProfile;
  readonly inverse: InverseTerms | undefined;
  readonly #prices: DailyPrices;
  readonly #days: DayRun;
  readonly #listedDay: number;

  constructor(profile: SymbolProfile) {
    this.profile = profile;
    this.inverse = profile.symbol.contract?.inverse;
    this.#prices = new DailyPrices(profile);
    this.#days = new DayRun(this.#prices);
    this.#listedDay = profile.symbol.listedAt / DAY_MS;
  }

  ticksAt(day: number): number {
    return this.#prices.ticksAt(day);
  }

  tradesBefore(age: number): number {
    return this.#prices.tradesBefore(this.#listedDay + age);
  }

  dayTotals(day: number, end: number): TalliedDays {
    return this.#days.seek(day, end);
  }

  daySpan(day: number, end = day + 1): TimeSpan {
    return createDaySpan(this.profile, day, this.#days.seek(day, end).totalsOn(day));
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

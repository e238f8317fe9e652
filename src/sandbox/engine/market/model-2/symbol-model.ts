/** Market model 2: prices with clustered volatility and fat tails, and a deep order book. */
import { DAY_MS } from '../../../../core/time-units.ts';
import type { InverseTerms } from '../base-volume.ts';
import type { MarketLevel, MarketSide } from '../book.ts';
import type { SymbolModel } from '../symbol-model.ts';
import type { SymbolProfile } from '../symbol-profile.ts';
import type { SpanPart, TimeSpan } from '../time-span.ts';
import { basisAt, basisRange } from './basis.ts';
import { bookLevels, lotsAtPrice } from './book-levels.ts';
import { DailyPrices } from './daily-prices.ts';
import { createDaySpan } from './day-span.ts';
import { splitSpan } from './span-split.ts';
import { SymbolMoves } from './symbol-moves.ts';

/** The price moves of the time span that is being divided; every division of a span overwrites this object. */
const MOVES = new SymbolMoves();

export class SymbolModel2 implements SymbolModel {
  readonly profile: SymbolProfile;
  readonly inverse: InverseTerms | undefined;
  readonly #prices: DailyPrices;
  readonly #listedDay: number;

  constructor(profile: SymbolProfile) {
    this.profile = profile;
    this.inverse = profile.symbol.contract?.inverse;
    this.#prices = new DailyPrices(profile);
    this.#listedDay = profile.symbol.listedAt / DAY_MS;
  }

  ticksAt(day: number): number {
    return this.#prices.ticksAt(day);
  }

  tradesBefore(age: number): number {
    return this.#prices.tradesBefore(this.#listedDay + age);
  }

  daySpan(day: number, previousSpan?: TimeSpan): TimeSpan {
    return createDaySpan(this.#prices, day, previousSpan);
  }

  splitSpan(span: TimeSpan): readonly [SpanPart, SpanPart] {
    return splitSpan(span, MOVES);
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

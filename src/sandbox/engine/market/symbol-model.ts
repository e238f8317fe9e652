/** A market model: how the prices, trades and order book of one symbol follow from its parameters and the time. */
import type { InverseTerms } from './base-volume.ts';
import type { MarketLevel, MarketSide } from './book.ts';
import type { SpanHalves } from './span-parts.ts';
import type { SymbolProfile } from './symbol-profile.ts';
import type { SpanPart, TimeSpan } from './time-span.ts';
import type { TalliedDays } from './trade-summary.ts';

/**
 * The versions of the market model. A saved sandbox keeps the version with which it was created, because another one
 * would change the history on which its users have traded.
 */
export const MARKET_MODELS = [1, 2] as const;
export type MarketModel = (typeof MARKET_MODELS)[number];

/** The version of the market model that new sandboxes get. */
export const DEFAULT_MARKET_MODEL: MarketModel = 2;

/** The market model of one symbol, a pure function of the symbol's profile. */
export interface SymbolModel {
  readonly profile: SymbolProfile;
  /** The terms by which values are counted in the base asset; undefined where they are counted in the quote asset. */
  readonly inverse: InverseTerms | undefined;
  /** Returns the price in ticks at the start of a day, counted in days from 1970. */
  ticksAt(day: number): number;
  /**
   * Returns how many aggregate trades of the symbol were made before a day that is `age` days (0 or more)
   * after its listing.
   */
  tradesBefore(age: number): number;
  /**
   * Returns what is traded on a whole day, counted from 1970, and on other days near it, in objects that the next call
   * may overwrite. The caller reads the days from there to before `end`, which cost less if they are computed together.
   */
  dayTotals(day: number, end: number): TalliedDays;
  /** Returns the time span of a whole day; `end`, if given, is that of `dayTotals`. */
  daySpan(day: number, end?: number): TimeSpan;
  /**
   * Returns the two parts of a time span of `SPLIT_TRADES_MIN` trades or more, in order of time. They overwrite the
   * spans of `reused`, if given.
   */
  splitSpan(span: TimeSpan, reused?: SpanHalves): readonly [SpanPart, SpanPart];
  /**
   * Returns how far the price of a futures contract lies above its index at a time, as a fraction; 0 for
   * other symbols.
   */
  basisAt(at: number): number;
  /** Returns the least and the greatest basis from `from` (inclusive) to `to` (exclusive). */
  basisRange(from: number, to: number): { readonly low: number; readonly high: number };
  /** Returns the best price levels of one side of the order book, at most `wanted`, best first. */
  bookLevels(side: MarketSide, wanted: number): MarketLevel[];
  /** Returns the lots at a price on one side of the order book, 0 if it has no level. */
  lotsAtPrice(side: MarketSide, price: number): number;
}

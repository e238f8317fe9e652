/** The price of a symbol at the start of each day and the number of trades before it, from the paths of both assets. */
import { DAY_MS } from '../../../../core/time-units.ts';
import { exponential } from '../noise.ts';
import { ANCHOR_DAY, roundTicks, type SymbolProfile } from '../symbol-profile.ts';
import { AssetPath, assetTradesBefore } from './asset-path.ts';
import { basisAt } from './basis.ts';
import type { DayTotals } from './day-totals.ts';

/**
 * The paths of both assets; they serve all symbols, because a method here reads them only after it has moved them, and
 * those of a thousand symbols would take 50 MB.
 */
const BASE = new AssetPath();
const QUOTE = new AssetPath();

export class DailyPrices {
  readonly profile: SymbolProfile;
  /** Whether the price of the quote asset ever moves. */
  readonly #isQuoteMoving: boolean;
  readonly #baseAnchor: number;
  readonly #quoteAnchor: number;
  /** The number of trades of the base asset from 1970 to the listing of the symbol, counted in usual days of trades. */
  readonly #activityBefore: number;

  constructor(profile: SymbolProfile) {
    this.profile = profile;
    this.#isQuoteMoving = profile.symbol.quote.volatility > 0;
    this.#seek(ANCHOR_DAY, ANCHOR_DAY + 1);
    this.#baseAnchor = BASE.levelAt(ANCHOR_DAY);
    this.#quoteAnchor = this.#isQuoteMoving ? QUOTE.levelAt(ANCHOR_DAY) : 0;
    this.#activityBefore = assetTradesBefore(profile.baseKey, profile.symbol.listedAt / DAY_MS);
  }

  /** Returns the price in ticks at the start of a day, counted in days from 1970. */
  ticksAt(day: number): number {
    this.#seek(day, day + 1);
    return this.#ticks(day);
  }

  /** Returns how many aggregate trades were made before a day, from the listing. */
  tradesBefore(day: number): number {
    this.#seek(day, day + 1);
    return this.#trades(day);
  }

  /** Sets open, close, trades and variances of consecutive days of one block, the first of which is `first`. */
  setDays(days: readonly DayTotals[], first: number): void {
    this.#seek(first, first + days.length);
    let day = first;
    let open = this.#ticks(day);
    let firstId = this.#trades(day);
    for (const totals of days) {
      totals.baseVariance = BASE.varianceOn(day);
      totals.quoteVariance = this.#isQuoteMoving ? QUOTE.varianceOn(day) : 0;
      day += 1;
      totals.open = open;
      open = this.#ticks(day);
      totals.close = open;
      totals.firstId = firstId;
      const nextId = this.#trades(day);
      totals.count = nextId - firstId;
      firstId = nextId;
    }
  }

  #seek(first: number, end: number): void {
    BASE.seek(this.profile.baseKey, first, end);
    if (this.#isQuoteMoving) QUOTE.seek(this.profile.quoteKey, first, end);
  }

  #ticks(day: number): number {
    const { anchorTicks, symbol } = this.profile;
    const quoteLevel = this.#isQuoteMoving ? QUOTE.levelAt(day) : 0;
    const exponent =
      symbol.base.volatility * (BASE.levelAt(day) - this.#baseAnchor) -
      symbol.quote.volatility * (quoteLevel - this.#quoteAnchor);
    return roundTicks(anchorTicks * exponential(exponent) * (1 + basisAt(this.profile, day * DAY_MS)));
  }

  #trades(day: number): number {
    return Math.floor(this.profile.tradesPerDay * (BASE.tradesBefore(day) - this.#activityBefore));
  }
}

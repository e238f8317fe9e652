/** The price of a symbol at the start of each day and the number of trades before it, from the paths of both assets. */
import { DAY_MS } from '../../../../core/time-units.ts';
import { exponential } from '../noise.ts';
import { ANCHOR_DAY, roundTicks, type SymbolProfile } from '../symbol-profile.ts';
import { AssetPath } from './asset-path.ts';
import { basisAt } from './basis.ts';

export class DailyPrices {
  readonly profile: SymbolProfile;
  readonly #base: AssetPath;
  /** The path of the quote asset's price, or undefined for an asset whose price never moves. */
  readonly #quote: AssetPath | undefined;
  readonly #baseAnchor: number;
  readonly #quoteAnchor: number;
  /** The number of trades of the base asset from 1970 to the listing of the symbol, counted in usual days of trades. */
  readonly #activityBefore: number;

  constructor(profile: SymbolProfile) {
    this.profile = profile;
    this.#base = new AssetPath(profile.baseKey);
    this.#quote = profile.symbol.quote.volatility > 0 ? new AssetPath(profile.quoteKey) : undefined;
    this.#baseAnchor = this.#base.seek(ANCHOR_DAY).open;
    this.#quoteAnchor = this.#quote?.seek(ANCHOR_DAY).open ?? 0;
    this.#activityBefore = this.#base.activityBefore(profile.symbol.listedAt / DAY_MS);
  }

  /** Returns the price in ticks at the start of a day, counted in days from 1970. */
  ticksAt(day: number): number {
    return this.#ticks(day, this.#base.seek(day).open, this.#quote?.seek(day).open ?? 0);
  }

  /** Returns how many aggregate trades were made before a day, counted in days from 1970. */
  tradesBefore(day: number): number {
    return this.#trades(this.#base.seek(day).activityFrom);
  }

  /** Returns the close, the variances and the number of trades of a day whose first trade has the id `firstId`. */
  dayAfter(day: number, firstId: number) {
    const base = this.#base.seek(day);
    const quote = this.#quote?.seek(day);
    return {
      close: this.#ticks(day + 1, base.close, quote?.close ?? 0),
      count: this.#trades(base.activityTo) - firstId,
      baseVariance: base.variance,
      quoteVariance: quote?.variance ?? 0,
    };
  }

  #ticks(day: number, baseLevel: number, quoteLevel: number): number {
    const { anchorTicks, symbol } = this.profile;
    const exponent =
      symbol.base.volatility * (baseLevel - this.#baseAnchor) -
      symbol.quote.volatility * (quoteLevel - this.#quoteAnchor);
    return roundTicks(anchorTicks * exponential(exponent) * (1 + basisAt(this.profile, day * DAY_MS)));
  }

  #trades(activity: number): number {
    return Math.floor(this.profile.tradesPerDay * (activity - this.#activityBefore));
  }
}

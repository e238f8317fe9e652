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
  #day = Number.NaN;

  constructor(profile: SymbolProfile) {
    this.profile = profile;
    this.#base = new AssetPath(profile.baseKey);
    this.#quote = profile.symbol.quote.volatility > 0 ? new AssetPath(profile.quoteKey) : undefined;
    this.#baseAnchor = this.#base.seek(ANCHOR_DAY).open;
    this.#quoteAnchor = this.#quote?.seek(ANCHOR_DAY).open ?? 0;
    this.#activityBefore = this.#base.activityBefore(profile.symbol.listedAt / DAY_MS);
  }

  /** The price in ticks at the start of the last requested day. */
  get open(): number {
    return this.#ticks(this.#day, this.#base.open, this.#quote?.open ?? 0);
  }

  /** The price in ticks at its end. */
  get close(): number {
    return this.#ticks(this.#day + 1, this.#base.close, this.#quote?.close ?? 0);
  }

  /** How many aggregate trades were made before the day, from the listing. */
  get tradesBefore(): number {
    return this.#trades(this.#base.activityFrom);
  }

  /** How many aggregate trades were made until its end, from the listing. */
  get tradesAfter(): number {
    return this.#trades(this.#base.activityTo);
  }

  /** The variance of the base asset on the day, relative to that of a usual day. */
  get baseVariance(): number {
    return this.#base.variance;
  }

  /** That of the quote asset; 0 for an asset whose price never moves. */
  get quoteVariance(): number {
    return this.#quote?.variance ?? 0;
  }

  /** Moves to a day, counted in days from 1970. */
  seek(day: number): this {
    this.#day = day;
    this.#base.seek(day);
    this.#quote?.seek(day);
    return this;
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

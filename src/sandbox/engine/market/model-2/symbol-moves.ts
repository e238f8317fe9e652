/**
 * Divides the price moves of a symbol within a time span at a cut: the moves of the base asset less those of
 * the quote asset.
 */
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../../core/time-units.ts';
import { blend, scramble, signedFraction } from '../noise.ts';
import type { Reach } from '../path-extremes.ts';
import { usualShare } from '../span-cuts.ts';
import type { LotsSplit } from '../span-parts.ts';
import type { TimeSpan } from '../time-span.ts';
import { AssetMoves, assetSpanKey } from './asset-moves.ts';
import { middayBend } from './basis.ts';

/**
 * How much the shares of bought and sold lots vary between both parts; they vary less over long spans, where
 * they would move average prices.
 */
const LOTS_VARIATION = 0.03;
const LOTS_VARIATION_LONG = 0.004;

/** The smallest share of a span's lots that a part may have. */
const LOTS_SHARE_MIN = 0.03;

/**
 * If the extremes of both parts differ by less than this (a few ticks, and a fraction of the usual move),
 * they count as equal.
 */
const TIE_TICKS = 2;
const TIE_REACH = 0.05;

/** A high or low that is at least this many times the usual reach away pulls the path towards it. */
const PULL_FROM = 1.3;

/**
 * The price moves of a symbol in both parts of a time span, in ticks; one object serves all spans, because
 * creating objects would take most of the time. All random numbers of the path are those of the assets, and a
 * small difference of prices has a small effect, so that a futures contract follows its index.
 */
export class SymbolMoves implements Reach, LotsSplit {
  readonly base = new AssetMoves();
  readonly quote = new AssetMoves();
  readonly isSymmetric = true;
  /** The variance of the symbol's moves in the span, in ticks squared. */
  variance = 0;
  priceVariance = 0;
  /**
   * The shares, from 0 to 1, that the first part of the time span has of the variance, of the traded lots and of the
   * trades.
   */
  share = 0.5;
  lotsShare = 0.5;
  countShare = 0.5;
  buyVariation = 0;
  sellVariation = 0;
  /** The random deviations of the price at the cut and of the average prices of both parts. */
  turn = 0;
  area = 0;
  /** The expected price at the cut, and how far the averages of both parts lie off those of straight lines. */
  turnPrice = 0;
  firstOffset = 0;
  secondOffset = 0;
  /**
   * How far the basis of a futures contract deviates at the cut from the line between the ends of the span.
   */
  bend = 0;
  firstReach = 0;
  secondReach = 0;
  above = 0;
  below = 0;
  tieTicks = 0;
  isHighFirst = false;
  isLowFirst = false;

  /** Divides the variances of a span at a cut, of which the number of trades in both parts follows. */
  divideVariances(span: TimeSpan, cut: number): void {
    const { day, key, from, to } = span;
    const { base, quote } = this;
    const usual = to === from ? 0.5 : usualShare(from, cut, to);
    // Down to a second the random numbers belong to the assets; below a second they belong to the symbol.
    const isShared = to - from >= SECOND_MS;
    const baseKey = isShared ? assetSpanKey(day.baseKey, from, to) : blend(key, 0);
    base.divideVariance(baseKey, span.baseVariance, day.baseJump, from, cut, to, usual);
    this.countShare = base.share;
    if (day.profile.symbol.quote.volatility > 0) {
      const quoteKey = isShared ? assetSpanKey(day.quoteKey, from, to) : blend(key, 9);
      quote.divideVariance(quoteKey, span.quoteVariance, day.quoteJump, from, cut, to, usual);
      this.countShare = (base.share + quote.share) / 2;
    }
  }

  /** Sets the moves in both parts of a span whose variances are divided. */
  setMoves(span: TimeSpan): void {
    const { day, from, to, open } = span;
    const { base, quote } = this;
    const { symbol } = day.profile;
    const baseSize = symbol.base.volatility * open;
    base.setMoves();
    let first = baseSize * baseSize * base.firstTotal;
    let second = baseSize * baseSize * base.secondTotal;
    this.turn = baseSize * base.turn;
    this.area = baseSize * base.area;
    this.bend = to - from === DAY_MS ? open * middayBend(day.profile, day.start) : 0;
    this.lotsShare = base.totalShare;
    if (symbol.quote.volatility > 0) {
      const quoteSize = symbol.quote.volatility * open;
      quote.setMoves();
      first += quoteSize * quoteSize * quote.firstTotal;
      second += quoteSize * quoteSize * quote.secondTotal;
      this.turn -= quoteSize * quote.turn;
      this.area -= quoteSize * quote.area;
      this.lotsShare = (base.totalShare + quote.totalShare) / 2;
    }
    this.variance = first + second;
    this.share = this.variance === 0 ? 0.5 : first / this.variance;
    this.#setReach(first, second);
    this.#setLots(span);
  }

  /** Returns how far a middle price is moved towards a high or low at a given distance from it. */
  pullFor(distance: number, reach: number): number {
    return Math.max(0, distance - PULL_FROM * reach);
  }

  /**
   * Sets how far the prices of the parts go beyond open, close and middle, from the variances of both parts
   * in ticks.
   */
  #setReach(first: number, second: number): void {
    const noise = scramble(this.base.key + 1);
    this.firstReach = 0.5 + 0.5 * Math.sqrt(first);
    this.secondReach = 0.5 + 0.5 * Math.sqrt(second);
    this.above = (noise & 0xffff) / 65_536;
    this.below = (noise >>> 16) / 65_536;
    this.tieTicks = TIE_TICKS + TIE_REACH * (this.firstReach + this.secondReach);
    this.isHighFirst = (this.base.key & 8) === 8;
    this.isLowFirst = (this.base.key & 16) === 16;
  }

  #setLots({ key, from, to }: TimeSpan): void {
    const variation = to - from > HOUR_MS ? LOTS_VARIATION_LONG : LOTS_VARIATION;
    const noise = blend(key, 5);
    this.lotsShare = Math.min(Math.max(this.lotsShare, LOTS_SHARE_MIN), 1 - LOTS_SHARE_MIN);
    this.buyVariation = variation * signedFraction(noise);
    this.sellVariation = variation * signedFraction(scramble(noise));
  }
}

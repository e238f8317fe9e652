/** Divides the price moves of an asset within a time span at a cut. */
import { MINUTE_MS } from '../../../../core/time-units.ts';
import { blend, scramble, signedFraction } from '../noise.ts';
import type { Jump } from '../time-span.ts';
import { bellNumber } from './random.ts';

/**
 * How unequal the variances of both parts may be, as in the daily cascade; less within half an hour, so that volatility
 * persists from one minute to the next.
 */
const CONTRAST = 0.67;
const CONTRAST_WITHIN_HALF_HOUR = 0.4;

const HALF_HOUR_MS = 30 * MINUTE_MS;

/**
 * The price moves of an asset in both parts of a time span; variances and deviations are relative to a usual
 * day's. One object is used for all spans, because a sweep over many spans would otherwise spend most of its
 * time on creating objects.
 */
export class AssetMoves {
  /** The key of the span, then a scrambled one, for random numbers that all symbols of the asset share. */
  key = 0;
  /**
   * The variance of the first part without jumps, and the first part's share of it, which also divides the
   * number of trades.
   */
  firstVariance = 0;
  share = 0.5;
  /**
   * The variances of the parts with jumps, and the first part's share of them, which also divides the traded
   * lots.
   */
  firstTotal = 0;
  secondTotal = 0;
  totalShare = 0.5;
  /** How far the price at the cut deviates from its expectation given open, close and average. */
  turn = 0;
  /** How far the average prices of both parts deviate from their expectation given the price at the cut. */
  area = 0;

  /**
   * Divides the variance of an asset. `key` is that of the span and asset, `variance` the variance without the jump,
   * `usualShare` the first part's usual share of it. The span is cut from `from` to `cut` and from there to `to`.
   */
  divideVariance(
    key: number,
    variance: number,
    jump: Jump | undefined,
    from: number,
    cut: number,
    to: number,
    usualShare: number,
  ): void {
    const tilt = (to - from > HALF_HOUR_MS ? CONTRAST : CONTRAST_WITHIN_HALF_HOUR) * signedFraction(key);
    const weight = usualShare * (1 + tilt);
    this.key = key;
    this.share = weight / (weight + (1 - usualShare) * (1 - tilt));
    this.firstVariance = variance * this.share;
    this.firstTotal = this.firstVariance;
    this.secondTotal = variance - this.firstVariance;
    if (jump !== undefined && jump.at >= from && jump.at < to) {
      if (jump.at < cut) this.firstTotal += jump.variance;
      else this.secondTotal += jump.variance;
    }
  }

  /**
   * Sets the moves in both parts, whose variances are set.
   *
   * The span is a random walk of which start, end and average are known. In the time in which its variance grows evenly,
   * with a share w of it before the cut and v after it, the price at the cut deviates from its expectation by
   * sqrt(wv (1 - 3wv)), and the difference of both averages by sqrt(wv / (12 (1 - 3wv))).
   */
  setMoves(): void {
    const total = this.firstTotal + this.secondTotal;
    this.totalShare = total === 0 ? this.share : this.firstTotal / total;
    const product = this.totalShare * (1 - this.totalShare);
    const cube = 1 - 3 * product;
    const { key } = this;
    this.key = scramble(key + 1);
    this.turn = Math.sqrt(total * product * cube) * bellNumber(this.key);
    this.area = Math.sqrt((total * product) / (12 * cube)) * bellNumber(scramble(key + 2));
  }
}

/** Returns the key of an asset's random numbers for a time span of a day. */
export function assetSpanKey(dayKey: number, from: number, to: number): number {
  return blend(dayKey, from / 1000 + (to - from) * 97);
}

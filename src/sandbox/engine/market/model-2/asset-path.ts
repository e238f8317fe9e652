/**
 * The daily prices of an asset in market model 2: a random walk whose variance is a cascade. The variance of 1024 days is
 * divided between their halves in random shares, that of each half again, down to single days. So calm and turbulent
 * times alternate on all scales, and daily returns have fat tails. Any day is found in ten steps, and a run of days in about
 * one step each.
 */
import { blend, scramble, signedFraction } from '../noise.ts';
import { bellNumber } from './random.ts';

/**
 * The number of halvings of a block, which therefore has 1024 days; the price level at the start of each
 * block is random.
 */
const BLOCK_DEPTH = 10;
const BLOCK_DAYS = 1 << BLOCK_DEPTH;

/** The largest absolute price level at the start of a block, in usual daily moves. */
const BLOCK_LEVEL_MAX = 8;

/**
 * How unequally variance is divided: a half of a span gets at most 0.5 x (1 + contrast) of its variance. A
 * larger contrast makes the tails of returns fatter.
 */
const VARIANCE_CONTRAST = 0.55;

/** How unequally the number of trades is divided between two halves; it varies less than the variance. */
const ACTIVITY_CONTRAST = 0.35;

/**
 * The number of days above which the random moves do not grow with the length of a span, so that prices stay
 * within a range for all time.
 */
const WALK_DAYS = 64;
/** By how much the moves at each depth are reduced for that. */
const WALK_SHARES = Array.from({ length: BLOCK_DEPTH }, (_, depth) =>
  Math.min(1, WALK_DAYS / (BLOCK_DAYS >> depth)),
);

/** A block that contains no day. */
const NO_BLOCK = -1;

/**
 * A run of days of one asset. A block is a binary tree: each node covers a span of days whose length is a power of two.
 * The nodes of one depth that contain days of the run are divided after those of the depth above. Values at the ends of
 * nodes are kept by day of the block, and the variance of a node at its first day, until its halves replace it.
 */
export class AssetPath {
  /** The price levels at the start of days, and at last at the end of the block. */
  readonly #levels = new Float64Array(BLOCK_DAYS + 1);
  /** The trades from 1970 to the same times. */
  readonly #trades = new Float64Array(BLOCK_DAYS + 1);
  readonly #variances = new Float64Array(BLOCK_DAYS);
  #key = 0;
  #block = NO_BLOCK;
  /** The days that are computed, by day of the block; the second is exclusive. */
  #from = 0;
  #to = 0;

  /** Returns the price level of the asset at the start of a day of the run or at its end, in usual daily moves. */
  levelAt(day: number): number {
    return this.#levels[day - this.#block * BLOCK_DAYS]!;
  }

  /** Returns the trades from 1970 to the start of a day of the run or to its end, in those of a usual day. */
  tradesBefore(day: number): number {
    return this.#trades[day - this.#block * BLOCK_DAYS]!;
  }

  /** Returns the variance of a day of the run, relative to that of a usual day. */
  varianceOn(day: number): number {
    return this.#variances[day - this.#block * BLOCK_DAYS]!;
  }

  /**
   * Moves to the days from `first` to before `end`, counted from 1970, of the asset whose random numbers have a key. All
   * of them must lie in one block.
   */
  seek(key: number, first: number, end: number): this {
    const block = first >> BLOCK_DEPTH;
    const from = first - block * BLOCK_DAYS;
    const to = end - block * BLOCK_DAYS;
    if (key === this.#key && block === this.#block && from >= this.#from && to <= this.#to) return this;
    this.#key = key;
    this.#block = block;
    this.#from = from;
    this.#to = to;
    this.#levels[0] = blockLevel(key, block);
    this.#levels[BLOCK_DAYS] = blockLevel(key, block + 1);
    this.#trades[0] = block * BLOCK_DAYS;
    this.#trades[BLOCK_DAYS] = (block + 1) * BLOCK_DAYS;
    this.#variances[0] = BLOCK_DAYS;
    for (let depth = 0; depth < BLOCK_DEPTH; depth += 1) this.#divideNodes(depth);
    return this;
  }

  /** Divides the nodes of a depth that contain days of the run. */
  #divideNodes(depth: number): void {
    const levels = this.#levels;
    const trades = this.#trades;
    const variances = this.#variances;
    const to = this.#to;
    const length = BLOCK_DAYS >> depth;
    const half = length >> 1;
    const walkShare = WALK_SHARES[depth]!;
    const depthKey = depthKeyOf(this.#key, depth + 1);
    const first = this.#from & -length;
    let index = (this.#block << depth) + first / length;
    for (let at = first; at < to; at += length) {
      const key = blend(depthKey, index);
      const tilt = signedFraction(key);
      const open = levels[at]!;
      const variance = variances[at]!;
      const share = 0.5 + 0.5 * VARIANCE_CONTRAST * tilt;
      const moveSize = Math.sqrt(variance * share * (1 - share) * walkShare);
      levels[at + half] =
        open + share * (levels[at + length]! - open) + moveSize * bellNumber(scramble(key + 1));
      trades[at + half] = tradesToMiddle(trades[at]!, trades[at + length]!, tilt);
      variances[at] = variance * share;
      variances[at + half] = variance * (1 - share);
      index += 1;
    }
  }
}

/** Returns the trades of an asset from 1970 to the start of a day, in those of a usual day, without a run of days. */
export function assetTradesBefore(assetKey: number, day: number): number {
  const block = day >> BLOCK_DEPTH;
  let from = block * BLOCK_DAYS;
  let to = from + BLOCK_DAYS;
  for (let depth = 1; depth <= BLOCK_DEPTH; depth += 1) {
    const index = day >> (BLOCK_DEPTH - depth);
    const middle = tradesToMiddle(from, to, signedFraction(blend(depthKeyOf(assetKey, depth), index >> 1)));
    if (index % 2 === 0) to = middle;
    else from = middle;
  }
  return from;
}

/** Returns the key of the random numbers by which an asset's nodes are divided into those of a depth, from 1 on. */
function depthKeyOf(assetKey: number, depth: number): number {
  return assetKey + depth * 0x10001;
}

function blockLevel(assetKey: number, block: number): number {
  return BLOCK_LEVEL_MAX * signedFraction(blend(assetKey, block));
}

/** Returns the trades up to the middle of a node, of which `from` and `to` are those up to its ends. */
function tradesToMiddle(from: number, to: number, tilt: number): number {
  return from + (0.5 + 0.5 * ACTIVITY_CONTRAST * tilt) * (to - from);
}

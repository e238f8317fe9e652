/**
 * The daily prices of an asset in market model 2: a random walk whose variance is a cascade. The variance of 1024 days is
 * divided between their halves in random shares, that of each half again, down to single days. So calm and turbulent
 * times alternate on all scales, and daily returns have fat tails. Any day is found in ten steps.
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

/** A run of days: their number is a power of two, and the run begins at a multiple of that number. */
export interface PathNode {
  /** The price level at the start of the first day and at the end of the last day, in usual daily moves. */
  readonly open: number;
  readonly close: number;
  /** The variance relative to that of a usual day. */
  readonly variance: number;
  /** The number of trades since 1970 at the start and at the end, in units of a usual day's trades. */
  readonly activityFrom: number;
  readonly activityTo: number;
}

/** The daily prices of one asset. The nodes on the way to the last requested day are cached. */
export class AssetPath {
  readonly #key: number;
  /** The last requested day, and the nodes that contain it, from its block down to itself. */
  #day = Number.NaN;
  readonly #nodes: PathNode[] = [];

  constructor(key: number) {
    this.#key = key;
  }

  /** Returns a day, counted from 1970. */
  day(day: number): PathNode {
    const nodes = this.#nodes;
    const previous = this.#day;
    this.#day = day;
    const block = day >> BLOCK_DEPTH;
    let isCached = previous >> BLOCK_DEPTH === block && nodes.length > 0;
    if (!isCached) nodes[0] = this.#blockNode(block);
    for (let depth = 1; depth <= BLOCK_DEPTH; depth += 1) {
      const shift = BLOCK_DEPTH - depth;
      const index = day >> shift;
      isCached &&= previous >> shift === index;
      if (!isCached) nodes[depth] = this.#half(nodes[depth - 1]!, depth, index);
    }
    return nodes[BLOCK_DEPTH]!;
  }

  #blockNode(block: number): PathNode {
    return {
      open: this.#blockLevel(block),
      close: this.#blockLevel(block + 1),
      variance: BLOCK_DAYS,
      activityFrom: block * BLOCK_DAYS,
      activityTo: (block + 1) * BLOCK_DAYS,
    };
  }

  #blockLevel(block: number): number {
    return BLOCK_LEVEL_MAX * signedFraction(blend(this.#key, block));
  }

  /** Returns the first half of a node for an even index, the second half for an odd index. */
  #half(
    { open, close, variance, activityFrom, activityTo }: PathNode,
    depth: number,
    index: number,
  ): PathNode {
    const key = blend(this.#key + depth * 0x10001, index >> 1);
    const tilt = signedFraction(key);
    const share = 0.5 + 0.5 * VARIANCE_CONTRAST * tilt;
    const days = 2 << (BLOCK_DEPTH - depth);
    const variationSize = Math.sqrt(variance * share * (1 - share) * Math.min(1, WALK_DAYS / days));
    const middle = open + share * (close - open) + variationSize * bellNumber(scramble(key + 1));
    const activity = activityFrom + (0.5 + 0.5 * ACTIVITY_CONTRAST * tilt) * (activityTo - activityFrom);
    return index % 2 === 0
      ? { open, close: middle, variance: variance * share, activityFrom, activityTo: activity }
      : { open: middle, close, variance: variance * (1 - share), activityFrom: activity, activityTo };
  }
}

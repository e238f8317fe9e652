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

/**
 * The price path is a binary tree: each node covers a span of days whose length is a power of two. These are the positions
 * of a node's values in its array.
 */
const OPEN = 0;
const CLOSE = 1;
const VARIANCE = 2;
const ACTIVITY_FROM = 3;
const ACTIVITY_TO = 4;
const NODE_NUMBERS = 5;

/**
 * The days of one asset. The nodes on the way to the last requested day are cached, one after the other in one array,
 * because a reader of many symbols would spend most of its time on creating objects.
 */
export class AssetPath {
  readonly #key: number;
  /** The last requested day, and the nodes that contain it, from its block down to itself. */
  #day = Number.NaN;
  readonly #nodes: number[] = new Array<number>((BLOCK_DEPTH + 1) * NODE_NUMBERS).fill(Number.NaN);

  constructor(key: number) {
    this.#key = key;
  }

  /** The price level at the start of the last requested day, in usual daily moves. */
  get open(): number {
    return this.#nodes[LAST_NODE + OPEN]!;
  }

  /** The price level at its end. */
  get close(): number {
    return this.#nodes[LAST_NODE + CLOSE]!;
  }

  /** Its variance relative to that of a usual day. */
  get variance(): number {
    return this.#nodes[LAST_NODE + VARIANCE]!;
  }

  /** The trades from 1970 to its start, in those of a usual day. */
  get activityFrom(): number {
    return this.#nodes[LAST_NODE + ACTIVITY_FROM]!;
  }

  /** The trades from 1970 to its end, in those of a usual day. */
  get activityTo(): number {
    return this.#nodes[LAST_NODE + ACTIVITY_TO]!;
  }

  /** Returns the trades from 1970 to the start of a day, in those of a usual day, without moving to the day. */
  activityBefore(day: number): number {
    const block = day >> BLOCK_DEPTH;
    let from = block * BLOCK_DAYS;
    let to = from + BLOCK_DAYS;
    for (let depth = 1; depth <= BLOCK_DEPTH; depth += 1) {
      const index = day >> (BLOCK_DEPTH - depth);
      const activity = activityBetween(from, to, signedFraction(this.#keyOf(depth, index)));
      if (index % 2 === 0) to = activity;
      else from = activity;
    }
    return from;
  }

  /** Moves to a day, counted from 1970. */
  seek(day: number): this {
    const previous = this.#day;
    if (day === previous) return this;
    this.#day = day;
    const block = day >> BLOCK_DEPTH;
    let isCached = previous >> BLOCK_DEPTH === block && !Number.isNaN(previous);
    if (!isCached) this.#setBlock(block);
    for (let depth = 1; depth <= BLOCK_DEPTH; depth += 1) {
      const shift = BLOCK_DEPTH - depth;
      const index = day >> shift;
      isCached &&= previous >> shift === index;
      if (!isCached) this.#setHalf(depth, index);
    }
    return this;
  }

  /** Returns the key of the random numbers that a node shares with the other half of the node before it. */
  #keyOf(depth: number, index: number): number {
    return blend(this.#key + depth * 0x10001, index >> 1);
  }

  #setBlock(block: number): void {
    const nodes = this.#nodes;
    nodes[OPEN] = this.#blockLevel(block);
    nodes[CLOSE] = this.#blockLevel(block + 1);
    nodes[VARIANCE] = BLOCK_DAYS;
    nodes[ACTIVITY_FROM] = block * BLOCK_DAYS;
    nodes[ACTIVITY_TO] = (block + 1) * BLOCK_DAYS;
  }

  #blockLevel(block: number): number {
    return BLOCK_LEVEL_MAX * signedFraction(blend(this.#key, block));
  }

  /** Sets a node to the first half of the node before it for an even index, to the second for an odd one. */
  #setHalf(depth: number, index: number): void {
    const nodes = this.#nodes;
    const at = depth * NODE_NUMBERS;
    const before = at - NODE_NUMBERS;
    const open = nodes[before + OPEN]!;
    const close = nodes[before + CLOSE]!;
    const variance = nodes[before + VARIANCE]!;
    const activityFrom = nodes[before + ACTIVITY_FROM]!;
    const activityTo = nodes[before + ACTIVITY_TO]!;
    const key = this.#keyOf(depth, index);
    const tilt = signedFraction(key);
    const share = 0.5 + 0.5 * VARIANCE_CONTRAST * tilt;
    const days = 2 << (BLOCK_DEPTH - depth);
    const variationSize = Math.sqrt(variance * share * (1 - share) * Math.min(1, WALK_DAYS / days));
    const middle = open + share * (close - open) + variationSize * bellNumber(scramble(key + 1));
    const activity = activityBetween(activityFrom, activityTo, tilt);
    const isFirst = index % 2 === 0;
    nodes[at + OPEN] = isFirst ? open : middle;
    nodes[at + CLOSE] = isFirst ? middle : close;
    nodes[at + VARIANCE] = variance * (isFirst ? share : 1 - share);
    nodes[at + ACTIVITY_FROM] = isFirst ? activityFrom : activity;
    nodes[at + ACTIVITY_TO] = isFirst ? activity : activityTo;
  }
}

/** Returns the trades up to the middle of a node, of which `from` and `to` are those up to its ends. */
function activityBetween(from: number, to: number, tilt: number): number {
  return from + (0.5 + 0.5 * ACTIVITY_CONTRAST * tilt) * (to - from);
}

/** Where the numbers of the day itself begin. */
const LAST_NODE = BLOCK_DEPTH * NODE_NUMBERS;

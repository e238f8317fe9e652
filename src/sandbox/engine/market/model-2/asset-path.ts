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
/** By how much the moves at each depth are reduced for that. */
const WALK_SHARES = Array.from({ length: BLOCK_DEPTH }, (_, depth) =>
  Math.min(1, WALK_DAYS / (BLOCK_DAYS >> depth)),
);

/**
 * The price path is a binary tree: each node covers a span of days whose length is a power of two. These are the positions
 * of a node's values in its array, followed by those of its division into two halves: the price level and the trades up
 * to the middle, and the first half's share of the variance.
 */
const OPEN = 0;
const CLOSE = 1;
const VARIANCE = 2;
const ACTIVITY_FROM = 3;
const ACTIVITY_TO = 4;
const MIDDLE = 5;
const ACTIVITY_MIDDLE = 6;
const SHARE = 7;
const NODE_NUMBERS = 8;

/** A number that shares no block with any day. */
const NO_DAY = -1;

/**
 * The days of one asset. The nodes on the way to the last requested day are cached, one after the other in one array,
 * because a reader of many symbols would spend most of its time on creating objects.
 */
export class AssetPath {
  readonly #key: number;
  /** The last requested day, and the nodes that contain it, from its block down to itself. */
  #day = NO_DAY;
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
    // The depth down to which the nodes contain both days; negative for days of different blocks.
    const shared = BLOCK_DEPTH - 32 + Math.clz32(day ^ previous);
    if (shared < 0) this.#setBlock(day >> BLOCK_DEPTH);
    else this.#setHalf(shared + 1, day >> (BLOCK_DEPTH - 1 - shared));
    for (let depth = Math.max(shared + 1, 0); depth < BLOCK_DEPTH; depth += 1) {
      const index = day >> (BLOCK_DEPTH - 1 - depth);
      this.#divide(depth, index);
      this.#setHalf(depth + 1, index);
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

  /** Divides a node into two halves, of which `index` is the number of one. */
  #divide(depth: number, index: number): void {
    const nodes = this.#nodes;
    const at = depth * NODE_NUMBERS;
    const open = nodes[at + OPEN]!;
    const variance = nodes[at + VARIANCE]!;
    const key = this.#keyOf(depth + 1, index);
    const tilt = signedFraction(key);
    const share = 0.5 + 0.5 * VARIANCE_CONTRAST * tilt;
    const variationSize = Math.sqrt(variance * share * (1 - share) * WALK_SHARES[depth]!);
    nodes[at + SHARE] = share;
    nodes[at + MIDDLE] =
      open + share * (nodes[at + CLOSE]! - open) + variationSize * bellNumber(scramble(key + 1));
    nodes[at + ACTIVITY_MIDDLE] = activityBetween(nodes[at + ACTIVITY_FROM]!, nodes[at + ACTIVITY_TO]!, tilt);
  }

  /** Sets a node to the first half of the node before it for an even index, to the second for an odd one. */
  #setHalf(depth: number, index: number): void {
    const nodes = this.#nodes;
    const at = depth * NODE_NUMBERS;
    const before = at - NODE_NUMBERS;
    const share = nodes[before + SHARE]!;
    const isFirst = index % 2 === 0;
    nodes[at + OPEN] = nodes[before + (isFirst ? OPEN : MIDDLE)]!;
    nodes[at + CLOSE] = nodes[before + (isFirst ? MIDDLE : CLOSE)]!;
    nodes[at + VARIANCE] = nodes[before + VARIANCE]! * (isFirst ? share : 1 - share);
    nodes[at + ACTIVITY_FROM] = nodes[before + (isFirst ? ACTIVITY_FROM : ACTIVITY_MIDDLE)]!;
    nodes[at + ACTIVITY_TO] = nodes[before + (isFirst ? ACTIVITY_MIDDLE : ACTIVITY_TO)]!;
  }
}

/** Returns the trades up to the middle of a node, of which `from` and `to` are those up to its ends. */
function activityBetween(from: number, to: number, tilt: number): number {
  return from + (0.5 + 0.5 * ACTIVITY_CONTRAST * tilt) * (to - from);
}

/** Where the numbers of the day itself begin. */
const LAST_NODE = BLOCK_DEPTH * NODE_NUMBERS;

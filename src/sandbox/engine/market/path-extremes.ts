/** Divides the price range of a time span between its parts: each of high and low lies in one part. */
import { roundHalfUp } from './rounding.ts';
import type { SpanHalves } from './span-parts.ts';
import type { TimeSpan } from './time-span.ts';

/**
 * How far the prices of each part usually go beyond its open, close and middle, and how far those of the part
 * without the extreme do.
 */
export interface Reach {
  /** In ticks. */
  readonly firstReach: number;
  readonly secondReach: number;
  /** Fractions of the reach, from 0 to 1, above and below. */
  readonly above: number;
  readonly below: number;
  /**
   * The number of ticks up to which both parts count as equally close to an extreme; then these fields say
   * whether the first part gets it.
   */
  readonly tieTicks: number;
  readonly isHighFirst: boolean;
  readonly isLowFirst: boolean;
  /** Returns how many ticks a middle price moves towards an extreme at a distance from all three prices. */
  pullFor(distance: number, reach: number): number;
}

/**
 * The extremes of the paths of both parts (open, close and middle), and which part gets the high and the low of the
 * span: the one whose path comes closer to it. One object serves all spans of a market model, because creating objects
 * would take longer than the rest.
 */
export class PathExtremes {
  /** How many ticks the middle prices of both parts must be moved so that the path approaches an extreme gradually. */
  firstPull = 0;
  secondPull = 0;
  #firstTop = 0;
  #secondTop = 0;
  #firstEnd = 0;
  #secondEnd = 0;
  #isHighFirst = false;
  #isLowFirst = false;

  /** Measures the paths of both parts. */
  measure({ first, second }: SpanHalves, { tieTicks, isHighFirst, isLowFirst }: Reach): void {
    const firstTop = Math.max(first.open, first.close, first.middle);
    const secondTop = Math.max(second.open, second.close, second.middle);
    const firstEnd = Math.min(first.open, first.close, first.middle);
    const secondEnd = Math.min(second.open, second.close, second.middle);
    this.#firstTop = firstTop;
    this.#secondTop = secondTop;
    this.#firstEnd = firstEnd;
    this.#secondEnd = secondEnd;
    const isHighTied = Math.abs(firstTop - secondTop) <= tieTicks;
    const isLowTied = Math.abs(firstEnd - secondEnd) <= tieTicks;
    this.#isHighFirst = isHighTied ? isHighFirst : firstTop > secondTop;
    this.#isLowFirst = isLowTied ? isLowFirst : firstEnd < secondEnd;
  }

  /** Sets the pulls of the measured paths. Returns false if both are zero. */
  findPulls({ high, low }: TimeSpan, reach: Reach): boolean {
    const isHighFirst = this.#isHighFirst;
    const isLowFirst = this.#isLowFirst;
    const climb = high - Math.max(this.#firstTop, this.#secondTop);
    const drop = Math.min(this.#firstEnd, this.#secondEnd) - low;
    const up = reach.pullFor(climb, isHighFirst ? reach.firstReach : reach.secondReach);
    const down = -reach.pullFor(drop, isLowFirst ? reach.firstReach : reach.secondReach);
    this.firstPull = (isHighFirst ? up : 0) + (isLowFirst ? down : 0);
    this.secondPull = (isHighFirst ? 0 : up) + (isLowFirst ? 0 : down);
    return this.firstPull !== 0 || this.secondPull !== 0;
  }

  /**
   * Assigns the high and the low each to the part whose measured path comes closer to it; the prices of the other part
   * stay nearer.
   */
  assign(span: TimeSpan, { first, second }: SpanHalves, reach: Reach): void {
    const firstTop = this.#firstTop;
    const secondTop = this.#secondTop;
    const firstEnd = this.#firstEnd;
    const secondEnd = this.#secondEnd;
    const isHighFirst = this.#isHighFirst;
    const isLowFirst = this.#isLowFirst;
    const margin = Math.floor((span.high - span.low) / 20);
    const ceiling = span.high - margin;
    const bottom = span.low + margin;
    const above = roundHalfUp((isHighFirst ? reach.secondReach : reach.firstReach) * reach.above);
    const below = roundHalfUp((isLowFirst ? reach.secondReach : reach.firstReach) * reach.below);
    first.high = isHighFirst ? span.high : Math.max(firstTop, Math.min(ceiling, firstTop + above));
    second.high = isHighFirst ? Math.max(secondTop, Math.min(ceiling, secondTop + above)) : span.high;
    first.low = isLowFirst ? span.low : Math.min(firstEnd, Math.max(bottom, firstEnd - below));
    second.low = isLowFirst ? Math.min(secondEnd, Math.max(bottom, secondEnd - below)) : span.low;
  }
}

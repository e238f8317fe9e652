/**
 * Computes the delays between attempts: they double with each failure up to a maximum, and are partly random.
 */
import type { Random } from './clock.ts';

export interface BackOff {
  /** The delay after the first failure, in ms. */
  readonly firstMs: number;
  readonly maxMs: number;
  /**
   * The share of a delay that is not random, from 0 to 1: with 0 a delay is anything from nothing to its
   * bound.
   */
  readonly fixedShare: number;
}

/** The number of doublings after which every delay has reached its maximum. */
const DOUBLINGS_MAX = 20;

/** Returns the largest delay after a number of failures in a row (0 for the first failure), in ms. */
export function backOffBoundMs(failures: number, { firstMs, maxMs }: Omit<BackOff, 'fixedShare'>): number {
  return Math.min(maxMs, firstMs * 2 ** Math.min(failures, DOUBLINGS_MAX));
}

/**
 * Returns the delay before the next attempt after a number of failures in a row (0 for the first failure), in
 * ms. The random part keeps many clients from trying again at the same moment.
 */
export function backOffMs(failures: number, backOff: BackOff, random: Random): number {
  const { fixedShare } = backOff;
  return Math.ceil(backOffBoundMs(failures, backOff) * (fixedShare + random.next() * (1 - fixedShare)));
}

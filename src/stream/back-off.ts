/** How long is waited before the next connection, key or snapshot where the last one failed. */
import type { Random } from '../core/clock.ts';

const DELAY_FIRST_MS = 500;
const DELAY_MAX_MS = 30_000;
/** Doublings after which the longest wait is reached whatever else. */
const DOUBLINGS_MAX = 10;

/** What lived this long was good: the next failure starts the delays anew. */
export const HEALTHY_MS = 60_000;

/**
 * Returns the wait after so many failures in a row before this one: twice as long each time, from half of it to all of
 * it by chance, so that many clients that lost the same server come back one by one.
 */
export function backOffMs(failures: number, random: Random): number {
  const bound = Math.min(DELAY_MAX_MS, DELAY_FIRST_MS * 2 ** Math.min(failures, DOUBLINGS_MAX));
  return Math.ceil(bound * (0.5 + random.next() / 2));
}

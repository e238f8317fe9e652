/** The delays before the next connection, listen key or snapshot after a failure. */
import { type BackOff, backOffMs } from '../core/back-off.ts';
import type { Random } from '../core/clock.ts';
import { MINUTE_MS } from '../core/time-units.ts';

const BACK_OFF: BackOff = { firstMs: 500, maxMs: 30_000, fixedShare: 0.5 };

/**
 * The time in ms after which a connection or listen key counts as healthy, so that the delays after its loss
 * begin again with the shortest.
 */
export const HEALTHY_MS = MINUTE_MS;

/** Returns the delay after a number of failures in a row, 0 for the first failure. */
export function reconnectDelayMs(failures: number, random: Random): number {
  return backOffMs(failures, BACK_OFF, random);
}

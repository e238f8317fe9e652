/**
 * Rare jumps: on some days a considerable part of an asset's variance, and of its volume, falls within one second. The
 * price then moves by about a third of a usual day's move.
 */
import { DAY_MS, SECOND_MS } from '../../../../core/time-units.ts';
import { blend } from '../noise.ts';
import type { Jump } from '../time-span.ts';

/** The number of days per jump of an asset's price, which means five or six jumps a year. */
const DAYS_PER_JUMP = 64;

/** The share of the day's variance that falls within the jump. */
const JUMP_VARIANCE = 0.12;

/** Makes the random numbers of jumps differ from other random numbers of the same day. */
const JUMP_KEY = 0x6a3d;

/**
 * Returns the jump of an asset's price on a day, or undefined on most days; `variance` is the variance of the
 * day.
 */
export function jumpOn(dayKey: number, variance: number): Jump | undefined {
  const key = blend(dayKey, JUMP_KEY);
  if (key % DAYS_PER_JUMP !== 0) return undefined;
  const second = (key >>> 6) % (DAY_MS / SECOND_MS);
  return { at: second * SECOND_MS, variance: variance * JUMP_VARIANCE };
}

/** The waves that an asset's price rides on, from day to day and from year to year. */
import { blend, smoothNoise } from './noise.ts';

/** Days are counted from 1970; prices of `assets.ts` hold on this one, 2026-01-01. */
export const ANCHOR_DAY = 20_454;

/** Waves of 1, 2, 4 … 1024 days. From `LEVEL_WAVE` on they grow no more, which keeps prices in bounds for good. */
const COMPONENTS = 11;
const LEVEL_COMPONENT = 6;

/** Relates the size of the waves to the size of a usual day's move. */
const COMPONENT_SIZE = 0.8;

/**
 * Returns the sum of an asset's waves at the start of a day, in usual day's moves: the logarithm of its price, but
 * for a factor and a constant.
 */
export function priceComponents(key: number, day: number): number {
  let sum = 0;
  let size = COMPONENT_SIZE;
  for (let component = 0; component < COMPONENTS; component += 1) {
    sum += size * smoothNoise(blend(key, component), day, 1 << component);
    if (component < LEVEL_COMPONENT) size *= Math.SQRT2;
  }
  return sum;
}

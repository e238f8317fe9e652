/** The waves that an asset's price rides on, from day to day and from year to year. */
import { blend, smoothNoise } from './noise.ts';

/** Days are counted from 1970; prices of `assets.ts` hold on this one, 2026-01-01. */
export const ANCHOR_DAY = 20_454;

/** Waves of 1, 2, 4 … 1024 days. From `LEVEL_WAVE` on they grow no more, which keeps prices in bounds for good. */
const WAVES = 11;
const LEVEL_WAVE = 6;

/** Relates the size of the waves to the size of a usual day's move. */
const WAVE_SIZE = 0.8;

/**
 * Returns the sum of an asset's waves at the start of a day, in usual day's moves: the logarithm of its price, but
 * for a factor and a constant.
 */
export function waves(key: number, day: number): number {
  let sum = 0;
  let size = WAVE_SIZE;
  for (let wave = 0; wave < WAVES; wave += 1) {
    sum += size * smoothNoise(blend(key, wave), day, 1 << wave);
    if (wave < LEVEL_WAVE) size *= Math.SQRT2;
  }
  return sum;
}

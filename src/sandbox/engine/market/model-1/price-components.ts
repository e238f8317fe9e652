/** The daily price level of an asset in market model 1: a sum of smooth curves with periods of a day to three years. */
import { blend, smoothNoise } from '../noise.ts';

/** The number of curves of which a price level is the sum; their periods are 1, 2, 4 … 1024 days. */
const COMPONENTS = 11;
/** The number of the curve from which on the amplitude no longer grows, which bounds prices for all time. */
const LEVEL_COMPONENT = 6;

/** The amplitude of the first curve of a price level, in usual daily moves. */
const COMPONENT_SIZE = 0.8;

/**
 * Returns the sum of an asset's price curves at the start of a day, in usual daily moves. The logarithm of
 * the price is this sum times the asset's volatility, plus a constant.
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

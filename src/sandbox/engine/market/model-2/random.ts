/** Random numbers with a bell-shaped distribution. */

/** The reciprocal of the standard deviation of a triangular distribution from -1 to 1. */
const TRIANGLE_SCALE = Math.sqrt(6);

/** Returns a number of mean 0 and standard deviation 1, from -2.45 to 2.45, for a scrambled key. */
export function bellNumber(key: number): number {
  return (((key >>> 16) + (key & 0xffff)) / 65_536 - 1) * TRIANGLE_SCALE;
}

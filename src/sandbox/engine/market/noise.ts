/**
 * Random numbers as a pure function of a key: whole-number hashes, and smooth curves made of them. Only
 * operations that IEEE arithmetic fixes to the last bit are used, so that a seed gives the same bytes on
 * every machine.
 */

/** Returns a hash of the key: 32 bits, each of which depends on all bits of the key. */
export function scramble(key: number): number {
  let mixed = key ^ (key >>> 16);
  mixed = Math.imul(mixed, 0x21f0aaad);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x735a2d97);
  return mixed ^ (mixed >>> 15);
}

/** Returns one key made of two; their order matters. Both are taken as 32-bit integers. */
export function blend(key: number, part: number): number {
  return scramble((key + Math.imul(part, 0x9e3779b1)) ^ 0x3c6ef372);
}

/** Returns a key for a text. */
export function textKey(key: number, text: string): number {
  let folded = scramble(key + text.length);
  for (let index = 0; index < text.length; index += 1) folded = blend(folded, text.charCodeAt(index));
  return folded;
}

/** Returns a number from 0 (inclusive) to 1 (exclusive) for a scrambled key. */
export function fraction(key: number): number {
  return (key >>> 0) / 4294967296;
}

/** Returns a number from -1 (inclusive) to 1 (exclusive) for a scrambled key. */
export function signedFraction(key: number): number {
  return key / 2147483648;
}

/**
 * Returns the value, from -1 to 1, of a smooth random curve at `position` (a whole number, 0 or more): the
 * curve joins random values at every multiple of `period`, and its slope never exceeds 3 / period.
 */
export function smoothNoise(key: number, position: number, period: number): number {
  const knot = Math.floor(position / period);
  const left = signedFraction(blend(key, knot));
  if (period === 1) return left;
  const along = (position - knot * period) / period;
  return left + (signedFraction(blend(key, knot + 1)) - left) * along * along * (3 - 2 * along);
}

/** Returns e to the power of `exponent` (-40 to 40) from sums and products alone. */
export function exponential(exponent: number): number {
  const small = exponent / 4096;
  const power = 1 + small * (1 + (small / 2) * (1 + (small / 3) * (1 + small / 4)));
  return sixteenthPower(sixteenthPower(sixteenthPower(power)));
}

function sixteenthPower(base: number): number {
  const square = base * base;
  const fourth = square * square;
  const eighth = fourth * fourth;
  return eighth * eighth;
}

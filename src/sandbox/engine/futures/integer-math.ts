/** Arithmetic on bigints that represent decimals with a fixed scale. */

/** Returns a / b rounded half away from zero; b is above 0. */
export function divideToNearest(a: bigint, b: bigint): bigint {
  return a < 0n ? -((-2n * a + b) / (2n * b)) : (2n * a + b) / (2n * b);
}

/** Returns value / 10^decimals as text with all decimals. */
export function fixedText(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const sign = value < 0n ? '-' : '';
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Returns the larger of two numbers. */
export function maxOf(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/** Returns the smaller of two numbers. */
export function minOf(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Returns the absolute value of a bigint. */
export function absoluteOf(a: bigint): bigint {
  return a < 0n ? -a : a;
}

/** Rounds computed minimums, maximums and fees to amounts such as an exchange would choose. */

/**
 * Returns a number above 0 as an amount in 10^-8, rounded to 2 significant digits and at least a millionth.
 */
export function roundAmount(value: number): bigint {
  const [digits, exponent] = value.toExponential(1).split('e');
  const scale = Number(exponent) + 7;
  const size = BigInt(digits!.replace('.', ''));
  return scale >= 2 ? size * 10n ** BigInt(scale) : 100n;
}

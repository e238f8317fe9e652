/** Round amounts: minimums, maximums and fees that look as if somebody had chosen them. */

/** Returns a number above 0 as an amount in 10^-8 with 2 digits, a millionth where it is smaller than that. */
export function roundAmount(value: number): bigint {
  const [digits, exponent] = value.toExponential(1).split('e');
  const scale = Number(exponent) + 7;
  const size = BigInt(digits!.replace('.', ''));
  return scale >= 2 ? size * 10n ** BigInt(scale) : 100n;
}

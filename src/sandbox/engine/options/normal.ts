/**
 * Logarithm and normal distribution, computed with basic arithmetic only: the functions of `Math` may differ
 * in the last bit between machines, and a seed must yield the same bytes everywhere.
 */
import { exponential } from '../market/noise.ts';

/**
 * The value from which on the tail probability is below 10^-15, far less than any tick, and is taken as 0.
 */
const TAIL_START = 8;
const CONTINUED_FRACTION_FROM = 7.071_067_811_865_475;

/** Coefficients of Hart's rational approximation of the normal distribution, highest power first. */
const HART_NUMERATOR = [
  3.526_249_659_989_11e-2, 0.700_383_064_443_688, 6.373_962_203_531_65, 33.912_866_078_383,
  112.079_291_497_871, 221.213_596_169_931, 220.206_867_912_376,
] as const;
const HART_DENOMINATOR = [
  8.838_834_764_831_84e-2, 1.755_667_163_182_64, 16.064_177_579_207, 86.780_732_202_946_1,
  296.564_248_779_674, 637.333_633_378_831, 793.826_512_519_948, 440.413_735_824_752,
] as const;

const SQRT_TWO_PI = 2.506_628_274_631;

/** Returns the natural logarithm of a number above 0. */
export function logarithm(value: number): number {
  if (!(value > 0) || value === Number.POSITIVE_INFINITY) {
    throw new RangeError(`a logarithm needs a number above 0: ${value}`);
  }
  let exponent = 0;
  let mantissa = value;
  while (mantissa >= Math.SQRT2) {
    mantissa /= 2;
    exponent += 1;
  }
  while (mantissa < Math.SQRT1_2) {
    mantissa *= 2;
    exponent -= 1;
  }
  const ratio = (mantissa - 1) / (mantissa + 1);
  const square = ratio * ratio;
  let sum = 0;
  for (let odd = 21; odd >= 1; odd -= 2) sum = sum * square + 1 / odd;
  return exponent * Math.LN2 + 2 * ratio * sum;
}

/** Returns the probability that a standard normal value is at most `value`. */
export function cumulativeNormal(value: number): number {
  const magnitude = Math.abs(value);
  const tail = magnitude >= TAIL_START ? 0 : upperTail(magnitude);
  return value > 0 ? 1 - tail : tail;
}

/** Returns the density of the standard normal distribution. */
export function normalDensity(value: number): number {
  return Math.abs(value) >= TAIL_START ? 0 : exponential((-value * value) / 2) / SQRT_TWO_PI;
}

function upperTail(magnitude: number): number {
  const gaussian = exponential((-magnitude * magnitude) / 2);
  if (magnitude < CONTINUED_FRACTION_FROM)
    return (
      (gaussian * evaluatePolynomial(HART_NUMERATOR, magnitude)) /
      evaluatePolynomial(HART_DENOMINATOR, magnitude)
    );
  let fraction = magnitude + 0.65;
  for (let step = 4; step >= 1; step -= 1) fraction = magnitude + step / fraction;
  return gaussian / fraction / SQRT_TWO_PI;
}

function evaluatePolynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduce((sum, factor) => sum * x + factor, 0);
}

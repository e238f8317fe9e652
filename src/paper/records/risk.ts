/** Sharpe and Sortino ratios of daily returns, calculated exactly. */

import { type Decimal, divide, sign, subtract } from '../../core/decimal.ts';
import { DAY_MS } from '../../core/time-units.ts';
import type { EquitySample } from '../engine/ledger.ts';
import { ONE } from '../numbers.ts';

/** Decimal places of a daily return. */
const RETURN_DIGITS = 12;

/** The fewest equity samples at midnight from which a Sharpe or Sortino ratio is calculated. */
const SAMPLES_MIN = 3;

/** Days of a year, and the square of the eight digits that the root keeps. */
const DAYS = 365n;
const ROOT_SCALE = 8;

/**
 * Returns the annual Sharpe ratio: mean return divided by the sample deviation; null where it is not defined.
 */
export function sharpeOf(samples: readonly EquitySample[]): Decimal | null {
  const returns = dailyReturns(samples);
  if (returns === undefined) return null;
  const count = BigInt(returns.length);
  const sum = sumOf(returns);
  // With the sum S and n returns r, the deviations r - S/n have the squares (n × r - S)² / n².
  const squares = sumOf(returns.map((one) => (count * one - sum) ** 2n));
  // mean² / variance = (S²/n²) / (squares / n² / (n - 1)).
  return rootOf(sum, sum * sum * (count - 1n), squares);
}

/**
 * Returns the annual Sortino ratio: mean return divided by the downside deviation; null where it is not
 * defined.
 */
export function sortinoOf(samples: readonly EquitySample[]): Decimal | null {
  const returns = dailyReturns(samples);
  if (returns === undefined) return null;
  const count = BigInt(returns.length);
  const sum = sumOf(returns);
  const squares = sumOf(returns.map((one) => (one < 0n ? one * one : 0n)));
  // mean² / variance = (S²/n²) / (squares / n).
  return rootOf(sum, sum * sum, squares * count);
}

/** Returns ±⌊√(top × 365 / bottom × 10^16)⌋ / 10^8 with the sign of the mean; null where bottom is zero. */
function rootOf(mean: bigint, top: bigint, bottom: bigint): Decimal | null {
  if (bottom === 0n) return null;
  const root = squareRoot((top * DAYS * 10n ** BigInt(2 * ROOT_SCALE)) / bottom);
  return { value: mean < 0n ? -root : root, scale: ROOT_SCALE };
}

/**
 * Returns the daily returns from midnight to midnight, as integers of 10^-12; undefined where there are too
 * few samples.
 */
function dailyReturns(samples: readonly EquitySample[]): readonly bigint[] | undefined {
  const equities = samples.filter(({ time }) => time % DAY_MS === 0).map(({ equity }) => equity);
  if (equities.length < SAMPLES_MIN || equities.some((one) => sign(one) <= 0)) return undefined;
  return equities.slice(1).map((equity, index) => {
    const before = equities[index]!;
    return subtract(divide(equity, before, RETURN_DIGITS, 'half-even'), ONE).value;
  });
}

function sumOf(numbers: readonly bigint[]): bigint {
  return numbers.reduce((sum, one) => sum + one, 0n);
}

/** Returns the integer square root of a number that is not negative, rounded down. */
function squareRoot(number: bigint): bigint {
  if (number < 2n) return number;
  let root = 1n << BigInt(Math.ceil(number.toString(2).length / 2));
  for (;;) {
    const next = (root + number / root) / 2n;
    if (next >= root) return root;
    root = next;
  }
}

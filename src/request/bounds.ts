/** The minimum and maximum of a number or of a list's length, as values and in words. */
import { isDisputed } from '../catalogue/define.ts';
import type { Param } from '../catalogue/types.ts';
import { compare, type Decimal, decimalOf } from '../core/decimal.ts';
import type { ArgumentRule } from './types.ts';

/**
 * Returns the maximum of a parameter, the larger one when the listings differ; undefined when none is listed.
 */
export function widestMax(param: Param): Decimal | undefined {
  const bounds = maxima(param);
  return bounds.reduce<Decimal | undefined>(
    (widest, one) => (widest === undefined || compare(one, widest) > 0 ? one : widest),
    undefined,
  );
}

/** Returns the largest value that both listings allow; undefined when none is listed. */
export function narrowestMax(param: Param): Decimal | undefined {
  const bounds = maxima(param);
  return bounds.reduce<Decimal | undefined>(
    (narrowest, one) => (narrowest === undefined || compare(one, narrowest) < 0 ? one : narrowest),
    undefined,
  );
}

/** Returns whether a number has a bound at all; most ids and prices have none. */
export function isBounded({ min, above, max }: Param): boolean {
  return min !== undefined || above !== undefined || max !== undefined;
}

/** Returns the bound that a number violates, or undefined when it violates none. */
export function brokenBound(
  param: Param,
  number: Decimal,
): Extract<ArgumentRule, 'minimum' | 'above' | 'maximum'> | undefined {
  if (param.min !== undefined && compare(number, decimalOf(String(param.min))) < 0) return 'minimum';
  if (param.above !== undefined && compare(number, decimalOf(String(param.above))) <= 0) return 'above';
  const max = widestMax(param);
  return max !== undefined && compare(number, max) > 0 ? 'maximum' : undefined;
}

/** Returns the bounds as text, such as "1 to 1000" or "greater than 0 and at most 5". */
export function boundsText(param: Param): string {
  const max = maxText(param);
  if (param.above !== undefined) {
    return max === undefined
      ? `greater than ${param.above}`
      : `greater than ${param.above} and at most ${max}`;
  }
  if (param.min === undefined) return max === undefined ? 'any number' : `at most ${max}`;
  return max === undefined ? `${param.min} or more` : `${param.min} to ${max}`;
}

/** Returns the maximum as text, or undefined when none is listed. */
export function maxText(param: Param): string | undefined {
  const max = widestMax(param);
  if (max === undefined) return undefined;
  return listedMaxima(param).find((one) => compare(decimalOf(one), max) === 0);
}

function maxima(param: Param): Decimal[] {
  return listedMaxima(param).map(decimalOf);
}

function listedMaxima(param: Param): string[] {
  const { max } = param;
  if (max === undefined || max === 'unlisted') return [];
  return isDisputed(max) ? [String(max.first), String(max.second)] : [String(max)];
}

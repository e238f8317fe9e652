/**
 * Compares the numbers of a thesis with the bounds of the contract digit by digit. `JSON.parse` rounds a number to a
 * double, so 1.0000000000000000000001 would pass as 1.
 */
import { isObject } from '../core/words.ts';
import { NUMBERS } from './contract.ts';
import { memberSchema } from './members.ts';

/** A bound of a number of the contract, which includes its own value. */
export interface InclusiveBound {
  readonly path: string;
  readonly keyword: 'minimum' | 'maximum';
  readonly bound: number;
  readonly steps: readonly string[];
  /** Matches each number under the member's name in a text; a decoy in another object matches too. */
  readonly pattern: RegExp;
}

let known: readonly InclusiveBound[] | undefined;

/** Returns the bounds that include their own value: a rounded number never crosses one that does not. */
function inclusiveBounds(): readonly InclusiveBound[] {
  known ??= NUMBERS.flatMap((path) =>
    (['minimum', 'maximum'] as const).flatMap((keyword) => {
      const bound = memberSchema(path)?.[keyword];
      if (bound === undefined) return [];
      const steps = path.split('/').slice(1);
      const pattern = new RegExp(`"${steps.at(-1)}"\\s*:\\s*(-?[\\d.eE+-]+)`, 'g');
      return [{ path, keyword, bound, steps, pattern }];
    }),
  );
  return known;
}

/**
 * Matches a text with a number that a double may round onto a bound: 17 digits, or an exponent that leads below the
 * smallest double.
 */
const LONG_NUMBER = /[\d.]{17}|[eE]-\d{3}/;

/**
 * Returns the bounds whose value is the double of their number. Rounding keeps the order of numbers, so only such a
 * number can lie outside; and only one with many digits. Mostly there is none, which costs a few comparisons.
 */
export function suspectBounds(text: string, value: unknown): readonly InclusiveBound[] {
  const suspects = inclusiveBounds().filter(({ steps, bound }) => memberAt(value, steps) === bound);
  return suspects.length > 0 && LONG_NUMBER.test(text) ? suspects : [];
}

/**
 * Returns whether the numbers of a text certainly keep the bounds, at low cost: every number written under the name of
 * a suspect does. False means that the location of each member has to decide.
 */
export function keepsBounds(text: string, suspects: readonly InclusiveBound[]): boolean {
  // A name may be written with escapes.
  if (suspects.length > 0 && text.includes('\\u')) return false;
  return suspects.every((suspect) => {
    const { pattern } = suspect;
    pattern.lastIndex = 0;
    let isFound = false;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      if (isBroken(suspect, match[1]!)) return false;
      isFound = true;
    }
    return isFound;
  });
}

/** Returns whether the number written as `literal` lies outside the bound. */
export function isBroken({ keyword, bound }: InclusiveBound, literal: string): boolean {
  if (literal === String(bound)) return false;
  const order = compareNumbers(literal, String(bound));
  return keyword === 'minimum' ? order < 0 : order > 0;
}

function memberAt(value: unknown, steps: readonly string[]): unknown {
  let at = value;
  for (const step of steps) at = isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  return at;
}

/** The digits of a number as 0.DIGITS × 10^exponent, without zeros at either end; no digits for zero. */
interface Digits {
  readonly isNegative: boolean;
  readonly digits: string;
  readonly exponent: bigint;
}

/** Returns -1 where the first number is smaller, 0 where both are equal, 1 where it is larger; of any size. */
export function compareNumbers(first: string, second: string): -1 | 0 | 1 {
  const [one, other] = [digitsOf(first), digitsOf(second)];
  if (one.isNegative !== other.isNegative) return one.isNegative ? -1 : 1;
  const order = compareMagnitudes(one, other);
  return one.isNegative ? (-order as -1 | 0 | 1) : order;
}

function compareMagnitudes(one: Digits, other: Digits): -1 | 0 | 1 {
  if (one.digits === '' || other.digits === '')
    return one.digits === other.digits ? 0 : one.digits === '' ? -1 : 1;
  if (one.exponent !== other.exponent) return one.exponent < other.exponent ? -1 : 1;
  if (one.digits === other.digits) return 0;
  return one.digits < other.digits ? -1 : 1;
}

function digitsOf(literal: string): Digits {
  const [, sign, whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  const all = whole + fraction;
  const kept = all.replace(/^0+/, '');
  const digits = kept.replace(/0+$/, '');
  const exponent = BigInt(power) + BigInt(whole.length - (all.length - kept.length));
  return { isNegative: sign === '-' && digits !== '', digits, exponent };
}

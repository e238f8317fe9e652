/**
 * Exact arithmetic on decimal numbers, held as an integer of any size and a number of fraction digits. Prices
 * and quantities are added, multiplied, divided and rounded here and are never converted to floats.
 */
import type { DecimalString } from './words.ts';

/** The number `value / 10^scale`; `scale` is 0 or more. "0.50" is `{ value: 50n, scale: 2 }`. */
export interface Decimal {
  readonly value: bigint;
  readonly scale: number;
}

/**
 * How a number is rounded: `down` towards zero, `up` away from zero, `floor` towards minus infinity, `ceil`
 * towards plus infinity, `nearest` with halves away from zero, `half-even` with halves to the even digit.
 */
export type Rounding = 'down' | 'up' | 'floor' | 'ceil' | 'nearest' | 'half-even';

/**
 * The longest text that is read as a number: no price has this many digits, and hostile input must not cost
 * memory.
 */
const DECIMAL_LENGTH_MAX = 1000;

/** The largest absolute exponent allowed; no asset has quantities near 1e400. */
const DECIMAL_EXPONENT_MAX = 400;

/** Zero without digits after the point. */
export const ZERO: Decimal = { value: 0n, scale: 0 };

/** The number 1. */
export const ONE: Decimal = { value: 1n, scale: 0 };

/** The number 100, by which a share becomes a percentage. */
export const HUNDRED: Decimal = { value: 100n, scale: 0 };

const DECIMAL = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;

/**
 * Returns the number written in `text`, or undefined when it isn't one: an optional minus, digits, an
 * optional fraction, an optional exponent of at most ±400; at most 1000 characters. Trailing zeros count as
 * digits.
 */
export function parseDecimal(text: string): Decimal | undefined {
  if (text.length > DECIMAL_LENGTH_MAX) return undefined;
  const parts = DECIMAL.exec(text);
  if (parts === null) return undefined;
  const [, whole = '', fraction = '', exponentText] = parts;
  const value = BigInt(whole + fraction);
  if (exponentText === undefined) return { value, scale: fraction.length };
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > DECIMAL_EXPONENT_MAX) return undefined;
  const scale = fraction.length - exponent;
  return scale >= 0 ? { value, scale } : { value: value * powerOfTen(-scale), scale: 0 };
}

/** Returns the number written in `text`; throws a RangeError for other text. For checked input only. */
export function decimalOf(text: string): Decimal {
  const parsed = parseDecimal(text);
  if (parsed === undefined) throw new RangeError(`not a decimal number: ${text.slice(0, 60)}`);
  return parsed;
}

/** Returns the plain text of the number with exactly `scale` digits after the point. */
export function formatDecimal({ value, scale }: Decimal): DecimalString {
  if (scale === 0) return value.toString() as DecimalString;
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  const sign = value < 0n ? '-' : '';
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}` as DecimalString;
}

/**
 * Returns the number without an exponent ("1e-7" becomes "0.0000001"), otherwise as it was typed, trailing
 * and leading zeros included; undefined when `text` isn't a decimal number.
 */
export function toPlain(text: string): DecimalString | undefined {
  const parsed = parseDecimal(text);
  if (parsed === undefined) return undefined;
  return /[eE]/.test(text) ? formatDecimal(parsed) : (text as DecimalString);
}

/** Returns the number without trailing zeros after the point, so that equal numbers have one form. */
export function trimZeros({ value, scale }: Decimal): Decimal {
  if (scale <= 0 || value % 10n !== 0n) return { value, scale };
  if (value === 0n) return { value, scale: 0 };
  const digits = value.toString();
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === ZERO_CODE) end -= 1;
  const surplus = Math.min(scale, digits.length - end);
  return { value: value / powerOfTen(surplus), scale: scale - surplus };
}

const ZERO_CODE = '0'.charCodeAt(0);

/** Returns the plain text of the number without trailing zeros after the point: "1.50" becomes "1.5", "2.0" becomes "2". */
export function formatTrimmed(number: Decimal): DecimalString {
  return formatDecimal(trimZeros(number));
}

/** Returns a + b; the scale is the larger of the two. */
export function add(a: Decimal, b: Decimal): Decimal {
  if (a.scale === b.scale) return { value: a.value + b.value, scale: a.scale };
  const scale = Math.max(a.scale, b.scale);
  return { value: valueAt(a, scale) + valueAt(b, scale), scale };
}

/** Returns a - b; the scale is the larger of the two. */
export function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, negate(b));
}

/** Returns a × b exactly; the scale is the sum of the two. */
export function multiply(a: Decimal, b: Decimal): Decimal {
  return { value: a.value * b.value, scale: a.scale + b.scale };
}

/** Returns a ÷ b with `scale` digits after the point. Throws a RangeError when b is zero. */
export function divide(a: Decimal, b: Decimal, scale: number, rounding: Rounding): Decimal {
  assertScale(scale);
  if (b.value === 0n) throw new RangeError('division by zero');
  const shift = scale + b.scale - a.scale;
  const top = shift > 0 ? a.value * powerOfTen(shift) : a.value;
  const bottom = shift < 0 ? b.value * powerOfTen(-shift) : b.value;
  return { value: quotient(top, bottom, rounding), scale };
}

/** Returns the sum of all numbers; zero if there are none. */
export function sumOf(numbers: Iterable<Decimal>): Decimal {
  let sum = ZERO;
  for (const number of numbers) sum = add(sum, number);
  return sum;
}

/** Returns -1 if a < b, 0 if they are equal (as "1.10" and "1.1" are), 1 if a > b. */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const scale = Math.max(a.scale, b.scale);
  const left = a.scale === scale ? a.value : valueAt(a, scale);
  const right = b.scale === scale ? b.value : valueAt(b, scale);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Returns whether two texts are decimal numbers of the same value ("1.10" and "1.1" are). */
export function isSameNumber(text: string, other: string): boolean {
  const [one, two] = [parseDecimal(text), parseDecimal(other)];
  return one !== undefined && two !== undefined && compare(one, two) === 0;
}

/** Returns whether the number is zero, whatever its scale. */
export function isZero(a: Decimal): boolean {
  return a.value === 0n;
}

/** Returns -1, 0 or 1. */
export function sign(a: Decimal): -1 | 0 | 1 {
  return a.value < 0n ? -1 : a.value > 0n ? 1 : 0;
}

/** Returns the number with the opposite sign and the same scale. */
export function negate(a: Decimal): Decimal {
  return { value: -a.value, scale: a.scale };
}

/** Returns the absolute value with the same scale. */
export function abs(a: Decimal): Decimal {
  return a.value < 0n ? negate(a) : a;
}

/** Returns the smaller of two numbers; the first if they are equal. */
export function min(a: Decimal, b: Decimal): Decimal {
  return compare(b, a) < 0 ? b : a;
}

/** Returns the larger of two numbers; the first if they are equal. */
export function max(a: Decimal, b: Decimal): Decimal {
  return compare(b, a) > 0 ? b : a;
}

/** Returns the number with exactly `scale` digits after the point. */
export function rescale(a: Decimal, scale: number, rounding: Rounding): Decimal {
  assertScale(scale);
  if (scale === a.scale) return a;
  if (scale > a.scale) return { value: valueAt(a, scale), scale };
  return { value: quotient(a.value, powerOfTen(a.scale - scale), rounding), scale };
}

/**
 * Returns the largest `from + k × step` that is not above `a`, with the scale of `step` or `from`, whichever
 * is larger. If the step is zero it returns `a`, because a zero in a filter turns that check off. Throws a
 * RangeError for a negative step.
 */
export function floorToStep(a: Decimal, step: Decimal, from: Decimal = ZERO): Decimal {
  return toStep(a, step, from, 'floor');
}

/**
 * Returns the smallest `from + k × step` that is not below `a`; a zero or negative step is treated as in
 * `floorToStep`.
 */
export function ceilToStep(a: Decimal, step: Decimal, from: Decimal = ZERO): Decimal {
  return toStep(a, step, from, 'ceil');
}

/**
 * Returns the `from + k × step` nearest to `a`, halves away from `from`; a zero or negative step is treated
 * as in `floorToStep`.
 */
export function nearestToStep(a: Decimal, step: Decimal, from: Decimal = ZERO): Decimal {
  return toStep(a, step, from, 'nearest');
}

/** Returns whether `a` is `from + k × step` for some whole k; always true if the step is zero. */
export function isMultipleOf(a: Decimal, step: Decimal, from: Decimal = ZERO): boolean {
  if (step.value === 0n) return true;
  const scale = Math.max(a.scale, step.scale, from.scale);
  return (valueAt(a, scale) - valueAt(from, scale)) % valueAt(step, scale) === 0n;
}

function toStep(a: Decimal, step: Decimal, from: Decimal, rounding: Rounding): Decimal {
  if (step.value === 0n) return a;
  if (step.value < 0n) throw new RangeError(`a step must be above zero: ${formatDecimal(step)}`);
  const scale = Math.max(a.scale, step.scale, from.scale);
  const wide = valueAt(step, scale);
  const start = valueAt(from, scale);
  const value = start + quotient(valueAt(a, scale) - start, wide, rounding) * wide;
  const kept = Math.max(step.scale, from.scale);
  return { value: value / powerOfTen(scale - kept), scale: kept };
}

/** Returns `a.value` rescaled to `scale` fraction digits; `scale` must be at least `a.scale`. */
function valueAt(a: Decimal, scale: number): bigint {
  return a.scale === scale ? a.value : a.value * powerOfTen(scale - a.scale);
}

/** Divides two integers and rounds the quotient. */
function quotient(top: bigint, bottom: bigint, rounding: Rounding): bigint {
  const whole = top / bottom;
  const rest = top - whole * bottom;
  if (rest === 0n || rounding === 'down') return whole;
  const away = top < 0n === bottom < 0n ? 1n : -1n;
  if (rounding === 'up') return whole + away;
  if (rounding === 'floor') return away < 0n ? whole + away : whole;
  if (rounding === 'ceil') return away > 0n ? whole + away : whole;
  const twice = (rest < 0n ? -rest : rest) * 2n;
  const half = bottom < 0n ? -bottom : bottom;
  if (twice !== half) return twice > half ? whole + away : whole;
  return rounding === 'half-even' && whole % 2n === 0n ? whole : whole + away;
}

const POWERS: bigint[] = [1n];

function powerOfTen(exponent: number): bigint {
  const known = POWERS[exponent];
  if (known !== undefined) return known;
  // Small powers of ten are used often and cached; large ones are rare.
  if (exponent > 100) return 10n ** BigInt(exponent);
  for (let next = POWERS.length; next <= exponent; next += 1) POWERS.push(POWERS[next - 1]! * 10n);
  return POWERS[exponent]!;
}

function assertScale(scale: number): void {
  if (!Number.isInteger(scale) || scale < 0 || scale > 2 * DECIMAL_LENGTH_MAX) {
    throw new RangeError(`digits after the point must be 0 to ${2 * DECIMAL_LENGTH_MAX}: ${scale}`);
  }
}

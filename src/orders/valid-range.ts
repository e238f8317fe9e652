/**
 * The values that a filter allows: minimum, maximum and step, and the valid values nearest to an invalid one.
 */
import {
  ceilToStep,
  compare,
  type Decimal,
  floorToStep,
  formatTrimmed,
  isMultipleOf,
  max,
  min,
  parseDecimal,
  sign,
  ZERO,
} from '../core/decimal.ts';

export interface ValidRange {
  /** Undefined if the filter sets no such bound. */
  readonly min: Decimal | undefined;
  readonly max: Decimal | undefined;
  /** The step of allowed values; zero if any value is allowed. */
  readonly step: Decimal;
}

export const ANY: ValidRange = { min: undefined, max: undefined, step: ZERO };

/** The valid values nearest to an invalid one, below and above it; null if there is none. */
export interface NearestValues {
  readonly down: string | null;
  readonly up: string | null;
}

/** Returns the range of a filter's three fields; a field that is absent or zero sets no bound. */
export function parseRange(minText?: string, maxText?: string, step?: string): ValidRange {
  const read = (text: string | undefined) => {
    const value = text === undefined ? undefined : parseDecimal(text);
    return value === undefined || sign(value) <= 0 ? undefined : value;
  };
  return { min: read(minText), max: read(maxText), step: read(step) ?? ZERO };
}

/**
 * Returns the values that are in both ranges. The larger step applies, because an exchange's steps are
 * multiples of each other.
 */
export function intersectRanges(one: ValidRange, other: ValidRange): ValidRange {
  const pick = (
    a: Decimal | undefined,
    b: Decimal | undefined,
    choose: (a: Decimal, b: Decimal) => Decimal,
  ) => (a === undefined || b === undefined ? (a ?? b) : choose(a, b));
  return {
    min: pick(one.min, other.min, max),
    max: pick(one.max, other.max, min),
    step: max(one.step, other.step),
  };
}

/** The bounds of a range that a value violates. */
export function brokenBounds(value: Decimal, range: ValidRange): readonly ('minimum' | 'maximum' | 'step')[] {
  const parts: ('minimum' | 'maximum' | 'step')[] = [];
  if (range.min !== undefined && compare(value, range.min) < 0) parts.push('minimum');
  if (range.max !== undefined && compare(value, range.max) > 0) parts.push('maximum');
  if (!isMultipleOf(value, range.step)) parts.push('step');
  return parts;
}

/**
 * Returns the largest valid value that is not above the given one and the smallest that is not below it;
 * neither is zero.
 */
export function nearestValues(value: Decimal, range: ValidRange): NearestValues {
  const { min: minText, max: maxText, step } = range;
  const highest = maxText === undefined ? undefined : floorToStep(maxText, step);
  const lowest = minText === undefined ? undefined : ceilToStep(minText, step);
  const below = floorToStep(value, step);
  const above = ceilToStep(value, step);
  const down = highest === undefined ? below : min(below, highest);
  const up = lowest === undefined ? above : max(above, lowest);
  const isValid = (one: Decimal) =>
    sign(one) > 0 &&
    (lowest === undefined || compare(one, lowest) >= 0) &&
    (highest === undefined || compare(one, highest) <= 0);
  return {
    down: isValid(down) ? formatTrimmed(down) : null,
    up: isValid(up) ? formatTrimmed(up) : null,
  };
}

/** Reads JSON numbers with all their digits, and says which of them a thesis may hold. */
import type { Decimal } from '../core/decimal.ts';

/** The largest exponent, positive or negative, of a number in a thesis. */
export const EXPONENT_MAX = 1000;

/** A JSON number split into sign, digits and scale. */
interface Spelling {
  readonly isNegative: boolean;
  /** The digits of the number without leading zeros; empty for zero. */
  readonly digits: string;
  /** The number is `digits / 10^scale`. */
  readonly scale: number;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Splits the text of a JSON number into sign, digits and scale. Throws a RangeError for other text. */
function spellingOf(text: string): Spelling {
  const parts = NUMBER.exec(text);
  if (parts === null) throw new RangeError(`not a number: ${text.slice(0, 60)}`);
  const [, minus, whole = '', fraction = '', exponent = '0'] = parts;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  return { isNegative: minus === '-', digits, scale: fraction.length - Number(exponent) };
}

/**
 * Returns whether a thesis may hold a JSON number: zero, or d × 10^e with 1 ≤ d < 10 and e from -1000
 * to 1000.
 */
export function isWithinReach(text: string): boolean {
  const { digits, scale } = spellingOf(text);
  return digits === '' || Math.abs(digits.length - 1 - scale) <= EXPONENT_MAX;
}

/**
 * Returns a JSON number in plain form: no exponent, no trailing zeros after the point, `0` for zero of either
 * sign. The exponent must be from -1000 to 1000.
 */
export function plainNumber(text: string): string {
  const { isNegative, digits, scale } = spellingOf(text);
  if (digits === '') return '0';
  const sign = isNegative ? '-' : '';
  if (scale <= 0) return `${sign}${digits}${'0'.repeat(-scale)}`;
  const padded = digits.padStart(scale + 1, '0');
  const whole = padded.slice(0, padded.length - scale);
  const fraction = padded.slice(padded.length - scale).replace(/0+$/, '');
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}

/** Returns the exact value of a JSON number whose exponent is from -1000 to 1000. */
export function decimalOfNumber(text: string): Decimal {
  const { isNegative, digits, scale } = spellingOf(text);
  const value = BigInt(`${digits}${scale < 0 ? '0'.repeat(-scale) : ''}` || '0');
  return { value: isNegative ? -value : value, scale: Math.max(scale, 0) };
}

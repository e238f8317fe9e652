/** Canonical JSON: equal values have one text, so that the SHA-256 of the text identifies the value. */
import { hash } from 'node:crypto';
import type { Decimal } from '../core/decimal.ts';
import { ExactNumber, type JsonValue } from '../core/words.ts';

/**
 * A value that can be written as canonical JSON. It uses a map for objects whose member names are user input.
 */
export type CanonicalValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | ExactNumber
  | readonly CanonicalValue[]
  | ReadonlyMap<string, CanonicalValue>
  | { readonly [name: string]: CanonicalValue };

/** The largest exponent, positive or negative, of a number that the paper ledger accepts in a thesis. */
export const EXPONENT_MAX = 1000;

/**
 * Returns the canonical JSON text of a value: no white space, names sorted by UTF-16 code units, strings
 * escaped as `JSON.stringify` does, numbers plain, without exponent and trailing zeros.
 */
export function canonicalText(value: CanonicalValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) && value !== 0 ? String(value) : plainNumber(String(value));
  }
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (value instanceof ExactNumber) return plainNumber(value.text);
  if (Array.isArray(value)) return canonicalList(value);
  if (value instanceof Map) {
    const names = [...(value as ReadonlyMap<string, CanonicalValue>).keys()];
    return canonicalMembers(names, (name) => value.get(name));
  }
  const members = value as { readonly [name: string]: CanonicalValue };
  return canonicalMembers(Object.keys(members), (name) => members[name]!);
}

function canonicalList(items: readonly CanonicalValue[]): string {
  return `[${items.map(canonicalText).join(',')}]`;
}

/** Writes members by name; the default order of `sort` is that of UTF-16 code units. */
function canonicalMembers(names: string[], read: (name: string) => CanonicalValue): string {
  // Joined parts are one flat text; a text that grows piece by piece would take several times the memory.
  const parts = names.sort().map((name) => `${JSON.stringify(name)}:${canonicalText(read(name))}`);
  return `{${parts.join(',')}}`;
}

/** Returns the SHA-256 of a text in UTF-8, in small hexadecimal digits. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

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
 * Returns whether the paper ledger accepts a JSON number: zero, or d × 10^e with 1 ≤ d < 10 and e from -1000
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

/** Returns whether all numbers of a JSON value, at any depth, have exponents from -1000 to 1000. */
export function numbersWithinReach(value: JsonValue): boolean {
  if (typeof value === 'number') return isWithinReach(String(value));
  if (typeof value === 'bigint') return isWithinReach(String(value));
  if (value instanceof ExactNumber) return isWithinReach(value.text);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(numbersWithinReach);
}

/** Returns the exact value of a JSON number whose exponent is from -1000 to 1000. */
export function decimalOfNumber(text: string): Decimal {
  const { isNegative, digits, scale } = spellingOf(text);
  const value = BigInt(`${digits}${scale < 0 ? '0'.repeat(-scale) : ''}` || '0');
  return { value: isNegative ? -value : value, scale: Math.max(scale, 0) };
}

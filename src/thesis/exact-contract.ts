/** Checks a parsed thesis against the contract, with every digit of its numbers. */

import { ExactNumber, isObject, type JsonObject, type JsonValue } from '../core/words.ts';
import { accepts } from '../generated/thesis-validator-accepts.js';
import { NUMBERS } from './contract.ts';
import { scanJson } from './scan.ts';

/**
 * Returns whether a parsed document satisfies the contract, its numbers compared exactly: a fraction of
 * 1.00000000000000000001 is above 1, and 1e-400 is above zero, which a float could not show. Duplicate names
 * are lost in a parsed document and are the caller's to check.
 */
export function acceptsExactly(document: JsonValue): boolean {
  return accepts(holdsFloatsOnly(document) ? document : withComparableNumbers(document));
}

/**
 * Returns a copy of a document that `JSON.parse` read from a text, in which the numbers of the contract are replaced by
 * floats that compare with its bounds as the numbers in the text do.
 */
export function withComparableLiterals(text: string, document: unknown): unknown {
  if (!isObject(document)) return document;
  const { spans } = scanJson(text, new Set(NUMBERS));
  const copy: Record<string, unknown> = { ...document };
  for (const pointer of NUMBERS) {
    const span = spans.get(pointer);
    const [table, member] = pointer.slice(1).split('/') as [string, string?];
    if (span === undefined || !Object.hasOwn(copy, table)) continue;
    const value = member === undefined ? copy : copy[table];
    const name = member ?? table;
    if (!isObject(value) || !Object.hasOwn(value, name) || typeof value[name] !== 'number') continue;
    const number = comparable(text.slice(span.start, span.end));
    copy[table] = member === undefined ? number : { ...value, [name]: number };
  }
  return copy;
}

/** Returns whether all numbers of a JSON value are floats, so that they can be compared as they are. */
function holdsFloatsOnly(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'bigint';
  if (value instanceof ExactNumber) return false;
  if (Array.isArray(value)) return value.every(holdsFloatsOnly);
  const members = value as JsonObject;
  for (const name in members) if (!holdsFloatsOnly(members[name]!)) return false;
  return true;
}

/**
 * Returns a copy of a JSON value in which numbers that no float holds are replaced by comparable floats; a
 * value without such numbers is returned as is.
 */
function withComparableNumbers(value: JsonValue): JsonValue {
  if (typeof value === 'bigint') return comparable(value.toString());
  if (value instanceof ExactNumber) return comparable(value.text);
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = value;
    const copies = items.map(withComparableNumbers);
    return copies.some((copy, index) => copy !== items[index]) ? copies : value;
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  const copies = entries.map(([name, one]): [string, JsonValue] => [name, withComparableNumbers(one)]);
  return copies.some(([, copy], index) => copy !== entries[index]![1]) ? Object.fromEntries(copies) : value;
}

/**
 * Returns a float that compares with 0 and 1 as the exact number does. The contract has no other bounds,
 * which a test of the schema asserts.
 */
function comparable(text: string): number {
  const [, minus, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  if (digits === '') return 0;
  const power = digits.length - 1 - fraction.length + Number(exponent);
  const size = power < 0 ? 0.5 : power === 0 && /^10*$/.test(digits) ? 1 : 2;
  return minus === '-' ? -size : size;
}

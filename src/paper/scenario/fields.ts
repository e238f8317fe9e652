/** Reads members of a scenario record; a member of the wrong form throws what was expected. */
import { compare, type Decimal, decimalOf } from '../../core/decimal.ts';
import { ExactNumber, isObject, type JsonObject, type JsonValue } from '../../core/words.ts';
import { isWithinReach, plainNumber } from '../../thesis/json-number.ts';
import { ONE } from '../numbers.ts';
import { BadRecord, displayValue } from './faults.ts';

/** Decimal strings with more characters than this are refused; no price has so many digits. */
const DECIMAL_LENGTH_MAX = 1000;

const UNSIGNED = /^\d+(?:\.\d+)?$/;
const SIGNED = /^-?\d+(?:\.\d+)?$/;

/** The lowest value of a decimal member, or `any`. */
export type Bound = 'positive' | 'not-negative' | 'below-one' | 'any';

const EXPECTED: Readonly<Record<Bound, string>> = {
  positive: 'a decimal string above zero, such as "0.1"',
  'not-negative': 'a decimal string of zero or more, such as "0.1"',
  'below-one': 'a decimal string from "0" to below "1"',
  any: 'a decimal string, such as "-0.0001"',
};

/** A record of the scenario file with its place in the file, for messages. */
export interface RecordSource {
  readonly members: JsonObject;
  /** The JSON pointer of an object within its record; "" for the record itself. */
  readonly path: string;
}

/** Throws a fault of one member of a record. */
export function rejectMember(source: RecordSource, name: string, expected: string, fix?: string): never {
  throw new BadRecord({
    path: `${source.path}/${name}`,
    expected,
    found: displayValue(ownMember(source, name)),
    ...(fix === undefined ? {} : { fix }),
  });
}

/**
 * Returns a member of a record by its name, ignoring inherited members; undefined if the record has no such
 * member.
 */
export function ownMember({ members }: RecordSource, name: string): JsonValue | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** Returns a decimal string member as the file writes it. */
function decimalText(source: RecordSource, name: string, bound: Bound): string {
  const value = ownMember(source, name);
  if (typeof value !== 'string' || !(bound === 'any' ? SIGNED : UNSIGNED).test(value)) {
    rejectMember(
      source,
      name,
      EXPECTED[bound],
      'Write prices, quantities and rates as strings of digits with at most one point, without an exponent.',
    );
  }
  if (value.length > DECIMAL_LENGTH_MAX) {
    rejectMember(source, name, `at most ${DECIMAL_LENGTH_MAX} characters of a decimal string`);
  }
  if (bound === 'positive' && /^[0.]*$/.test(value)) rejectMember(source, name, EXPECTED[bound]);
  if (bound === 'below-one' && compare(decimalOf(value), ONE) >= 0) {
    rejectMember(source, name, EXPECTED[bound]);
  }
  return value;
}

/** Returns a decimal member. */
export function decimalMember(source: RecordSource, name: string, bound: Bound): Decimal {
  return decimalOf(decimalText(source, name, bound));
}

/** Returns a decimal string member of a record, or null where the member is null. */
export function decimalOrNull(source: RecordSource, name: string, bound: Bound): Decimal | null {
  return ownMember(source, name) === null ? null : decimalMember(source, name, bound);
}

/** Returns an integer member of a record, such as a time in ms, in whatever JSON spelling the file has it. */
export function integerMember(source: RecordSource, name: string, minimum = Number.MIN_SAFE_INTEGER): number {
  const value = integerOf(ownMember(source, name));
  if (value === undefined || value < minimum) {
    const bound = minimum === Number.MIN_SAFE_INTEGER ? '' : ` of at least ${minimum}`;
    rejectMember(source, name, `an integer${bound}, such as 1767225600000`);
  }
  return value;
}

function integerOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value + 0 : undefined;
  if (!(value instanceof ExactNumber) || !isWithinReach(value.text)) return undefined;
  const plain = plainNumber(value.text);
  const integer = Number(plain);
  return /^-?\d+$/.test(plain) && Number.isSafeInteger(integer) ? integer : undefined;
}

/** Returns a text member of a record, which must not be empty. */
export function textMember(source: RecordSource, name: string): string {
  const value = ownMember(source, name);
  if (typeof value !== 'string' || value === '') rejectMember(source, name, 'a text');
  return value;
}

/** Returns a text member of a record, which must be one of the allowed words. */
export function wordMember<W extends string>(source: RecordSource, name: string, words: readonly W[]): W {
  const value = ownMember(source, name);
  const word = words.find((one) => one === value);
  if (word === undefined) rejectMember(source, name, words.map((one) => `"${one}"`).join(' or '));
  return word;
}

/** Returns a list member of a record, which must not be empty. */
export function listMember(source: RecordSource, name: string): readonly JsonValue[] {
  const value = ownMember(source, name);
  if (!Array.isArray(value) || value.length === 0) rejectMember(source, name, 'a list with an item');
  return value as readonly JsonValue[];
}

/** Returns an object member. */
export function objectMember(source: RecordSource, name: string): JsonObject {
  const value = ownMember(source, name);
  if (!isObject(value)) rejectMember(source, name, 'an object');
  return value;
}

/** Returns a decimal string member of a record; undefined if the member is absent. */
export function optionalDecimal(source: RecordSource, name: string, bound: Bound): Decimal | undefined {
  return ownMember(source, name) === undefined ? undefined : decimalMember(source, name, bound);
}

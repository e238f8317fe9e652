/** Canonical JSON: equal values have one text, so that the SHA-256 of the text identifies the value. */
import { hash } from 'node:crypto';
import { ExactNumber, type JsonValue } from '../core/words.ts';
import { isWithinReach, plainNumber } from '../thesis/json-number.ts';

/** A value that can be written as canonical JSON. */
export type CanonicalValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | ExactNumber
  | readonly CanonicalValue[]
  | CanonicalMembers;

/** The members of a canonical object: a map where their names are user input. */
export type CanonicalMembers = ReadonlyMap<string, CanonicalValue> | CanonicalObject;

type CanonicalObject = { readonly [name: string]: CanonicalValue };

/**
 * Returns the canonical JSON text of a value: no white space, names sorted by UTF-16 code units, strings
 * escaped as `JSON.stringify` does, numbers plain, without exponent and trailing zeros.
 */
export function canonicalText(value: CanonicalValue): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) && value !== 0 ? String(value) : plainNumber(String(value));
  }
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (value instanceof ExactNumber) return plainNumber(value.text);
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value as readonly CanonicalValue[]) text += `${separator(text)}${canonicalText(item)}`;
    return `[${text}]`;
  }
  const members = value as CanonicalMembers;
  const names = sortedNames(members);
  if (members instanceof Map) {
    for (const name of names)
      text += `${separator(text)}${quotedName(name)}${canonicalText(members.get(name)!)}`;
  } else {
    const object = members as CanonicalObject;
    for (const name of names) text += `${separator(text)}${quotedName(name)}${canonicalText(object[name]!)}`;
  }
  return `{${text}}`;
}

/**
 * Yields the canonical JSON text of an object in pieces, each at most one member of the object or one item of a member
 * that is a list. So a long text need not be in memory as a whole. `textOf` returns the canonical text of such an item.
 */
export function* canonicalPieces(
  object: CanonicalMembers,
  textOf: (item: CanonicalValue) => string = canonicalText,
): Generator<string> {
  let start = '{';
  for (const name of sortedNames(object)) {
    const member = memberOf(object, name);
    yield `${start}${quotedName(name)}`;
    if (Array.isArray(member)) yield* listPieces(member as readonly CanonicalValue[], textOf);
    else yield canonicalText(member);
    start = ',';
  }
  yield start === '{' ? '{}' : '}';
}

function* listPieces(
  items: readonly CanonicalValue[],
  textOf: (item: CanonicalValue) => string,
): Generator<string> {
  for (const [index, item] of items.entries()) yield `${index === 0 ? '[' : ','}${textOf(item)}`;
  yield items.length === 0 ? '[]' : ']';
}

/**
 * Returns the comma that separates an item of canonical JSON from the text of the items before it; empty for the
 * first.
 */
function separator(text: string): string {
  return text === '' ? '' : ',';
}

/** Returns the names of members in the order of their UTF-16 code units, which is the default order of `sort`. */
function sortedNames(members: CanonicalMembers): readonly string[] {
  const names = members instanceof Map ? [...members.keys()] : Object.keys(members);
  for (let index = 1; index < names.length; index += 1) {
    if (names[index - 1]! > names[index]!) return sorted(names);
  }
  return names;
}

/** The names of objects that were not sorted, with the same names sorted, by their number. */
const lastSorted = new Map<
  number,
  { readonly names: readonly string[]; readonly sorted: readonly string[] }
>();
/** Objects with more names than this are sorted each time. */
const SORTED_NAMES_MAX = 64;

/** Returns names in order. Objects of one kind mostly follow each other with the same names, which are sorted once. */
function sorted(names: readonly string[]): readonly string[] {
  const last = lastSorted.get(names.length);
  if (last?.names.every((name, index) => name === names[index]) === true) return last.sorted;
  const result = names.toSorted();
  if (names.length <= SORTED_NAMES_MAX) lastSorted.set(names.length, { names, sorted: result });
  return result;
}

function memberOf(members: CanonicalMembers, name: string): CanonicalValue {
  return members instanceof Map ? members.get(name)! : (members as CanonicalObject)[name]!;
}

/** Matches printable ASCII without characters that JSON escapes; most texts are, and need no JSON writer. */
const NEEDS_NO_ESCAPE = /^[ !#-[\]-~]*$/;

function quoted(text: string): string {
  return NEEDS_NO_ESCAPE.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** The most names whose quoted form is remembered; those of theses and journal entries are about a hundred. */
const NAMES_MAX = 1000;
const quotedNames = new Map<string, string>();

/** Returns a member's name in quotes with the colon after it. */
function quotedName(name: string): string {
  const known = quotedNames.get(name);
  if (known !== undefined) return known;
  const text = `${quoted(name)}:`;
  if (quotedNames.size < NAMES_MAX) quotedNames.set(name, text);
  return text;
}

/** Returns the SHA-256 of a text in UTF-8, in small hexadecimal digits. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

/** Returns whether all numbers of a JSON value, at any depth, have exponents from -1000 to 1000. */
export function numbersWithinReach(value: JsonValue): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'bigint') return isWithinReach(String(value));
  if (value instanceof ExactNumber) return isWithinReach(value.text);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(numbersWithinReach);
}

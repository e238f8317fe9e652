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

export type CanonicalObject = { readonly [name: string]: CanonicalValue };

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
  if (Array.isArray(value)) {
    let items = '';
    for (const item of value as readonly CanonicalValue[]) {
      items += items === '' ? canonicalText(item) : `,${canonicalText(item)}`;
    }
    return `[${items}]`;
  }
  const members = value as CanonicalMembers;
  const { names, prefixes } = layoutOf(members);
  if (names.length === 0) return '{}';
  let text = '';
  for (let index = 0; index < names.length; index += 1) {
    text += prefixes[index]! + canonicalText(memberOf(members, names[index]!));
  }
  return `${text}}`;
}

/**
 * Yields the canonical JSON text of an object in pieces, each at most one member of the object or one item of a member
 * that is a list. So a long text need not be in memory as a whole. `textOf` returns the canonical text of such an item.
 */
export function* canonicalPieces(
  object: CanonicalMembers,
  textOf: (item: CanonicalValue) => string = canonicalText,
): Generator<string> {
  const { names, prefixes } = layoutOf(object);
  for (const [index, name] of names.entries()) {
    const member = memberOf(object, name);
    yield prefixes[index]!;
    if (Array.isArray(member)) yield* listPieces(member as readonly CanonicalValue[], textOf);
    else yield canonicalText(member);
  }
  yield names.length === 0 ? '{}' : '}';
}

function* listPieces(
  items: readonly CanonicalValue[],
  textOf: (item: CanonicalValue) => string,
): Generator<string> {
  for (const [index, item] of items.entries()) yield `${index === 0 ? '[' : ','}${textOf(item)}`;
  yield items.length === 0 ? '[]' : ']';
}

/** The names of an object's members in the order of canonical JSON, and what is written before each of the values. */
interface Layout {
  readonly names: readonly string[];
  /** The name in quotes and its colon, after a brace or comma. */
  readonly prefixes: readonly string[];
}

/** A layout with the names in the order in which objects have them. */
interface KnownLayout extends Layout {
  readonly written: readonly string[];
}

/** The layouts of objects that were written before, by the number of their names. */
const knownLayouts = new Map<number, readonly KnownLayout[]>();
/** Theses and journals have about twenty layouts, of at most 32 names; what is more is not remembered. */
const NAMES_MAX = 64;
const LAYOUTS_MAX = 8;

/** Returns the layout of an object. Objects of one kind mostly have the same names in the same order. */
function layoutOf(members: CanonicalMembers): Layout {
  const written = members instanceof Map ? [...members.keys()] : Object.keys(members);
  const known = knownLayouts.get(written.length) ?? [];
  for (const layout of known) if (hasNames(layout.written, written)) return layout;
  // The default order of a sort is that of UTF-16 code units.
  const names = written.toSorted();
  const prefixes = names.map((name, index) => `${index === 0 ? '{' : ','}${quoted(name)}:`);
  const layout = { written, names, prefixes };
  if (written.length <= NAMES_MAX && known.length < LAYOUTS_MAX) {
    knownLayouts.set(written.length, [...known, layout]);
  }
  return layout;
}

function hasNames(names: readonly string[], others: readonly string[]): boolean {
  for (let index = 0; index < names.length; index += 1) if (names[index] !== others[index]) return false;
  return true;
}

function memberOf(members: CanonicalMembers, name: string): CanonicalValue {
  return members instanceof Map ? members.get(name)! : (members as CanonicalObject)[name]!;
}

/** Matches printable ASCII without characters that JSON escapes; most texts are, and need no JSON writer. */
const NEEDS_NO_ESCAPE = /^[ !#-[\]-~]*$/;

function quoted(text: string): string {
  return NEEDS_NO_ESCAPE.test(text) ? `"${text}"` : JSON.stringify(text);
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

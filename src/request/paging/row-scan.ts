/**
 * Recognises pages of rows by their bytes, without parsing or decoding them: most pages of a long history are written as
 * they were received, and only their keys have to be known.
 */

import { holdsPlainRows } from './plain-rows.ts';
import type { RowRun } from './row-steps.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const PERIOD = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** What a byte is to the scan: 0 ends it, 1 may stand in a string, 2 is a digit, which may stand in a string too. */
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= ZERO && byte < ZERO + 10) return 2;
  // Brackets, braces and escapes in strings, and characters outside ASCII, are left to a parser.
  const isPlain = byte >= 0x20 && byte < 0x7f && !'"\\[]{}'.includes(String.fromCharCode(byte));
  return isPlain ? 1 : 0;
});
const DIGIT = 2;

const WORDS = ['true', 'false', 'null'].map((word) => Uint8Array.from(word, (one) => one.charCodeAt(0)));

/**
 * Returns whether bytes are a JSON array of exactly the expected rows, in order, in ASCII. The rows are arrays whose first
 * cell is the key, or, if the key has a name, objects whose first member is the key. False says only that the bytes have to
 * be parsed: they may hold blanks, escapes, nested values, or other rows.
 */
export function holdsRun(bytes: Uint8Array, key: string | undefined, run: RowRun): boolean {
  const { first, step, count } = run;
  if (count < 1 || !Number.isSafeInteger(first + step * count)) return false;
  // Most pages are candles, whose rows are arrays of decimals in quotes and of whole numbers.
  if (key === undefined && holdsPlainRows(bytes, run)) return true;
  const name = key === undefined ? undefined : Uint8Array.from(`"${key}"`, (one) => one.charCodeAt(0));
  let at = 0;
  for (let row = 0; row < count; row += 1) {
    if (bytes[at] !== (row === 0 ? OPEN_ARRAY : COMMA)) return false;
    const expected = first + step * row;
    at =
      name === undefined ? afterArray(bytes, at + 1, expected) : afterObject(bytes, at + 1, name, expected);
    if (at < 0) return false;
  }
  return bytes[at] === CLOSE_ARRAY && at + 1 === bytes.length;
}

/** Returns the place after an array with the expected key; -1 for one that is not recognised. */
function afterArray(bytes: Uint8Array, start: number, expected: number): number {
  if (bytes[start] !== OPEN_ARRAY) return -1;
  let at = afterKey(bytes, start + 1, expected);
  while (at > 0 && bytes[at] === COMMA) at = afterCell(bytes, at + 1, undefined);
  return at > 0 && bytes[at] === CLOSE_ARRAY ? at + 1 : -1;
}

/** Returns the place after an object whose first member is the expected key; -1 for one that is not recognised. */
function afterObject(bytes: Uint8Array, start: number, name: Uint8Array, expected: number): number {
  if (bytes[start] !== OPEN_OBJECT) return -1;
  let at = afterText(bytes, start + 1, name);
  if (at < 0 || bytes[at] !== COLON) return -1;
  at = afterKey(bytes, at + 1, expected);
  while (at > 0 && bytes[at] === COMMA) at = afterCell(bytes, at + 1, name);
  return at > 0 && bytes[at] === CLOSE_OBJECT ? at + 1 : -1;
}

/** Returns the place after a key at a place if it is the expected number, else -1. */
function afterKey(bytes: Uint8Array, start: number, expected: number): number {
  let at = start;
  let value = 0;
  for (let byte = bytes[at]!; byte >= ZERO && byte <= NINE; byte = bytes[++at]!)
    value = value * 10 + byte - ZERO;
  const hasLeadingZero = bytes[start] === ZERO && at > start + 1;
  return at === start || hasLeadingZero || value !== expected ? -1 : at;
}

/** Returns the place after a cell, and before that after its name if rows are objects; -1 for one that is not recognised. */
function afterCell(bytes: Uint8Array, start: number, name: Uint8Array | undefined): number {
  let at = start;
  if (name !== undefined) {
    // A key that is named again would count instead of the first one.
    if (afterText(bytes, at, name) >= 0) return -1;
    at = afterString(bytes, at);
    if (at < 0 || bytes[at++] !== COLON) return -1;
  }
  const byte = bytes[at]!;
  if (byte === QUOTE) return afterString(bytes, at);
  if (byte === MINUS || KINDS[byte] === DIGIT) return afterNumber(bytes, at);
  for (const word of WORDS) if (byte === word[0]) return afterText(bytes, at, word);
  return -1;
}

function afterString(bytes: Uint8Array, start: number): number {
  return bytes[start] === QUOTE ? afterQuote(bytes, start + 1) : -1;
}

/** Returns the place after the quote that ends a string, from a place in the string on; -1 if it holds an unusual byte. */
function afterQuote(bytes: Uint8Array, start: number): number {
  let at = start;
  let byte = bytes[at]!;
  while (KINDS[byte]! > 0) byte = bytes[++at]!;
  return byte === QUOTE ? at + 1 : -1;
}

/** Returns the place after a JSON number, -1 if there is none. Exponents are left to a parser. */
function afterNumber(bytes: Uint8Array, start: number): number {
  const first = bytes[start] === MINUS ? start + 1 : start;
  let at = afterDigits(bytes, first);
  if (at === first || (bytes[first] === ZERO && at > first + 1)) return -1;
  if (bytes[at] !== PERIOD) return at;
  const fraction = at + 1;
  at = afterDigits(bytes, fraction);
  return at === fraction ? -1 : at;
}

function afterDigits(bytes: Uint8Array, start: number): number {
  let at = start;
  for (let byte = bytes[at]!; byte >= ZERO && byte <= NINE; byte = bytes[++at]!);
  return at;
}

/** Returns the place after an exact text, -1 if it does not stand there. */
function afterText(bytes: Uint8Array, start: number, text: Uint8Array): number {
  for (let index = 0; index < text.length; index += 1) if (bytes[start + index] !== text[index]) return -1;
  return start + text.length;
}

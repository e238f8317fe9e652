/**
 * Reads lines of csv as bytes: whether each value has the form of its column, and the time and the id of the line. Most values are
 * digits, a point and eight digits, which are compared four at a time. The functions that run for every line take numbers and
 * typed arrays only: V8 then compiles them once, early, and keeps what it compiled for the next file.
 */
import type { PageCell } from './sync/page-layouts.ts';

export const MS_DIGITS = 13;
const US_DIGITS = 16;

const LINE_FEED = 0x0a;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;

const PRICE_DIGITS = 10;
const AMOUNT_DIGITS = 30;
const DECIMALS = 8;
const INTEGER_DIGITS = 16;
/** Integers with more digits may not be exact as a JavaScript number. */
const KEY_DIGITS = 15;

/** The longest value that no column keeps; DuckDB refuses lines of megabytes, which the check of each value accepts. */
const IGNORED_BYTES_MAX = 100;

/** What a value may be besides digits with a point between them. */
const SIGNED = 1;
const LONG_AMOUNT = 2;
const FLAG = 3;
const IGNORED = 4;

/** The numbers that say the form of a value: digits at least and at most, decimals at most, the byte after it, what else it may be. */
const FORM_SIZE = 5;

type CellForm = readonly [least: number, most: number, decimals: number, other: number];

const FORMS: Readonly<Partial<Record<PageCell['kind'], CellForm>>> = {
  price: [1, PRICE_DIGITS, DECIMALS, SIGNED],
  amount: [1, PRICE_DIGITS, DECIMALS, LONG_AMOUNT],
  integer: [1, INTEGER_DIGITS, 0, SIGNED],
  flag: [1, 0, 0, FLAG],
  ignored: [1, IGNORED_BYTES_MAX, IGNORED_BYTES_MAX, IGNORED],
};

/** The lines of a file, as `lineEnd` reads them. */
export interface LineLayout {
  /** The forms of the values in their order. */
  readonly forms: Int32Array;
  /** The digits of all times. */
  readonly timeDigits: number;
}

/** Returns the number of values in the line that begins there. */
export function countCells(bytes: Buffer, start: number): number {
  let count = 1;
  for (let at = start; at < bytes.length && bytes[at] !== LINE_FEED; at += 1)
    if (bytes[at] === COMMA) count += 1;
  return count;
}

/** Returns how lines with these values are read by the unit of the times in the first one; undefined if no line is plain. */
export function layoutOf(
  bytes: Buffer,
  start: number,
  cells: readonly PageCell[],
  idAt: number,
): LineLayout | undefined {
  const timeDigits = timeDigitsIn(bytes, start, cells);
  if (timeDigits !== MS_DIGITS && timeDigits !== US_DIGITS) return undefined;
  const forms: number[] = [];
  for (const [index, { kind }] of cells.entries()) {
    const time: CellForm | undefined = kind === 'time' ? [timeDigits, timeDigits, 0, 0] : undefined;
    const id: CellForm | undefined = index === idAt ? [1, KEY_DIGITS, 0, 0] : undefined;
    const form = time ?? id ?? FORMS[kind];
    if (form === undefined) return undefined;
    const [least, most, decimals, other] = form;
    forms.push(least, most, decimals, index === cells.length - 1 ? LINE_FEED : COMMA, other);
  }
  return { forms: Int32Array.from(forms), timeDigits };
}

function timeDigitsIn(bytes: Buffer, start: number, cells: readonly PageCell[]): number {
  let at = start;
  for (let left = cells.findIndex(({ kind }) => kind === 'time'); left > 0; left -= 1)
    at = bytes.indexOf(COMMA, at) + 1;
  return digitsEnd(bytes, at) - at;
}

/** What `lineEnd` notes of a line: where each value begins, and then whether an amount is long. */
export function lineNotes({ forms }: LineLayout): Int32Array {
  return new Int32Array(forms.length / FORM_SIZE + 1);
}

/** Reads a line and returns where the next one begins; -1 for a line that is not plain. */
export function lineEnd(
  bytes: Buffer,
  words: DataView,
  forms: Int32Array,
  notes: Int32Array,
  start: number,
): number {
  let at = start;
  for (let index = 0, form = 0; form < forms.length; index += 1, form += FORM_SIZE) {
    const from = at;
    notes[index] = from;
    const point = digitsEnd(bytes, from);
    at = bytes[point] === POINT ? fractionEnd(bytes, words, point + 1) : point;
    if (!hasForm(forms, form, point - from, at - point) || bytes[at] !== forms[form + 3]) {
      at = otherEnd(bytes, forms, form, notes, from);
      if (at === bytes.length && form + FORM_SIZE === forms.length) return at;
      if (at < 0 || bytes[at] !== forms[form + 3]) return -1;
    }
    at += 1;
  }
  return at;
}

/** Whether a value with so many digits, and so many characters from the point on, has a form. */
function hasForm(forms: Int32Array, form: number, digits: number, fraction: number): boolean {
  const isWhole = digits >= forms[form]! && digits <= forms[form + 1]!;
  return isWhole && fraction !== 1 && fraction <= forms[form + 2]! + 1;
}

function fractionEnd(bytes: Buffer, words: DataView, start: number): number {
  return areEightDigits(words, start) ? start + 8 : digitsEnd(bytes, start);
}

/** Returns the index after a value that is not digits with the byte after them; -1 for one without the form of its column. */
function otherEnd(bytes: Buffer, forms: Int32Array, form: number, notes: Int32Array, at: number): number {
  const most = forms[form + 1]!;
  const decimals = forms[form + 2]!;
  switch (forms[form + 4]) {
    case FLAG:
      return flagEnd(bytes, at);
    case IGNORED:
      return ignoredEnd(bytes, at);
    case LONG_AMOUNT: {
      const end = numberEnd(bytes, at, most, decimals);
      if (end >= 0) return end;
      notes[forms.length / FORM_SIZE] = 1;
      return numberEnd(bytes, at, AMOUNT_DIGITS, decimals);
    }
    case SIGNED:
      return numberEnd(bytes, at, most, decimals);
    default: {
      const end = digitsEnd(bytes, at);
      return end - at >= forms[form]! && end - at <= most ? end : -1;
    }
  }
}

/** Returns the time that begins there, Unix ms. */
export function timeAt(bytes: Buffer, words: DataView, at: number): number {
  return (
    fourDigits(words, at) * 1e9 +
    fourDigits(words, at + 4) * 1e5 +
    fourDigits(words, at + 8) * 10 +
    bytes[at + 12]! -
    DIGIT_0
  );
}

/** Returns the integer that begins there. */
export function integerAt(bytes: Buffer, start: number): number {
  let value = 0;
  for (let at = start; isDigit(bytes[at]); at += 1) value = value * 10 + bytes[at]! - DIGIT_0;
  return value;
}

/** Adds up four digits: first those that are neighbours, in each half of the word, then the two pairs. */
function fourDigits(words: DataView, at: number): number {
  const digits = words.getInt32(at, true) & 0x0f0f0f0f;
  const pairs = (digits * 10 + (digits >> 8)) & 0x00ff00ff;
  return (pairs * 100 + (pairs >> 16)) & 0xffff;
}

/** A digit is 0x30 and a number below 10, to which 0x76 can be added without a carry into the highest bit. */
function areEightDigits(words: DataView, at: number): boolean {
  if (at + 8 > words.byteLength) return false;
  const first = words.getInt32(at, true) ^ 0x30303030;
  const second = words.getInt32(at + 4, true) ^ 0x30303030;
  return (((first + 0x76767676) | first | (second + 0x76767676) | second) & 0x80808080) === 0;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= DIGIT_0 && byte <= DIGIT_9;
}

function digitsEnd(bytes: Buffer, start: number): number {
  let at = start;
  for (let byte = bytes[at]!; byte >= DIGIT_0 && byte <= DIGIT_9; byte = bytes[at]!) at += 1;
  return at;
}

/** Returns the index after a number with at most so many digits before and after the point; -1 for no such number. */
function numberEnd(bytes: Buffer, at: number, digits: number, decimals: number): number {
  const start = bytes[at] === MINUS ? at + 1 : at;
  const end = digitsEnd(bytes, start);
  if (end === start || end - start > digits) return -1;
  if (bytes[end] !== POINT) return end;
  const after = digitsEnd(bytes, end + 1);
  const count = after - end - 1;
  return count === 0 || count > decimals ? -1 : after;
}

const FLAGS = ['true', 'false', 'True', 'False'].map((word) => Buffer.from(word));

function flagEnd(bytes: Buffer, at: number): number {
  for (const word of FLAGS) {
    let index = 0;
    while (index < word.length && bytes[at + index] === word[index]) index += 1;
    if (index === word.length) return at + index;
  }
  return -1;
}

/** Whether a byte may be in a value that no column keeps. */
const IGNORED_BYTES = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[A-Za-z0-9_.+-]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/** A value that no column keeps has letters, digits, points and signs, and not many of them. */
function ignoredEnd(bytes: Buffer, start: number): number {
  const most = Math.min(bytes.length, start + IGNORED_BYTES_MAX);
  let at = start;
  while (at < most && IGNORED_BYTES[bytes[at]!] === 1) at += 1;
  return at;
}

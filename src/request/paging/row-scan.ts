/**
 * Recognises pages of rows by their text, without parsing them: most pages of a long history are written as they were
 * received, and only their keys have to be known.
 */

/** The rows that a page is expected to hold, by their keys: ids, or times in ms. */
export interface RowRun {
  readonly first: number;
  /** The distance of the keys of two consecutive rows. */
  readonly step: number;
  readonly count: number;
}

/** The longest page, in UTF-16 code units, that is recognised: no page is longer, and regular expressions have limits. */
const LENGTH_MAX = 1 << 22;

// Brackets in strings are not recognised, so that the brackets of a page separate its rows and nothing else.
const STRING = '"[^"\\\\\\u0000-\\u001f[\\]{}]*"';
const VALUE = `(?:${STRING}|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null)`;
const KEY = '(?:0|[1-9]\\d*)';
const ARRAY = `\\[${KEY}(?:,${VALUE})*\\]`;
const OBJECT = `\\{${STRING}:${KEY}(?:,${STRING}:${VALUE})*\\}`;

const ARRAYS = new RegExp(`^\\[${ARRAY}(?:,${ARRAY})*\\]$`);
const OBJECTS = new RegExp(`^\\[${OBJECT}(?:,${OBJECT})*\\]$`);

/**
 * Returns whether a text is a JSON array of exactly the expected rows, in order. The rows are arrays whose first cell is
 * the key, or, if the key has a name, objects whose first member is the key. False says only that the text has to be
 * parsed: it may hold blanks, escapes, nested values, or other rows.
 */
export function holdsRun(text: string, key: string | undefined, run: RowRun): boolean {
  const { first, step, count } = run;
  if (count < 1 || text.length > LENGTH_MAX || !Number.isSafeInteger(first + step * count)) return false;
  if (key === undefined) return holdsKeys(text, '[', '],[', run) && ARRAYS.test(text);
  const name = `${JSON.stringify(key)}:`;
  const isNamedOnce = text.split(name).length === count + 1;
  return isNamedOnce && holdsKeys(text, `{${name}`, '},{', run) && OBJECTS.test(text);
}

/** Returns whether a text has as many rows as expected and each of them begins with its key. */
function holdsKeys(text: string, opening: string, between: string, { first, step, count }: RowRun): boolean {
  let at = 1;
  for (let row = 0; row < count; row += 1) {
    const isOpened = opening.length === 1 || text.startsWith(opening, at);
    if (!isOpened || digitsAt(text, at + opening.length) !== first + step * row) return false;
    const end = text.indexOf(between, at);
    if (end < 0) return row === count - 1;
    at = end + between.length - 1;
  }
  return false;
}

/** Returns the number whose digits begin at a position; compared to text, no memory is used for it. */
function digitsAt(text: string, start: number): number {
  let value = 0;
  for (let at = start; ; at += 1) {
    const digit = text.charCodeAt(at) - DIGIT_ZERO;
    if (!(digit >= 0 && digit <= 9)) return value;
    value = value * 10 + digit;
  }
}

const DIGIT_ZERO = 0x30;

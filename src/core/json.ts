/**
 * JSON that keeps every digit: 64-bit ids, decimals longer than a JS number, exponents and trailing zeros come
 * out of `stringifyJson` as they went into `parseJson`.
 */
import { parse as parseLossless, stringify as stringifyLossless } from 'lossless-json';
import { type ErrorKind, ToolError } from './errors.ts';
import { scanDepth } from './json-text.ts';
import { ExactNumber, type JsonValue } from './words.ts';

/** Server answers and requests to local servers nest no deeper; what reads them may recurse. */
const JSON_DEPTH_MAX = 64;

/** Exact numbers are read by a recursive parser; deeper text is refused before it could run out of stack. */
export const EXACT_JSON_DEPTH_MAX = 1000;

/** Integers with more digits stay text, since making a bigint of them costs more than linear time. */
const BIGINT_LENGTH_MAX = 100;

export interface JsonOptions {
  /** The deepest nesting accepted, `[]` being 1; 64 where absent. */
  readonly maxDepth?: number;
  /**
   * `exact` (the default) keeps every digit. `native` reads all numbers as JS numbers, as schema validators want
   * them, and takes any depth that `maxDepth` allows.
   */
  readonly numbers?: 'exact' | 'native';
  /** Whose text it is, for the error: "the answer", "thesis.json". */
  readonly what?: string;
  /** The kind of the error when the text is no JSON; `internal` where absent. */
  readonly kind?: ErrorKind;
}

/** What became of a text: its value, or a sentence that says what is wrong with it. */
export type JsonOutcome =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly fault: string };

/**
 * Returns the value written in `text`. One byte order mark at the start is skipped; NUL and lone surrogates are
 * data where they are escaped, a raw control character is a fault; of duplicate keys the last counts;
 * `__proto__` and `constructor` are ordinary keys. Throws a ToolError of `options.kind` when the text is no JSON
 * or nests deeper than `options.maxDepth`.
 */
export function parseJson(text: string, options: JsonOptions = {}): JsonValue {
  const outcome = readJson(text, options);
  if (outcome.ok) return outcome.value;
  throw new ToolError({
    kind: options.kind ?? 'internal',
    message: `Expected JSON in ${options.what ?? 'the text'}: ${outcome.fault}`,
  });
}

/** Does what `parseJson` does and returns the fault instead of throwing it. */
export function readJson(text: string, options: JsonOptions = {}): JsonOutcome {
  const maxDepth = options.maxDepth ?? JSON_DEPTH_MAX;
  const bare = text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
  try {
    if (options.numbers === 'native' || !mayLoseDigits(bare)) {
      const value: JsonValue = JSON.parse(bare);
      if ((maxDepth >= 1 && isFlatObject(bare)) || (maxDepth >= 2 && isFlatList(bare)))
        return { ok: true, value };
      const isTooDeep =
        maxDepth > EXACT_JSON_DEPTH_MAX ? scanDepth(bare, maxDepth) > maxDepth : isDeeper(value, maxDepth);
      return isTooDeep ? tooDeep(maxDepth) : { ok: true, value };
    }
    const exactDepth = Math.min(maxDepth, EXACT_JSON_DEPTH_MAX);
    if (scanDepth(bare, exactDepth) > exactDepth) return tooDeep(exactDepth);
    return { ok: true, value: parseLossless(bare, undefined, LOSSLESS) as JsonValue };
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return { ok: false, fault: describe(thrown, bare) };
    throw thrown;
  }
}

/**
 * Returns the JSON text of a value with every digit it came with; `indent` spaces for each level, none and no
 * line breaks where it is 0 or absent. Throws a RangeError when the value nests thousands of levels deep.
 */
export function stringifyJson(value: JsonValue, indent = 0): string {
  try {
    return JSON.stringify(value, null, indent) ?? 'null';
  } catch (thrown) {
    // A bigint or an ExactNumber is in it, which takes the slower writer.
    if (!(thrown instanceof TypeError)) throw thrown;
  }
  return stringifyLossless(value, undefined, indent, NUMBER_WRITERS) ?? 'null';
}

const BYTE_ORDER_MARK = 0xfeff;
const OPENING_BRACE = 0x7b;

/**
 * A number token stands at the start or after `[`, `:` or `,`. JS numbers keep integers of up to 16 digits that
 * don't begin with 9; a fraction, an exponent or a minus zero may be spelled in a way they don't keep. The same
 * signs inside a string are a false alarm that only costs the slower parser. Numbers are sorted out by what is safe:
 * most are, and to try one risk after the other would read their digits as many times.
 */
const DIGITS_AT_RISK =
  /[[:,][ \t\r\n]*(?=-?\d)(?!-?[1-8]\d{0,15}(?![\d.eE])|0(?![.eE])|-?9\d{0,14}(?![\d.eE]))/;
/** The start is looked at by itself: an expression that allows for it as well takes twice the time. */
const FIRST_DIGITS_AT_RISK =
  /^[ \t\r\n]*(?=-?\d)(?!-?[1-8]\d{0,15}(?![\d.eE])|0(?![.eE])|-?9\d{0,14}(?![\d.eE]))/;

function mayLoseDigits(text: string): boolean {
  if (DIGITS_AT_RISK.test(text)) return true;
  return text.charCodeAt(0) !== OPENING_BRACE && FIRST_DIGITS_AT_RISK.test(text);
}

const LOSSLESS = {
  parseNumber: exactNumber,
  onDuplicateKey: ({ newValue }: { newValue: unknown }) => newValue,
};

const NUMBER_WRITERS = [
  {
    test: (value: unknown) => value instanceof ExactNumber,
    stringify: (value: unknown) => (value as ExactNumber).text,
  },
];

function exactNumber(text: string): number | bigint | ExactNumber {
  const number = Number(text);
  if (String(number) === text) return number;
  const isInteger = /^-?\d+$/.test(text) && text !== '-0' && text.length <= BIGINT_LENGTH_MAX;
  return isInteger ? BigInt(text) : new ExactNumber(text);
}

/** Whether the text, which is JSON, is an object without another one or a list in it, as most events are. */
function isFlatObject(text: string): boolean {
  return text.charCodeAt(0) === OPENING_BRACE && !text.includes('{', 1) && !text.includes('[');
}

/** Longer text is no page of an exchange, and the engine's expressions have limits of their own. */
const FLAT_LIST_LENGTH_MAX = 1 << 22;

/**
 * Whether the text, which is JSON, is a list of flat lists or objects, as most pages are: one look at the text
 * spares a look at each value. A bracket within a string only costs that.
 */
function isFlatList(text: string): boolean {
  return text.length <= FLAT_LIST_LENGTH_MAX && /^\s*\[(?:[[{][^[\]{}]*[\]}],?)*\]\s*$/.test(text);
}

/** Whether arrays and objects nest more than `left` levels; recursion ends there, so depth can't exhaust it. */
function isDeeper(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (left === 0) return true;
  // The engine's own loop: most values are seen once, in code that has not been compiled yet.
  const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return inner.some((one) => typeof one === 'object' && isDeeper(one, left - 1));
}

function tooDeep(maxDepth: number): JsonOutcome {
  return { ok: false, fault: `it nests deeper than ${maxDepth} levels` };
}

/** The parsers name the place in their own words, and may quote the text, which could hold a secret. */
function describe(error: SyntaxError, text: string): string {
  if (text.trim() === '') return 'it is empty';
  const place = /position (\d+)/.exec(error.message)?.[1];
  if (place !== undefined) {
    const before = text.slice(0, Number(place)).split('\n');
    return `it is no JSON at line ${before.length}, column ${before[before.length - 1]!.length + 1}`;
  }
  return /end/i.test(error.message) ? 'it ends too early' : 'it is no JSON';
}

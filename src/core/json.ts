/**
 * Parses and writes JSON without losing digits: 64-bit ids, decimals longer than a JS number, exponents and
 * trailing zeros leave `stringifyJson` as they entered `parseJson`.
 */
import { parse as parseLossless, stringify as stringifyLossless } from 'lossless-json';
import { type ErrorKind, ToolError } from './errors.ts';
import { scanDepth } from './json-text.ts';
import { ExactNumber, type JsonValue } from './words.ts';

/**
 * The default limit of nesting depth; answers and requests nest less deeply, and code that reads them may
 * recurse.
 */
const JSON_DEPTH_MAX = 64;

/**
 * The largest depth for the parser of exact numbers, which is recursive: deeper text is rejected before the
 * stack could overflow.
 */
export const EXACT_JSON_DEPTH_MAX = 1000;

/**
 * The number of digits above which an integer stays text, because its conversion to bigint takes more than
 * linear time.
 */
const BIGINT_LENGTH_MAX = 100;

export interface JsonOptions {
  /** The maximum nesting depth; `[]` has depth 1. Default 64. */
  readonly maxDepth?: number;
  /**
   * `exact` (the default) keeps every digit. `native` reads all numbers as JS numbers, as schema validators
   * expect, and allows any depth up to `maxDepth`.
   */
  readonly numbers?: 'exact' | 'native';
  /** The source of the text, named in the error: "the answer", "thesis.json". */
  readonly what?: string;
  /** The kind of the error thrown for invalid JSON. Default `internal`. */
  readonly kind?: ErrorKind;
}

/** The parsed value of a text, or a sentence that says why the text is not valid JSON. */
export type JsonOutcome =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly fault: string };

/**
 * Returns the value of a JSON text. A byte order mark at the start is skipped; escaped NUL and lone
 * surrogates are allowed, raw control characters are not; of duplicate keys the last one counts; `__proto__`
 * and `constructor` are ordinary keys. Throws a ToolError of `options.kind` when the text is not JSON or
 * nests deeper than `options.maxDepth`.
 */
export function parseJson(text: string, options: JsonOptions = {}): JsonValue {
  const outcome = readJson(text, options);
  if (outcome.ok) return outcome.value;
  throw new ToolError({
    kind: options.kind ?? 'internal',
    message: `Expected JSON in ${options.what ?? 'the text'}: ${outcome.fault}`,
  });
}

/** Parses like `parseJson`, but returns the fault instead of throwing it. */
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
 * Returns the JSON text of a value with all its original digits, indented by `indent` spaces a level; without
 * spaces and line breaks when `indent` is 0. Throws a RangeError when the value nests thousands of levels
 * deep.
 */
export function stringifyJson(value: JsonValue, indent = 0): string {
  try {
    return JSON.stringify(value, null, indent) ?? 'null';
  } catch (thrown) {
    // A TypeError means that the value contains a bigint or an ExactNumber, which only the slower writer
    // supports.
    if (!(thrown instanceof TypeError)) throw thrown;
  }
  return stringifyLossless(value, undefined, indent, NUMBER_WRITERS) ?? 'null';
}

const BYTE_ORDER_MARK = 0xfeff;
const OPENING_BRACE = 0x7b;

/**
 * Matches a number that a JS number may not reproduce. A number token follows `[`, `:` or `,`. Safe are
 * integers of up to 16 digits that don't begin with 9; fractions, exponents and minus zero are not. A match
 * inside a string is a false alarm that only costs the slower parser. The pattern describes the safe numbers,
 * because most numbers are safe and one alternative for each risk would read their digits several times.
 */
const DIGITS_AT_RISK =
  /[[:,][ \t\r\n]*(?=-?\d)(?!-?[1-8]\d{0,15}(?![\d.eE])|0(?![.eE])|-?9\d{0,14}(?![\d.eE]))/;
/**
 * Matches, at the start of the text, a number that a JS number may not reproduce; a single pattern for start
 * and middle would take twice the time.
 */
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

/** Returns whether a JSON text is an object without nested objects or lists, as most stream events are. */
function isFlatObject(text: string): boolean {
  return text.charCodeAt(0) === OPENING_BRACE && !text.includes('{', 1) && !text.includes('[');
}

/**
 * The longest text that is checked by a regular expression: no page of rows is longer, and regular
 * expressions have limits.
 */
const FLAT_LIST_LENGTH_MAX = 1 << 22;

/**
 * Returns whether a JSON text is a list of flat lists or objects, as most pages are. One regular expression
 * replaces the check of every value; a bracket inside a string gives false, which only costs that check.
 */
function isFlatList(text: string): boolean {
  return text.length <= FLAT_LIST_LENGTH_MAX && /^\s*\[(?:[[{][^[\]{}]*[\]}],?)*\]\s*$/.test(text);
}

/** Returns whether a value nests more than `left` levels deep; does not look below that level. */
function isDeeper(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (left === 0) return true;
  // A built-in loop is faster than our own, which is not compiled yet when most values are checked.
  const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return inner.some((one) => typeof one === 'object' && isDeeper(one, left - 1));
}

function tooDeep(maxDepth: number): JsonOutcome {
  return { ok: false, fault: `it nests deeper than ${maxDepth} levels` };
}

/**
 * Describes a syntax error by line and column. The parser's message may quote the text, which may hold a
 * secret.
 */
function describe(error: SyntaxError, text: string): string {
  if (text.trim() === '') return 'it is empty';
  const place = /position (\d+)/.exec(error.message)?.[1];
  if (place !== undefined) {
    const before = text.slice(0, Number(place)).split('\n');
    return `it is not JSON at line ${before.length}, column ${before[before.length - 1]!.length + 1}`;
  }
  return /end/i.test(error.message) ? 'it ends too early' : 'it is not JSON';
}

/** The varying values of a pattern of theses: which of them the contract accepts whatever they say, and where they end. */
import type { MemberSchema } from '../members.ts';
import { endOfString } from '../tokens.ts';

/** A value that may be another one in the next thesis, with the values that leave the verdict the same. */
export interface Slot {
  /** Equal for slots that accept the same values. */
  readonly id: string;
  /** Returns the offset after the value at an offset; -1 if there is no value that the slot accepts. */
  end(text: string, at: number): number;
}

/** The characters of the longest number of a slot, far below the exponents that are out of reach. */
const NUMBER_LENGTH_MAX = 100;

/** The keywords of a schema that say nothing about the value, or that a slot respects. */
const TEXT_KEYWORDS = new Set(['description', 'type', 'minLength']);
const NUMBER_KEYWORDS = new Set(['description', 'type', 'minimum', 'exclusiveMinimum', 'maximum']);
const TEXTS_KEYWORDS = new Set(['description', 'type', 'items']);

const ANY_TEXT: Slot = { id: 'text', end: endOfText };
const FILLED_TEXT: Slot = {
  id: 'filled text',
  end: (text, at) => (text.charCodeAt(at + 1) === 0x22 ? -1 : endOfText(text, at)),
};
const TEXTS: Slot = { id: 'texts', end: endOfTexts };

/** Returns the slot of a text; undefined if the contract accepts only some texts. `schema` is undefined for a free member. */
export function textSlot(schema: MemberSchema | undefined): Slot | undefined {
  if (schema === undefined) return ANY_TEXT;
  const isText = Array.isArray(schema.type) ? schema.type.includes('string') : schema.type === 'string';
  if (!isText || !hasOnly(schema, TEXT_KEYWORDS) || (schema.minLength ?? 0) > 1) return undefined;
  return schema.minLength === 1 ? FILLED_TEXT : ANY_TEXT;
}

/** Returns the slot of a list of texts; undefined if the contract demands more of the list. */
export function textsSlot(schema: MemberSchema | undefined): Slot | undefined {
  if (schema?.type !== 'array' || !hasOnly(schema, TEXTS_KEYWORDS)) return undefined;
  const { items } = schema;
  return items?.type === 'string' && hasOnly(items, TEXT_KEYWORDS) && items.minLength === undefined
    ? TEXTS
    : undefined;
}

/** Returns the slot of a number; undefined if the contract demands more of it than bounds. */
export function numberSlot(schema: MemberSchema | undefined): Slot | undefined {
  if (schema !== undefined && (schema.type !== 'number' || !hasOnly(schema, NUMBER_KEYWORDS)))
    return undefined;
  if (boundsOf(schema).some((bound) => bound !== 0 && bound !== 1)) return undefined;
  const lower = schema?.minimum ?? Number.NEGATIVE_INFINITY;
  const above = schema?.exclusiveMinimum ?? Number.NEGATIVE_INFINITY;
  const upper = schema?.maximum ?? Number.POSITIVE_INFINITY;
  return {
    id: `number ${lower} ${above} ${upper}`,
    end: (text, at) => {
      const end = endOfDecimal(text, at);
      if (end < 0 || schema === undefined) return end;
      const size = comparableOf(text, at, end);
      return size >= lower && size > above && size <= upper ? end : -1;
    },
  };
}

function boundsOf({ minimum, exclusiveMinimum, maximum }: MemberSchema = {}): readonly number[] {
  return [minimum, exclusiveMinimum, maximum].filter((bound) => bound !== undefined);
}

function hasOnly(schema: MemberSchema, keywords: ReadonlySet<string>): boolean {
  return Object.keys(schema).every((keyword) => keywords.has(keyword));
}

function endOfText(text: string, start: number): number {
  if (text.charCodeAt(start) !== 0x22) return -1;
  for (let at = start + 1; ; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code === 0x5c) return endOfEscapedText(text, start);
    // At the end of the text the code is NaN.
    if (!(code >= 0x20)) return -1;
  }
}

function endOfEscapedText(text: string, start: number): number {
  const end = endOfString(text, start);
  return typeof end === 'number' ? end : -1;
}

function endOfTexts(text: string, start: number): number {
  if (text.charCodeAt(start) !== 0x5b) return -1;
  let at = skipBlanks(text, start + 1);
  if (text.charCodeAt(at) === 0x5d) return at + 1;
  for (;;) {
    at = endOfText(text, at);
    if (at < 0) return -1;
    at = skipBlanks(text, at);
    const code = text.charCodeAt(at);
    if (code === 0x5d) return at + 1;
    if (code !== 0x2c) return -1;
    at = skipBlanks(text, at + 1);
  }
}

/** Skips white space of JSON within a line. */
function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09) at++;
  return at;
}

/** Returns the offset after a JSON number, before its exponent if it has one; -1 if there is none or if it is long. */
function endOfDecimal(text: string, start: number): number {
  const whole = text.charCodeAt(start) === 0x2d ? start + 1 : start;
  let at = endOfDigits(text, whole);
  if (at === whole || (at > whole + 1 && text.charCodeAt(whole) === 0x30)) return -1;
  if (text.charCodeAt(at) === 0x2e) {
    const fraction = at + 1;
    at = endOfDigits(text, fraction);
    if (at === fraction) return -1;
  }
  return at - start > NUMBER_LENGTH_MAX ? -1 : at;
}

function endOfDigits(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) >= 0x30 && text.charCodeAt(at) <= 0x39) at++;
  return at;
}

/** Returns a float that compares with 0 and 1 as the number from `start` to `end` does, which has no exponent. */
function comparableOf(text: string, start: number, end: number): number {
  const isNegative = text.charCodeAt(start) === 0x2d;
  const whole = isNegative ? start + 1 : start;
  const first = text.charCodeAt(whole);
  const isLong = whole + 1 < end && text.charCodeAt(whole + 1) !== 0x2e;
  const size = isLong || first > 0x31 ? 2 : sizeOf(first === 0x31, hasDigits(text, whole + 2, end));
  return isNegative ? -size : size;
}

function sizeOf(isOne: boolean, hasFraction: boolean): number {
  if (isOne) return hasFraction ? 2 : 1;
  return hasFraction ? 0.5 : 0;
}

/** Returns whether there is a digit other than 0. */
function hasDigits(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) !== 0x30) return true;
  return false;
}

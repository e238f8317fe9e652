/** Locates single values in JSON text that is known to be valid. */
import { endOfValue } from '../core/json-text.ts';
import { nameOf, type Span } from './scan.ts';
import { skipSpace } from './tokens.ts';

const BACKSLASH = 0x5c;

/**
 * Returns the span of the value at a JSON pointer, if it exists. Walks to the value, so for many pointers `scanJson` is faster.
 * The text must be valid JSON without duplicate names.
 */
export function locateValue(text: string, pointer: string): Span | undefined {
  let start = skipSpace(text, 0);
  let key: number | undefined;
  for (const step of pointer.split('/').slice(1)) {
    const code = text.charCodeAt(start);
    if (code === 0x7b) {
      key = nameOffset(text, start, step.includes('~') ? unescapeStep(step) : step);
      if (key === undefined) return undefined;
      start = valueAfterName(text, key);
    } else if (code === 0x5b) {
      key = undefined;
      const item = itemOffset(text, start, step);
      if (item === undefined) return undefined;
      start = item;
    } else return undefined;
  }
  const end = endOfValue(text, start);
  return key === undefined ? { start, end } : { start, end, key };
}

function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Returns the offset of a name in the object that opens at `open`; undefined if the object lacks it. */
function nameOffset(text: string, open: number, name: string): number | undefined {
  let at = skipSpace(text, open + 1);
  while (text.charCodeAt(at) === 0x22) {
    const end = endOfValue(text, at);
    if (isName(text, at, end, name)) return at;
    const next = skipSpace(text, endOfValue(text, skipSpace(text, skipSpace(text, end) + 1)));
    if (text.charCodeAt(next) !== 0x2c) return undefined;
    at = skipSpace(text, next + 1);
  }
  return undefined;
}

/** Returns whether the literal from `start` to `end` is a name. */
function isName(text: string, start: number, end: number, name: string): boolean {
  const length = end - start - 2;
  // Escapes only lengthen a name, and a backslash is always an escape.
  if (length <= name.length)
    return length === name.length && text.startsWith(name, start + 1) && !name.includes('\\');
  const first = text.charCodeAt(start + 1);
  if (first !== BACKSLASH && first !== name.charCodeAt(0)) return false;
  return nameOf(text.slice(start, end)) === name;
}

function valueAfterName(text: string, name: number): number {
  return skipSpace(text, skipSpace(text, endOfValue(text, name)) + 1);
}

/** Returns the offset of an item in the list that opens at `open`; undefined if the list lacks it. */
function itemOffset(text: string, open: number, index: string): number | undefined {
  let at = skipSpace(text, open + 1);
  if (text.charCodeAt(at) === 0x5d) return undefined;
  for (let count = 0; String(count) !== index; count++) {
    const next = skipSpace(text, endOfValue(text, at));
    if (text.charCodeAt(next) !== 0x2c) return undefined;
    at = skipSpace(text, next + 1);
  }
  return at;
}

/** Scans the tokens of JSON (RFC 8259) and describes unexpected text. */
import { displayText } from './display.ts';

/** The first location where a text is not valid JSON, and the reason. */
export interface TextFault {
  readonly offset: number;
  readonly rule: 'syntax' | 'depth';
  readonly expected: string;
  readonly found: string;
  /** The next step, if a more specific one is known than writing what was expected. */
  readonly fix?: string;
}

/** Returns the offset of the first character that is not JSON white space. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at++;
  }
}

/** Returns the offset after the string that opens at `start`, or the fault in it. */
export function endOfString(text: string, start: number): number | TextFault {
  let at = start + 1;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code === 0x5c) {
      const length = escapeLength(text, at);
      if (length === 0) {
        return {
          offset: at,
          rule: 'syntax',
          expected: 'an escape of JSON: \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four hexadecimal digits',
          found: displayText(text.slice(at, at + 6)),
          fix: 'Write a backslash in a text as \\\\.',
        };
      }
      at += length;
      continue;
    }
    // At the end of the text the character code is NaN, which passes every comparison below, so the end is
    // checked first.
    if (at >= text.length) {
      return {
        offset: at,
        rule: 'syntax',
        expected: 'the closing double quote of a text',
        found: 'the end of the text',
        fix: 'Close the text; the document may be truncated.',
      };
    }
    if (code < 0x20) {
      return {
        offset: at,
        rule: 'syntax',
        expected: 'no bare control character inside a text',
        found: `the character U+${code.toString(16).toUpperCase().padStart(4, '0')}`,
        fix: 'Write it as an escape, such as \\n for a line feed.',
      };
    }
    at++;
  }
}

function escapeLength(text: string, at: number): number {
  const letter = text.charAt(at + 1);
  if (letter === 'u') return /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6)) ? 6 : 0;
  return letter !== '' && '"\\/bfnrt'.includes(letter) ? 2 : 0;
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const NUMBER_LIKE = /[-+0-9.eE_a-zA-Z]+/y;

/** Returns the offset after the number that begins at `start`, or the fault in it. */
export function endOfNumber(text: string, start: number): number | TextFault {
  NUMBER.lastIndex = start;
  const end = NUMBER.test(text) ? NUMBER.lastIndex : start;
  NUMBER_LIKE.lastIndex = start;
  const likeEnd = NUMBER_LIKE.test(text) ? NUMBER_LIKE.lastIndex : start + 1;
  if (end === likeEnd) return end;
  return {
    offset: start,
    rule: 'syntax',
    expected: 'a number of JSON, such as 0.5 or 1e-7',
    found: displayText(text.slice(start, likeEnd)),
    fix: 'JSON has no leading zeros or plus sign, no bare point, no NaN or Infinity, and no digit separators.',
  };
}

const WORD = /[A-Za-z_$][\w$]*/y;

/** Returns the fault at an offset where something else was expected. */
export function unexpectedFault(text: string, offset: number, expected: string): TextFault {
  const fault = { offset, rule: 'syntax', expected } as const;
  if (offset >= text.length) {
    return offset === 0 || text.trim() === ''
      ? { ...fault, found: 'an empty text', fix: 'Give one JSON object.' }
      : { ...fault, found: 'the end of the text', fix: 'The document may be truncated.' };
  }
  if (text.startsWith('//', offset) || text.startsWith('/*', offset) || text.startsWith('#', offset)) {
    return { ...fault, found: 'a comment', fix: 'JSON has no comments: remove it.' };
  }
  const code = text.charCodeAt(offset);
  if (code === 0xfeff) {
    return { ...fault, found: 'a byte order mark', fix: 'Save it as UTF-8 without a byte order mark.' };
  }
  if (code === 0x27)
    return { ...fault, found: "a single quote (')", fix: 'Write names and texts in double quotes.' };
  if ((code === 0x7d || code === 0x5d) && expected.endsWith('after the comma')) {
    return { ...fault, found: `${text.charAt(offset)} after a comma`, fix: 'Remove the last comma.' };
  }
  if (expected.startsWith('nothing after')) {
    return {
      ...fault,
      found: displayText(text.slice(offset, offset + 40)),
      fix: 'A document is one JSON object; use --ndjson for one object on each line.',
    };
  }
  WORD.lastIndex = offset;
  if (WORD.test(text)) return wordFault(fault, text.slice(offset, WORD.lastIndex));
  return { ...fault, found: displayText(String.fromCodePoint(text.codePointAt(offset)!)) };
}

function wordFault(fault: Omit<TextFault, 'found'>, word: string): TextFault {
  const found = displayText(word);
  if (word === 'NaN' || word === 'Infinity' || word === 'undefined') {
    return { ...fault, found, fix: `JSON has no ${word}: write a number, or remove the member.` };
  }
  const plain = word.toLowerCase();
  if (plain === 'true' || plain === 'false') return { ...fault, found, fix: `Write ${plain} in lowercase.` };
  if (plain === 'none' || plain === 'null' || plain === 'nil') return { ...fault, found, fix: 'Write null.' };
  return { ...fault, found, fix: 'Write names and texts in double quotes.' };
}

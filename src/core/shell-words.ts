/** Splits a line into words as a POSIX shell does, without variables, patterns and operators. */
import { usageError } from './errors.ts';

/** A quoted part, an escaped character, a run of plain characters, blanks, or a quote that is not closed. */
const PART = /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\]+)|(\s+)|['"\\]/g;

/**
 * Returns the words of a line. Quotes and backslashes work as in a POSIX shell; a `#` that begins a word begins a comment.
 * Throws a usage error for a quote that is not closed.
 */
export function splitWords(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (const match of line.matchAll(PART)) {
    const [, single, double, escaped, plain, blanks] = match;
    if (blanks !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    if (plain?.startsWith('#') && word === undefined) return words;
    const part = single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? plain;
    if (part === undefined)
      throw usageError(
        `The ${match[0] === '\\' ? 'backslash' : `quote ${match[0]}`} at column ${match.index + 1} has no end.`,
        match[0] === '\\' ? 'Remove it.' : 'Close it on the same line.',
      );
    word = `${word ?? ''}${part}`;
  }
  return word === undefined ? words : [...words, word];
}

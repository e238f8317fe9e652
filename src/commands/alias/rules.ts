/** What an alias may be called, and what it may stand for. */

import { ToolError } from '../../core/errors.ts';
import { looksLikeKey, redactWord } from '../../core/key-detection.ts';
import { splitWords } from '../../core/shell-words.ts';
import { kebabOf } from '../../request/names.ts';

const NAME = /^[a-z0-9][a-z0-9_-]{0,31}$/;

/**
 * Options that switch off a check before money moves. An alias hides them from the eye of who types it, so they are
 * typed each time.
 */
const UNSAFE_OPTIONS = ['yes', 'allow-leaks', 'despite-unresolved', 'insecure-storage', 'skip-filters'];

/** What a first word of a command line is to bourse itself; undefined for a word that it does not know. */
export type WordUse = (word: string) => 'command' | 'reserved' | undefined;

/** Returns what is wrong with an alias, as a clause; undefined for one that may be used. */
export function aliasFault(name: string, line: string, useOf: WordUse): string | undefined {
  const shown = `the alias "${redactWord(name, 40)}"`;
  if (!NAME.test(name))
    return `${shown} must have lowercase letters, digits, "-" and "_", at most 32, and begin with a letter or digit`;
  if (useOf(name) !== undefined) return `${shown} would hide the command "${name}"; choose another name`;
  let words: readonly string[];
  try {
    words = splitWords(line);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return `${shown} cannot be split into words: ${error.facts.message}`;
  }
  const [first] = words;
  if (first === undefined) return `${shown} stands for nothing; expected a command`;
  if (useOf(first) !== 'command')
    return `${shown} must begin with a command of bourse such as market, not with "${redactWord(first, 40)}": an alias never leads to another alias`;
  if (words.some(looksLikeKey)) return `${shown} contains a word that looks like a key`;
  const unsafe = words.map(unsafeOption).find((one) => one !== undefined);
  return unsafe === undefined
    ? undefined
    : `${shown} must not contain --${unsafe}: who types the alias would not see that a check is switched off`;
}

/** Returns the option of a word that switches a check off, also as a short option among others; undefined for none. */
function unsafeOption(word: string): string | undefined {
  const long = /^--([A-Za-z-]+)/.exec(word)?.[1];
  if (long !== undefined) return UNSAFE_OPTIONS.find((name) => name === kebabOf(long));
  return /^-[A-Za-z]*y/.test(word) ? 'yes' : undefined;
}

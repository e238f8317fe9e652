/** Replaces options of other programs, such as `--json`, by those of bourse. */

import { OPTION_SYNONYMS } from '../commands/synonyms.ts';
import { usageError } from '../core/errors.ts';
import { redactWord } from '../core/key-detection.ts';

/**
 * Returns the tokens after the words of a command with its option synonyms replaced. `known` are the command's options
 * with their dashes: none of them is replaced, and none is replaced by an option that the command does not have. Throws a
 * usage error where the value of a synonym shows that something else is meant.
 */
export function withoutOptionSynonyms(
  tokens: readonly string[],
  known: ReadonlySet<string>,
): readonly string[] {
  const end = tokens.indexOf('--');
  const count = end === -1 ? tokens.length : end;
  return tokens.map((token, at) => (at < count ? withoutSynonym(token, tokens[at + 1], known) : token));
}

function withoutSynonym(token: string, next: string | undefined, known: ReadonlySet<string>): string {
  const [, name, value] = /^(--[a-z-]+)(?:=(.*))?$/s.exec(token) ?? /^(-n)=?(\d+)?$/.exec(token) ?? [];
  if (name === undefined || known.has(name)) return token;
  const { means = [], unlessValue } = OPTION_SYNONYMS.find(({ typed }) => typed === name) ?? {};
  const meant = means.find((option) => known.has(option.split('=')[0]!));
  if (meant === undefined || (meant.includes('=') && value !== undefined)) return token;
  const given = value ?? next ?? '';
  if (unlessValue?.matches.test(given) === true)
    throw usageError(
      `${name} is read as ${meant} here, and "${redactWord(given, 60)}" does not look like its value.`,
      unlessValue.hint,
    );
  return value === undefined ? meant : `${meant}=${value}`;
}

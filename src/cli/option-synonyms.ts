/** Replaces options of other programs, such as `--json`, by those of bourse. */
import { OPTION_SYNONYMS } from '../commands/synonyms.ts';

/**
 * Returns the tokens after the words of a command with its option synonyms replaced. `known` are the command's options
 * with their dashes: none of them is replaced, and none is replaced by an option that the command does not have.
 */
export function withoutOptionSynonyms(
  tokens: readonly string[],
  known: ReadonlySet<string>,
): readonly string[] {
  const end = tokens.indexOf('--');
  const count = end === -1 ? tokens.length : end;
  return tokens.map((token, at) => (at < count ? withoutSynonym(token, known) : token));
}

function withoutSynonym(token: string, known: ReadonlySet<string>): string {
  const [, name, value] = /^(--[a-z-]+)(?:=(.*))?$/s.exec(token) ?? /^(-n)=?(\d+)?$/.exec(token) ?? [];
  if (name === undefined || known.has(name)) return token;
  const means = OPTION_SYNONYMS.find(({ typed }) => typed === name)?.means ?? [];
  const meant = means.find((option) => known.has(option.split('=')[0]!));
  if (meant === undefined || (meant.includes('=') && value !== undefined)) return token;
  return value === undefined ? meant : `${meant}=${value}`;
}

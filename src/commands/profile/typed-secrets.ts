/** Rejects keys that were typed on the command line, without repeating them. */
import { usageError } from '../../core/errors.ts';
import { looksLikeKey } from '../../core/key-detection.ts';

/**
 * Throws a usage error if one of the words is a key. Such a key is already exposed: it is in the shell
 * history, and every user of this machine could read it.
 */
export function rejectTypedKeys(words: readonly string[]): void {
  if (!words.some((word) => candidatesIn(word).some(looksLikeKey))) return;
  throw usageError(
    'An argument of this command looks like a key. Other users can see it on the command line, and the shell keeps it in its history.',
    'Replace that key at the exchange. Then type the new key at the prompt, pipe it in with --keys -, or give a reference: env:NAME, file:/path, cmd:["program","argument"].',
  );
}

/** Returns the parts of a word that may be a key: the word, or the parts of a reference. */
function candidatesIn(word: string): readonly string[] {
  const reference = /^(?:env|cmd):(.*)$/s.exec(word)?.[1];
  return reference === undefined ? [word] : [reference, ...reference.split(/["\s,[\]=]+/)];
}

/** Keys on a command line: whoever put one there is told to renew it, and it is not repeated. */
import { usageError } from '../../core/errors.ts';
import { looksLikeKey } from '../../core/key-detection.ts';

/**
 * Throws a usage error where one of the words holds a key. It was on the command line already, so it stands in the
 * history of the shell, and every user of this machine could read it.
 */
export function rejectTypedKeys(words: readonly string[]): void {
  if (!words.some((word) => candidatesIn(word).some(looksLikeKey))) return;
  throw usageError(
    'A word of this command looks like a key. On a command line others can see it, and the shell keeps it in its history.',
    'Renew that key at the exchange. Then leave it out and type it when asked, pipe it in with --keys -, or name where it is: env:NAME, file:/path, cmd:["program","argument"].',
  );
}

/** A reference may hide a key behind its scheme, or among the words of its program. */
function candidatesIn(word: string): readonly string[] {
  const reference = /^(?:env|cmd):(.*)$/s.exec(word)?.[1];
  return reference === undefined ? [word] : [reference, ...reference.split(/["\s,[\]=]+/)];
}

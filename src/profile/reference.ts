/** References to keys: texts in a profile or on a command line that say where a key is stored. */
import { isAbsolute } from 'node:path';
import { type ToolError, usageError } from '../core/errors.ts';

export type Reference =
  | { readonly scheme: 'env'; readonly variable: string }
  | { readonly scheme: 'file'; readonly path: string }
  | { readonly scheme: 'cmd'; readonly words: readonly [string, ...string[]] }
  /** The key is in the encrypted vault file; one record holds both keys of a profile. */
  | { readonly scheme: 'vault'; readonly record: string }
  /** The key is in the keychain of the system; one record holds both keys of a profile. */
  | { readonly scheme: 'keychain'; readonly record: string }
  /** The reference is the key itself, unprotected. */
  | { readonly scheme: 'plain'; readonly value: string };

/** The kinds of references that a user can type; bourse creates the others when it stores a key. */
export const EXTERNAL_SCHEMES = ['env', 'file', 'cmd'] as const;

const WORDS_MAX = 32;

/**
 * Returns the parsed reference. Throws a usage error that never quotes the text, because a user may have
 * typed the key itself.
 */
export function parseReference(text: string): Reference {
  const at = text.indexOf(':');
  const rest = text.slice(at + 1);
  switch (text.slice(0, Math.max(at, 0))) {
    case 'env':
      if (/^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(rest)) return { scheme: 'env', variable: rest };
      throw referenceError('The variable of an env: reference must be a name of letters, digits and "_".');
    case 'file':
      if (isAbsolute(rest) && !rest.includes('\0')) return { scheme: 'file', path: rest };
      throw referenceError('The path of a file: reference must be absolute.');
    case 'cmd':
      return { scheme: 'cmd', words: readWords(rest) };
    case 'vault':
    case 'keychain':
      if (/^[a-z0-9][a-z0-9_-]{0,63}$/.test(rest))
        return { scheme: text.slice(0, at) as 'vault' | 'keychain', record: rest };
      throw referenceError('A vault: or keychain: reference must name a profile.');
    case 'plain':
      if (rest !== '') return { scheme: 'plain', value: rest };
      throw referenceError('A plain: reference must hold the key.');
    default:
      throw referenceError('Expected a reference to a key.');
  }
}

/** Returns the text of a reference. */
export function referenceText(reference: Reference): string {
  switch (reference.scheme) {
    case 'env':
      return `env:${reference.variable}`;
    case 'file':
      return `file:${reference.path}`;
    case 'cmd':
      return `cmd:${JSON.stringify(reference.words)}`;
    case 'vault':
    case 'keychain':
      return `${reference.scheme}:${reference.record}`;
    case 'plain':
      return `plain:${reference.value}`;
  }
}

/** Returns the text of a reference for display; a plain key is replaced by stars. */
export function redactReference(text: string): string {
  return text.startsWith('plain:') ? 'plain:***' : text;
}

function readWords(text: string): readonly [string, ...string[]] {
  let words: unknown;
  try {
    words = JSON.parse(text);
  } catch {
    words = undefined;
  }
  const isList =
    Array.isArray(words) &&
    words.length >= 1 &&
    words.length <= WORDS_MAX &&
    words.every((word) => typeof word === 'string' && !word.includes('\0')) &&
    words[0] !== '';
  if (isList) return words as [string, ...string[]];
  throw referenceError(`A cmd: reference must be a JSON list of 1 to ${WORDS_MAX} words.`);
}

function referenceError(message: string): ToolError {
  return usageError(
    message,
    'Write env:NAME, file:/path/to/key or cmd:["program","argument"]. Never type a key itself on a command line: omit it to be prompted for it.',
  );
}

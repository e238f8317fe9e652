/** Recognises words of a command line that look like API keys or secrets, so that no message repeats them. */
import { safeText } from './text.ts';

/** API keys and HMAC secrets are 64 letters and digits (public facts, Request rules). */
const KEY_FORM = /^[A-Za-z0-9]{64}$/;

/** Keys in Base64 are at least this long and mix lowercase and uppercase letters and digits. */
const BASE64_LENGTH_MIN = 40;

/** The longest word that can be the name of an option. */
const OPTION_LENGTH_MAX = 40;

/** The next step after a key was typed on a command line. */
export const KEY_HINT =
  'If it is a key: other users can see a command line, and the shell keeps it in its history. Replace the key at the exchange.';

/** Returns whether a word looks like a key and not like a name or a key reference. */
export function looksLikeKey(word: string): boolean {
  if (/PRIVATE KEY-----/.test(word) || /^plain:/.test(word) || KEY_FORM.test(word)) return true;
  // A long file path consists of Base64 characters too, so it is not taken for a key.
  const isBase64 =
    !word.startsWith('/') && word.length >= BASE64_LENGTH_MIN && /^[A-Za-z0-9+/=_-]+$/.test(word);
  return isBase64 && isMixed(word);
}

/**
 * Returns whether a value could be an API key or secret. Transaction ids are all lowercase and never match.
 */
export function couldBeSecret(value: string): boolean {
  return /PRIVATE KEY-----/.test(value) || (KEY_FORM.test(value) && isMixed(value));
}

/**
 * Returns a word made safe for a message: escaped, cut at `lengthMax`, and replaced when it could be a key.
 */
export function redactWord(word: string, lengthMax: number): string {
  const isHidden = [word, ...word.split(/[=,:]/)].some(looksLikeKey);
  return isHidden ? 'a word that could be a key' : safeText(word.slice(0, lengthMax));
}

/**
 * Returns the name of an unknown option made safe for a message: without its value, replaced when it could be
 * a key.
 */
export function redactOption(typed: string): string {
  const [name = ''] = typed.split('=');
  return name.length > OPTION_LENGTH_MAX || looksLikeKey(name.replace(/^-+/, ''))
    ? `of ${name.length} characters that could be a key`
    : safeText(name);
}

function isMixed(word: string): boolean {
  return /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word);
}

/** What a key looks like: words of a command line that could be one are never repeated. */
import { safeText } from './text.ts';

/** API keys and HMAC secrets are 64 letters and digits (public facts, Request rules). */
const KEY_FORM = /^[A-Za-z0-9]{64}$/;

/** Base64 of keys: long, and of small and large letters and digits. */
const BASE64_LENGTH_MIN = 40;

/** No option has a name this long. */
const OPTION_LENGTH_MAX = 40;

/** What a person should do whose key stood on a command line. */
export const KEY_HINT =
  'If it is a key: others can see a command line, and the shell keeps it in its history. Renew it at the exchange.';

/** Returns whether a word looks like a key rather than like a name or a reference to one. */
export function looksLikeKey(word: string): boolean {
  if (/PRIVATE KEY-----/.test(word) || /^plain:/.test(word) || KEY_FORM.test(word)) return true;
  // A long path has the letters of Base64 as well.
  const isBase64 =
    !word.startsWith('/') && word.length >= BASE64_LENGTH_MIN && /^[A-Za-z0-9+/=_-]+$/.test(word);
  return isBase64 && isMixed(word);
}

/** Returns whether a value could be an API key or its secret; ids of transactions, all small letters, are none. */
export function couldBeSecret(value: string): boolean {
  return /PRIVATE KEY-----/.test(value) || (KEY_FORM.test(value) && isMixed(value));
}

/** Returns a word as a message may repeat it: safe, cut at `lengthMax`, and nothing that could be a key. */
export function redactWord(word: string, lengthMax: number): string {
  const isHidden = [word, ...word.split(/[=,:]/)].some(looksLikeKey);
  return isHidden ? 'a word that could be a key' : safeText(word.slice(0, lengthMax));
}

/** Returns an option nobody knows as a message may repeat it: without its value, and not where it is no name. */
export function redactOption(typed: string): string {
  const [name = ''] = typed.split('=');
  return name.length > OPTION_LENGTH_MAX || looksLikeKey(name.replace(/^-+/, ''))
    ? `of ${name.length} characters that could be a key`
    : safeText(name);
}

function isMixed(word: string): boolean {
  return /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word);
}

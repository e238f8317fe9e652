/** Encodes and decodes the parameters of a query string or form body: percent-encoded UTF-8, in order. */
import { usageError } from '../core/errors.ts';

/** Characters that encodeURIComponent does not escape although RFC 3986 does not list them as unreserved. */
const LEFT_OVER = /[!'()*]/g;
/** Text that is its own encoding, as that of most parameters is. */
const UNRESERVED = /^[\w.~-]*$/;
const LONE_SURROGATE = /[\ud800-\udfff]/u;
const ESCAPES = /(?:%[0-9A-Fa-f]{2})+/g;

/** The unencoded name and value of one parameter. */
export type Entry = readonly [name: string, value: string];

/**
 * Returns `name=value` pairs joined by "&". All characters except the unreserved ones of RFC 3986 are
 * percent-encoded, a space as "%20", so that the signed text equals the sent text. Throws a usage error for
 * text that is not well-formed Unicode, which has no UTF-8 encoding.
 */
export function encodeQuery(entries: Iterable<Entry>): string {
  const pairs: string[] = [];
  for (const [name, value] of entries) pairs.push(`${encodeText(name)}=${encodeText(value)}`);
  return pairs.join('&');
}

/**
 * Returns the pairs of a query string or form body in order, including repeated names. "+" is decoded as a
 * space and "%2B" as "+". An incomplete escape stays as text, invalid UTF-8 becomes U+FFFD, and empty parts
 * ("a=1&&b=2") are skipped.
 */
export function decodeQuery(text: string): Entry[] {
  const entries: Entry[] = [];
  for (const piece of text.split('&')) {
    if (piece === '') continue;
    const equals = piece.indexOf('=');
    const name = equals < 0 ? piece : piece.slice(0, equals);
    const value = equals < 0 ? '' : piece.slice(equals + 1);
    entries.push([decodeText(name), decodeText(value)]);
  }
  return entries;
}

/** Returns whether the text is well-formed Unicode, without lone surrogates. */
export function isWellFormed(text: string): boolean {
  return !LONE_SURROGATE.test(text);
}

function encodeText(text: string): string {
  if (UNRESERVED.test(text)) return text;
  if (!isWellFormed(text)) {
    throw usageError(
      'A parameter contains half of a character (a lone surrogate), which cannot be sent.',
      'Type it again as well-formed Unicode text.',
    );
  }
  return encodeURIComponent(text).replace(LEFT_OVER, escapeOf);
}

function escapeOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

function decodeText(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  return spaced.includes('%') ? spaced.replace(ESCAPES, decodeEscapes) : spaced;
}

/** Decodes a run of escapes together, because a character may consist of several bytes. */
function decodeEscapes(run: string): string {
  const bytes = new Uint8Array(run.length / 3);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Number.parseInt(run.slice(index * 3 + 1, index * 3 + 3), 16);
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

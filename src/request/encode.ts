/** Parameters as they stand in a query string or a form body: percent-encoded UTF-8, in the order given. */
import { usageError } from '../core/errors.ts';

/** encodeURIComponent leaves these five as they are, RFC 3986 does not count them as unreserved. */
const LEFT_OVER = /[!'()*]/g;
const LONE_SURROGATE = /\p{Surrogate}/u;
const ESCAPES = /(?:%[0-9A-Fa-f]{2})+/g;

/** One parameter: its name and its value, neither encoded. */
export type Entry = readonly [name: string, value: string];

/**
 * Returns `name=value` pairs joined by "&". Everything but RFC 3986's unreserved characters is percent-encoded,
 * a space as "%20", so that the text that is signed is the text that is sent. Throws a usage error for text
 * that is not well-formed Unicode, which has no UTF-8 form.
 */
export function encodeQuery(entries: Iterable<Entry>): string {
  const pairs: string[] = [];
  for (const [name, value] of entries) pairs.push(`${encodeText(name)}=${encodeText(value)}`);
  return pairs.join('&');
}

/**
 * Returns the pairs of a query string or form body in order, repeated names included. "+" stands for a space,
 * as in every form, and for "+" only as "%2B"; `encodeQuery` never writes a bare "+". A percent sign that starts
 * no escape stays as it is, bytes that are no UTF-8 become U+FFFD, empty pieces ("a=1&&b=2") are left out.
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

/** Returns whether the text has a UTF-8 form: it holds no half of a surrogate pair. */
export function isWellFormed(text: string): boolean {
  return !LONE_SURROGATE.test(text);
}

function encodeText(text: string): string {
  if (!isWellFormed(text)) {
    throw usageError(
      'A parameter holds half of a character (a lone surrogate), which cannot be sent.',
      'Type it again as whole Unicode text.',
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

/** Decodes a run of escapes at once, because a character's bytes only mean something together. */
function decodeEscapes(run: string): string {
  const bytes = new Uint8Array(run.length / 3);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Number.parseInt(run.slice(index * 3 + 1, index * 3 + 3), 16);
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

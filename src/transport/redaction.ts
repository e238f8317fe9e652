/**
 * Removes the secrets of a request from the text of its answer: firewall pages repeat the requested address.
 */
import type { PreparedRequest } from '../request/types.ts';

const SECRET_PARAMETERS: ReadonlySet<string> = new Set(['signature', 'listenKey', 'apiKey']);
const SECRET_HEADERS: ReadonlySet<string> = new Set(['x-mbx-apikey', 'x-mbx-signature', 'authorization']);

/**
 * The shortest secret that is removed from text: shorter values could match parts of ordinary words, and no
 * key or signature is that short.
 */
const SECRET_LENGTH_MIN = 6;

/** Replaces the key, signature and listen key of the request in the text by stars. */
export function redact(text: string, request: PreparedRequest): string {
  let shown = text;
  for (const secret of secretsOf(request)) {
    if (secret.length >= SECRET_LENGTH_MIN) shown = shown.replaceAll(secret, '***');
  }
  return shown;
}

/**
 * Returns the secrets of the request, as sent and decoded, longest first so that no part of a longer one
 * remains.
 */
function secretsOf(request: PreparedRequest): readonly string[] {
  const found = new Set<string>();
  for (const [name, value] of Object.entries(request.headers)) {
    if (SECRET_HEADERS.has(name.toLowerCase())) found.add(value);
  }
  for (const part of `${request.query}&${request.body ?? ''}`.split('&')) {
    const at = part.indexOf('=');
    if (at === -1 || !SECRET_PARAMETERS.has(part.slice(0, at))) continue;
    const sent = part.slice(at + 1);
    found.add(sent);
    const decoded = new URLSearchParams(part).values().next().value;
    if (decoded !== undefined) found.add(decoded);
    found.add(htmlEscaped(sent));
  }
  return [...found].sort((one, other) => other.length - one.length);
}

function htmlEscaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('+', '&#43;')
    .replaceAll('/', '&#47;')
    .replaceAll('=', '&#61;');
}

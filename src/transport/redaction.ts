/** Takes out of a server's words what a request held in secret: pages of firewalls repeat the address asked for. */
import type { PreparedRequest } from '../request/types.ts';

const SECRET_PARAMETERS: ReadonlySet<string> = new Set(['signature', 'listenKey', 'apiKey']);
const SECRET_HEADERS: ReadonlySet<string> = new Set(['x-mbx-apikey', 'x-mbx-signature', 'authorization']);

/** Shorter values would star out parts of ordinary words, and no key or signature is that short. */
const SECRET_LENGTH_MIN = 6;

/** Returns the text with stars where it repeats a key, signature or listen key of the request. */
export function redact(text: string, request: PreparedRequest): string {
  let shown = text;
  for (const secret of secretsOf(request)) {
    if (secret.length >= SECRET_LENGTH_MIN) shown = shown.replaceAll(secret, '***');
  }
  return shown;
}

/** Every secret of the request, as sent and decoded, the longest first so that none is left in halves. */
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

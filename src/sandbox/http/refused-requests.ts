/** Requests that a server refuses before it looks at what they ask for, and how they are answered. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { JSON_TYPE } from '../gate/refusals.ts';
import type { WireAnswer } from '../types.ts';
import { sendAnswer } from './response.ts';

export interface HttpRefusal {
  readonly status: number;
  readonly text: string;
}

/**
 * The refusal of connections above the limit, with the text that the exchange documents for a call that was
 * not executed (public facts, HTTP status codes).
 */
export const TOO_MANY_CONNECTIONS: HttpRefusal = { status: 503, text: 'Service Unavailable.' };

/** The refusal of a request whose body has no room beside those of other requests. */
export const TOO_MANY_BODIES: HttpRefusal = {
  status: 503,
  text: 'The server holds as many bytes of bodies as it takes.',
};

/**
 * Returns the refusal of a request with a wrong Host, an Origin, or a malformed target; otherwise undefined.
 */
export function forbiddenReason(
  request: IncomingMessage,
  hosts: ReadonlySet<string>,
  hostNames: ReadonlySet<string>,
): HttpRefusal | undefined {
  const names = request.rawHeaders.filter((_, index) => index % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === 'host').length !== 1) {
    return { status: 400, text: 'A request must carry the Host header exactly once.' };
  }
  const host = (request.headers.host ?? '').toLowerCase();
  if (!hosts.has(host) && !hostNames.has(host.replace(/:\d+$/, ''))) {
    const allowed = [...hosts].join(', ');
    return { status: 403, text: `The Host header must name this server: ${allowed}.` };
  }
  if (request.headers.origin !== undefined) {
    return { status: 403, text: 'Requests from web pages are refused: leave out the Origin header.' };
  }
  if (!request.url?.startsWith('/')) {
    return { status: 400, text: 'The request target must be a path, such as /api/v3/time.' };
  }
  return undefined;
}

/** Answers an upgrade request with an HTTP error and closes the connection. */
export function refuseUpgrade(socket: Duplex, body: string, status: number): void {
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}\r\nContent-Type: ${JSON_TYPE}\r\n` +
      `Connection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/**
 * How long the body of a refused request is read and discarded before its connection is closed, in ms: a client that sends its
 * body before it reads would otherwise get a reset in place of the answer.
 */
const DISCARD_MS = 500;

/** Returns whether a request has a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Sends the answer to a refused request, discards what is left of its body, and closes the connection. */
export function sendRefusal(request: IncomingMessage, response: ServerResponse, answer: WireAnswer): void {
  const refused = { ...answer, headers: { ...answer.headers, Connection: 'close' } };
  if (!hasBody(request) || request.headers.expect !== undefined) {
    sendAnswer(response, refused);
    return;
  }
  response.sendDate = false;
  const length = Buffer.byteLength(answer.body);
  response.writeHead(answer.status, { ...refused.headers, 'Content-Length': length });
  response.write(answer.body);
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, DISCARD_MS);
  request.resume();
  request.once('end', end);
  request.once('close', end);
}

/** Returns the answer to a refused request in the form of the exchange. */
export function refusalInExchangeForm({ status, text }: HttpRefusal): WireAnswer {
  const body = JSON.stringify({ code: -status, msg: text });
  return { status, headers: { 'Content-Type': JSON_TYPE }, body };
}

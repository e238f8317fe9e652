/**
 * Sends a single request over a connection of its own with node:http, which loads much less code than the
 * connection pool.
 */
import * as http from 'node:http';
import type { Socket } from 'node:net';
import { createConnector } from './connection.ts';
import { HEADER_BYTES_MAX, HTTP_LIMITS } from './limits.ts';
import { type ClosableSend, createSender, type SenderOptions } from './sender.ts';
import type { Cancel, Carrier, WireCall, WireEvents } from './wire.ts';

/** Returns a Send that opens a connection for each call and closes it after the answer. */
export function createOneShotSend(options: SenderOptions): ClosableSend {
  const { connectTimeoutMs } = { ...HTTP_LIMITS, ...options.limits };
  const connector = createConnector({
    connectTimeoutMs,
    ...(options.proxy === undefined ? {} : { proxy: options.proxy }),
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  });
  const carrier: Carrier = {
    carry(call, events) {
      let cancel: Cancel = () => {};
      const abandon = connector.open(call.address, (failure, socket) => {
        if (failure !== null) return events.fail(failure);
        if (socket !== undefined) cancel = sendOnSocket(call, socket, events);
      });
      return (reason) => {
        abandon();
        cancel(reason);
      };
    },
    close: async () => {},
  };
  return createSender(carrier, options);
}

/** Sends the request on the open socket and reports its answer to `events`. */
function sendOnSocket(call: WireCall, socket: Socket, events: WireEvents): Cancel {
  const request = http.request({
    createConnection: () => socket,
    method: call.method,
    path: call.target,
    // Node stores an array of headers at once, and adds a header Connection if the array contains none.
    ...(call.hasExactHeaders ? {} : { headers: headersOf(call) }),
    setHost: false,
    maxHeaderSize: HEADER_BYTES_MAX,
    insecureHTTPParser: false,
  });
  if (call.hasExactHeaders) setExactHeaders(request, call);
  // The number of headers is not limited, because Node would drop further headers silently; the parser's limit
  // of bytes applies.
  request.maxHeadersCount = 0;
  request.on('response', (response) => {
    events.head(response.statusCode ?? 0, response.rawHeaders);
    response.on('data', (chunk: Buffer) => events.data(chunk));
    response.on('end', () => {
      if (response.complete) events.end();
      else events.fail(new Error('the answer is not complete'));
    });
    response.on('error', (error) => events.fail(error));
  });
  // Without a listener for `upgrade` nothing would close the connection after an answer with status 101.
  request.on('upgrade', (_response, upgraded) => {
    upgraded.destroy();
    events.fail(new Error('the server changed to another protocol'));
  });
  request.on('error', (error) => events.fail(error));
  request.on('close', () => {
    events.fail(new Error('the connection closed'));
    socket.destroy();
  });
  events.written({ reused: false });
  request.end(call.body);
  return (reason) => request.destroy(reason);
}

/**
 * Sets the header Host, which HTTP requires, and the headers of the call; removes Connection, because Node
 * would add it.
 */
function setExactHeaders(request: http.ClientRequest, call: WireCall): void {
  request.setHeader('Host', call.address.host);
  for (const [name, value] of call.headers) request.setHeader(name, value);
  request.removeHeader('Connection');
}

function headersOf(call: WireCall): string[] {
  const headers = ['Host', call.address.host, 'Connection', 'close'];
  for (const [name, value] of call.headers) headers.push(name, value);
  // The length is set explicitly, because Node sends the body of a DELETE without a length.
  const needsLength = call.body !== undefined || call.method === 'POST' || call.method === 'PUT';
  if (needsLength) headers.push('Content-Length', String(Buffer.byteLength(call.body ?? '')));
  return headers;
}

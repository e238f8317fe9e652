/** What the senders over node:http share: the request of a call, and the events of its answer. */
import type * as http from 'node:http';
import { HEADER_BYTES_MAX } from './limits.ts';
import type { WireCall, WireEvents } from './wire.ts';

/** Returns the options of the request of a call; `connection` is the value of its header Connection. */
export function requestOptions(
  call: WireCall,
  connection: 'close' | 'keep-alive',
): http.RequestOptions & { readonly servername: string } {
  return {
    method: call.method,
    path: call.target,
    // Node stores an array of headers at once, and adds a header Connection if the array contains none.
    ...(call.hasExactHeaders ? {} : { headers: headersOf(call, connection) }),
    setHost: false,
    // The connector sets the server name of TLS. Without this Node would find out whether the host is an IP address, by a
    // regular expression that takes milliseconds to compile.
    servername: '',
    maxHeaderSize: HEADER_BYTES_MAX,
    insecureHTTPParser: false,
  };
}

/** Reports the answer to a request, or its failure, to `events`, and sets the headers that its options cannot have. */
export function followAnswer(request: http.ClientRequest, call: WireCall, events: WireEvents): void {
  if (call.hasExactHeaders) setExactHeaders(request, call);
  // The number of headers is not limited, because Node would drop further headers silently; the parser's limit
  // of bytes applies.
  request.maxHeadersCount = 0;
  let isComplete = false;
  request.on('response', (response) => {
    events.head(response.statusCode ?? 0, response.rawHeaders);
    response.on('data', (chunk: Buffer) => events.data(chunk));
    response.on('end', () => {
      isComplete = response.complete;
      // Node frees the connection in the next tick, before a promise that is resolved here continues.
      if (isComplete) events.end();
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
    if (!isComplete) events.fail(new Error('the connection closed'));
  });
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

function headersOf(call: WireCall, connection: string): string[] {
  const headers = ['Host', call.address.host, 'Connection', connection];
  for (const [name, value] of call.headers) headers.push(name, value);
  // The length is set explicitly, because Node sends the body of a DELETE without a length.
  const needsLength = call.body !== undefined || call.method === 'POST' || call.method === 'PUT';
  if (needsLength) headers.push('Content-Length', String(Buffer.byteLength(call.body ?? '')));
  return headers;
}

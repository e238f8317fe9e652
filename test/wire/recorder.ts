/** A hand-written server that records each request as sent and refuses it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordedRequest {
  readonly method: string;
  /** The path and query as sent. */
  readonly target: string;
  /** The headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Recorder {
  readonly origin: string;
  /** Returns the requests since the previous call. */
  taken(): readonly RecordedRequest[];
  close(): Promise<void>;
}

const TIME = /^\/(?:api\/v3|fapi\/v1|dapi\/v1|eapi\/v1)\/time$/;

/**
 * Starts a recorder on loopback whose clock is fixed at `now`. Only time requests succeed; a refused call is
 * neither retried nor verified by the client.
 */
export async function startRecorder(now: number): Promise<Recorder> {
  let requests: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    response.sendDate = false;
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      const { method = '', url: target = '' } = request;
      response.setHeader('Content-Type', 'application/json');
      requests.push({ method, target, headers: joinHeaders(request.rawHeaders), body });
      if (method === 'GET' && TIME.test(target)) return void response.end(`{"serverTime":${now}}`);
      response.statusCode = 400;
      response.end('{"code":-1100,"msg":"Recorded."}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken() {
      const taken = requests;
      requests = [];
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function joinHeaders(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at + 1 < raw.length; at += 2) headers[raw[at]!.toLowerCase()] = raw[at + 1]!;
  return headers;
}

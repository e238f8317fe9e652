/**
 * A relay between the commands and a sandbox: records every request byte for byte, and lets a test drop, cut
 * off or replace answers.
 */
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { playOn, type Script } from '../transport/raw-server.ts';

/** A request as bourse sent it. */
export interface RelayedRequest {
  readonly method: string;
  readonly path: string;
  /** Query string as sent, without "?". */
  readonly query: string;
  readonly body: string;
  /** Headers by lowercase name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * What the relay does with a request; `cut` closes the connection before forwarding it, `cut-answer` after.
 */
export type RelayAction =
  | 'pass'
  | 'cut'
  | 'cut-answer'
  /** Plays these steps on the connection instead of an answer. */
  | { readonly play: Script }
  /** Answers with this; forwards the request first only if `isPassed` is set. */
  | { readonly status: number; readonly body: string; readonly isForwarded?: true };

export interface Relay {
  readonly origin: string;
  readonly requests: readonly RelayedRequest[];
  /** Sets the action for later requests. */
  setAction(actionFor: (request: RelayedRequest) => RelayAction | Promise<RelayAction>): void;
  close(): Promise<void>;
}

/** Starts a relay to an origin on this machine. */
export async function startRelay(to: string): Promise<Relay> {
  const requests: RelayedRequest[] = [];
  let actionFor: Parameters<Relay['setAction']>[0] = () => 'pass';
  const server = createServer(async (request, response) => {
    const recorded = await record(request);
    requests.push(recorded);
    const action = await actionFor(recorded);
    if (action === 'cut') return void request.socket.destroy();
    if (typeof action === 'object' && 'play' in action) return void playOn(request.socket, action.play);
    const isReplaced = typeof action === 'object';
    if (isReplaced && action.isForwarded !== true) return void answer(response, action.status, action.body);
    const passed = await pass(to, recorded, String(request.url)).catch(() => undefined);
    // The server behind it has closed, as at the end of a test with requests under way.
    if (passed === undefined) return void request.socket.destroy();
    const { status, body } = passed;
    if (isReplaced) return void answer(response, action.status, action.body);
    if (action === 'cut-answer') return void request.socket.destroy();
    answer(response, status, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    setAction(next) {
      actionFor = next;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Returns the signed payload and the signature, which must come last. */
export function splitSignature({ query, body }: RelayedRequest): { payload: string; signature: string } {
  const [, payload, signature] = /^(.*)&signature=([^&]*)$/s.exec(query + body)!;
  return { payload: payload!, signature: decodeURIComponent(signature!) };
}

async function record(request: IncomingMessage): Promise<RelayedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const [path = '', query = ''] = String(request.url).split('?');
  return {
    method: String(request.method),
    path,
    query,
    body: Buffer.concat(chunks).toString('latin1'),
    headers: request.headers,
  };
}

function pass(to: string, { method, body, headers }: RelayedRequest, target: string) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const { host: _host, connection: _connection, ...kept } = headers;
    const outgoing = httpRequest(`${to}${target}`, { method, headers: kept, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function answer(response: ServerResponse, status: number, body: string): void {
  // Node would send the real time, from which the commands would compute the windows of limits, although their clock is virtual.
  response.sendDate = false;
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

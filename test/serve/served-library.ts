/** A server of the library in a world of its own, and a client that sends it requests. */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { Ajv } from 'ajv';
import { expect, onTestFinished } from 'vitest';
import { type Clock, seededRandom } from '../../src/core/clock.ts';
import { processWorld } from '../../src/main.ts';
import type { ServerLimits } from '../../src/sandbox/http/server.ts';
import { serveLibrary } from '../../src/serve/library-server.ts';
import { fixedClock, temporaryFolder } from '../acceptance/world.ts';

export const TOKEN = 'ab'.repeat(32);

export interface ServedOptions {
  readonly home?: string;
  /** The options of the command line; those of the sandbox if omitted. */
  readonly typed?: Readonly<Record<string, string | readonly string[]>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  readonly limits?: Partial<ServerLimits>;
}

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Starts a server, and returns functions that send it requests. */
export async function served({
  home = temporaryFolder(),
  typed = { env: 'sandbox' },
  environment = {},
  clock = fixedClock(),
  limits = {},
}: ServedOptions = {}) {
  const world = processWorld(new AbortController().signal);
  const server = await serveLibrary(
    {
      ...world,
      environment: { BOURSE_HOME: home, ...environment },
      folders: { config: `${home}/config`, state: home, cache: home },
      clock,
      random: seededRandom(7),
    },
    { port: 0, token: TOKEN, typed, note: () => {} },
    limits,
  );
  onTestFinished(() => server.close());
  const port = Number(new URL(server.url).port);
  const send = (sent: Sent) => sendTo(server.url, sent);
  return {
    server,
    port,
    send,
    call: (name: string, body: unknown) => send({ path: `/v1/${name}`, body: JSON.stringify(body) }),
    /** Sends text as it is, and resolves with everything received until the connection closes. */
    sendRaw: (text: string, host = '127.0.0.1') =>
      new Promise<string>((resolve, reject) => {
        let received = '';
        const socket = connect(port, host, () => socket.write(text));
        socket.on('data', (chunk) => {
          received += chunk;
        });
        socket.on('error', reject);
        socket.on('close', () => resolve(received));
      }),
  };
}

function sendTo(
  url: string,
  { path = '/v1/market.time', method = 'POST', headers = {}, body = '' }: Sent,
): Promise<Received> {
  const withToken = { Authorization: `Bearer ${TOKEN}`, ...headers };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, headers: withToken, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const ajv = new Ajv({ strict: true });
const schema = new URL('../../schemas/error.v1.schema.json', import.meta.url);
ajv.addSchema(JSON.parse(readFileSync(schema, 'utf8')));

/** Returns the error object of an answer, and expects that the answer satisfies the schema of errors. */
export function errorOf(body: string): Readonly<Record<string, unknown>> {
  const answer = JSON.parse(body) as { readonly error: Readonly<Record<string, unknown>> };
  const accepts = ajv.getSchema('error.v1.schema.json')!;
  expect([body, accepts(answer), accepts.errors]).toEqual([body, true, null]);
  return answer.error;
}

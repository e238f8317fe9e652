/**
 * A stream server for tests: it speaks WebSocket as the exchange does, and everything it sends is said by the test.
 * It answers control messages by itself and notes what it was asked.
 */
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';

export interface Visit {
  readonly number: number;
  /** Path and query of the upgrade. */
  readonly target: string;
  readonly socket: WebSocket;
  /** Streams that this connection carries. */
  readonly names: Set<string>;
  /** Control messages as they came. */
  readonly asked: readonly string[];
  /** Pongs with their payloads. */
  readonly pongs: readonly string[];
  send(message: unknown): void;
}

export interface VenueOptions {
  /** Names that are left out of the streams a connection carries, however often they are asked for. */
  readonly refuses?: readonly string[];
  /** Called with each connection; what it sends at once comes after the upgrade. */
  readonly onVisit?: (visit: Visit) => void;
  /** HTTP status instead of an upgrade, by the number of the visit. */
  readonly refuse?: (number: number) => number | undefined;
  readonly isSilent?: boolean;
  /** The upgrade of a visit waits for it. */
  readonly opens?: (number: number) => Promise<void>;
  /** The answer to the control message of a visit waits for it. */
  readonly answers?: (method: string) => Promise<void> | undefined;
}

export interface Venue {
  readonly url: URL;
  readonly visits: readonly Visit[];
  /** Resolves with the n-th connection, counted from 1. */
  visit(number: number): Promise<Visit>;
}

/** Starts a venue that ends with the test. */
export async function startVenue(options: VenueOptions = {}): Promise<Venue> {
  const visits: Visit[] = [];
  const waiting: { number: number; go: (visit: Visit) => void }[] = [];
  let knocks = 0;
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    perMessageDeflate: false,
    verifyClient: (_info, done) => {
      knocks += 1;
      const status = options.refuse?.(knocks);
      if (status !== undefined) done(false, status);
      else if (options.opens === undefined) done(true);
      else void options.opens(knocks).then(() => done(true));
    },
  });
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', (socket, request) => {
    const visit = visitOf(socket, request.url ?? '', visits.length + 1, options);
    visits.push(visit);
    options.onVisit?.(visit);
    for (const one of waiting) if (one.number === visit.number) one.go(visit);
  });
  onTestFinished(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  return {
    url: new URL(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`),
    visits,
    visit: (number) =>
      new Promise((resolve) => {
        const there = visits[number - 1];
        if (there !== undefined) resolve(there);
        else waiting.push({ number, go: resolve });
      }),
  };
}

function visitOf(socket: WebSocket, target: string, number: number, options: VenueOptions): Visit {
  const refused = new Set(options.refuses);
  const names = new Set(namesOf(target).filter((name) => !refused.has(name)));
  const asked: string[] = [];
  const pongs: string[] = [];
  socket.on('pong', (payload) => pongs.push(payload.toString()));
  socket.on('message', (data) => {
    const text = String(data);
    asked.push(text);
    if (options.isSilent) return;
    const {
      method,
      params = [],
      id,
    } = JSON.parse(text) as { method: string; params?: string[]; id: unknown };
    if (method === 'SUBSCRIBE') for (const name of params) if (!refused.has(name)) names.add(name);
    if (method === 'UNSUBSCRIBE') for (const name of params) names.delete(name);
    const result = method === 'LIST_SUBSCRIPTIONS' ? [...names] : null;
    const answer = () => socket.send(JSON.stringify({ result, id }));
    const waits = options.answers?.(method);
    if (waits === undefined) answer();
    else void waits.then(answer);
  });
  return {
    number,
    target,
    socket,
    names,
    asked,
    pongs,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
  };
}

function namesOf(target: string): readonly string[] {
  const url = new URL(target, 'ws://127.0.0.1');
  const list = url.pathname.startsWith('/ws/')
    ? url.pathname.slice(4)
    : (url.searchParams.get('streams') ?? '');
  return list.split('/').filter((name) => name !== '');
}

/** A trade as the exchange writes it, perhaps wrapped. */
export function trade(id: number, symbol = 'BTCUSDT', isWrapped = false): string {
  const text = `{"e":"trade","E":${1_710_506_096_000 + id},"s":"${symbol}","t":${id},"p":"70000.10000000","q":"0.00100000","T":${1_710_506_096_000 + id},"m":true,"M":true}`;
  return isWrapped ? `{"stream":"${symbol.toLowerCase()}@trade","data":${text}}` : text;
}

/**
 * A WebSocket server for tests of streams. The test decides which messages the server sends; the server answers
 * control messages by itself and records them.
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
  /** The control messages that the client sent. */
  readonly asked: readonly string[];
  /** The payloads of the pongs that the client sent. */
  readonly pongs: readonly string[];
  send(message: unknown): void;
}

export interface VenueOptions {
  /** Streams that the server never adds to a connection, however often the client subscribes to them. */
  readonly refuses?: readonly string[];
  /** Called with each new connection, directly after its upgrade. */
  readonly onVisit?: (visit: Visit) => void;
  /** Returns the HTTP status that refuses an upgrade, by the number of the upgrade request. */
  readonly refuse?: (number: number) => number | undefined;
  /** The server answers no control message. */
  readonly isSilent?: boolean;
  /** Returns a promise that the upgrade waits for, by the number of the upgrade request. */
  readonly opens?: (number: number) => Promise<void>;
  /** Returns a promise that the answer to a control message waits for. */
  readonly answers?: (method: string) => Promise<void> | undefined;
}

export interface Venue {
  readonly url: URL;
  readonly visits: readonly Visit[];
  /** Resolves with the connection of this number, counted from 1, as soon as it is open. */
  visit(number: number): Promise<Visit>;
}

/** Starts a server that closes when the test has finished. */
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
    const { method, params, id } = JSON.parse(text) as ControlMessage;
    changeStreams(names, method, params?.filter((name) => !refused.has(name)) ?? []);
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

interface ControlMessage {
  readonly method: string;
  readonly params?: readonly string[];
  readonly id: unknown;
}

/** Applies a SUBSCRIBE or UNSUBSCRIBE message to the streams of a connection. */
function changeStreams(names: Set<string>, method: string, params: readonly string[]): void {
  for (const name of params) {
    if (method === 'SUBSCRIBE') names.add(name);
    if (method === 'UNSUBSCRIBE') names.delete(name);
  }
}

function namesOf(target: string): readonly string[] {
  const url = new URL(target, 'ws://127.0.0.1');
  const list = url.pathname.startsWith('/ws/')
    ? url.pathname.slice(4)
    : (url.searchParams.get('streams') ?? '');
  return list.split('/').filter((name) => name !== '');
}

/** Returns the text of a trade message, wrapped as on a combined stream where `isWrapped` is set. */
export function trade(id: number, symbol = 'BTCUSDT', isWrapped = false): string {
  const text = `{"e":"trade","E":${1_710_506_096_000 + id},"s":"${symbol}","t":${id},"p":"70000.10000000","q":"0.00100000","T":${1_710_506_096_000 + id},"m":true,"M":true}`;
  return isWrapped ? `{"stream":"${symbol.toLowerCase()}@trade","data":${text}}` : text;
}

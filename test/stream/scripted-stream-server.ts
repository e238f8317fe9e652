/**
 * A WebSocket server for tests of streams. The test decides which messages the server sends; the server answers
 * control messages by itself and records them.
 */
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';

export interface ServerConnection {
  readonly number: number;
  /** Path and query of the upgrade. */
  readonly target: string;
  readonly socket: WebSocket;
  /** Streams that this connection carries. */
  readonly names: Set<string>;
  /** The control messages that the client sent. */
  readonly requests: readonly string[];
  /** The payloads of the pongs that the client sent. */
  readonly pongs: readonly string[];
  send(message: unknown): void;
}

export interface StreamServerOptions {
  /** Streams that the server never adds to a connection, however often the client subscribes to them. */
  readonly unlisted?: readonly string[];
  /** Called with each new connection, directly after its upgrade. */
  readonly onConnection?: (connection: ServerConnection) => void;
  /** Returns the HTTP status that refuses an upgrade, by the number of the upgrade request. */
  readonly upgradeStatus?: (number: number) => number | undefined;
  /** The server answers no control message. */
  readonly isSilent?: boolean;
  /** Returns a promise that the upgrade waits for, by the number of the upgrade request. */
  readonly delayUpgrade?: (number: number) => Promise<void>;
  /** Returns a promise that the answer to a control message waits for. */
  readonly delayAnswer?: (method: string) => Promise<void> | undefined;
}

export interface StreamServer {
  readonly url: URL;
  readonly connections: readonly ServerConnection[];
  /** Resolves with the connection of this number, counted from 1, as soon as it is open. */
  connection(number: number): Promise<ServerConnection>;
}

/** Starts a server that closes when the test has finished. */
export async function startStreamServer(options: StreamServerOptions = {}): Promise<StreamServer> {
  const connections: ServerConnection[] = [];
  const waiting: { number: number; resolve: (connection: ServerConnection) => void }[] = [];
  let upgrades = 0;
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    perMessageDeflate: false,
    verifyClient: (_info, done) => {
      upgrades += 1;
      const status = options.upgradeStatus?.(upgrades);
      if (status !== undefined) done(false, status);
      else if (options.delayUpgrade === undefined) done(true);
      else void options.delayUpgrade(upgrades).then(() => done(true));
    },
  });
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', (socket, request) => {
    const connection = openConnection(socket, request.url ?? '', connections.length + 1, options);
    connections.push(connection);
    options.onConnection?.(connection);
    for (const one of waiting) if (one.number === connection.number) one.resolve(connection);
  });
  onTestFinished(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  return {
    url: new URL(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`),
    connections,
    connection: (number) =>
      new Promise((resolve) => {
        const known = connections[number - 1];
        if (known !== undefined) resolve(known);
        else waiting.push({ number, resolve: resolve });
      }),
  };
}

function openConnection(
  socket: WebSocket,
  target: string,
  number: number,
  options: StreamServerOptions,
): ServerConnection {
  const unlisted = new Set(options.unlisted);
  const names = new Set(namesOf(target).filter((name) => !unlisted.has(name)));
  const requests: string[] = [];
  const pongs: string[] = [];
  socket.on('pong', (payload) => pongs.push(payload.toString()));
  socket.on('message', (data) => {
    const text = String(data);
    requests.push(text);
    if (options.isSilent) return;
    const { method, params, id } = JSON.parse(text) as ControlMessage;
    changeStreams(names, method, params?.filter((name) => !unlisted.has(name)) ?? []);
    const result = method === 'LIST_SUBSCRIPTIONS' ? [...names] : null;
    const answer = () => socket.send(JSON.stringify({ result, id }));
    const delay = options.delayAnswer?.(method);
    if (delay === undefined) answer();
    else void delay.then(answer);
  });
  return {
    number,
    target,
    socket,
    names,
    requests,
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

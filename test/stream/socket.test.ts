/** A WebSocket over connections that the transport opens. */
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { unixMs } from '../../src/core/words.ts';
import type { CloseReason } from '../../src/stream/close-reason.ts';
import { type SocketSettings, type StreamSocket, socketOpener } from '../../src/stream/socket.ts';
import { createConnector } from '../../src/transport/connection.ts';
import { OWN_CERTIFICATE, OWN_KEY } from '../transport/certificates.ts';

interface TestSocket {
  readonly socket: StreamSocket;
  readonly messages: string[];
  /** The number of pings and pongs received. */
  readonly alive: () => number;
  readonly opened: Promise<void>;
  readonly ended: Promise<CloseReason>;
}

function openTestSocket(address: string, more: Partial<SocketSettings> = {}): TestSocket {
  const messages: string[] = [];
  let alive = 0;
  let onOpen = () => {};
  let onClose = (_: CloseReason) => {};
  const opened = new Promise<void>((resolve) => {
    onOpen = resolve;
  });
  const ended = new Promise<CloseReason>((resolve) => {
    onClose = resolve;
  });
  const open = socketOpener({
    connector: createConnector({ connectTimeoutMs: 60_000 }),
    userAgent: 'bourse/test',
    now: () => unixMs(1_700_000_000_000),
    ...more,
  });
  const socket = open(new URL(address), {
    onOpen,
    onMessage: (bytes) => messages.push(String(bytes)),
    onAlive: () => {
      alive += 1;
    },
    onClose,
  });
  onTestFinished(() => socket.terminate());
  return { socket, messages, alive: () => alive, opened, ended };
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Sends ten messages with a ping among them to each client, then echoes each message. */
function serveMessages(server: Server): void {
  const sockets = new WebSocketServer({ server: server as never, perMessageDeflate: false });
  onTestFinished(() => {
    for (const client of sockets.clients) client.terminate();
  });
  sockets.on('connection', (socket) => {
    for (let number = 0; number < 10; number += 1) {
      socket.send(`{"n":${number}}`);
      if (number === 4) socket.ping('still there?');
    }
    socket.on('message', (data) => socket.send(String(data)));
    socket.on('pong', (data) => socket.send(`pong ${String(data)}`));
  });
}

async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2000 && !condition(); turn += 1)
    await new Promise((resolve) => setTimeout(resolve, 1));
  expect(condition()).toBe(true);
}

describe('a socket', () => {
  it('closes a connection whose server accepts it and never answers the handshake', async () => {
    const port = await portOf(createServer((wire) => wire.on('error', () => {})));
    const { ended } = openTestSocket(`ws://127.0.0.1:${port}/ws`, { openTimeoutMs: 30 });
    expect((await ended).why).toBe('Opening handshake has timed out');
  });

  it.each(['ws', 'wss'])(
    'emits messages that arrive with the answer to a %s handshake, and all later ones',
    async (scheme) => {
      const server =
        scheme === 'ws' ? createHttpServer() : createTlsServer({ cert: OWN_CERTIFICATE, key: OWN_KEY });
      serveMessages(server);
      const port = await portOf(server);
      const connector = createConnector({ connectTimeoutMs: 60_000, ca: OWN_CERTIFICATE });
      const { messages, alive, socket, opened } = openTestSocket(`${scheme}://127.0.0.1:${port}/ws`, {
        connector,
      });
      await opened;
      const first = Array.from({ length: 10 }, (_, number) => `{"n":${number}}`);
      await until(() => messages.length === 11);
      expect(messages).toEqual([...first, 'pong still there?']);
      expect(alive()).toBe(1);
      const long = `{"long":"${'x'.repeat(300_000)}"}`;
      socket.send(long);
      await until(() => messages.length === 12);
      expect(messages[11]).toBe(long);
    },
  );

  it('stays open without messages after a handshake with a short timeout', async () => {
    const server = createHttpServer();
    serveMessages(server);
    const port = await portOf(server);
    const { socket, messages, opened } = openTestSocket(`ws://127.0.0.1:${port}/ws`, {
      openTimeoutMs: 1_000,
    });
    await opened;
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    socket.send('{"still":true}');
    await until(() => messages.includes('{"still":true}'));
  });

  it('emits nothing while it is paused, and everything in order afterwards', async () => {
    const server = createHttpServer();
    serveMessages(server);
    const port = await portOf(server);
    const { socket, messages, opened } = openTestSocket(`ws://127.0.0.1:${port}/ws`);
    await opened;
    await until(() => messages.length === 11);
    socket.pause();
    for (let number = 0; number < 50; number += 1) socket.send(`{"after":${number}}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(messages).toHaveLength(11);
    socket.resume();
    await until(() => messages.length === 61);
    expect(messages.slice(11)).toEqual(Array.from({ length: 50 }, (_, number) => `{"after":${number}}`));
  });

  it('reports the code and reason of a close frame', async () => {
    const server = createHttpServer();
    const sockets = new WebSocketServer({ server });
    sockets.on('connection', (socket) => socket.close(1008, 'too many messages'));
    const { ended } = openTestSocket(`ws://127.0.0.1:${await portOf(server)}/ws`);
    expect(await ended).toEqual({ code: 1008, why: 'too many messages' });
  });

  it('reports the status and Retry-After of a refused handshake', async () => {
    const server = createHttpServer((_request, response) => {
      response.sendDate = false;
      response.writeHead(418, { 'retry-after': '7' }).end('no');
    });
    const { ended } = openTestSocket(`ws://127.0.0.1:${await portOf(server)}/ws`);
    expect(await ended).toMatchObject({ status: 418, retryAfterMs: 120_000 });
  });
});

/**
 * One WebSocket, opened over the transport's own connections: the same rules for TLS, proxies and time hold as for
 * requests. Pings are answered by `ws` with their payload as soon as they are read.
 */
import type { Duplex } from 'node:stream';
import { type ClientOptions, type RawData, WebSocket } from 'ws';
import type { UnixMs } from '../core/words.ts';
import type { Connector } from '../transport/connection.ts';
import { FIREWALL_PAUSE_MS, retryAfterOf } from '../transport/retry-after.ts';
import type { CloseReason } from './close-reason.ts';
import { type ByteConnection, TextFrames } from './text-frames.ts';

export interface SocketListener {
  onOpen(): void;
  /** A whole text message. The bytes may be read after the call, and are never written to. */
  onMessage(bytes: Buffer): void;
  /** A ping or pong came. */
  onAlive(): void;
  /** Called exactly once, also when there never was a connection. */
  onClose(reason: CloseReason): void;
}

export interface StreamSocket {
  send(text: string): void;
  ping(): void;
  /** Stops reading: the exchange feels it, and pings wait. */
  pause(): void;
  resume(): void;
  /** Says goodbye; `onClose` follows. */
  close(): void;
  /** Ends it at once. */
  terminate(): void;
}

export type OpenSocket = (address: URL, listener: SocketListener) => StreamSocket;

export interface SocketSettings {
  readonly connector: Connector;
  readonly userAgent: string;
  readonly now: () => UnixMs;
  /** From the first packet to the end of the upgrade. */
  readonly openTimeoutMs?: number;
  readonly frameBytesMax?: number;
}

/** The largest message shown anywhere is a book of 5000 levels, about 300 KB; all tickers together reach 2 MB. */
export const FRAME_BYTES_MAX = 16 * 1024 * 1024;
const OPEN_TIMEOUT_MS = 10_000;
/** Too many requests, a ban, and the firewall's. */
const LIMIT_STATUSES: readonly number[] = [429, 418, 403];
/** How long a goodbye is waited for. */
const CLOSE_TIMEOUT_MS = 1000;

/** Its type knows a socket that is returned; node's request also takes one that comes later. */
type CreateConnection = NonNullable<ClientOptions['createConnection']>;

/** Returns how sockets are opened. Redirects are never followed, and no compression is offered. */
export function socketOpener(settings: SocketSettings): OpenSocket {
  const openTimeoutMs = settings.openTimeoutMs ?? OPEN_TIMEOUT_MS;
  const maxPayload = settings.frameBytesMax ?? FRAME_BYTES_MAX;
  return (address, listener) => {
    let frames: TextFrames | undefined;
    const createFrames = (wire: ByteConnection) => {
      frames = new TextFrames(wire, (bytes) => listener.onMessage(bytes), maxPayload);
      // Node arms no time for a connection that it has not made itself; `ws` ends it with the handshake.
      return frames.setTimeout(openTimeoutMs);
    };
    const options: ClientOptions & { readonly closeTimeout: number } = {
      createConnection: throughConnector(settings.connector, address, createFrames),
      followRedirects: false,
      perMessageDeflate: false,
      handshakeTimeout: openTimeoutMs,
      closeTimeout: CLOSE_TIMEOUT_MS,
      maxPayload,
      headers: { 'User-Agent': settings.userAgent },
    };
    const socket = new WebSocket(address, options);
    listen(socket, listener, settings.now);
    socket.on('open', () => frames?.begin());
    return {
      send: (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      ping: () => {
        if (socket.readyState === WebSocket.OPEN) socket.ping();
      },
      pause: () => socket.pause(),
      resume: () => socket.resume(),
      close: () => socket.close(1000),
      terminate: () => socket.terminate(),
    };
  };
}

function listen(socket: WebSocket, listener: SocketListener, now: () => UnixMs): void {
  let failure: string | undefined;
  let broken: Error | undefined;
  let refusal: Pick<CloseReason, 'status' | 'retryAfterMs'> = {};
  socket.on('open', () => listener.onOpen());
  socket.on('message', (data: RawData, isBinary: boolean) => {
    // The interface sends text only; SBE has to be asked for.
    if (!isBinary) listener.onMessage(data as Buffer);
  });
  socket.on('ping', () => listener.onAlive());
  socket.on('pong', () => listener.onAlive());
  socket.on('unexpected-response', (request, response) => {
    refusal = refusalOfUpgrade(response, now());
    failure = `the upgrade was answered with HTTP ${response.statusCode}`;
    response.resume();
    request.destroy();
    // `ws` leaves the ending of a refused upgrade to whoever listens for it.
    socket.terminate();
  });
  socket.on('error', (error) => {
    failure ??= error.message;
    broken ??= error;
  });
  socket.on('close', (code, reason) => {
    const text = reason.length > 0 ? reason.toString('utf8').slice(0, 123) : undefined;
    listener.onClose({
      code,
      why: failure ?? text ?? `closed with code ${code}`,
      ...(broken === undefined ? {} : { failure: broken }),
      ...refusal,
    });
  });
}

interface Refusal {
  readonly statusCode?: number | undefined;
  readonly headers: { readonly 'retry-after'?: string | undefined };
}

/** The same statuses and words that end requests (interface document, Errors) end a handshake. */
function refusalOfUpgrade({ statusCode: status = 0, headers }: Refusal, now: UnixMs) {
  if (!LIMIT_STATUSES.includes(status)) return { status };
  if (status === 403) return { status, retryAfterMs: FIREWALL_PAUSE_MS };
  const retryAfter = headers['retry-after'];
  const answer = { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter }, body: '' };
  return { status, retryAfterMs: retryAfterOf({ ...answer, receivedAt: now }) };
}

/** Hands the connector's socket to the upgrade; node calls it with an address of its own making. */
function throughConnector(
  connector: Connector,
  address: URL,
  createFrames: (wire: ByteConnection) => Duplex,
): CreateConnection {
  const target = new URL(address);
  target.protocol = address.protocol === 'wss:' ? 'https:' : 'http:';
  const create = (_options: unknown, done: (failure: Error | null, connection?: Duplex) => void) => {
    connector.open(target, (failure, wire) =>
      done(failure, wire === undefined ? undefined : createFrames(wire)),
    );
  };
  return create as unknown as CreateConnection;
}

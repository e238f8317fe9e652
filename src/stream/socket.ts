/**
 * Opens WebSockets over the connections of `transport/`, with the same rules for TLS, proxies and timeouts as
 * HTTP calls. `ws` answers pings as soon as they are read.
 */
import type { Duplex } from 'node:stream';
import { type ClientOptions, type RawData, WebSocket } from 'ws';
import type { UnixMs } from '../core/words.ts';
import type { Connector } from '../transport/connection.ts';
import { FIREWALL_PAUSE_MS, retryAfterOf } from '../transport/retry-after.ts';
import type { CloseReason } from './close-reason.ts';
import type { OnLines } from './message-lines.ts';
import { type ByteConnection, TextFrames } from './text-frames.ts';

export interface SocketListener {
  onOpen(): void;
  /** Called with a complete text message. The bytes are not modified after the call. */
  onMessage(bytes: Buffer): void;
  /** Called with messages that arrived together; those it does not take are passed to `onMessage` one by one. */
  readonly onLines?: OnLines;
  /** A ping or pong arrived. */
  onAlive(): void;
  /** Called exactly once, even if the connection never opened. */
  onClose(reason: CloseReason): void;
}

export interface StreamSocket {
  send(text: string): void;
  ping(): void;
  /** Stops reading, which also delays the answers to pings. */
  pause(): void;
  resume(): void;
  /** Sends a close frame; `onClose` is called when the connection has closed. */
  close(): void;
  /** Closes the connection without a close frame. */
  terminate(): void;
}

export type OpenSocket = (address: URL, listener: SocketListener) => StreamSocket;

export interface SocketSettings {
  readonly connector: Connector;
  readonly userAgent: string;
  readonly now: () => UnixMs;
  /** The longest time from the first packet to the end of the WebSocket upgrade, in ms. */
  readonly openTimeoutMs?: number;
  readonly frameBytesMax?: number;
}

/**
 * The largest number of bytes of a message. A book of 5000 levels has about 300 KB; all tickers together
 * reach 2 MB.
 */
export const FRAME_BYTES_MAX = 16 * 1024 * 1024;
const OPEN_TIMEOUT_MS = 10_000;
/** The HTTP statuses of a rate limit, a ban and a refusal by the firewall. */
const LIMIT_STATUSES: readonly number[] = [429, 418, 403];
/** The longest wait for the other side's close frame, in ms. */
const CLOSE_TIMEOUT_MS = 1000;

/**
 * The type covers only a returned socket; Node's HTTP client also accepts one that is passed to a callback.
 */
type CreateConnection = NonNullable<ClientOptions['createConnection']>;

/** Returns the function that opens sockets. Redirects are not followed, and no compression is offered. */
export function socketOpener(settings: SocketSettings): OpenSocket {
  const openTimeoutMs = settings.openTimeoutMs ?? OPEN_TIMEOUT_MS;
  const maxPayload = settings.frameBytesMax ?? FRAME_BYTES_MAX;
  return (address, listener) => {
    let frames: TextFrames | undefined;
    const createFrames = (wire: ByteConnection) => {
      frames = new TextFrames(wire, listener, maxPayload);
      // Node sets no timeout on a connection that it did not create; `ws` clears it after the handshake.
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
    // The interface sends text messages only; binary ones (SBE) are not requested.
    if (!isBinary) listener.onMessage(data as Buffer);
  });
  socket.on('ping', () => listener.onAlive());
  socket.on('pong', () => listener.onAlive());
  socket.on('unexpected-response', (request, response) => {
    refusal = refusalOfUpgrade(response, now());
    failure = `the upgrade was answered with HTTP ${response.statusCode}`;
    response.resume();
    request.destroy();
    // `ws` expects the listener of this event to close the connection of a refused upgrade.
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

/** Returns the status of a refused upgrade and the wait that it states (interface document, Errors). */
function refusalOfUpgrade({ statusCode: status = 0, headers }: Refusal, now: UnixMs) {
  if (!LIMIT_STATUSES.includes(status)) return { status };
  if (status === 403) return { status, retryAfterMs: FIREWALL_PAUSE_MS };
  const retryAfter = headers['retry-after'];
  const answer = { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter }, body: '' };
  return { status, retryAfterMs: retryAfterOf({ ...answer, receivedAt: now }) };
}

/**
 * Returns a `createConnection` function for Node that opens connections with the connector and ignores the
 * address that Node passes.
 */
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

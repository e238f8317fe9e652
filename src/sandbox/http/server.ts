/**
 * The HTTP server in front of an exchange. It listens on loopback alone, and no page in a browser can reach it:
 * the Host must be the address it listens on, and a request with an Origin is refused.
 */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { JSON_TYPE } from '../gate/refusals.ts';
import type { WireAnswer, WireRequest } from '../types.ts';
import { closeServers, LOOPBACK_4, LOOPBACK_6, listen, listenIfPossible } from './connections.ts';
import { sendAnswer } from './response.ts';

/** What one client can take up; each bound keeps memory and sockets flat under a hostile client. */
export interface ServerLimits {
  readonly bodyBytes: number;
  readonly headerBytes: number;
  readonly connections: number;
  /** From the first byte of a request to the end of its headers. */
  readonly headersTimeoutMs: number;
  /** From the first byte of a request to the end of its body. */
  readonly requestTimeoutMs: number;
  /** How long an idle connection is kept. */
  readonly idleTimeoutMs: number;
  /** How often connections are checked for the two timeouts above. */
  readonly checkIntervalMs: number;
}

const DEFAULT_SERVER_LIMITS: ServerLimits = {
  bodyBytes: 1_048_576,
  headerBytes: 16_384,
  connections: 64,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  idleTimeoutMs: 65_000,
  checkIntervalMs: 1000,
};

export interface ServerOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly respond: (request: WireRequest) => WireAnswer | Promise<WireAnswer>;
  /** Takes connections that ask to become another protocol; without it that is a request like any. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly limits?: Partial<ServerLimits>;
  /** Told of a mistake of ours behind a 500; the answer itself gives nothing away. */
  readonly onError?: (error: unknown) => void;
}

export interface RunningServer {
  readonly port: number;
  /** Such as "http://127.0.0.1:8080". */
  readonly url: string;
  /** Takes no more requests, lets those under way finish, and resolves when the port is free. */
  close(): Promise<void>;
}

/** Ports tried when the system's choice is free on IPv4 but taken on IPv6. */
const PORT_ATTEMPTS = 5;

/**
 * Starts a server on 127.0.0.1 and, where the machine has it, on ::1 with the same port. Throws a ToolError of
 * kind `usage` when the port is taken.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  for (let attempt = 1; ; attempt += 1) {
    const listeners = createListenerFactory(options);
    const first = await listen(listeners.create(), options.port, LOOPBACK_4);
    const { port } = first.address() as AddressInfo;
    listeners.setPort(port);
    try {
      const second = await listenIfPossible(listeners.create(), port);
      return runningServer(port, second === undefined ? [first] : [first, second], listeners);
    } catch (error) {
      await closeServers([first]);
      if (options.port !== 0 || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

/** What both listeners share: the handler, and the Host names that become known with the port. */
interface ListenerFactory {
  create(): Server;
  setPort(port: number): void;
  /** From now on each answer is the last on its connection. */
  beginClosing(): void;
}

function createListenerFactory(options: ServerOptions): ListenerFactory {
  const limits = { ...DEFAULT_SERVER_LIMITS, ...options.limits };
  let hosts: ReadonlySet<string> = new Set();
  let isClosing = false;
  const closingSockets = new WeakSet<Socket>();
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    // What a refused client had sent already is still parsed, but not acted upon.
    if (closingSockets.has(request.socket)) return;
    const refusal = forbiddenReason(request, hosts);
    if (refusal === undefined) {
      readBody(request, response, limits, (body) => {
        const answer = respondTo(request, body, options);
        const send = (answer: WireAnswer) => {
          if (isClosing) response.shouldKeepAlive = false;
          sendAnswer(response, answer);
        };
        if (answer instanceof Promise) void answer.then(send);
        // What is answered in one turn leaves together, so that who waits for it is woken once.
        else setImmediate(send, answer);
      });
    } else {
      closingSockets.add(request.socket);
      sendRefusal(response, refusal);
    }
  };
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const refusal = isClosing
      ? { status: 503, text: 'The server is going down.' }
      : forbiddenReason(request, hosts);
    if (refusal === undefined) options.upgrade?.(request, socket, head);
    else refuseUpgrade(socket, bodyOf(refusal), refusal.status);
  };
  return {
    create() {
      const server = createServer(
        {
          maxHeaderSize: limits.headerBytes,
          headersTimeout: limits.headersTimeoutMs,
          requestTimeout: limits.requestTimeoutMs,
          keepAliveTimeout: limits.idleTimeoutMs,
          connectionsCheckingInterval: limits.checkIntervalMs,
        },
        handle,
      );
      server.maxConnections = limits.connections;
      if (options.upgrade !== undefined) server.on('upgrade', upgrade);
      server.on('connect', (_request, socket) => {
        socket.end('HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      });
      return server;
    },
    setPort(port) {
      hosts = new Set([`${LOOPBACK_4}:${port}`, `localhost:${port}`, `[${LOOPBACK_6}]:${port}`]);
    },
    beginClosing() {
      isClosing = true;
    },
  };
}

interface HttpRefusal {
  readonly status: number;
  readonly text: string;
}

/** Says why a request may not come in at all, or undefined. */
function forbiddenReason(request: IncomingMessage, hosts: ReadonlySet<string>): HttpRefusal | undefined {
  const names = request.rawHeaders.filter((_, index) => index % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === 'host').length !== 1) {
    return { status: 400, text: 'A request must carry the Host header exactly once.' };
  }
  if (!hosts.has((request.headers.host ?? '').toLowerCase())) {
    const allowed = [...hosts].join(', ');
    return { status: 403, text: `The Host header must name this server: ${allowed}.` };
  }
  if (request.headers.origin !== undefined) {
    return { status: 403, text: 'Requests from web pages are refused: leave out the Origin header.' };
  }
  if (!request.url?.startsWith('/')) {
    return { status: 400, text: 'The request target must be a path, such as /api/v3/time.' };
  }
  return undefined;
}

/** Reads the body, up to the largest one allowed, and hands it on. */
function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limits: ServerLimits,
  onBody: (body: string) => void,
): void {
  const { headers } = request;
  if (headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0') {
    // Nothing follows the headers, so there is nothing to wait for.
    onBody('');
    return;
  }
  const tooLarge = () =>
    sendRefusal(response, { status: 413, text: `A body may have at most ${limits.bodyBytes} bytes.` });
  if (Number(headers['content-length'] ?? 0) > limits.bodyBytes) {
    tooLarge();
    return;
  }
  const chunks: Buffer[] = [];
  let received = 0;
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received <= limits.bodyBytes) chunks.push(chunk);
    else if (!response.headersSent) tooLarge();
  });
  request.on('end', () => {
    if (!response.headersSent) onBody(Buffer.concat(chunks).toString('utf8'));
  });
}

function respondTo(
  request: IncomingMessage,
  body: string,
  { respond, onError }: ServerOptions,
): WireAnswer | Promise<WireAnswer> {
  const internalError = (error: unknown): WireAnswer => {
    onError?.(error);
    return {
      status: 500,
      headers: { 'Content-Type': JSON_TYPE },
      body: '{"code":-1000,"msg":"An unknown error occurred while processing the request."}',
    };
  };
  try {
    const answer = respond({
      method: request.method ?? 'GET',
      target: request.url ?? '/',
      headers: request.headers as Readonly<Record<string, string>>,
      body,
      client: (request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
    });
    return answer instanceof Promise ? answer.catch(internalError) : answer;
  } catch (error) {
    return internalError(error);
  }
}

/** Answers a connection that asked for another protocol with HTTP, and closes it. */
export function refuseUpgrade(socket: Duplex, body: string, status: number): void {
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}\r\nContent-Type: ${JSON_TYPE}\r\n` +
      `Connection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Refuses and closes: whoever breaks these rules does not get to send more on the connection. */
function sendRefusal(response: ServerResponse, refusal: HttpRefusal): void {
  sendAnswer(response, {
    status: refusal.status,
    headers: { 'Content-Type': JSON_TYPE, Connection: 'close' },
    body: bodyOf(refusal),
  });
}

function bodyOf({ status, text }: HttpRefusal): string {
  return JSON.stringify({ code: -status, msg: text });
}

function runningServer(port: number, servers: readonly Server[], listeners: ListenerFactory): RunningServer {
  let closing: Promise<void> | undefined;
  return {
    port,
    url: `http://${LOOPBACK_4}:${port}`,
    close() {
      listeners.beginClosing();
      closing ??= closeServers(servers);
      return closing;
    },
  };
}

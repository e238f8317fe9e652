/**
 * The HTTP server of an exchange. It listens on loopback only and refuses requests from web pages: the Host header must
 * be the address of the server, and an Origin header is not allowed.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { JSON_TYPE } from '../gate/refusals.ts';
import type { WireAnswer, WireRequest } from '../types.ts';
import {
  closeServers,
  LOOPBACK_4,
  LOOPBACK_6,
  listen,
  listenIfPossible,
  ServedConnections,
} from './connections.ts';
import {
  forbiddenReason,
  type HttpRefusal,
  refusalInExchangeForm,
  refuseUpgrade,
  sendRefusal,
  TOO_MANY_CONNECTIONS,
} from './refused-requests.ts';
import { type BodyLimits, BodyReader } from './request-bodies.ts';
import { sendAnswer } from './response.ts';
import { type StreamedAnswer, sendPieces } from './streamed-answer.ts';

/** Limits that bound the memory and sockets used by a hostile client. */
export interface ServerLimits extends BodyLimits {
  readonly headerBytes: number;
  /** The number of connections; requests on further connections are answered with 503 if none can make room. */
  readonly connections: number;
  /** The longest time from the first byte of a request to the end of its headers, in ms. */
  readonly headersTimeoutMs: number;
  /** The longest time from the first byte of a request to the end of its body, in ms. */
  readonly requestTimeoutMs: number;
  /** How long an idle connection stays open, in ms. */
  readonly idleTimeoutMs: number;
  /** How often connections are checked for the headers and request timeouts, in ms. */
  readonly checkIntervalMs: number;
  /** How long requests in progress may take while the server is closing, in ms. */
  readonly closeGraceMs: number;
}

const DEFAULT_SERVER_LIMITS: ServerLimits = {
  bodyBytes: 1_048_576,
  bodiesBytes: 64 * 1_048_576,
  headerBytes: 16_384,
  connections: 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  idleTimeoutMs: 65_000,
  checkIntervalMs: 1000,
  closeGraceMs: 2000,
};

/** An answer that is known as a whole, or one that is made while it is sent. */
type Answer = WireAnswer | StreamedAnswer;

/** What of a request is known before its body is read. */
export type RequestHead = Pick<WireRequest, 'method' | 'target' | 'headers'>;

export interface ServerOptions {
  /** 0 means any free port. */
  readonly port: number;
  /** Answers a request; `onGone` takes what is to be called when the connection closes or the answer is complete. */
  readonly respond: (
    request: WireRequest,
    onGone: (listener: () => void) => void,
  ) => Answer | Promise<Answer>;
  /** Returns the answer to a request that is refused before its body is read, or undefined. */
  readonly refuse?: (head: RequestHead) => WireAnswer | undefined;
  /** Returns the answer to a request that the server itself refuses; in the form of the exchange if omitted. */
  readonly refusalAnswer?: (refusal: HttpRefusal) => WireAnswer;
  /** Handles connection upgrades; if omitted, an upgrade request is answered as any other request. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly limits?: Partial<ServerLimits>;
  /** Further names that the Host header may have, with any port: host names of the exchange itself. */
  readonly hostNames?: readonly string[];
  /** Called with the internal error behind an answer with status 500; the answer itself does not contain it. */
  readonly onError?: (error: unknown) => void;
}

export interface RunningServer {
  readonly port: number;
  /** The address of the server, such as "http://127.0.0.1:8080". */
  readonly url: string;
  /**
   * Stops accepting requests, waits for those in progress, and resolves when the port is free. Requests that are still in
   * progress a moment after `work` has ended are cut off.
   */
  close(work?: Promise<unknown>): Promise<void>;
}

/** The number of attempts when the port chosen by the system is free on IPv4 but in use on IPv6. */
const PORT_ATTEMPTS = 5;

/**
 * Starts a server on 127.0.0.1 and, if the machine has IPv6, on ::1 with the same port. Throws a ToolError of
 * kind `usage` if the port is taken.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  for (let attempt = 1; ; attempt += 1) {
    const listeners = createListenerFactory(options);
    const first = await listen(listeners.create(), options.port, LOOPBACK_4);
    const { port } = first.address() as AddressInfo;
    listeners.setPort(port);
    try {
      const second = await listenIfPossible(listeners.create(), port);
      const servers = second === undefined ? [first] : [first, second];
      return runningServer(port, servers, listeners, { ...DEFAULT_SERVER_LIMITS, ...options.limits });
    } catch (error) {
      await closeServers([first], 0);
      if (options.port !== 0 || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

/**
 * The number of connections above the limit that are still read, so that they get an answer; further sockets
 * are closed at once.
 */
const REFUSED_CONNECTIONS_MAX = 256;

/** Creates the listeners on 127.0.0.1 and ::1, which share one handler and the allowed Host names. */
interface ListenerFactory {
  create(): Server;
  setPort(port: number): void;
  /** Makes each connection close after its next answer from now on. */
  beginClosing(): void;
}

function createListenerFactory(options: ServerOptions): ListenerFactory {
  const limits = { ...DEFAULT_SERVER_LIMITS, ...options.limits };
  let hosts: ReadonlySet<string> = new Set();
  const hostNames: ReadonlySet<string> = new Set(options.hostNames);
  let isClosing = false;
  const closingSockets = new WeakSet<Socket>();
  const served = new ServedConnections(limits.connections);
  const refusalOf = (request: IncomingMessage): HttpRefusal | undefined =>
    served.serves(request.socket) ? forbiddenReason(request, hosts, hostNames) : TOO_MANY_CONNECTIONS;
  const { refusalAnswer = refusalInExchangeForm } = options;
  const bodies = new BodyReader(limits, refusalAnswer);
  const refusalAnswerOf = (request: IncomingMessage): WireAnswer | undefined => {
    const refusal = refusalOf(request);
    return refusal === undefined ? options.refuse?.(headOf(request)) : refusalAnswer(refusal);
  };
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    // Requests that a refused client had already sent are parsed but ignored.
    if (closingSockets.has(request.socket)) return;
    const answer = refusalAnswerOf(request);
    if (answer === undefined) {
      bodies.read(request, response, (body) => {
        const onGone = (listener: () => void) => void response.once('close', listener);
        const answer = respondTo(request, body, onGone, options);
        const send = (answer: Answer) => {
          if (isClosing) response.shouldKeepAlive = false;
          if ('pieces' in answer) void sendPieces(response, answer);
          else sendAnswer(response, answer);
        };
        if (answer instanceof Promise) void answer.then(send);
        // Answers of one turn of the event loop are sent together, so that a waiting client wakes up once.
        else setImmediate(send, answer);
      });
    } else {
      closingSockets.add(request.socket);
      sendRefusal(request, response, answer);
    }
  };
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const refusal = isClosing ? { status: 503, text: 'The server is shutting down.' } : refusalOf(request);
    if (refusal === undefined) options.upgrade?.(request, socket, head);
    else refuseUpgrade(socket, refusalAnswer(refusal).body, refusal.status);
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
      server.maxConnections = limits.connections + REFUSED_CONNECTIONS_MAX;
      server.on('connection', (socket) => served.admit(socket));
      // The client sends its body once it knows that the request is not refused.
      server.on('checkContinue', handle);
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

function headOf({ method = 'GET', url: target = '/', headers }: IncomingMessage): RequestHead {
  return { method, target, headers: headers as Readonly<Record<string, string>> };
}

function respondTo(
  request: IncomingMessage,
  body: string,
  onGone: (listener: () => void) => void,
  { respond, onError }: ServerOptions,
): Answer | Promise<Answer> {
  const internalError = (error: unknown): WireAnswer => {
    onError?.(error);
    return {
      status: 500,
      headers: { 'Content-Type': JSON_TYPE },
      body: '{"code":-1000,"msg":"An unknown error occurred while processing the request."}',
    };
  };
  try {
    const client = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    const answer = respond({ ...headOf(request), body, client }, onGone);
    return answer instanceof Promise ? answer.catch(internalError) : answer;
  } catch (error) {
    return internalError(error);
  }
}

function runningServer(
  port: number,
  servers: readonly Server[],
  listeners: ListenerFactory,
  { closeGraceMs }: ServerLimits,
): RunningServer {
  let closing: Promise<void> | undefined;
  return {
    port,
    url: `http://${LOOPBACK_4}:${port}`,
    close(work) {
      listeners.beginClosing();
      closing ??= closeServers(servers, closeGraceMs, work);
      return closing;
    },
  };
}

/**
 * Opens connections for all senders: TCP, the tunnel through a proxy given with --proxy, and TLS. The secure
 * context is created during the TCP handshake, because reading Node's root certificates blocks for tens of
 * milliseconds.
 */
import * as net from 'node:net';
import type { ConnectionOptions, SecureContext, TLSSocket } from 'node:tls';
import { isLoopback } from './address-rules.ts';
import { openTunnel } from './tunnel.ts';
import { ConnectFailure } from './wire.ts';

export interface ConnectionSettings {
  /** The longest time for DNS lookup, TCP, proxy and TLS together, in ms. */
  readonly connectTimeoutMs: number;
  /**
   * An `http:` address of a proxy; all connections except those to loopback are tunnelled through it with
   * CONNECT.
   */
  readonly proxy?: URL;
  /** Certificates in PEM form that are trusted instead of Node's root certificates. */
  readonly ca?: string;
}

/**
 * Receives the open socket or the failure; called exactly once unless the attempt to connect was abandoned.
 */
export type Opened = (failure: ConnectFailure | null, socket?: net.Socket) => void;

export interface Connector {
  /** Opens a connection. The returned function abandons the attempt, after which `opened` is not called. */
  open(address: URL, opened: Opened): () => void;
}

const HTTPS_PORT = 443;
const HTTP_PORT = 80;

/** The largest number of TLS sessions that are kept for resumption, one for each origin. */
const SESSIONS_MAX = 32;

/** Returns a connector that keeps its secure context and TLS sessions between connections. */
export function createConnector(settings: ConnectionSettings): Connector {
  const secure = createSecureState(settings.ca);
  return {
    open(address, opened) {
      const attempt = new Attempt(settings, secure, address, opened);
      attempt.start();
      return () => attempt.abandon();
    },
  };
}

interface SecureState {
  /** Creates the secure context on the first call, which blocks while Node reads its root certificates. */
  prepare(): Promise<void>;
  connect(socket: net.Socket, host: string, origin: string): Promise<TLSSocket>;
}

function createSecureState(ca: string | undefined): SecureState {
  let context: Promise<SecureContext> | undefined;
  const sessions = new Map<string, Buffer>();
  const prepared = () => {
    // The TLS module is loaded on the first https connection only: calls to a local sandbox do not need it.
    context ??= import('node:tls').then((tls) =>
      tls.createSecureContext({ minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) }),
    );
    return context;
  };
  return {
    async prepare() {
      await prepared();
    },
    async connect(socket, host, origin) {
      const secureContext = await prepared();
      const { connect } = await import('node:tls');
      const session = sessions.get(origin);
      const options: ConnectionOptions = {
        socket,
        secureContext,
        host,
        // An IP address is not a valid server name (RFC 6066, section 3); the certificate is checked against
        // `host`.
        servername: net.isIP(host) === 0 ? host : '',
        // The check of certificates is switched on explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in the
        // environment does not disable it.
        rejectUnauthorized: true,
        ALPNProtocols: ['http/1.1'],
        ...(session === undefined ? {} : { session }),
      };
      const secured = connect(options);
      secured.on('session', (fresh) => {
        if (sessions.size < SESSIONS_MAX || sessions.has(origin)) sessions.set(origin, fresh);
      });
      return secured;
    },
  };
}

/** One attempt to open a connection, from the lookup of its host name to the finished TLS handshake. */
class Attempt {
  readonly #settings: ConnectionSettings;
  readonly #secure: SecureState;
  readonly #address: URL;
  readonly #host: string;
  readonly #opened: Opened;
  #socket: net.Socket | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stage: 'connect' | 'proxy' | 'tls' = 'connect';
  #isOver = false;

  constructor(settings: ConnectionSettings, secure: SecureState, address: URL, opened: Opened) {
    this.#settings = settings;
    this.#secure = secure;
    this.#address = address;
    this.#host = bareHost(address);
    this.#opened = opened;
  }

  start(): void {
    const { proxy, connectTimeoutMs } = this.#settings;
    const through = proxy !== undefined && !isLoopback(this.#address.hostname) ? proxy : undefined;
    this.#timer = setTimeout(() => this.#failOnTime(), connectTimeoutMs);
    const target = through ?? this.#address;
    const socket = net.connect({ host: bareHost(target), port: portOf(target), noDelay: true });
    this.#socket = socket;
    socket.on('error', this.#onError);
    socket.on('close', this.#onClose);
    // This event is emitted after the first TCP packet (SYN) was sent, so the root certificates are read during
    // the round trip.
    if (this.#isSecure()) socket.once('connectionAttempt', () => this.#prepareSoon());
    socket.once('connect', () => void this.#afterConnect(socket, through));
  }

  abandon(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#socket?.on('error', ignore);
    this.#socket?.destroy();
  }

  #isSecure(): boolean {
    return this.#address.protocol === 'https:';
  }

  #prepareSoon(): void {
    setImmediate(() => {
      if (!this.#isOver) this.#secure.prepare().catch((error: unknown) => this.#fail('tls', error));
    });
  }

  async #afterConnect(socket: net.Socket, proxy: URL | undefined): Promise<void> {
    try {
      if (proxy !== undefined) {
        this.#stage = 'proxy';
        await openTunnel(socket, this.#host, portOf(this.#address));
        if (this.#isOver) return;
      }
      if (!this.#isSecure()) return this.#succeed(socket);
      this.#stage = 'tls';
      const secured = await this.#secure.connect(socket, this.#host, this.#address.origin);
      if (this.#isOver) {
        secured.on('error', ignore);
        secured.destroy();
        return;
      }
      // From here on the TLS socket owns the TCP socket and reports its errors.
      socket.off('close', this.#onClose);
      this.#socket = secured;
      secured.on('error', this.#onError);
      secured.on('close', this.#onClose);
      secured.once('secureConnect', () => this.#succeed(secured));
    } catch (error) {
      this.#fail(this.#stage, error);
    }
  }

  #succeed(socket: net.Socket): void {
    if (this.#isOver) return;
    this.#finish();
    socket.off('error', this.#onError);
    socket.off('close', this.#onClose);
    this.#opened(null, socket);
  }

  readonly #onError = (error: Error): void => this.#fail(stageOf(error, this.#stage), error);

  readonly #onClose = (): void => this.#fail(this.#stage, new Error('the connection was closed'));

  #failOnTime(): void {
    const waited = `no connection within ${this.#settings.connectTimeoutMs} ms`;
    this.#fail(this.#stage, new Error(waited));
  }

  #fail(stage: ConnectFailure['stage'], cause: unknown): void {
    if (this.#isOver) return;
    this.#finish();
    this.#socket?.on('error', ignore);
    this.#socket?.destroy();
    this.#opened(new ConnectFailure(stage, describe(cause), cause));
  }

  #finish(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }
}

function ignore(): void {}

/** Returns the host name for a socket: an IPv6 address without its brackets. */
function bareHost(address: URL): string {
  return address.hostname.replace(/^\[(.*)\]$/, '$1');
}

function portOf(address: URL): number {
  if (address.port !== '') return Number(address.port);
  return address.protocol === 'https:' ? HTTPS_PORT : HTTP_PORT;
}

function stageOf(error: Error, stage: 'connect' | 'proxy' | 'tls'): ConnectFailure['stage'] {
  const code = codeOf(error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAI_NODATA') return 'lookup';
  if (stage === 'tls' && isCertificateCode(code)) return 'certificate';
  return stage;
}

function isCertificateCode(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH|INVALID_PURPOSE/.test(code);
}

function codeOf(error: unknown): string {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

/**
 * Describes the cause of a failed connection. A failure over several addresses is described by its first
 * error.
 */
function describe(cause: unknown): string {
  if (cause instanceof AggregateError) return describe(cause.errors[0]);
  switch (codeOf(cause)) {
    case 'ECONNREFUSED':
      return 'the connection was refused';
    case 'ENOTFOUND':
    case 'EAI_NODATA':
      return 'the host name is not known';
    case 'EAI_AGAIN':
      return 'the host name could not be looked up';
    case 'ECONNRESET':
      return 'the connection was reset';
    case 'ETIMEDOUT':
      return 'the connection timed out';
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
      return 'the network is not reachable';
    default:
      return cause instanceof Error ? cause.message : String(cause);
  }
}

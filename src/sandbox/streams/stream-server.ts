/** The stream server of one exchange for all stream hosts: connections, and the ticks that send messages. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { LIMITS } from '../../catalogue/limits.ts';
import type { StreamProduct, UserStreamProduct } from '../../catalogue/stream-types.ts';
import { STREAM_ACCESS, STREAMS, type StreamAccess } from '../../catalogue/streams.ts';
import { streamNameParser } from '../../request/stream-name.ts';
import type { SandboxExchange } from '../exchange/create-exchange.ts';
import { runAdminCommand, runDueEvents } from '../exchange/requests.ts';
import { refuseUpgrade } from '../http/refused-requests.ts';
import { type ConnectionOptions, StreamConnection, type StreamRegistry } from './connection.ts';
import { isSimulated, openFeed } from './feeds.ts';
import { StreamHub, type StreamReader } from './hub.ts';
import { KeepAlive } from './keep-alive.ts';
import type { TimeUnit } from './message.ts';
import type { Playback } from './playback.ts';
import { StreamFaults } from './stream-faults.ts';
import { type ServesStream, streamRoutes } from './stream-routes.ts';
import { readTarget, type StreamRefusal, type StreamTarget, targetRefusal } from './stream-target.ts';
import { UserStreams } from './user-streams.ts';

/** The product and accounts that a stream host serves. */
export interface StreamHostRoles {
  /** The product of the server's market streams; absent on a host that serves only user data streams. */
  readonly product?: StreamProduct;
  /** The accounts whose user data streams this host serves; none on a host for market data only. */
  readonly accounts: readonly UserStreamProduct[];
}

export interface StreamServer {
  /** Returns the upgrade handler of a host. */
  acceptor(roles: StreamHostRoles): (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Sends due messages and pings; returns whether there are more messages for the same time. */
  tick(): boolean;
  /** Sends a shutdown notice to all connections and closes them; resolves when they are closed. */
  close(): Promise<void>;
}

/** The maximum size of a control message; 1,024 stream names are far below it. */
const MESSAGE_MAX_BYTES = 262_144;

/**
 * Returns the stream server of an exchange. With a playback, the market streams of its product are those of
 * the recording.
 */
export function createStreamServer(exchange: SandboxExchange, playback?: Playback): StreamServer {
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MESSAGE_MAX_BYTES,
  });
  const connections = new Map<StreamConnection, StreamHostRoles>();
  const corked = new Set<StreamConnection>();
  const expiring = new Set<string>();
  const uncorkAll = () => {
    for (const connection of corked) connection.release();
    corked.clear();
  };
  const finishPlayback = () => {
    if (playback?.endReason === undefined) return;
    for (const [connection, { product }] of connections)
      if (product === playback.product) connection.finish(playback.endReason);
  };
  const hub = new StreamHub();
  const users = new UserStreams(exchange, uncorkAll);
  return {
    acceptor(roles) {
      const connectionCounter = new ConnectionCounter();
      const routes = streamRoutes(roles.product, exchange.interface);
      const playbackHere = roles.product === playback?.product ? playback : undefined;
      const streams = createRegistry(
        exchange,
        roles,
        playbackHere ??
          (roles.product === undefined ? NO_MARKETS : marketStreams(exchange, roles.product, hub)),
        users,
        {
          onCorked: (connection) => corked.add(connection),
          expire: (name) => expiring.add(name),
        },
      );
      return (request, socket, head) => {
        const now = exchange.clock.monotonicMs();
        const target = readTarget(request.url ?? '/');
        const refusal =
          targetRefusal(target, roles.product) ??
          (connectionCounter.isTooMany(request.socket.remoteAddress ?? '', now)
            ? TOO_MANY_CONNECTIONS
            : undefined) ??
          endedRefusal(playbackHere);
        if (refusal !== undefined) {
          refuseUpgrade(socket, JSON.stringify({ code: refusal.code, msg: refusal.text }), refusal.status);
          return;
        }
        sockets.handleUpgrade(request, socket, head, (client) => {
          const keepAlive = new KeepAlive(client, limitsOf(roles), now);
          const options: ConnectionOptions = {
            socket: client,
            output: socket,
            keepAlive,
            registry: connectionRegistry(streams, routes(target.route), target),
            faults: new StreamFaults(exchange.faults),
            unit: target.unit as TimeUnit,
            isCombined: target.isCombined,
            streamsMax: LIMITS[accessOf(roles).limits.streams].value,
            now: () => exchange.clock.now(),
            monotonicMs: () => exchange.clock.monotonicMs(),
          };
          const connection = new StreamConnection(options);
          connections.set(connection, roles);
          client.on('close', () => connections.delete(connection));
          connection.subscribe(target.names);
        });
      };
    },
    tick() {
      const payload = String(exchange.clock.now());
      for (const connection of connections.keys()) connection.tick(exchange.clock.monotonicMs(), payload);
      finishPlayback();
      const isIdle = hub.isIdle && users.isIdle && (playback?.isIdle ?? true);
      if (exchange.failure !== undefined || isIdle) {
        uncorkAll();
        return false;
      }
      const now = runDueEvents(exchange, exchange.clock.now());
      for (const listenKey of expiring) {
        // Expiring a listen key is an admin command, so that it is journaled and replayed.
        if (exchange.listenKeys.find(listenKey, now) !== undefined)
          runAdminCommand(exchange, { do: 'expire-key', listenKey });
      }
      expiring.clear();
      users.endExpired(now);
      const isBehind = hub.advance(now);
      const isPlayBehind = playback?.advance(now, exchange.clock.monotonicMs()) ?? false;
      uncorkAll();
      return isBehind || isPlayBehind;
    },
    async close() {
      playback?.close();
      uncorkAll();
      await Promise.all([...connections.keys()].map((connection) => connection.shutDown()));
    },
  };
}

/** Subscribes connections to the market streams of one product. `now` is the machine's time in Unix ms. */
interface MarketStreams {
  /**
   * Returns whether the sandbox simulates a stream; absent if every name is accepted, as with a recording.
   */
  readonly simulates?: (name: string) => boolean;
  subscribe(name: string, reader: StreamReader, now: number): void;
  unsubscribe(name: string, reader: StreamReader): void;
}

/** The market streams of a host that serves only user data streams: none. */
const NO_MARKETS: MarketStreams = { simulates: () => false, subscribe() {}, unsubscribe() {} };

/** Returns the market streams of the simulated market. */
function marketStreams(exchange: SandboxExchange, product: StreamProduct, hub: StreamHub): MarketStreams {
  const read = streamNameParser(STREAMS.filter((stream) => stream.product === product));
  const keyOf = (name: string) => `${product} ${name}`;
  return {
    simulates: (name) => {
      const stream = read(name)?.stream;
      return stream !== undefined && isSimulated(stream);
    },
    subscribe(name, reader) {
      const named = read(name);
      if (named === undefined) return;
      hub.subscribe(keyOf(name), name, reader, () =>
        openFeed(exchange, product, named, runDueEvents(exchange, exchange.clock.now())),
      );
    },
    unsubscribe: (name, reader) => hub.unsubscribe(keyOf(name), reader),
  };
}

/** Matches a listen key: no market stream has a name of letters and digits alone. */
const LISTEN_KEY = /^[A-Za-z0-9]{20,}$/;

/** Returns the registry through which the connections of a host open and close streams. */
function createRegistry(
  exchange: SandboxExchange,
  { accounts }: StreamHostRoles,
  markets: MarketStreams,
  users: UserStreams,
  callbacks: Pick<StreamRegistry, 'onCorked' | 'expire'>,
): StreamRegistry {
  return {
    ...callbacks,
    // A name that could be a listen key counts as simulated, because the exchange does not report an expired key
    // either.
    simulates: (name) =>
      LISTEN_KEY.test(name) ||
      users.find(name, accounts) !== undefined ||
      (markets.simulates?.(name) ?? true),
    open(name, reader, kinds) {
      const key = users.find(name, accounts);
      if (key === undefined) markets.subscribe(name, reader, exchange.clock.monotonicMs());
      else users.subscribe(key, reader, kinds);
    },
    close(name, reader) {
      users.unsubscribe(name, reader);
      markets.unsubscribe(name, reader);
    },
  };
}

/**
 * Returns the registry of a connection. It opens only the streams that the connection's prefix serves, with the
 * events that the connection's address lists.
 */
function connectionRegistry(
  registry: StreamRegistry,
  serves: ServesStream,
  { eventKinds }: StreamTarget,
): StreamRegistry {
  return {
    ...registry,
    open(name, reader) {
      if (serves(name)) registry.open(name, reader, eventKinds.get(name));
    },
  };
}

const TOO_MANY_CONNECTIONS: StreamRefusal = {
  status: 429,
  code: -1003,
  text: `Too many connections: at most ${LIMITS.streamConnections.value} in 5 minutes.`,
};

function accessOf({ product, accounts }: StreamHostRoles): StreamAccess {
  return STREAM_ACCESS[product ?? accounts[0]!];
}

function limitsOf(roles: StreamHostRoles) {
  const { limits } = accessOf(roles);
  return {
    pingMs: LIMITS[limits.ping].value,
    pongMs: LIMITS[limits.pong].value,
    lifeMs: LIMITS.connectionLifetime.value,
    messagesPerSecond: LIMITS[limits.messages].value,
  };
}

/** Returns the refusal of a connection after the end of a recording. */
function endedRefusal(playback: Playback | undefined): StreamRefusal | undefined {
  const why = playback?.endReason;
  if (why === undefined) return undefined;
  return { status: 410, code: -1016, text: `This service is no longer available. ${why}.` };
}

/** The largest number of client addresses that are counted at once; loopback has millions. */
const ADDRESSES_MAX = 10_000;

/** Counts the connections of each address in fixed windows of the machine's time. */
export class ConnectionCounter {
  #window = -1;
  #counts = new Map<string, number>();

  isTooMany(address: string, now: number): boolean {
    const { value, windowMs } = LIMITS.streamConnections;
    const window = Math.floor(now / windowMs);
    if (window !== this.#window || this.#counts.size > ADDRESSES_MAX) {
      this.#window = window;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(address) ?? 0) + 1;
    this.#counts.set(address, count);
    return count > value;
  }
}

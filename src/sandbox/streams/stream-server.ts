/** The streams of one exchange on all its stream hosts: who is connected, and the ticks that feed them. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { LIMITS } from '../../catalogue/limits.ts';
import type { StreamProduct, UserStreamProduct } from '../../catalogue/stream-types.ts';
import { STREAM_ACCESS, STREAMS, TIME_UNIT } from '../../catalogue/streams.ts';
import { streamNameParser } from '../../request/stream-name.ts';
import { command, type SandboxExchange, settled } from '../exchange/create-exchange.ts';
import { refuseUpgrade } from '../http/server.ts';
import { type ConnectionOptions, StreamConnection, type Streams } from './connection.ts';
import { openFeed } from './feeds.ts';
import { Hub, type Reader } from './hub.ts';
import { KeepAlive } from './keep-alive.ts';
import type { TimeUnit } from './message.ts';
import type { Playback } from './playback.ts';
import { Mishaps } from './stream-faults.ts';
import { UserStreams } from './user-streams.ts';

/** What a stream host serves. */
export interface StreamHostPlan {
  readonly product: StreamProduct;
  /** Accounts whose listen keys open a stream here; none on a host for market data only. */
  readonly accounts: readonly UserStreamProduct[];
}

export interface StreamServer {
  /** Returns what takes the connections of a host. */
  door(plan: StreamHostPlan): (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Keeps connections alive and sends what there is to be sent; returns whether there is more of it. */
  tick(): boolean;
  /** Tells all connections that the server goes down; resolves when they are closed. */
  close(): Promise<void>;
}

/** A control message: 1,024 names of streams are far below that. */
const MESSAGE_MAX_BYTES = 262_144;

/** Prefixes of today's futures and options addresses, and of older options addresses (public facts, Hosts). */
const PATH = /^(?:\/(?:public|market|private|eoptions))?\/(ws|stream)(?:\/(.*))?$/s;

/** With a playback the streams of its product line are those of a recording. */
export function createStreamServer(exchange: SandboxExchange, playback?: Playback): StreamServer {
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MESSAGE_MAX_BYTES,
  });
  const connections = new Map<StreamConnection, StreamHostPlan>();
  const held = new Set<StreamConnection>();
  const expiring = new Set<string>();
  const release = () => {
    for (const connection of held) connection.release();
    held.clear();
  };
  const finishPlayed = () => {
    if (playback?.ended === undefined) return;
    for (const [connection, { product }] of connections)
      if (product === playback.product) connection.finish(playback.ended);
  };
  const hub = new Hub();
  const users = new UserStreams(exchange, release);
  return {
    door(plan) {
      const arrivals = new Arrivals();
      const played = plan.product === playback?.product ? playback : undefined;
      const streams = streamsOf(exchange, plan, played ?? fed(exchange, plan.product, hub), users, {
        touched: (connection) => held.add(connection),
        expire: (name) => expiring.add(name),
      });
      return (request, socket, head) => {
        const now = exchange.clock.monotonicMs();
        const asked = readTarget(request.url ?? '/');
        const refused =
          refusedTarget(asked) ??
          (arrivals.isTooMany(request.socket.remoteAddress ?? '', now) ? TOO_MANY_CONNECTIONS : undefined) ??
          refusedAfter(played);
        if (refused !== undefined) {
          refuseUpgrade(socket, JSON.stringify({ code: refused.code, msg: refused.text }), refused.status);
          return;
        }
        sockets.handleUpgrade(request, socket, head, (client) => {
          const keepAlive = new KeepAlive(client, limitsOf(plan), now);
          const options: ConnectionOptions = {
            socket: client,
            output: socket,
            keepAlive,
            streams,
            mishaps: new Mishaps(exchange.faults),
            unit: asked.unit as TimeUnit,
            isCombined: asked.isCombined,
            streamsMax: LIMITS[STREAM_ACCESS[plan.product].limits.streams].value,
            now: () => exchange.clock.now(),
            monotonicMs: () => exchange.clock.monotonicMs(),
          };
          const connection = new StreamConnection(options);
          connections.set(connection, plan);
          client.on('close', () => connections.delete(connection));
          connection.subscribe(asked.names);
        });
      };
    },
    tick() {
      const payload = String(exchange.clock.now());
      for (const connection of connections.keys()) connection.tick(exchange.clock.monotonicMs(), payload);
      finishPlayed();
      const isIdle = hub.isIdle && users.isIdle && (playback?.isIdle ?? true);
      if (exchange.failure !== undefined || isIdle) {
        release();
        return false;
      }
      const now = settled(exchange, exchange.clock.now());
      for (const listenKey of expiring) {
        // A key ends as a deed of its own, so that a replay ends it too.
        if (exchange.listenKeys.find(listenKey, now) !== undefined)
          command(exchange, { do: 'expire-key', listenKey });
      }
      expiring.clear();
      users.expire(now);
      const isBehind = hub.advance(now);
      const isPlayBehind = playback?.advance(now, exchange.clock.monotonicMs()) ?? false;
      release();
      return isBehind || isPlayBehind;
    },
    async close() {
      playback?.close();
      release();
      await Promise.all([...connections.keys()].map((connection) => connection.end()));
    },
  };
}

/** Where the market streams of a host come from. `now` is the machine's time. */
interface MarketStreams {
  join(name: string, reader: Reader, now: number): void;
  leave(name: string, reader: Reader): void;
}

/** Streams fed from the market. */
function fed(exchange: SandboxExchange, product: StreamProduct, hub: Hub): MarketStreams {
  const read = streamNameParser(STREAMS.filter((stream) => stream.product === product));
  const keyOf = (name: string) => `${product} ${name}`;
  return {
    join(name, reader) {
      const named = read(name);
      if (named === undefined) return;
      hub.join(keyOf(name), name, reader, () =>
        openFeed(exchange, product, named, settled(exchange, exchange.clock.now())),
      );
    },
    leave: (name, reader) => hub.leave(keyOf(name), reader),
  };
}

/** Opens streams for the connections of a host. */
function streamsOf(
  exchange: SandboxExchange,
  { accounts }: StreamHostPlan,
  markets: MarketStreams,
  users: UserStreams,
  notes: Pick<Streams, 'touched' | 'expire'>,
): Streams {
  return {
    ...notes,
    open(name, reader) {
      const key = users.find(name, accounts);
      if (key === undefined) markets.join(name, reader, exchange.clock.monotonicMs());
      else users.join(key, reader);
    },
    close(name, reader) {
      users.leave(name, reader);
      markets.leave(name, reader);
    },
  };
}

interface Refused {
  readonly status: number;
  readonly code: number;
  readonly text: string;
}

const TOO_MANY_CONNECTIONS: Refused = {
  status: 429,
  code: -1003,
  text: `Too many connections: at most ${LIMITS.streamConnections.value} in 5 minutes.`,
};

interface Asked {
  readonly isKnown: boolean;
  readonly names: readonly string[];
  readonly isCombined: boolean;
  readonly unit: string;
}

/** Reads `/ws/<a>/<b>` and `/stream?streams=<a>/<b>`, with `listenKey=<key>` where that is sent; a plus sign is one, since time zones have it. */
function readTarget(target: string): Asked {
  const cut = target.indexOf('?');
  const [path, query] = cut < 0 ? [target, ''] : [target.slice(0, cut), target.slice(cut + 1)];
  const found = PATH.exec(path);
  const isCombined = found?.[1] === 'stream';
  const values = new Map(
    query.split('&').map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
  const listed = isCombined ? (values.get('streams') ?? '') : (found?.[2] ?? '');
  // Today's futures clients name the account's key apart from the streams.
  const names = [...decoded(listed).split('/'), values.get('listenKey') ?? ''];
  return {
    isKnown: found !== null,
    names: names.filter((name) => name !== ''),
    isCombined,
    unit: (values.get(TIME_UNIT.name) ?? 'MILLISECOND').toUpperCase(),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function refusedTarget({ isKnown, unit, names }: Asked): Refused | undefined {
  if (!isKnown) {
    return { status: 404, code: -1020, text: 'Streams are at /ws/<stream> and /stream?streams=<a>/<b>.' };
  }
  if (!(TIME_UNIT.values as readonly string[]).includes(unit)) {
    const text = 'Invalid value for time unit; expected either MICROSECOND or MILLISECOND.';
    return { status: 400, code: -1194, text };
  }
  const most = LIMITS.streamsPerConnection.value;
  if (names.length <= most) return undefined;
  return { status: 400, code: -1101, text: `A connection has at most ${most} streams.` };
}

function limitsOf({ product }: StreamHostPlan) {
  const { limits } = STREAM_ACCESS[product];
  return {
    pingMs: LIMITS[limits.ping].value,
    pongMs: LIMITS[limits.pong].value,
    lifeMs: LIMITS.connectionLifetime.value,
    messagesPerSecond: LIMITS[limits.messages].value,
  };
}

/** Nothing comes any more where a recording has ended. */
function refusedAfter(playback: Playback | undefined): Refused | undefined {
  const why = playback?.ended;
  if (why === undefined) return undefined;
  return { status: 410, code: -1016, text: `This service is no longer available. ${why}.` };
}

/** Addresses remembered within a window; loopback has millions. */
const ADDRESSES_MAX = 10_000;

/** Counts the connections of each address in fixed windows of the machine's time. */
export class Arrivals {
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

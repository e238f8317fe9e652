/**
 * Sends the few requests of a short command over kept connections with node:http, and further ones through the
 * connection pool: loading the pool and compiling its parser takes longer than all that such a command does.
 */
import * as http from 'node:http';
import type { Duplex } from 'node:stream';
import type { Send } from '../request/types.ts';
import { type Connector, createConnector } from './connection.ts';
import { HTTP_LIMITS } from './limits.ts';
import { followAnswer, requestOptions } from './node-request.ts';
import { type ClosableSend, createSender, type SenderOptions } from './sender.ts';
import type { Cancel, Carrier, WireCall, WireEvents } from './wire.ts';

/** The number of calls above which the pool takes over. */
const CALLS_MAX = 4;
/** The number of calls at the same time above which the pool takes over. */
const CALLS_AT_ONCE_MAX = 2;

/**
 * Returns a Send that keeps connections open between calls. Calls `openPool` at most once, when the command sends
 * more than a few requests. Requests with exact headers never use the pool, which would add a header Connection.
 */
export function createFewCallsSend(
  options: SenderOptions,
  openPool: (options: SenderOptions) => Promise<ClosableSend>,
): ClosableSend {
  const shared = { preferred: new Map<string, string>(), ...options };
  const few = createSender(keptConnections(shared), shared);
  let calls = 0;
  let atOnce = 0;
  let pool: Promise<ClosableSend> | undefined;
  let openedPool: ClosableSend | undefined;
  const sendEarly: Send = async (request, signal) => {
    calls += 1;
    if (pool === undefined && (calls > CALLS_MAX || atOnce >= CALLS_AT_ONCE_MAX)) pool = openPool(shared);
    if (pool !== undefined) {
      openedPool = await pool;
      return openedPool(request, signal);
    }
    atOnce += 1;
    try {
      return await few(request, signal);
    } finally {
      atOnce -= 1;
    }
  };
  const send: ClosableSend = Object.assign(
    (...[request, signal]: Parameters<ClosableSend>) => {
      if (request.exactHeaders) return few(request, signal);
      return openedPool === undefined ? sendEarly(request, signal) : openedPool(request, signal);
    },
    {
      async close() {
        await few.close();
        await (await pool)?.close();
      },
    },
  );
  return send;
}

/** Returns a carrier that keeps its connections open, with an agent of node:http for each origin. */
function keptConnections(options: SenderOptions): Carrier {
  const { connectTimeoutMs, keepAliveMs } = { ...HTTP_LIMITS, ...options.limits };
  const connector = createConnector({
    connectTimeoutMs,
    ...(options.proxy === undefined ? {} : { proxy: options.proxy }),
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  });
  const agents = new Map<string, OriginAgent>();
  return {
    carry(call, events) {
      const { origin } = call.address;
      let agent = agents.get(origin);
      if (agent === undefined) {
        agent = new OriginAgent(call.address, connector, keepAliveMs);
        agents.set(origin, agent);
      }
      return agent.carry(call, events);
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.close()));
      agents.clear();
    },
  };
}

type Created = (error: Error | null, socket: Duplex) => void;

/** The kept connections to one origin. */
class OriginAgent extends http.Agent {
  readonly #address: URL;
  readonly #connector: Connector;
  /** The functions that abandon the connections which are being opened. */
  readonly #opening = new Set<() => void>();
  #inFlight = 0;
  #onIdle: () => void = () => {};

  constructor(address: URL, connector: Connector, keepAliveMs: number) {
    // Closes idle connections. A request in flight is not closed by it, because HttpCall applies the time limits.
    super({ keepAlive: true, timeout: keepAliveMs });
    this.#address = address;
    this.#connector = connector;
  }

  /** Sends a request on an idle connection, or on a new one. */
  carry(call: WireCall, events: WireEvents): Cancel {
    let isOver = false;
    const finish = () => {
      if (isOver) return;
      isOver = true;
      this.#inFlight -= 1;
      if (this.#inFlight === 0) this.#onIdle();
    };
    this.#inFlight += 1;
    const request = http.request({ ...requestOptions(call, 'keep-alive'), agent: this });
    followAnswer(request, call, events);
    // Node emits this event before it writes the first byte of the request.
    request.once('socket', () => events.written({ reused: request.reusedSocket }));
    request.once('close', finish);
    request.end(call.body);
    return (reason) => {
      finish();
      request.destroy(reason);
    };
  }

  /** Closes all connections after the answers of the calls in flight. */
  async close(): Promise<void> {
    if (this.#inFlight > 0)
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    for (const abandon of this.#opening) abandon();
    this.destroy();
  }

  override createConnection(_options: unknown, created?: Created): undefined {
    const abandon = this.#connector.open(this.#address, (failure, socket) => {
      this.#opening.delete(abandon);
      created?.(failure, socket!);
    });
    this.#opening.add(abandon);
  }

  /** Returns whether a connection may stay open, which Node decides by its options and the server's. */
  override keepSocketAlive(socket: Duplex): boolean {
    // Bytes that come while no call is waiting would be read as the answer of the next call.
    socket.on('data', closeOnData);
    return super.keepSocketAlive(socket) as unknown as boolean;
  }

  override reuseSocket(socket: Duplex, request: http.ClientRequest): void {
    socket.off('data', closeOnData);
    super.reuseSocket(socket, request);
  }
}

function closeOnData(this: Duplex): void {
  this.destroy();
}

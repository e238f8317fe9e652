/**
 * A running sandbox with its addresses: one for REST of all products, one for REST of each futures product, and one for
 * each stream host.
 */
import { HOSTS, type HostName } from '../../catalogue/hosts.ts';
import { demoKeys } from '../engine/ledger/demo-keys.ts';
import { createExchange, type ExchangeOptions, type SandboxExchange } from '../exchange/create-exchange.ts';
import { runDueEvents } from '../exchange/requests.ts';
import { PRODUCTS_WITH_OWN_ADDRESS, splitTarget } from '../gate/routes.ts';
import { answerAdminRequest } from '../http/admin-api.ts';
import { answerWithFaults } from '../http/fault-answers.ts';
import { type RunningServer, type ServerLimits, startServer } from '../http/server.ts';
import type { SandboxHosts, SandboxIdentity } from '../identity.ts';
import type { ServedRecording } from '../streams/playback.ts';
import { bookHandlers } from '../streams/recorded-books.ts';
import type { WireRequest } from '../types.ts';
import { type StreamHostOptions, startStreamHosts } from './stream-hosts.ts';

export interface SandboxOptions extends ExchangeOptions {
  /**
   * The port of the common REST address; 0 means any free port. All other addresses of the sandbox use free
   * ports.
   */
  readonly port: number;
  /** The exchange that is served; a new one in memory if omitted. */
  readonly exchange?: SandboxExchange;
  readonly serverLimits?: Partial<ServerLimits>;
  /** A recording that is replayed instead of the market streams of its product. */
  readonly recording?: ServedRecording;
  /** Host names of the exchange under which clients call the sandbox, beside its own addresses. */
  readonly hostNames?: readonly string[];
  /** The identity that the status and admin paths require; without it these paths do not exist. */
  readonly identity?: SandboxIdentity;
  /** Called with the internal error behind an answer with HTTP 500. */
  readonly onError?: (error: unknown) => void;
}

export interface RunningSandbox {
  readonly exchange: SandboxExchange;
  /** The address of each host of the catalogue. */
  readonly hosts: SandboxHosts;
  readonly seed: number;
  /** The secret of the admin paths; undefined if there are none. */
  readonly adminToken: string | undefined;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Waits for calls in progress, then closes all ports. */
  close(): Promise<void>;
}

/** Starts a sandbox on loopback. Throws a ToolError of kind `usage` if the port is in use. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const exchange = options.exchange ?? createExchange(options);
  if (options.recording !== undefined)
    exchange.handlerOverrides = bookHandlers(options.recording, exchange.handlers);
  const rest = await startRestServers(exchange, options);
  const streams = await startStreamHosts(exchange, streamOptions(options)).catch(async (error: unknown) => {
    await rest.close();
    throw error;
  });
  const stopTimer = startDueEventTimer(exchange, options.onError);
  const hosts: Record<string, string> = {};
  for (const host of HOSTS) hosts[host.name] = rest.urlOf(host.name);
  for (const stream of streams) hosts[stream.name] = stream.url;
  return {
    exchange,
    hosts: hosts as SandboxHosts,
    seed: options.seed,
    adminToken: options.identity?.token,
    ...demoKeys(options.seed),
    async close() {
      stopTimer();
      await Promise.all([rest.close(), ...streams.map((stream) => stream.close())]);
    },
  };
}

interface RestServers {
  readonly urlOf: (host: HostName) => string;
  close(): Promise<void>;
}

/**
 * Starts the REST servers: one at the port of the options, which serves all paths and the admin paths, and
 * one for each product that shares paths with another product.
 */
async function startRestServers(exchange: SandboxExchange, options: SandboxOptions): Promise<RestServers> {
  const { clock, identity, serverLimits, hostNames, onError } = options;
  const common = {
    ...(hostNames === undefined ? {} : { hostNames }),
    ...(serverLimits === undefined ? {} : { limits: serverLimits }),
    ...(onError === undefined ? {} : { onError }),
  };
  const answerCall = (request: WireRequest) => answerWithFaults(exchange, request, (ms) => clock.sleep(ms));
  const all = await startServer({
    ...common,
    port: options.port,
    respond: (request) =>
      answerAdminRequest(exchange, identity, request, splitTarget(request.target).path) ??
      answerCall(request),
  });
  const own = new Map<HostName, RunningServer>();
  const close = async () => {
    await Promise.all([all, ...own.values()].map((server) => server.close()));
  };
  try {
    for (const address of PRODUCTS_WITH_OWN_ADDRESS) {
      const respond = (request: WireRequest) => answerCall({ ...request, address });
      own.set(address, await startServer({ ...common, port: 0, respond }));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { urlOf: (host) => (own.get(host) ?? all).url, close };
}

/** How often due events run while there are no requests, in ms. */
const DUE_EVENT_INTERVAL_MS = 100;

function startDueEventTimer(
  exchange: SandboxExchange,
  onError: ((error: unknown) => void) | undefined,
): () => void {
  const timer = setInterval(() => {
    if (exchange.failure !== undefined) return;
    try {
      runDueEvents(exchange, exchange.clock.now());
    } catch (error) {
      // After an error the state may be incomplete, so the exchange refuses all further requests.
      exchange.failure = error;
      onError?.(error);
    }
  }, DUE_EVENT_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function streamOptions({ serverLimits, hostNames, recording, onError }: SandboxOptions): StreamHostOptions {
  return {
    ...(hostNames === undefined ? {} : { hostNames }),
    ...(recording === undefined ? {} : { recording }),
    ...(serverLimits === undefined ? {} : { limits: serverLimits }),
    ...(onError === undefined ? {} : { onError }),
  };
}

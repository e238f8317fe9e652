/** A running sandbox with addresses: one for REST of all products, and one for each stream host. */
import { HOSTS } from '../../catalogue/hosts.ts';
import { demoKeys } from '../engine/ledger/demo-keys.ts';
import {
  createExchange,
  type ExchangeOptions,
  runDueEvents,
  type SandboxExchange,
} from '../exchange/create-exchange.ts';
import { splitTarget } from '../gate/routes.ts';
import { answerAdminRequest } from '../http/admin-api.ts';
import { answerWithFaults } from '../http/fault-answers.ts';
import { type ServerLimits, startServer } from '../http/server.ts';
import type { SandboxHosts, SandboxIdentity } from '../identity.ts';
import type { ServedRecording } from '../streams/playback.ts';
import { bookHandlers } from '../streams/recorded-books.ts';
import { type StreamHostOptions, startStreamHosts } from './stream-hosts.ts';

export interface SandboxOptions extends ExchangeOptions {
  /** The port of the REST address; 0 means any free port. Stream hosts always use free ports. */
  readonly port: number;
  /** The exchange that is served; a new one in memory if omitted. */
  readonly exchange?: SandboxExchange;
  readonly serverLimits?: Partial<ServerLimits>;
  /** A recording that is played back in place of the market streams of its product. */
  readonly recording?: ServedRecording;
  /** The identity for the status and admin paths, which do not exist without it. */
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
  const rest = await startServer({
    port: options.port,
    respond: (request) =>
      answerAdminRequest(exchange, options.identity, request, splitTarget(request.target).path) ??
      answerWithFaults(exchange, request, (ms) => options.clock.sleep(ms)),
    ...(options.serverLimits === undefined ? {} : { limits: options.serverLimits }),
    ...(options.onError === undefined ? {} : { onError: options.onError }),
  });
  const streams = await startStreamHosts(exchange, streamOptions(options)).catch(async (error: unknown) => {
    await rest.close();
    throw error;
  });
  const stopTimer = startDueEventTimer(exchange, options.onError);
  const hosts: Record<string, string> = {};
  for (const host of HOSTS) hosts[host.name] = rest.url;
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

/** How often due events run while there are no requests. */
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
      // After an error the state may be incomplete: it must not be used or retried.
      exchange.failure = error;
      onError?.(error);
    }
  }, DUE_EVENT_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function streamOptions({ serverLimits, recording, onError }: SandboxOptions): StreamHostOptions {
  return {
    ...(recording === undefined ? {} : { recording }),
    ...(serverLimits === undefined ? {} : { limits: serverLimits }),
    ...(onError === undefined ? {} : { onError }),
  };
}

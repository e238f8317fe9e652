/** A sandbox with addresses: REST of all products on one, each stream host on its own. */
import { HOSTS } from '../../catalogue/hosts.ts';
import type { Clock } from '../../core/clock.ts';
import { demoKeys } from '../engine/ledger/demo-keys.ts';
import {
  createExchange,
  type SandboxExchange,
  settled,
  type WeightListing,
} from '../exchange/create-exchange.ts';
import type { Pace } from '../exchange-clock.ts';
import { splitTarget } from '../gate/routes.ts';
import type { SandboxLimits } from '../gate/weights.ts';
import { answerAdminRequest } from '../http/admin-api.ts';
import { answerWithFaults } from '../http/fault-answers.ts';
import { type ServerLimits, startServer } from '../http/server.ts';
import type { SandboxHosts, SandboxIdentity } from '../identity.ts';
import type { ServedRecording } from '../streams/playback.ts';
import { bookHandlers } from '../streams/recorded-books.ts';
import { type StreamHostOptions, startStreamHosts } from './stream-hosts.ts';

export interface SandboxOptions {
  /** Port of the REST address; 0 takes any free one. Stream hosts always take free ones. */
  readonly port: number;
  readonly seed: number;
  readonly clock: Clock;
  /** What is served; a new exchange that lives in memory alone where absent. */
  readonly exchange?: SandboxExchange;
  readonly limits?: Partial<SandboxLimits>;
  readonly weightListing?: WeightListing;
  readonly pace?: Pace;
  readonly serverLimits?: Partial<ServerLimits>;
  /** Told again in place of the streams of its product line. */
  readonly recording?: ServedRecording;
  /** Without it the status path does not exist. */
  readonly identity?: SandboxIdentity;
  /** Told of a mistake of ours behind an answer with HTTP 500. */
  readonly onError?: (error: unknown) => void;
}

export interface RunningSandbox {
  readonly exchange: SandboxExchange;
  /** An address for every host of the catalogue. */
  readonly hosts: SandboxHosts;
  readonly seed: number;
  /** For those who may ask what the owner may; undefined where nobody is told. */
  readonly adminToken: string | undefined;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Lets calls under way finish, then frees all ports. */
  close(): Promise<void>;
}

/** Starts a sandbox on loopback. Throws a ToolError of kind `usage` when the port is taken. */
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

/** Lets things happen at their time, also when nobody asks: once in so long. */
const DUE_EVENT_INTERVAL_MS = 100;

function startDueEventTimer(
  exchange: SandboxExchange,
  onError: ((error: unknown) => void) | undefined,
): () => void {
  const timer = setInterval(() => {
    if (exchange.failure !== undefined) return;
    try {
      settled(exchange, exchange.clock.now());
    } catch (error) {
      // What stopped half-way must not be answered from, nor tried again.
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

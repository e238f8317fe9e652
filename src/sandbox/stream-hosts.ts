/**
 * The stream hosts and the WebSocket API. Each has an address of its own, because clients append fixed paths to it;
 * what they tell comes from one exchange.
 */
import { HOSTS, type Host, type HostName } from '../catalogue/hosts.ts';
import type { SandboxExchange } from './exchange.ts';
import { notSimulated, refusalAnswer } from './refusals.ts';
import { type ServerLimits, startServer } from './server.ts';
import { createStreamServer, type StreamHostPlan } from './streams/stream-server.ts';
import { SandboxRefusal, type WireAnswer } from './types.ts';

export interface RunningStreamHost {
  readonly name: HostName;
  /** Such as "ws://127.0.0.1:40001", with the path where the path belongs to the address. */
  readonly url: string;
  close(): Promise<void>;
}

export interface StreamHostOptions {
  readonly limits?: Partial<ServerLimits>;
  /** Told of a mistake of ours. */
  readonly onError?: (error: unknown) => void;
}

/** The declarations of all stream hosts, the WebSocket API among them. */
const STREAM_HOSTS = HOSTS.filter((host) => host.protocol === 'wss');

const PLANS: Readonly<Partial<Record<HostName, StreamHostPlan>>> = {
  'spot-ws': { product: 'spot', accounts: ['spot', 'margin'] },
  'market-data-ws': { product: 'spot', accounts: [] },
  'usdm-ws': { product: 'usdm', accounts: ['usdm'] },
  'coinm-ws': { product: 'coinm', accounts: ['coinm'] },
  'options-ws': { product: 'options', accounts: ['options'] },
};

/** How often it is looked whether there is something to send, in ms; the book changes half as often. */
const TICK_MS = 50;
/** Sockets of a stream host; one program may open many. */
const CONNECTIONS_MAX = 1024;

/** Starts a server for each stream host, on free ports. Closes those already open when one can't be opened. */
export async function startStreamHosts(
  exchange: SandboxExchange,
  { limits = {}, onError }: StreamHostOptions = {},
): Promise<readonly RunningStreamHost[]> {
  const streams = createStreamServer(exchange);
  const start = (host: Host & { readonly name: HostName }): Promise<RunningStreamHost> => {
    const plan = PLANS[host.name];
    const upgrade = plan === undefined ? undefined : streams.door(plan);
    return startStreamHost(host, {
      port: 0,
      respond: () => (plan === undefined ? unsimulated(host) : UPGRADE_REQUIRED),
      limits: { connections: CONNECTIONS_MAX, ...limits },
      ...(upgrade === undefined ? {} : { upgrade }),
    });
  };
  const started = await Promise.allSettled(STREAM_HOSTS.map(start));
  const failed = started.find((one) => one.status === 'rejected');
  const open = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (failed !== undefined) {
    await Promise.all(open.map((one) => one.close()));
    throw failed.reason;
  }
  const stop = startTicks(exchange, streams.tick, onError);
  return open.map((host) => ({
    ...host,
    close() {
      stop();
      // Their sockets are no requests that an end could be waited for.
      streams.close();
      return host.close();
    },
  }));
}

async function startStreamHost(
  host: Host & { readonly name: HostName },
  options: Parameters<typeof startServer>[0],
): Promise<RunningStreamHost> {
  const server = await startServer(options);
  return {
    name: host.name,
    url: `ws://127.0.0.1:${server.port}${host.name === 'ws-api' ? '/ws-api/v3' : ''}`,
    close: server.close,
  };
}

/** Ticks until it is stopped; what there is more of follows at once, after other work had its turn. */
function startTicks(
  exchange: SandboxExchange,
  tick: () => boolean,
  onError: ((error: unknown) => void) | undefined,
): () => void {
  let isStopped = false;
  const once = () => {
    if (isStopped) return;
    try {
      if (tick()) setImmediate(once);
    } catch (error) {
      // What stopped half-way must not be told from, nor tried again.
      exchange.broken ??= error;
      onError?.(error);
    }
  };
  const timer = setInterval(once, TICK_MS);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}

function unsimulated(host: Host): WireAnswer {
  return refusalAnswer(notSimulated(`${host.about.split(';')[0]} (${host.name}) yet`, 501));
}

const UPGRADE_REQUIRED: WireAnswer = refusalAnswer(
  new SandboxRefusal(426, -1020, 'This is a stream host: connect with a WebSocket client.', {
    Upgrade: 'websocket',
    Connection: 'Upgrade',
  }),
);

/**
 * The stream hosts and the WebSocket API of one exchange. Each has its own address, because clients append fixed paths
 * to it.
 */
import { HOSTS, type Host, type HostName } from '../../catalogue/hosts.ts';
import { WS_APIS } from '../../catalogue/ws-apis.ts';
import type { SandboxExchange } from '../exchange/create-exchange.ts';
import { refusalAnswer } from '../gate/refusals.ts';
import { type ServerLimits, startServer } from '../http/server.ts';
import { SandboxRefusal, type WireAnswer } from '../types.ts';
import type { WebSocketOptions, WebSocketServices } from './websockets.ts';

export interface RunningStreamHost {
  readonly name: HostName;
  /** The address of the host, such as "ws://127.0.0.1:40001", with its path if the host has one. */
  readonly url: string;
  close(): Promise<void>;
}

export interface StreamHostOptions extends WebSocketOptions {
  readonly limits?: Partial<ServerLimits>;
  /** Host names of the exchange under which clients call the stream hosts, beside their own addresses. */
  readonly hostNames?: readonly string[];
}

/** The catalogue entries of all WebSocket hosts. */
const STREAM_HOSTS = HOSTS.filter((host) => host.protocol === 'wss');

/** The maximum number of connections of a stream host. */
const CONNECTIONS_MAX = 1024;

/**
 * Starts a server on a free port for each stream host. If one cannot be started, closes the others and
 * throws.
 */
export async function startStreamHosts(
  exchange: SandboxExchange,
  { limits = {}, hostNames = [], ...options }: StreamHostOptions = {},
): Promise<readonly RunningStreamHost[]> {
  // The WebSocket code is loaded with the first connection, so that commands that host the exchange start faster.
  let services: Promise<WebSocketServices> | undefined;
  let openedServices: WebSocketServices | undefined;
  const open = async (): Promise<WebSocketServices> => {
    const { openWebSockets: openWire } = await import('./websockets.ts');
    openedServices = openWire(exchange, options);
    return openedServices;
  };
  const start = (host: Host & { readonly name: HostName }) =>
    startStreamHost(host, {
      port: 0,
      respond: () => UPGRADE_REQUIRED,
      upgrade: (request, socket, head) => {
        // The client may disconnect before the WebSocket code is loaded and listens for errors.
        socket.on('error', () => socket.destroy());
        services ??= open();
        void services.then(({ accept }) => accept(host.name, request, socket, head));
      },
      limits: { connections: CONNECTIONS_MAX, ...limits },
      hostNames,
    });
  const started = await Promise.allSettled(STREAM_HOSTS.map(start));
  const failed = started.find((one) => one.status === 'rejected');
  const running = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (failed !== undefined) {
    await Promise.all(running.map((one) => one.close()));
    throw failed.reason;
  }
  let closing: Promise<void> | undefined;
  return running.map((host) => ({
    ...host,
    async close() {
      // Closing the HTTP server does not wait for sockets that were upgraded, so the WebSocket services are closed
      // separately.
      closing ??= openedServices?.close();
      await closing;
      await host.close();
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
    url: `ws://127.0.0.1:${server.port}${apiPathOf(host.name)}`,
    close: server.close,
  };
}

/** Returns the path of a WebSocket API, which belongs to the address of its host; streams have none. */
function apiPathOf(name: HostName): string {
  return Object.values(WS_APIS).find(({ host }) => host === name)?.path ?? '';
}

const UPGRADE_REQUIRED: WireAnswer = refusalAnswer(
  new SandboxRefusal(426, -1020, 'This is a stream host: connect with a WebSocket client.', {
    Upgrade: 'websocket',
    Connection: 'Upgrade',
  }),
);

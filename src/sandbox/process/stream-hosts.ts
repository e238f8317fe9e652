/**
 * The stream hosts and the WebSocket API of one exchange. Each has its own address, because clients append fixed paths
 * to it.
 */
import { HOSTS, type Host, type HostName } from '../../catalogue/hosts.ts';
import { WS_APIS } from '../../catalogue/ws-apis.ts';
import type { SandboxExchange } from '../exchange/create-exchange.ts';
import { refusalAnswer } from '../gate/refusals.ts';
import { type RunningServer, type ServerLimits, startServer } from '../http/server.ts';
import { SandboxRefusal, type WireAnswer } from '../types.ts';
import type { WebSocketOptions, WebSocketServices } from './websockets.ts';

export interface RunningStreamHost {
  readonly name: HostName;
  /** The address of the host, such as "ws://127.0.0.1:40001", with its path if the host has one. */
  readonly url: string;
  close(): Promise<void>;
}

/** A stream host whose WebSocket connections are closed by others. */
interface StartedStreamHost extends Pick<RunningStreamHost, 'name' | 'url'> {
  readonly close: RunningServer['close'];
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
  let closing: Promise<void> | undefined;
  const open = async (): Promise<WebSocketServices> =>
    (await import('./websockets.ts')).openWebSockets(exchange, options);
  const start = (host: Host & { readonly name: HostName }) =>
    startStreamHost(host, {
      port: 0,
      respond: () => UPGRADE_REQUIRED,
      upgrade: (request, socket, head) => {
        // The client may disconnect before the WebSocket code is loaded and listens for errors.
        socket.on('error', () => socket.destroy());
        services ??= open();
        void services.then(({ accept }) => {
          // The host may have begun to close while the WebSocket code was loaded.
          if (closing === undefined) accept(host.name, request, socket, head);
          else socket.destroy();
        });
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
  return running.map((host) => ({
    ...host,
    async close() {
      closing ??= Promise.resolve(services).then((opened) => opened?.close());
      // Clients connect again as soon as they read the notice of a shutdown, so no connection is accepted from now on:
      // the server would wait for its end.
      await host.close(closing);
      await closing;
    },
  }));
}

async function startStreamHost(
  host: Host & { readonly name: HostName },
  options: Parameters<typeof startServer>[0],
): Promise<StartedStreamHost> {
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

/** The WebSocket services of one exchange: streams and the WebSocket APIs, and the timer that drives them. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HostName } from '../../catalogue/hosts.ts';
import { WS_APIS, type WsApiProduct } from '../../catalogue/ws-apis.ts';
import type { SandboxExchange } from '../exchange/create-exchange.ts';
import { Playback, type ServedRecording } from '../streams/playback.ts';
import { createStreamServer, type StreamHostRoles } from '../streams/stream-server.ts';
import { createWsApiServer } from '../ws-api/ws-api-server.ts';

export interface WebSocketServices {
  /** Accepts a WebSocket upgrade request to a host. */
  readonly accept: (host: HostName, request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Stops the timer and closes all connections; resolves when they are closed. */
  readonly close: () => Promise<void>;
}

const STREAM_HOSTS: Readonly<Partial<Record<HostName, StreamHostRoles>>> = {
  'spot-ws': { product: 'spot', accounts: ['spot', 'margin'] },
  'market-data-ws': { product: 'spot', accounts: [] },
  'margin-ws': { accounts: ['margin-risk'] },
  'usdm-ws': { product: 'usdm', accounts: ['usdm'] },
  'coinm-ws': { product: 'coinm', accounts: ['coinm'] },
  'options-ws': { product: 'options', accounts: ['options'] },
};

/** How often streams look for new messages, in ms; the order book changes half as often. */
const TICK_MS = 50;

export interface WebSocketOptions {
  /** A recording that is replayed instead of the market streams of its product. */
  readonly recording?: ServedRecording;
  /** Called with an internal error, or the error of a damaged recording. */
  readonly onError?: (error: unknown) => void;
}

/** Opens the WebSocket services of an exchange and starts their timer. */
export function openWebSockets(
  exchange: SandboxExchange,
  { recording, onError }: WebSocketOptions = {},
): WebSocketServices {
  const playback = recording === undefined ? undefined : new Playback(recording, onError);
  const streams = createStreamServer(exchange, playback);
  const wsApis = new Map(
    Object.entries(WS_APIS).map(([api, { host }]) => [
      host as HostName,
      createWsApiServer(exchange, api as WsApiProduct, onError),
    ]),
  );
  const acceptors = new Map(
    Object.entries(STREAM_HOSTS).map(([host, plan]) => [host as HostName, streams.acceptor(plan)]),
  );
  const stop = startTicks(
    exchange,
    () => {
      for (const api of wsApis.values()) api.tick();
      return streams.tick();
    },
    onError,
  );
  return {
    accept: (host, ...connection) => (acceptors.get(host) ?? wsApis.get(host)!.accept)(...connection),
    async close() {
      stop();
      await Promise.all([streams, ...wsApis.values()].map((server) => server.close()));
    },
  };
}

/** Ticks regularly until stopped; while a tick has more to send, the next one follows in the next event loop turn. */
function startTicks(
  exchange: SandboxExchange,
  tick: () => boolean,
  onError: ((error: unknown) => void) | undefined,
): () => void {
  let isStopped = false;
  const tickOnce = () => {
    if (isStopped) return;
    try {
      if (tick()) setImmediate(tickOnce);
    } catch (error) {
      // After an error the state may be incomplete, so the exchange refuses all further requests.
      exchange.failure ??= error;
      onError?.(error);
    }
  };
  const timer = setInterval(tickOnce, TICK_MS);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}

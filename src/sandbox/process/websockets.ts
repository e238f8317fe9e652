/** All that speaks WebSocket for one exchange: streams and the WebSocket API, and the ticks that drive them. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HostName } from '../../catalogue/hosts.ts';
import type { SandboxExchange } from '../exchange/create-exchange.ts';
import { Playback, type ServedRecording } from '../streams/playback.ts';
import { createStreamServer, type StreamHostRoles } from '../streams/stream-server.ts';
import { createWsApiServer } from '../ws-api/ws-api-server.ts';

export interface WebSocketServices {
  /** Takes a connection of a host that asks to become a WebSocket. */
  readonly accept: (host: HostName, request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Ticks no more and ends all connections; resolves when they are closed. */
  readonly close: () => Promise<void>;
}

const STREAM_HOSTS: Readonly<Partial<Record<HostName, StreamHostRoles>>> = {
  'spot-ws': { product: 'spot', accounts: ['spot', 'margin'] },
  'market-data-ws': { product: 'spot', accounts: [] },
  'usdm-ws': { product: 'usdm', accounts: ['usdm'] },
  'coinm-ws': { product: 'coinm', accounts: ['coinm'] },
  'options-ws': { product: 'options', accounts: ['options'] },
};

/** How often it is looked whether there is something to send, in ms; the book changes half as often. */
const TICK_MS = 50;

export interface WebSocketOptions {
  /** Told again in place of the streams of its product line. */
  readonly recording?: ServedRecording;
  /** Told of a mistake of ours, or of a recording that turns out to be damaged. */
  readonly onError?: (error: unknown) => void;
}

/** Begins to tick. */
export function openWebSockets(
  exchange: SandboxExchange,
  { recording, onError }: WebSocketOptions = {},
): WebSocketServices {
  const playback = recording === undefined ? undefined : new Playback(recording, onError);
  const streams = createStreamServer(exchange, playback);
  const wsApi = createWsApiServer(exchange, onError);
  const acceptors = new Map(
    Object.entries(STREAM_HOSTS).map(([host, plan]) => [host as HostName, streams.acceptor(plan)]),
  );
  const stop = startTicks(
    exchange,
    () => {
      wsApi.tick();
      return streams.tick();
    },
    onError,
  );
  return {
    accept: (host, ...connection) => (acceptors.get(host) ?? wsApi.accept)(...connection),
    async close() {
      stop();
      await Promise.all([streams.close(), wsApi.close()]);
    },
  };
}

/** Ticks until it is stopped; what there is more of follows at once, after other work had its turn. */
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
      // What stopped half-way must not be told from, nor tried again.
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

/** What differs between the WebSocket APIs that the sandbox serves (public facts, WebSocket API, Limits and headers). */
import * as LIMITS from '../../catalogue/limits/connections.ts';
import type { WsApiProduct } from '../../catalogue/ws-apis.ts';
import type { KeepAlive } from '../streams/keep-alive.ts';

interface ServedApi {
  /** The REST path by whose limits the API counts the weight of connections and of calls without a REST endpoint. */
  readonly limitedPath: string;
  readonly connectWeight: number;
  readonly keepAlive: ConstructorParameters<typeof KeepAlive>[1];
  /** Whether the address of the API may choose the unit of times. */
  readonly hasTimeUnit: boolean;
}

const lifeMs = LIMITS.connectionLifetime.value;

/** Futures connections are pinged like futures streams (our choice: not published). */
const futures = {
  connectWeight: LIMITS.futuresWebSocketApiConnect.value,
  keepAlive: { pingMs: LIMITS.futuresServerPing.value, pongMs: LIMITS.futuresPongDeadline.value, lifeMs },
  hasTimeUnit: false,
} as const;

export const SERVED_APIS: Readonly<Record<WsApiProduct, ServedApi>> = {
  spot: {
    limitedPath: '/api/v3/',
    connectWeight: LIMITS.webSocketApiConnect.value,
    keepAlive: { pingMs: LIMITS.serverPing.value, pongMs: LIMITS.pongDeadline.value, lifeMs },
    hasTimeUnit: true,
  },
  usdm: { ...futures, limitedPath: '/fapi/v1/' },
  coinm: { ...futures, limitedPath: '/dapi/v1/' },
};

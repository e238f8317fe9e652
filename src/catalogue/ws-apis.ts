/**
 * The WebSocket APIs of the exchange, by the product whose calls they take. The interface document has that of spot;
 * those of futures are public facts of today's interface (COIN-M, options, WebSocket APIs).
 */
import { findHost, type HostName } from './hosts.ts';

interface WsApiDeclaration {
  /** The name of the API in messages. */
  readonly title: string;
  /** The host of the API; its address includes the path. */
  readonly host: HostName;
  /** The host of the REST calls that look up what a call of the API has done. */
  readonly restHost: HostName;
  /** The path of the API. */
  readonly path: `/${string}`;
  /** A prefix that may be sent before the name of a method (public fact). */
  readonly methodPrefix?: string;
  /** The only type of key with which a connection can be logged on; every type if absent. */
  readonly logonKeyType?: 'ed25519';
}

export const WS_APIS = {
  spot: {
    title: 'the WebSocket API of spot',
    host: 'ws-api',
    restHost: 'spot',
    path: '/ws-api/v3',
    methodPrefix: 'v3/',
  },
  usdm: {
    title: 'the WebSocket API of USD-M futures',
    host: 'usdm-ws-api',
    restHost: 'usdm',
    path: '/ws-fapi/v1',
    logonKeyType: 'ed25519',
  },
  coinm: {
    title: 'the WebSocket API of COIN-M futures',
    host: 'coinm-ws-api',
    restHost: 'coinm',
    path: '/ws-dapi/v1',
  },
} as const satisfies Readonly<Record<string, WsApiDeclaration>>;

/** A product that has a WebSocket API. */
export type WsApiProduct = keyof typeof WS_APIS;

/** Returns the WebSocket API of a product. */
export function wsApiOf(product: WsApiProduct): WsApiDeclaration {
  return WS_APIS[product];
}

/** Returns whether only today's interface has a WebSocket API. */
export function isOnlyToday(product: WsApiProduct): boolean {
  return findHost(WS_APIS[product].host)?.origin === 'today';
}

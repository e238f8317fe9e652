/** The WebSocket APIs of the exchange, by the product whose calls they take. */
import type { HostName } from './hosts.ts';

interface WsApiDeclaration {
  /** The host of the API; its address includes the path. */
  readonly host: HostName;
  /** The host of the REST calls that look up what a call of the API has done. */
  readonly restHost: HostName;
  /** The path of the API. */
  readonly path: `/${string}`;
  /** A prefix that may be sent before the name of a method (public fact). */
  readonly methodPrefix?: string;
}

export const WS_APIS = {
  spot: { host: 'ws-api', restHost: 'spot', path: '/ws-api/v3', methodPrefix: 'v3/' },
} as const satisfies Readonly<Record<string, WsApiDeclaration>>;

/** A product that has a WebSocket API. */
export type WsApiProduct = keyof typeof WS_APIS;

/** Returns the WebSocket API of a product. */
export function wsApiOf(product: WsApiProduct): WsApiDeclaration {
  return WS_APIS[product];
}

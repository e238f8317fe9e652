/** The methods of all WebSocket APIs. */
import { spotMethods } from './spot/ws-methods.ts';
import type { WsMethod } from './stream-types.ts';
import type { Endpoint } from './types.ts';
import { coinmMethods, usdmMethods } from './usdm/ws-methods.ts';
import type { WsApiProduct } from './ws-apis.ts';

export const WS_METHODS: readonly WsMethod[] = [...spotMethods, ...usdmMethods, ...coinmMethods];

/** Returns the method of an API by its name, or undefined. */
export function findWsMethod(api: WsApiProduct, name: string): WsMethod | undefined {
  return WS_METHODS.find((one) => one.api === api && one.method === name);
}

/** Returns the method by which an endpoint can be called over the WebSocket API of its product, if there is one. */
export function wsMethodOf({
  product,
  wsMethod,
}: Pick<Endpoint, 'product' | 'wsMethod'>): WsMethod | undefined {
  return WS_METHODS.find((one) => one.api === product && one.method === wsMethod);
}

/**
 * The parameters that a method takes in addition to its own, by its security (public facts, WebSocket API).
 */
export const WS_SIGNED_PARAMS = ['apiKey', 'recvWindow', 'signature', 'timestamp'] as const;

/** The parameter, in the address or in a call, that shows or hides the usage of rate limits in answers. */
export const WS_RETURN_LIMITS = 'returnRateLimits';

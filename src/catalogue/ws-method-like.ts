/** Declares methods of a WebSocket API that give the result of a REST endpoint. */
import type { WsMethod } from './stream-types.ts';
import type { Endpoint } from './types.ts';
import type { WsApiProduct } from './ws-apis.ts';

/**
 * Returns a function that declares a method of an API with the parameters, rules, weight and effect of a REST
 * endpoint, unless others are given.
 */
export function methodLike(api: WsApiProduct) {
  return (
    method: string,
    endpoint: Endpoint,
    security: WsMethod['security'],
    own: Partial<WsMethod> = {},
  ): WsMethod => {
    const { summary, effect, weight, params, rules } = endpoint;
    return {
      api,
      method,
      summary,
      origin: 'facts',
      security,
      effect,
      weight,
      endpoint,
      params,
      ...(rules === undefined ? {} : { rules }),
      ...own,
    };
  };
}

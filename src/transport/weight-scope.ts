/**
 * The weight limit that a request counts towards (interface document, Limits; public facts for /sapi and
 * data).
 */
import * as LIMITS from '../catalogue/limits/requests.ts';
import type { PreparedRequest } from '../request/types.ts';

export interface WeightScope {
  /** The key of the limit; requests with the same key share a limit. */
  readonly key: string;
  /** The name of the limit in messages. */
  readonly title: string;
  /** The largest weight in a window; the largest number of requests if each costs one. */
  readonly cap: number;
  readonly windowMs: number;
  /** Weight of this request. */
  readonly cost: number;
  /**
   * The key of `Usage.weight` under which the server reports the used weight; undefined if it reports none.
   */
  readonly header: string | undefined;
  /** A header whose presence shows that another cap applies: /sapi counts some endpoints by account. */
  readonly alternative?: { readonly header: string; readonly cap: number };
}

/** Returns the weight limit of a request; undefined if none is known. */
export function weightScopeOf(request: PreparedRequest): WeightScope | undefined {
  const { path } = request;
  const cost = request.weight.counted;
  const perMinute = { windowMs: LIMITS.spotWeight.windowMs, cost, header: '1m' };
  // Calls of the WebSocket API count towards the weight of spot (public facts, WebSocket API).
  if (path.startsWith('/api/') || path.startsWith('/ws-api/')) {
    return { key: 'spot', title: 'spot', cap: LIMITS.spotWeight.value, ...perMinute };
  }
  if (path === '/fapi/v1/fundingRate' || path === '/fapi/v1/fundingInfo') {
    return requestCountScope('usdm funding', 'funding rates', LIMITS.fundingRequests);
  }
  if (path.startsWith('/fapi/')) {
    return { key: 'usdm', title: 'USD-margined futures', cap: LIMITS.futuresWeight.value, ...perMinute };
  }
  if (path.startsWith('/dapi/')) {
    return { key: 'coinm', title: 'coin-margined futures', cap: LIMITS.futuresWeight.value, ...perMinute };
  }
  if (path.startsWith('/eapi/')) {
    return { key: 'options', title: 'options', cap: LIMITS.optionsWeight.value, ...perMinute };
  }
  if (path.startsWith('/futures/data/')) {
    return requestCountScope(`${request.host} data`, 'futures data', LIMITS.futuresData);
  }
  if (!path.startsWith('/sapi/')) return undefined;
  return {
    key: path,
    title: path,
    cap: LIMITS.sapiAddressWeight.value,
    ...perMinute,
    header: 'sapi-ip-1m',
    alternative: { header: 'sapi-uid-1m', cap: LIMITS.sapiAccountWeight.value },
  };
}

/** Returns a limit of the number of requests; the server does not report how much of it is used. */
function requestCountScope(
  key: string,
  title: string,
  { value: cap, windowMs }: { readonly value: number; readonly windowMs: number },
): WeightScope {
  return { key, title, cap, windowMs, cost: 1, header: undefined };
}

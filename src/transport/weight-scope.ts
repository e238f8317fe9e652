/** Which budget of the exchange a request draws on (interface document, Limits; public facts for /sapi and data). */
import * as LIMITS from '../catalogue/limits/requests.ts';
import type { PreparedRequest } from '../request/types.ts';

export interface WeightScope {
  /** Requests of one key share a budget. */
  readonly key: string;
  /** What the user knows it by. */
  readonly title: string;
  /** Weight, or requests where each costs one, in a window. */
  readonly cap: number;
  readonly windowMs: number;
  /** What this request draws. */
  readonly cost: number;
  /** Under which key of `Usage.weight` the server tells what is used; undefined where it tells nothing. */
  readonly header: string | undefined;
  /** A header that says another cap holds: /sapi counts some endpoints by account. */
  readonly alternative?: { readonly header: string; readonly cap: number };
}

/** Returns the budget of a request; undefined where none is known. */
export function weightScopeOf(request: PreparedRequest): WeightScope | undefined {
  const { path } = request;
  const cost = request.weight.counted;
  const perMinute = { windowMs: LIMITS.spotWeight.windowMs, cost, header: '1m' };
  // The WebSocket API draws on the weight of spot (public facts, WebSocket API).
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

/** A budget of requests, whatever they weigh; the server does not tell what is used of it. */
function requestCountScope(
  key: string,
  title: string,
  { value: cap, windowMs }: { readonly value: number; readonly windowMs: number },
): WeightScope {
  return { key, title, cap, windowMs, cost: 1, header: undefined };
}

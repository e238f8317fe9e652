/**
 * The limits that a request counts towards (interface document, Limits; public facts for /sapi and data).
 */
import * as LIMITS from '../catalogue/limits/requests.ts';
import type { Answer, PreparedRequest } from '../request/types.ts';
import type { Demand } from '../state/budget.ts';
import type { Meter } from '../state/budget-window.ts';

/** A limit that a request counts towards, and how answers report it. */
export interface LimitDemand extends Demand {
  /** Returns the usage that an answer reports. */
  reportedIn(answer: Answer): number | undefined;
  /** Returns the limit that the answer shows to apply instead of the listed one. */
  capIn?(answer: Answer): number | undefined;
}

/** Returns the limit by weight that a request counts towards; undefined where none is known. */
export function weightDemandOf(request: PreparedRequest): LimitDemand | undefined {
  const { path } = request;
  const weight = request.weight.counted;
  // Calls of the WebSocket API count towards the weight of spot (public facts, WebSocket API).
  if (path.startsWith('/api/') || path.startsWith('/ws-api/')) {
    return byWeight('spot', 'spot', LIMITS.spotWeight.value, weight);
  }
  if (path === '/fapi/v1/fundingRate' || path === '/fapi/v1/fundingInfo') {
    return byNumber('usdm funding', 'funding rates', LIMITS.fundingRequests);
  }
  if (path.startsWith('/fapi/')) {
    return byWeight('usdm', 'USD-margined futures', LIMITS.futuresWeight.value, weight);
  }
  if (path.startsWith('/dapi/')) {
    return byWeight('coinm', 'coin-margined futures', LIMITS.futuresWeight.value, weight);
  }
  if (path.startsWith('/eapi/')) {
    return byWeight('options', 'options', LIMITS.optionsWeight.value, weight);
  }
  if (path.startsWith('/futures/data/')) {
    return byNumber(`${request.host} data`, 'futures data', LIMITS.futuresData);
  }
  return path.startsWith('/sapi/') ? walletDemand(path, weight) : undefined;
}

function byWeight(key: string, title: string, cap: number, weight: number): LimitDemand {
  const meter: Meter = {
    key,
    title,
    cap,
    windowMs: LIMITS.spotWeight.windowMs,
    isReported: true,
    requestsMax: LIMITS.requests.value,
  };
  return { meter, weight, reportedIn: ({ usage }) => usage.weight['1m'] };
}

/** Returns a limit by number of requests; the server does not report how much of it is used. */
function byNumber(
  key: string,
  title: string,
  { value: cap, windowMs }: { readonly value: number; readonly windowMs: number },
): LimitDemand {
  return {
    meter: { key, title, cap, windowMs, isReported: false },
    weight: 1,
    reportedIn: () => undefined,
  };
}

/** Returns the limit of an /sapi endpoint, each of which has its own; some are counted by account. */
function walletDemand(path: string, weight: number): LimitDemand {
  const isByAccount = ({ usage }: Answer) =>
    usage.weight[BY_ADDRESS] === undefined && usage.weight[BY_ACCOUNT] !== undefined;
  return {
    ...byWeight(path, path, LIMITS.sapiAddressWeight.value, weight),
    reportedIn: ({ usage }) => usage.weight[BY_ADDRESS] ?? usage.weight[BY_ACCOUNT],
    capIn: (answer) => (isByAccount(answer) ? LIMITS.sapiAccountWeight.value : undefined),
  };
}

/** Keys of `Usage.weight` of /sapi. */
const BY_ADDRESS = 'sapi-ip-1m';
const BY_ACCOUNT = 'sapi-uid-1m';

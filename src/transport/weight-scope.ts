/** Finds the limits that a request counts towards (interface document, Limits; public facts for /sapi and data). */
import type { Interface } from '../catalogue/environments.ts';
import * as LIMITS from '../catalogue/limits/requests.ts';
import { LIMIT_SETS } from '../catalogue/limits/sets.ts';
import type { Answer, PreparedRequest } from '../request/types.ts';
import { weightAt } from '../request/weight.ts';
import type { Meter } from '../state/budget-window.ts';
import type { LimitDemand } from './limit-demand.ts';
import { orderMeterOf } from './order-limits.ts';

/**
 * Returns the weight limit that a request counts towards; undefined if none is known. In today's interface both
 * futures products share theirs. `account` names the account whose limits the request counts towards.
 */
export function weightDemandOf(
  request: PreparedRequest,
  served: Interface = 'document',
  account = 'account',
): LimitDemand | undefined {
  const { path } = request;
  const { counted: weight, isByAccount } = weightAt(request, served);
  // Calls of a WebSocket API count towards the weight of its product (public facts, WebSocket API).
  if (path.startsWith('/api/') || path.startsWith('/ws-api/')) {
    return byListedWeight('spot', weight);
  }
  if (path === '/fapi/v1/fundingRate' || path === '/fapi/v1/fundingInfo') {
    return byNumber(FUNDING, 'funding rates', LIMITS.fundingRequests);
  }
  const isShared = LIMIT_SETS[served].sharesFutures;
  const isCoinm = path.startsWith('/dapi/') || path.startsWith('/ws-dapi/');
  if (path.startsWith('/fapi/') || path.startsWith('/ws-fapi/') || (isShared && isCoinm)) {
    return byListedWeight('usdm', weight);
  }
  if (isCoinm) {
    return byListedWeight('coinm', weight);
  }
  if (path.startsWith('/eapi/')) {
    return byListedWeight('options', weight);
  }
  if (path.startsWith('/futures/data/')) {
    return byNumber(`${request.host} data`, 'futures data', LIMITS.futuresData);
  }
  if (!path.startsWith('/sapi/')) return undefined;
  return isByAccount === true ? accountDemand(path, account, weight) : addressDemand(path, weight);
}

const FUNDING = 'usdm funding';

/** The limits by weight of each product, by key. */
const WEIGHTS: Readonly<
  Record<string, { readonly title: string; readonly limit: { readonly value: number } }>
> = {
  spot: { title: 'spot', limit: LIMITS.spotWeight },
  usdm: { title: 'USD-margined futures', limit: LIMITS.futuresWeight },
  coinm: { title: 'coin-margined futures', limit: LIMITS.futuresWeight },
  options: { title: 'options', limit: LIMITS.optionsWeight },
};

const listedMeters = new Map<string, Meter>();

function byListedWeight(key: string, weight: number): LimitDemand {
  let meter = listedMeters.get(key);
  if (meter === undefined) {
    const { title, limit } = WEIGHTS[key]!;
    meter = weightMeter(key, title, limit.value);
    listedMeters.set(key, meter);
  }
  return { meter, weight, reportedIn: reportedWeight };
}

/** Returns the listed limit of a log with a key, for showing what was used of it. */
export function meterOf({ key, windowMs }: { readonly key: string; readonly windowMs: number }): Meter {
  const listed = WEIGHTS[key] ?? walletLimitOf(key);
  if (listed !== undefined) return weightMeter(key, listed.title, listed.limit.value);
  const requests = key === FUNDING ? LIMITS.fundingRequests : LIMITS.futuresData;
  return orderMeterOf(key, windowMs) ?? byNumber(key, key, requests).meter;
}

/** Returns the limit of an /sapi endpoint by the key of its log, which ends with the account if it counts by account. */
function walletLimitOf(key: string) {
  if (!key.startsWith('/sapi/')) return undefined;
  const [path = key, account] = key.split(' ');
  return { title: path, limit: account === undefined ? LIMITS.sapiAddressWeight : LIMITS.sapiAccountWeight };
}

function byWeight(key: string, title: string, cap: number, weight: number): LimitDemand {
  return { meter: weightMeter(key, title, cap), weight, reportedIn: reportedWeight };
}

function reportedWeight({ usage }: Answer): number | undefined {
  return usage.weight['1m'];
}

function weightMeter(key: string, title: string, cap: number): Meter {
  const { windowMs } = LIMITS.spotWeight;
  return { key, title, cap, windowMs, isReported: true, requestsMax: LIMITS.requests.value };
}

/** Returns a limit on the number of requests, whose usage the server does not report. */
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

/** Returns the limit of an /sapi endpoint that counts by IP address; each endpoint has a limit of its own. */
function addressDemand(path: string, weight: number): LimitDemand {
  const isByAccount = ({ usage }: Answer) =>
    usage.weight[BY_ADDRESS] === undefined && usage.weight[BY_ACCOUNT] !== undefined;
  return {
    ...byWeight(path, path, LIMITS.sapiAddressWeight.value, weight),
    reportedIn: ({ usage }) => usage.weight[BY_ADDRESS] ?? usage.weight[BY_ACCOUNT],
    capIn: (answer) => (isByAccount(answer) ? LIMITS.sapiAccountWeight.value : undefined),
  };
}

/** Returns the limit of an /sapi endpoint that counts by account; an answer may prove that it counts by address. */
function accountDemand(path: string, account: string, weight: number): LimitDemand {
  const { value } = LIMITS.sapiAccountWeight;
  return {
    ...byWeight(`${path} ${account}`, path, value, weight),
    reportedIn: ({ usage }) => usage.weight[BY_ACCOUNT] ?? usage.weight[BY_ADDRESS],
    capIn: ({ usage }) =>
      usage.weight[BY_ACCOUNT] === undefined && usage.weight[BY_ADDRESS] !== undefined
        ? LIMITS.sapiAddressWeight.value
        : undefined,
  };
}

/** The keys of `Usage.weight` under which the weights of /sapi are reported. */
const BY_ADDRESS = 'sapi-ip-1m';
const BY_ACCOUNT = 'sapi-uid-1m';

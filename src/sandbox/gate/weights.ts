/**
 * What each client has used of the limits, and what befalls those who go over: 429, then 418 and bans that grow
 * (interface document, Limits and HTTP status codes; windows and texts from the public facts). Fixed windows are
 * aligned to the exchange's clock. The limit on raw requests is left out: 61000 in five minutes cannot be reached
 * below the weight limit, because no call costs less than 1.
 */

import { HOLDINGS_FAILURES } from '../../catalogue/onchain/holdings.ts';
import { DAY_MS, MINUTE_MS } from '../../core/time-units.ts';
import type { UnixMs } from '../../core/words.ts';
import { SandboxRefusal } from '../types.ts';

/** How much a client may use; every number can be set, so that a limit can be met in a test within seconds. */
export interface SandboxLimits {
  /** Weight on /api paths in a minute, for each address. */
  readonly spotWeight: number;
  /** Weight on /fapi, /dapi and /eapi paths in a minute, each on its own, for each address. */
  readonly futuresWeight: number;
  /** Weight on one /sapi path in a minute, for each address. */
  readonly sapiAddressWeight: number;
  /** The same for calls that weigh more than an address may use: they can only count by account. */
  readonly sapiAccountWeight: number;
  /** Requests to /futures/data paths in five minutes, for each address. */
  readonly futuresDataRequests: number;
  /** Requests to fundingRate and fundingInfo together in five minutes, for each address. */
  readonly fundingRequests: number;
  /** Wallet holdings pages in a minute, for each address (choice: the holdings document shows no limit). */
  readonly holdingsRequests: number;
  /** Calls that may follow a first 429 before its window ends; the next is a ban (choice: not shown). */
  readonly limitedCallsBeforeBan: number;
}

/** The limits of the interface document and the public facts. */
const DEFAULT_LIMITS: SandboxLimits = {
  spotWeight: 6000,
  futuresWeight: 2400,
  sapiAddressWeight: 12_000,
  sapiAccountWeight: 180_000,
  futuresDataRequests: 1000,
  fundingRequests: 500,
  holdingsRequests: 120,
  limitedCallsBeforeBan: 10,
};

/** The first ban lasts 2 minutes, each further one three times as long, the longest 3 days. */
const BAN_FIRST_MS = 2 * MINUTE_MS;
const BAN_GROWTH = 3;
export const BAN_LONGEST_MS = 3 * DAY_MS;

/** Clients remembered at once: loopback alone has 16 million addresses, and memory must stay flat. */
const CLIENTS_MAX = 10_000;

/** What a call did to its client's account of usage. */
interface Charge {
  /** The usage headers that the answer carries, whatever it says. */
  readonly headers: Readonly<Record<string, string>>;
  readonly refusal?: SandboxRefusal;
}

export interface Limiter {
  /** Weight on /api paths in a minute, as answers of the WebSocket API tell it. */
  readonly spotWeight: number;
  /** Counts a call and says whether the client is over a limit or banned. `weight` is at least 0. */
  charge(call: ChargedCall): Charge;
}

interface ChargedCall {
  readonly client: string;
  readonly path: string;
  readonly weight: number;
  /** Whether the weight counts by account, which only /sapi knows. */
  readonly byAccount?: boolean;
  readonly now: UnixMs;
}

/** Returns a limiter on which nothing has been used. */
export function createLimiter(overrides: Partial<SandboxLimits> = {}): Limiter {
  const limits = { ...DEFAULT_LIMITS, ...overrides };
  const windows = new Map<string, Window>();
  const violationsByClient = new Map<string, Violations>();
  return {
    spotWeight: limits.spotWeight,
    charge(call) {
      const budget = budgetOf(call.path, call.weight, call.byAccount === true, limits);
      if (budget === undefined) return { headers: {} };
      const charge = chargeBudget(budget, call);
      if (charge.refusal !== undefined || !FUNDING_PATHS.has(call.path)) return charge;
      return { ...chargeBudget(fundingBudget(limits.fundingRequests), call), headers: charge.headers };
    },
  };

  function chargeBudget(budget: Budget, { client, weight, now }: ChargedCall): Charge {
    const window = windowAt(windows, budget, now);
    const key = `${budget.family} ${client}`;
    const earlierViolations = violationsByClient.get(key);
    if (earlierViolations !== undefined && now < earlierViolations.bannedUntil) {
      return {
        headers: usageHeaders(budget, window.used.get(client) ?? 0),
        refusal: banRefusal(budget, earlierViolations, now),
      };
    }
    const used = (window.used.get(client) ?? 0) + (budget.counts === 'weight' ? weight : 1);
    setBounded(window.used, client, used);
    const headers = usageHeaders(budget, used);
    if (used <= budget.limit) return { headers };
    if (budget.family === 'wallet') return { headers, refusal: walletLimitRefusal(budget, window, now) };
    const clientViolations = earlierViolations ?? newViolations();
    setBounded(violationsByClient, key, clientViolations);
    const mustBan = recordViolation(clientViolations, window.index, limits.limitedCallsBeforeBan);
    if (mustBan) ban(clientViolations, now);
    return {
      headers,
      refusal: mustBan ? banRefusal(budget, clientViolations, now) : rateLimitRefusal(budget, window, now),
    };
  }
}

interface Budget {
  readonly name: string;
  /** Budgets of one family share a ban. */
  readonly family: 'spot' | 'sapi' | 'usdm' | 'coinm' | 'options' | 'futures-data' | 'funding' | 'wallet';
  readonly limit: number;
  readonly windowMs: number;
  readonly counts: 'weight' | 'requests';
  /** Header names that report the use. */
  readonly headers: readonly string[];
}

interface Window {
  readonly index: number;
  readonly endsAt: number;
  readonly used: Map<string, number>;
}

/** How a client that went over a limit has behaved since. */
interface Violations {
  warnedInWindow: number;
  ignoredInWindow: number;
  ignoredCalls: number;
  banCount: number;
  bannedUntil: number;
}

const MINUTE_HEADERS = ['X-MBX-USED-WEIGHT', 'X-MBX-USED-WEIGHT-1M'] as const;

function budgetOf(
  path: string,
  weight: number,
  byAccount: boolean,
  limits: SandboxLimits,
): Budget | undefined {
  const byWeight = (family: Budget['family'], limit: number): Budget => ({
    name: family,
    family,
    limit,
    windowMs: MINUTE_MS,
    counts: 'weight',
    headers: MINUTE_HEADERS,
  });
  if (path.startsWith('/api/')) return byWeight('spot', limits.spotWeight);
  if (path.startsWith('/fapi/')) return byWeight('usdm', limits.futuresWeight);
  if (path.startsWith('/dapi/')) return byWeight('coinm', limits.futuresWeight);
  if (path.startsWith('/eapi/')) return byWeight('options', limits.futuresWeight);
  if (path.startsWith('/sapi/'))
    return sapiBudget(path, byAccount || weight > limits.sapiAddressWeight, limits);
  if (path.startsWith('/futures/data/')) {
    const limit = limits.futuresDataRequests;
    return {
      name: 'futures-data',
      family: 'futures-data',
      limit,
      windowMs: 5 * MINUTE_MS,
      counts: 'requests',
      headers: [],
    };
  }
  if (path.startsWith('/bapi/')) {
    const limit = limits.holdingsRequests;
    return { name: 'wallet', family: 'wallet', limit, windowMs: MINUTE_MS, counts: 'requests', headers: [] };
  }
  return undefined;
}

/** Paths that share a limit on requests beside the weight of their line (public facts, Limits and headers). */
const FUNDING_PATHS: ReadonlySet<string> = new Set(['/fapi/v1/fundingRate', '/fapi/v1/fundingInfo']);

function fundingBudget(limit: number): Budget {
  return {
    name: 'funding',
    family: 'funding',
    limit,
    windowMs: 5 * MINUTE_MS,
    counts: 'requests',
    headers: [],
  };
}

/** Each /sapi path has a budget of its own, by address or by account: calls too heavy for an address can only be that. */
function sapiBudget(path: string, byAccount: boolean, limits: SandboxLimits): Budget {
  return {
    name: `sapi ${path}`,
    family: 'sapi',
    limit: byAccount ? limits.sapiAccountWeight : limits.sapiAddressWeight,
    windowMs: MINUTE_MS,
    counts: 'weight',
    headers: [byAccount ? 'X-SAPI-USED-UID-WEIGHT-1M' : 'X-SAPI-USED-IP-WEIGHT-1M'],
  };
}

function windowAt(windows: Map<string, Window>, budget: Budget, now: UnixMs): Window {
  const index = Math.floor(now / budget.windowMs);
  const current = windows.get(budget.name);
  if (current !== undefined && current.index === index) return current;
  const newWindow = { index, endsAt: (index + 1) * budget.windowMs, used: new Map<string, number>() };
  setBounded(windows, budget.name, newWindow);
  return newWindow;
}

function usageHeaders(budget: Budget, used: number): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of budget.headers) headers[name] = String(used);
  return headers;
}

function newViolations(): Violations {
  return { warnedInWindow: -1, ignoredInWindow: -1, ignoredCalls: 0, banCount: 0, bannedUntil: 0 };
}

/**
 * Notes a refused call; returns whether it is one too many. The first refusal in a window is a warning, those
 * after it ignore the warning. A window without such a call wipes the count.
 */
function recordViolation(earlierViolations: Violations, window: number, maxIgnored: number): boolean {
  if (earlierViolations.warnedInWindow !== window) {
    earlierViolations.warnedInWindow = window;
    return false;
  }
  if (window - earlierViolations.ignoredInWindow > 1) earlierViolations.ignoredCalls = 0;
  earlierViolations.ignoredInWindow = window;
  earlierViolations.ignoredCalls += 1;
  return earlierViolations.ignoredCalls > maxIgnored;
}

function ban(earlierViolations: Violations, now: UnixMs): void {
  // As long as the longest ban without a new one, and the next is a first one again (choice: not shown).
  if (now - earlierViolations.bannedUntil > BAN_LONGEST_MS) earlierViolations.banCount = 0;
  const lengthMs = Math.min(BAN_FIRST_MS * BAN_GROWTH ** earlierViolations.banCount, BAN_LONGEST_MS);
  earlierViolations.bannedUntil = now + lengthMs;
  earlierViolations.banCount += 1;
  earlierViolations.ignoredCalls = 0;
}

function rateLimitRefusal(budget: Budget, window: Window, now: UnixMs): SandboxRefusal {
  const minutes = budget.windowMs / MINUTE_MS;
  const text =
    budget.family === 'spot' || budget.family === 'sapi'
      ? `Too much request weight used; current limit is ${budget.limit} request weight per 1 MINUTE. Please use WebSocket Streams for live updates to avoid polling the API.`
      : `Too many requests; current limit is ${budget.limit} requests per ${minutes === 1 ? 'minute' : `${minutes} minutes`}. Please use the websocket for live updates to avoid polling the API.`;
  return new SandboxRefusal(429, -1003, text, retryAfter(window.endsAt, now));
}

function banRefusal(budget: Budget, earlierViolations: Violations, now: UnixMs): SandboxRefusal {
  const text =
    budget.family === 'spot' || budget.family === 'sapi'
      ? `Way too much request weight used; IP banned until ${earlierViolations.bannedUntil}. Please use WebSocket Streams for live updates to avoid bans.`
      : `Way too many requests; IP banned until ${earlierViolations.bannedUntil}. Please use the websocket for live updates to avoid bans.`;
  return new SandboxRefusal(418, -1003, text, retryAfter(earlierViolations.bannedUntil, now));
}

/** The wallet service has no bans here, and its refusals come with HTTP 200 (choice: not shown). */
function walletLimitRefusal(budget: Budget, window: Window, now: UnixMs): SandboxRefusal {
  const text = `Too many requests: at most ${budget.limit} a minute.`;
  return new SandboxRefusal(200, HOLDINGS_FAILURES.rateLimited, text, retryAfter(window.endsAt, now));
}

/** Whole seconds, rounded up: a client that waits so long finds the window over. */
function retryAfter(endsAt: number, now: UnixMs): Record<string, string> {
  return { 'Retry-After': String(Math.max(1, Math.ceil((endsAt - now) / 1000))) };
}

/** Sets a value and forgets the oldest keys above the cap. */
function setBounded<V>(map: Map<string, V>, key: string, value: V): void {
  map.set(key, value);
  if (map.size <= CLIENTS_MAX) return;
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}

/**
 * Rate limits by request weight: counts the usage of each client in fixed windows of the exchange clock, and answers
 * clients over a limit with 429, then with 418 and growing bans (interface document, Limits and HTTP status codes;
 * windows and texts from the public facts). The limit on raw requests is left out: 61000 in five minutes cannot be
 * exceeded below the weight limit, because no call costs less than 1.
 */

import { LIMIT_SETS } from '../../catalogue/limits/sets.ts';
import { HOLDINGS_FAILURES } from '../../catalogue/onchain/holdings.ts';
import { DAY_MS, MINUTE_MS } from '../../core/time-units.ts';
import type { UnixMs } from '../../core/words.ts';
import { SandboxRefusal } from '../types.ts';

/** The rate limits; each can be lowered, so that a test reaches it within seconds. */
export interface SandboxLimits {
  /** Request weight on /api paths per minute and IP address. */
  readonly spotWeight: number;
  /**
   * Request weight on /fapi, /dapi and /eapi paths per minute and IP address, counted separately for each of
   * the three.
   */
  readonly futuresWeight: number;
  /** Request weight on one /sapi path per minute and IP address. */
  readonly sapiAddressWeight: number;
  /** Request weight on one /sapi path per minute and account, for calls that are counted by account. */
  readonly sapiAccountWeight: number;
  /** Requests to /futures/data paths per five minutes and address. */
  readonly futuresDataRequests: number;
  /** Requests to fundingRate and fundingInfo together per five minutes and address. */
  readonly fundingRequests: number;
  /** Requests for onchain holdings per minute and address (our choice: no limit is published). */
  readonly holdingsRequests: number;
  /** Whether both futures products count their request weight together. */
  readonly sharesFutures: boolean;
  /**
   * The number of calls that a client may make after a first 429 within the same window; the next call leads
   * to a ban (our choice: not published).
   */
  readonly limitedCallsBeforeBan: number;
}

/** The limits of the interface document; where none is published, our choice. */
const DEFAULT_LIMITS: SandboxLimits = {
  ...LIMIT_SETS.document,
  holdingsRequests: 120,
  limitedCallsBeforeBan: 10,
};

/**
 * The length of a client's first ban, in ms: 2 minutes; each further ban lasts three times as long, up to 3
 * days.
 */
const BAN_FIRST_MS = 2 * MINUTE_MS;
const BAN_GROWTH = 3;
export const BAN_LONGEST_MS = 3 * DAY_MS;

/** The largest number of clients that are counted at once: loopback alone has 16 million addresses. */
const CLIENTS_MAX = 10_000;

/** The result of counting a call against the rate limits. */
interface Charge {
  /** The usage headers of the answer; a refusal has them too. */
  readonly headers: Readonly<Record<string, string>>;
  readonly refusal?: SandboxRefusal;
}

export interface Limiter {
  /** Returns the weight limit of a path per minute, as the answers of a WebSocket API report it. */
  weightLimitOf(path: string): number;
  /**
   * Counts a call against the rate limits; returns a refusal if the client is over a limit or banned.
   * `weight` is at least 0.
   */
  charge(call: ChargedCall): Charge;
}

interface ChargedCall {
  readonly client: string;
  readonly path: string;
  readonly weight: number;
  /** Whether the request weight is counted by account (/sapi only). */
  readonly byAccount?: boolean;
  readonly now: UnixMs;
}

/** Returns a limiter with all counts at 0. */
export function createLimiter(overrides: Partial<SandboxLimits> = {}): Limiter {
  const limits = { ...DEFAULT_LIMITS, ...overrides };
  const windows = new Map<string, Window>();
  const violationsByClient = new Map<string, Violations>();
  return {
    weightLimitOf: (path) => budgetOf(path, false, limits)?.limit ?? 0,
    charge(call) {
      const budget = budgetOf(call.path, call.byAccount === true, limits);
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
  /** The group of budgets to which a ban applies. */
  readonly family: 'spot' | 'sapi' | 'usdm' | 'coinm' | 'options' | 'futures-data' | 'funding' | 'wallet';
  readonly limit: number;
  readonly windowMs: number;
  readonly counts: 'weight' | 'requests';
  /** The headers that report the used weight of the budget. */
  readonly headers: readonly string[];
}

interface Window {
  readonly index: number;
  readonly endsAt: number;
  readonly used: Map<string, number>;
}

/** The violations of a client that went over a limit, and its bans. */
interface Violations {
  warnedInWindow: number;
  ignoredInWindow: number;
  ignoredCalls: number;
  banCount: number;
  bannedUntil: number;
}

const MINUTE_HEADERS = ['X-MBX-USED-WEIGHT', 'X-MBX-USED-WEIGHT-1M'] as const;

function budgetOf(path: string, byAccount: boolean, limits: SandboxLimits): Budget | undefined {
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
  if (path.startsWith('/dapi/'))
    return byWeight(limits.sharesFutures ? 'usdm' : 'coinm', limits.futuresWeight);
  if (path.startsWith('/eapi/')) return byWeight('options', limits.futuresWeight);
  if (path.startsWith('/sapi/')) return sapiBudget(path, byAccount, limits);
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

/** Paths with a shared request limit in addition to their weight (public facts, Limits and headers). */
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

/**
 * Returns the budget of a /sapi path. Each path has its own, counted by account or by IP address.
 */
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
 * Counts a call over the limit; returns whether the client must be banned. The first such call in a window is
 * answered with a warning (429); further ones count as ignored warnings. A window without such calls resets
 * the count.
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
  // If a client was not banned for as long as the longest ban, its next ban counts as a first ban (our choice:
  // not published).
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

/**
 * Returns the refusal of the onchain service, which has no bans and answers with HTTP 200 (our choice: not
 * published).
 */
function walletLimitRefusal(budget: Budget, window: Window, now: UnixMs): SandboxRefusal {
  const text = `Too many requests: at most ${budget.limit} a minute.`;
  return new SandboxRefusal(200, HOLDINGS_FAILURES.rateLimited, text, retryAfter(window.endsAt, now));
}

/** Returns the Retry-After header: seconds until the window or ban is over, rounded up, at least 1. */
function retryAfter(endsAt: number, now: UnixMs): Record<string, string> {
  return { 'Retry-After': String(Math.max(1, Math.ceil((endsAt - now) / 1000))) };
}

/** Sets a value in a map and removes the map's oldest key if it has more than `CLIENTS_MAX`. */
function setBounded<V>(map: Map<string, V>, key: string, value: V): void {
  map.set(key, value);
  if (map.size <= CLIENTS_MAX) return;
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}

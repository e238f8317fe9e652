/**
 * The exchange in a box without a socket: a request as it stands on the wire in, the answer out. What it answers
 * follows from the seed, the clock and what each client has used of its limits.
 */
import { acted } from '../catalogue/define.ts';
import { ENDPOINTS } from '../catalogue/index.ts';
import type { Endpoint } from '../catalogue/types.ts';
import type { Clock } from '../core/clock.ts';
import { weigh } from '../request/weight.ts';
import { createMarket } from './engine/market.ts';
import { inspect, type Verdict } from './gate.ts';
import { onchainHandlers } from './handlers/onchain.ts';
import { spotMarketHandlers } from './handlers/spot-market.ts';
import { JSON_TYPE, notSimulated, refusalAnswer, unknownRoute } from './refusals.ts';
import { buildRoutes, type Routes, splitTarget } from './routes.ts';
import { type Exchange, type Handler, SandboxRefusal, type WireAnswer, type WireRequest } from './types.ts';
import { createLimiter, type Limiter, type SandboxLimits } from './usage.ts';

/** Whose weights are counted where the two listings differ. */
export type WeightListing = 'first' | 'second' | 'larger';

export interface ExchangeOptions {
  readonly clock: Clock;
  /** A whole number; the same seed makes the same market and the same wallets. */
  readonly seed: number;
  /** The larger of the two where absent, as the client's budget counts. */
  readonly weightListing?: WeightListing;
  readonly limits?: Partial<SandboxLimits>;
  /** The endpoints that have a route; all of the catalogue where absent. */
  readonly endpoints?: readonly Endpoint[];
  /** By endpoint id; an endpoint without one says that it is not simulated. */
  readonly handlers?: Readonly<Record<string, Handler>>;
}

/** An exchange that can be asked: what its handlers answer from, and the routes and limits in front of them. */
export interface SandboxExchange extends Exchange {
  readonly routes: Routes;
  readonly handlers: Readonly<Record<string, Handler>>;
  readonly limiter: Limiter;
  readonly weightListing: WeightListing;
}

const HANDLERS: Readonly<Record<string, Handler>> = { ...spotMarketHandlers, ...onchainHandlers };

/** Returns an exchange on which nothing has been asked yet. */
export function createExchange(options: ExchangeOptions): SandboxExchange {
  const { clock, seed } = options;
  return {
    clock,
    seed,
    market: createMarket({ seed }),
    routes: buildRoutes(options.endpoints ?? ENDPOINTS),
    handlers: options.handlers ?? HANDLERS,
    limiter: createLimiter(options.limits),
    weightListing: options.weightListing ?? 'larger',
  };
}

/**
 * Answers one request: route, limits, gate, handler. Every refusal is an answer; only a mistake of a handler is
 * thrown. A call over a limit learns nothing else, as on the real exchange.
 */
export function answer(exchange: SandboxExchange, request: WireRequest): WireAnswer {
  const { path, query } = splitTarget(request.target);
  const now = exchange.clock.now();
  const endpoint = exchange.routes.get(path)?.get(request.method);
  const handler = endpoint === undefined ? undefined : handlerOf(exchange, endpoint);
  const verdict = verdictOf(exchange, request, path, query, endpoint, handler);
  const weight =
    endpoint !== undefined && 'params' in verdict ? weightOf(exchange, endpoint, verdict.sent) : 1;
  const charge = exchange.limiter.charge({ client: request.client, path, weight, now });
  if (charge.refusal !== undefined) return refusalAnswer(charge.refusal, charge.headers);
  if ('refusal' in verdict) return refusalAnswer(verdict.refusal, charge.headers);
  try {
    const body = handler!({ endpoint: endpoint!, params: verdict.params, now, exchange });
    return { status: 200, headers: { 'Content-Type': JSON_TYPE, ...charge.headers }, body };
  } catch (thrown) {
    if (thrown instanceof SandboxRefusal) return refusalAnswer(thrown, charge.headers);
    throw thrown;
  }
}

function verdictOf(
  exchange: SandboxExchange,
  request: WireRequest,
  path: string,
  query: string,
  endpoint: Endpoint | undefined,
  handler: Handler | undefined,
): Verdict {
  if (endpoint === undefined) {
    const allowed = [...(exchange.routes.get(path)?.keys() ?? [])];
    return { refusal: unknownRoute(request.method, path, allowed) };
  }
  // The gate checks no key and no signature yet, so a row that needs one is not answered, handler or not.
  const isOpen = acted(endpoint.security) === 'NONE';
  if (handler === undefined || !isOpen)
    return { refusal: notSimulated(`${endpoint.method} ${endpoint.path}`) };
  return inspect(endpoint, request, query);
}

function handlerOf(exchange: SandboxExchange, endpoint: Endpoint): Handler | undefined {
  return Object.hasOwn(exchange.handlers, endpoint.id) ? exchange.handlers[endpoint.id] : undefined;
}

/** A call that is refused before it is understood weighs 1 (choice: not shown in the interface). */
function weightOf(exchange: SandboxExchange, endpoint: Endpoint, sent: ReadonlyMap<string, string>): number {
  const weight = weigh(endpoint, sent);
  return exchange.weightListing === 'larger' ? weight.counted : weight[exchange.weightListing];
}

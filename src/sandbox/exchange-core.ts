/**
 * The exchange in a box without a socket: a request as it stands on the wire in, the answer out. What it answers
 * follows from the seed, the clock, what was done before, and what each client has used of its limits.
 */
import type { Endpoint } from '../catalogue/types.ts';
import type { Clock } from '../core/clock.ts';
import { ToolError, usageError } from '../core/errors.ts';
import { type UnixMs, unixMs } from '../core/words.ts';
import { weigh } from '../request/weight.ts';
import { type AdminCommand, administer } from './admin.ts';
import { callerOf } from './admission.ts';
import { CALL_HEADER, CALL_ID, type Call, type Deed, DoneCalls, digestOf } from './deeds.ts';
import { openDemoAccount } from './demo-account.ts';
import { Accounts } from './engine/accounts.ts';
import { ListenKeys } from './engine/listen-keys.ts';
import { createMarket, type Market } from './engine/market.ts';
import { Notices } from './engine/notices.ts';
import type { OrderLimits } from './engine/order-counts.ts';
import { positionAt, publicMarket } from './engine/public-market.ts';
import { Refusal } from './engine/refusal.ts';
import { SpotEngine } from './engine/spot.ts';
import { Tape } from './engine/tape.ts';
import { marketVenue, type Venue } from './engine/venue.ts';
import { ExchangeClock, type Pace } from './exchange-clock.ts';
import { Faults } from './faults.ts';
import { SIGNED_PARAMETERS } from './gate.ts';
import { OrderGate } from './order-gate.ts';
import { Parts } from './parts.ts';
import { type Read, readRequest } from './reading.ts';
import { JSON_TYPE, refusalAnswer } from './refusals.ts';
import { buildRoutes, type Routes, splitTarget } from './routes.ts';
import { TruthLog } from './truth.ts';
import type { Exchange, Handler, Part, PartKey, WireAnswer, WireRequest } from './types.ts';
import { createLimiter, type Limiter, type SandboxLimits } from './usage.ts';

/** Whose weights are counted where the two listings differ. */
export type WeightListing = 'first' | 'second' | 'larger';

export interface CoreOptions {
  /** The machine's; the exchange's own goes by it at its pace. */
  readonly clock: Clock;
  /** As fast as the machine's where absent. */
  readonly pace?: Pace;
  /** What the exchange's clock shows at first; the machine's time where absent. */
  readonly startAt?: number;
  /** Makes another market of the seed's own, such as one that crashes soon after a moment. */
  readonly reshape?: (market: Market, now: UnixMs) => Market;
  /** A whole number; the same seed makes the same market, the same demo keys and the same wallets. */
  readonly seed: number;
  /** The larger of the two where absent, as the client's budget counts. */
  readonly weightListing?: WeightListing;
  readonly limits?: Partial<SandboxLimits>;
  /** The interface document's where absent. */
  readonly orderLimits?: Partial<OrderLimits>;
  /** The endpoints that have a route. */
  readonly endpoints: readonly Endpoint[];
  /** By endpoint id; an endpoint without one says that it is not simulated. */
  readonly handlers: Readonly<Record<string, Handler>>;
  /** Engines that are there from the beginning, because things happen in them by themselves. */
  readonly parts: readonly PartKey<Part>[];
  /** Where orders find liquidity beside each other; the procedural market where absent. */
  readonly venue?: Venue;
}

/** An exchange that can be asked: what its handlers answer from, and the routes and limits in front of them. */
export interface SandboxExchange extends Exchange {
  readonly parts: Parts;
  readonly routes: Routes;
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  readonly handlers: Readonly<Record<string, Handler>>;
  readonly limiter: Limiter;
  readonly orderGate: OrderGate;
  readonly weightListing: WeightListing;
  readonly done: DoneCalls;
  /** The exchange's time; `clock` is the same for those that only read it. */
  readonly time: ExchangeClock;
  readonly faults: Faults;
  readonly truth: TruthLog;
  /** What is answered in place of a handler: a recording that is told again shows other books than the market. */
  instead: Readonly<Record<string, Handler>>;
  /** Keeps what was done before anybody is told of it; undefined for an exchange that lives in memory alone. */
  keep: ((deed: Deed) => void) | undefined;
  /** Why nothing is answered any more: what is in memory may no longer be what was kept. */
  broken: unknown;
}

/** Returns an exchange on which nothing has been done yet but opening the demo account. */
export function openExchange(options: CoreOptions): SandboxExchange {
  const { seed, endpoints } = options;
  const time = new ExchangeClock(options.clock, options.pace, options.startAt);
  const plain = createMarket({ seed });
  const market = options.reshape?.(plain, time.now()) ?? plain;
  const accounts = new Accounts();
  accounts.names.addAll(
    'symbol',
    () => market.symbols,
    ({ name }) => name,
  );
  openDemoAccount(accounts, seed);
  const notices = new Notices();
  const spot = new SpotEngine({
    accounts,
    venue: options.venue ?? marketVenue(market),
    seed,
    notices,
    tapeOf: (symbol) => new Tape((time) => positionAt(market, symbol, time)),
    ...(options.orderLimits === undefined ? {} : { limits: options.orderLimits }),
  });
  const parts = new Parts(() => exchange);
  const exchange: SandboxExchange = {
    clock: time,
    time,
    seed,
    market,
    publicMarket: publicMarket(market, (symbol) => spot.findDesk(symbol)?.shown),
    accounts,
    spot,
    parts,
    listenKeys: new ListenKeys(seed),
    notices,
    routes: buildRoutes(endpoints),
    endpoints: new Map(endpoints.map((endpoint) => [endpoint.id, endpoint])),
    handlers: options.handlers,
    limiter: createLimiter(options.limits),
    orderGate: new OrderGate(),
    weightListing: options.weightListing ?? 'larger',
    done: new DoneCalls(),
    faults: new Faults(),
    truth: new TruthLog(accounts.names),
    instead: {},
    keep: undefined,
    broken: undefined,
  };
  parts.of({ name: 'spot', rank: 0, open: () => spot });
  for (const key of options.parts) parts.of(key);
  return exchange;
}

/**
 * Answers one request: route, limits, gate, handler. Every refusal is an answer; only a mistake of a handler is
 * thrown, or that a deed could not be kept. A call over a limit learns nothing else, as on the real exchange. With
 * a skew the exchange's clock is wrong by so much to this caller, and nothing happens by it.
 */
export function answer(exchange: SandboxExchange, request: WireRequest, skewMs = 0): WireAnswer {
  assertWhole(exchange);
  const { path, query } = splitTarget(request.target);
  const before = answerOf(exchange, request);
  if (before !== undefined) return before;
  const now = exchange.clock.now();
  const shownTime = unixMs(now + skewMs);
  const reading = readRequest(exchange, request, { path, query }, { now, skewMs });
  const weight = 'refusal' in reading ? 1 : weightOf(exchange, reading.endpoint, reading.sent);
  const byAccount = 'endpoint' in reading && reading.endpoint.isWeighedByAccount === true;
  const charge = exchange.limiter.charge({ client: request.client, path, weight, byAccount, now });
  if (charge.refusal !== undefined) return refusalAnswer(charge.refusal, charge.headers);
  if ('refusal' in reading) return refusalAnswer(reading.refusal, charge.headers);
  const headers: Record<string, string> = { 'Content-Type': JSON_TYPE, ...charge.headers };
  try {
    const body = handle(exchange, reading, request, { now, shownTime }, headers);
    return { status: 200, headers, body };
  } catch (thrown) {
    if (thrown instanceof Refusal) return refusalAnswer(thrown, charge.headers);
    throw thrown;
  }
}

/** Carries out a command of the sandbox's owner and keeps it. Throws a usage error, and kind `storage`. */
export function command(exchange: SandboxExchange, admin: AdminCommand): void {
  assertWhole(exchange);
  const at = settled(exchange, exchange.clock.now());
  doAsOwner(exchange, admin, at);
  kept(exchange, { at, admin });
  if (admin.do === 'advance') settled(exchange, exchange.clock.now());
}

function doAsOwner(exchange: SandboxExchange, admin: AdminCommand, at: UnixMs): void {
  if (admin.do !== 'advance') {
    administer(exchange, admin, at);
    return;
  }
  const { ms } = admin;
  if (!Number.isSafeInteger(ms) || ms < 1 || !exchange.time.move(ms)) {
    throw usageError('The time can be moved ahead by 1 ms or more, and not beyond the year 2099.');
  }
}

/**
 * Does again what was done before, from the journal. Throws where it can't be done or comes out differently: then
 * it was another program that did it.
 */
export function repeat(exchange: SandboxExchange, deed: Deed): void {
  const at = settled(exchange, deed.at);
  if ('admin' in deed) {
    doAsOwner(exchange, deed.admin, at);
    return;
  }
  const digest = digestOf(carryOut(exchange, deed.call, at, {}));
  if (digest !== deed.digest) throw new Error(`${deed.call.endpoint} at ${deed.at} came out differently`);
}

/** Calls the handler; what changes something is kept before it is answered. */
function handle(
  exchange: SandboxExchange,
  { endpoint, params, user }: Read,
  request: WireRequest,
  { now, shownTime }: { readonly now: UnixMs; readonly shownTime: UnixMs },
  headers: Record<string, string>,
): string {
  const changes = user !== undefined && (endpoint.effect === 'write' || endpoint.effect === 'funds');
  const at = settled(exchange, now);
  const addHeaders = (added: Readonly<Record<string, string>>) => void Object.assign(headers, added);
  const handler = exchange.instead[endpoint.id] ?? exchange.handlers[endpoint.id]!;
  if (!changes) {
    return handler({
      endpoint,
      params,
      now: at,
      exchange,
      addHeaders,
      ...(shownTime === now ? {} : { shownTime }),
      ...(user === undefined ? {} : { user }),
    });
  }
  const id = request.headers[CALL_HEADER];
  const call: Call = {
    endpoint: endpoint.id,
    user: user.name,
    params: [...params].filter(([name]) => !(SIGNED_PARAMETERS as readonly string[]).includes(name)),
    ...(id !== undefined && CALL_ID.test(id) ? { id } : {}),
  };
  const body = carryOut(exchange, call, at, headers);
  kept(exchange, { at, call, digest: digestOf(body) });
  return body;
}

/** Calls the handler of a call that changes something: the same for one that comes in and one that is repeated. */
function carryOut(
  exchange: SandboxExchange,
  call: Call,
  now: UnixMs,
  headers: Record<string, string>,
): string {
  const endpoint = exchange.endpoints.get(call.endpoint);
  const handler = exchange.handlers[call.endpoint];
  const user = exchange.accounts.findUser(call.user);
  if (endpoint === undefined || handler === undefined || user === undefined) {
    throw new Error(`nothing can carry out ${call.endpoint} for ${call.user}`);
  }
  const addHeaders = (added: Readonly<Record<string, string>>) => void Object.assign(headers, added);
  const given = new Map(call.params);
  const placement = exchange.orderGate.placementOf(endpoint, given, user.id);
  try {
    if (placement !== undefined) exchange.orderGate.assertRoom(placement, now);
    const body = handler({ endpoint, params: given, now, exchange, user, addHeaders });
    if (placement !== undefined) addHeaders(exchange.orderGate.add(placement, now));
    if (call.id !== undefined) exchange.done.note(user.id, call.id, body);
    const { params, endpoint: id } = call;
    exchange.truth.note({
      at: now,
      endpoint: id,
      user: user.name,
      params: Object.fromEntries(params),
      answer: body,
    });
    return body;
  } catch (thrown) {
    // A refusal has changed nothing; whatever else went wrong may have stopped half-way.
    if (!(thrown instanceof Refusal)) exchange.broken = thrown;
    throw thrown;
  }
}

/** Returns the answer to a call that was made before and whose answer never arrived. */
function answerOf(exchange: SandboxExchange, request: WireRequest): WireAnswer | undefined {
  const id = request.headers[CALL_HEADER];
  if (id === undefined) return undefined;
  const user = callerOf(exchange.accounts, request);
  const body = user === undefined ? undefined : exchange.done.find(user.id, id);
  return body === undefined ? undefined : { status: 200, headers: { 'Content-Type': JSON_TYPE }, body };
}

/** Lets all happen that happens by itself up to now, and returns the time that this exchange goes by. */
export function settled(exchange: SandboxExchange, now: number): UnixMs {
  return unixMs(exchange.parts.settle(now));
}

function kept(exchange: SandboxExchange, deed: Deed): void {
  try {
    exchange.keep?.(deed);
  } catch (error) {
    exchange.broken = error;
    throw error;
  }
}

function assertWhole({ broken }: SandboxExchange): void {
  if (broken === undefined) return;
  throw new ToolError({
    kind: 'storage',
    message: 'The sandbox answers no more: something it did could not be kept or stopped half-way.',
    hint: 'Start it again; all that was ever acknowledged is there.',
    cause: broken,
  });
}

/** A call that is refused before it is understood weighs 1 (choice: not shown in the interface). */
function weightOf(exchange: SandboxExchange, endpoint: Endpoint, sent: ReadonlyMap<string, string>): number {
  const weight = weigh(endpoint, sent);
  return exchange.weightListing === 'larger' ? weight.counted : weight[exchange.weightListing];
}

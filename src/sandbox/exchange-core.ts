/**
 * The exchange in a box without a socket: a request as it stands on the wire in, the answer out. What it answers
 * follows from the seed, the clock, what was done before, and what each client has used of its limits.
 */
import type { Endpoint } from '../catalogue/types.ts';
import { ToolError, usageError } from '../core/errors.ts';
import { type UnixMs, unixMs } from '../core/words.ts';
import { weigh } from '../request/weight.ts';
import { type AdminCommand, administer } from './admin-commands.ts';
import { Refusal } from './engine/refusal.ts';
import { callerOf } from './gate/admission.ts';
import { type Read, readRequest } from './gate/checked-request.ts';
import { SIGNED_PARAMETERS } from './gate/parameters.ts';
import { JSON_TYPE, refusalAnswer } from './gate/refusals.ts';
import { splitTarget } from './gate/routes.ts';
import type { SandboxExchange } from './open-exchange.ts';
import { CALL_HEADER, CALL_ID, type Call, type Deed, digestOf } from './operations.ts';
import type { WireAnswer, WireRequest } from './types.ts';

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
  return unixMs(exchange.engines.settle(now));
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

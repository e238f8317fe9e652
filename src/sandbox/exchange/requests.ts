/**
 * Requests, admin commands and journal replay on an exchange, without sockets. An answer follows from the seed, the
 * exchange time, the journal entries so far, and the rate limits that the client has used.
 */
import { isWriteEffect } from '../../catalogue/define.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { ToolError, usageError } from '../../core/errors.ts';
import { type UnixMs, unixMs } from '../../core/words.ts';
import { weightOf } from '../../request/weight.ts';
import { type AdminCommand, applyAccountCommand } from '../admin-commands.ts';
import { Refusal } from '../engine/refusal.ts';
import { findCaller, findKeyOf } from '../gate/admission.ts';
import { type CheckedRequest, checkRequest } from '../gate/checked-request.ts';
import { SIGNED_PARAMETERS } from '../gate/parameters.ts';
import { JSON_TYPE, refusalAnswer } from '../gate/refusals.ts';
import { splitTarget } from '../gate/routes.ts';
import { assertServedToday, withoutOmitted } from '../gate/served-interface.ts';
import {
  answerDigest,
  CALL_HEADER,
  CALL_ID,
  type JournalEntry,
  type JournaledCall,
} from '../journal-entries.ts';
import type { WireAnswer, WireRequest } from '../types.ts';
import type { SandboxExchange } from './open-exchange.ts';

/**
 * Answers one request: gate checks, rate limits, handler. A refusal is returned as an answer; internal errors
 * of a handler and errors of the journal are thrown. A rate limit refusal comes before any other refusal, as
 * on the exchange. `skewMs` is the clock error that this client sees; due events do not depend on it.
 */
export function answerRequest(exchange: SandboxExchange, request: WireRequest, skewMs = 0): WireAnswer {
  assertUsable(exchange);
  const { path, query } = splitTarget(request.target);
  const earlier = findEarlierAnswer(exchange, request);
  if (earlier !== undefined) return earlier;
  const now = exchange.clock.now();
  const shownTime = unixMs(now + skewMs);
  const check = checkRequest(exchange, request, { path, query }, { now, skewMs });
  const weight = 'refusal' in check ? 1 : weightOfCall(exchange, check.endpoint, check.sent);
  const byAccount = 'endpoint' in check && check.endpoint.isWeighedByAccount === true;
  const charge = exchange.limiter.charge({ client: request.client, path, weight, byAccount, now });
  if (charge.refusal !== undefined) return refusalAnswer(charge.refusal, charge.headers);
  if ('refusal' in check) return refusalAnswer(check.refusal, charge.headers);
  exchange.ignoredParameters.add(check.endpoint, check.ignored);
  const headers: Record<string, string> = { 'Content-Type': JSON_TYPE, ...charge.headers };
  try {
    const { status, body } = callHandler(exchange, check, request, { now, shownTime }, headers);
    return {
      status,
      headers,
      body: exchange.interface === 'today' ? withoutOmitted(check.endpoint, body) : body,
    };
  } catch (thrown) {
    if (thrown instanceof Refusal) return refusalAnswer(thrown, charge.headers);
    throw thrown;
  }
}

/** Executes an admin command and journals it. Throws kinds `usage` and `storage`. */
export function runAdminCommand(exchange: SandboxExchange, command: AdminCommand): void {
  assertUsable(exchange);
  const at = runDueEvents(exchange, exchange.clock.now());
  applyAdminCommand(exchange, command, at);
  appendToJournal(exchange, { at, admin: command });
  if (command.do === 'advance') runDueEvents(exchange, exchange.clock.now());
}

function applyAdminCommand(exchange: SandboxExchange, command: AdminCommand, at: UnixMs): void {
  if (command.do !== 'advance') {
    applyAccountCommand(exchange, command, at);
    return;
  }
  const { ms } = command;
  if (!Number.isSafeInteger(ms) || ms < 1 || !exchange.clock.advance(ms)) {
    throw usageError('The time can be advanced by 1 ms or more, and not beyond the year 2099.');
  }
}

/**
 * Replays a journal entry. Throws if the entry can't be executed or its answer differs from the journaled digest, which
 * means that another version of the program wrote it.
 */
export function replayEntry(exchange: SandboxExchange, entry: JournalEntry): void {
  const at = runDueEvents(exchange, entry.at);
  if ('admin' in entry) {
    applyAdminCommand(exchange, entry.admin, at);
    return;
  }
  useOrderLimits(exchange, entry.call.limits);
  try {
    assertSameAnswer(entry, answerDigest(executeCall(exchange, entry.call, at, {}).body));
  } finally {
    useOrderLimits(exchange, exchange.limitSets.name);
  }
}

/** Counts orders by the limits with a name from now on. */
function useOrderLimits({ limitSets, orderCounter, spot }: SandboxExchange, name: string | undefined): void {
  const limits = limitSets.find(name);
  spot.counts.use(limits.orders.spot);
  orderCounter.use(limits);
}

function assertSameAnswer(
  entry: Extract<JournalEntry, { readonly call: JournaledCall }>,
  digest: string,
): void {
  if (digest !== entry.digest)
    throw new Error(`${entry.call.endpoint} at ${entry.at} has a different answer`);
}

/** Calls the handler; a write call is journaled before it is answered. */
function callHandler(
  exchange: SandboxExchange,
  { endpoint, params, user }: CheckedRequest,
  request: WireRequest,
  { now, shownTime }: { readonly now: UnixMs; readonly shownTime: UnixMs },
  headers: Record<string, string>,
): HandledCall {
  const isWrite = user !== undefined && isWriteEffect(endpoint.effect);
  const at = runDueEvents(exchange, now);
  const addHeaders = (added: Readonly<Record<string, string>>) => void Object.assign(headers, added);
  const handler = exchange.handlerOverrides[endpoint.id] ?? exchange.handlers[endpoint.id]!;
  const { interface: served } = exchange;
  if (served === 'today') assertServedToday(endpoint, params);
  if (!isWrite) {
    const apiKey = user === undefined ? undefined : findKeyOf(exchange.accounts, request);
    const body = handler({
      endpoint,
      params,
      now: at,
      exchange,
      interface: served,
      addHeaders,
      ...(shownTime === now ? {} : { shownTime }),
      ...(user === undefined ? {} : { user }),
      ...(apiKey === undefined ? {} : { apiKey }),
    });
    return { status: 200, body };
  }
  const id = request.headers[CALL_HEADER];
  const call: JournaledCall = {
    endpoint: endpoint.id,
    user: user.name,
    params: [...params].filter(([name]) => !(SIGNED_PARAMETERS as readonly string[]).includes(name)),
    ...(served === 'document' ? {} : { interface: served }),
    ...(exchange.limitSets.name === undefined ? {} : { limits: exchange.limitSets.name }),
    ...(id !== undefined && CALL_ID.test(id) ? { id } : {}),
  };
  const handled = executeCall(exchange, call, at, headers);
  appendToJournal(exchange, { at, call, digest: answerDigest(handled.body) });
  return handled;
}

/** What a handler answered. */
type HandledCall = Pick<WireAnswer, 'status' | 'body'>;

/**
 * Executes a write call, either a new one or one from the journal: order limits, handler, idempotency key,
 * execution log.
 */
function executeCall(
  exchange: SandboxExchange,
  call: JournaledCall,
  now: UnixMs,
  headers: Record<string, string>,
): HandledCall {
  const endpoint = exchange.endpoints.get(call.endpoint);
  const handler = exchange.handlers[call.endpoint];
  const user = exchange.accounts.findUser(call.user);
  if (endpoint === undefined || handler === undefined || user === undefined) {
    throw new Error(`there is no handler or user for ${call.endpoint} of ${call.user}`);
  }
  const addHeaders = (added: Readonly<Record<string, string>>) => void Object.assign(headers, added);
  const callParams = new Map(call.params);
  const placement = exchange.orderCounter.placementOf(endpoint, callParams, user.id);
  try {
    if (placement !== undefined) exchange.orderCounter.assertWithinLimits(placement, now);
    const { interface: served = 'document' } = call;
    let status = 200;
    const body = handler({
      endpoint,
      params: callParams,
      now,
      exchange,
      interface: served,
      user,
      addHeaders,
      setStatus: (one) => {
        status = one;
      },
    });
    if (placement !== undefined) addHeaders(exchange.orderCounter.count(placement, now));
    if (call.id !== undefined) exchange.answeredCalls.add(user.id, call.id, { status, body });
    const { params, endpoint: id } = call;
    exchange.executionLog.add({
      at: now,
      endpoint: id,
      user: user.name,
      params: Object.fromEntries(params),
      answerRequest: body,
    });
    return { status, body };
  } catch (thrown) {
    // A refusal has changed nothing; after any other error the state may be incomplete.
    if (!(thrown instanceof Refusal)) exchange.failure = thrown;
    throw thrown;
  }
}

/** Returns the answer to an earlier call with the same idempotency key, if there is one. */
function findEarlierAnswer(exchange: SandboxExchange, request: WireRequest): WireAnswer | undefined {
  const id = request.headers[CALL_HEADER];
  if (id === undefined) return undefined;
  const user = findCaller(exchange.accounts, request);
  const found = user === undefined ? undefined : exchange.answeredCalls.find(user.id, id);
  return found === undefined ? undefined : { ...found, headers: { 'Content-Type': JSON_TYPE } };
}

/** Runs all events that fall due up to `now` and returns the exchange time. */
export function runDueEvents(exchange: SandboxExchange, now: number): UnixMs {
  return unixMs(exchange.engines.runDueEvents(now));
}

function appendToJournal(exchange: SandboxExchange, entry: JournalEntry): void {
  try {
    exchange.appendEntry?.(entry);
  } catch (error) {
    exchange.failure = error;
    throw error;
  }
}

function assertUsable({ failure }: SandboxExchange): void {
  if (failure === undefined) return;
  throw new ToolError({
    kind: 'storage',
    message: 'The sandbox answers no more calls: a change could not be saved or was interrupted.',
    hint: 'Start it again; everything that was acknowledged is saved.',
    cause: failure,
  });
}

/** Returns the weight of a call. A call that is refused before its endpoint is known weighs 1 (our choice). */
function weightOfCall(
  exchange: SandboxExchange,
  endpoint: Endpoint,
  sent: ReadonlyMap<string, string>,
): number {
  const weight = weightOf(endpoint, sent);
  return exchange.weightListing === 'larger' ? weight.counted : weight[exchange.weightListing];
}

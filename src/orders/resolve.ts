/**
 * Determines the status of an unconfirmed order: looks it up until it is found, or until it certainly can no
 * longer arrive. The acceptance deadline is the end of the recvWindow plus the exchange's own processing
 * time; a request that was sent before cannot reach the book after it.
 */

import { backOffBoundMs } from '../core/back-off.ts';
import type { Clock } from '../core/clock.ts';
import { ToolError } from '../core/errors.ts';
import { plural } from '../core/text.ts';
import { formatTime } from '../core/time.ts';
import { MINUTE_MS } from '../core/time-units.ts';
import { type UnixMs, unixMs } from '../core/words.ts';
import type { Answer } from '../request/types.ts';
import type { Lookup, LookupResult } from './lookup.ts';

/**
 * After this time, in ms, the exchange aborts a request in its matching engine (public facts, Request rules:
 * -1007).
 */
const API_TIMEOUT_MS = 10_000;

/** How far queries may lag behind the matching engine, in ms (an estimate). */
const READ_LAG_MS = 15_000;

/**
 * How long look-ups that fail are repeated after the acceptance deadline, or after the first of them if that is later, before
 * the status is reported as unknown, in ms.
 */
export const LOOKUP_TIMEOUT_MS = MINUTE_MS;

/** The delays between the queries for an order. */
const BACK_OFF = { firstMs: 200, maxMs: 3_000 };

/**
 * The number of "no such order" answers that, after the acceptance deadline and with both lists, prove that
 * an order does not exist.
 */
const ABSENT_ANSWERS_MIN = 2;

/** An attempt to place an order; its timestamp and recvWindow determine the acceptance deadline. */
export interface Attempt {
  readonly clientOrderId: string;
  /** The noun for the order in messages; "order" if absent. */
  readonly noun?: string;
  /** The timestamp with which the order was signed, in the exchange's time. */
  readonly timestamp: UnixMs;
  readonly recvWindow: number;
}

export interface ResolveOptions {
  readonly attempt: Attempt;
  readonly lookup: Lookup;
  readonly clock: Clock;
  /** Returns the exchange's time. */
  readonly serverNow: () => UnixMs;
  /** Aborted when the user no longer wants to wait for the look-up. */
  readonly signal: AbortSignal;
  /**
   * When the order is looked up. `dense`: at once and then at growing intervals. `sparse`: once at first and
   * again after the deadline, for failures that rarely leave an order behind.
   */
  readonly schedule?: 'dense' | 'sparse';
  /**
   * Whether an order with this client order id counts at any age, because the exchange refused the new one as
   * its duplicate.
   */
  readonly isAnyAge?: boolean;
  /**
   * Another acceptance deadline, in ms after the timestamp, for tests that show what an earlier deadline
   * misses.
   */
  readonly deadlineMs?: number;
  readonly onLookup?: (look: { readonly found: LookupResult['found']; readonly remainingMs: number }) => void;
}

/** The result of all lookups of an order. */
export type Resolution =
  | { readonly is: 'found'; readonly answer: Answer; readonly lookups: number }
  /** The order is proved absent: it did not reach the book and cannot reach it any more. */
  | { readonly is: 'absent'; readonly evidence: AbsenceEvidence }
  | { readonly is: 'unknown'; readonly why: string };

export interface AbsenceEvidence {
  /** How often the exchange answered that there is no such order. */
  readonly answers: number;
  /** The exchange's time of the last answer that there is no such order. */
  readonly lastAt: UnixMs;
  /**
   * The moment when the recvWindow, the exchange's processing time and the lag of its queries have passed.
   */
  readonly deadline: UnixMs;
}

/** Returns the moment after which a write with these times can no longer take effect, in the exchange's time. */
export function acceptanceDeadline({
  timestamp,
  recvWindow,
}: Pick<Attempt, 'timestamp' | 'recvWindow'>): UnixMs {
  return unixMs(timestamp + recvWindow + API_TIMEOUT_MS + READ_LAG_MS);
}

/**
 * Looks up the order until it is found or proved absent, at most until 60 s after the deadline or, for an order of which the
 * deadline has passed, for 60 s. Never sends the order again. Throws only the reason of an aborted signal.
 */
export async function resolveOrder(options: ResolveOptions): Promise<Resolution> {
  const { attempt, lookup, serverNow, signal, onLookup, schedule = 'dense' } = options;
  const deadline =
    options.deadlineMs === undefined
      ? acceptanceDeadline(attempt)
      : unixMs(attempt.timestamp + options.deadlineMs);
  // The order may have been sent long ago, so the time for look-ups counts from now at the earliest.
  const giveUpAt = Math.max(deadline, serverNow()) + LOOKUP_TIMEOUT_MS;
  const since = options.isAnyAge === true ? undefined : attempt.timestamp;
  let answers = 0;
  let why = 'no query was answered';
  let requestedWaitMs = 0;
  for (let lookups = 1; ; lookups += 1) {
    const isImmediate = schedule === 'sparse' && lookups === 1;
    if (!isImmediate) await pause(options, lookups, { deadline, giveUpAt, requestedWaitMs });
    const queriedAt = serverNow();
    const byId = await lookup.byId(since, signal);
    onLookup?.({ found: byId.found, remainingMs: Math.max(0, giveUpAt - serverNow()) });
    if (byId.found === 'none') answers += 1;
    // Only a query sent after the deadline can prove that the order will not arrive any more.
    const isProof = byId.found === 'none' && answers >= ABSENT_ANSWERS_MIN && queriedAt > deadline;
    const result = isProof ? await lookupInLists(lookup, attempt, since, signal) : byId;
    if (result.found === 'order') return { is: 'found', answer: result.answer, lookups };
    if (isProof && result.found === 'none')
      return { is: 'absent', evidence: { answers, lastAt: queriedAt, deadline } };
    requestedWaitMs = 0;
    if (result.found !== 'none') ({ why, retryAfterMs: requestedWaitMs } = result);
    // Queries during a ban that lasts longer than the look-up may take would only prolong the ban.
    if (serverNow() + requestedWaitMs >= giveUpAt) return { is: 'unknown', why };
  }
}

/**
 * Looks for an order in the open orders and the order history. It must be missing from both: either may lag
 * behind the other.
 */
async function lookupInLists(
  lookup: Lookup,
  { timestamp }: Attempt,
  since: UnixMs | undefined,
  signal: AbortSignal,
): Promise<LookupResult> {
  const open = await lookup.inOpenOrders(since, signal);
  return open.found === 'none' ? lookup.inHistory(timestamp, signal) : open;
}

interface WaitBounds {
  readonly deadline: number;
  readonly giveUpAt: number;
  /** How long the exchange wants no queries, in ms. */
  readonly requestedWaitMs: number;
}

async function pause(
  options: ResolveOptions,
  lookups: number,
  { deadline, giveUpAt, requestedWaitMs }: WaitBounds,
): Promise<void> {
  const { clock, serverNow, signal, schedule = 'dense' } = options;
  const now = serverNow();
  const untilDeadline = deadline - now + 1;
  const growing = backOffBoundMs(lookups - 1, BACK_OFF);
  const wanted = schedule === 'sparse' && untilDeadline > 0 ? untilDeadline : growing;
  await clock.sleep(Math.max(1, Math.min(Math.max(wanted, requestedWaitMs), giveUpAt - now)), signal);
}

/**
 * Returns the error of an order that is proved absent: nothing was executed, and the user decides whether to
 * place it again.
 */
export function absentError(
  attempt: Attempt,
  evidence: AbsenceEvidence,
  endpoint: string,
  cause: unknown,
): ToolError {
  const { answers, lastAt, deadline } = evidence;
  const { noun = 'order' } = attempt;
  return new ToolError({
    kind: 'unavailable',
    message: `The ${noun} ${attempt.clientOrderId} was not executed: the exchange said ${plural(answers, 'time')} that it knows no such ${noun}, the last time at ${formatTime(lastAt)}, after ${formatTime(deadline)}, when it could no longer come; it is neither among the open orders nor in the history.`,
    hint: 'Place it again if you still want it, under a new id.',
    execution: 'not_executed',
    endpoint,
    clientOrderId: attempt.clientOrderId,
    cause,
  });
}

/**
 * Returns the message of a write whose execution status is unknown. The message begins with what is known of
 * the write (that it was sent, and what the answer was); then comes what its look-up showed, a sentence
 * without its full stop.
 */
export function unknownStatusMessage(what: string, cause: unknown, lookup: string): string {
  const answer = cause instanceof Error ? ` (${withoutStop(cause.message)})` : '';
  return `Execution status unknown: the ${what} was sent${answer}. ${lookup}.`;
}

/** Returns the sentence about a lookup that failed for this reason, without its full stop. */
export function lookupFailure(why: string): string {
  return `Its lookup failed: ${withoutStop(why)}`;
}

function withoutStop(text: string): string {
  return text.replace(/\.$/, '');
}

/**
 * Returns the error of an order whose execution status stays unknown; `resume` is the command that looks it
 * up.
 */
export function unknownError(
  attempt: Attempt,
  why: string,
  endpoint: string,
  cause: unknown,
  resume: string | undefined,
): ToolError {
  return new ToolError({
    kind: 'execution-unknown',
    message: unknownStatusMessage(
      `${attempt.noun ?? 'order'} ${attempt.clientOrderId}`,
      cause,
      lookupFailure(why),
    ),
    hint: 'It may be open or filled. Look it up by its id before you do anything else with this symbol.',
    execution: 'unknown',
    endpoint,
    clientOrderId: attempt.clientOrderId,
    ...(resume === undefined ? {} : { resume }),
    cause,
  });
}

/**
 * Settles an order whose fate is unknown: looks for it until it is found, or until it is certain that it can
 * no longer come. The window in which the exchange accepts a request is the acceptance deadline: once it has
 * closed, nothing that was sent before can reach the book.
 */
import { backOffBoundMs } from '../core/back-off.ts';
import type { Clock } from '../core/clock.ts';
import { ToolError } from '../core/errors.ts';
import { plural } from '../core/text.ts';
import { formatTime } from '../core/time.ts';
import { type UnixMs, unixMs } from '../core/words.ts';
import type { Answer } from '../request/types.ts';
import type { Lookup, LookupResult } from './lookup.ts';

/** The exchange gives up on its engine after this time (public facts, Request rules: -1007). */
const API_TIMEOUT_MS = 10_000;

/** How long queries may show an older state than the engine's: a guess, 8 s was modelled. */
const READ_LAG_MS = 15_000;

/** How long past the deadline queries that fail are repeated before a person has to look. */
export const LOOKUP_TIMEOUT_MS = 60_000;

/** The delays between queries. */
const BACK_OFF = { firstMs: 200, maxMs: 3_000 };

/** Answers "no such order" that prove absence together with the deadline and the two lists. */
const ABSENT_ANSWERS_MIN = 2;

/** An attempt at an order: from which the acceptance deadline is computed. */
export interface Attempt {
  readonly clientOrderId: string;
  /** What it is, as messages call it; "order" where absent. */
  readonly noun?: string;
  /** The timestamp that was signed, in the exchange's time. */
  readonly timestamp: UnixMs;
  readonly recvWindow: number;
}

export interface ResolveOptions {
  readonly attempt: Attempt;
  readonly lookup: Lookup;
  readonly clock: Clock;
  /** Returns the exchange's time. */
  readonly serverNow: () => UnixMs;
  /** Aborted when the person in front of it will wait no longer. */
  readonly signal: AbortSignal;
  /**
   * `dense` looks at once and ever less often; `sparse` looks once, and then after the deadline, for failures
   * after which an order is hardly to be expected.
   */
  readonly schedule?: 'dense' | 'sparse';
  /** An order of this id counts however old it is: the exchange refused ours because that one is open. */
  readonly isAnyAge?: boolean;
  /** Another deadline, in ms after the timestamp, for tests that show what an earlier deadline misses. */
  readonly deadlineMs?: number;
  readonly onLookup?: (look: { readonly found: LookupResult['found']; readonly remainingMs: number }) => void;
}

/** What the looks at an order came to. */
export type Resolution =
  | { readonly is: 'found'; readonly answer: Answer; readonly lookups: number }
  /** Proved: it did not and will not reach the book. */
  | { readonly is: 'absent'; readonly evidence: AbsenceEvidence }
  | { readonly is: 'unknown'; readonly why: string };

export interface AbsenceEvidence {
  /** How often the exchange said that there is no such order. */
  readonly answers: number;
  /** The exchange's time of the last of them. */
  readonly lastAt: UnixMs;
  /** When the request's window, the exchange's own wait and the lag of its queries had passed. */
  readonly deadline: UnixMs;
}

/** Returns the moment after which an attempt can no longer appear, in the exchange's time. */
export function acceptanceDeadline({ timestamp, recvWindow }: Attempt): UnixMs {
  return unixMs(timestamp + recvWindow + API_TIMEOUT_MS + READ_LAG_MS);
}

/**
 * Looks for the order until it is found, proved absent, or 60 s past the deadline. Never sends the order
 * again. Throws only what the signal was aborted with.
 */
export async function resolveOrder(options: ResolveOptions): Promise<Resolution> {
  const { attempt, lookup, serverNow, signal, onLookup, schedule = 'dense' } = options;
  const deadline =
    options.deadlineMs === undefined
      ? acceptanceDeadline(attempt)
      : unixMs(attempt.timestamp + options.deadlineMs);
  const giveUpAt = deadline + LOOKUP_TIMEOUT_MS;
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
    // Querying during a ban that lasts beyond the end would only prolong the ban.
    if (serverNow() + requestedWaitMs >= giveUpAt) return { is: 'unknown', why };
  }
}

/** An order must be missing from both lists: either may lag behind the other. */
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
  /** What the exchange asked to be left alone for. */
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
 * Returns the error of an order that is proved absent: nothing was executed, and the person decides what
 * follows.
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
 * Returns the message of a write whose execution status is unknown. It begins with what is known of the write: that
 * it was sent, and what its answer was; then comes what its lookup showed, a sentence without its full stop.
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

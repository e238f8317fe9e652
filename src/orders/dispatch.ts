/**
 * Sends what must not be sent twice. What goes again is only what certainly never reached matching: an
 * attempt of which nothing was written, and once a timestamp that was refused.
 */
import type { Clock, Random } from '../core/clock.ts';
import { ToolError } from '../core/errors.ts';
import type { UnixMs } from '../core/words.ts';
import type { Answer, PreparedRequest } from '../request/types.ts';
import { type AttemptOutcome, outcomeOfError } from './outcome.ts';
import type { Attempt } from './resolve.ts';

/** The exchange's time, as far as this machine knows it. */
export interface ServerTimeSource {
  now(): UnixMs;
  /** Measures the exchange's time again; throws a ToolError when it cannot be measured. */
  resync(signal: AbortSignal): Promise<void>;
}

export interface SendTimes {
  readonly timestamp: UnixMs;
  readonly recvWindow: number;
}

/**
 * The states of an order. PREPARED is reported before anything is sent, SENT when bytes may be on their way;
 * ABSENT is a claim with evidence, and no refusal.
 */
export type OrderState = 'PREPARED' | 'SENT' | 'ACKED' | 'REJECTED' | 'UNKNOWN' | 'FOUND' | 'ABSENT';

export interface DispatchTools {
  /**
   * Signs the request with these times, sends it once, and settles the answer: resolves with an answer of
   * status 2xx, throws a ToolError whose `execution` is its execution status. Must not repeat anything itself.
   */
  readonly send: (request: PreparedRequest, times: SendTimes, signal: AbortSignal) => Promise<Answer>;
  readonly clock: Clock;
  readonly random: Random;
  readonly serverTime: ServerTimeSource;
  /**
   * Called and awaited at each change of state before anything follows from it, so that it can be journaled
   * first.
   */
  readonly onState?: (state: OrderState, attempt: Attempt) => void | Promise<void>;
}

export interface DispatchOptions {
  /** The unsigned request; it carries the client order ids. */
  readonly request: PreparedRequest;
  /** How old the request may be when it is matched, in ms; 3000 where absent. */
  readonly recvWindow?: number;
  /** Ended by the first Ctrl-C: nothing more is sent, but what was sent is still settled. */
  readonly signal: AbortSignal;
  /** Aborted by the second Ctrl-C: the order's id is reported and its execution status stays unknown. */
  readonly abandon?: AbortSignal;
  /** What is sent, as messages call it; "order" where absent. */
  readonly noun?: string;
}

/** What came of it: outcomes after which nothing is sent again. */
export type DispatchReply = Exclude<AttemptOutcome, { readonly is: 'not-sent' | 'stale' }>;

export interface DispatchResult {
  readonly times: SendTimes;
  readonly reply: DispatchReply;
}

/** Shorter than the exchange's 5 s: the sooner the window closes, the sooner an unknown order is certain. */
const ORDER_RECV_WINDOW_MS = 3_000;

/** Returns the recvWindow that orders are sent with, in ms: that of the user, or a short one. */
export function orderRecvWindowOf({ recvWindowMs }: { readonly recvWindowMs: number | undefined }): number {
  return recvWindowMs ?? ORDER_RECV_WINDOW_MS;
}

/** Attempts of which nothing was written. */
const UNSENT_ATTEMPTS_MAX = 3;
const DELAY_FIRST_MS = 250;
const DELAY_MAX_MS = 2_000;

/**
 * Sends the request once and returns what came of it. Throws a ToolError of kind `unavailable` where nothing
 * could be written, `rejected` where the timestamp was refused twice, `interrupted` before anything was sent;
 * it carries the client order id where there is one alone.
 */
export async function dispatchWrite(
  tools: DispatchTools,
  options: DispatchOptions,
  ids: readonly string[],
  read: (answer: Answer) => DispatchReply,
): Promise<DispatchResult> {
  const { request, signal, recvWindow = ORDER_RECV_WINDOW_MS, abandon } = options;
  const name = nameOf(options, ids);
  const facts = ids.length === 1 ? { clientOrderId: ids[0]! } : {};
  const withClientOrderId = (error: ToolError, cause: unknown = error) =>
    new ToolError({ ...error.facts, ...facts, cause });
  let unsent = 0;
  let wasStale = false;
  for (;;) {
    const times = { timestamp: tools.serverTime.now(), recvWindow };
    const notify = (state: OrderState) => notifyAll(tools, options, ids, times, state);
    await notify('PREPARED');
    if (signal.aborted) throw interruptedError(request, name, facts, signal.reason);
    await notify('SENT');
    // The first Ctrl-C does not break off what may be half sent: an answer is worth more than a query.
    const outcome = await tools.send(request, times, abandon ?? new AbortController().signal).then(
      (answer): AttemptOutcome => read(answer),
      (error: unknown) => outcomeOfError(error),
    );
    if (outcome.is === 'not-sent') {
      unsent += 1;
      const { error } = outcome;
      if (unsent >= UNSENT_ATTEMPTS_MAX || error.facts.retryable === false) throw withClientOrderId(error);
      await backOff(tools, unsent, signal).catch((cause: unknown) => {
        throw interruptedError(request, name, facts, cause);
      });
    } else if (outcome.is === 'stale') {
      // A clock that was off is measured once; off again, it is for a person to look at.
      if (wasStale) {
        await notify('REJECTED');
        throw withClientOrderId(outcome.error);
      }
      wasStale = true;
      await tools.serverTime.resync(signal).catch((cause: unknown) => {
        throw withClientOrderId(outcome.error, cause);
      });
    } else return { times, reply: outcome };
  }
}

/** Returns how messages name what is sent: "order bo…-1", "3 orders". */
export function nameOf({ noun = 'order' }: { readonly noun?: string }, ids: readonly string[]): string {
  if (ids.length < 2) return [noun, ...ids].join(' ');
  return `${ids.length} ${noun}s`;
}

async function notifyAll(
  { onState }: DispatchTools,
  { noun = 'order' }: DispatchOptions,
  ids: readonly string[],
  times: SendTimes,
  state: OrderState,
): Promise<void> {
  for (const clientOrderId of ids) await onState?.(state, { clientOrderId, noun, ...times });
}

/** Nothing was written, so the same may be sent under its id once more. */
async function backOff({ clock, random }: DispatchTools, unsent: number, signal: AbortSignal): Promise<void> {
  const bound = Math.min(DELAY_MAX_MS, DELAY_FIRST_MS * 2 ** unsent);
  await clock.sleep(DELAY_FIRST_MS + Math.ceil(random.next() * (bound - DELAY_FIRST_MS)), signal);
}

function interruptedError(
  { endpoint }: PreparedRequest,
  name: string,
  facts: { readonly clientOrderId?: string },
  cause: unknown,
): ToolError {
  return new ToolError({
    kind: 'interrupted',
    message: `The ${name} was interrupted and not executed.`,
    execution: 'not_executed',
    endpoint,
    ...facts,
    cause,
  });
}

/**
 * Sends requests that must not be sent twice. A request is repeated only if it certainly never reached
 * matching: after an attempt of which no byte was written, and once after a refused timestamp.
 */
import type { Clock, Random } from '../core/clock.ts';
import { ToolError } from '../core/errors.ts';
import type { UnixMs } from '../core/words.ts';
import type { Answer, PreparedRequest } from '../request/types.ts';
import { type AttemptOutcome, outcomeOfError } from './outcome.ts';
import type { Attempt } from './resolve.ts';

/** An estimate of the exchange's time. */
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
 * The states of an order. PREPARED is reported before anything is sent, and SENT as soon as bytes may have
 * been sent. ABSENT means that lookups prove that the exchange has no such order; it is not a refusal.
 */
export type OrderState = 'PREPARED' | 'SENT' | 'ACKED' | 'REJECTED' | 'UNKNOWN' | 'FOUND' | 'ABSENT';

export interface DispatchTools {
  /**
   * Signs the request with the given timestamp and recvWindow, sends it once, and waits for the answer:
   * resolves with an answer of status 2xx, throws a ToolError whose `execution` is the execution status of
   * the request. Must not send the request again by itself.
   */
  readonly send: (request: PreparedRequest, times: SendTimes, signal: AbortSignal) => Promise<Answer>;
  readonly clock: Clock;
  readonly random: Random;
  readonly serverTime: ServerTimeSource;
  /**
   * Called at each change of the order's state and awaited before the next step, so that the state can be
   * journaled first. `why` is the refusal, or the evidence of absence.
   */
  readonly onState?: (state: OrderState, attempt: Attempt, why?: string) => void | Promise<void>;
}

export interface DispatchOptions {
  /** The unsigned request, which already contains the client order ids. */
  readonly request: PreparedRequest;
  /** The recvWindow in ms: how old the request may be when the exchange receives it; 3000 if absent. */
  readonly recvWindow?: number;
  /**
   * Aborted by the first Ctrl-C: nothing more is sent, but the outcome of what was sent is still determined.
   */
  readonly signal: AbortSignal;
  /** Aborted by the second Ctrl-C: the order's id is reported and its execution status stays unknown. */
  readonly abandon?: AbortSignal;
  /** The noun for the request in messages; "order" if absent. */
  readonly noun?: string;
}

/** The outcomes of an attempt after which nothing is sent again. */
/**
 * Throws the error of an unsent request if it waited so long since it was given its times that the exchange might refuse
 * them; `dispatchWrite` then sends it with new times. `now` is the exchange's time.
 */
export function assertFreshTimes(
  { endpoint }: PreparedRequest,
  { timestamp, recvWindow }: SendTimes,
  now: UnixMs,
): void {
  if (now - timestamp <= recvWindow / 2) return;
  throw new ToolError({
    kind: 'unavailable',
    message: `${endpoint} waited until its timestamp was too old, and was not sent.`,
    hint: 'Send it again.',
    retryable: true,
    execution: 'not_executed',
    endpoint,
  });
}

export type DispatchReply = Exclude<AttemptOutcome, { readonly is: 'not-sent' | 'stale' }>;

export interface DispatchResult {
  readonly times: SendTimes;
  readonly reply: DispatchReply;
}

/**
 * The recvWindow of orders in ms. It is shorter than the exchange's default of 5 s: the sooner the window
 * ends, the sooner the outcome of an unconfirmed order is certain.
 */
const ORDER_RECV_WINDOW_MS = 3_000;

/** Returns the recvWindow of orders in ms: the one that the user chose, or 3 s. */
export function orderRecvWindowOf({ recvWindowMs }: { readonly recvWindowMs: number | undefined }): number {
  return recvWindowMs ?? ORDER_RECV_WINDOW_MS;
}

/** The largest number of attempts that may fail before a byte of the request was written. */
const UNSENT_ATTEMPTS_MAX = 3;
const DELAY_FIRST_MS = 250;

/**
 * Sends the request once and returns its outcome. Throws a ToolError of kind `unavailable` if nothing could
 * be written, `rejected` if the timestamp was refused twice, and `interrupted` if it was interrupted before
 * anything was sent. The error has the client order id if the request has only one.
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
    // The first Ctrl-C does not abort a request of which a part may have been sent, because its answer proves
    // more than a look-up.
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
      // A refused timestamp is answered by measuring the clock again once; a second refusal is an error that a
      // person must solve.
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

/** Returns the name of the request in messages: "order bo…-1", "3 orders". */
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

/**
 * Waits before the next attempt: no byte was written, so the same request may be sent again under its client
 * order id.
 */
async function backOff({ clock, random }: DispatchTools, unsent: number, signal: AbortSignal): Promise<void> {
  const bound = DELAY_FIRST_MS * 2 ** unsent;
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

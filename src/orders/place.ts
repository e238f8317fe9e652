/**
 * Places an order once. Its id is made beforehand; what is sent twice is only what certainly never reached matching;
 * and an order whose fate is unknown is looked for, never sent again.
 */
import type { Clock, Random } from '../core/clock.ts';
import { ToolError } from '../core/errors.ts';
import type { UnixMs } from '../core/words.ts';
import type { Answer, PreparedRequest } from '../request/types.ts';
import type { Lookup, Sighting } from './lookup.ts';
import { isDead, type Outcome, orderOf, outcomeOfAnswer, outcomeOfError } from './outcome.ts';
import { type Attempt, absentError, resolveOrder, unknownError } from './resolve.ts';

/** The exchange's time, as far as this machine knows it. */
export interface ServerNow {
  now(): UnixMs;
  /** Measures anew; throws a ToolError where the exchange's time cannot be had. */
  resync(signal: AbortSignal): Promise<void>;
}

export interface SendTimes {
  readonly timestamp: UnixMs;
  readonly recvWindow: number;
}

export interface PlacementTools {
  /**
   * Signs the request with these times, sends it once, and settles the answer: resolves with an answer of status
   * 2xx, throws a ToolError whose `execution` says what became of it. Must not repeat anything itself.
   */
  readonly send: (request: PreparedRequest, times: SendTimes, signal: AbortSignal) => Promise<Answer>;
  readonly lookup: Lookup;
  readonly clock: Clock;
  readonly random: Random;
  readonly serverTime: ServerNow;
  /** Told of each change of state before what follows from it; awaited, so that it can be written down first. */
  readonly onState?: (state: OrderState, attempt: Attempt) => void | Promise<void>;
  readonly onLook?: (look: { readonly saw: Sighting['saw']; readonly remainingMs: number }) => void;
}

/**
 * The states of an order. PREPARED is told before anything is sent, SENT when bytes may be on their way; ABSENT is a
 * claim with evidence, and no refusal.
 */
export type OrderState = 'PREPARED' | 'SENT' | 'ACKED' | 'REJECTED' | 'UNKNOWN' | 'FOUND' | 'ABSENT';

export interface PlacementOptions {
  /** The unsigned request; it carries the client order id. */
  readonly request: PreparedRequest;
  readonly clientOrderId: string;
  /** How old the request may be when it is matched, in ms; 3000 where absent. */
  readonly recvWindow?: number;
  /** Ended by the first Ctrl-C: nothing more is sent, but what was sent is still settled. */
  readonly signal: AbortSignal;
  /** Ended by the second: the order's id is told and its fate stays unknown. */
  readonly abandon?: AbortSignal;
  /** The command that looks the order up, told when its fate stays unknown. */
  readonly resume?: string;
}

export interface Placement {
  readonly state: 'ACKED' | 'FOUND';
  /** The exchange's answer to the order, or to the query that found it. */
  readonly answer: Answer;
  readonly clientOrderId: string;
}

/** Shorter than the exchange's 5 s: the sooner the window closes, the sooner an unknown order is certain. */
export const ORDER_RECV_WINDOW_MS = 3_000;

/** Attempts of which nothing was written. */
const UNSENT_ATTEMPTS_MAX = 3;
const DELAY_FIRST_MS = 250;
const DELAY_MAX_MS = 2_000;

/**
 * Returns the order as the exchange acknowledged it, or as a query found it. Throws a ToolError that carries the
 * client order id: `rejected`, `credentials` or `rate-limited` for an order that was refused, `unavailable` for one
 * that was never sent or is proved absent, `execution-unknown` for one that nobody could tell, `interrupted` before
 * anything was sent.
 */
export async function placeOnce(tools: PlacementTools, options: PlacementOptions): Promise<Placement> {
  return new Placing(tools, options).run();
}

class Placing {
  readonly #tools: PlacementTools;
  readonly #options: PlacementOptions;
  readonly #abandon: AbortSignal;
  #unsent = 0;
  #wasStale = false;

  constructor(tools: PlacementTools, options: PlacementOptions) {
    this.#tools = tools;
    this.#options = options;
    this.#abandon = options.abandon ?? new AbortController().signal;
  }

  async run(): Promise<Placement> {
    for (;;) {
      const attempt = this.#newAttempt();
      await this.#tell('PREPARED', attempt);
      this.#refuseInterrupted();
      const outcome = await this.#send(attempt);
      switch (outcome.is) {
        case 'acked':
          return this.#acked(attempt, outcome.answer);
        case 'not-sent':
          await this.#waitToSendAgain(outcome.error);
          break;
        case 'stale':
          await this.#resync(attempt, outcome.error);
          break;
        case 'refused':
          await this.#tell('REJECTED', attempt);
          throw this.#withId(outcome.error);
        case 'duplicate':
          return this.#settleDuplicate(attempt, outcome.error);
        case 'doubtful':
          return this.#settle(attempt, outcome.error, 'sparse');
        case 'unknown':
          return this.#settle(attempt, outcome.cause, 'dense');
      }
    }
  }

  #newAttempt(): Attempt {
    const { clientOrderId, recvWindow = ORDER_RECV_WINDOW_MS } = this.#options;
    return { clientOrderId, recvWindow, timestamp: this.#tools.serverTime.now() };
  }

  async #send(attempt: Attempt): Promise<Outcome> {
    const { request, clientOrderId } = this.#options;
    const { timestamp, recvWindow } = attempt;
    await this.#tell('SENT', attempt);
    try {
      // The first Ctrl-C does not break off what may be half sent: an answer is worth more than a query.
      const answer = await this.#tools.send(request, { timestamp, recvWindow }, this.#abandon);
      return outcomeOfAnswer(answer, clientOrderId);
    } catch (error) {
      return outcomeOfError(error);
    }
  }

  async #acked(attempt: Attempt, answer: Answer): Promise<Placement> {
    await this.#tell('ACKED', attempt);
    this.#refuseDead(answer);
    return { state: 'ACKED', answer, clientOrderId: attempt.clientOrderId };
  }

  /** Nothing was written, so the same order may be sent under its id once more. */
  async #waitToSendAgain(error: ToolError): Promise<void> {
    this.#unsent += 1;
    const { clock, random } = this.#tools;
    if (this.#unsent >= UNSENT_ATTEMPTS_MAX || error.facts.retryable === false) throw this.#withId(error);
    const bound = Math.min(DELAY_MAX_MS, DELAY_FIRST_MS * 2 ** this.#unsent);
    const delayMs = DELAY_FIRST_MS + Math.ceil(random.next() * (bound - DELAY_FIRST_MS));
    try {
      await clock.sleep(delayMs, this.#options.signal);
    } catch (cause) {
      throw this.#interrupted(cause);
    }
  }

  /** A clock that was off is measured once; off again, it is for a person to look at. */
  async #resync(attempt: Attempt, error: ToolError): Promise<void> {
    if (this.#wasStale) {
      await this.#tell('REJECTED', attempt);
      throw this.#withId(error);
    }
    this.#wasStale = true;
    try {
      await this.#tools.serverTime.resync(this.#options.signal);
    } catch (cause) {
      throw this.#withId(error, cause);
    }
  }

  /** An order with this id is open. If it says what ours says, it is ours; if not, ours was refused. */
  async #settleDuplicate(attempt: Attempt, error: ToolError): Promise<Placement> {
    const { lookup } = this.#tools;
    const sighting = await lookup.byId(undefined, this.#abandon).catch((cause: unknown) => {
      throw this.#abandoned(attempt, cause);
    });
    if (sighting.saw === 'order') return this.#found(attempt, sighting.answer);
    if (sighting.saw === 'other') {
      await this.#tell('REJECTED', attempt);
      throw this.#withId(error);
    }
    return this.#settle(attempt, error, 'dense', true);
  }

  async #settle(
    attempt: Attempt,
    cause: unknown,
    schedule: 'dense' | 'sparse',
    isAnyAge = false,
  ): Promise<Placement> {
    const { lookup, clock, serverTime, onLook } = this.#tools;
    const { request, resume } = this.#options;
    await this.#tell('UNKNOWN', attempt);
    const resolution = await resolveOrder({
      attempt,
      lookup,
      clock,
      serverNow: () => serverTime.now(),
      signal: this.#abandon,
      schedule,
      isAnyAge,
      ...(onLook === undefined ? {} : { onLook }),
    }).catch((thrown: unknown) => {
      throw this.#abandoned(attempt, thrown);
    });
    if (resolution.is === 'found') return this.#found(attempt, resolution.answer);
    if (resolution.is === 'unknown')
      throw unknownError(attempt, resolution.why, request.endpoint, cause, resume);
    await this.#tell('ABSENT', attempt);
    throw absentError(attempt, resolution.evidence, request.endpoint, cause);
  }

  async #found(attempt: Attempt, answer: Answer): Promise<Placement> {
    await this.#tell('FOUND', attempt);
    this.#refuseDead(answer);
    return { state: 'FOUND', answer, clientOrderId: attempt.clientOrderId };
  }

  /** The exchange took the order and ended it with nothing executed: for whoever sent it, that is a refusal. */
  #refuseDead(answer: Answer): void {
    const order = orderOf(answer);
    if (order === undefined || !isDead(order)) return;
    throw new ToolError({
      kind: 'rejected',
      message: `The exchange ended the order ${this.#options.clientOrderId} as ${order['status']}, with nothing executed.`,
      hint: 'Look at the price, the time in force and the self-trade prevention of the order.',
      execution: 'not_executed',
      endpoint: this.#options.request.endpoint,
      clientOrderId: this.#options.clientOrderId,
      httpStatus: answer.status,
    });
  }

  #refuseInterrupted(): void {
    const { signal } = this.#options;
    if (signal.aborted) throw this.#interrupted(signal.reason);
  }

  #interrupted(cause: unknown): ToolError {
    const { request, clientOrderId } = this.#options;
    return new ToolError({
      kind: 'interrupted',
      message: `The order ${clientOrderId} was interrupted before it was sent.`,
      execution: 'not_executed',
      endpoint: request.endpoint,
      clientOrderId,
      cause,
    });
  }

  #abandoned(attempt: Attempt, cause: unknown): ToolError {
    const { request, resume } = this.#options;
    const why = this.#abandon.aborted
      ? 'the search for it was broken off'
      : `the search for it failed: ${cause instanceof Error ? cause.message : String(cause)}`;
    return unknownError(attempt, why, request.endpoint, cause, resume);
  }

  #withId(error: ToolError, cause: unknown = error): ToolError {
    return new ToolError({ ...error.facts, clientOrderId: this.#options.clientOrderId, cause });
  }

  async #tell(state: OrderState, attempt: Attempt): Promise<void> {
    await this.#tools.onState?.(state, attempt);
  }
}

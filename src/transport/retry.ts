/**
 * Repeats reads that failed for a passing reason. Writes are never repeated here: their fate is unknown from
 * their first byte on, and settling it is the business of orders.
 */
import { isSigned } from '../catalogue/define.ts';
import type { Clock, Random } from '../core/clock.ts';
import { ToolError } from '../core/errors.ts';
import type { Answer, PreparedRequest, Send } from '../request/types.ts';
import { endpointName } from './failures.ts';
import { retryAfterOf, statedRetryAfter } from './retry-after.ts';
import { type Renew, type WaitNote, waitForAttempt } from './waiting.ts';

export interface RetryOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** All waiting of one call together; 10 s is the usual, 120 s with --all. */
  readonly maxWaitMs: number;
  /** Without it signed requests are not repeated. */
  readonly renew?: Renew;
  readonly onWait?: (note: WaitNote) => void;
}

/** Attempts of one call, whatever the reasons: growing delays reach half a minute by then. */
export const ATTEMPTS_MAX = 8;

/** Attempts that may end without an answer: a machine without a network should say so soon. */
export const UNANSWERED_ATTEMPTS_MAX = 3;

const DELAY_FIRST_MS = 250;
const DELAY_MAX_MS = 30_000;

/** Busy, overloaded, or an edge that found nobody behind it (interface document, Errors: retry 429 and 503). */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/** Returns a Send that repeats reads. It resolves with the last answer where repeating came to its end. */
export function retryReads(send: Send, options: RetryOptions): Send {
  return async (request, signal) => {
    if (!isRepeatable(request, options.renew)) return send(request, signal);
    return new RepeatedCall(send, options, request, signal).run();
  };
}

function isRepeatable(request: PreparedRequest, renew: Renew | undefined): boolean {
  const isRead = request.method === 'GET' && (request.effect === 'read' || request.effect === 'dry-run');
  return isRead && (!isSigned(request.security) || renew !== undefined);
}

class RepeatedCall {
  readonly #send: Send;
  readonly #options: RetryOptions;
  readonly #signal: AbortSignal;
  readonly #startedMs: number;
  #request: PreparedRequest;
  #attempts = 0;
  #unanswered = 0;
  #waitedMs = 0;

  constructor(send: Send, options: RetryOptions, request: PreparedRequest, signal: AbortSignal) {
    this.#send = send;
    this.#options = options;
    this.#request = request;
    this.#signal = signal;
    this.#startedMs = options.clock.monotonicMs();
  }

  async run(): Promise<Answer> {
    for (;;) {
      this.#attempts += 1;
      let waitMs: number;
      let why: string;
      try {
        const answer = await this.#send(this.#request, this.#signal);
        if (!TRANSIENT_STATUSES.has(answer.status)) return answer;
        waitMs = this.#delayAfter(answer);
        if (this.#attempts >= ATTEMPTS_MAX || this.#waitedMs + waitMs > this.#options.maxWaitMs)
          return answer;
        why = `the exchange answered ${answer.status}`;
      } catch (error) {
        waitMs = this.#nextDelay();
        if (!this.#mayRetry(error, waitMs)) throw error;
        why = 'no answer came';
      }
      await this.#wait(waitMs, why);
    }
  }

  /** Failures without an answer cost time of their own, so all time that has passed counts. */
  #mayRetry(error: unknown, waitMs: number): boolean {
    if (!(error instanceof ToolError) || error.kind !== 'unavailable' || error.facts.retryable !== true) {
      return false;
    }
    this.#unanswered += 1;
    const passedMs = this.#options.clock.monotonicMs() - this.#startedMs;
    return (
      this.#unanswered < UNANSWERED_ATTEMPTS_MAX &&
      this.#attempts < ATTEMPTS_MAX &&
      passedMs + waitMs <= this.#options.maxWaitMs
    );
  }

  #delayAfter(answer: Answer): number {
    const delay = this.#nextDelay();
    // Without a word from the server, a 429 lasts until its window ends; the others just need some time.
    const statedDelay = answer.status === 429 ? retryAfterOf(answer) : statedRetryAfter(answer);
    return statedDelay === undefined ? delay : Math.max(statedDelay, delay);
  }

  /** Full jitter: anything up to the growing bound, so that many clients do not come back as one. */
  #nextDelay(): number {
    const bound = Math.min(DELAY_MAX_MS, DELAY_FIRST_MS * 2 ** (this.#attempts - 1));
    return Math.ceil(this.#options.random.next() * bound);
  }

  async #wait(waitMs: number, why: string): Promise<void> {
    const { clock, onWait, renew } = this.#options;
    onWait?.({ endpoint: endpointName(this.#request), waitMs, why });
    this.#waitedMs += waitMs;
    await waitForAttempt(clock, waitMs, this.#request, this.#signal);
    if (renew !== undefined) this.#request = await renew(this.#request);
  }
}

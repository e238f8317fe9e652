/**
 * Retries reads that failed for a transient reason. Never retries writes: their execution status is unknown
 * once a byte was sent, and verifying it is the task of `orders/`.
 */
import { isSigned } from '../catalogue/define.ts';
import { type BackOff, backOffMs } from '../core/back-off.ts';
import type { Clock, Random } from '../core/clock.ts';
import { ToolError } from '../core/errors.ts';
import type { Answer, PreparedRequest, Send } from '../request/types.ts';
import { endpointName } from './failures.ts';
import { retryAfterOf, statedRetryAfter } from './retry-after.ts';
import { type Renew, type WaitNote, waitForAttempt } from './waiting.ts';

export interface RetryOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** The longest total wait of one call, in ms; usually 10 s, with --all 120 s. */
  readonly maxWaitMs: number;
  /** Signs a request again after a wait; if absent, signed requests are not retried. */
  readonly renew?: Renew;
  readonly onWait?: (note: WaitNote) => void;
}

/** The largest number of attempts of one call; the delays have grown to half a minute by then. */
export const ATTEMPTS_MAX = 8;

/** The largest number of attempts without an answer, so that a machine without a network reports it soon. */
export const UNANSWERED_ATTEMPTS_MAX = 3;

const BACK_OFF: BackOff = { firstMs: 250, maxMs: 30_000, fixedShare: 0 };

/**
 * The HTTP statuses of an overloaded or unreachable exchange (interface document, Errors: retry 429 and 503).
 */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/** Returns a Send that retries reads; it resolves with the last answer when no attempt is left. */
export function retryReads(send: Send, options: RetryOptions): Send {
  return (request, signal) =>
    isRepeatable(request, options.renew)
      ? new RepeatedCall(send, options, request, signal).run()
      : send(request, signal);
}

function isRepeatable(request: PreparedRequest, renew: Renew | undefined): boolean {
  const isRead = request.method === 'GET' && (request.effect === 'read' || request.effect === 'dry-run');
  return isRead && request.isSentOnce !== true && (!isSigned(request.security) || renew !== undefined);
}

/** Returns whether a gateway or a proxy answered in place of the exchange, with a page and the status of success. */
function isWebPage(answer: Answer): boolean {
  if (answer.status !== 200) return false;
  // Reading the body of a long page of a history would decode it, which nobody else may need.
  const first = answer.bytes === undefined ? answer.body.charCodeAt(0) : answer.bytes[0];
  return first === '<'.charCodeAt(0);
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
        const isPage = isWebPage(answer);
        if (!isPage && !TRANSIENT_STATUSES.has(answer.status)) return answer;
        if (isPage) this.#unanswered += 1;
        waitMs = this.#delayAfter(answer);
        const isLast = this.#attempts >= ATTEMPTS_MAX || this.#unanswered >= UNANSWERED_ATTEMPTS_MAX;
        if (isLast || this.#waitedMs + waitMs > this.#options.maxWaitMs) return answer;
        why = isPage ? 'a web page came in place of an answer' : `the exchange answered ${answer.status}`;
      } catch (error) {
        waitMs = this.#nextDelay();
        if (!this.#mayRetry(error, waitMs)) throw error;
        why = 'no answer came';
      }
      await this.#wait(waitMs, why);
    }
  }

  /**
   * Returns whether a read may be tried again after a wait. Attempts without an answer take time themselves,
   * so all elapsed time counts towards the maximum.
   */
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
    // Unless the server states a wait, a 429 lasts until its window ends; after other statuses only the delay is
    // needed.
    const statedDelay = answer.status === 429 ? retryAfterOf(answer) : statedRetryAfter(answer);
    return statedDelay === undefined ? delay : Math.max(statedDelay, delay);
  }

  #nextDelay(): number {
    return backOffMs(this.#attempts - 1, BACK_OFF, this.#options.random);
  }

  async #wait(waitMs: number, why: string): Promise<void> {
    const { clock, onWait, renew } = this.#options;
    onWait?.({ endpoint: endpointName(this.#request), waitMs, why });
    this.#waitedMs += waitMs;
    await waitForAttempt(clock, waitMs, this.#request, this.#signal);
    if (renew !== undefined) this.#request = await renew(this.#request);
  }
}

/** Combines a sender with retries and rate limits so that each attempt counts its weight. */
import type { Clock, Random } from '../core/clock.ts';
import { ToolError } from '../core/errors.ts';
import type { Send } from '../request/types.ts';
import { isWrite } from './failures.ts';
import { createRateLimiter, type LimitRate } from './rate-limiter.ts';
import { retryReads } from './retry.ts';
import type { Renew, WaitNote } from './waiting.ts';

export interface OpenSendOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** The longest time that one call waits for a rate limit, or between its attempts in total, in ms. */
  readonly maxWaitMs: number;
  /** Signs a request again after a wait; if absent, signed reads are not repeated. */
  readonly renew?: Renew;
  readonly onWait?: (note: WaitNote) => void;
}

/**
 * Returns a Send over `sender` that keeps to the weight limits and retries reads. Rejects with kind
 * `execution-unknown` for a write that may have been executed, because sending such a write again is not
 * safe. `limitRate` is a rate limiter that other senders share.
 */
export function openSend(
  sender: Send,
  options: OpenSendOptions,
  limitRate: LimitRate = createRateLimiter(options),
): Send {
  return markUnknownExecution(retryReads(limitRate(sender), options));
}

function markUnknownExecution(send: Send): Send {
  const sendMarked: Send = async (request, signal) => {
    try {
      return await send(request, signal);
    } catch (error) {
      const isUnknown =
        error instanceof ToolError && error.kind === 'unavailable' && error.facts.execution === 'unknown';
      throw isUnknown ? new ToolError({ ...error.facts, kind: 'execution-unknown' }) : error;
    }
  };
  // The execution of a read is never unknown (`executionAfter`).
  return (request, signal) => (isWrite(request) ? sendMarked : send)(request, signal);
}

/** Puts the wrappers around a sender in the one order that is right: each attempt pays its weight. */
import type { Clock, Random } from '../core/clock.ts';
import { ToolError } from '../core/errors.ts';
import type { Send } from '../request/types.ts';
import { createRateLimiter, type LimitRate } from './rate-limiter.ts';
import { retryReads } from './retry.ts';
import type { Renew, WaitNote } from './waiting.ts';

export interface OpenSendOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** The longest that one call waits for its turn, or in all between attempts. */
  readonly maxWaitMs: number;
  /** Makes a signed request anew after a wait; without it signed reads are not repeated. */
  readonly renew?: Renew;
  readonly onWait?: (note: WaitNote) => void;
}

/**
 * Returns a Send over `sender` (a light one or a pool, or one inside this process) that keeps to the weight
 * limits and repeats reads. A write that may have been executed rejects with kind `execution-unknown`, so that
 * no one takes it for one that is safe to repeat. `budgeted` is the budget where others draw on it too.
 */
export function openSend(
  sender: Send,
  options: OpenSendOptions,
  budgeted: LimitRate = createRateLimiter(options),
): Send {
  return markUnknownExecution(retryReads(budgeted(sender), options));
}

function markUnknownExecution(send: Send): Send {
  return async (request, signal) => {
    try {
      return await send(request, signal);
    } catch (error) {
      const isUnknown =
        error instanceof ToolError && error.kind === 'unavailable' && error.facts.execution === 'unknown';
      throw isUnknown ? new ToolError({ ...error.facts, kind: 'execution-unknown' }) : error;
    }
  };
}

/** Waiting between attempts, in a way that can be told and interrupted. */
import type { Clock } from '../core/clock.ts';
import type { PreparedRequest } from '../request/types.ts';
import { interruptedError } from './failures.ts';

/** Told before each wait, for a note on stderr. */
export interface WaitNote {
  readonly endpoint: string;
  readonly waitMs: number;
  /** A clause such as "the exchange answered 429". */
  readonly why: string;
}

/**
 * Makes a request anew after it waited: a signed request carries its time, and is refused when that is older
 * than its recvWindow.
 */
export type Renew = (request: PreparedRequest) => PreparedRequest | Promise<PreparedRequest>;

/** Resolves after the wait; throws the error of an interruption, nothing having been sent. */
export async function waitForAttempt(
  clock: Clock,
  waitMs: number,
  request: PreparedRequest,
  signal: AbortSignal,
): Promise<void> {
  try {
    await clock.sleep(waitMs, signal);
  } catch (error) {
    if (signal.aborted) throw interruptedError(request, false, error);
    throw error;
  }
}

/** Waits between attempts; waits are reported and can be interrupted. */
import type { Clock } from '../core/clock.ts';
import type { PreparedRequest } from '../request/types.ts';
import { interruptedError } from './failures.ts';

/** Describes a wait before it begins, for a note on stderr. */
export interface WaitNote {
  readonly endpoint: string;
  readonly waitMs: number;
  /** Why the request waits, as a clause such as "the exchange answered 429". */
  readonly why: string;
}

/** Signs a request again after a wait, because a timestamp older than recvWindow is refused. */
export type Renew = (request: PreparedRequest) => PreparedRequest | Promise<PreparedRequest>;

/** Waits for the given time. Throws the error of an unsent request if the signal interrupts the wait. */
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

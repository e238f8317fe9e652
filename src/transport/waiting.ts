/** Waits between attempts; waits are reported and can be interrupted. */
import type { Clock } from '../core/clock.ts';
import { ToolError } from '../core/errors.ts';
import type { PreparedRequest } from '../request/types.ts';
import { endpointName, interruptedError } from './failures.ts';
import type { LimitDemand } from './limit-demand.ts';

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

/** The shortest wait, in ms, that is reported to the user: shorter waits are for answers that are about to arrive. */
const REPORTED_WAIT_MIN_MS = 1_000;

/**
 * The factor by which each wait for the answers to other requests is longer than the one before, and the longest such
 * wait in ms.
 */
const POLL_GROWTH = 1.5;
const POLL_MAX_MS = 1_000;

/** How long a request may wait for its permit, and who is informed. */
export interface WaitOptions {
  readonly clock: Clock;
  /** The longest time that a request may wait for its permit, in ms. */
  readonly maxWaitMs: number;
  readonly onWait?: (note: WaitNote) => void;
}

/** Counts how long one request has waited for its rate limits, and reports its waits to the user. */
export class Waits {
  readonly #options: WaitOptions;
  readonly #request: PreparedRequest;
  readonly #demand: LimitDemand;
  #waitedMs = 0;
  #polls = 0;

  constructor(options: WaitOptions, request: PreparedRequest, demand: LimitDemand) {
    this.#options = options;
    this.#request = request;
    this.#demand = demand;
  }

  get hasWaited(): boolean {
    return this.#waitedMs > 0;
  }

  /** The time that the request may still wait, in ms. */
  get leftMs(): number {
    return this.#options.maxWaitMs - this.#waitedMs;
  }

  /**
   * Returns how long to wait, in whole ms, before a request that waits for the answers to others checks the limit again:
   * `firstMs` at first, then longer each time, so that many waiting processes cost little.
   */
  nextPollMs(firstMs: number): number {
    this.#polls += 1;
    return Math.ceil(Math.min(firstMs * POLL_GROWTH ** (this.#polls - 1), Math.max(firstMs, POLL_MAX_MS)));
  }

  /** Waits for a time in ms. Throws a ToolError of kind `rate-limited` if the request would wait too long. */
  async wait(waitMs: number, why: string, signal: AbortSignal): Promise<void> {
    const { clock, onWait } = this.#options;
    if (waitMs > this.leftMs) throw waitTooLongError(this.#request, this.#demand, why, waitMs);
    if (waitMs >= REPORTED_WAIT_MIN_MS) onWait?.({ endpoint: endpointName(this.#request), waitMs, why });
    this.#waitedMs += waitMs;
    await waitForAttempt(clock, waitMs, this.#request, signal);
  }
}

function waitTooLongError(
  request: PreparedRequest,
  { weight }: LimitDemand,
  why: string,
  waitMs: number,
): ToolError {
  const name = endpointName(request);
  return new ToolError({
    kind: 'rate-limited',
    message: `${why[0]!.toUpperCase()}${why.slice(1)}, and ${name} costs ${weight}: there is room in ${seconds(waitMs)}. It was not sent.`,
    hint: `Wait that long, or allow it with --max-wait ${Math.ceil(waitMs / 1000)}s.`,
    retryable: true,
    retryAfterMs: waitMs,
    execution: 'not_executed',
    endpoint: name,
  });
}

function seconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}

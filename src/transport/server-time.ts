/** What the Date headers of answers tell about the server's clock. */
import type { Clock } from '../core/clock.ts';
import type { Answer } from '../request/types.ts';

/**
 * Keeps bounds of the server's clock against the steady clock of this process. A Date header names a whole
 * second: when it was written, the server's clock stood within that second. Each answer narrows the bounds,
 * down to about a round trip.
 */
export class ServerTime {
  readonly #clock: Clock;
  /** Server time minus monotonic time is at least this, and less than the other. */
  #least: number | undefined;
  #most: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Returns the earliest that the server's clock can stand at now, in ms since 1970; this machine's time until
   * an answer came. A window that has ended by this time has ended at the server too.
   */
  earliestNow(): number {
    return this.#least === undefined ? this.#clock.now() : this.#least + this.#clock.monotonicMs();
  }

  /** Takes note of an answer to a request sent at `sentMs` of the monotonic clock. */
  learn(answer: Answer, sentMs: number): void {
    const second = dateOf(answer);
    if (second === undefined) return;
    const least = second - this.#clock.monotonicMs();
    const most = second + 1000 - sentMs;
    const isFirst = this.#least === undefined || this.#most === undefined;
    // Bounds that exclude each other mean that a clock was set, or that another server answered: start anew.
    if (isFirst || least >= this.#most! || most <= this.#least!) {
      this.#least = least;
      this.#most = most;
      return;
    }
    this.#least = Math.max(this.#least!, least);
    this.#most = Math.min(this.#most!, most);
  }
}

/** Returns the server's second of an answer, in ms since 1970; undefined where it says none. */
export function dateOf(answer: Answer): number | undefined {
  const header = answer.headers['date'];
  if (header === undefined || header.length > 40) return undefined;
  const time = Date.parse(header);
  return Number.isFinite(time) && time > 0 ? time : undefined;
}

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
  #minOffset: number | undefined;
  #maxOffset: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Returns the earliest that the server's clock can stand at now, in ms since 1970; this machine's time until
   * an answer came. A window that has ended by this time has ended at the server too.
   */
  earliestNow(): number {
    return this.#minOffset === undefined ? this.#clock.now() : this.#minOffset + this.#clock.monotonicMs();
  }

  /** Takes note of an answer to a request sent at `sentMs` of the monotonic clock. */
  addSample(answer: Answer, sentMs: number): void {
    const second = serverDateOf(answer);
    if (second === undefined) return;
    const minOffset = second - this.#clock.monotonicMs();
    const maxOffset = second + 1000 - sentMs;
    const isFirst = this.#minOffset === undefined || this.#maxOffset === undefined;
    // Bounds that exclude each other mean that a clock was set, or that another server answered: start anew.
    if (isFirst || minOffset >= this.#maxOffset! || maxOffset <= this.#minOffset!) {
      this.#minOffset = minOffset;
      this.#maxOffset = maxOffset;
      return;
    }
    this.#minOffset = Math.max(this.#minOffset!, minOffset);
    this.#maxOffset = Math.min(this.#maxOffset!, maxOffset);
  }
}

/** Returns the server's second of an answer, in ms since 1970; undefined where it says none. */
export function serverDateOf(answer: Answer): number | undefined {
  const header = answer.headers['date'];
  if (header === undefined || header.length > 40) return undefined;
  const time = Date.parse(header);
  return Number.isFinite(time) && time > 0 ? time : undefined;
}

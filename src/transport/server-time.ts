/** Estimates the server's clock from the Date headers of its answers. */
import type { Clock } from '../core/clock.ts';
import type { Answer } from '../request/types.ts';

/**
 * Bounds the offset between the server's clock and the monotonic clock of this process. A Date header has a
 * resolution of one second; each answer narrows the bounds, down to about a round trip.
 */
export class ServerTime {
  readonly #clock: Clock;
  /**
   * The bounds of server time minus monotonic time, in ms: the lower bound inclusive, the upper bound
   * exclusive.
   */
  #minOffset: number | undefined;
  #maxOffset: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Returns the earliest possible time of the server's clock, in Unix ms; this machine's time before the
   * first answer. A window that has ended by this time has ended at the server as well.
   */
  earliestNow(): number {
    return this.#minOffset === undefined ? this.#clock.now() : this.#minOffset + this.#clock.monotonicMs();
  }

  /** Narrows the bounds by the answer to a request that was sent at `sentMs` of the monotonic clock. */
  addSample(answer: Answer, sentMs: number): void {
    const second = serverDateOf(answer);
    if (second === undefined) return;
    const minOffset = second - this.#clock.monotonicMs();
    const maxOffset = second + 1000 - sentMs;
    const isFirst = this.#minOffset === undefined || this.#maxOffset === undefined;
    // Contradicting bounds mean that a clock was set or that another server answered, so the bounds begin again
    // with this sample.
    if (isFirst || minOffset >= this.#maxOffset! || maxOffset <= this.#minOffset!) {
      this.#minOffset = minOffset;
      this.#maxOffset = maxOffset;
      return;
    }
    this.#minOffset = Math.max(this.#minOffset!, minOffset);
    this.#maxOffset = Math.min(this.#maxOffset!, maxOffset);
  }
}

/** Returns the time of the Date header in Unix ms; undefined without a valid header. */
export function serverDateOf(answer: Answer): number | undefined {
  const header = answer.headers['date'];
  if (header === undefined || header.length > 40) return undefined;
  const time = Date.parse(header);
  return Number.isFinite(time) && time > 0 ? time : undefined;
}

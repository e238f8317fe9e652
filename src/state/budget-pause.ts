/** The pause of a rate limit that a refusal by the server demanded, and the slow start after the pause. */

/** The shares of a limit that may be used one after the other, once a pause has ended and its probe was accepted. */
const SLOW_START = [0.25, 0.5] as const;
const SLOW_START_STEP_MS = 3_000;

export class Pause {
  #until: number | undefined;
  /** The time at which the first request after the pause was accepted. */
  #resumedAt: number | undefined;

  /** When the pause ends, in Unix ms of the server's clock; undefined if there was none. */
  get until(): number | undefined {
    return this.#until;
  }

  /** The end of a pause after which no request was accepted yet. */
  get unresumed(): number | undefined {
    return this.#resumedAt === undefined ? this.#until : undefined;
  }

  begin(until: number): void {
    if (until <= (this.#until ?? 0)) return;
    this.#until = until;
    this.#resumedAt = undefined;
  }

  /** Records that the server accepted a request, and when that request was sent. */
  accept(sentAt: number, answeredAt: number): void {
    if (this.#until !== undefined && sentAt >= this.#until) this.#resumedAt ??= answeredAt;
  }

  isActive(now: number): boolean {
    return this.#until !== undefined && now < this.#until;
  }

  /** Returns the share of the limit that may be used at a time after the pause. */
  share(now: number): number {
    if (this.#resumedAt === undefined) return 1;
    const step = Math.floor((now - this.#resumedAt) / SLOW_START_STEP_MS);
    return SLOW_START[Math.max(0, step)] ?? 1;
  }
}

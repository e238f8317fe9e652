/** The pause of a limit that a refusal demanded, and the slow start after it. */
import { ANSWER_MAX_MS } from './budget-records.ts';

/** After a pause one request probes; then these shares of the limit apply for so long each. */
const SLOW_START = [0.25, 0.5] as const;
const SLOW_START_STEP_MS = 3_000;

export class Pause {
  #until: number | undefined;
  /** When the first request after the pause was accepted. */
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

  /** Records that a request was accepted that had been sent at a time. */
  accept(sentAt: number, answeredAt: number): void {
    if (this.#until !== undefined && sentAt >= this.#until) this.#resumedAt ??= answeredAt;
  }

  isActive(now: number): boolean {
    return this.#until !== undefined && now < this.#until;
  }

  /** Returns whether one of the open requests, given by their times, is the probe after the pause. */
  isProbing(now: number, openTimes: Iterable<number>): boolean {
    const until = this.unresumed;
    if (until === undefined || now < until) return false;
    for (const time of openTimes) if (time >= until && time > now - ANSWER_MAX_MS) return true;
    return false;
  }

  /** Returns the share of the limit that may be used so soon after the pause. */
  share(now: number): number {
    if (this.#resumedAt === undefined) return 1;
    const step = Math.floor((now - this.#resumedAt) / SLOW_START_STEP_MS);
    return SLOW_START[Math.max(0, step)] ?? 1;
  }
}

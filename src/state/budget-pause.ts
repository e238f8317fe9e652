/** The pause of a rate limit that a refusal by the server demanded, and the slow start after the pause. */
import { type BudgetRecord, budgetRecord } from './budget-records.ts';

/** The shares of a limit that may be used one after the other, once a pause has ended and its probe was accepted. */
const SLOW_START = [0.25, 0.5] as const;
const SLOW_START_STEP_MS = 3_000;

export class Pause {
  #until: number | undefined;
  /** The time, in Unix ms of the server's clock, at which the server accepted the first request after the pause. */
  #resumedAt: number | undefined;

  /** When the pause ends, in Unix ms of the server's clock; undefined if there was none. */
  get until(): number | undefined {
    return this.#until;
  }

  /** The end, in Unix ms of the server's clock, of a pause after which the server has not accepted a request yet. */
  get unresumed(): number | undefined {
    return this.#resumedAt === undefined ? this.#until : undefined;
  }

  /** Returns the records that restore the pause and its end. */
  records(): readonly BudgetRecord[] {
    if (this.#until === undefined) return [];
    const pause = budgetRecord({ kind: 'pause', value: this.#until });
    if (this.#resumedAt === undefined) return [pause];
    return [
      pause,
      budgetRecord({ kind: 'pause', value: this.#until, time: this.#resumedAt, isAccepted: true }),
    ];
  }

  begin(until: number): void {
    if (until <= (this.#until ?? 0)) return;
    this.#until = until;
    this.#resumedAt = undefined;
  }

  /** Records that the server accepted a request, and when that request was sent. */
  accept(sentAt: number, answeredAt: number): void {
    if (this.#until !== undefined && sentAt >= this.#until) this.resume(this.#until, answeredAt);
  }

  /** Records that the server accepted a request after the pause that ended at `until`. */
  resume(until: number, answeredAt: number): void {
    if (until === this.#until) this.#resumedAt ??= answeredAt;
  }

  isActive(now: number): boolean {
    return this.#until !== undefined && now < this.#until;
  }

  /** Returns the share of the rate limit, from 0 to 1, that requests may use at a time after a pause. */
  share(now: number): number {
    if (this.#resumedAt === undefined) return 1;
    const step = Math.floor((now - this.#resumedAt) / SLOW_START_STEP_MS);
    return SLOW_START[Math.max(0, step)] ?? 1;
  }
}

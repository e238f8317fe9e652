/** What really was carried out, whatever anybody was told of it: tests compare what a client believes with it. */

/** A call that changed something. */
export interface Executed {
  /** Ascends from 1. */
  readonly number: number;
  /** The exchange's time. */
  readonly at: number;
  readonly endpoint: string;
  readonly user: string;
  readonly params: Readonly<Record<string, string>>;
  /** The answer as it was made, whether or not it arrived. */
  readonly answer: string;
}

/** Calls that are remembered; older ones are forgotten. */
const EXECUTED_MAX = 20_000;

export class TruthLog {
  #last: Executed[] = [];
  #count = 0;

  note(executed: Omit<Executed, 'number'>): void {
    this.#count += 1;
    this.#last.push({ number: this.#count, ...executed });
    if (this.#last.length >= 2 * EXECUTED_MAX) this.#last = this.#last.slice(-EXECUTED_MAX);
  }

  /** Returns up to `limit` calls after a number, oldest first. */
  after(number: number, limit: number): readonly Executed[] {
    const kept = this.#last.slice(-EXECUTED_MAX);
    const from = Math.max(0, number - (this.#count - kept.length));
    return kept.slice(from, from + limit);
  }
}

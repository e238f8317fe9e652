/** What really was carried out, whatever anybody was told of it: tests compare what a client believes with it. */

import { Archive } from './engine/state/archive.ts';
import type { Checkpointer } from './engine/state/checkpointer.ts';
import type { Names } from './engine/state/names.ts';

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
  readonly #executed: Archive<Executed>;

  constructor(names: Names) {
    this.#executed = new Archive(names, { marks: {}, isPassing: true });
  }

  note(executed: Omit<Executed, 'number'>): void {
    this.#executed.push({ number: this.#executed.length + 1, ...executed });
    this.#executed.forgetBefore(this.#executed.length - EXECUTED_MAX);
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#executed.checkpoint(checkpointer);
  }

  /** Returns up to `limit` calls after a number, oldest first. */
  after(number: number, limit: number): readonly Executed[] {
    const rows = this.#executed;
    const from = Math.max(0, number, rows.length - EXECUTED_MAX);
    const end = Math.min(from + limit, rows.length);
    return Array.from({ length: Math.max(0, end - from) }, (_, index) => rows.at(from + index)!);
  }
}

/**
 * The execution log: the write calls that were executed, whether or not their answers arrived. Tests compare it with
 * the state that a client assumes.
 */

import { Archive } from './engine/state/archive.ts';
import type { Checkpointer } from './engine/state/checkpointer.ts';
import type { NameRegistry } from './engine/state/name-registry.ts';

/** An executed write call. */
export interface ExecutedCall {
  /** Ascends from 1. */
  readonly number: number;
  /** The exchange time (ms). */
  readonly at: number;
  readonly endpoint: string;
  readonly user: string;
  readonly params: Readonly<Record<string, string>>;
  /** The JSON text of the call's answer, whether or not the client received it. */
  readonly answerRequest: string;
}

/** The largest number of calls in the log; older calls are dropped. */
const CALLS_MAX = 20_000;

export class ExecutionLog {
  readonly #calls: Archive<ExecutedCall>;

  constructor(names: NameRegistry) {
    this.#calls = new Archive(names, { searchKeys: {}, isTransient: true });
  }

  add(executed: Omit<ExecutedCall, 'number'>): void {
    this.#calls.push({ number: this.#calls.length + 1, ...executed });
    this.#calls.dropBefore(this.#calls.length - CALLS_MAX);
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#calls.checkpoint(checkpointer);
  }

  /** Returns up to `limit` calls after a number, oldest first. */
  listAfter(number: number, limit: number): readonly ExecutedCall[] {
    const rows = this.#calls;
    const from = Math.max(0, number, rows.length - CALLS_MAX);
    const end = Math.min(from + limit, rows.length);
    return Array.from({ length: Math.max(0, end - from) }, (_, index) => rows.at(from + index)!);
  }
}

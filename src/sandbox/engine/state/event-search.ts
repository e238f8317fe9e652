/** Finds the first ms in which something is reached, by asking spans of time and halving those in which it may be. */

import type { Checkpointer } from './checkpointer.ts';

/** How far a search looks ahead, so that the next one finds nothing to do. */
const LOOK_AHEAD_MS = 3_600_000;

/** The first look goes only so far: what is near is found in small spans. */
const SPAN_MAX_MS = 86_400_000;

/** Whether something may be reached from `from`, inclusive, to `to`, exclusive; of a single ms it must be exact. */
export type MayOccur = (from: number, to: number) => boolean;

/** Returns the first ms that reaches, or undefined. */
export function findFirstMs(from: number, to: number, mayOccur: MayOccur): number | undefined {
  if (from >= to || !mayOccur(from, to)) return undefined;
  if (to - from === 1) return from;
  const middle = from + Math.floor((to - from) / 2);
  return findFirstMs(from, middle, mayOccur) ?? findFirstMs(middle, to, mayOccur);
}

/** One thing that is waited for, remembering until when it is known not to happen. */
export class EventWatch {
  #searchedUntil: number;
  #foundAt: number | undefined;

  constructor(from: number) {
    this.#searchedUntil = from;
  }

  /** Begins anew: what is waited for has changed. */
  restart(from: number): void {
    this.#searchedUntil = from;
    this.#foundAt = undefined;
  }

  /** Returns when it happens, if it does by `now`. */
  nextBy(now: number, mayOccur: MayOccur): number | undefined {
    while (this.#foundAt === undefined && this.#searchedUntil <= now) {
      const from = this.#searchedUntil;
      const to = Math.min(Math.max(now + 1, from + LOOK_AHEAD_MS), from + SPAN_MAX_MS);
      this.#foundAt = findFirstMs(from, to, mayOccur);
      this.#searchedUntil = this.#foundAt ?? to;
    }
    return this.#foundAt !== undefined && this.#foundAt <= now ? this.#foundAt : undefined;
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#searchedUntil = checkpointer.value(this.#searchedUntil);
    this.#foundAt = checkpointer.value(this.#foundAt);
  }
}

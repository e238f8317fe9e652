/** Finds the first ms in which something is reached, by asking spans of time and halving those in which it may be. */

import type { Checkpointer } from './checkpointer.ts';

/** How far a search looks ahead, so that the next one finds nothing to do. */
const LOOK_AHEAD_MS = 3_600_000;

/** The first look goes only so far: what is near is found in small spans. */
const STEP_MS = 86_400_000;

/** Whether something may be reached from `from`, inclusive, to `to`, exclusive; of a single ms it must be exact. */
export type Reaches = (from: number, to: number) => boolean;

/** Returns the first ms that reaches, or undefined. */
export function firstMs(from: number, to: number, reaches: Reaches): number | undefined {
  if (from >= to || !reaches(from, to)) return undefined;
  if (to - from === 1) return from;
  const middle = from + Math.floor((to - from) / 2);
  return firstMs(from, middle, reaches) ?? firstMs(middle, to, reaches);
}

/** One thing that is waited for, remembering until when it is known not to happen. */
export class Watch {
  #quietUntil: number;
  #hit: number | undefined;

  constructor(from: number) {
    this.#quietUntil = from;
  }

  /** Begins anew: what is waited for has changed. */
  restart(from: number): void {
    this.#quietUntil = from;
    this.#hit = undefined;
  }

  /** Returns when it happens, if it does by `now`. */
  next(now: number, reaches: Reaches): number | undefined {
    while (this.#hit === undefined && this.#quietUntil <= now) {
      const from = this.#quietUntil;
      const to = Math.min(Math.max(now + 1, from + LOOK_AHEAD_MS), from + STEP_MS);
      this.#hit = firstMs(from, to, reaches);
      this.#quietUntil = this.#hit ?? to;
    }
    return this.#hit !== undefined && this.#hit <= now ? this.#hit : undefined;
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#quietUntil = checkpointer.value(this.#quietUntil);
    this.#hit = checkpointer.value(this.#hit);
  }
}

/** Finds the first ms at which an event occurs, by bisecting the time spans in which it may occur. */

import { DAY_MS, HOUR_MS } from '../../../core/time-units.ts';
import type { Checkpointer } from './checkpointer.ts';

/** How far a search looks beyond the requested time, in ms, so that the next search has little to do. */
const LOOK_AHEAD_MS = HOUR_MS;

/**
 * The longest time span that is examined at once, in ms: an event in the near future is then found within
 * small spans.
 */
const SPAN_MAX_MS = DAY_MS;

/**
 * Returns whether an event may occur from `from` (inclusive) to `to` (exclusive). For a time span of one ms
 * the result must be exact.
 */
export type MayOccur = (from: number, to: number) => boolean;

/** Returns the first ms of a time span at which the event occurs, or undefined. */
export function findFirstMs(from: number, to: number, mayOccur: MayOccur): number | undefined {
  if (from >= to || !mayOccur(from, to)) return undefined;
  if (to - from === 1) return from;
  const middle = from + Math.floor((to - from) / 2);
  return findFirstMs(from, middle, mayOccur) ?? findFirstMs(middle, to, mayOccur);
}

/** Waits for one event and remembers up to which time the event is known not to occur. */
export class EventWatch {
  #searchedUntil: number;
  #foundAt: number | undefined;

  constructor(from: number) {
    this.#searchedUntil = from;
  }

  /** Restarts the search for the event, because the condition of the event has changed. */
  restart(from: number): void {
    this.#searchedUntil = from;
    this.#foundAt = undefined;
  }

  /** Returns the time of the event if it occurs at or before `now`. */
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

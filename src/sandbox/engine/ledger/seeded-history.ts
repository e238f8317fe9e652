/**
 * Histories that nobody made: what happened in a slot of time follows from seed, user and slot alone, so that history
 * of any length costs nothing to store and never changes.
 */

import { blend, fraction, scramble, textKey } from '../market/noise.ts';
import type { User } from './accounts.ts';

/** One slot of a history, and its chances. */
export interface Slot {
  readonly number: number;
  /** When what is in it happened; ms within the slot. */
  readonly time: number;
  /** Returns a number from 0 (inclusive) to 1 (exclusive) that is the slot's own; each `part` gives another. */
  draw(part: number): number;
}

export interface SlotQuery {
  readonly seed: number;
  readonly user: User;
  /** What it is a history of. */
  readonly of: string;
  readonly slotMs: number;
  /** Both inclusive. */
  readonly from: number;
  readonly to: number;
}

/** Histories begin on 2023-01-01. */
export const HISTORY_FROM = Date.UTC(2023, 0, 1);

/** Returns the slots whose time is within the bounds, oldest first. */
export function slotsIn({ seed, user, of, slotMs, from, to }: SlotQuery): readonly Slot[] {
  const key = textKey(blend(scramble(seed), user.id), of);
  const first = Math.floor((Math.max(from, HISTORY_FROM) - HISTORY_FROM) / slotMs);
  const last = Math.floor((to - HISTORY_FROM) / slotMs);
  const slots: Slot[] = [];
  for (let number = first; number <= last; number += 1) {
    const own = blend(key, number);
    const draw = (part: number) => fraction(blend(own, part));
    const time = HISTORY_FROM + number * slotMs + Math.floor(draw(0) * slotMs);
    if (time >= from && time <= to) slots.push({ number, time, draw });
  }
  return slots;
}

/** Returns one of the choices by a slot's chance. */
export function pick<T>(chance: number, choices: readonly T[]): T {
  return choices[Math.floor(chance * choices.length)]!;
}

/**
 * Histories that nobody made: what happened in a slot of time follows from seed, user and slot alone, so that history
 * of any length costs nothing to store and never changes.
 */

import { blend, fraction, scramble, textKey } from '../market/noise.ts';
import type { User } from './accounts.ts';

/** One slot of a history, and its chances. */
export interface HistorySlot {
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
  readonly topic: string;
  readonly slotMs: number;
  /** Both inclusive. */
  readonly from: number;
  readonly to: number;
}

/** Histories begin on 2023-01-01. */
export const HISTORY_START = Date.UTC(2023, 0, 1);

/** Returns the slots whose time is within the bounds, oldest first. */
export function listSlots({ seed, user, topic: of, slotMs, from, to }: SlotQuery): readonly HistorySlot[] {
  const key = textKey(blend(scramble(seed), user.id), of);
  const first = Math.floor((Math.max(from, HISTORY_START) - HISTORY_START) / slotMs);
  const last = Math.floor((to - HISTORY_START) / slotMs);
  const slots: HistorySlot[] = [];
  for (let number = first; number <= last; number += 1) {
    const slotKey = blend(key, number);
    const draw = (part: number) => fraction(blend(slotKey, part));
    const time = HISTORY_START + number * slotMs + Math.floor(draw(0) * slotMs);
    if (time >= from && time <= to) slots.push({ number, time, draw });
  }
  return slots;
}

/** Returns one of the choices by a slot's chance. */
export function chooseBy<T>(chance: number, options: readonly T[]): T {
  return options[Math.floor(chance * options.length)]!;
}

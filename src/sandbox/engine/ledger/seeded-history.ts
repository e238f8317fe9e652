/**
 * Generated account histories: the content of a time slot is derived from seed, user and slot alone, so that
 * a history of any length needs no storage and never changes.
 */

import { blend, fraction, scramble, textKey } from '../market/noise.ts';
import type { User } from './accounts.ts';

/** One time slot of a history and its random numbers. */
export interface HistorySlot {
  readonly number: number;
  /** The time (ms) of the slot's entry, within the slot. */
  readonly time: number;
  /**
   * Returns a random number of the time slot from 0 (inclusive) to 1 (exclusive); each value of `part` gives
   * another number.
   */
  draw(part: number): number;
}

export interface SlotQuery {
  readonly seed: number;
  readonly user: User;
  /** What the history is about, such as the name of a product. */
  readonly topic: string;
  readonly slotMs: number;
  /** Inclusive, as is `to`. */
  readonly from: number;
  readonly to: number;
}

/** When generated histories begin: 2023-01-01. */
export const HISTORY_START = Date.UTC(2023, 0, 1);

/** Returns the time slots whose time lies within the query, the oldest first. */
export function listSlots({ seed, user, topic, slotMs, from, to }: SlotQuery): readonly HistorySlot[] {
  const key = textKey(blend(scramble(seed), user.id), topic);
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

/** Returns the option that a random number from 0 (inclusive) to 1 (exclusive) selects. */
export function chooseBy<T>(chance: number, options: readonly T[]): T {
  return options[Math.floor(chance * options.length)]!;
}

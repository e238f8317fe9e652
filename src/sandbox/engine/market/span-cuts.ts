/** Defines where time spans are divided, and which share of a day's trades falls on each hour. */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../core/time-units.ts';
import type { TimeSpan } from './time-span.ts';

/**
 * The length of the first part of a divided time span, by the length of the span: the ends of every candle
 * interval are ends of parts.
 */
const FIRST_LENGTHS: ReadonlyMap<number, number> = new Map([
  [24 * HOUR_MS, 12 * HOUR_MS],
  [12 * HOUR_MS, 6 * HOUR_MS],
  [6 * HOUR_MS, 3 * HOUR_MS],
  [3 * HOUR_MS, HOUR_MS],
  [2 * HOUR_MS, HOUR_MS],
  [HOUR_MS, 30 * MINUTE_MS],
  [30 * MINUTE_MS, 15 * MINUTE_MS],
  [15 * MINUTE_MS, 5 * MINUTE_MS],
  [10 * MINUTE_MS, 5 * MINUTE_MS],
  [5 * MINUTE_MS, 2 * MINUTE_MS],
  [3 * MINUTE_MS, MINUTE_MS],
  [2 * MINUTE_MS, MINUTE_MS],
  [MINUTE_MS, 30 * SECOND_MS],
  [30 * SECOND_MS, 15 * SECOND_MS],
  [15 * SECOND_MS, 5 * SECOND_MS],
  [10 * SECOND_MS, 5 * SECOND_MS],
  [5 * SECOND_MS, 2 * SECOND_MS],
  [3 * SECOND_MS, SECOND_MS],
  [2 * SECOND_MS, SECOND_MS],
]);

/** The usual activity of each hour of a UTC day; it rises when trading in Asia, Europe and America begins. */
const HOURLY_ACTIVITY = [5, 5, 5, 4, 4, 4, 4, 5, 6, 6, 6, 6, 7, 9, 11, 11, 10, 8, 7, 7, 6, 6, 5, 5] as const;
/** The sum of the usual activity before each hour of a day. */
const ACTIVITY_BEFORE = Array.from({ length: HOURLY_ACTIVITY.length + 1 }, (_, end) =>
  HOURLY_ACTIVITY.slice(0, end).reduce<number>((sum, activity) => sum + activity, 0),
);

/** Returns the end of the first part of a span, in ms of the day. Spans below one second are halved. */
export function cutOf({ from, to }: Pick<TimeSpan, 'from' | 'to'>): number {
  const length = to - from;
  return from + (FIRST_LENGTHS.get(length) ?? length >> 1);
}

/** Returns the usual share of a time span's trades that falls before the cut. */
export function usualShare(from: number, cut: number, to: number): number {
  if (to - from <= HOUR_MS) return (cut - from) / (to - from);
  const before = ACTIVITY_BEFORE[from / HOUR_MS]!;
  return (ACTIVITY_BEFORE[cut / HOUR_MS]! - before) / (ACTIVITY_BEFORE[to / HOUR_MS]! - before);
}

/** Selects the rows of a history that a request asks for, by time window and page number. */
import type { SandboxCall } from '../types.ts';
import { optionalInteger, requiredInteger } from './request-values.ts';

/** A time window in ms; both ends are inclusive. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the time window between two parameters. Without times it covers the last `spanMs`; if only the
 * start is given it extends to now, if only the end is given it begins `spanMs` before (our choice for a
 * single bound: not shown in the interface).
 */
export function windowOf(call: SandboxCall, from: string, to: string, spanMs: number): TimeWindow {
  const end = optionalInteger(call, to) ?? call.now;
  return { from: optionalInteger(call, from) ?? end - spanMs, to: end };
}

/** Returns the rows whose time is in the window. */
export function rowsIn<R>(
  rows: readonly R[],
  { from, to }: TimeWindow,
  timeOf: (row: R) => number,
): readonly R[] {
  return rows.filter((row) => timeOf(row) >= from && timeOf(row) <= to);
}

/** Returns the page of rows that the parameters `page` (from 1) and `size` select. */
export function pageOf<R>(call: SandboxCall, rows: readonly R[], page: string, size: string): readonly R[] {
  const count = requiredInteger(call, size);
  const first = (requiredInteger(call, page) - 1) * count;
  return rows.slice(first, first + count);
}

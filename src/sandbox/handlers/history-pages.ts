/** Which rows of a history a call asks for: a window of time, and a page of what is in it. */
import type { SandboxCall } from '../types.ts';
import { integer, optional } from './call-values.ts';

/** A window of time; both ends are in it. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the window between two parameters. Without times it is the last `spanMs`. With a start alone it reaches to
 * now, with an end alone `spanMs` back (choice where only one bound is sent: not shown in the interface).
 */
export function windowOf(call: SandboxCall, from: string, to: string, spanMs: number): Window {
  const end = optional(call, to) ?? call.now;
  return { from: optional(call, from) ?? end - spanMs, to: end };
}

/** Returns the rows of a window. */
export function rowsIn<R>(
  rows: readonly R[],
  { from, to }: Window,
  timeOf: (row: R) => number,
): readonly R[] {
  return rows.filter((row) => timeOf(row) >= from && timeOf(row) <= to);
}

/** Returns the page that two parameters name; pages count from 1. */
export function pageOf<R>(call: SandboxCall, rows: readonly R[], page: string, size: string): readonly R[] {
  const count = integer(call, size);
  const first = (integer(call, page) - 1) * count;
  return rows.slice(first, first + count);
}

/**
 * How long orders that were proved absent are looked for, in case the exchange executes one later than it promises. The end
 * of that time is kept in a file beside the journal, so that a command opens no journal if there are no such orders.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { DAY_MS } from '../../core/time-units.ts';
import { type UnixMs, unixMs } from '../../core/words.ts';

/** The time during which an order that was proved absent is looked for, in ms. */
export const ABSENCE_WATCH_MS = DAY_MS;

function watchFileOf(journal: string): string {
  return `${journal}.absent`;
}

/** Has later commands look for absent orders during the next 24 hours; throws the file system's error if that fails. */
export function watchForLateArrivals(journal: string, now: UnixMs): void {
  writeFileSync(watchFileOf(journal), `${now + ABSENCE_WATCH_MS}\n`, { mode: 0o600 });
}

/** Returns whether the journal may hold absent orders that are still looked for; false proves that it holds none. */
export function mayArriveLate(journal: string, now: UnixMs): boolean {
  try {
    return Number(readFileSync(watchFileOf(journal), 'utf8')) > now;
  } catch {
    return false;
  }
}

/** Returns the time since which absent orders are still looked for. */
export function watchedSince(now: UnixMs): UnixMs {
  return unixMs(now - ABSENCE_WATCH_MS);
}

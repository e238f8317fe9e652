/**
 * How long orders that were proved absent are looked for, in case the exchange executes one later than it promises. The end
 * of that time is kept in a file beside the journal, so that a command opens no journal if there are no such orders.
 */

import { readFileSync } from 'node:fs';
import { DAY_MS } from '../../core/time-units.ts';
import { type UnixMs, unixMs } from '../../core/words.ts';
import { type CheckedFile, writeCheckedFile } from '../../store/checked-file.ts';
import type { World } from '../world.ts';

/** The time during which an order that was proved absent is looked for, in ms. */
export const ABSENCE_WATCH_MS = DAY_MS;

const BYTES_MAX = 64;

function watchFileOf(journal: string): string {
  return `${journal}.absent`;
}

/**
 * Has later commands look for absent orders during the next 24 hours, even after a power cut; throws kind `storage` if that
 * fails.
 */
export function watchForLateArrivals(
  { clock, facts, secretHex }: Pick<World, 'clock' | 'facts' | 'secretHex'>,
  journal: string,
): void {
  const file: CheckedFile = {
    path: watchFileOf(journal),
    what: 'the file that names how long absent orders are looked for,',
    owner: facts.owner,
    kind: 'storage',
    bytesMax: BYTES_MAX,
  };
  writeCheckedFile(file, `${clock.now() + ABSENCE_WATCH_MS}\n`, secretHex);
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

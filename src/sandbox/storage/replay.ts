/** How a journal becomes an exchange again: by doing in order what was done. */
import { ToolError } from '../../core/errors.ts';
import type { SandboxExchange } from '../exchange/open-exchange.ts';
import { replayEntry } from '../exchange/requests.ts';
import { type JournalEntry, timeAfter } from '../journal-entries.ts';

/** A clock that was set back by less is waited for: the exchange stands still meanwhile. */
const SET_BACK_MAX_MS = 60_000;

/** Returns how far the time must be moved ahead so that it goes on from a deed's time; 0 where it does already. */
export function clockLagMs(exchange: SandboxExchange, lastAt: number): number {
  const ms = lastAt - exchange.clock.now();
  return ms > SET_BACK_MAX_MS ? ms : 0;
}

/** The first record of a journal says what it is. */
export function journalHeading(seed: number): string {
  return JSON.stringify({ format: 'bourse sandbox journal', version: 2, seed });
}

/** What the records of a journal are: a heading and deeds, or, behind an image, deeds alone. */
export interface JournalRecords {
  readonly bodies: readonly string[];
  readonly hasHeading: boolean;
}

/**
 * Does everything again that a journal holds, and returns the time after the last deed, 0 where there is none. Throws a
 * ToolError of kind `storage` where another version wrote it, or something comes out differently.
 */
export function replayRecords(
  exchange: SandboxExchange,
  path: string,
  { bodies, hasHeading }: JournalRecords,
): number {
  try {
    if (hasHeading && bodies[0] !== journalHeading(exchange.seed)) {
      throw new Error('it was written by another version');
    }
    let last = 0;
    for (let index = hasHeading ? 1 : 0; index < bodies.length; index += 1) {
      const entry = JSON.parse(bodies[index]!) as JournalEntry;
      replayEntry(exchange, entry);
      last = timeAfter(entry);
    }
    return last;
  } catch (cause) {
    if (cause instanceof ToolError && cause.kind === 'storage') throw cause;
    throw new ToolError({
      kind: 'storage',
      message: `The sandbox's journal ${path} can't be repeated: ${(cause as Error).message}.`,
      hint: 'Open it with the version that wrote it, or start over with: bourse sandbox reset',
      cause,
    });
  }
}

/** Returns the endpoints whose calls a journal holds; what else stands there is for `repeatAll` to judge. */
export function listEndpoints(bodies: readonly string[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const body of bodies) {
    // The first name in a record's call; nothing is parsed twice for it.
    const found = /"call":\{"endpoint":"([^"]+)"/.exec(body);
    if (found !== null) ids.add(found[1]!);
  }
  return ids;
}

/** Restores an exchange by replaying the entries of its journal in order. */

import { ToolError } from '../../core/errors.ts';
import { MINUTE_MS } from '../../core/time-units.ts';
import type { Market } from '../engine/market/market.ts';
import type { SandboxExchange } from '../exchange/open-exchange.ts';
import { replayEntry } from '../exchange/requests.ts';
import { type JournalEntry, timeAfter } from '../journal-entries.ts';

/**
 * The time in ms by which the machine's clock may have been set back for the exchange time to stand still
 * until the clock has caught up.
 */
const SET_BACK_MAX_MS = MINUTE_MS;

/** Returns how far (ms) the exchange clock must be advanced to continue from the last entry; 0 if not at all. */
export function clockLagMs(exchange: SandboxExchange, lastAt: number): number {
  const ms = lastAt - exchange.clock.now();
  return ms > SET_BACK_MAX_MS ? ms : 0;
}

/**
 * Returns the heading of a journal, its first record: format, version, seed and market model. The heading of
 * a journal with market model 1 has no field for the model, as before there was a second model.
 */
export function journalHeading({ seed, model }: Pick<Market, 'seed' | 'model'>): string {
  const marketModel = model === 1 ? {} : { marketModel: model };
  return JSON.stringify({ format: 'bourse sandbox journal', version: 2, seed, ...marketModel });
}

/**
 * The time in ms that replaying the journal and catching up with the due events may take; a start that took longer is
 * followed by a checkpoint, so that the next start doesn't.
 */
export const CATCH_UP_MAX_MS = 50;

/** Records of a journal: the heading and entries, or the entries after a checkpoint. */
export interface JournalRecords {
  readonly bodies: readonly string[];
  readonly hasHeading: boolean;
}

/** The result of a replay. */
export interface Replay {
  /** The exchange time (ms) after the last entry; 0 without entries. */
  readonly lastAt: number;
  /** How long the replay took, in ms. */
  readonly replayMs: number;
}

/**
 * Replays the records of a journal. Throws a ToolError of kind `storage` if another version wrote the journal or an
 * answer differs.
 */
export function replayRecords(
  exchange: SandboxExchange,
  path: string,
  { bodies, hasHeading }: JournalRecords,
): Replay {
  const { clock } = exchange;
  const startedMs = clock.monotonicMs();
  try {
    if (hasHeading && bodies[0] !== journalHeading(exchange.market)) {
      throw new Error('it was written by another version');
    }
    let last = 0;
    for (let index = hasHeading ? 1 : 0; index < bodies.length; index += 1) {
      const entry = JSON.parse(bodies[index]!) as JournalEntry;
      replayEntry(exchange, entry);
      last = timeAfter(entry);
    }
    return { lastAt: last, replayMs: clock.monotonicMs() - startedMs };
  } catch (cause) {
    if (cause instanceof ToolError && cause.kind === 'storage') throw cause;
    throw new ToolError({
      kind: 'storage',
      message: `The sandbox's journal ${path} can't be replayed: ${(cause as Error).message}.`,
      hint: 'Open it with the version that wrote it, or start over with: bourse sandbox reset',
      cause,
    });
  }
}

/** Returns the ids of the endpoints called in a journal; `replayRecords` checks the records themselves. */
export function listEndpoints(bodies: readonly string[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const body of bodies) {
    // The endpoint is the first field of a call, so that no record must be parsed twice.
    const found = /"call":\{"endpoint":"([^"]+)"/.exec(body);
    if (found !== null) ids.add(found[1]!);
  }
  return ids;
}

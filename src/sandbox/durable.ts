/** An exchange that outlives its process: what it acknowledged is there when it is opened again. */
import { ToolError } from '../core/errors.ts';
import type { Deed } from './deeds.ts';
import { command, createExchange, type ExchangeOptions, repeat, type SandboxExchange } from './exchange.ts';
import { JournalFile, readJournal } from './journal/file.ts';
import { journalPath } from './state.ts';

export interface DurableExchange {
  readonly exchange: SandboxExchange;
  /** Answers nothing more, and lets go of the journal once the disk has it. */
  close(): void;
}

/**
 * Opens the exchange of a seed that is kept in a folder, a new one where none is. The caller holds the folder's
 * lock. Throws a ToolError of kind `storage` for a journal that is damaged, or that this program can't repeat.
 */
export function openDurableExchange(folder: string, options: ExchangeOptions): DurableExchange {
  const path = journalPath(folder, options.seed);
  const journal = new JournalFile(path);
  const exchange = createExchange(options);
  try {
    if (journal.bodies.length === 0) journal.append(headingOf(options.seed));
    else repeatAll(exchange, path, journal.bodies);
  } catch (error) {
    journal.close();
    throw error;
  }
  exchange.keep = (deed) => journal.append(JSON.stringify(deed));
  const behindMs = behind(exchange, journal.bodies);
  if (behindMs > 0) command(exchange, { do: 'advance', ms: behindMs });
  return {
    exchange,
    close() {
      // Where its time went faster than the machine's, it goes on from there.
      const { drift } = exchange.time;
      if (exchange.broken === undefined && drift > 0) command(exchange, { do: 'advance', ms: drift });
      exchange.broken ??= new Error('it was closed');
      journal.close();
    },
  };
}

/**
 * Returns the exchange of a seed as it is kept in a folder, to be asked what is open to all. It holds no lock and
 * keeps nothing: what another process does from now on is not seen. Throws as `openDurableExchange` does.
 */
export function readDurableExchange(folder: string, options: ExchangeOptions): SandboxExchange {
  const path = journalPath(folder, options.seed);
  const exchange = createExchange(options);
  const bodies = readJournal(path);
  if (bodies.length > 0) repeatAll(exchange, path, bodies);
  const behindMs = behind(exchange, bodies);
  if (behindMs > 0) exchange.time.move(behindMs);
  exchange.keep = () => {
    throw new Error('this exchange is only read');
  };
  return exchange;
}

/** A clock that was set back by less is waited for: the exchange stands still meanwhile. */
const SET_BACK_MAX_MS = 60_000;

/** Returns how far the time must be moved ahead so that it goes on from the last deed; 0 where it does already. */
function behind(exchange: SandboxExchange, bodies: readonly string[]): number {
  const last = bodies.length < 2 ? undefined : (JSON.parse(bodies.at(-1)!) as Deed).at;
  const ms = last === undefined ? 0 : last - exchange.clock.now();
  return ms > SET_BACK_MAX_MS ? ms : 0;
}

/** The first record of a journal says what it is. */
function headingOf(seed: number): string {
  return JSON.stringify({ format: 'bourse sandbox journal', version: 2, seed });
}

function repeatAll(exchange: SandboxExchange, path: string, [heading, ...deeds]: readonly string[]): void {
  try {
    if (heading !== headingOf(exchange.seed)) throw new Error('it was written by another version');
    for (const deed of deeds) repeat(exchange, JSON.parse(deed) as Deed);
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

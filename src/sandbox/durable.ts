/** An exchange that outlives its process: what it acknowledged is there when it is opened again. */
import { command, createExchange, type ExchangeOptions, type SandboxExchange } from './exchange.ts';
import { JournalFile } from './journal/file.ts';
import { behind, headingOf, repeatAll } from './replay.ts';
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

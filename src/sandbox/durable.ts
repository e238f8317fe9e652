/** An exchange that outlives its process: what it acknowledged is there when it is opened again. */
import { ToolError } from '../core/errors.ts';
import type { Deed } from './deeds.ts';
import { createExchange, type ExchangeOptions, repeat, type SandboxExchange } from './exchange.ts';
import { JournalFile } from './journal/file.ts';
import { journalPath } from './state.ts';

/** The first record of a journal says what it is. */
interface Heading {
  readonly format: 'bourse sandbox journal';
  readonly version: 2;
  readonly seed: number;
}

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
    const [heading, ...deeds] = journal.bodies;
    const expected: Heading = { format: 'bourse sandbox journal', version: 2, seed: options.seed };
    if (heading === undefined) journal.append(JSON.stringify(expected));
    else if (heading !== JSON.stringify(expected)) throw new Error('it was written by another version');
    for (const deed of deeds) repeat(exchange, JSON.parse(deed) as Deed);
  } catch (cause) {
    journal.close();
    if (cause instanceof ToolError && cause.kind === 'storage') throw cause;
    throw new ToolError({
      kind: 'storage',
      message: `The sandbox's journal ${path} can't be repeated: ${(cause as Error).message}.`,
      hint: 'Open it with the version that wrote it, or start over with: bourse sandbox reset',
      cause,
    });
  }
  exchange.keep = (deed) => journal.append(JSON.stringify(deed));
  return {
    exchange,
    close() {
      exchange.broken ??= new Error('it was closed');
      journal.close();
    },
  };
}

/** The quick way to the exchange of a journal: its newest image that fits, and what was done since. */
import { PROGRAM } from '../../generated/program.ts';
import { ALL_ENGINES } from '../exchange/all-engines.ts';
import { createExchange, type ExchangeOptions, type SandboxExchange } from '../exchange/create-exchange.ts';
import { loadCheckpoint } from './checkpoint/exchange-checkpoint.ts';
import { CheckpointFiles, type FoundCheckpoint } from './checkpoint/files.ts';
import { type JournalPosition, PositionMismatch } from './journal/file.ts';
import { listEndpoints, replayRecords } from './replay.ts';
import { statePath } from './state-folder.ts';

/** An exchange as a journal left it. */
export interface RestoredExchange<J extends { readonly bodies: readonly string[] }> {
  readonly exchange: SandboxExchange;
  /** What was opened of the journal. */
  readonly journal: J;
  readonly checkpoint: FoundCheckpoint;
  /** The exchange's time after the last deed. */
  readonly lastAt: number;
  /** The endpoints of all calls so far. */
  readonly endpoints: Iterable<string>;
}

/** Returns the images of an exchange: of the same program, seed and options. */
export function checkpointFilesOf(
  folder: string,
  { seed, orderLimits }: Pick<ExchangeOptions, 'seed' | 'orderLimits'>,
  program: string = PROGRAM,
): CheckpointFiles {
  const options = JSON.stringify(orderLimits ?? {});
  return new CheckpointFiles(statePath(folder, seed), { program, seed, options });
}

/**
 * Returns the exchange of a journal by an image, or undefined where none leads there. `open` opens the journal from a
 * mark on, `drop` lets go of it again. Throws what `open` throws of a journal that is damaged.
 */
export function restoreFromCheckpoint<J extends { readonly bodies: readonly string[] }>(
  path: string,
  files: CheckpointFiles,
  options: ExchangeOptions,
  { open, close }: { readonly open: (from: JournalPosition) => J; readonly close?: (journal: J) => void },
): RestoredExchange<J> | undefined {
  for (const checkpoint of files.findValid()) {
    const { header: head, state, pages } = checkpoint;
    let journal: J;
    try {
      journal = open(head.journal);
    } catch (error) {
      if (error instanceof PositionMismatch) continue;
      throw error;
    }
    try {
      const exchange = createExchange(options);
      loadCheckpoint(exchange, state, pages, ALL_ENGINES);
      const { bodies } = journal;
      const lastAt = Math.max(head.lastAt, replayRecords(exchange, path, { bodies, hasHeading: false }));
      return {
        exchange,
        journal,
        checkpoint,
        lastAt,
        endpoints: [...head.endpoints, ...listEndpoints(bodies)],
      };
    } catch {
      // Whatever an image says, the journal knows better.
      close?.(journal);
    }
  }
  return undefined;
}

/** Restores an exchange from its newest valid checkpoint and the journal entries after it. */
import { PROGRAM } from '../../generated/program.ts';
import { ALL_ENGINES } from '../exchange/all-engines.ts';
import { createExchange, type ExchangeOptions, type SandboxExchange } from '../exchange/create-exchange.ts';
import { loadCheckpoint } from './checkpoint/exchange-checkpoint.ts';
import { CheckpointFiles, type FoundCheckpoint } from './checkpoint/files.ts';
import { type JournalPosition, PositionMismatch } from './journal/file.ts';
import { marketModelOf } from './market-model.ts';
import { listEndpoints, type Replay, replayRecords } from './replay.ts';
import { statePath } from './state-folder.ts';

/** An exchange restored from a checkpoint. */
export interface RestoredExchange<J extends { readonly bodies: readonly string[] }> extends Replay {
  readonly exchange: SandboxExchange;
  /** The journal, opened at the position of the checkpoint. */
  readonly journal: J;
  readonly checkpoint: FoundCheckpoint;
  /** The ids of the endpoints of all journaled calls. */
  readonly endpoints: Iterable<string>;
}

/** Returns the checkpoint files of sandboxes that have the same program version, seed and options as this one. */
export function checkpointFilesOf(
  folder: string,
  { seed, orderLimits, marketModel }: Pick<ExchangeOptions, 'seed' | 'orderLimits' | 'marketModel'>,
  program: string = PROGRAM,
): CheckpointFiles {
  const model = marketModelOf(folder, seed, marketModel);
  const options = JSON.stringify({ ...orderLimits, marketModel: model });
  return new CheckpointFiles(statePath(folder, seed), { program, seed, options });
}

/**
 * Restores the exchange of a journal from a checkpoint; returns undefined if no checkpoint is valid. `open` opens the
 * journal at a position, `close` closes it again. Throws what `open` throws for a damaged journal.
 */
export function restoreFromCheckpoint<J extends { readonly bodies: readonly string[] }>(
  path: string,
  files: CheckpointFiles,
  options: ExchangeOptions,
  { open, close }: { readonly open: (from: JournalPosition) => J; readonly close?: (journal: J) => void },
): RestoredExchange<J> | undefined {
  for (const checkpoint of files.findValid()) {
    const { header, state, pages } = checkpoint;
    let journal: J;
    try {
      journal = open(header.journal);
    } catch (error) {
      if (error instanceof PositionMismatch) continue;
      throw error;
    }
    try {
      const exchange = createExchange(options);
      loadCheckpoint(exchange, state, pages, ALL_ENGINES);
      const { bodies } = journal;
      const { lastAt, replayMs } = replayRecords(exchange, path, { bodies, hasHeading: false });
      return {
        exchange,
        journal,
        checkpoint,
        lastAt: Math.max(header.lastAt, lastAt),
        replayMs,
        endpoints: [...header.endpoints, ...listEndpoints(bodies)],
      };
    } catch {
      // If the checkpoint does not fit the exchange, the journal alone decides the state.
      close?.(journal);
    }
  }
  return undefined;
}

/** An exchange that is saved on disk: every change that was answered is present when it is opened again. */

import { createExchange, type ExchangeOptions, type SandboxExchange } from '../exchange/create-exchange.ts';
import { runAdminCommand, runDueEvents } from '../exchange/requests.ts';
import { timeAfter } from '../journal-entries.ts';
import { BackgroundWork } from './checkpoint/background-work.ts';
import { takeCheckpoint } from './checkpoint/exchange-checkpoint.ts';
import { JournalFile } from './journal/file.ts';
import { marketModelOf } from './market-model.ts';
import { CATCH_UP_MAX_MS, clockLagMs, journalHeading, listEndpoints, replayRecords } from './replay.ts';
import { checkpointFilesOf, restoreFromCheckpoint } from './restore.ts';
import { journalPath } from './state-folder.ts';

export interface DurableExchange {
  readonly exchange: SandboxExchange;
  /** Stops answering, and closes the journal after it was synced to disk. */
  close(): void;
}

/** Options of checkpoints; the defaults are for normal use, others for tests. */
export interface DurableOptions {
  /** The number of journal entries after which a checkpoint is written; 0 for never, also not after a slow start. */
  readonly checkpointEvery?: number;
  /** Whether a checkpoint is complete before the next call is answered; otherwise it is written in the background. */
  readonly isCheckpointSynchronous?: boolean;
  /** The program id: only checkpoints of the same program are restored. */
  readonly program?: string;
}

/**
 * The default number of journal entries between checkpoints: replaying as many takes half a second, so that
 * no start takes longer.
 */
const CHECKPOINT_EVERY = 20_000;

/**
 * The number of new entries below which no checkpoint is written on close: replaying an entry takes about 30
 * µs.
 */
const CHECKPOINT_AT_CLOSE = 1000;

/**
 * Opens the saved exchange of a seed in a folder, or a new one. The caller holds the lock of the folder. Throws a
 * ToolError of kind `storage` if the journal is damaged or this program can't replay it, and a usage error if the saved
 * exchange has another market model than requested.
 */
export function openDurableExchange(
  folder: string,
  requestedOptions: ExchangeOptions,
  { checkpointEvery = CHECKPOINT_EVERY, isCheckpointSynchronous = false, program }: DurableOptions = {},
): DurableExchange {
  const { seed, marketModel } = requestedOptions;
  const options = { ...requestedOptions, marketModel: marketModelOf(folder, seed, marketModel) };
  const path = journalPath(folder, seed);
  const files = checkpointFilesOf(folder, options, program);
  const opened =
    restoreFromCheckpoint(path, files, options, {
      open: (from) => new JournalFile(path, undefined, from),
      close: (journal) => journal.close(),
    }) ?? openByReplay(path, options);
  const { exchange, journal, checkpoint } = opened;
  const endpoints = new Set(opened.endpoints);
  let { lastAt } = opened;
  let entriesSinceCheckpoint = journal.bodies.length;
  files.continueFrom(checkpoint);
  const checkpointWork = new BackgroundWork();
  const writeCheckpoint = () => {
    entriesSinceCheckpoint = 0;
    const progress = { journal: journal.position, lastAt, endpoints: [...endpoints] };
    checkpointWork.start(files.write(progress, (pages) => takeCheckpoint(exchange, pages)));
    if (isCheckpointSynchronous) checkpointWork.finish();
  };
  exchange.appendEntry = (entry) => {
    journal.append(JSON.stringify(entry));
    lastAt = timeAfter(entry);
    if ('call' in entry) endpoints.add(entry.call.endpoint);
    entriesSinceCheckpoint += 1;
    if (checkpointEvery > 0 && entriesSinceCheckpoint >= checkpointEvery) writeCheckpoint();
  };
  if (lastAt > 0) exchange.clock.resumeSteppedTime(lastAt);
  const replayedMs = exchange.clock.monotonicMs();
  const lagMs = clockLagMs(exchange, lastAt);
  if (lagMs > 0) runAdminCommand(exchange, { do: 'advance', ms: lagMs });
  runDueEvents(exchange, exchange.clock.now());
  const catchUpMs = opened.replayMs + exchange.clock.monotonicMs() - replayedMs;
  const hasPast = opened.lastAt > 0;
  if (checkpointEvery > 0 && hasPast && catchUpMs > CATCH_UP_MAX_MS) writeCheckpoint();
  return {
    exchange,
    close() {
      // A clock that ran faster than the machine's continues from its time at the next start.
      const { drift } = exchange.clock;
      const isUsable = exchange.failure === undefined;
      // The time of a stepped clock is saved even if nothing else was done.
      if (isUsable && exchange.clock.isStepped && lastAt === 0)
        runAdminCommand(exchange, { do: 'advance', ms: 1 });
      if (isUsable && drift > 0) runAdminCommand(exchange, { do: 'advance', ms: drift });
      if (
        isUsable &&
        checkpointEvery > 0 &&
        entriesSinceCheckpoint >= Math.min(checkpointEvery, CHECKPOINT_AT_CLOSE)
      )
        writeCheckpoint();
      checkpointWork.finish();
      exchange.failure ??= new Error('it was closed');
      journal.close();
    },
  };
}

/** Opens the journal and replays all of it. */
function openByReplay(path: string, options: ExchangeOptions) {
  const journal = new JournalFile(path);
  try {
    const { bodies } = journal;
    const exchange = createExchange(options);
    if (bodies.length === 0) journal.append(journalHeading(exchange.market));
    const replay = replayRecords(exchange, path, { bodies, hasHeading: bodies.length > 0 });
    return { exchange, journal, checkpoint: undefined, ...replay, endpoints: listEndpoints(bodies) };
  } catch (error) {
    journal.close();
    throw error;
  }
}

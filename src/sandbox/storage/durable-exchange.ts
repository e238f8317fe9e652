/** An exchange that outlives its process: what it acknowledged is there when it is opened again. */

import {
  command,
  createExchange,
  type ExchangeOptions,
  type SandboxExchange,
} from '../exchange/create-exchange.ts';
import { timeAfter } from '../journal-entries.ts';
import { BackgroundWork } from './checkpoint/background-work.ts';
import { takeCheckpoint } from './checkpoint/exchange-checkpoint.ts';
import { JournalFile } from './journal/file.ts';
import { clockLagMs, journalHeading, listEndpoints, replayRecords } from './replay.ts';
import { checkpointFilesOf, restoreFromCheckpoint } from './restore.ts';
import { journalPath } from './state-folder.ts';

export interface DurableExchange {
  readonly exchange: SandboxExchange;
  /** Answers nothing more, and lets go of the journal once the disk has it. */
  close(): void;
}

/** How an exchange is kept, where it is not as usual. */
export interface DurableOptions {
  /** An image is written after so many deeds; 0 for none at all. */
  readonly checkpointEvery?: number;
  /** Whether an image is written whole before its deed is answered; otherwise while the exchange goes on. */
  readonly isCheckpointSynchronous?: boolean;
  /** Which program writes images and trusts its own. */
  readonly program?: string;
}

/** Doing so many deeds again takes half a second: no start waits longer for what no image holds. */
const CHECKPOINT_EVERY = 20_000;

/** Fewer are done again at the next start rather than held up at an end: each takes some 30 µs. */
const CHECKPOINT_AT_CLOSE = 1000;

/**
 * Opens the exchange of a seed that is kept in a folder, a new one where none is. The caller holds the folder's
 * lock. Throws a ToolError of kind `storage` for a journal that is damaged, or that this program can't repeat.
 */
export function openDurableExchange(
  folder: string,
  options: ExchangeOptions,
  {
    checkpointEvery: imageEvery = CHECKPOINT_EVERY,
    isCheckpointSynchronous: isImagedAtOnce = false,
    program,
  }: DurableOptions = {},
): DurableExchange {
  const path = journalPath(folder, options.seed);
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
    if (isImagedAtOnce) checkpointWork.finish();
  };
  exchange.appendEntry = (entry) => {
    journal.append(JSON.stringify(entry));
    lastAt = timeAfter(entry);
    if ('call' in entry) endpoints.add(entry.call.endpoint);
    entriesSinceCheckpoint += 1;
    if (imageEvery > 0 && entriesSinceCheckpoint >= imageEvery) writeCheckpoint();
  };
  if (lastAt > 0) exchange.time.resumeSteppedTime(lastAt);
  const lagMs = clockLagMs(exchange, lastAt);
  if (lagMs > 0) command(exchange, { do: 'advance', ms: lagMs });
  return {
    exchange,
    close() {
      // Where its time went faster than the machine's, it goes on from there.
      const { drift } = exchange.time;
      const isUsable = exchange.failure === undefined;
      // A time that stands is there again, also where nothing else was done.
      if (isUsable && exchange.time.isStepped && lastAt === 0) command(exchange, { do: 'advance', ms: 1 });
      if (isUsable && drift > 0) command(exchange, { do: 'advance', ms: drift });
      if (isUsable && imageEvery > 0 && entriesSinceCheckpoint >= Math.min(imageEvery, CHECKPOINT_AT_CLOSE))
        writeCheckpoint();
      checkpointWork.finish();
      exchange.failure ??= new Error('it was closed');
      journal.close();
    },
  };
}

/** Opens the journal and does all again that it holds. */
function openByReplay(path: string, options: ExchangeOptions) {
  const journal = new JournalFile(path);
  try {
    const { bodies } = journal;
    const exchange = createExchange(options);
    if (bodies.length === 0) journal.append(journalHeading(options.seed));
    const lastAt = replayRecords(exchange, path, { bodies, hasHeading: bodies.length > 0 });
    return { exchange, journal, checkpoint: undefined, lastAt, endpoints: listEndpoints(bodies) };
  } catch (error) {
    journal.close();
    throw error;
  }
}

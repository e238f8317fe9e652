/** An exchange that outlives its process: what it acknowledged is there when it is opened again. */

import { command, createExchange, type ExchangeOptions, type SandboxExchange } from '../exchange.ts';
import { timeAfter } from '../operations.ts';
import { Underway } from './checkpoint/background-work.ts';
import { imageOf } from './checkpoint/exchange-checkpoint.ts';
import { JournalFile } from './journal/file.ts';
import { behind, endpointsIn, headingOf, repeatAll } from './replay.ts';
import { imagesOf, resumed } from './restore.ts';
import { journalPath } from './state-folder.ts';

export interface DurableExchange {
  readonly exchange: SandboxExchange;
  /** Answers nothing more, and lets go of the journal once the disk has it. */
  close(): void;
}

/** How an exchange is kept, where it is not as usual. */
export interface Keep {
  /** An image is written after so many deeds; 0 for none at all. */
  readonly imageEvery?: number;
  /** Whether an image is written whole before its deed is answered; otherwise while the exchange goes on. */
  readonly isImagedAtOnce?: boolean;
  /** Which program writes images and trusts its own. */
  readonly program?: string;
}

/** Doing so many deeds again takes half a second: no start waits longer for what no image holds. */
const IMAGE_EVERY = 20_000;

/** Fewer are done again at the next start rather than held up at an end: each takes some 30 µs. */
const IMAGE_AT_END = 1000;

/**
 * Opens the exchange of a seed that is kept in a folder, a new one where none is. The caller holds the folder's
 * lock. Throws a ToolError of kind `storage` for a journal that is damaged, or that this program can't repeat.
 */
export function openDurableExchange(
  folder: string,
  options: ExchangeOptions,
  { imageEvery = IMAGE_EVERY, isImagedAtOnce = false, program }: Keep = {},
): DurableExchange {
  const path = journalPath(folder, options.seed);
  const files = imagesOf(folder, options, program);
  const found =
    resumed(path, files, options, {
      open: (from) => new JournalFile(path, undefined, from),
      drop: (journal) => journal.close(),
    }) ?? repeated(path, options);
  const { exchange, journal, image } = found;
  const endpoints = new Set(found.endpoints);
  let { lastAt } = found;
  let since = journal.bodies.length;
  files.goOn(image);
  const writing = new Underway();
  const write = () => {
    since = 0;
    const done = { journal: journal.mark, lastAt, endpoints: [...endpoints] };
    writing.begin(files.write(done, (pages) => imageOf(exchange, pages)));
    if (isImagedAtOnce) writing.finish();
  };
  exchange.keep = (deed) => {
    journal.append(JSON.stringify(deed));
    lastAt = timeAfter(deed);
    if ('call' in deed) endpoints.add(deed.call.endpoint);
    since += 1;
    if (imageEvery > 0 && since >= imageEvery) write();
  };
  if (lastAt > 0) exchange.time.standAt(lastAt);
  const behindMs = behind(exchange, lastAt);
  if (behindMs > 0) command(exchange, { do: 'advance', ms: behindMs });
  return {
    exchange,
    close() {
      // Where its time went faster than the machine's, it goes on from there.
      const { drift } = exchange.time;
      const isWhole = exchange.broken === undefined;
      // A time that stands is there again, also where nothing else was done.
      if (isWhole && exchange.time.isStepped && lastAt === 0) command(exchange, { do: 'advance', ms: 1 });
      if (isWhole && drift > 0) command(exchange, { do: 'advance', ms: drift });
      if (isWhole && imageEvery > 0 && since >= Math.min(imageEvery, IMAGE_AT_END)) write();
      writing.finish();
      exchange.broken ??= new Error('it was closed');
      journal.close();
    },
  };
}

/** Opens the journal and does all again that it holds. */
function repeated(path: string, options: ExchangeOptions) {
  const journal = new JournalFile(path);
  try {
    const { bodies } = journal;
    const exchange = createExchange(options);
    if (bodies.length === 0) journal.append(headingOf(options.seed));
    const lastAt = repeatAll(exchange, path, { bodies, hasHeading: bodies.length > 0 });
    return { exchange, journal, image: undefined, lastAt, endpoints: endpointsIn(bodies) };
  } catch (error) {
    journal.close();
    throw error;
  }
}

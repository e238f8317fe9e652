/** The quick way to the exchange of a journal: its newest image that fits, and what was done since. */
import { PROGRAM } from '../../generated/program.ts';
import { createExchange, type ExchangeOptions, type SandboxExchange } from '../exchange.ts';
import { ALL_PARTS } from '../part-registry.ts';
import { loadImage } from './checkpoint/exchange-checkpoint.ts';
import { type FoundImage, ImageFiles } from './checkpoint/files.ts';
import { ForeignMark, type JournalMark } from './journal/file.ts';
import { endpointsIn, repeatAll } from './replay.ts';
import { statePath } from './state-folder.ts';

/** An exchange as a journal left it. */
export interface Resumed<J extends { readonly bodies: readonly string[] }> {
  readonly exchange: SandboxExchange;
  /** What was opened of the journal. */
  readonly journal: J;
  readonly image: FoundImage;
  /** The exchange's time after the last deed. */
  readonly lastAt: number;
  /** The endpoints of all calls so far. */
  readonly endpoints: Iterable<string>;
}

/** Returns the images of an exchange: of the same program, seed and options. */
export function imagesOf(
  folder: string,
  { seed, orderLimits }: Pick<ExchangeOptions, 'seed' | 'orderLimits'>,
  program: string = PROGRAM,
): ImageFiles {
  const options = JSON.stringify(orderLimits ?? {});
  return new ImageFiles(statePath(folder, seed), { program, seed, options });
}

/**
 * Returns the exchange of a journal by an image, or undefined where none leads there. `open` opens the journal from a
 * mark on, `drop` lets go of it again. Throws what `open` throws of a journal that is damaged.
 */
export function resumed<J extends { readonly bodies: readonly string[] }>(
  path: string,
  files: ImageFiles,
  options: ExchangeOptions,
  { open, drop }: { readonly open: (from: JournalMark) => J; readonly drop?: (journal: J) => void },
): Resumed<J> | undefined {
  for (const image of files.found()) {
    const { head, state, pages } = image;
    let journal: J;
    try {
      journal = open(head.journal);
    } catch (error) {
      if (error instanceof ForeignMark) continue;
      throw error;
    }
    try {
      const exchange = createExchange(options);
      loadImage(exchange, state, pages, ALL_PARTS);
      const { bodies } = journal;
      const lastAt = Math.max(head.lastAt, repeatAll(exchange, path, { bodies, hasHeading: false }));
      return { exchange, journal, image, lastAt, endpoints: [...head.endpoints, ...endpointsIn(bodies)] };
    } catch {
      // Whatever an image says, the journal knows better.
      drop?.(journal);
    }
  }
  return undefined;
}

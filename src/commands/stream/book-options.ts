/** Reads the options of `stream book`: symbols, levels and interval. */
import type { Stream } from '../../catalogue/stream-types.ts';
import { BOOK_ACCESS, STREAMS } from '../../catalogue/streams.ts';
import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { parseDuration } from '../../core/time.ts';
import { streamName } from '../../request/stream-name.ts';
import type { CommandCall } from '../types.ts';
import { type EndConditions, readEndConditions } from './end-conditions.ts';
import { assertCanDraw } from './watch-table.ts';

export type BookProduct = keyof typeof BOOK_ACCESS;

const LEVELS_DEFAULT = 10;
const LEVELS_ALL = 100_000;

export interface BookOptions {
  readonly product: BookProduct;
  readonly stream: Stream;
  /** Symbols by stream name. */
  readonly symbols: ReadonlyMap<string, string>;
  readonly levels: number;
  /** The interval between output lines in ms; undefined if a line is written at each change. */
  readonly everyMs: number | undefined;
  readonly isWatched: boolean;
  readonly endConditions: EndConditions;
}

/** Returns the options of `stream book`. Throws a usage error if one is invalid. */
export function readBookOptions(call: CommandCall): BookOptions {
  const { options, positionals } = call;
  const product = (options['on'] ?? 'spot') as BookProduct;
  const stream = STREAMS.find(({ id }) => id === BOOK_ACCESS[product].stream)!;
  const speed = (options['speed'] as string | undefined) ?? '100ms';
  const words = (positionals['symbols'] as readonly string[])
    .flatMap((one) => one.split(','))
    .filter(Boolean);
  if (words.length === 0) throw usageError('stream book requires symbols such as BTCUSDT.');
  const symbols = new Map(
    words.map((symbol) => [streamName(stream, { symbol, speed }), symbol.toUpperCase()]),
  );
  const isWatched = options['watch'] === true;
  if (isWatched && options['record'] === undefined) assertCanDraw(call);
  const unused = ['where', 'time'].find((name) => options[name] !== undefined);
  if (isWatched && unused !== undefined)
    throw usageError(
      `--watch draws whole books: --${unused} does not apply.`,
      `Omit --${unused} or --watch.`,
    );
  const everyMs = readInterval(options['every']);
  return {
    product,
    stream,
    symbols,
    levels: readLevels(options['levels']),
    everyMs,
    isWatched,
    endConditions: readEndConditions(call),
  };
}

function readLevels(text: CommandCall['options'][string]): number {
  if (typeof text !== 'string') return LEVELS_DEFAULT;
  if (text === 'all') return LEVELS_ALL;
  if (/^\d{1,4}$/.test(text) && Number(text) > 0) return Number(text);
  throw usageError(`--levels must be 1 to 9999 or all, was "${safeText(text.slice(0, 40))}".`);
}

function readInterval(text: CommandCall['options'][string]): number | undefined {
  if (typeof text !== 'string') return undefined;
  const ms = parseDuration(text);
  if (ms !== undefined && ms > 0) return ms;
  throw usageError(`--every must be a duration such as 1s or 250ms, was "${safeText(text.slice(0, 40))}".`);
}

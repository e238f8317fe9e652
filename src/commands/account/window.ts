/** Reads the options of reports that choose a time window and a product. */
import { usageError } from '../../core/errors.ts';
import { listWords, safeText } from '../../core/text.ts';
import { formatTime, parseTime } from '../../core/time.ts';
import type { UnixMs } from '../../core/words.ts';
import type { CommandCall } from '../types.ts';
import { REPORT_PRODUCTS, type ReportProduct } from './report-options.ts';

/** A time window; a missing end is open. */
export interface ReportWindow {
  readonly since: UnixMs | undefined;
  readonly until: UnixMs | undefined;
}

/** A time window that begins at a known time. */
export interface BoundedWindow extends ReportWindow {
  readonly since: UnixMs;
}

/** Reads --on; spot if it is omitted. */
export function readProduct({ options }: CommandCall): ReportProduct {
  return REPORT_PRODUCTS.find((product) => product === options['on']) ?? 'spot';
}

/** Reads --start and --end. Throws a usage error for what is no time, and for a window that ends before it begins. */
export function readWindow(call: CommandCall): ReportWindow {
  const since = readTime(call, ['start', 'since']);
  const until = readTime(call, ['end', 'until']);
  if (since !== undefined && until !== undefined && since > until)
    throw usageError('The start must not be after the end.', 'Exchange the two times.');
  return { since, until };
}

/** Returns a window in words, such as "since 2024-01-31 00:00:00Z", for what a report covers. */
export function windowWords({ since, until }: ReportWindow): string {
  const start = since === undefined ? 'since the account was opened' : `since ${formatTime(since)}`;
  return until === undefined ? start : `${start}, until ${formatTime(until)}`;
}

/** Reads a time from the option that was typed of two that mean the same. */
function readTime({ options, services }: CommandCall, names: readonly string[]): UnixMs | undefined {
  const typed = names.filter((name) => options[name] !== undefined);
  if (typed.length > 1)
    throw usageError(`${listWords(names.map((name) => `--${name}`))} mean the same.`, `Omit --${typed[1]}.`);
  const [name] = typed;
  if (name === undefined) return undefined;
  const text = options[name];
  const time = typeof text === 'string' ? parseTime(text, services.world.clock.now()) : undefined;
  if (time !== undefined) return time;
  throw usageError(
    `--${name} must be a time, was "${safeText(String(text).slice(0, 40))}".`,
    'Write 2024-01-31, 2024-01-31T13:00Z, 1706706000000 (ms), 3d or now-1h.',
  );
}

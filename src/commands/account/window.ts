/** The options of account commands that choose a time window, and how they are read. */
import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { parseTime } from '../../core/time.ts';
import type { UnixMs } from '../../core/words.ts';
import type { CommandCall, OptionSpec } from '../types.ts';

export const sinceOption: OptionSpec = {
  name: 'since',
  value: 'time',
  about: 'Only from this time on, such as 2026-01-01 or -30d',
};
export const untilOption: OptionSpec = { name: 'until', value: 'time', about: 'Only up to this time' };

/** A time window; a missing end is open. */
export interface ReportWindow {
  readonly since: UnixMs | undefined;
  readonly until: UnixMs | undefined;
}

/** Reads --since and --until. Throws a usage error for what is no time, and for a window that ends before it begins. */
export function readWindow({ options, services }: CommandCall): ReportWindow {
  const now = services.world.clock.now();
  const since = readTime('--since', options['since'], now);
  const until = readTime('--until', options['until'], now);
  if (since !== undefined && until !== undefined && since > until)
    throw usageError('--since must not be after --until.', 'Exchange the two times.');
  return { since, until };
}

function readTime(name: string, text: CommandCall['options'][string], now: UnixMs): UnixMs | undefined {
  if (text === undefined) return undefined;
  const time = typeof text === 'string' ? parseTime(text, now) : undefined;
  if (time !== undefined) return time;
  throw usageError(
    `${name} must be a time, was "${safeText(String(text).slice(0, 40))}".`,
    'Write 2024-01-31, 2024-01-31T13:00Z, 1706706000000 (ms), -3d or now-1h.',
  );
}

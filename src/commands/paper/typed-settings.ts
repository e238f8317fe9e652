/** Settings of a paper ledger that are typed as options. */
import { usageError } from '../../core/errors.ts';
import type { JsonObject, JsonValue } from '../../core/words.ts';
import { BadRecord } from '../../paper/scenario/faults.ts';
import type { CommandCall } from '../types.ts';

/** The settings that are integers; all others are texts. */
const WHOLE_NUMBERS: ReadonlySet<string> = new Set([
  'version',
  'start',
  'latency_ms',
  'max_wait_ms',
  'book_max_age_ms',
  'equity_every_ms',
]);

/** Returns the settings of --cash and --set. `names` are those that an error lists. */
export function typedSettings(options: CommandCall['options'], names: readonly string[]): JsonObject {
  const members: Record<string, JsonValue> = {};
  if (typeof options['cash'] === 'string') members['cash'] = options['cash'];
  for (const word of (options['set'] as readonly string[] | undefined) ?? []) {
    const at = word.indexOf('=');
    if (at <= 0) throw usageError(`Expected --set key=value, found ${word}.`, `Keys: ${names.join(', ')}.`);
    const [key, value] = [word.slice(0, at), word.slice(at + 1)];
    members[key] = WHOLE_NUMBERS.has(key) && /^\d{1,15}$/.test(value) ? Number(value) : value;
  }
  return members;
}

/** Returns the usage error of a setting with a fault; any other error as it is. */
export function settingError(error: unknown): unknown {
  if (!(error instanceof BadRecord)) return error;
  const { path, expected, found } = error.fault;
  return usageError(
    `Expected for the setting ${path.slice(1)} ${expected}, found ${found}.`,
    'docs/paper.md lists the settings.',
  );
}

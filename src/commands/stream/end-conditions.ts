/**
 * The conditions that end a stream command: a duration, a time, a number of messages, Ctrl-C, or a closed
 * reader of stdout.
 */
import type { World } from '../../app/world.ts';
import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { parseDuration, parseTime } from '../../core/time.ts';
import type { CommandCall } from '../types.ts';

export interface EndConditions {
  /** Aborted when the stream must end. */
  readonly signal: AbortSignal;
  /** The number of messages after which the command ends; undefined for no limit. */
  readonly count: number | undefined;
  /** Ends the stream now. */
  end(): void;
}

/** Returns the end conditions of the options. Throws a usage error for an invalid one. */
export function readEndConditions({
  options,
  services,
}: Pick<CommandCall, 'options' | 'services'>): EndConditions {
  const { world } = services;
  const own = new AbortController();
  const signal = AbortSignal.any([own.signal, world.interrupt]);
  const remainingMs = readRemainingTime(options, world);
  if (remainingMs !== undefined) {
    world.clock.sleep(remainingMs, signal).then(
      () => own.abort(),
      () => {},
    );
  }
  return { signal, count: wholeNumber('--count', options['count']), end: () => own.abort() };
}

function readRemainingTime(options: CommandCall['options'], { clock }: World): number | undefined {
  const span = options['for'];
  const until = options['until'];
  if (typeof span === 'string') {
    const ms = parseDuration(span);
    if (ms === undefined || ms <= 0)
      throw usageError(`--for must be a duration such as 30s or 5m, was "${quoted(span)}".`);
    if (until !== undefined) throw usageError('--for and --until exclude each other: give only one of them.');
    return ms;
  }
  if (typeof until !== 'string') return undefined;
  const moment = parseTime(until, clock.now());
  if (moment === undefined || moment <= clock.now()) {
    throw usageError(
      `--until must be a time in the future, such as +5m or 2030-01-01T00:00:00Z, was "${quoted(until)}".`,
    );
  }
  return moment - clock.now();
}

function wholeNumber(name: string, text: CommandCall['options'][string]): number | undefined {
  if (typeof text !== 'string') return undefined;
  if (/^\d{1,15}$/.test(text) && Number(text) > 0) return Number(text);
  throw usageError(`${name} must be a whole number above 0, was "${quoted(text)}".`);
}

function quoted(text: string): string {
  return safeText(text.slice(0, 40));
}

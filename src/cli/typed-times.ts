/** Times as typed: the zone of `--zone`, and the start and end that `--during` stands for. */
import type { World } from '../app/world.ts';
import { flagOf } from '../commands/command-text.ts';
import type { TypedArgument } from '../commands/types.ts';
import { usageError } from '../core/errors.ts';
import { safeText } from '../core/text.ts';
import { type Period, parsePeriod, parseTime } from '../core/time.ts';
import { findTimeZone, type TimeZone, UTC } from '../core/time-zone.ts';
import type { UnixMs } from '../core/words.ts';
import type { CommandLine } from './arguments.ts';

/** Returns the zone of `--zone`; undefined without the option. Throws a usage error for an unknown zone. */
export function chosenZone({ options }: CommandLine, { facts }: World): TimeZone | undefined {
  const typed = options['zone'];
  if (typeof typed !== 'string') return undefined;
  const found = findTimeZone(typed.toLowerCase() === 'local' ? facts.timeZone() : typed);
  if (found !== undefined) return found;
  throw usageError(
    `--zone must be local, UTC or a time zone of the time zone database, was "${safeText(typed.slice(0, 40))}".`,
    'Example: --zone Europe/Berlin',
  );
}

/**
 * Returns the command line with `--during` replaced by a start and an end, and with times that have no zone of their
 * own read in `zone`. Throws a usage error for a period that cannot be read, or that was typed beside a start or an end.
 */
export function withTimes(line: CommandLine, now: UnixMs, zone: TimeZone = UTC): CommandLine {
  const inZone = zone === UTC ? line : withTimesIn(line, now, zone);
  const typed = line.options['during'];
  return typeof typed === 'string' ? withPeriod(inZone, typed, readPeriod(typed, now, zone)) : inZone;
}

function readPeriod(text: string, now: UnixMs, zone: TimeZone): Period {
  const period = parsePeriod(text, now, zone);
  if (period !== undefined) return period;
  throw usageError(
    `--during must be a period, was "${safeText(text.slice(0, 60))}".`,
    'Write 2024, 2024-01, 2024-01-31, yesterday, 7d (the last 7 days), 3months or 2024-01-01/2024-02-01, whose end comes later.',
  );
}

/** Returns the command line with this start and this end: of the endpoint's parameters, else of the command's options. */
function withPeriod(line: CommandLine, typed: string, { start, end }: Period): CommandLine {
  const { endpoint, given, options } = line;
  const names = Object.keys(endpoint?.params ?? {});
  const [from, to] = ['start', 'end'].map((flag) => names.find((name) => flagOf(name) === flag));
  const typedFlags = [...given.map(({ name }) => flagOf(name)), ...Object.keys(options)];
  const other = typedFlags.find((flag) => flag === 'start' || flag === 'end');
  if (other !== undefined)
    throw usageError(
      `--during sets the start and the end: --${other} does not go with it.`,
      `Omit --${other}, or write --start and --end in place of --during ${safeText(typed.slice(0, 60))}.`,
    );
  if (from === undefined || to === undefined)
    return { ...line, options: { ...options, start: isoText(start), end: isoText(end) } };
  // The exchange includes the last millisecond of a window.
  const both = [
    { name: from, text: isoText(start) },
    { name: to, text: isoText(end - 1) },
  ];
  const order = (one: TypedArgument) => names.indexOf(one.name);
  return { ...line, given: [...given, ...both].sort((a, b) => order(a) - order(b)) };
}

/** Returns the command line with every time that is read in a zone written in UTC. */
function withTimesIn(line: CommandLine, now: UnixMs, zone: TimeZone): CommandLine {
  // Spans before now, Unix times and times with a zone of their own are the same in every zone.
  const read = (text: string) => {
    const time = parseTime(text, now, zone);
    return time === undefined || time === parseTime(text, now) ? text : isoText(time);
  };
  const own = (line.verb.options ?? []).filter(({ value }) => value === 'time').map(({ name }) => name);
  return {
    ...line,
    given: line.given.map((one) =>
      line.endpoint?.params[one.name]?.unit === 'ms' ? { ...one, text: read(one.text) } : one,
    ),
    options: Object.fromEntries(
      Object.entries(line.options).map(([name, value]) => [
        name,
        own.includes(name) && typeof value === 'string' ? read(value) : value,
      ]),
    ),
  };
}

function isoText(time: number): string {
  return new Date(time).toISOString();
}

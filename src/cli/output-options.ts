/** The output of a command as its global options ask for it: format, fields, colours, and the rows that are shown. */
import type { World } from '../app/world.ts';
import { isWriteEffect } from '../catalogue/define.ts';
import type { OutputFormat } from '../commands/types.ts';
import { usageError } from '../core/errors.ts';
import { safeText } from '../core/text.ts';
import type { TimeForm } from '../core/time-units.ts';
import { type TimeZone, UTC } from '../core/time-zone.ts';
import type { UnixMs } from '../core/words.ts';
import type { CommandLine } from './arguments.ts';
import { CHOICE_OPTIONS, rejectedOutputOptions } from './globals.ts';
import type { RowChoice } from './output/choice.ts';
import type { OutputOptions } from './output/output.ts';
import { PLAIN_PAINT } from './output/plain-paint.ts';
import type { TimeStyle } from './output/times.ts';

/** Returns how the output of a command is written. Throws a usage error for an option that does not apply to it. */
export async function outputOptions(
  line: CommandLine,
  world: World,
): Promise<Omit<OutputOptions, 'isQuiet' | 'choice' | 'times'>> {
  rejectOutputOptions(line);
  return {
    ...outputFormat(line, world),
    fields: fieldNames(line, 'fields'),
    paint: await choosePaint(line.options['color'], world.stdout.isTerminal, world),
    hasHeader: line.options['no-header'] !== true,
    isPaged: line.options['no-pager'] !== true,
  };
}

/**
 * Returns which rows of a list are shown, and in which order; undefined if all are. Throws a usage error for a
 * condition, field or number that cannot be read, and for a command that sends a write, whose answer is shown whole.
 */
export async function rowChoice(
  line: CommandLine,
  now: UnixMs,
  zone: TimeZone | undefined,
): Promise<RowChoice | undefined> {
  const typed = typedChoices(line);
  if (typed.length === 0) return undefined;
  if (line.endpoint !== undefined && isWriteEffect(line.endpoint.effect))
    throw usageError(
      `${commandText(line)} shows the whole answer: --${typed[0]} does not apply.`,
      `Omit --${typed[0]}.`,
    );
  const { options } = line;
  if (options['desc'] === true && !typed.includes('sort'))
    throw usageError('--desc sorts nothing without --sort.', 'Example: --sort quoteVolume --desc');
  const { RowChoice } = await import('./output/choice.ts');
  const where = typed.includes('where') ? (options['where'] as string) : undefined;
  const sort = typed.includes('sort') ? fieldNames(line, 'sort') : undefined;
  const top = typed.includes('top') ? rowCount(options['top'] as string) : undefined;
  return new RowChoice({ where, sort, isDescending: options['desc'] === true, top }, now, zone);
}

/** Returns how times are printed; undefined if neither their form nor their zone was chosen. */
export function timeStyle({ options }: CommandLine, zone: TimeZone | undefined): TimeStyle | undefined {
  const form = options['time'] as TimeForm | undefined;
  return form === undefined && zone === undefined ? undefined : { form, zone: zone ?? UTC };
}

/** Returns the sentence that says that rows could not be chosen, for a command that printed no list. */
export function unusedChoiceText(line: CommandLine): string {
  const typed = typedChoices(line).map((name) => `--${name}`);
  return `${typed.join(' and ')} did not apply: ${commandText(line)} printed no list of rows.`;
}

/** Returns the options that choose rows, as far as they were typed and the command has no option of that name. */
function typedChoices({ verb, options }: CommandLine): readonly (typeof CHOICE_OPTIONS)[number][] {
  const own = (verb.options ?? []).map(({ name }) => name);
  return CHOICE_OPTIONS.filter((name) => options[name] !== undefined && !own.includes(name));
}

function rowCount(text: string): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count > 0) return count;
  throw usageError(
    `--top must be a whole number of rows from 1, was "${safeText(text.slice(0, 40))}".`,
    'Example: --sort quoteVolume --desc --top 10',
  );
}

function commandText({ group, verb }: CommandLine): string {
  return ['bourse', group.word, ...verb.words].join(' ');
}

/** Throws a usage error for a format or an option of rows that a command does not accept. */
function rejectOutputOptions(line: CommandLine): void {
  const { verb, options } = line;
  const typed = rejectedOutputOptions(verb).find((option) =>
    option.startsWith('--')
      ? options[option.slice(2)] !== undefined
      : option === `-o ${String(options['output'])}`,
  );
  if (typed === undefined) return;
  if (verb.isEndless === true)
    throw usageError(
      `${commandText(line)} writes events as they arrive: ${typed} does not apply.`,
      `Omit ${typed}.`,
    );
  throw usageError(
    `${commandText(line)} writes JSON lines: ${typed} does not apply.`,
    `Omit ${typed}, and pipe the lines into jq if you need parts of them.`,
  );
}

function outputFormat(line: CommandLine, world: World): { format: OutputFormat; isAsked: boolean } {
  const typed = line.options['output'];
  if (typeof typed === 'string') return { format: typed as OutputFormat, isAsked: true };
  return { format: world.stdout.isTerminal ? 'table' : 'json', isAsked: false };
}

/** Returns the names of an option that lists fields; undefined without the option. */
function fieldNames({ options }: CommandLine, name: 'fields' | 'sort'): readonly string[] | undefined {
  const typed = options[name];
  if (typeof typed !== 'string') return undefined;
  const fields = typed
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  if (fields.length === 0)
    throw usageError(`--${name} needs at least one field.`, `Example: --${name} symbol,price`);
  return fields;
}

/**
 * Returns colours for a terminal and plain text elsewhere, unless --color, NO_COLOR or FORCE_COLOR override
 * it.
 */
export async function choosePaint(option: unknown, isTerminal: boolean, world: World) {
  const {
    NO_COLOR: none,
    FORCE_COLOR: forced,
    TERM: term,
  } = world.environment as Record<string, string | undefined>;
  const isColoured =
    option === 'always' ||
    (option !== 'never' &&
      (none === undefined || none === '') &&
      ((forced !== undefined && forced !== '' && forced !== '0') || (isTerminal && term !== 'dumb')));
  return isColoured ? (await import('./output/paint.ts')).colourPaint() : PLAIN_PAINT;
}

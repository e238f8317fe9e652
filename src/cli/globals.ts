/** The global options, and which of them a command accepts. */
import { ENVIRONMENTS, INTERFACES } from '../catalogue/environments.ts';
import { type OptionSpec, OUTPUT_FORMATS, type Verb } from '../commands/types.ts';
import { TIME_FORMS } from '../core/time-units.ts';

export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  {
    name: 'output',
    short: 'o',
    value: 'format',
    values: OUTPUT_FORMATS,
    about: 'Output format (if omitted: table on a terminal, json in a pipe)',
  },
  { name: 'fields', value: 'a,b.c', about: 'Only these fields' },
  {
    name: 'where',
    value: 'condition',
    about:
      "Only rows that meet a condition, such as 'quoteVolume > 10m and symbol ~ USDT'; numbers may be written 10k, 10m, 1bn or 10,000,000",
  },
  { name: 'sort', value: 'a,b.c', about: 'Sort rows by these fields; rows without a value come last' },
  { name: 'desc', about: 'With --sort: largest first' },
  { name: 'top', value: 'n', about: 'Only the first n rows' },
  {
    name: 'time',
    value: 'form',
    values: TIME_FORMS,
    about: 'Form of times in every output (if omitted: readable in tables, else as the exchange sent them)',
  },
  {
    name: 'zone',
    value: 'local|UTC|Area/City',
    about:
      'Time zone of times in tables and with --time iso, and of days such as yesterday (if omitted: UTC)',
  },
  { name: 'no-header', about: 'No csv header row, for appending to a file' },
  {
    name: 'env',
    value: 'name',
    values: ENVIRONMENTS,
    about: 'Environment to connect to; BOURSE_ENV sets it for all commands',
  },
  { name: 'profile', value: 'name', about: 'API keys to sign with; a profile belongs to one environment' },
  {
    name: 'host',
    value: 'name=url',
    isRepeatable: true,
    about: 'Use another address for a host, such as spot=http://127.0.0.1:8080 or spot=alt-2',
  },
  {
    name: 'interface',
    value: 'name',
    values: INTERFACES,
    about:
      'Form of the interface that the host serves (if omitted: today at live, testnet and demo, else document)',
  },
  {
    name: 'proxy',
    value: 'url',
    about: 'Send requests through this HTTP proxy; variables such as HTTPS_PROXY are ignored',
  },
  {
    name: 'max-wait',
    value: 'duration',
    about: 'Max wait for a rate limit or an overloaded exchange (if omitted: 10s; 120s with --all)',
  },
  { name: 'timeout', value: 'duration', about: 'Max wait for one response (if omitted: 15s)' },
  {
    name: 'color',
    value: 'when',
    values: ['auto', 'always', 'never'],
    about: 'Colours; NO_COLOR is respected',
  },
  { name: 'no-pager', about: 'Do not show tables that are longer than the screen in PAGER (less if unset)' },
  { name: 'quiet', short: 'q', about: 'No notes and no progress on stderr' },
  {
    name: 'debug',
    about: 'Print requests, and the stack trace of an error, to stderr; secrets are never printed',
  },
];

/** Global options that choose and sort the rows of a list. */
export const CHOICE_OPTIONS = ['where', 'sort', 'desc', 'top'] as const;

/** Global options that select or shape the rows of a list. */
const ROW_OPTIONS: readonly string[] = ['fields', ...CHOICE_OPTIONS, 'time', 'no-header'];

/** Returns the global options that a command accepts, with the output formats that apply to it. */
export function globalOptionsOf(verb: OutputTraits): readonly OptionSpec[] {
  const rejected = rejectedRowOptions(verb);
  const { formats } = verb;
  return GLOBAL_OPTIONS.filter(({ name }) => !rejected.includes(name)).map((option) =>
    option.name === 'output' && formats !== undefined ? { ...option, values: formats } : option,
  );
}

/** Returns the formats and global options that do not apply to a command, as they are typed. */
export function rejectedOutputOptions(verb: OutputTraits): readonly string[] {
  const { formats = OUTPUT_FORMATS } = verb;
  const others = OUTPUT_FORMATS.filter((format) => !formats.includes(format));
  return [...others.map((format) => `-o ${format}`), ...rejectedRowOptions(verb).map((name) => `--${name}`)];
}

/** What decides which global options a command accepts. */
type OutputTraits = Pick<Verb, 'formats' | 'isEndless' | 'options'>;

function rejectedRowOptions({ formats, isEndless, options = [] }: OutputTraits): readonly string[] {
  if (formats !== undefined) return ROW_OPTIONS;
  // Events are written as they arrive; a command that chooses or converts them has options of its own for it.
  const own = options.map(({ name }) => name);
  return isEndless === true ? [...CHOICE_OPTIONS, 'time'].filter((name) => !own.includes(name)) : [];
}

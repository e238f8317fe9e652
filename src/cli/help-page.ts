/**
 * Help pages as data: built from a command and its endpoint at build time, printed at run time without
 * loading them.
 */
import { effectiveValue, isSigned } from '../catalogue/define.ts';
import type { Endpoint, Param } from '../catalogue/types.ts';
import { signedOptions } from '../commands/calling/write-options.ts';
import {
  callSummary,
  describeParam,
  flagOf,
  paramsOf,
  placeholderOf,
  positionalsOf,
  requiredFirst,
  usageLine,
} from '../commands/command-text.ts';
import { type CommandGroup, ON_PRODUCTS, type OptionSpec, type Verb } from '../commands/types.ts';
import { listWords } from '../core/text.ts';
import { kebabOf } from '../request/names.ts';
import { GLOBAL_OPTIONS, rejectedOutputOptions } from './globals.ts';

/** A help page, independent of the terminal's width. */
export interface HelpPage {
  readonly title: string;
  readonly usage: string;
  readonly blocks: readonly HelpBlock[];
  readonly examples: readonly string[];
  readonly footer: readonly string[];
}

export interface HelpBlock {
  readonly heading: string;
  readonly rows: readonly (readonly [left: string, right: string])[];
}

/** Returns the help page of a command for one product. */
export function verbPage(group: CommandGroup, verb: Verb, endpoint: Endpoint | undefined): HelpPage {
  const params = paramsOf(verb, endpoint);
  const positionals = positionalsOf(verb, endpoint);
  const positionalNames = new Set(positionals.map((one) => one.name));
  const several = new Set(positionals.map((one) => one.listParam));
  const rows: [string, string][] = requiredFirst(params)
    .filter(([name]) => !positionalNames.has(kebabOf(name)) && !several.has(name))
    .map(([name, param]) => paramRow(name, param, endpoint?.pages));
  for (const option of ownOptions(verb, endpoint)) rows.push(optionRow(option));
  const blocks: HelpBlock[] = [];
  if (positionals.length > 0) {
    blocks.push({
      heading: 'Arguments',
      rows: positionals.map((one) => {
        const param = endpoint?.params[params.find(([name]) => kebabOf(name) === one.name)?.[0] ?? ''];
        return [one.name, one.about ?? (param === undefined ? '' : describeParam(param))] as const;
      }),
    });
  }
  if (rows.length > 0) blocks.push({ heading: 'Options', rows });
  const below = subcommands(group, verb.words);
  if (below.length > 0) blocks.push({ heading: 'Subcommands', rows: commandRows(group, below) });
  return {
    title: verb.summary,
    usage: usageLine(group, verb, endpoint),
    blocks,
    examples: verb.examples.slice(0, 2).map((one) => `bourse ${one}`),
    footer: [
      ...(verb.notes ?? []),
      ...(endpoint?.notes ?? []),
      ...otherProducts(group, verb, endpoint),
      ...(endpoint === undefined ? [] : [callSummary(endpoint)]),
      ...outputNotes(verb),
    ],
  };
}

/** Returns the lines about output and global options at the end of a command's help. */
function outputNotes(verb: Verb): readonly string[] {
  const rejected = rejectedOutputOptions(verb);
  const globals = 'Global options (-o, --fields, --env, --host and others): bourse --help';
  if (rejected.length === 0) return [globals];
  if (verb.isEndless === true)
    return [`Writes events as they arrive; ${listWords(rejected)} do not apply.`, globals];
  return [
    `Writes JSON lines; ${listWords(rejected)} do not apply.`,
    'Global options (--env, --host and others): bourse --help',
  ];
}

/** Returns the help page of a group, which lists its commands. */
export function groupPage(group: CommandGroup): HelpPage {
  return commandsPage(group, group.word, group.summary, group.verbs);
}

/**
 * Returns the help pages of the words that begin several commands of a group and are none themselves, such as
 * `bourse sandbox keys --help`, by the words after `bourse`.
 */
export function sharedWordsPages(group: CommandGroup): ReadonlyMap<string, HelpPage> {
  const pages = new Map<string, HelpPage>();
  for (const { words } of group.verbs)
    for (let count = 1; count < words.length; count += 1) {
      const shared = words.slice(0, count);
      if (group.verbs.some((verb) => verb.words.join(' ') === shared.join(' '))) continue;
      const line = [group.word, ...shared].join(' ');
      pages.set(line, commandsPage(group, line, `Commands of bourse ${line}`, subcommands(group, shared)));
    }
  return pages;
}

function commandsPage(group: CommandGroup, line: string, title: string, verbs: readonly Verb[]): HelpPage {
  return {
    title,
    usage: `bourse ${line} <command>`,
    blocks: [{ heading: 'Commands', rows: commandRows(group, verbs) }],
    examples: verbs
      .slice(0, 2)
      .flatMap((verb) => verb.examples.slice(0, 1))
      .map((one) => `bourse ${one}`),
    footer: [`bourse ${line} <command> --help lists a command's arguments and options.`],
  };
}

/** Returns the commands whose words begin with all of these words. */
function subcommands(group: CommandGroup, words: readonly string[]): readonly Verb[] {
  return group.verbs.filter(
    (other) => other.words.length > words.length && words.every((word, at) => other.words[at] === word),
  );
}

function commandRows(group: CommandGroup, verbs: readonly Verb[]): HelpBlock['rows'] {
  return verbs.map((verb) => [[group.word, ...verb.words].join(' '), verb.summary] as const);
}

/** Returns the help page of `bourse --help`. */
export function rootPage(groups: readonly { readonly word: string; readonly summary: string }[]): HelpPage {
  return {
    title: 'bourse: trading and research on the command line',
    usage: 'bourse <group> <command> [arguments] [options]',
    blocks: [
      { heading: 'Command groups', rows: groups.map((group) => [group.word, group.summary] as const) },
      {
        heading: 'Global options',
        rows: [
          ...GLOBAL_OPTIONS.map(optionRow),
          ['-h, --help', 'Print help'],
          ['-V, --version', 'Print the version'],
        ],
      },
    ],
    examples: ['bourse market klines BTCUSDT 1h --env sandbox', 'bourse thesis validate thesis.json'],
    footer: ['bourse <group> --help lists its commands. --env sandbox needs no network and no keys.'],
  };
}

/** Option of every command whose endpoint has a WebSocket API method. */
export const VIA_OPTION: OptionSpec = {
  name: 'via',
  value: 'way',
  values: ['rest', 'ws'],
  about: 'Transport: REST or the WebSocket API',
  default: 'rest',
};

/** Option of every command that takes a start and an end. */
const DURING_OPTION: OptionSpec = {
  name: 'during',
  value: 'period',
  about: 'Start and end at once: 2024, 2024-01, 2024-01-31, yesterday, 7d or 2024-01-01/2024-02-01',
};

/** The same option where the rows of the period may fill several pages. */
const DURING_PAGES_OPTION: OptionSpec = {
  ...DURING_OPTION,
  about: `${DURING_OPTION.about}; all its pages are fetched, unless a number of rows is given`,
};

const COMPLETE_ABOUT =
  'Exit with 1 if rows are missing between start and end; all pages from --start on are fetched, unless --limit is given';

/** Returns whether a command has a start and an end, as parameters of its endpoint or as options of its own. */
function takesPeriod(verb: Verb, endpoint: Endpoint | undefined): boolean {
  const names = [
    ...paramsOf(verb, endpoint).map(([name]) => flagOf(name)),
    ...(verb.options ?? []).map(({ name }) => name),
  ];
  return names.includes('start') && names.includes('end');
}

/** Returns the options of a command that are not parameters of its endpoint. */
export function ownOptions(verb: Verb, endpoint: Endpoint | undefined): readonly OptionSpec[] {
  const options: OptionSpec[] = [...(verb.options ?? [])];
  if (endpoint?.pages !== undefined && !options.some((one) => one.name === 'all')) {
    options.push({ name: 'all', about: 'Fetch all pages; rows are written as they arrive' });
    options.push({
      name: 'parallel',
      value: 'pages',
      about: 'The most pages to fetch at once, 1 to 16',
      default: '16',
    });
    if ('continuity' in endpoint.pages) {
      options.push({ name: 'complete', about: COMPLETE_ABOUT });
    }
    if (endpoint.pages.by === 'time' && endpoint.view?.candles !== true) {
      options.push({
        name: 'skip',
        value: 'rows',
        about: 'Rows at the start time to skip, because an interrupted run already fetched them',
      });
    }
  }
  if (takesPeriod(verb, endpoint))
    options.push(endpoint?.pages === undefined ? DURING_OPTION : DURING_PAGES_OPTION);
  if (endpoint !== undefined && isSigned(effectiveValue(endpoint.security))) options.push(...signedOptions);
  if (endpoint?.wsMethod !== undefined) options.push(VIA_OPTION);
  if (
    verb.endpoint !== undefined &&
    typeof verb.endpoint !== 'string' &&
    Object.keys(verb.endpoint).length > 1
  ) {
    const products = ON_PRODUCTS.filter((one) => one in (verb.endpoint as object));
    options.push({
      name: 'on',
      value: 'product',
      values: products,
      about: verb.onEach === undefined ? 'Product' : 'Product, needed unless the settings name one',
      ...(verb.onEach === undefined ? { default: products[0]! } : {}),
    });
  }
  return options;
}

function optionRow(option: OptionSpec): [string, string] {
  const dashes = `${option.short === undefined ? '' : `-${option.short}, `}--${option.name}`;
  const values = option.values === undefined ? '' : `: ${option.values.join(', ')}`;
  const rest =
    option.isRequired === true
      ? ' (required)'
      : option.default === undefined
        ? ''
        : ` (default ${option.default})`;
  const placeholder = option.isValueOptional ? `[${option.value}]` : `<${option.value}>`;
  return [
    option.value === undefined ? dashes : `${dashes} ${placeholder}`,
    `${option.about}${values}${rest}`,
  ];
}

function paramRow(name: string, param: Param, pages: Endpoint['pages']): [string, string] {
  const flag = flagOf(name);
  const required = param.required && param.default === undefined ? ' (required)' : '';
  const longName = flag === kebabOf(name) ? '' : `; also --${kebabOf(name)}`;
  const isTotal = (pages?.by === 'time' || pages?.by === 'id') && pages.limit === name;
  const text = isTotal ? describeRowCount(param) : describeParam(param);
  return [`--${flag} <${placeholderOf(param)}>`, `${text}${longName}${required}`];
}

/** Returns what a number of rows means: those of all pages, so that the largest page does not bound it. */
function describeRowCount(param: Param): string {
  if (param.max === undefined) return `${describeParam(param)}; more rows are fetched page by page`;
  const { max, min: _one, ...unbounded } = param;
  const count = describeParam({ ...unbounded, about: `${param.about}: 1 or more` });
  return `${count}; fetched in pages of at most ${effectiveValue(max)}`;
}

/**
 * Returns the line that says how to print the help for the command's other products, whose parameters differ.
 */
function otherProducts(group: CommandGroup, verb: Verb, endpoint: Endpoint | undefined): readonly string[] {
  if (endpoint === undefined || typeof verb.endpoint !== 'object') return [];
  const others = Object.keys(verb.endpoint).filter((on) => verb.endpoint?.[on as never] !== endpoint.id);
  if (others.length === 0) return [];
  const words = [group.word, ...verb.words].join(' ');
  return [`Arguments and options on ${others.join(', ')}: bourse ${words} --help --on ${others[0]}`];
}

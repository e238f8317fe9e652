/** Help as data: made from a command and its endpoint at build time, printed without loading either. */
import { acted } from '../catalogue/define.ts';
import type { Endpoint, Param } from '../catalogue/types.ts';
import {
  aboutParam,
  byNeedFirst,
  flagOf,
  paramsOf,
  placeholderOf,
  positionalsOf,
  traitsLine,
  usageLine,
} from '../commands/command-text.ts';
import { type CommandGroup, ON_PRODUCTS, type OptionSpec, type Verb } from '../commands/types.ts';
import { GLOBAL_OPTIONS } from './globals.ts';
import { kebab } from './words.ts';

/** A page of help; `help-text.ts` prints it to any width. */
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

/** Returns the page of one command as one product shows it. */
export function verbPage(group: CommandGroup, verb: Verb, endpoint: Endpoint | undefined): HelpPage {
  const params = paramsOf(verb, endpoint);
  const positionals = positionalsOf(verb, endpoint);
  const positionalNames = new Set(positionals.map((one) => one.name));
  const several = new Set(positionals.map((one) => one.severalAs));
  const rows: [string, string][] = byNeedFirst(params)
    .filter(([name]) => !positionalNames.has(kebab(name)) && !several.has(name))
    .map(([name, param]) => paramRow(name, param, endpoint?.pages));
  for (const option of ownOptions(verb, endpoint)) rows.push(optionRow(option));
  const blocks: HelpBlock[] = [];
  if (positionals.length > 0) {
    blocks.push({
      heading: 'Arguments',
      rows: positionals.map((one) => {
        const param = endpoint?.params[params.find(([name]) => kebab(name) === one.name)?.[0] ?? ''];
        return [one.name, one.about ?? (param === undefined ? '' : aboutParam(param))] as const;
      }),
    });
  }
  if (rows.length > 0) blocks.push({ heading: 'Options', rows });
  const further = furtherVerbs(group, verb);
  if (further.length > 0) blocks.push({ heading: 'Further commands', rows: commandRows(group, further) });
  return {
    title: verb.summary,
    usage: usageLine(group, verb, endpoint),
    blocks,
    examples: verb.examples.slice(0, 2).map((one) => `bourse ${one}`),
    footer: [
      ...(verb.notes ?? []),
      ...(endpoint?.notes ?? []),
      ...otherProductsLine(group, verb, endpoint),
      ...(endpoint === undefined ? [] : [traitsLine(endpoint)]),
      generalLine(),
    ],
  };
}

/** Returns the page of a group: its commands. */
export function groupPage(group: CommandGroup): HelpPage {
  return {
    title: group.summary,
    usage: `bourse ${group.word} <command>`,
    blocks: [
      {
        heading: 'Commands',
        rows: commandRows(group, group.verbs),
      },
    ],
    examples: group.verbs
      .slice(0, 2)
      .flatMap((verb) => verb.examples.slice(0, 1))
      .map((one) => `bourse ${one}`),
    footer: [`bourse ${group.word} <command> --help shows what a command takes.`],
  };
}

/** The commands whose words begin with all of this one's: nothing else would tell that there are any. */
function furtherVerbs(group: CommandGroup, { words }: Verb): readonly Verb[] {
  return group.verbs.filter(
    (other) => other.words.length > words.length && words.every((word, at) => other.words[at] === word),
  );
}

function commandRows(group: CommandGroup, verbs: readonly Verb[]): HelpBlock['rows'] {
  return verbs.map((verb) => [[group.word, ...verb.words].join(' '), verb.summary] as const);
}

/** Returns the page that `bourse --help` shows. */
export function rootPage(groups: readonly { readonly word: string; readonly summary: string }[]): HelpPage {
  return {
    title: 'bourse: trading and research on the command line',
    usage: 'bourse <group> <command> [arguments] [options]',
    blocks: [
      { heading: 'Groups', rows: groups.map((group) => [group.word, group.summary] as const) },
      {
        heading: 'Options of every command',
        rows: [...GLOBAL_OPTIONS.map(optionRow), ['-h, --help', 'Help'], ['-V, --version', 'Version']],
      },
    ],
    examples: ['bourse market klines BTCUSDT 1h --env sandbox', 'bourse thesis validate thesis.json'],
    footer: ['bourse <group> --help shows its commands. --env sandbox needs no network and no keys.'],
  };
}

/** What every signed command takes. */
const SIGNED_OPTIONS: readonly OptionSpec[] = [
  {
    name: 'recv-window',
    value: 'ms',
    about: 'How old the call may be when it arrives: 1 to 60000 (3000 for orders, else 5000)',
  },
  { name: 'allow-leaks', about: 'Sign although a debugging variable could show keys' },
];

/** What a command takes whose endpoint has a method of the WebSocket API. */
export const VIA_OPTION: OptionSpec = {
  name: 'via',
  value: 'way',
  values: ['rest', 'ws'],
  about: 'Call it over REST or the WebSocket API',
  default: 'rest',
};

/** Returns the options a command takes besides its endpoint's parameters. */
export function ownOptions(verb: Verb, endpoint: Endpoint | undefined): readonly OptionSpec[] {
  const options: OptionSpec[] = [...(verb.options ?? [])];
  if (endpoint?.pages !== undefined && !options.some((one) => one.name === 'all')) {
    options.push({ name: 'all', about: 'Go on page by page to the end; rows are written as they come' });
    if (endpoint.pages.by === 'time' && endpoint.view?.candles !== true) {
      options.push({
        name: 'skip',
        value: 'rows',
        about: 'Rows at the start time that an interrupted run has brought',
      });
    }
  }
  const security = endpoint === undefined ? undefined : acted(endpoint.security);
  if (security === 'USER_DATA' || security === 'TRADE') options.push(...SIGNED_OPTIONS);
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
      about: 'Which product',
      default: products[0]!,
    });
  }
  return options;
}

function optionRow(option: OptionSpec): [string, string] {
  const dashes = `${option.short === undefined ? '' : `-${option.short}, `}--${option.name}`;
  const values = option.values === undefined ? '' : `: ${option.values.join(', ')}`;
  const rest = option.default === undefined ? '' : ` (default ${option.default})`;
  return [
    option.value === undefined ? dashes : `${dashes} <${option.value}>`,
    `${option.about}${values}${rest}`,
  ];
}

function paramRow(name: string, param: Param, pages: Endpoint['pages']): [string, string] {
  const flag = flagOf(name);
  const required = param.required && param.default === undefined ? ' (required)' : '';
  const long = flag === kebab(name) ? '' : `; also --${kebab(name)}`;
  const isWanted = (pages?.by === 'time' || pages?.by === 'id') && pages.limit === name;
  const beyond = isWanted ? '; more come page by page' : '';
  return [`--${flag} <${placeholderOf(param)}>`, `${aboutParam(param)}${beyond}${long}${required}`];
}

/** Each product line takes parameters of its own; help of one shows no other's. */
function otherProductsLine(
  group: CommandGroup,
  verb: Verb,
  endpoint: Endpoint | undefined,
): readonly string[] {
  if (endpoint === undefined || typeof verb.endpoint !== 'object') return [];
  const others = Object.keys(verb.endpoint).filter((on) => verb.endpoint?.[on as never] !== endpoint.id);
  if (others.length === 0) return [];
  const words = [group.word, ...verb.words].join(' ');
  return [`What it takes on ${others.join(', ')}: bourse ${words} --help --on ${others[0]}`];
}

function generalLine(): string {
  return 'Options of every command (-o, --fields, --env, --host and others): bourse --help';
}

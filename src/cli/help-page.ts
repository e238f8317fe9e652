/** Help as data: made from a command and its endpoint at build time, printed without loading either. */
import { acted, isDisputed } from '../catalogue/define.ts';
import type { Endpoint, Param, Security, Weight } from '../catalogue/types.ts';
import {
  type CommandGroup,
  ON_PRODUCTS,
  type OptionSpec,
  type Positional,
  type Verb,
} from '../commands/types.ts';
import { GLOBAL_OPTIONS, PARAM_ALIASES } from './globals.ts';
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
  const params = Object.entries(endpoint?.params ?? {});
  const positionals = positionalsOf(verb, endpoint);
  const positionalNames = new Set(positionals.map((one) => one.name));
  const several = new Set(positionals.map((one) => one.severalAs));
  const byNeed = [...params].sort(
    ([, a], [, b]) => Number(b.required ?? false) - Number(a.required ?? false),
  );
  const rows: [string, string][] = byNeed
    .filter(([name]) => !positionalNames.has(kebab(name)) && !several.has(name))
    .map(([name, param]) => paramRow(name, param));
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
  return {
    title: verb.summary,
    usage: `bourse ${[group.word, ...verb.words, ...usageParts(positionals, byNeed)].join(' ')} [options]`,
    blocks,
    examples: verb.examples.slice(0, 2).map((one) => `bourse ${one}`),
    footer: [
      ...(verb.notes ?? []),
      ...(endpoint?.notes ?? []),
      ...(endpoint === undefined ? [] : [traits(endpoint)]),
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
        rows: group.verbs.map(
          (verb) => [`${group.word} ${verb.words.join(' ')}`.trim(), verb.summary] as const,
        ),
      },
    ],
    examples: group.verbs
      .slice(0, 2)
      .flatMap((verb) => verb.examples.slice(0, 1))
      .map((one) => `bourse ${one}`),
    footer: [`bourse ${group.word} <command> --help shows what a command takes.`],
  };
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

/** Returns the options a command takes besides its endpoint's parameters. */
export function ownOptions(verb: Verb, endpoint: Endpoint | undefined): readonly OptionSpec[] {
  const options: OptionSpec[] = [...(verb.options ?? [])];
  if (endpoint?.pages !== undefined && !options.some((one) => one.name === 'all')) {
    options.push({ name: 'all', about: 'Go on page by page to the end; rows are written as they come' });
  }
  const security = endpoint === undefined ? undefined : acted(endpoint.security);
  if (security === 'USER_DATA' || security === 'TRADE') options.push(...SIGNED_OPTIONS);
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

/** Returns the positionals of a command that its endpoint takes. */
export function positionalsOf(verb: Verb, endpoint: Endpoint | undefined): readonly Positional[] {
  const positionals = verb.positionals ?? [];
  if (endpoint === undefined) return positionals;
  return positionals.filter(({ on }) => on === undefined || on.includes(endpoint.product));
}

function usageParts(taken: readonly Positional[], params: readonly (readonly [string, Param])[]): string[] {
  const positionals = taken.map((one) => {
    const word = `${one.name}${one.many ? '...' : ''}`;
    return one.required ? `<${word}>` : `[${word}]`;
  });
  const names = new Set(taken.map((one) => one.name));
  const flags = params
    .filter(([name, param]) => param.required && param.default === undefined && !names.has(kebab(name)))
    .map(([name, param]) => `--${flagOf(name)} <${placeholderOf(param)}>`);
  return [...positionals, ...flags];
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

function paramRow(name: string, param: Param): [string, string] {
  const flag = flagOf(name);
  const required = param.required && param.default === undefined ? ' (required)' : '';
  const long = flag === kebab(name) ? '' : `; also --${kebab(name)}`;
  return [`--${flag} <${placeholderOf(param)}>`, `${aboutParam(param)}${long}${required}`];
}

/** The short form of a parameter's flag where it has one. */
function flagOf(name: string): string {
  return Object.entries(PARAM_ALIASES).find(([, long]) => long === kebab(name))?.[0] ?? kebab(name);
}

function placeholderOf(param: Param): string {
  if (param.unit === 'ms') return 'time';
  switch (param.type) {
    case 'INT':
    case 'LONG':
      return 'n';
    case 'DECIMAL':
      return 'decimal';
    case 'BOOLEAN':
      return 'true|false';
    case 'ARRAY':
      return 'a,b';
    case 'LIST':
      return 'json';
    default:
      return 'text';
  }
}

/** Returns a parameter's meaning with its bounds, values and default in one line. */
export function aboutParam(param: Param): string {
  const parts: string[] = [];
  const values = param.values ?? itemValues(param);
  if (values !== undefined)
    parts.push(
      values
        .map((one) => (param.meanings?.[one] === undefined ? one : `${one} ${param.meanings[one]}`))
        .join(', '),
    );
  else if (param.commonValues !== undefined) parts.push(`such as ${param.commonValues.join(', ')}`);
  const bounds = boundsOf(param);
  if (values === undefined && bounds !== '') parts.push(bounds);
  const about = parts.length === 0 ? param.about : `${param.about}: ${parts.join('; ')}`;
  return param.default === undefined ? about : `${about} (default ${param.default})`;
}

function itemValues(param: Param): readonly (string | number)[] | undefined {
  if (param.type !== 'ARRAY' || param.items === undefined || typeof param.items.type !== 'string')
    return undefined;
  return (param.items as Param).values;
}

function boundsOf(param: Param): string {
  if (param.unit === 'ms') return '';
  const largest = param.max === undefined ? undefined : acted(param.max);
  const count = param.type === 'ARRAY' || param.type === 'LIST' ? ' at once' : '';
  if (param.min !== undefined && largest !== undefined) return `${param.min} to ${largest}${count}`;
  if (largest !== undefined) return `at most ${largest}${count}`;
  if (param.above !== undefined) return `greater than ${param.above}`;
  if (param.maxLength !== undefined) return `at most ${param.maxLength} characters`;
  return '';
}

function traits(endpoint: Endpoint): string {
  const effect = {
    read: 'reads only',
    'dry-run': 'checks only',
    write: 'changes orders or settings',
    funds: 'moves money',
  }[endpoint.effect];
  return `${endpoint.method} ${endpoint.path} · ${securityText(acted(endpoint.security))} · ${effect} · ${weightText(endpoint)}`;
}

function securityText(security: Security | undefined): string {
  if (security === 'NONE') return 'no key';
  if (security === 'MARKET_DATA' || security === 'USER_STREAM') return 'key, no signature';
  return security === undefined ? 'security not listed' : 'signed';
}

/** Returns what a call costs by both listings, in words. */
export function weightText(endpoint: Endpoint): string {
  const { weight } = endpoint;
  if (weight === 'unlisted') return 'weight not listed';
  if (isDisputed(weight))
    return `weight ${describeWeight(weight.first)} in one listing, ${describeWeight(weight.second)} in the other`;
  return `weight ${describeWeight(weight)}`;
}

function describeWeight(weight: Weight): string {
  if (typeof weight === 'number') return String(weight);
  switch (weight.by) {
    case 'range':
      return `${weight.from} to ${weight.to}`;
    case 'limit':
      return weight.tiers
        .map((tier) =>
          tier.upTo === undefined ? `${tier.weight} above` : `${tier.weight} up to ${tier.upTo}`,
        )
        .join(', ');
    case 'count':
      return weight.tiers
        .map((tier) =>
          tier.upTo === undefined
            ? `${tier.weight} for more`
            : `${tier.weight} for up to ${tier.upTo} ${weight.param}`,
        )
        .join(', ');
    case 'each':
      return `${weight.each} for each symbol${weight.cap === undefined ? '' : `, at most ${weight.cap}`}`;
    case 'presence':
      return `${describeWeight(weight.present)} with ${weight.param}, else ${describeWeight(weight.absent)}`;
  }
}

function generalLine(): string {
  return 'Options of every command (-o, --fields, --env, --host and others): bourse --help';
}

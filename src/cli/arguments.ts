/** Reads a command line: the command, its arguments and its options. Commander parses the options. */
import { Command, CommanderError, Option } from 'commander';
import type { Endpoint } from '../catalogue/types.ts';
import { isBoolean, PARAM_ALIASES, positionalsOf } from '../commands/command-text.ts';
import { endpointById } from '../commands/find-endpoint.ts';
import {
  type CommandGroup,
  ON_PRODUCTS,
  type OnProduct,
  type OptionSpec,
  type TypedArgument,
  type Verb,
} from '../commands/types.ts';
import { type ToolError, usageError } from '../core/errors.ts';
import { KEY_HINT, redactOption, redactWord } from '../core/key-detection.ts';
import { camelCase, nearestWord, safeText } from '../core/text.ts';
import { kebabOf } from '../request/names.ts';
import { findCommand, typedAs } from './find-command.ts';
import { GLOBAL_OPTIONS } from './globals.ts';
import { ownOptions, VIA_OPTION } from './help-page.ts';
import { withoutOptionSynonyms } from './option-synonyms.ts';
import { readPositionals } from './positionals.ts';

/** What the user has set for all command lines that decides how a line is read. */
export interface LineSettings {
  readonly aliasNames?: () => Promise<readonly string[]>;
  /** Returns the product of a command line without `--on`, and whether the config file says so. */
  readonly product?: () => Promise<{ readonly name: string; readonly isConfigured: boolean } | undefined>;
}

/** A command line that names a command and can be run. */
export interface CommandLine {
  readonly group: CommandGroup;
  readonly verb: Verb;
  readonly endpoint: Endpoint | undefined;
  readonly given: readonly TypedArgument[];
  readonly each: readonly TypedArgument[];
  readonly positionals: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The command's own options and the global options, by kebab-case name. */
  readonly options: Readonly<Record<string, string | true | readonly string[] | undefined>>;
  /** The command line that was run for an alias; undefined without an alias. */
  readonly expanded?: string | undefined;
  /** The product that the config file chose; undefined if it was typed, or if the command has no choice. */
  readonly configuredProduct?: string | undefined;
}

/**
 * Reads `argv` (the command line's words); throws a usage error that suggests the nearest known word for a
 * mistyped one.
 */
export async function readCommandLine(
  argv: readonly string[],
  { aliasNames, product }: LineSettings = {},
): Promise<CommandLine> {
  const { group, verb, rest: typed } = await findCommand(argv, aliasNames);
  const chosen = choosesProduct(verb, typed) ? await product?.() : undefined;
  const isTaken = chosen !== undefined && productsOf(verb).includes(chosen.name);
  const rest = isTaken ? [`--on=${chosen.name}`, ...typed] : typed;
  const command = [group.word, ...verb.words].join(' ');
  if (verb.onEach !== undefined && choosesProduct(verb, rest))
    throw unnamedProduct(command, verb.onEach, rest);
  const endpoint = await findEndpoint(verb, rest);
  const parsed = parseTokens(command, verb, endpoint, rest);
  return {
    group,
    verb,
    endpoint,
    ...readPositionals(verb, endpoint, parsed.words, parsed.values, command, rest),
    options: parsed.options,
    ...(isTaken && chosen.isConfigured ? { configuredProduct: chosen.name } : {}),
  };
}

/** Returns whether a command exists for several products, and none was typed. */
function choosesProduct(verb: Verb, tokens: readonly string[]): boolean {
  const isTyped = tokens.some((token) => token === '--on' || token.startsWith('--on='));
  return !isTyped && productsOf(verb).length > 0;
}

/** Returns the products that `--on` chooses among; none for a command without a choice. */
function productsOf({ endpoint, options }: Verb): readonly string[] {
  if (typeof endpoint === 'object') return Object.keys(endpoint);
  const option = options?.find(({ name, value }) => name === 'on' && value === 'product');
  return option?.values ?? [];
}

/** Returns the error for a command that does not guess its product, with the line for each product. */
function unnamedProduct(
  command: string,
  onEach: NonNullable<Verb['onEach']>,
  tokens: readonly string[],
): ToolError {
  const lines = Object.entries(onEach).map(
    ([product, effect]) => `${typedAs(`bourse ${command}`, [...tokens, '--on', product])} ${effect}`,
  );
  return usageError(
    `bourse ${command} needs --on, because it does not guess the product.`,
    `${lines.join('; ')}.`,
  );
}

async function findEndpoint(verb: Verb, tokens: readonly string[]): Promise<Endpoint | undefined> {
  if (verb.endpoint === undefined) return undefined;
  const id =
    typeof verb.endpoint === 'string'
      ? verb.endpoint
      : verb.endpoint[chosenProduct(verb, verb.endpoint, tokens)]!;
  return endpointById(id);
}

function chosenProduct(
  { elsewhere }: Verb,
  endpoints: Readonly<Partial<Record<OnProduct, string>>>,
  tokens: readonly string[],
): OnProduct {
  const products = ON_PRODUCTS.filter((product) => product in endpoints);
  const index = tokens.findIndex((token) => token === '--on' || token.startsWith('--on='));
  if (index === -1) return products[0]!;
  const typed = tokens[index] === '--on' ? tokens[index + 1] : tokens[index]!.slice('--on='.length);
  const found = products.find((product) => product === typed);
  if (found === undefined)
    throw usageError(
      `--on must be one of ${products.join(', ')} here, was "${redactWord(typed ?? '', 60)}".`,
      elsewhereHint(elsewhere, typed),
    );
  return found;
}

/** Returns the hint that names the command of another product; undefined if there is none. */
function elsewhereHint(elsewhere: Verb['elsewhere'], product: string | undefined): string | undefined {
  const command = Object.entries(elsewhere ?? {}).find(([other]) => other === product)?.[1];
  return command === undefined ? undefined : `On ${product} it is bourse ${command}.`;
}

/** The tokens after the words of the command, sorted into option values and other words. */
interface ParsedTokens {
  /** The values of parameters and options in the order typed, by kebab-case name. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly options: CommandLine['options'];
  /** The tokens that are neither options nor values of options. */
  readonly words: readonly string[];
}

function parseTokens(
  command: string,
  verb: Verb,
  endpoint: Endpoint | undefined,
  tokens: readonly string[],
): ParsedTokens {
  const paramFlags = Object.keys(endpoint?.params ?? {}).map(kebabOf);
  const own = commandOptions(verb, endpoint);
  // An option of the command itself, such as the `--sort value` of wallets, stands in for the global one.
  const others = GLOBAL_OPTIONS.filter(({ name }) => !own.some((option) => option.name === name));
  const options = [...own, ...others].filter(({ name }) => !paramFlags.includes(name));
  const values = new Map<string, string[]>();
  const aliases = aliasesOf(paramFlags);
  const flags = [...paramFlags, ...aliases, ...options.map(({ name }) => name)];
  const replaced = withBooleanValues(
    verb.passesThrough ? tokens : withoutOptionSynonyms(tokens, new Set(flags.map((flag) => `--${flag}`))),
    endpoint,
  );
  const parser = createParser(command, verb, endpoint);
  // Commander compares each new option with all before it, so it is given only those that the tokens may name.
  const mayBeNamed = namedIn(replaced);
  const onlyNamed = (names: readonly string[]) => names.filter((name) => mayBeNamed({ name }));
  for (const flag of onlyNamed(paramFlags)) addParamOption(parser, flag, flag, values);
  for (const alias of onlyNamed(aliases)) addParamOption(parser, alias, PARAM_ALIASES[alias]!, values);
  for (const option of options.filter(mayBeNamed)) addOption(parser, option, values);
  try {
    parser.parse(replaced, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const known = [...paramFlags, ...[...own, ...GLOBAL_OPTIONS].map(({ name }) => name), 'help'];
    throw parserError(error, known, command);
  }
  return { values, options: optionValues(options, values, parser.opts()), words: parser.args };
}

/**
 * The options of a command that are not parameters of its endpoint. `--on` and `--via` are read for every
 * command that calls an endpoint.
 */
function commandOptions(verb: Verb, endpoint: Endpoint | undefined): readonly OptionSpec[] {
  const options = ownOptions(verb, endpoint);
  if (verb.endpoint === undefined) return options;
  const isKnown = (name: string) => options.some((option) => option.name === name);
  return [
    ...options,
    ...(isKnown('on') ? [] : [{ name: 'on', value: 'product', about: '' }]),
    // A command that does not support `--via` still reads it, so that the error of the call can name the commands
    // that do.
    ...(isKnown(VIA_OPTION.name) ? [] : [VIA_OPTION]),
  ];
}

function createParser(command: string, verb: Verb, endpoint: Endpoint | undefined): Command {
  const parser = new Command(command)
    .exitOverride()
    .configureOutput({ writeOut() {}, writeErr() {} })
    .helpOption(false)
    .allowExcessArguments();
  if (verb.passesThrough) parser.enablePositionalOptions().passThroughOptions();
  for (const { name, isVariadic } of positionalsOf(verb, endpoint))
    parser.argument(isVariadic ? `[${name}...]` : `[${name}]`);
  return parser;
}

/** Returns a check whether tokens may name an option: by its long name, or by its letter among short options. */
function namedIn(tokens: readonly string[]): (option: Pick<OptionSpec, 'name' | 'short'>) => boolean {
  const names = new Set(tokens.map((token) => token.split('=')[0]));
  const letters = tokens.filter((token) => /^-[^-]/.test(token)).join('');
  return ({ name, short }) => names.has(`--${name}`) || (short !== undefined && letters.includes(short));
}

/** Adds an option whose values are those of the parameter with the kebab-case name `param`. */
function addParamOption(parser: Command, flag: string, param: string, values: Map<string, string[]>): void {
  parser.addOption(new Option(`--${flag} <value>`).argParser(collectInto(values, param)));
}

/** Returns the short names of the parameters that have one. */
function aliasesOf(flags: readonly string[]): readonly string[] {
  return Object.keys(PARAM_ALIASES).filter((alias) => flags.includes(PARAM_ALIASES[alias]!));
}

function addOption(parser: Command, option: OptionSpec, values: Map<string, string[]>): void {
  const dashes = `${option.short === undefined ? '' : `-${option.short}, `}--${option.name}`;
  if (option.value === undefined) parser.option(dashes);
  else {
    const value = option.isValueOptional ? '[value]' : '<value>';
    parser.addOption(new Option(`${dashes} ${value}`).argParser(collectInto(values, option.name)));
  }
}

function collectInto(values: Map<string, string[]>, name: string) {
  return (value: string) => {
    values.set(name, [...(values.get(name) ?? []), value]);
    return value;
  };
}

function optionValues(
  options: readonly OptionSpec[],
  values: ReadonlyMap<string, readonly string[]>,
  switches: Readonly<Record<string, unknown>>,
): CommandLine['options'] {
  const result: Record<string, string | true | readonly string[]> = {};
  for (const option of options) {
    const value = optionValue(option, values.get(option.name), switches);
    if (value !== undefined) result[option.name] = value;
  }
  return result;
}

function optionValue(
  option: OptionSpec,
  typed: readonly string[] | undefined,
  switches: Readonly<Record<string, unknown>>,
): string | true | readonly string[] | undefined {
  const isSwitch = option.value === undefined || (option.isValueOptional && typed === undefined);
  if (isSwitch) return isSwitchedOn(option.name, switches) ? true : undefined;
  if (typed === undefined) return option.default;
  return option.isRepeatable ? typed : singleValue(option, typed);
}

/** Commander stores `--no-header` as `header: false`. */
function isSwitchedOn(name: string, switches: Readonly<Record<string, unknown>>): boolean {
  return name.startsWith('no-')
    ? switches[camelCase(name.slice(3))] === false
    : switches[camelCase(name)] === true;
}

function singleValue(option: OptionSpec, typed: readonly string[]): string {
  if (typed.length > 1)
    throw usageError(`--${option.name} may be given once, was given ${typed.length} times.`);
  const value = typed[0]!;
  if (option.values !== undefined && !option.values.includes(value)) {
    const close = nearestWord(value, option.values);
    throw usageError(
      `--${option.name} must be one of ${option.values.join(', ')}, was "${redactWord(value, 60)}".`,
      close === undefined ? undefined : `Did you mean ${close}?`,
    );
  }
  return value;
}

/**
 * Gives boolean parameters without a value the value true: `--omit-zero-balances` means
 * `--omit-zero-balances=true`.
 */
function withBooleanValues(tokens: readonly string[], endpoint: Endpoint | undefined): string[] {
  const booleans = new Set(
    Object.entries(endpoint?.params ?? {})
      .filter(([, param]) => isBoolean(param))
      .map(([name]) => `--${kebabOf(name)}`),
  );
  const result: string[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]!;
    if (!booleans.has(token)) result.push(token);
    else if (/^(true|false)$/i.test(tokens[index + 1] ?? '')) result.push(`${token}=${tokens[++index]}`);
    else result.push(`${token}=true`);
  }
  return result;
}

/** Returns an error of the option parser (Commander) in the words of this program. */
function parserError(error: CommanderError, known: readonly string[], command: string): Error {
  const help = `bourse ${command} --help lists its arguments and options.`;
  if (error.code === 'commander.unknownOption') {
    const typed = /'(-[^']*)'/.exec(error.message)?.[1] ?? '';
    const close = nearestWord(typed.replace(/^-+/, '').split('=')[0]!, known);
    const isKey = redactOption(typed) !== safeText(typed) && close === undefined;
    return usageError(
      `Unknown option ${redactOption(typed)} for "bourse ${command}".`,
      close === undefined ? `${isKey ? `${KEY_HINT} ` : ''}${help}` : `Did you mean --${close}? ${help}`,
    );
  }
  if (error.code === 'commander.optionMissingArgument') {
    const typed = /'([^']*)'/.exec(error.message)?.[1]?.replace(/ <value>$/, '') ?? 'an option';
    return usageError(`${typed} needs a value.`, help);
  }
  return usageError(error.message.replace(/^error: /, ''), help);
}

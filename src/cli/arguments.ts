/** Reads a command line: what it gives the command that it names. Commander does the options. */
import { Command, CommanderError, Option } from 'commander';
import type { Endpoint } from '../catalogue/types.ts';
import { isYesOrNo, PARAM_ALIASES, positionalsOf } from '../commands/command-text.ts';
import { endpointById } from '../commands/endpoint-parts.ts';
import {
  type CommandGroup,
  ON_PRODUCTS,
  type OnProduct,
  type OptionSpec,
  type TypedArgument,
  type Verb,
} from '../commands/types.ts';
import { type Fault, usageError } from '../core/errors.ts';
import { KEY_HINT, shownOption, shownWord } from '../core/key-form.ts';
import { nearest, safeText } from '../core/text.ts';
import { findCommand } from './find-command.ts';
import { GLOBAL_OPTIONS } from './globals.ts';
import { ownOptions, VIA_OPTION } from './help-page.ts';
import { kebab } from './words.ts';

/** A command line that names a command and can be run. */
export interface CommandLine {
  readonly group: CommandGroup;
  readonly verb: Verb;
  readonly endpoint: Endpoint | undefined;
  readonly given: readonly TypedArgument[];
  readonly each: readonly TypedArgument[];
  readonly positionals: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The command's own options and those of every command, by kebab-case name. */
  readonly options: Readonly<Record<string, string | true | readonly string[] | undefined>>;
}

/** Reads `argv`; throws a usage error that names the nearest word where one is mistyped. */
export async function readCommandLine(argv: readonly string[]): Promise<CommandLine> {
  const { group, verb, rest } = await findCommand(argv);
  const endpoint = await findEndpoint(group, verb, rest);
  return readRest(group, verb, endpoint, rest);
}

async function findEndpoint(
  group: CommandGroup,
  verb: Verb,
  rest: readonly string[],
): Promise<Endpoint | undefined> {
  if (verb.endpoint === undefined) return undefined;
  const id =
    typeof verb.endpoint === 'string' ? verb.endpoint : verb.endpoint[productOf(verb.endpoint, rest)]!;
  return endpointById(id, group.parts);
}

function productOf(
  byProduct: Readonly<Partial<Record<OnProduct, string>>>,
  rest: readonly string[],
): OnProduct {
  const products = ON_PRODUCTS.filter((one) => one in byProduct);
  const at = rest.findIndex((token) => token === '--on' || token.startsWith('--on='));
  if (at === -1) return products[0]!;
  const asked = rest[at] === '--on' ? rest[at + 1] : rest[at]!.slice('--on='.length);
  const found = products.find((one) => one === asked);
  if (found === undefined)
    throw usageError(`--on must be one of ${products.join(', ')} here, was "${shownWord(asked ?? '', 60)}".`);
  return found;
}

function readRest(
  group: CommandGroup,
  verb: Verb,
  endpoint: Endpoint | undefined,
  rest: readonly string[],
): CommandLine {
  const command = new Command([group.word, ...verb.words].join(' '));
  command
    .exitOverride()
    .configureOutput({ writeOut() {}, writeErr() {} })
    .helpOption(false)
    .allowExcessArguments();
  if (verb.passesThrough) command.enablePositionalOptions().passThroughOptions();
  for (const one of positionalsOf(verb, endpoint))
    command.argument(one.many ? `[${one.name}...]` : `[${one.name}]`);
  const params = endpoint?.params ?? {};
  const paramByFlag = new Map(Object.keys(params).map((name) => [kebab(name), name]));
  const own = [...ownOptions(verb, endpoint)];
  if (verb.endpoint !== undefined && !own.some((one) => one.name === 'on'))
    own.push({ name: 'on', value: 'product', about: '' });
  // Taken wherever an endpoint is called: where it cannot be, the refusal says where it can.
  if (verb.endpoint !== undefined && !own.some((one) => one.name === VIA_OPTION.name)) own.push(VIA_OPTION);
  const values = new Map<string, string[]>();
  const collect = (name: string) => (value: string) => {
    values.set(name, [...(values.get(name) ?? []), value]);
    return value;
  };
  for (const flag of paramByFlag.keys())
    command.addOption(new Option(`--${flag} <value>`).argParser(collect(flag)));
  for (const [alias, flag] of Object.entries(PARAM_ALIASES)) {
    if (paramByFlag.has(flag)) command.addOption(new Option(`--${alias} <value>`).argParser(collect(flag)));
  }
  for (const option of [...own, ...GLOBAL_OPTIONS]) {
    if (paramByFlag.has(option.name)) continue;
    const dashes = `${option.short === undefined ? '' : `-${option.short}, `}--${option.name}`;
    if (option.value === undefined) command.option(dashes);
    else command.addOption(new Option(`${dashes} <value>`).argParser(collect(option.name)));
  }
  const flags = [
    ...paramByFlag.keys(),
    ...own.map((one) => one.name),
    ...GLOBAL_OPTIONS.map((one) => one.name),
    'help',
  ];
  try {
    command.parse(joinBooleans(rest, endpoint), { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) throw fromCommander(error, flags, command.name());
    throw error;
  }
  const switches = command.opts() as Record<string, unknown>;
  const options: Record<string, string | true | readonly string[]> = {};
  for (const option of [...own, ...GLOBAL_OPTIONS]) {
    if (paramByFlag.has(option.name)) continue;
    const found = values.get(option.name);
    if (option.value === undefined) {
      if (isGiven(option.name, switches)) options[option.name] = true;
    } else if (found !== undefined) options[option.name] = option.many ? found : onlyOne(option, found);
    else if (option.default !== undefined) options[option.name] = option.default;
  }
  const { given, each, positionals } = readPositionals(verb, endpoint, command.args, values, command.name());
  return { group, verb, endpoint, given, each, positionals, options };
}

/** What begins with "no-" is read as the opposite of the rest. */
function isGiven(name: string, switches: Readonly<Record<string, unknown>>): boolean {
  return name.startsWith('no-') ? switches[camel(name.slice(3))] === false : switches[camel(name)] === true;
}

function onlyOne(option: OptionSpec, found: readonly string[]): string {
  if (found.length > 1)
    throw usageError(`--${option.name} may be given once, was given ${found.length} times.`);
  const value = found[0]!;
  if (option.values !== undefined && !option.values.includes(value)) {
    const close = nearest(value, option.values);
    throw usageError(
      `--${option.name} must be one of ${option.values.join(', ')}, was "${shownWord(value, 60)}".`,
      close === undefined ? undefined : `Did you mean ${close}?`,
    );
  }
  return value;
}

/** A yes-or-no parameter may stand alone: `--omit-zero-balances` means true. */
function joinBooleans(rest: readonly string[], endpoint: Endpoint | undefined): string[] {
  const booleans = new Set(
    Object.entries(endpoint?.params ?? {})
      .filter(([, param]) => isYesOrNo(param))
      .map(([name]) => `--${kebab(name)}`),
  );
  const joined: string[] = [];
  for (let index = 0; index < rest.length; index += 1) {
    const token = rest[index]!;
    if (!booleans.has(token)) joined.push(token);
    else if (/^(true|false)$/i.test(rest[index + 1] ?? '')) joined.push(`${token}=${rest[++index]}`);
    else joined.push(`${token}=true`);
  }
  return joined;
}

function readPositionals(
  verb: Verb,
  endpoint: Endpoint | undefined,
  args: readonly string[],
  values: ReadonlyMap<string, readonly string[]>,
  name: string,
) {
  const faults: Fault[] = [];
  const filled = new Map<string, string>();
  const positionals: Record<string, string | readonly string[]> = {};
  let each: readonly TypedArgument[] = [];
  const paramNames = new Map(Object.keys(endpoint?.params ?? {}).map((param) => [kebab(param), param]));
  let at = 0;
  for (const one of positionalsOf(verb, endpoint)) {
    const taken = one.many ? args.slice(at) : args.slice(at, at + 1);
    at += taken.length;
    const param = paramNames.get(one.name);
    // Where the product has no list parameter, several words are one faulty value: never are some left out.
    const takesSeveral = one.severalAs !== undefined && paramNames.has(kebab(one.severalAs));
    const several = takesSeveral && (taken.length > 1 || taken[0]?.includes(','));
    const apart = one.eachAlone === true ? taken.flatMap((word) => word.split(',')) : [];
    if (param !== undefined && apart.length > 1) each = apart.map((text) => ({ name: param, text }));
    else if (taken.length > 0 && param !== undefined)
      filled.set(several ? one.severalAs! : param, taken.join(','));
    else if (taken.length > 0) positionals[one.name] = one.many ? taken : taken[0]!;
    const isGiven = taken.length > 0 || (param !== undefined && values.has(one.name));
    if (one.required && !isGiven && param === undefined) faults.push(missing(one.name, name));
  }
  if (at < args.length) {
    const extra = args
      .slice(at)
      .map((word) => `"${shownWord(word, 40)}"`)
      .join(', ');
    faults.push({
      rule: 'excess',
      expected: `${at} arguments`,
      found: `${args.length}`,
      message: `${name} takes ${at === 0 ? 'no arguments' : at === 1 ? 'one argument' : `${at} arguments`}, but was also given ${extra}.`,
    });
  }
  if (faults.length > 0)
    throw usageError(
      faults.map((one) => one.message).join(' '),
      `bourse ${name} --help shows what it takes.`,
      faults,
    );
  const given: TypedArgument[] = [];
  for (const param of Object.keys(endpoint?.params ?? {})) {
    const positional = filled.get(param);
    if (positional !== undefined) given.push({ name: param, text: positional });
    const typed = values.get(kebab(param)) ?? [];
    const isList = endpoint?.params[param]?.type === 'ARRAY';
    if (isList && typed.length > 1) given.push({ name: param, text: typed.join(',') });
    else for (const text of typed) given.push({ name: param, text });
  }
  return { given, each, positionals };
}

function missing(param: string, name: string): Fault {
  return {
    param,
    rule: 'missing',
    expected: `<${param}>`,
    found: 'nothing',
    message: `${name} needs <${param}>.`,
  };
}

function camel(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function fromCommander(error: CommanderError, flags: readonly string[], name: string): Error {
  const help = `bourse ${name} --help shows what it takes.`;
  if (error.code === 'commander.unknownOption') {
    const typed = /'(-[^']*)'/.exec(error.message)?.[1] ?? '';
    const close = nearest(typed.replace(/^-+/, '').split('=')[0]!, flags);
    const isKey = shownOption(typed) !== safeText(typed) && close === undefined;
    return usageError(
      `${name} has no option ${shownOption(typed)}.`,
      close === undefined ? `${isKey ? `${KEY_HINT} ` : ''}${help}` : `Did you mean --${close}? ${help}`,
    );
  }
  if (error.code === 'commander.optionMissingArgument') {
    const typed = /'([^']*)'/.exec(error.message)?.[1]?.replace(/ <value>$/, '') ?? 'an option';
    return usageError(`${typed} needs a value.`, help);
  }
  return usageError(error.message.replace(/^error: /, ''), help);
}

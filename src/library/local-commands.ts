/** Runs commands on what bourse keeps on this machine: theses, the paper ledger, journals, the policy, the lake. */
import type { Source } from '../app/world.ts';
import type { CommandCall, Verb } from '../commands/types.ts';
import { usageError } from '../core/errors.ts';
import { stringifyJson } from '../core/json.ts';
import type { JsonValue } from '../core/words.ts';
import { kebabOf } from '../request/names.ts';

/** What a command is run with. */
export interface LocalInput {
  readonly positionals: CommandCall['positionals'];
  readonly options: CommandCall['options'];
  /** What the command reads from its standard input; undefined if it reads nothing. */
  readonly stdin: Source | undefined;
}

/** The words and options of a command. */
interface TypedInput {
  readonly positionals: Record<string, string | readonly string[]>;
  readonly options: Record<string, string | true | readonly string[]>;
}

/** Returns what a command is run with for the arguments of a method. Throws a usage error for an argument that it does not have. */
export function localInput(verb: Verb, name: string, given: unknown): LocalInput {
  if (given !== undefined && (typeof given !== 'object' || given === null || Array.isArray(given)))
    throw usageError(`Expected an object of arguments for ${name}, found ${String(given)}.`);
  const { input, ...others } = (given ?? {}) as Readonly<Record<string, unknown>>;
  const typed: TypedInput = { positionals: {}, options: {} };
  for (const [key, value] of Object.entries(others))
    if (value !== undefined && value !== false) addArgument(typed, verb, { method: name, key, value });
  if (input === undefined) return { ...typed, stdin: undefined };
  const file = verb.positionals?.find((one) => one.name === 'file' || one.name === 'files');
  if (file === undefined) throw noArgument(name, 'input');
  typed.positionals[file.name] = file.isVariadic === true ? ['-'] : '-';
  return { ...typed, stdin: textSource(inputText(input)) };
}

function addArgument(
  { positionals, options }: TypedInput,
  verb: Verb,
  { method, key, value }: { readonly method: string; readonly key: string; readonly value: unknown },
): void {
  const name = kebabOf(key);
  const positional = verb.positionals?.find((one) => one.name === name);
  const option = verb.options?.find((one) => one.name === name);
  if (positional !== undefined)
    positionals[name] = positional.isVariadic === true ? texts(method, key, value) : text(method, key, value);
  else if (option === undefined) throw noArgument(method, key);
  else if (value === true) options[name] = true;
  else options[name] = option.isRepeatable === true ? texts(method, key, value) : text(method, key, value);
}

function noArgument(method: string, key: string) {
  return usageError(`${method} has no argument ${key}.`, 'Its arguments are in docs/reference/library.d.ts.');
}

function texts(name: string, key: string, value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).map((one: unknown) => text(name, key, one));
}

function text(name: string, key: string, value: unknown): string {
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  if (typeof value === 'string' || typeof value === 'bigint' || Number.isSafeInteger(value))
    return String(value);
  throw usageError(`${key} of ${name} must be text or a whole number, found ${String(value)}.`);
}

/** Returns an input as text: a list has a line for each of its elements. */
function inputText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((one: unknown) => `${inputText(one)}\n`).join('');
  return stringifyJson(value as JsonValue);
}

function textSource(input: string): Source {
  return {
    isTerminal: false,
    async *read() {
      yield new TextEncoder().encode(input);
    },
    follow() {
      return this.read();
    },
  };
}

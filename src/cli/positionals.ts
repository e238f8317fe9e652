/** Assigns the words of a command line that are not options to the command's positional arguments. */

import type { Endpoint } from '../catalogue/types.ts';
import { positionalsOf } from '../commands/command-text.ts';
import type { Positional, TypedArgument, Verb } from '../commands/types.ts';
import { parseDecimal } from '../core/decimal.ts';
import { type Fault, usageError } from '../core/errors.ts';
import { redactWord } from '../core/key-detection.ts';
import { kebabOf } from '../request/names.ts';
import { assertWordOrder } from './swapped-words.ts';

/** The arguments of a command line: those of the endpoint, and those of the command itself. */
export interface ReadArguments {
  /** Arguments for the endpoint, from positionals and options, in the endpoint's order. */
  readonly given: readonly TypedArgument[];
  /** The arguments with each of which the endpoint is called once; empty for a single call. */
  readonly each: readonly TypedArgument[];
  /** Positionals that are not parameters of the endpoint, by name. */
  readonly positionals: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * Returns the arguments of a command line. `words` are the tokens that are not options, `optionValues` the
 * values of options by kebab-case name, `command` the words of the command and `tokens` all that was typed after
 * it, for messages. Throws a usage error that lists every missing argument and every surplus word, or that names
 * the right order of the words.
 */
export function readPositionals(
  verb: Verb,
  endpoint: Endpoint | undefined,
  words: readonly string[],
  optionValues: ReadonlyMap<string, readonly string[]>,
  command: string,
  tokens: readonly string[],
): ReadArguments {
  const params = new Map(Object.keys(endpoint?.params ?? {}).map((param) => [kebabOf(param), param]));
  const positionalParams = positionalsOf(verb, endpoint).map((positional) => ({
    positional,
    param: endpoint?.params[params.get(positional.name) ?? ''],
  }));
  assertWordOrder(positionalParams, words, tokens, command);
  const assigned = assignWords(positionalsOf(verb, endpoint), words);
  const faults = [
    ...missingFaults(assigned, params, command),
    ...surplusFaults(assigned, words, command, verb),
  ];
  if (faults.length > 0)
    throw usageError(
      faults.map((fault) => fault.message).join(' '),
      `bourse ${command} --help lists its arguments and options.`,
      faults,
    );
  const paramTexts = new Map<string, string>();
  const positionals: Record<string, string | readonly string[]> = {};
  let each: readonly TypedArgument[] = [];
  for (const { positional, words: own } of assigned) {
    if (own.length === 0) continue;
    const param = params.get(positional.name);
    if (param === undefined) {
      positionals[positional.name] = positional.isVariadic ? own : own[0]!;
      continue;
    }
    const separate = positional.fansOut === true ? own.flatMap((word) => word.split(',')) : [];
    if (separate.length > 1) each = separate.map((text) => ({ name: param, text }));
    else paramTexts.set(listParam(positional, own, params) ?? param, own.join(','));
  }
  return { given: endpointArguments(endpoint, paramTexts, optionValues), each, positionals };
}

/** A positional argument and the words that were typed for it. */
interface AssignedWords {
  readonly positional: Positional;
  readonly words: readonly string[];
}

function assignWords(positionals: readonly Positional[], words: readonly string[]): readonly AssignedWords[] {
  let next = 0;
  return positionals.map((positional) => {
    const own = words.slice(next, positional.isVariadic ? undefined : next + 1);
    next += own.length;
    return { positional, words: own };
  });
}

/**
 * Returns the faults of missing positionals that belong to the command itself; missing endpoint parameters
 * are reported with the request's other faults.
 */
function missingFaults(
  assigned: readonly AssignedWords[],
  params: ReadonlyMap<string, string>,
  command: string,
): readonly Fault[] {
  return assigned
    .filter(
      ({ positional, words }) => positional.required && words.length === 0 && !params.has(positional.name),
    )
    .map(({ positional: { name } }) => ({
      param: name,
      rule: 'missing',
      expected: `<${name}>`,
      found: 'nothing',
      message: `${command} needs <${name}>.`,
    }));
}

function surplusFaults(
  assigned: readonly AssignedWords[],
  words: readonly string[],
  command: string,
  { surplusNumber }: Verb,
): readonly Fault[] {
  const count = assigned.reduce((sum, one) => sum + one.words.length, 0);
  if (count === words.length) return [];
  const surplus = words.slice(count).map((word) => `"${redactWord(word, 40)}"`);
  const [first = ''] = words.slice(count);
  const isNumber = surplusNumber !== undefined && parseDecimal(first) !== undefined;
  const meant = isNumber ? `; is --${surplusNumber} ${first} meant?` : '.';
  const allowed = count === 0 ? 'no arguments' : count === 1 ? 'one argument' : `${count} arguments`;
  return [
    {
      rule: 'excess',
      expected: allowed,
      found: `${words.length}`,
      message: `${command} takes ${allowed}, but was also given ${surplus.join(', ')}${meant}`,
    },
  ];
}

/**
 * Returns the list parameter that several words fill instead of the positional's own parameter. Undefined if
 * the product has no such list parameter: several words are then reported as one invalid value, so that no
 * word is dropped.
 */
function listParam(
  { listParam }: Positional,
  words: readonly string[],
  params: ReadonlyMap<string, string>,
): string | undefined {
  if (listParam === undefined || !params.has(kebabOf(listParam))) return undefined;
  return words.length > 1 || words[0]?.includes(',') ? listParam : undefined;
}

function endpointArguments(
  endpoint: Endpoint | undefined,
  positionalTexts: ReadonlyMap<string, string>,
  optionValues: ReadonlyMap<string, readonly string[]>,
): readonly TypedArgument[] {
  return Object.entries(endpoint?.params ?? {}).flatMap(([name, { type }]) => {
    const positional = positionalTexts.get(name);
    const typed = optionValues.get(kebabOf(name)) ?? [];
    const texts = type === 'ARRAY' && typed.length > 1 ? [typed.join(',')] : typed;
    return [...(positional === undefined ? [] : [positional]), ...texts].map((text) => ({ name, text }));
  });
}

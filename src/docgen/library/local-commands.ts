/** The methods of the library for what bourse keeps on this machine: theses, the paper ledger, journals, the policy, the lake. */

import { GROUPS } from '../../commands/groups.ts';
import type { CommandGroup, OptionSpec, Positional, Verb } from '../../commands/types.ts';
import { camelCase } from '../../core/text.ts';

/** A command as the library offers it. */
export interface LocalCommand {
  /** Where it is offered, the name of the method last. */
  readonly path: readonly string[];
  /** The words of the command. */
  readonly words: string;
  /** Its doc comment, by line. */
  readonly about: readonly string[];
  /** The type of its arguments, an object. */
  readonly given: string;
  readonly fields: readonly LocalField[];
}

/** An argument of a local command. */
export interface LocalField {
  readonly name: string;
  readonly about: string;
  readonly isNeeded: boolean;
  /** Its type in TypeScript. */
  readonly type: string;
}

/** Groups whose commands need neither a terminal nor the exchange's own endpoints. */
const LOCAL_GROUPS = [
  'account',
  'thesis',
  'paper',
  'watch',
  'orders',
  'limits',
  'policy',
  'audit',
  'lake',
  'explain',
];

/** Options that only a terminal has a use for. */
const TERMINAL_OPTIONS = new Set(['chart', 'watch', 'yes', 'format', 'output']);

/** Returns the commands in the order of the groups. */
export async function localCommands(): Promise<readonly LocalCommand[]> {
  const entries = GROUPS.filter(({ word }) => LOCAL_GROUPS.includes(word));
  const groups = await Promise.all(entries.map(({ load }) => load()));
  return groups.flatMap((group) => group.verbs.filter(isLocal).map((verb) => commandOf(group, verb)));
}

/** A command that ends by itself and calls no single endpoint, which has a method of its own. */
function isLocal({ endpoint, isEndless, outsideBatch, passesThrough, formats }: Verb): boolean {
  const runsOn = isEndless === true || (outsideBatch !== undefined && outsideBatch.unless === undefined);
  return endpoint === undefined && !runsOn && passesThrough !== true && formats?.includes('json') !== false;
}

function commandOf(group: CommandGroup, verb: Verb): LocalCommand {
  const words = [group.word, ...verb.words];
  const positionals = verb.positionals ?? [];
  const options = (verb.options ?? []).filter(({ name }) => !TERMINAL_OPTIONS.has(name));
  const fields = [...positionals.flatMap(positionalFields), ...options.map(optionField)];
  return {
    path: verb.words.length === 0 ? [group.word] : [group.word, camelCase(verb.words.join('-'))],
    words: words.join(' '),
    about: [`${verb.summary}.`],
    given: fields.length === 0 ? 'NoArguments' : `{\n${fields.map(fieldText).join('')}}`,
    fields,
  };
}

function fieldText({ name, about, isNeeded: needed, type }: LocalField): string {
  return `  /** ${about} */\n  readonly ${name}${needed ? '' : '?'}: ${type};\n`;
}

/** A required input may be given as a value in place of a file. */
function isNeeded({ required, name }: Positional): boolean {
  return required === true && !isInput(name);
}

const INPUT: LocalField = {
  name: 'input',
  about:
    'The input itself, in place of a file: text, a value that is written as JSON, or a list with a line for each.',
  isNeeded: false,
  type: 'unknown',
};

/** The names of positionals that are files of input, which a program may give as a value. */
function isInput(name: string): boolean {
  return name === 'file' || name === 'files';
}

function positionalFields(positional: Positional): readonly LocalField[] {
  const { name, about, values, isVariadic } = positional;
  const one = values === undefined ? 'string' : values.map((value) => JSON.stringify(value)).join(' | ');
  const type = isVariadic === true ? `${one} | readonly ${values === undefined ? one : `(${one})`}[]` : one;
  const field = { name: camelCase(name), about: about ?? name, isNeeded: isNeeded(positional), type };
  return isInput(name) ? [INPUT, field] : [field];
}

function optionField({
  name,
  about,
  value,
  values,
  isRepeatable,
  isRequired,
  isValueOptional,
}: OptionSpec): LocalField {
  const one =
    values === undefined ? 'string | number' : values.map((text) => JSON.stringify(text)).join(' | ');
  const types = value === undefined ? 'boolean' : isRepeatable === true ? 'string | readonly string[]' : one;
  const type = isValueOptional === true ? `${types} | true` : types;
  return { name: camelCase(name), about, isNeeded: isRequired === true, type };
}

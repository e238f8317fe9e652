/** Typed arguments, and the conversion of arguments back into command-line words. */
import type { ArgumentsOf } from '../catalogue/argument-types.ts';
import type { Endpoint, EndpointOf, Param, Params } from '../catalogue/types.ts';
import { arrayElements, itemsOf, listElements } from './elements.ts';
import { optionOf } from './names.ts';
import type { WireArguments } from './types.ts';

/** One argument as typed on the command line. */
export interface TypedArgument {
  /** The name of the parameter, as in the interface or in kebab-case. */
  readonly name: string;
  readonly text: string;
}

/**
 * Returns arguments that code passes as an object in the form of typed arguments, without those that are
 * undefined.
 */
export function toTypedArguments<P extends Params>(
  endpoint: EndpointOf<P>,
  args: ArgumentsOf<P>,
): TypedArgument[] {
  const typed: TypedArgument[] = [];
  for (const [name, value] of Object.entries(args as Readonly<Record<string, unknown>>)) {
    if (value === undefined) continue;
    typed.push({ name, text: textOf(endpoint.params[name], value) });
  }
  return typed;
}

/**
 * Returns the arguments of a request as command-line words, such as `--symbol`, `BTCUSDT`, from which the
 * same arguments can be read. Options that are not parameters, such as `--all`, are added by the caller.
 */
export function optionWords(endpoint: Pick<Endpoint, 'params'>, wire: WireArguments): string[] {
  const words: string[] = [];
  for (const [name, text] of wire) {
    const typed = typedText(endpoint.params[name], text);
    // A value that begins with a dash would be parsed as an option.
    if (typed.startsWith('-')) words.push(`${optionOf(name)}=${typed}`);
    else words.push(optionOf(name), typed);
  }
  return words;
}

/** Returns words as one line for a POSIX shell, quoted when necessary. */
export function shellLine(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}

/** Returns the text to type for an argument, such that reading it gives the same argument. */
function typedText(param: Param | undefined, text: string): string {
  if (param?.type === 'ARRAY') return typedArray(param, text);
  if (param?.type === 'LIST') return typedList(param, text);
  // Only a number of 13 digits is read as milliseconds; other times are written as ISO text.
  if (param?.unit !== 'ms' || !/^-?\d+$/.test(text) || text.length === 13) return text;
  const moment = new Date(Number(text));
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString();
}

function typedArray(param: Param, text: string): string {
  const elements = arrayElements(param, text);
  const isPlain = elements?.every((element) => /^[^\s,[\]"]+$/.test(element)) ?? false;
  return isPlain && elements !== undefined && elements.length > 0 ? elements.join(',') : text;
}

/** Returns the text to type for a list of objects; other text is returned unchanged. */
function typedList(param: Param, text: string): string {
  const params = itemsOf(param);
  const elements = listElements(text);
  if (params === undefined || elements === undefined) return text;
  if (elements.some((fields) => [...fields.values()].includes(undefined))) return text;
  const objects = elements.map((fields) =>
    [...fields].map(([name, value = '']) => {
      const typed = typedText(Object.hasOwn(params, name) ? params[name] : undefined, value);
      return `${JSON.stringify(name)}:${JSON.stringify(typed)}`;
    }),
  );
  return `[${objects.map((fields) => `{${fields.join(',')}}`).join(',')}]`;
}

function textOf(param: Param | undefined, value: unknown): string {
  if (typeof value !== 'object' || value === null) return typedText(param, String(value));
  return JSON.stringify(value, (_key, field: unknown) => (typeof field === 'bigint' ? String(field) : field));
}

/** Arguments before they are read, and printed again so that reading them gives the same. */
import type { ArgumentsOf } from '../catalogue/argument-types.ts';
import type { Endpoint, EndpointOf, Param, Params } from '../catalogue/types.ts';
import { arrayElements, itemsOf, listElements } from './elements.ts';
import { optionOf } from './names.ts';
import type { WireArguments } from './types.ts';

/** One argument as a person typed it, or as code would have. */
export interface TypedArgument {
  /** The parameter's name, as the interface spells it or in kebab-case. */
  readonly name: string;
  readonly text: string;
}

/** Returns the arguments of a call made from code as if they had been typed; undefined ones are left out. */
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
 * Returns wire arguments as command-line words that read back to the same: `--symbol`, `BTCUSDT`. Words of our
 * own that are no parameters, such as `--all`, are the caller's to add.
 */
export function optionWords(endpoint: Endpoint, wire: WireArguments): string[] {
  const words: string[] = [];
  for (const [name, text] of wire) {
    const typed = typedText(endpoint.params[name], text);
    // A value that begins with a dash would be taken for an option of its own.
    if (typed.startsWith('-')) words.push(`${optionOf(name)}=${typed}`);
    else words.push(optionOf(name), typed);
  }
  return words;
}

/** Returns words as one line for a POSIX shell, each quoted where the shell would change it. */
export function shellLine(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}

/** Returns wire text as a person would type it, so that reading gives the wire text again. */
function typedText(param: Param | undefined, text: string): string {
  if (param?.type === 'ARRAY') return typedArray(param, text);
  if (param?.type === 'LIST') return typedList(param, text);
  // Only 13 digits are read as ms; other moments are written so that no digit count is guessed at.
  if (param?.unit !== 'ms' || !/^-?\d+$/.test(text) || text.length === 13) return text;
  const moment = new Date(Number(text));
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString();
}

function typedArray(param: Param, text: string): string {
  const elements = arrayElements(param, text);
  const isPlain = elements?.every((element) => /^[^\s,[\]"]+$/.test(element)) ?? false;
  return isPlain && elements !== undefined && elements.length > 0 ? elements.join(',') : text;
}

/** The fields of a list's objects are typed as parameters are; text that is no list of objects stays as it is. */
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

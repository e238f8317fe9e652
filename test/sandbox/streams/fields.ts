import type { Interface } from '../../../src/catalogue/environments.ts';
import type { Field, Fields, Stream } from '../../../src/catalogue/stream-types.ts';
import { parseJson, stringifyJson } from '../../../src/core/json.ts';
import type { JsonValue } from '../../../src/core/words.ts';
import { allCells, eventValue, namedEvent, shownCells } from '../../../src/stream/events/event-fields.ts';

const FORMS: Readonly<Record<Field['is'], (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  decimal: (value) => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value),
  integer: Number.isSafeInteger,
  time: (value) => /^\d{13}$/.test(String(value)),
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  levels: (value) => Array.isArray(value) && value.every((row) => row.every(FORMS.decimal)),
  object: (value) => typeof value === 'object',
  list: Array.isArray,
};

/**
 * Returns the differences between a message and its declared fields. Fields of today's interface are required
 * in its messages, and not allowed in those of the interface document.
 */
export function fieldErrors(
  fields: Fields,
  message: Record<string, unknown>,
  served: Interface = 'document',
  at = '',
): string[] {
  const wrongFields = Object.entries(fields).flatMap(([name, field]) => {
    if (field.origin === 'today' && served === 'document') return [];
    if (!FORMS[field.is](message[name])) return [`${at}${name} is ${JSON.stringify(message[name])}`];
    return field.is === 'object'
      ? fieldErrors(field.fields!, message[name] as never, served, `${name}.`)
      : [];
  });
  const isDeclared = (name: string) =>
    name in fields && !(fields[name]!.origin === 'today' && served === 'document');
  const unknownFields = Object.keys(message).filter((name) => !isDeclared(name));
  return [...wrongFields, ...unknownFields.map((name) => `${at}${name} is not declared`)];
}

/**
 * Returns what is wrong with how a message is shown: a column without a value, a value that no column of csv has, or a
 * field that is lost when fields are named in words. `inName` are the parts of the stream's name.
 */
export function viewErrors(
  { fields, view }: Pick<Stream, 'fields' | 'view'>,
  message: unknown,
  inName: Readonly<Record<string, string>> = {},
): string[] {
  const event = parseJson(JSON.stringify(message));
  const empty = shownCells({ fields, view }).filter((cell) => eventValue(event, cell, inName) === null);
  const required = empty.filter(({ path }) => !isOptional(fields, path));
  const cells = new Set(allCells({ fields, view }).map(({ path }) => path.join('.')));
  const leaves = leafPaths(event, fields).filter((path) => !cells.has(path));
  const named = namedEvent(event, fields);
  return [
    ...required.map(({ name }) => `${name} is a column without a value`),
    ...leaves.map((path) => `${path} is in no column of csv`),
    ...(leafTexts(named).join() === leafTexts(event).join() ? [] : ['a field is lost among the named ones']),
  ];
}

/** Returns whether a column may be empty: its field is optional, or it is a level of a list that may be empty. */
function isOptional(fields: Fields, [key = '', ...rest]: readonly string[]): boolean {
  const field = fields[key];
  if (field === undefined || field.isOptional === true) return true;
  if (field.is === 'levels') return rest.length > 0;
  return rest.length > 0 && field.fields !== undefined && isOptional(field.fields, rest);
}

function leafPaths(event: JsonValue, fields: Fields, path = ''): string[] {
  return Object.entries(event as Record<string, JsonValue>).flatMap(([key, value]) => {
    const inside = fields[key]?.is === 'object' ? fields[key]?.fields : undefined;
    return inside !== undefined && Object.keys(inside).length > 0
      ? leafPaths(value, inside, `${path}${key}.`)
      : [`${path}${key}`];
  });
}

function leafTexts(value: JsonValue): string[] {
  if (typeof value !== 'object' || value === null) return [stringifyJson(value)];
  return Object.values(value as Record<string, JsonValue>).flatMap(leafTexts);
}

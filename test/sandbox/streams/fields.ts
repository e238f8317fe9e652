import type { Interface } from '../../../src/catalogue/environments.ts';
import type { Field, Fields } from '../../../src/catalogue/stream-types.ts';

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

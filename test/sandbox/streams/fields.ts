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

/** Returns the differences between a message and its declared fields. */
export function fieldErrors(fields: Fields, message: Record<string, unknown>, at = ''): string[] {
  const wrongFields = Object.entries(fields).flatMap(([name, field]) => {
    if (!FORMS[field.is](message[name])) return [`${at}${name} is ${JSON.stringify(message[name])}`];
    return field.is === 'object' ? fieldErrors(field.fields!, message[name] as never, `${name}.`) : [];
  });
  const unknownFields = Object.keys(message).filter((name) => !(name in fields));
  return [...wrongFields, ...unknownFields.map((name) => `${at}${name} is not declared`)];
}

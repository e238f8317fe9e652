/** The schemas of messages as they are on the wire, made from the fields of the catalogue. */
import type { Field, Fields } from '../../catalogue/stream-types.ts';
import { fieldName } from '../../stream/events/event-fields.ts';
import type { SharedSchemas } from '../openapi/shared-schemas.ts';
import type { Schema } from '../parameter-schema.ts';

const DECIMAL: Schema = { type: 'string', format: 'decimal' };
const INT64: Schema = { type: 'integer', format: 'int64' };

/** The schemas of plain values. */
const KINDS: Readonly<Record<Exclude<Field['is'], 'levels' | 'object' | 'list'>, Schema>> = {
  text: { type: 'string' },
  decimal: DECIMAL,
  integer: INT64,
  time: INT64,
  boolean: { type: 'boolean' },
  number: { type: 'number' },
};

/** Returns the schema of a message with these fields; messages may have further ones. `event` describes its field e. */
export function fieldsSchema(fields: Fields, shared: SharedSchemas, event: Schema = {}): Schema {
  const required = Object.keys(fields).filter((name) => fields[name]!.isOptional !== true);
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        name === 'e' ? { ...fieldSchema(field, shared), ...event } : fieldSchema(field, shared),
      ]),
    ),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** Returns what a field means, and its name in the events of the library. */
function described(field: Field): Schema {
  return { description: field.about, 'x-name': fieldName(field) };
}

function fieldSchema(field: Field, shared: SharedSchemas): Schema {
  const schema = valueSchema(field, shared);
  if (field.isOptional !== true) return { ...described(field), ...schema };
  return '$ref' in schema
    ? { ...described(field), anyOf: [schema, { type: 'null' }] }
    : { ...described(field), ...schema, type: [schema['type'], 'null'] };
}

function valueSchema({ is, fields = {} }: Field, shared: SharedSchemas): Schema {
  if (is === 'levels') return { type: 'array', items: levelSchema(shared) };
  if (is !== 'object' && is !== 'list') return KINDS[is];
  if (Object.keys(fields).length === 0) return is === 'list' ? { type: 'array' } : { type: 'object' };
  const inner = fieldsSchema(fields, shared);
  return is === 'list' ? { type: 'array', items: inner } : inner;
}

function levelSchema(shared: SharedSchemas): Schema {
  const price = { ...DECIMAL, description: 'price' };
  return shared.named('BookLevel', shared.tuple([price, { ...DECIMAL, description: 'quantity' }]));
}

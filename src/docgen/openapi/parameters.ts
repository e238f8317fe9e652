/** The schemas of parameters as they are sent, in the query or in a form body. */
import { isDisputed } from '../../catalogue/define.ts';
import type { Endpoint, Param, Params } from '../../catalogue/types.ts';
import { describeParam } from '../../commands/command-text.ts';
import { itemOf, itemsOf } from '../../request/elements.ts';
import { asEitherInterface } from '../../request/today.ts';
import { countSchema, type Schema, typeSchema } from '../parameter-schema.ts';
import { pascalCase, type SharedSchemas } from './shared-schemas.ts';

/** Sets of values whose JSON is longer have a name. */
const LONG_VALUES = 40;

/** The type in which values of a parameter are sent. */
const FORMATS: Readonly<Partial<Record<Param['type'], string>>> = {
  INT: 'int32',
  LONG: 'int64',
  DECIMAL: 'decimal',
};

/** Returns the schema of what is sent for a parameter. Rules between parameters are stated in words. */
export function sentSchema(name: string, param: Param, shared: SharedSchemas): Schema {
  if (param.type === 'LIST') {
    const items = fieldsSchema(itemsOf(param) ?? {}, shared);
    return { type: 'array', ...countSchema(param), items };
  }
  if (param.type === 'ARRAY')
    return { type: 'array', ...countSchema(param), items: sentSchema(name, itemOf(param), shared) };
  const schema = typeSchema(param);
  if (Array.isArray(schema['enum'])) return valuesSchema(name, schema['enum'], shared);
  const format = FORMATS[param.type];
  return format === undefined ? schema : { ...schema, format };
}

function valuesSchema(name: string, values: readonly unknown[], shared: SharedSchemas): Schema {
  const types = new Set(values.map((value) => (typeof value === 'number' ? 'integer' : 'string')));
  const schema = { ...(types.size === 1 ? { type: [...types][0] } : {}), enum: values };
  return JSON.stringify(values).length < LONG_VALUES ? schema : shared.named(pascalCase(name), schema);
}

/** Returns the schema of an object with these parameters as fields. */
export function fieldsSchema(params: Params, shared: SharedSchemas): Schema {
  const required = Object.keys(params).filter((name) => isNeeded(params[name]!));
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(params).map(([name, param]) => [
        name,
        {
          description: meaningOf(param),
          ...sentSchema(name, param, shared),
          ...(param.default === undefined ? {} : { default: param.default }),
        },
      ]),
    ),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** Returns the parameters of the query of an endpoint, as OpenAPI has them. */
export function queryParameters(endpoint: Endpoint, shared: SharedSchemas): readonly Schema[] {
  return Object.entries(asEitherInterface(endpoint).params).map(([name, param]) => {
    const schema = {
      ...sentSchema(name, param, shared),
      ...(param.default === undefined ? {} : { default: param.default }),
    };
    return {
      name,
      in: 'query',
      description: meaningOf(param),
      ...(isNeeded(param) ? { required: true } : {}),
      ...(isJson(param) ? { content: { 'application/json': { schema } } } : { schema, ...listStyle(param) }),
    };
  });
}

/** Returns how the lists of a form body are written, by field; undefined if it has none. */
export function formEncoding(params: Params): Schema | undefined {
  const lists = Object.entries(params).filter(([, { type }]) => type === 'LIST' || type === 'ARRAY');
  if (lists.length === 0) return undefined;
  return Object.fromEntries(
    lists.map(([name, param]) => [
      name,
      isJson(param) ? { contentType: 'application/json' } : listStyle(param),
    ]),
  );
}

/** Returns whether a parameter is sent as the text of a JSON array. */
function isJson({ type, separatedBy }: Param): boolean {
  return type === 'LIST' || (type === 'ARRAY' && separatedBy !== 'commas');
}

function listStyle({ type }: Param): Schema {
  return type === 'ARRAY' ? { style: 'form', explode: false } : {};
}

function isNeeded({ required, default: value }: Param): boolean {
  return required === true && value === undefined;
}

/** Returns what a parameter means; its values and its default are in its schema, unless the values have meanings. */
function meaningOf(param: Param): string {
  const { default: _default, values, ...rest } = param;
  const meaning = describeParam(
    param.meanings === undefined || values === undefined ? rest : { ...rest, values },
  );
  return [
    `${meaning}${param.unit === 'ms' ? ', in milliseconds' : ''}`,
    ...(param.clamps === true ? ['a value above the maximum counts as the maximum'] : []),
    ...(isDisputed(param.max)
      ? [`the first listing allows at most ${param.max.first}, the second ${param.max.second}`]
      : []),
    ...(param.sourceNote === undefined ? [] : [param.sourceNote]),
  ].join('; ');
}

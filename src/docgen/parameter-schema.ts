/** The parameters of every endpoint as one JSON Schema, for tools that call the interface from data. */
import { isDisputed } from '../catalogue/define.ts';
import { ENDPOINTS } from '../catalogue/index.ts';
import type { Endpoint, Param, Params, Requirement, Rule } from '../catalogue/types.ts';
import { callSummary, describeParam } from '../commands/command-text.ts';
import { formatDecimal } from '../core/decimal.ts';
import { widestMax } from '../request/bounds.ts';
import { itemOf, itemsOf } from '../request/elements.ts';
import { asEitherInterface } from '../request/today.ts';

/** A JSON Schema or a part of one. */
export type Schema = { readonly [key: string]: unknown };

/** Returns the schema: a definition for each endpoint by its id. Prices and amounts are decimal strings. */
export function parameterSchema(): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'bourse-endpoints.v1',
    title: 'Parameters of every endpoint, version 1',
    description:
      'Derived from the catalogue by `npm run docs`. Each definition is an object of arguments by the spelling of the interface; timestamp, recvWindow and signature are added when a call is signed. Times are Unix milliseconds, decimals are text. If the two listings differ, the wider bound applies. Bounds of decimals and time spans are in the descriptions, because JSON Schema cannot compare text.',
    definitions: Object.fromEntries(ENDPOINTS.map((endpoint) => [endpoint.id, endpointSchema(endpoint)])),
  };
}

/** Returns the schema of one endpoint's arguments. */
export function endpointSchema(endpoint: Endpoint): Schema {
  return {
    title: endpoint.summary,
    description: [callSummary(endpoint), ...(endpoint.notes ?? [])].join('\n'),
    ...objectSchema(asEitherInterface(endpoint).params, endpoint.rules ?? []),
  };
}

function objectSchema(params: Params, rules: readonly Rule[]): Schema {
  const required = Object.entries(params).flatMap(([name, param]) =>
    param.required && param.default === undefined ? [name] : [],
  );
  const parts = rules.flatMap((rule) => ruleSchemas(rule, params));
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(params).map(([name, param]) => [name, paramSchema(param)])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
    ...(parts.length === 0 ? {} : { allOf: parts }),
  };
}

function paramSchema(param: Param): Schema {
  return {
    description: describeParam(param),
    ...typeSchema(param),
    ...(param.default === undefined ? {} : { default: param.default }),
  };
}

/** Returns the schema of the value of a parameter. */
export function typeSchema(param: Param): Schema {
  if (param.type === 'LIST') {
    const items = objectSchema(itemsOf(param) ?? {}, param.itemRules ?? []);
    return { type: 'array', ...countSchema(param), items };
  }
  if (param.type === 'ARRAY')
    return { type: 'array', ...countSchema(param), items: typeSchema(itemOf(param)) };
  if (param.values !== undefined && param.clamps !== true) return { enum: [...param.values] };
  switch (param.type) {
    case 'INT':
    case 'LONG':
      return { type: 'integer', ...numberBounds(param) };
    case 'DECIMAL':
      return { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' };
    case 'BOOLEAN':
      return { type: 'boolean' };
    default:
      return { type: 'string', minLength: 1, ...textBounds(param) };
  }
}

function numberBounds(param: Param): Schema {
  const most = param.clamps === true ? undefined : widestMax(param);
  return {
    ...(param.min === undefined ? {} : { minimum: Number(param.min) }),
    ...(param.above === undefined ? {} : { exclusiveMinimum: Number(param.above) }),
    ...(most === undefined ? {} : { maximum: Number(formatDecimal(most)) }),
    ...(isDisputed(param.max)
      ? { $comment: `One listing allows ${param.max.first}, the other ${param.max.second}.` }
      : {}),
  };
}

/** Returns the bounds of the number of elements of a list. */
export function countSchema(param: Param): Schema {
  const most = widestMax(param);
  return {
    minItems: Number(param.min ?? 1),
    ...(most === undefined ? {} : { maxItems: Number(formatDecimal(most)) }),
  };
}

function textBounds({ maxLength, format }: Param): Schema {
  return {
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(format === 'email' ? { pattern: '^[^\\s@]+@[^\\s@]+\\.[^\\s@.]+$' } : {}),
    ...(format === 'yyyymmdd' ? { pattern: '^([0-9]{2})?[0-9]{6}$' } : {}),
    ...(format === 'client-order-id' ? { pattern: '^[.A-Z:/a-z0-9_-]+$' } : {}),
  };
}

/**
 * Returns a rule between parameters as schemas that must all hold; an empty list for a rule about a time
 * span, which JSON Schema cannot express.
 */
function ruleSchemas(rule: Rule, params: Params): Schema[] {
  switch (rule.rule) {
    case 'at-least-one':
      return [{ anyOf: rule.of.map(sent) }];
    case 'exactly-one':
      return [{ oneOf: rule.of.map(sent) }];
    case 'at-most-one':
      return pairs(rule.of).map((pair) => ({ not: { required: pair } }));
    case 'only-with':
      return [{ dependencies: { [rule.param]: [...rule.needs] } }];
    case 'needs-by-value':
      return Object.entries(rule.needs).map(([value, needs]) =>
        needsSchema(rule.param, value, needs, params),
      );
    case 'combinations':
      return [{ anyOf: [noneOf(rule.of), ...rule.allowed.map((one) => onlyThese(one, rule.of))] }];
    case 'conflict':
      return [{ not: conflictSchema(rule) }];
    case 'max-span':
    case 'not-after':
    case 'address-of-chain':
      return [];
  }
}

/** Returns the schema of requests that contain parameters which must not be sent together. */
function conflictSchema({ param, values, beside, is }: Extract<Rule, { readonly rule: 'conflict' }>): Schema {
  const valued = (name: string, list: readonly string[] | undefined) =>
    list === undefined ? {} : { [name]: { enum: [...list] } };
  return {
    required: beside === undefined ? [param] : [param, beside],
    properties: { ...valued(param, values), ...(beside === undefined ? {} : valued(beside, is)) },
  };
}

function sent(name: string): Schema {
  return { required: [name] };
}

function noneOf(names: readonly string[]): Schema {
  return { not: { anyOf: names.map(sent) } };
}

function onlyThese(kept: readonly string[], all: readonly string[]): Schema {
  const others = all.filter((name) => !kept.includes(name));
  return {
    ...(kept.length === 0 ? {} : { required: [...kept] }),
    ...(others.length === 0 ? {} : noneOf(others)),
  };
}

function pairs(names: readonly string[]): string[][] {
  return names.flatMap((first, at) => names.slice(at + 1).map((second) => [first, second]));
}

/**
 * Returns the schema of what the value of a parameter requires. A default counts as the value, because the
 * exchange assumes it if nothing is sent.
 */
function needsSchema(
  name: string,
  value: string,
  needs: readonly Requirement<string>[],
  params: Params,
): Schema {
  const param = params[name];
  const typed =
    param?.type === 'BOOLEAN' ? value === 'true' : param?.values?.find((one) => String(one) === value);
  const isDefault = String(param?.default) === value;
  return {
    if: {
      properties: { [name]: { const: typed ?? value } },
      ...(isDefault ? {} : { required: [name] }),
    },
    // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema.
    then: {
      allOf: needs.map((need) => {
        if (typeof need === 'string') return sent(need);
        return { anyOf: ('anyOf' in need ? need.anyOf : [need.param, need.unless]).map(sent) };
      }),
    },
  };
}

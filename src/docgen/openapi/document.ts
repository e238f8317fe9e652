/** The OpenAPI document: one operation for each endpoint, under the name of the library's method. */
import { effectiveValue, isDisputed, isSigned } from '../../catalogue/define.ts';
import type { Disputed, Endpoint, Security } from '../../catalogue/types.ts';
import { todayTexts, weightText } from '../../commands/command-text.ts';
import { asEitherInterface } from '../../request/today.ts';
import type { LibraryMethod } from '../library/method-types.ts';
import { likelyErrors } from '../likely-errors.ts';
import type { Schema } from '../parameter-schema.ts';
import { ruleLines } from '../rule-text.ts';
import { answerSchema } from './answers.ts';
import {
  ABOUT,
  RESPONSES,
  SECURITY_SCHEMES,
  SIGNING_FIELDS,
  SIGNING_PARAMETERS,
  SIGNING_REFERENCES,
} from './constants.ts';
import { fieldsSchema, formEncoding, queryParameters } from './parameters.ts';
import { DEFAULT_SERVERS, locationOf } from './servers.ts';
import { SharedParameters } from './shared-parameters.ts';
import { pascalCase, SharedSchemas } from './shared-schemas.ts';

/** Returns the document. The endpoints are those of the methods, so that a test can pass a changed one. */
export function openApiDocument(methods: readonly LibraryMethod[]): Schema {
  const schemas = new SharedSchemas('2020-12');
  const parameters = new SharedParameters();
  const paths = new Map<string, Record<string, unknown>>();
  const taken = new Set<string>();
  for (const method of methods) {
    const { endpoint } = method;
    const call = `${endpoint.method} ${endpoint.path}`;
    const { path, servers } = locationOf(endpoint, taken.has(call));
    taken.add(call);
    const item = paths.get(path) ?? (servers === DEFAULT_SERVERS ? {} : { servers });
    item[endpoint.method.toLowerCase()] = operation(method, schemas, parameters);
    paths.set(path, item);
  }
  return parameters.resolve({
    openapi: '3.1.0',
    info: ABOUT,
    servers: DEFAULT_SERVERS,
    tags: tagsOf(methods),
    security: [],
    paths: Object.fromEntries(paths),
    components: {
      schemas: {
        ...schemas.all(),
        Error: ERROR,
      },
      parameters: SIGNING_PARAMETERS,
      responses: RESPONSES,
      securitySchemes: SECURITY_SCHEMES,
    },
  });
}

const ERROR: Schema = {
  type: 'object',
  description: 'Why a call was refused. `bourse explain CODE` says what each code means.',
  properties: { code: { type: 'integer', format: 'int32' }, msg: { type: 'string' } },
  required: ['code', 'msg'],
};

function tagsOf(methods: readonly LibraryMethod[]): readonly Schema[] {
  const tags = new Map(
    methods.map((method) => {
      const { words, on } = method;
      const command = `bourse ${words.split(' ')[0]}${on === undefined ? '' : ` --on ${on}`}`;
      return [tagOf(method), `The calls of \`${command}\``];
    }),
  );
  return [...tags].map(([name, description]) => ({ name, description }));
}

function tagOf({ path }: LibraryMethod): string {
  return path.slice(0, -1).join('.');
}

function operation(method: LibraryMethod, schemas: SharedSchemas, parameters: SharedParameters): Schema {
  const { endpoint, path, words, on } = method;
  const security = effectiveValue(endpoint.security);
  const weight = effectiveValue(endpoint.weight);
  const today = todayTexts(endpoint);
  return {
    operationId: path.join('.'),
    tags: [tagOf(method)],
    summary: endpoint.summary,
    ...described(endpoint),
    ...sentBy(endpoint, schemas, parameters),
    security: requirementsOf(security),
    responses: {
      200: {
        description: 'The answer',
        content: { 'application/json': { schema: answerSchema(endpoint, schemas) } },
      },
      '4XX': { $ref: '#/components/responses/Refused' },
      '5XX': { $ref: '#/components/responses/Unavailable' },
    },
    'x-endpoint': endpoint.id,
    'x-command': `bourse ${words}${on === undefined ? '' : ` --on ${on}`}`,
    'x-security': security ?? 'unlisted',
    'x-effect': endpoint.effect,
    'x-weight': weight ?? 'unlisted',
    'x-origin': endpoint.origin,
    ...(today.length === 0 ? {} : { 'x-today': today }),
    ...errorsOf(endpoint),
  };
}

function described(endpoint: Endpoint): Schema {
  const weight = effectiveValue(endpoint.weight);
  const lines = [
    ...(endpoint.notes ?? []),
    ...(endpoint.rules ?? []).flatMap(ruleLines),
    ...(weight === undefined || typeof weight === 'number' ? [] : [`Request weight: ${weightText(weight)}.`]),
    ...disputes(endpoint),
    ...(endpoint.sourceNotes ?? []),
  ];
  return lines.length === 0 ? {} : { description: lines.join('\n\n') };
}

/** Returns what the two listings of the interface document say differently about the call. */
function disputes({ weight, security }: Endpoint): readonly string[] {
  const differ = <T>(what: string, { first, second, why }: Disputed<T>, words: (value: T) => string) =>
    `The listings differ in the ${what}: ${words(first)} in the first, ${words(second)} in the second (${why}).`;
  return [
    ...(isDisputed(weight) ? [differ('request weight', weight, weightText)] : []),
    ...(isDisputed(security) ? [differ('security level', security, String)] : []),
  ];
}

function errorsOf(endpoint: Endpoint): Schema {
  const errors = likelyErrors(endpoint).map(({ code }) => code);
  return errors.length === 0 ? {} : { 'x-errors': errors };
}

/** Returns the security requirements: a call of which the document lists no security is signed. */
function requirementsOf(security: Security | undefined): readonly Schema[] {
  if (security === 'NONE') return [];
  return security === undefined || isSigned(security) ? [{ apiKey: [], signature: [] }] : [{ apiKey: [] }];
}

/** Returns what a call sends: parameters in the query for GET and DELETE, a form body for POST and PUT. */
function sentBy(endpoint: Endpoint, schemas: SharedSchemas, parameters: SharedParameters): Schema {
  const { id, method, headers = {}, listsNoTimestamp } = endpoint;
  const isTimed =
    requirementsOf(effectiveValue(endpoint.security)).some((one) => 'signature' in one) &&
    listsNoTimestamp !== true;
  const fixed = Object.entries(headers).map(([name, value]) => ({
    name,
    in: 'header',
    description: 'Sent with exactly this value',
    required: true,
    schema: { type: 'string', const: value },
  }));
  if (method === 'GET' || method === 'DELETE') {
    const sent = queryParameters(endpoint, schemas).map((one) => parameters.reference(id, one));
    const all = [...fixed, ...sent, ...(isTimed ? SIGNING_REFERENCES : [])];
    return all.length === 0 ? {} : { parameters: all };
  }
  const { params } = asEitherInterface(endpoint);
  const own = fieldsSchema(params, schemas);
  const encoding = formEncoding(params);
  const schema = isTimed ? withTimes(own) : own;
  if (Object.keys(schema['properties'] as Schema).length === 0) return {};
  const form = {
    schema: schemas.named(`${pascalCase(id)}Form`, schema),
    ...(encoding === undefined ? {} : { encoding }),
  };
  return {
    ...(fixed.length === 0 ? {} : { parameters: fixed }),
    requestBody: {
      ...(schema['required'] === undefined ? {} : { required: true }),
      content: { 'application/x-www-form-urlencoded': form },
    },
  };
}

/** Returns the schema of a form with the fields that a signed call has in addition. */
function withTimes({ properties, required = [], ...rest }: Schema): Schema {
  return {
    ...rest,
    properties: { ...(properties as Schema), ...SIGNING_FIELDS },
    required: [...(required as readonly string[]), 'timestamp'],
  };
}

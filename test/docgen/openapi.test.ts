/** The OpenAPI document passes a linter, and describes every endpoint and parameter of the catalogue. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { effectiveValue, isSigned } from '../../src/catalogue/define.ts';
import { HOSTS } from '../../src/catalogue/hosts.ts';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import type { Endpoint, Param } from '../../src/catalogue/types.ts';
import { methodTypes } from '../../src/docgen/library/method-types.ts';
import { libraryMethods } from '../../src/docgen/library/methods.ts';
import { openApiDocument } from '../../src/docgen/openapi/document.ts';
import { pythonClient } from '../../src/docgen/python/python-client.ts';
import { hostOf } from '../../src/request/prepare.ts';
import { asEitherInterface } from '../../src/request/today.ts';
import { jsonOf } from '../catalogue/json-arguments.ts';
import { leastArguments } from '../catalogue/sweep-arguments.ts';
import {
  answerCheck,
  checkAt,
  OPENAPI,
  OPERATIONS,
  type Operation,
  parametersOf,
  pointedTo,
} from './openapi.ts';

const methods = await libraryMethods();

/** The names and schemas of what an operation sends: of its query, or of its form. */
function sentBy(
  operation: Operation,
): ReadonlyMap<string, { readonly schema: string; readonly isRequired: boolean }> {
  if (operation.requestBody === undefined) return parametersOf(operation);
  const [form] = Object.values(operation.requestBody.content);
  const { $ref } = form!.schema as { readonly $ref: string };
  const { properties, required = [] } = pointedTo($ref) as {
    readonly properties: object;
    readonly required?: readonly string[];
  };
  return new Map(
    Object.keys(properties).map((name) => [
      name,
      { schema: `${$ref.slice(1)}/properties/${name}`, isRequired: required.includes(name) },
    ]),
  );
}

const named = ENDPOINTS.map((endpoint) => ({
  id: endpoint.id,
  endpoint,
  operation: OPERATIONS.get(endpoint.id)![0]!,
}));

describe('the OpenAPI document', () => {
  it('has no problem that a linter finds', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const source = JSON.stringify(OPENAPI);
    const problems = await lintFromString({ source, absoluteRef: 'openapi.v1.json', config });
    expect(problems.map(({ ruleId, message, location: [at] }) => [ruleId, message, at?.pointer])).toEqual([]);
  });

  it('is refused by the linter if a reference leads nowhere or an operation has no name of its own', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const broken = JSON.stringify(openApiDocument(methods.slice(0, 2)))
      .replace('"operationId":"market.time"', '"operationId":"market.ping"')
      .replace('#/components/responses/Refused', '#/components/responses/None');
    const problems = await lintFromString({ source: broken, absoluteRef: 'openapi.v1.json', config });
    const rules = problems.map(({ ruleId }) => ruleId);
    expect(rules).toEqual(expect.arrayContaining(['no-unresolved-refs', 'operation-operationId-unique']));
  });

  it('has exactly one operation for each endpoint, named as the method of the library', () => {
    const operations = [...OPERATIONS].map(([id, all]) => [id, all.map(({ operationId }) => operationId)]);
    const expected = methods.map(({ endpoint, path }) => [endpoint.id, [path.join('.')]]);
    expect(operations.sort()).toEqual(expected.sort());
  });

  it.each(named)('has the method, address and security of $id', ({ endpoint, operation }) => {
    const { live } = HOSTS.find(({ name }) => name === hostOf(endpoint))!;
    expect(operation.method).toBe(endpoint.method.toLowerCase());
    expect(`${operation.servers[0]!.url}${operation.path}`).toBe(`${live[0]}${endpoint.path}`);
    const security = effectiveValue(endpoint.security) ?? 'USER_DATA';
    const schemes = operation.security.flatMap((one) => Object.keys(one));
    expect(schemes).toEqual(
      isSigned(security) ? ['apiKey', 'signature'] : security === 'NONE' ? [] : ['apiKey'],
    );
  });

  it('has every parameter of every endpoint, required where both interfaces require it', () => {
    let count = 0;
    for (const { id, endpoint, operation } of named) {
      const sent = sentBy(operation);
      const { params } = asEitherInterface(endpoint);
      for (const [name, { required, default: value }] of Object.entries(params)) {
        expect(sent.get(name)?.isRequired, `${id} ${name}`).toBe(required === true && value === undefined);
        count += 1;
      }
      const others = [...sent.keys()].filter((name) => !(name in params));
      const isTimed =
        operation.security.some((one) => 'signature' in one) && endpoint.listsNoTimestamp !== true;
      const headers = Object.keys(endpoint.headers ?? {});
      expect(others, id).toEqual([...headers, ...(isTimed ? ['timestamp', 'recvWindow'] : [])]);
    }
    expect(count).toBeGreaterThan(1600);
  });

  it.each(named)('accepts the arguments of $id that are valid, and no others', ({ endpoint, operation }) => {
    const sent = sentBy(operation);
    const given = jsonOf(endpoint.params, leastArguments(endpoint));
    for (const [name, param] of Object.entries(asEitherInterface(endpoint).params)) {
      const holds = checkAt(sent.get(name)!.schema);
      if (name in given) expect(holds(given[name]), `${name} ${JSON.stringify(holds.errors)}`).toBe(true);
      for (const wrong of wrongValues(param))
        expect(holds(wrong), `${name} ${JSON.stringify(wrong)}`).toBe(false);
    }
  });

  it('describes candles as lists with a fixed order, and order books as lists of price and quantity', () => {
    const candles = answerCheck('spot.klines');
    const candle = [1, '2', '3', '4', '5', '6', 7, '8', 9, '10', '11', '0'];
    expect(candles([candle])).toBe(true);
    expect(candles([candle.toSpliced(1, 1, 2 as never)])).toBe(false);
    expect(candles([candle.slice(1)])).toBe(false);
    expect(answerCheck('spot.depth')({ bids: [['1', '2']], asks: [] })).toBe(true);
    expect(answerCheck('spot.depth')({ bids: [['1']], asks: [] })).toBe(false);
  });

  it('says where the listings differ', () => {
    const trades = OPERATIONS.get('spot.trades')![0] as unknown as { readonly description: string };
    expect(trades.description).toContain(
      'The listings differ in the request weight: 10 in the first, 25 in the second',
    );
    expect(JSON.stringify(OPERATIONS.get('options.depth'))).not.toContain('undefined');
  });
});

/** Values that a parameter must not have: of another type, out of bounds, or outside its values. */
function wrongValues({ type, values, clamps, min, max }: Param): readonly unknown[] {
  if (values !== undefined && clamps !== true) return ['no such value', {}];
  const tooSmall = min === undefined ? [] : [Number(min) - 1];
  const tooLarge = typeof max === 'number' && clamps !== true ? [max + 1] : [];
  switch (type) {
    case 'INT':
    case 'LONG':
      return ['text', 1.5, ...tooSmall, ...tooLarge.map((one) => one + 1e15)];
    case 'BOOLEAN':
      return ['maybe', 1];
    case 'ARRAY':
    case 'LIST':
      return ['text', {}];
    default:
      return [{}, ''];
  }
}

describe('a changed bound in the catalogue', () => {
  const before = methods.filter(({ endpoint }) => endpoint.product === 'spot');
  const changed = before.map((method) => {
    if (method.endpoint.id !== 'spot.klines') return method;
    const limit: Param = { ...method.endpoint.params['limit']!, max: 1234 };
    const endpoint: Endpoint = { ...method.endpoint, params: { ...method.endpoint.params, limit } };
    return { ...method, endpoint };
  });

  it('changes the types of the library', () => {
    expect(methodTypes(before, [])).not.toContain('1234');
    expect(methodTypes(changed, [])).toContain('1 to 1234');
  });

  it('changes the Python client, in one place', () => {
    const text = (all: typeof methods) =>
      pythonClient({ runtime: '', version: '', methods: all, streams: [], commands: [] }).split('\n');
    const known = new Set(text(before));
    const lines = text(changed).filter((line) => !known.has(line));
    expect(lines.map((line) => line.trim())).toEqual(['limit: Number of rows: 1 to 1234 (default 500)']);
  });

  it('changes the OpenAPI document, in one place', () => {
    const text = (document: unknown) => JSON.stringify(document, null, 1).split('\n');
    const known = new Set(text(openApiDocument(before)));
    const lines = text(openApiDocument(changed)).filter((line) => !known.has(line));
    expect(lines.filter((line) => line.includes('1234')).map((line) => line.trim())).toEqual([
      '"description": "Number of rows: 1 to 1234",',
      '"maximum": 1234,',
    ]);
  });
});

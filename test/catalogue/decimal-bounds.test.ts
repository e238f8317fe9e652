/**
 * A price of -5 once passed the client on futures, and 1e400 was sent as 401 digits. Every decimal parameter has a lower
 * bound, and none takes more digits than the exchange reads.
 */
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import type { Endpoint, Param, Params } from '../../src/catalogue/types.ts';
import { WS_METHODS } from '../../src/catalogue/ws-methods.ts';
import { readArguments } from '../../src/request/arguments.ts';
import { NOW } from '../acceptance/world.ts';

/** The rules of a value by itself; others concern several parameters. */
const VALUE_RULES = new Set(['type', 'minimum', 'above', 'maximum']);

interface DecimalParam {
  readonly name: string;
  readonly param: Param;
  readonly faultsOf: (text: string) => readonly string[];
}

function faultsOf(endpoint: Endpoint, name: string, text: string, field?: string): readonly string[] {
  const argument = field === undefined ? text : JSON.stringify([{ [field]: text }]);
  const { faults } = readArguments(endpoint, [{ name, text: argument }], { now: NOW });
  const at = field === undefined ? name : `${name}[0].${field}`;
  return faults.filter(({ param, rule }) => param === at && VALUE_RULES.has(rule)).map(({ rule }) => rule);
}

const decimals: DecimalParam[] = ENDPOINTS.flatMap((endpoint) =>
  Object.entries(endpoint.params).flatMap(([name, param]) => {
    const own = {
      name: `${endpoint.id} ${name}`,
      param,
      faultsOf: (text: string) => faultsOf(endpoint, name, text),
    };
    const fields =
      param.type === 'LIST'
        ? Object.entries((param.items ?? {}) as Params)
            .filter(([, item]) => item.type === 'DECIMAL')
            .map(([field, item]) => ({
              name: `${endpoint.id} ${name}.${field}`,
              param: item,
              faultsOf: (text: string) => faultsOf(endpoint, name, text, field),
            }))
        : [];
    return [...(param.type === 'DECIMAL' ? [own] : []), ...fields];
  }),
);

describe('a decimal parameter', () => {
  it('has a lower bound on every endpoint and method, 0 or more', () => {
    expect(decimals.length).toBeGreaterThan(60);
    const methods = WS_METHODS.flatMap(({ method, params }) =>
      Object.entries(params).flatMap(([name, param]) =>
        param.type === 'DECIMAL' ? [{ name: `${method} ${name}`, param }] : [],
      ),
    );
    const bounds = [...decimals, ...methods].map(({ name, param: { above, min } }) => ({
      name,
      bound: above ?? min,
    }));
    expect(
      bounds.filter(({ bound }) => bound === undefined || Number(bound) < 0).map(({ name }) => name),
    ).toEqual([]);
  });

  it('refuses negative values, and 0 where its meaning asks for more', () => {
    for (const { name, param, faultsOf } of decimals) {
      expect([name, faultsOf('-5')]).toEqual([name, [param.above === undefined ? 'minimum' : 'above']]);
      if (param.above !== undefined) expect([name, faultsOf('0.00')]).toEqual([name, ['above']]);
    }
  });

  it('refuses more than 20 digits before or after the point', () => {
    for (const { name, param, faultsOf } of decimals)
      for (const text of ['1e400', '1e20', `${'9'.repeat(21)}.5`, '1e-21', `0.${'1'.repeat(21)}`])
        if (param.max === undefined || !text.startsWith('0'))
          expect([name, text, faultsOf(text)]).toEqual([name, text, ['type']]);
    for (const { name, param, faultsOf } of decimals)
      for (const text of ['1e19', '9'.repeat(20), `1.${'1'.repeat(20)}`, '1e-20'])
        if (param.max === undefined && param.min === undefined)
          expect([name, text, faultsOf(text)]).toEqual([name, text, []]);
  });
});

it('names a number with too many digits as it was typed', () => {
  const order = ENDPOINTS.find(({ id }) => id === 'spot.order.new')!;
  const { faults } = readArguments(order, [{ name: 'quantity', text: '1e400' }], { now: NOW });
  expect(faults.find(({ param }) => param === 'quantity')?.message).toBe(
    'quantity must be a decimal number of at most 20 digits before and 20 after the point, was 1e400. Write fewer digits.',
  );
});

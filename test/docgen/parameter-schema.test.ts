/** The JSON Schema of parameters accepts and refuses the same generated arguments as the program's checks. */
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import type { Endpoint } from '../../src/catalogue/types.ts';
import { endpointSchema, parameterSchema } from '../../src/docgen/parameter-schema.ts';
import { checkArguments } from '../../src/request/check.ts';
import { jsonOf } from '../catalogue/json-arguments.ts';
import { validArguments } from '../catalogue/sweep-arguments.ts';

const RUNS = { numRuns: 25, seed: 20_240_315 };

/** Rules that a schema can express; spans and other formats are described in words. */
const SAID = new Set([
  'unknown-parameter',
  'at-least-one',
  'exactly-one',
  'at-most-one',
  'only-with',
  'needs-by-value',
  'combinations',
  'conflict',
]);

const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
const named = ENDPOINTS.map((endpoint) => ({
  id: endpoint.id,
  endpoint,
  holds: ajv.compile(endpointSchema(endpoint)),
}));

/** Returns arguments with valid values that may break rules: some are missing, and one may be unknown. */
function looseArguments({ params, rules: _rules }: Endpoint): fc.Arbitrary<Map<string, string>> {
  const all = validArguments({ params });
  return fc.tuple(all, fc.subarray(Object.keys(params)), fc.boolean()).map(([wire, kept, isTooMany]) => {
    const loose = new Map([...wire].filter(([name]) => kept.includes(name) || params[name]!.required));
    return isTooMany ? loose.set('nobodyTakesThis', 'x') : loose;
  });
}

describe('the schema of parameters', () => {
  it('has a definition for every endpoint', () => {
    const { definitions } = parameterSchema() as { definitions: Record<string, unknown> };
    expect(Object.keys(definitions)).toEqual(ENDPOINTS.map(({ id }) => id));
  });

  it.each(named)('accepts valid arguments of $id', ({ endpoint, holds }) => {
    fc.assert(
      fc.property(validArguments(endpoint), (wire) => {
        expect(holds(jsonOf(endpoint.params, wire)), JSON.stringify(holds.errors)).toBe(true);
      }),
      RUNS,
    );
  });

  it.each(named)('agrees with the checks on the rules of $id', ({ endpoint, holds }) => {
    fc.assert(
      fc.property(looseArguments(endpoint), (wire) => {
        const faults = checkArguments(endpoint, wire).map(({ rule }) => rule ?? '');
        expect(holds(jsonOf(endpoint.params, wire))).toBe(!faults.some((rule) => SAID.has(rule)));
      }),
      RUNS,
    );
  });

  it('refuses values that are missing, out of bounds, outside a set, or no decimal text', () => {
    const holds = (id: string, given: unknown) => named.find((one) => one.id === id)!.holds(given);
    const withdrawal = { coin: 'USDT', address: 'A', amount: '1.5' };
    expect(holds('funds.withdraw', withdrawal)).toBe(true);
    expect(holds('funds.withdraw', { ...withdrawal, amount: 1.5 })).toBe(false);
    expect(holds('funds.withdraw', { coin: 'USDT', amount: '1' })).toBe(false);
    expect(holds('funds.withdraw', { ...withdrawal, walletType: 2 })).toBe(false);
    expect(holds('funds.snapshot', { type: 'SPOT', limit: 4 })).toBe(false);
    expect(holds('funds.snapshot', { type: 'SPOT', limit: 30 })).toBe(true);
    expect(holds('sub.status', { email: 'trader' })).toBe(false);
    expect(holds('spot.depth', { symbol: 'BTCUSDT', limit: 9000 })).toBe(true);
  });
});

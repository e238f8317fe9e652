/**
 * Properties of every endpoint, with arguments generated from its declaration. A failing property prints its
 * seed.
 */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import type { Endpoint } from '../../src/catalogue/types.ts';
import type { UnixMs } from '../../src/core/words.ts';
import { readArguments } from '../../src/request/arguments.ts';
import { checkArguments } from '../../src/request/check.ts';
import { decodeQuery } from '../../src/request/encode.ts';
import { kebabOf } from '../../src/request/names.ts';
import { buildRequest } from '../../src/request/prepare.ts';
import { optionWords } from '../../src/request/typed-arguments.ts';
import { leastArguments, scopesOf, validArguments } from './sweep-arguments.ts';

const NOW = 1_710_506_096_789 as UnixMs;
const RUNS = { numRuns: 12, seed: 20_240_315 };

/** Number of rows of the interface document by product; paths that share a row count singly. */
const DOCUMENT_COUNTS = {
  spot: 34,
  usdm: 42,
  coinm: 10,
  options: 22,
  margin: 16,
  funds: 18,
  sub: 15,
  earn: 7,
  mining: 7,
  fiat: 2,
  c2c: 1,
  convert: 4,
  onchain: 1,
} as const;
const KEYS_COUNT = 7;

const named = ENDPOINTS.map((endpoint) => ({ id: endpoint.id, endpoint }));
const KEYS = new Set(ENDPOINTS.filter(({ id }) => id.includes('.listen-key.')));

describe('the catalogue', () => {
  const rows = ENDPOINTS.filter(({ origin }) => origin === 'document');

  test.each(Object.entries(DOCUMENT_COUNTS))(
    'has all rows of the interface document on %s: %i',
    (product, count) => {
      expect(rows.filter((one) => one.product === product && !KEYS.has(one))).toHaveLength(count);
    },
  );

  it('has the seven rows of listen keys, and 186 rows in all', () => {
    expect(rows.filter((one) => KEYS.has(one))).toHaveLength(KEYS_COUNT);
    expect(rows).toHaveLength(186);
  });

  it('has unique endpoint ids and unique calls', () => {
    expect(new Set(ENDPOINTS.map(({ id }) => id)).size).toBe(ENDPOINTS.length);
    const calls = ENDPOINTS.map((one) => `${one.method} ${buildRequest(one, new Map()).host} ${one.path}`);
    expect(new Set(calls).size).toBe(ENDPOINTS.length);
  });

  it('has endpoint ids that begin with their product, and parameters with unique option names', () => {
    for (const { id, product, params } of ENDPOINTS) {
      expect(id).toMatch(/^[a-z0-9]+(?:[.-][a-z0-9]+)+$/);
      expect(id.startsWith(`${product}.`)).toBe(true);
      const typed = Object.keys(params).map(kebabOf);
      expect(new Set(typed).size).toBe(typed.length);
    }
  });
});

describe.each(named)('arguments of $id', ({ endpoint }) => {
  it('pass its checks if generated from its declaration', () => {
    fc.assert(
      fc.property(validArguments(endpoint), (wire) => {
        expect(checkArguments(endpoint, wire)).toEqual([]);
      }),
      RUNS,
    );
  });

  it('are read back unchanged after being printed as options', () => {
    fc.assert(
      fc.property(validArguments(endpoint), (wire) => {
        const read = readArguments(endpoint, pairsOf(optionWords(endpoint, wire)), { now: NOW });
        expect(read.faults).toEqual([]);
        const defaults = Object.entries(endpoint.params).flatMap(([name, param]) =>
          param.required && param.default !== undefined && !wire.has(name)
            ? [[name, String(param.default)]]
            : [],
        );
        expect([...read.wire]).toEqual([...wire, ...defaults]);
      }),
      RUNS,
    );
  });

  it('are decoded unchanged after being encoded', () => {
    fc.assert(
      fc.property(validArguments(endpoint), (wire) => {
        const { query, body } = buildRequest(endpoint, wire);
        expect(decodeQuery(query + (body ?? ''))).toEqual([...wire]);
      }),
      RUNS,
    );
  });

  it('are refused by name if a required parameter is missing', () => {
    for (const scope of scopesOf(endpoint)) {
      const wire = leastArguments(scope);
      expect(checkArguments(scope, wire)).toEqual([]);
      for (const [name, param] of Object.entries(scope.params)) {
        if (!param.required) continue;
        const rest = new Map([...wire].filter(([one]) => one !== name));
        expect(faultsOf(scope, rest, name), name).toEqual(['missing']);
      }
    }
  });

  it('are refused if an unknown parameter is sent', () => {
    const wire = leastArguments(endpoint).set('nobodyTakesThis', '1');
    expect(checkArguments(endpoint, wire).map(({ rule, param }) => [rule, param])).toEqual([
      ['unknown-parameter', 'nobodyTakesThis'],
    ]);
  });
});

/** Returns option words as pairs of name and typed text. */
function pairsOf(words: readonly string[]): { name: string; text: string }[] {
  const pairs: { name: string; text: string }[] = [];
  let option: string | undefined;
  for (const word of words) {
    const joined = /^--([^=]+)=(.*)$/s.exec(word);
    if (option !== undefined) pairs.push({ name: option, text: word });
    else if (joined !== null) pairs.push({ name: joined[1]!, text: joined[2]! });
    option = option === undefined && joined === null ? word.slice(2) : undefined;
  }
  return pairs;
}

/** Returns the rules that a parameter breaks in these arguments. */
function faultsOf(scope: Endpoint, wire: ReadonlyMap<string, string>, name: string): (string | undefined)[] {
  return checkArguments(scope, wire)
    .filter(({ param }) => param === name)
    .map(({ rule }) => rule);
}

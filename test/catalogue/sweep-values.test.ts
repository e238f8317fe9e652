/**
 * Tries values below, at and above every bound, outside every closed set and against every format, and
 * arguments that break every rule. All are generated from the declarations of the whole catalogue.
 */
import { describe, expect, it } from 'vitest';
import { isDisputed } from '../../src/catalogue/define.ts';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import type { Endpoint, Format, Param, Rule } from '../../src/catalogue/types.ts';
import { add, type Decimal, decimalOf, formatDecimal, subtract } from '../../src/core/decimal.ts';
import { checkArguments } from '../../src/request/check.ts';
import { arrayText, itemOf } from '../../src/request/elements.ts';
import { requiredNames } from '../../src/request/rules.ts';
import { leastArguments, scopesOf } from './sweep-arguments.ts';

interface Case {
  readonly name: string;
  readonly scope: Endpoint;
  readonly param: string;
  readonly declared: Param;
}

const SCOPES = ENDPOINTS.flatMap(scopesOf);
const CASES: readonly Case[] = SCOPES.flatMap((scope) =>
  Object.entries(scope.params).map(([param, declared]) => ({
    name: `${scope.id} ${param}`,
    scope,
    param,
    declared,
  })),
);

/** Returns the rules that a value of a parameter breaks, next to the fewest other arguments. */
function rulesBroken({ scope, param }: Case, text: string): (string | undefined)[] {
  const wire = leastArguments(scope).set(param, text);
  return checkArguments(scope, wire)
    .filter((fault) => fault.param === param)
    .map(({ rule }) => rule)
    .filter((rule) => VALUE_RULES.has(rule ?? ''));
}

/** The rules that concern one value, as opposed to rules between parameters. */
const VALUE_RULES = new Set(['type', 'values', 'minimum', 'above', 'maximum', 'length', 'format', 'empty']);

/** Whether the elements of an ARRAY are whole numbers. */
const isNumbers = (declared: Param) => itemOf(declared).type === 'LONG';

describe('bounds', () => {
  const numbers = CASES.filter(
    ({ declared: { type, values } }) => values === undefined && ['INT', 'LONG', 'DECIMAL'].includes(type),
  );

  it.each(numbers.filter(({ declared }) => declared.min !== undefined))(
    '$name: refuses a value below its min',
    (one) => {
      const least = decimalOf(String(one.declared.min));
      const step = stepOf(one.declared);
      expect(rulesBroken(one, formatDecimal(subtract(least, step)))).toEqual(['minimum']);
      expect(rulesBroken(one, formatDecimal(least))).toEqual([]);
      expect(rulesBroken(one, formatDecimal(add(least, step)))).toEqual([]);
    },
  );

  it.each(numbers.filter(({ declared }) => declared.above !== undefined))(
    '$name: refuses its exclusive lower bound',
    (one) => {
      const bound = decimalOf(String(one.declared.above));
      const step = stepOf(one.declared);
      expect(rulesBroken(one, formatDecimal(subtract(bound, step)))).toEqual(['above']);
      expect(rulesBroken(one, formatDecimal(bound))).toEqual(['above']);
      expect(rulesBroken(one, formatDecimal(add(bound, step)))).toEqual([]);
    },
  );

  it.each(numbers.filter(({ declared }) => declared.max !== undefined))(
    '$name: refuses a value above its max, or clamps it',
    (one) => {
      const { declared } = one;
      const most = maximaOf(declared);
      const widest = most.reduce((found, next) => (sizeOf(next) > sizeOf(found) ? next : found));
      const step = stepOf(declared);
      for (const bound of most) expect(rulesBroken(one, formatDecimal(bound))).toEqual([]);
      expect(rulesBroken(one, formatDecimal(subtract(widest, step)))).toEqual([]);
      const beyond = rulesBroken(one, formatDecimal(add(widest, step)));
      expect(beyond).toEqual(declared.clamps ? [] : ['maximum']);
    },
  );

  it.each(CASES.filter(({ declared }) => declared.type === 'ARRAY' && declared.max !== undefined))(
    '$name: refuses more elements than its max',
    (one) => {
      const most = Number(formatDecimal(maximaOf(one.declared)[0]!));
      const list = (count: number) =>
        arrayText(
          one.declared,
          Array.from({ length: count }, (_, at) => (isNumbers(one.declared) ? String(at) : `A${at}`)),
        );
      expect(rulesBroken(one, list(most))).toEqual([]);
      expect(rulesBroken(one, list(most + 1))).toEqual(['maximum']);
    },
  );

  it.each(CASES.filter(({ declared }) => declared.type === 'LIST' && declared.max !== undefined))(
    '$name: refuses more objects than its max, and none',
    (one) => {
      const element = Object.fromEntries(leastArguments(SCOPES[SCOPES.indexOf(one.scope) + 1]!));
      const list = (count: number) => JSON.stringify(Array.from({ length: count }, () => element));
      const most = Number(formatDecimal(maximaOf(one.declared)[0]!));
      expect(rulesBroken(one, list(most))).toEqual([]);
      expect(rulesBroken(one, list(most + 1))).toEqual(['maximum']);
      expect(rulesBroken(one, '[]')).toEqual(['empty']);
    },
  );

  it.each(CASES.filter(({ declared }) => declared.maxLength !== undefined))(
    '$name: refuses text above its max length',
    (one) => {
      const longest = one.declared.maxLength!;
      expect(rulesBroken(one, 'a'.repeat(longest))).toEqual([]);
      expect(rulesBroken(one, 'a'.repeat(longest + 1))).toEqual(['length']);
    },
  );

  it('are all tried', () => {
    const bounded = CASES.filter(
      ({ declared: { min, max, above } }) => (min ?? max ?? above) !== undefined,
    ).filter(({ declared }) => declared.values === undefined);
    expect(bounded.length).toBeGreaterThan(250);
    const kinds = new Set(bounded.map(({ declared }) => declared.type));
    expect([...kinds].sort()).toEqual(['ARRAY', 'DECIMAL', 'INT', 'LIST', 'LONG']);
  });
});

describe('closed sets', () => {
  const closed = CASES.filter(({ declared }) => (declared.values ?? itemValues(declared)) !== undefined);

  it.each(closed)('$name: allows each of its values and no other', (one) => {
    const { declared } = one;
    const values = (declared.values ?? itemValues(declared)!).map(String);
    const isList = declared.type === 'ARRAY';
    const wireText = (value: string) => (isList ? arrayText(declared, [value]) : value);
    for (const value of values) expect(rulesBroken(one, wireText(value)), value).toEqual([]);
    for (const wrong of wrongValues(declared, values))
      expect(rulesBroken(one, wireText(wrong)), wrong).toEqual(outsideRules(declared, wrong));
  });

  it('contain their defaults', () => {
    for (const { name, declared } of CASES) {
      if (declared.values === undefined || declared.default === undefined) continue;
      expect(declared.values, name).toContain(declared.default);
    }
  });
});

/** Text that breaks each format. */
const BROKEN: Readonly<Record<Format, readonly string[]>> = {
  symbol: ['btcusdt', 'BTC USDT', 'BTC/USDT'],
  'client-order-id': ['my order', 'näme', 'a,b'],
  email: ['trader', 'trader@', '@example.com', 'trader@example', 'a b@example.com', 'a@b@example.com'],
  yyyymmdd: ['2024-06-28', '20240230', '20241301', '241301', '40628'],
  'time-zone': ['14:01', '-12:01', '15', 'UTC', '8:60'],
  'window-size': ['60m', '24h', '8d', '1w', '1h30m', '0m'],
  address: ['0x 1', 'bc1-q', ''],
};

describe('formats', () => {
  it.each(CASES.filter(({ declared }) => declared.format !== undefined))(
    '$name: refuses text of another format',
    (one) => {
      for (const text of BROKEN[one.declared.format!])
        expect(rulesBroken(one, text), text).toEqual([text === '' ? 'empty' : 'format']);
    },
  );

  it.each(CASES)('$name: refuses empty text', (one) => {
    expect(rulesBroken(one, '')).toEqual(['empty']);
  });

  it.each(CASES.filter(({ declared }) => ['INT', 'LONG', 'DECIMAL', 'BOOLEAN'].includes(declared.type)))(
    '$name: refuses words and other notations',
    (one) => {
      const { type } = one.declared;
      const others = { BOOLEAN: ['TRUE', '1', 'yes'], DECIMAL: ['1e3', '1,5', '.5', 'NaN'] };
      const wrong = others[type as keyof typeof others] ?? ['1.0', '1e3', 'one', '9223372036854775808'];
      for (const text of wrong) expect(rulesBroken(one, text), text).toEqual(['type']);
    },
  );
});

describe('rules', () => {
  const rules = SCOPES.flatMap((scope) =>
    (scope.rules ?? []).flatMap((rule) =>
      argumentsBreaking(scope, rule).map((broken, at) => ({
        name: `${scope.id} ${rule.rule} ${at + 1}`,
        scope,
        rule,
        broken,
      })),
    ),
  );

  it.each(rules)('$name: is reported when broken', ({ scope, rule, broken }) => {
    expect(checkArguments(scope, leastArguments(scope))).toEqual([]);
    expect(checkArguments(scope, broken).map((fault) => fault.rule)).toContain(rule.rule);
  });

  it('are all broken', () => {
    expect(rules.length).toBeGreaterThan(200);
    const unbroken = SCOPES.flatMap((scope) =>
      (scope.rules ?? []).filter((rule) => argumentsBreaking(scope, rule).length === 0),
    );
    expect(unbroken).toEqual([]);
  });
});

/** Returns sets of arguments that break a rule, at least one for every rule. */
function argumentsBreaking(scope: Endpoint, rule: Rule): Map<string, string>[] {
  const least = leastArguments(scope);
  const full = (names: readonly string[]) =>
    new Map([...least, ...names.map((name) => [name, sample(scope, name)] as const)]);
  const without = (wire: Map<string, string>, names: readonly string[]) =>
    new Map([...wire].filter(([name]) => !names.includes(name)));
  switch (rule.rule) {
    case 'at-least-one':
      return [without(least, rule.of)];
    case 'exactly-one':
      return [without(least, rule.of), full(rule.of)];
    case 'at-most-one':
      return [full(rule.of)];
    case 'only-with':
      return [without(full([rule.param]), rule.needs)];
    case 'needs-by-value':
      return Object.entries(rule.needs).flatMap(([value, needs]) =>
        needs.map((need) => {
          const stands = typeof need === 'object' && 'unless' in need ? [need.unless] : [];
          return without(least, [...requiredNames(need), ...stands]).set(rule.param, value);
        }),
      );
    case 'combinations': {
      const isAllowed = (names: readonly string[]) =>
        rule.allowed.some((one) => one.length === names.length && one.every((name) => names.includes(name)));
      const subsets: string[][] = [[]];
      for (const name of rule.of) subsets.push(...subsets.map((one) => [...one, name]));
      return subsets
        .filter((names) => names.length > 0 && !isAllowed(names))
        .map(
          (names) =>
            new Map([
              ...without(least, rule.of),
              ...names.map((name) => [name, sample(scope, name)] as const),
            ]),
        );
    }
    case 'max-span':
      return [
        full([])
          .set(rule.from, '1700000000000')
          .set(rule.to, String(1_700_000_000_001 + rule.ms)),
      ];
    case 'not-after':
      return [full([]).set(rule.from, '1700000000001').set(rule.to, '1700000000000')];
    case 'conflict': {
      const broken = full(rule.beside === undefined ? [rule.param] : [rule.param, rule.beside]);
      if (rule.values !== undefined) broken.set(rule.param, rule.values[0]!);
      if (rule.is !== undefined) broken.set(rule.beside!, rule.is[0]!);
      return [broken];
    }
    case 'address-of-chain':
      return [full([]).set(rule.param, '0x28c6').set(rule.chain, '56')];
  }
}

/** Returns a valid value of a parameter, the same each time. */
function sample(scope: Endpoint, name: string): string {
  return leastArguments({ params: { [name]: { ...scope.params[name]!, required: true } } }).get(name)!;
}

/** Returns the smallest step by which a number exceeds its bound. */
function stepOf({ type }: Param): Decimal {
  return decimalOf(type === 'DECIMAL' ? '0.00000001' : '1');
}

function maximaOf({ max }: Param): Decimal[] {
  if (max === undefined || max === 'unlisted') return [];
  return (isDisputed(max) ? [max.first, max.second] : [max]).map((one) => decimalOf(String(one)));
}

function sizeOf(number: Decimal): number {
  return Number(formatDecimal(number));
}

function itemValues(param: Param): readonly (string | number)[] | undefined {
  return param.type === 'ARRAY' ? itemOf(param).values : undefined;
}

/** Returns values that resemble those of the set but are not in it. */
function wrongValues({ type }: Param, values: readonly string[]): string[] {
  if (type === 'INT' || type === 'LONG') {
    const numbers = values.map(Number);
    return [Math.min(...numbers) - 1, Math.max(...numbers) + 1].map(String);
  }
  const first = values[0]!;
  const other = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase();
  return ['WRONG', `${first}X`, ...(values.includes(other) ? [] : [other])];
}

/** Returns the rules that report a value outside its set: `maximum` above the max, none if it is clamped. */
function outsideRules({ max, clamps }: Param, wrong: string): string[] {
  const isAbove = max !== undefined && Number(wrong) > Number(max);
  if (!isAbove) return ['values'];
  return clamps ? [] : ['maximum'];
}

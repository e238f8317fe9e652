/**
 * Checks each rule of the trading endpoints with valid and invalid calls. To prove that the calls cover every
 * rule, each rule, requirement and combination is removed in turn: some call must then give another result.
 */
import { describe, expect, it, test } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import { spotMarket } from '../../src/catalogue/spot/market.ts';
import type { Endpoint, Rule } from '../../src/catalogue/types.ts';
import { faults } from '../request/vectors.ts';
import { BATCHES, RULE_VECTORS, type RuleVectors } from './rule-vectors.ts';

const PRODUCTS = ['spot', 'usdm', 'coinm', 'options'];
const TESTED_ELSEWHERE = new Set<Endpoint>(spotMarket);

const endpointsWithRules = ENDPOINTS.filter(
  (one) => PRODUCTS.includes(one.product) && !TESTED_ELSEWHERE.has(one) && one.rules !== undefined,
);

function find(id: string): Endpoint {
  return ENDPOINTS.find((one) => one.id === id)!;
}

/** Returns whether the faults of all calls are as listed. */
function agreesWithVectors(endpoint: Endpoint, { kept, broken }: RuleVectors): boolean {
  return (
    kept.every((sent) => faults(endpoint, sent).length === 0) &&
    broken.every(([sent, found]) => faults(endpoint, sent).join() === found.join())
  );
}

/**
 * Returns variants of the rules, each without one rule, one of its requirements or one of its combinations.
 */
function weakerRuleSets(rules: readonly Rule[]): (readonly Rule[])[] {
  return rules.flatMap((rule, at) => {
    const others = [...rules.slice(0, at), ...rules.slice(at + 1)];
    return [others, ...weakerVariants(rule).map((one) => rules.with(at, one))];
  });
}

function weakerVariants(rule: Rule): Rule[] {
  if (rule.rule === 'combinations')
    return rule.allowed.map((one) => ({ ...rule, allowed: rule.allowed.filter((other) => other !== one) }));
  if (rule.rule === 'conflict')
    return (['values', 'is'] as const).flatMap((list) => {
      const values = rule[list] ?? [];
      return values.length < 2
        ? []
        : values.map((one) => ({ ...rule, [list]: values.filter((other) => other !== one) }));
    });
  if (rule.rule !== 'needs-by-value') return [];
  return Object.entries(rule.needs).flatMap(([value, needs]) =>
    needs.map((need) => ({
      ...rule,
      needs: { ...rule.needs, [value]: needs.filter((one) => one !== need) },
    })),
  );
}

it('the vectors cover exactly the endpoints that have rules', () => {
  expect(Object.keys(RULE_VECTORS).sort()).toEqual(endpointsWithRules.map(({ id }) => id).sort());
});

describe.each(Object.entries(RULE_VECTORS))('the rules of %s', (id, vectors) => {
  const endpoint = find(id);

  test('accept the valid calls', () => {
    for (const sent of vectors.kept) expect(faults(endpoint, sent), JSON.stringify(sent)).toEqual([]);
  });

  test('report the faults of the invalid calls', () => {
    for (const [sent, found] of vectors.broken)
      expect(faults(endpoint, sent), JSON.stringify(sent)).toEqual(found);
  });

  test('are all covered: without any one of them some call gives another result', () => {
    const rules = endpoint.rules ?? [];
    for (const weaker of weakerRuleSets(rules)) {
      // Sending none of the parameters is always allowed, so removing the empty combination changes nothing.
      if (onlyEmptyCombinationRemoved(rules, weaker)) continue;
      expect(agreesWithVectors({ ...endpoint, rules: weaker }, vectors), JSON.stringify(weaker)).toBe(false);
    }
  });
});

function onlyEmptyCombinationRemoved(before: readonly Rule[], after: readonly Rule[]): boolean {
  return before.some((rule, at) => {
    const other = after[at];
    if (rule.rule !== 'combinations' || other?.rule !== 'combinations') return false;
    return rule.allowed.some((one) => one.length === 0 && !other.allowed.includes(one));
  });
}

describe.each(Object.entries(BATCHES))('the orders of %s', (id, { list, max, one }) => {
  const endpoint = find(id);
  const vectors = RULE_VECTORS[one]!;
  const text = (orders: readonly unknown[]) => ({ [list]: JSON.stringify(orders) });
  const [order] = vectors.kept;

  test('are checked like a single order', () => {
    for (const sent of vectors.kept) expect(faults(endpoint, text([sent]))).toEqual([]);
    for (const [sent, found] of vectors.broken) {
      const placed = found.map((fault) => fault.replace(/^- /, ' ').replace(/^(\w+) /, '.$1 '));
      expect(faults(endpoint, text([order, sent]))).toEqual(placed.map((fault) => `${list}[1]${fault}`));
    }
  });

  test('are each checked for missing and unknown parameters', () => {
    const { symbol: _left, ...without } = order!;
    expect(faults(endpoint, text([without, { ...order, batch: '1' }]))).toEqual([
      `${list}[0].symbol missing`,
      `${list}[1].batch unknown-parameter`,
    ]);
  });

  test(`are at least one and at most ${max}`, () => {
    expect(faults(endpoint, text(Array.from({ length: max }, () => order)))).toEqual([]);
    expect(faults(endpoint, text(Array.from({ length: max + 1 }, () => order)))).toEqual([`${list} maximum`]);
    expect(faults(endpoint, text([]))).toEqual([`${list} empty`]);
    expect(faults(endpoint, {})).toEqual([`${list} missing`]);
  });
});

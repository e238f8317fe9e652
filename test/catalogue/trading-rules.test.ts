/**
 * Every rule of trading both ways. To show that the vectors reach each rule, rules are taken out one by one, and
 * each need and each combination of a rule: some vector has to notice.
 */
import { describe, expect, it, test } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import { spotMarket } from '../../src/catalogue/spot/market.ts';
import type { Endpoint, Rule } from '../../src/catalogue/types.ts';
import { faults } from '../request/vectors.ts';
import { BATCHES, RULE_VECTORS, type RuleVectors } from './rule-vectors.ts';

const PRODUCTS = ['spot', 'usdm', 'coinm', 'options'];
const TESTED_ELSEWHERE = new Set<Endpoint>(spotMarket);

const ruled = ENDPOINTS.filter(
  (one) => PRODUCTS.includes(one.product) && !TESTED_ELSEWHERE.has(one) && one.rules !== undefined,
);

function find(id: string): Endpoint {
  return ENDPOINTS.find((one) => one.id === id)!;
}

function isTold(endpoint: Endpoint, { kept, broken }: RuleVectors): boolean {
  return (
    kept.every((sent) => faults(endpoint, sent).length === 0) &&
    broken.every(([sent, found]) => faults(endpoint, sent).join() === found.join())
  );
}

/** Returns the rules with something left out: one of them, one value of it, one of its needs or combinations. */
function weakened(rules: readonly Rule[]): (readonly Rule[])[] {
  return rules.flatMap((rule, at) => {
    const others = [...rules.slice(0, at), ...rules.slice(at + 1)];
    return [others, ...lesser(rule).map((one) => rules.with(at, one))];
  });
}

function lesser(rule: Rule): Rule[] {
  if (rule.rule === 'combinations')
    return rule.allowed.map((one) => ({ ...rule, allowed: rule.allowed.filter((other) => other !== one) }));
  if (rule.rule !== 'needs-by-value') return [];
  return Object.entries(rule.needs).flatMap(([value, needs]) =>
    needs.map((need) => ({
      ...rule,
      needs: { ...rule.needs, [value]: needs.filter((one) => one !== need) },
    })),
  );
}

it('has vectors for every endpoint with rules, and for no other', () => {
  expect(Object.keys(RULE_VECTORS).sort()).toEqual(ruled.map(({ id }) => id).sort());
});

describe.each(Object.entries(RULE_VECTORS))('the rules of %s', (id, vectors) => {
  const endpoint = find(id);

  test('are kept by right calls', () => {
    for (const sent of vectors.kept) expect(faults(endpoint, sent), JSON.stringify(sent)).toEqual([]);
  });

  test('are broken by wrong ones, with the fault named', () => {
    for (const [sent, found] of vectors.broken)
      expect(faults(endpoint, sent), JSON.stringify(sent)).toEqual(found);
  });

  test('are all reached', () => {
    const rules = endpoint.rules ?? [];
    for (const fewer of weakened(rules)) {
      // An empty combination says what is so without it: nothing sent is always let through.
      if (isEmptyCombinationAway(rules, fewer)) continue;
      expect(isTold({ ...endpoint, rules: fewer }, vectors), JSON.stringify(fewer)).toBe(false);
    }
  });
});

function isEmptyCombinationAway(before: readonly Rule[], after: readonly Rule[]): boolean {
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

  test('are checked as a single order is', () => {
    for (const sent of vectors.kept) expect(faults(endpoint, text([sent]))).toEqual([]);
    for (const [sent, found] of vectors.broken) {
      const placed = found.map((fault) => fault.replace(/^- /, ' ').replace(/^(\w+) /, '.$1 '));
      expect(faults(endpoint, text([order, sent]))).toEqual(placed.map((fault) => `${list}[1]${fault}`));
    }
  });

  test('are checked one by one for what each lacks and for what none takes', () => {
    const { symbol: _left, ...without } = order!;
    expect(faults(endpoint, text([without, { ...order, batch: '1' }]))).toEqual([
      `${list}[0].symbol missing`,
      `${list}[1].batch unknown-parameter`,
    ]);
  });

  test(`are at most ${max} and at least one`, () => {
    expect(faults(endpoint, text(Array.from({ length: max }, () => order)))).toEqual([]);
    expect(faults(endpoint, text(Array.from({ length: max + 1 }, () => order)))).toEqual([`${list} maximum`]);
    expect(faults(endpoint, text([]))).toEqual([`${list} empty`]);
    expect(faults(endpoint, {})).toEqual([`${list} missing`]);
  });
});

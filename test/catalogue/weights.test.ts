/**
 * The weight of calls by each listing of the interface document, on both sides of every step. Where the first
 * listing gives only a range, its number is that of the second listing, clamped to the range. The larger one
 * is counted.
 */
import { describe, expect, it, test } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import { spotMarket } from '../../src/catalogue/spot/market.ts';
import type { Endpoint, Weight } from '../../src/catalogue/types.ts';
import { weightOf } from '../../src/request/weight.ts';

type Sent = Readonly<Record<string, string>>;

const PRODUCTS = ['spot', 'usdm', 'coinm', 'options'];
const TESTED_ELSEWHERE = new Set<Endpoint>(spotMarket);

const one = { symbol: 'BTCUSDT' };
const all = {};

/** Endpoint, arguments, first listing, second listing. */
const VECTORS: readonly (readonly [string, Sent, number, number])[] = [
  ['spot.order.test', one, 1, 1],
  ['spot.order.test', { ...one, computeCommissionRates: 'true' }, 1, 20],
  ['spot.order.test', { ...one, computeCommissionRates: 'false' }, 1, 1],
  ['spot.open-orders', one, 6, 6],
  ['spot.open-orders', all, 6, 80],
  ['spot.my-trades', one, 20, 20],
  ['spot.my-trades', { ...one, orderId: '1' }, 20, 5],
  ['spot.prevented-matches', { ...one, preventedMatchId: '1' }, 2, 2],
  ['spot.prevented-matches', { ...one, orderId: '1' }, 20, 20],
  ['usdm.depth', one, 10, 10],
  ['usdm.depth', { ...one, limit: '5' }, 2, 2],
  ['usdm.depth', { ...one, limit: '50' }, 2, 2],
  ['usdm.depth', { ...one, limit: '51' }, 5, 5],
  ['usdm.depth', { ...one, limit: '100' }, 5, 5],
  ['usdm.depth', { ...one, limit: '101' }, 10, 10],
  ['usdm.depth', { ...one, limit: '500' }, 10, 10],
  ['usdm.depth', { ...one, limit: '501' }, 20, 20],
  ['usdm.depth', { ...one, limit: '1000' }, 20, 20],
  ['usdm.depth', { ...one, limit: '1001' }, 50, 50],
  ['usdm.depth', { ...one, limit: '5000' }, 50, 50],
  ['usdm.premium-index', one, 1, 1],
  ['usdm.premium-index', all, 1, 40],
  ['usdm.ticker-24hr', one, 1, 1],
  ['usdm.ticker-24hr', { pair: 'BTCUSDT' }, 40, 40],
  ['usdm.ticker-24hr', all, 40, 40],
  ['usdm.ticker-price', one, 1, 1],
  ['usdm.ticker-price', all, 2, 2],
  ['usdm.ticker-book', one, 1, 1],
  ['usdm.ticker-book', all, 2, 2],
  ['usdm.order.new', one, 0, 1],
  ['coinm.depth', { symbol: 'BTCUSD_PERP' }, 10, 10],
  ['coinm.depth', { symbol: 'BTCUSD_PERP', limit: '50' }, 2, 2],
  ['coinm.depth', { symbol: 'BTCUSD_PERP', limit: '100' }, 5, 5],
  ['coinm.depth', { symbol: 'BTCUSD_PERP', limit: '1000' }, 20, 20],
  ['coinm.depth', { symbol: 'BTCUSD_PERP', limit: '1001' }, 50, 50],
  ['coinm.ticker-24hr', { symbol: 'BTCUSD_PERP' }, 1, 1],
  ['coinm.ticker-24hr', { pair: 'BTCUSD' }, 40, 40],
  ['coinm.ticker-24hr', all, 40, 40],
  ['options.mark', { symbol: 'BTC-240628-60000-C' }, 1, 1],
  ['options.mark', all, 5, 5],
  ['options.ticker', { symbol: 'BTC-240628-60000-C' }, 1, 1],
  ['options.ticker', all, 5, 5],
];

/** Ranges of the interface document. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  'usdm.depth': [1, 50],
  'usdm.ticker-24hr': [1, 80],
  'usdm.ticker-price': [1, 2],
  'usdm.ticker-book': [1, 2],
  'coinm.depth': [1, 50],
};

function find(id: string): Endpoint {
  return ENDPOINTS.find((endpoint) => endpoint.id === id)!;
}

test.each(VECTORS)(
  '%s with %o has weight %i by the first listing and %i by the second',
  (id, sent, first, second) => {
    const found = weightOf(find(id), new Map(Object.entries(sent)));
    expect(found).toEqual({ first, second, counted: Math.max(first, second) });
  },
);

describe('the vectors', () => {
  const conditional = ENDPOINTS.filter(
    (endpoint) =>
      PRODUCTS.includes(endpoint.product) &&
      !TESTED_ELSEWHERE.has(endpoint) &&
      typeof endpoint.weight === 'object',
  );

  it('cover every weight that depends on arguments', () => {
    expect([...new Set(VECTORS.map(([id]) => id))].sort()).toEqual(conditional.map(({ id }) => id).sort());
  });

  it('cover every declared number', () => {
    for (const { id, weight } of conditional) {
      const sides = typeof weight === 'object' && 'why' in weight ? [weight.first, weight.second] : [weight];
      const covered = VECTORS.filter(([other]) => other === id).flatMap(([, , first, second]) => [
        first,
        second,
      ]);
      for (const number of sides.flatMap((side) => numbersOf(side as Weight)))
        expect(covered, id).toContain(number);
    }
  });

  it('are within the ranges of the interface document', () => {
    for (const [id, , ...numbers] of VECTORS) {
      const [least, most] = RANGES[id] ?? [0, Number.POSITIVE_INFINITY];
      for (const number of numbers) {
        expect(number).toBeGreaterThanOrEqual(least);
        expect(number).toBeLessThanOrEqual(most);
      }
    }
    for (const [id, [from, to]] of Object.entries(RANGES))
      expect(find(id).weight).toMatchObject({ first: { by: 'range', from, to } });
  });
});

/** Returns the possible values of a weight; none for a range, whose numbers the other listing gives. */
function numbersOf(weight: Weight): number[] {
  if (typeof weight === 'number') return [weight];
  switch (weight.by) {
    case 'limit':
    case 'count':
      return weight.tiers.map((tier) => tier.weight);
    case 'presence':
      return [...numbersOf(weight.present), ...numbersOf(weight.absent)];
    case 'each':
      return [weight.each];
    case 'range':
      return [];
  }
}

/**
 * The weight of calls by each listing of the interface document, on both sides of every step. Where the first
 * listing gives only a range, its number is that of the second listing, clamped to the range. The larger one
 * is counted.
 */
import { describe, expect, it, test } from 'vitest';
import { isDisputed } from '../../src/catalogue/define.ts';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import { sapiAccountWeight, sapiAddressWeight } from '../../src/catalogue/limits/requests.ts';
import { spotMarket } from '../../src/catalogue/spot/market.ts';
import type { Endpoint, Weight } from '../../src/catalogue/types.ts';
import { findWsMethod, WS_METHODS } from '../../src/catalogue/ws-methods.ts';
import { asToday } from '../../src/request/today.ts';
import { weightOf } from '../../src/request/weight.ts';
import { numbersOf } from './weight-numbers.ts';

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
  ['spot.execution-rules', one, 2, 2],
  ['spot.execution-rules', { symbols: '["A","B","C"]' }, 6, 6],
  [
    'spot.execution-rules',
    { symbols: JSON.stringify(Array.from({ length: 30 }, (_, at) => `A${at}`)) },
    40,
    40,
  ],
  ['spot.execution-rules', {}, 40, 40],
  ['spot.sor.test', one, 1, 1],
  ['spot.sor.test', { ...one, computeCommissionRates: 'true' }, 20, 20],
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
  ['usdm.algo-orders.open', one, 1, 1],
  ['usdm.algo-orders.open', all, 40, 40],
  ['coinm.algo-orders.open', { symbol: 'BTCUSD_PERP' }, 1, 1],
  ['coinm.algo-orders.open', all, 40, 40],
  ['coinm.depth', { symbol: 'BTCUSD_PERP' }, 10, 10],
  ['coinm.depth', { symbol: 'BTCUSD_PERP', limit: '50' }, 2, 2],
  ['coinm.depth', { symbol: 'BTCUSD_PERP', limit: '100' }, 5, 5],
  ['coinm.depth', { symbol: 'BTCUSD_PERP', limit: '1000' }, 20, 20],
  ['coinm.depth', { symbol: 'BTCUSD_PERP', limit: '1001' }, 50, 50],
  ['coinm.ticker-24hr', { symbol: 'BTCUSD_PERP' }, 1, 1],
  ['coinm.ticker-24hr', { pair: 'BTCUSD' }, 40, 40],
  ['coinm.ticker-24hr', all, 40, 40],
  ['coinm.ticker-price', { symbol: 'BTCUSD_PERP' }, 1, 1],
  ['coinm.ticker-price', { pair: 'BTCUSD' }, 2, 2],
  ['coinm.ticker-book', { symbol: 'BTCUSD_PERP' }, 2, 2],
  ['coinm.ticker-book', all, 5, 5],
  ['coinm.open-orders', { symbol: 'BTCUSD_PERP' }, 1, 1],
  ['coinm.open-orders', all, 40, 40],
  ['coinm.brackets', { symbol: 'BTCUSD_PERP' }, 1, 1],
  ['coinm.brackets', all, 2, 2],
  ['coinm.force-orders', { symbol: 'BTCUSD_PERP' }, 20, 20],
  ['coinm.force-orders', all, 50, 50],
  ['usdm.force-orders', one, 20, 20],
  ['usdm.force-orders', all, 50, 50],
  ['usdm.trading-status', one, 1, 1],
  ['usdm.trading-status', all, 10, 10],
  ['options.mark', { symbol: 'BTC-240628-60000-C' }, 1, 1],
  ['options.mark', all, 5, 5],
  ['options.ticker', { symbol: 'BTC-240628-60000-C' }, 1, 1],
  ['options.ticker', all, 5, 5],
  ['options.open-orders', { symbol: 'BTC-240628-60000-C' }, 1, 1],
  ['options.open-orders', all, 40, 40],
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

describe('a disputed weight', () => {
  const disputed = [...ENDPOINTS, ...WS_METHODS].flatMap((entry) =>
    isDisputed(entry.weight)
      ? [{ ...entry, name: 'id' in entry ? entry.id : entry.method, weight: entry.weight }]
      : [],
  );

  it('stands on both REST and WebSocket calls', () => {
    expect(disputed.length).toBeGreaterThan(12);
  });

  // Lists, help, explain and docs/disputes.md state the effective listing; the client and the sandbox count the larger.
  it.each(disputed)(
    'of $name is that of the listing which is counted, for all arguments',
    ({ params, weight }) => {
      for (const wire of argumentsOf(weight.first, weight.second)) {
        const { counted, ...listings } = weightOf({ params, weight }, wire);
        expect({ wire, counted: listings[weight.effective] }).toEqual({ wire, counted });
      }
    },
  );
});

/** Returns every combination of sample values of the parameters that the weights depend on. */
function argumentsOf(...weights: readonly Weight[]): readonly ReadonlyMap<string, string>[] {
  const samples = new Map<string, readonly string[]>();
  const visit = (weight: Weight): void => {
    if (typeof weight === 'number' || weight.by === 'range') return;
    if (weight.by === 'presence') {
      samples.set(weight.param, [...(samples.get(weight.param) ?? []), 'true']);
      visit(weight.present);
      visit(weight.absent);
    } else if (weight.by === 'value') {
      samples.set(weight.param, weight.values);
      visit(weight.among);
      visit(weight.otherwise);
    } else if (weight.by === 'limit') {
      const bounds = weight.tiers.flatMap(({ upTo }) =>
        upTo === undefined ? [] : [`${upTo}`, `${upTo + 1}`],
      );
      samples.set(weight.param, bounds);
    } else {
      const lists = [1, 2, 20, 21, 50, 100, 101, 200].map((count) =>
        JSON.stringify(Array(count).fill('BTCUSDT')),
      );
      samples.set(weight.param, lists);
    }
  };
  weights.forEach(visit);
  let wires: readonly ReadonlyMap<string, string>[] = [new Map()];
  for (const [name, values] of samples)
    wires = wires.flatMap((wire) => [wire, ...values.map((value) => new Map([...wire, [name, value]]))]);
  return wires;
}

/** The weights of USD-M's WebSocket API (public facts of today's interface); those of COIN-M are not published. */
const USDM_METHODS: readonly (readonly [method: string, sent: Sent, weight: number])[] = [
  ['depth', { ...one, limit: '50' }, 2],
  ['depth', { ...one, limit: '100' }, 5],
  ['depth', { ...one, limit: '500' }, 10],
  ['depth', { ...one, limit: '1000' }, 20],
  ['ticker.price', one, 1],
  ['ticker.price', all, 2],
  ['ticker.book', one, 2],
  ['ticker.book', all, 5],
  ['order.place', one, 0],
  ['order.modify', one, 0],
  ['order.cancel', one, 1],
  ['order.status', one, 1],
  ['algoOrder.place', one, 0],
  ['algoOrder.cancel', all, 1],
  ...['balance', 'position', 'status'].flatMap(
    (name) =>
      [
        [`account.${name}`, all, 5],
        [`v2/account.${name}`, all, 5],
      ] as const,
  ),
  ...['start', 'ping', 'stop'].map((name) => [`userDataStream.${name}`, all, 1] as const),
];

describe('methods of the WebSocket API of USD-M', () => {
  it.each(USDM_METHODS)('%s with %o weighs %i', (name, sent, weight) => {
    const method = findWsMethod('usdm', name)!;
    expect(weightOf(method, new Map(Object.entries(sent))).counted).toBe(weight);
  });

  it('are all in this table, but for those of the connection, whose weight is not published', () => {
    const others = WS_METHODS.filter(
      ({ api, method }) => api === 'usdm' && !USDM_METHODS.some(([name]) => name === method),
    );
    expect(others.map(({ method, weight }) => [method, weight])).toEqual(
      ['logon', 'status', 'logout'].map((name) => [`session.${name}`, 'unlisted']),
    );
  });
});

it('no call to /sapi weighs more than a minute of the limit that it counts towards', () => {
  const calls = ENDPOINTS.filter(({ path }) => path.startsWith('/sapi/')).flatMap((endpoint) =>
    [endpoint, asToday(endpoint)].map(({ id, weight, isWeighedByAccount }) => ({
      id,
      most: Math.max(
        ...(isDisputed(weight) ? [weight.first, weight.second] : [weight]).flatMap((one) =>
          one === 'unlisted' ? [] : numbersOf(one),
        ),
      ),
      limit: (isWeighedByAccount === true ? sapiAccountWeight : sapiAddressWeight).value,
    })),
  );
  expect(calls.length).toBeGreaterThan(200);
  expect(calls.filter(({ most, limit }) => most > limit)).toEqual([]);
});

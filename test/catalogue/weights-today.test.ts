/** The weights that the public hosts count today where the interface document gives others. */
import { describe, expect, it, test } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import { asToday } from '../../src/request/today.ts';
import { weightOf, weightTodayOf } from '../../src/request/weight.ts';
import { numbersOf } from './weight-numbers.ts';

const one = { symbol: 'BTCUSDT' };

/** Endpoint, arguments, weight of the document (the larger listing), weight today. */
const VECTORS: readonly (readonly [string, Readonly<Record<string, string>>, number, number])[] = [
  ['spot.order.amend', one, 1, 4],
  ['usdm.trades', one, 1, 5],
  ['usdm.agg-trades', one, 1, 20],
  ...['usdm.klines', 'usdm.continuous-klines', 'usdm.index-price-klines', 'usdm.mark-price-klines'].flatMap(
    candleVectors,
  ),
  ...candleVectors('usdm.premium-index-klines'),
  ...candleVectors('coinm.klines'),
  ['usdm.ticker-book', one, 1, 2],
  ['usdm.ticker-book', {}, 2, 5],
  ['usdm.open-orders', one, 1, 1],
  ['usdm.open-orders', {}, 1, 40],
  ['coinm.my-trades', one, 20, 5],
  ['options.depth', { ...one, limit: '50' }, 1, 1],
  ['options.depth', one, 1, 5],
  ['options.depth', { ...one, limit: '500' }, 1, 10],
  ['options.depth', { ...one, limit: '1000' }, 1, 20],
  ['options.mark', one, 1, 5],
  ['options.mark', {}, 5, 5],
  ['options.ticker', one, 1, 5],
  ['options.exercise-history', {}, 1, 3],
  ['options.open-orders.cancel', one, 1, 5],
  ['options.order-history', one, 5, 3],
  ['margin.order.new', one, 6, 6],
  ['margin.order.new', { ...one, sideEffectType: 'NO_SIDE_EFFECT' }, 6, 6],
  ['margin.order.new', { ...one, sideEffectType: 'MARGIN_BUY' }, 6, 1500],
  ['margin.order.new', { ...one, sideEffectType: 'AUTO_BORROW_REPAY' }, 6, 1500],
  ['funds.withdraw', {}, 600, 900],
  ['funds.transfer', {}, 1, 900],
  ['sub.transfer.universal', {}, 1, 360],
];

function candleVectors(id: string): [string, Readonly<Record<string, string>>, number, number][] {
  return [
    [id, { ...one, limit: '99' }, 1, 1],
    [id, { ...one, limit: '100' }, 1, 2],
    [id, { ...one, limit: '499' }, 1, 2],
    [id, one, 1, 5],
    [id, { ...one, limit: '1000' }, 1, 5],
    [id, { ...one, limit: '1001' }, 1, 10],
  ];
}

const find = (id: string) => ENDPOINTS.find((endpoint) => endpoint.id === id)!;

test.each(VECTORS)('%s with %o weighs %i in the document and %i today', (id, sent, document, today) => {
  const wire = new Map(Object.entries(sent));
  expect(weightOf(find(id), wire).counted).toBe(document);
  expect(weightTodayOf(find(id), wire)?.counted).toBe(today);
  expect(weightOf(asToday(find(id)), wire).counted).toBe(today);
});

describe('the weights of today', () => {
  const differing = ENDPOINTS.filter(({ today }) => today?.weight !== undefined);

  it('have a row for every declared number', () => {
    expect([...new Set(VECTORS.map(([id]) => id))].sort()).toEqual(differing.map(({ id }) => id).sort());
    for (const { id, today } of differing) {
      const covered = VECTORS.filter(([other]) => other === id).map((row) => row[3]);
      for (const number of numbersOf(today!.weight!)) expect(covered, id).toContain(number);
    }
  });

  it('are numbers, not notes that no limiter reads', () => {
    const notes = ENDPOINTS.flatMap(({ id, notes = [] }) => notes.map((note) => `${id}: ${note}`));
    expect(notes.filter((note) => /count weight [1-9]/.test(note))).toEqual([]);
  });

  it('are not declared where the endpoint belongs to the interface of today alone', () => {
    expect(differing.filter(({ origin }) => origin === 'today')).toEqual([]);
  });
});

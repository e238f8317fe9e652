import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type IncomingOrder,
  type MatchPlan,
  OrderBook,
  type RestingOrder,
} from '../../../src/sandbox/engine/matching/order-book.ts';

interface Order extends RestingOrder<Order> {}

function order(key: string, isBuy: boolean, price: number, left: number, owner = 1): Order {
  return {
    key,
    owner,
    isBuy,
    price,
    remaining: left,
    icebergLots: 0,
    visibleLots: 0,
    level: undefined,
    previous: undefined,
    next: undefined,
  };
}

const buyOrder = (lots: number, changed: Partial<IncomingOrder> = {}): IncomingOrder => ({
  owner: 9,
  isBuy: true,
  limit: undefined,
  lots,
  budget: undefined,
  selfTradePrevention: 'EXPIRE_MAKER',
  ...changed,
});

const matchedSteps = (plan: MatchPlan<Order>) =>
  plan.steps.map(
    ({ maker, price, lots, preventedLots }) =>
      `${maker?.key ?? 'outside'} ${lots}@${price}${preventedLots === undefined ? '' : ` less ${preventedLots}`}`,
  );

function bookOf(...orders: readonly Order[]): OrderBook<Order> {
  const book = new OrderBook<Order>();
  for (const one of orders) book.rest(one);
  return book;
}

describe('an incoming order matches', () => {
  it('the best price first, and the oldest order first at a price', () => {
    const book = bookOf(
      order('dear', false, 102, 5),
      order('old', false, 101, 3),
      order('young', false, 101, 3),
      order('bid', true, 100, 50),
    );
    expect(matchedSteps(book.planMatch(buyOrder(7), undefined))).toEqual([
      'old 3@101',
      'young 3@101',
      'dear 1@102',
    ]);
  });

  it('nothing beyond its limit', () => {
    const book = bookOf(order('near', false, 101, 3), order('far', false, 102, 3));
    const plan = book.planMatch(buyOrder(7, { limit: 101 }), undefined);
    expect(matchedSteps(plan)).toEqual(['near 3@101']);
    expect(plan.remaining).toBe(4);
  });

  it('market liquidity at a better price, but resting orders first at the same price', () => {
    const book = bookOf(order('a', false, 101, 3), order('b', false, 103, 3));
    const outside = [100, 101, 102].map((price) => ({ price, lots: 2 }));
    expect(matchedSteps(book.planMatch(buyOrder(10), (place) => outside[place]))).toEqual([
      'outside 2@100',
      'a 3@101',
      'outside 2@101',
      'outside 2@102',
      'b 1@103',
    ]);
  });

  it('as many whole lots as its quote quantity pays for', () => {
    const book = bookOf(order('a', false, 30, 2), order('b', false, 33, 5));
    const plan = book.planMatch(buyOrder(1000, { budget: 100n }), undefined);
    expect(matchedSteps(plan)).toEqual(['a 2@30', 'b 1@33']);
    expect(plan.isBudgetSpent).toBe(true);
  });
});

describe('a resting order of the same owner', () => {
  const own = () => bookOf(order('own', false, 100, 2, 9), order('other', false, 101, 2));

  it.each([
    ['NONE', ['own 2@100', 'other 1@101'], 0, false],
    ['EXPIRE_MAKER', ['own 0@100', 'other 2@101'], 1, false],
    ['EXPIRE_TAKER', ['own 0@100'], 3, true],
    ['EXPIRE_BOTH', ['own 0@100'], 3, true],
    ['DECREMENT', ['own 0@100 less 2', 'other 1@101'], 0, false],
    ['TRANSFER', ['own 0@100 less 2', 'other 1@101'], 0, false],
  ] as const)('is handled by the mode %s', (prevention, steps, remaining, isSelfTradePrevented) => {
    const plan = own().planMatch(buyOrder(3, { selfTradePrevention: prevention }), undefined);
    expect(matchedSteps(plan)).toEqual(steps);
    expect(plan).toMatchObject({ remaining, isSelfTradePrevented });
  });

  it('is reduced by what an iceberg shows at a time, and by what a budget pays for', () => {
    const iceberg = { ...order('iceberg', false, 100, 5, 9), icebergLots: 2 };
    const book = bookOf(iceberg, order('own', false, 100, 1, 9), order('other', false, 101, 9));
    const decrement = { selfTradePrevention: 'DECREMENT' } as const;
    expect(matchedSteps(book.planMatch(buyOrder(6, decrement), undefined))).toEqual([
      'iceberg 0@100 less 2',
      'own 0@100 less 1',
      'iceberg 0@100 less 2',
      'iceberg 0@100 less 1',
    ]);
    const plan = book.planMatch(buyOrder(1000, { ...decrement, budget: 150n }), undefined);
    expect(matchedSteps(plan)).toEqual(['iceberg 0@100 less 1']);
    expect(plan.isBudgetSpent).toBe(true);
  });
});

describe('a resting order', () => {
  it('can be removed from anywhere in the queue, and its level with the last order', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((key) => order(key, true, 100, 1));
    const book = bookOf(a!, b!, c!);
    book.remove(b!);
    expect(matchedSteps(book.planMatch({ ...buyOrder(9), isBuy: false }, undefined))).toEqual([
      'a 1@100',
      'c 1@100',
    ]);
    book.remove(a!);
    book.remove(c!);
    expect(book.best(true)).toBeUndefined();
    expect(book.size).toBe(0);
  });

  it('is rejected if an order with its key already rests', () => {
    const book = bookOf(order('a', true, 100, 1));
    expect(() => book.rest(order('a', true, 101, 1))).toThrow('rests already');
    expect(() => book.remove(order('b', true, 101, 1))).toThrow('no order rests');
  });
});

/** A reference order book: one list, sorted for each incoming order. */
class NaiveBook {
  orders: { key: string; isBuy: boolean; price: number; left: number; owner: number; age: number }[] = [];
  #age = 0;

  rest(key: string, isBuy: boolean, price: number, left: number, owner: number): void {
    this.#age += 1;
    this.orders.push({ key, isBuy, price, left, owner, age: this.#age });
  }

  take(isBuy: boolean, limit: number, lots: number, owner: number): { fills: string[]; left: number } {
    const fills: string[] = [];
    let left = lots;
    const others = this.orders
      .filter((one) => one.isBuy !== isBuy && (isBuy ? one.price <= limit : one.price >= limit))
      .sort((a, b) => (isBuy ? a.price - b.price : b.price - a.price) || a.age - b.age);
    for (const one of others) {
      if (left === 0) break;
      if (one.owner === owner) {
        fills.push(`${one.key} 0@${one.price}`);
        one.left = 0;
        continue;
      }
      const part = Math.min(left, one.left);
      fills.push(`${one.key} ${part}@${one.price}`);
      one.left -= part;
      left -= part;
    }
    this.orders = this.orders.filter((one) => one.left > 0);
    return { fills, left };
  }
}

describe('price-time priority', () => {
  const command = fc.record({
    cancels: fc.boolean(),
    pick: fc.nat(),
    isBuy: fc.boolean(),
    price: fc.integer({ min: 1, max: 12 }),
    lots: fc.integer({ min: 1, max: 20 }),
    owner: fc.integer({ min: 1, max: 3 }),
  });

  it('equals that of the reference book for random orders', () => {
    fc.assert(
      fc.property(fc.array(command, { minLength: 1, maxLength: 120 }), (commands) => {
        const book = new OrderBook<Order>();
        const naive = new NaiveBook();
        for (const [index, { cancels, pick, isBuy, price, lots, owner }] of commands.entries()) {
          const open = [...book.sideOrders(true), ...book.sideOrders(false)];
          if (cancels && open.length > 0) {
            const gone = open[pick % open.length]!;
            book.remove(gone);
            naive.orders = naive.orders.filter((one) => one.key !== gone.key);
            continue;
          }
          const plan = book.planMatch(buyOrder(lots, { isBuy, limit: price, owner }), undefined);
          const expected = naive.take(isBuy, price, lots, owner);
          expect(matchedSteps(plan)).toEqual(expected.fills);
          expect(plan.remaining).toBe(expected.left);
          for (const { maker, lots: part } of plan.steps) {
            if (part === 0) book.remove(maker!);
            else book.fillMaker(maker!, part);
            maker!.remaining -= part;
          }
          if (plan.remaining > 0) {
            book.rest(order(`o${index}`, isBuy, price, plan.remaining, owner));
            naive.rest(`o${index}`, isBuy, price, plan.remaining, owner);
          }
          const bid = book.best(true)?.price ?? 0;
          const ask = book.best(false)?.price ?? Number.POSITIVE_INFINITY;
          expect(bid).toBeLessThan(ask);
        }
        expect(
          [...book.sideOrders(true), ...book.sideOrders(false)]
            .map(({ key, remaining: left }) => `${key} ${left}`)
            .sort(),
        ).toEqual(naive.orders.map(({ key, left }) => `${key} ${left}`).sort());
      }),
      { numRuns: 300 },
    );
  });
});

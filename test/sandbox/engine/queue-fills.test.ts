/** Resting orders fill by the volume that the simulated market trades, behind the queue ahead of them. */
import { describe, expect, it } from 'vitest';
import type { AggregateTrade } from '../../../src/sandbox/engine/market/time-span.ts';
import { OrderBook, type RestingOrder } from '../../../src/sandbox/engine/matching/order-book.ts';
import { fillByTrades } from '../../../src/sandbox/engine/matching/queue-fills.ts';

interface Order extends RestingOrder<Order> {}

const bidOf = (key: string, price: number, remaining: number): Order => ({
  key,
  owner: 1,
  isBuy: true,
  price,
  remaining,
  level: undefined,
  previous: undefined,
  next: undefined,
});

/** A trade of a taker who sold, unless `isBuyerMaker` says otherwise. */
const tradeOf = (price: number, lots: number, time = 1000, isBuyerMaker = true): AggregateTrade => ({
  id: 1,
  time,
  price,
  lots,
  isBuyerMaker,
});

/** Rests bids behind a queue each and returns what fills by the trades, as "key lots". */
function fillsOf(
  bids: readonly { readonly order: Order; readonly ahead?: number }[],
  trades: readonly AggregateTrade[],
): readonly string[] {
  const book = new OrderBook<Order>();
  for (const { order, ahead = 0 } of bids) {
    book.rest(order);
    if (ahead > 0) book.setQueuePosition(order, { lots: ahead, since: 1000, joinedBehind: ahead });
  }
  const fills: string[] = [];
  fillByTrades(
    book,
    bids.map(({ order }) => order),
    trades,
    (order, lots) => {
      fills.push(`${order.key} ${lots}`);
      book.fillMaker(order, lots);
      order.remaining -= lots;
    },
  );
  return fills;
}

describe('a resting order', () => {
  it('fills by what is left of a trade at its price behind the queue', () => {
    const order = bidOf('a', 100, 50);
    expect(fillsOf([{ order, ahead: 30 }], [tradeOf(100, 20), tradeOf(100, 25), tradeOf(100, 90)])).toEqual([
      'a 15',
      'a 35',
    ]);
  });

  it('fills without a queue by the volume of a trade beyond its price, and not by more', () => {
    expect(fillsOf([{ order: bidOf('a', 100, 50), ahead: 30 }], [tradeOf(99, 20)])).toEqual(['a 20']);
    const offered = tradeOf(100, 20, 1000, false);
    expect(fillsOf([{ order: bidOf('a', 100, 50), ahead: 30 }], [offered])).toEqual(['a 20']);
  });

  it('does not fill by a trade that does not reach its price', () => {
    expect(fillsOf([{ order: bidOf('a', 100, 50) }], [tradeOf(101, 20)])).toEqual([]);
  });

  it('shares the volume of a trade with the orders before it', () => {
    const bids = [
      { order: bidOf('first', 100, 10), ahead: 5 },
      { order: bidOf('second', 100, 50), ahead: 8 },
    ];
    expect(fillsOf(bids, [tradeOf(100, 30)])).toEqual(['first 10', 'second 12']);
  });

  it('moves ahead as orders before it are cancelled', () => {
    const order = bidOf('a', 100, 50);
    expect(fillsOf([{ order, ahead: 1000 }], [tradeOf(100, 20, 1000 + 30_000)])).toEqual([]);
    expect(fillsOf([{ order: bidOf('b', 100, 50), ahead: 1000 }], [tradeOf(100, 20, 901_001)])).toEqual([
      'b 20',
    ]);
  });

  it('shows the next lots of an iceberg behind a queue as long as the first', () => {
    const order = { ...bidOf('a', 100, 50), icebergLots: 20 };
    expect(fillsOf([{ order, ahead: 10 }], [tradeOf(100, 35), tradeOf(100, 25)])).toEqual(['a 20', 'a 15']);
  });
});

/** Smart order routing: the best prices of several symbols, and allocations (spot API documentation). */
import { describe, expect, it } from 'vitest';
import type { MarketLevel } from '../../src/sandbox/engine/market/book.ts';
import type { Params } from './signed-calls.ts';
import { limit, openSpotContext, summarizeEvents } from './spot-context.ts';

/** Asks of BTCUSDT at 30010 and 30030, of BTCUSDC at 30000 and 30020; one lot of 1 BTC each. */
function open() {
  const context = openSpotContext();
  const { scriptedMarket } = context;
  const books: Record<string, { asks: MarketLevel[]; bids: MarketLevel[] }> = {
    BTCUSDT: { asks: levels(30010, 30030), bids: levels(29990, 29970) },
    BTCUSDC: { asks: levels(30000, 30020), bids: levels(29980, 29960) },
  };
  scriptedMarket.side = (symbol, isBids, count) => {
    const book = books[symbol.name] ?? { asks: [], bids: [] };
    return (isBids ? book.bids : book.asks).slice(0, count);
  };
  const routed = (params: Params) => context.send('POST', 'sor/order', params);
  return { ...context, routed };
}

function levels(...prices: readonly number[]): MarketLevel[] {
  return prices.map((price) => ({ price: price * 100, lots: 100_000 }));
}

describe('an order with smart order routing', () => {
  it('takes the best prices of all symbols as allocations, paid in its own quote asset', () => {
    const { routed, balance, get, order } = open();
    const placed = routed(limit('BUY', 30025, 2.5));
    expect(placed).toMatchObject({
      status: 'FILLED',
      executedQty: '2.50000000',
      workingFloor: 'SOR',
      usedSor: true,
      fills: [
        {
          matchType: 'ONE_PARTY_TRADE_REPORT',
          price: '30000.00000000',
          qty: '1.00000000',
          tradeId: -1,
          allocId: 0,
        },
        { price: '30010.00000000', qty: '1.00000000', tradeId: -1, allocId: 1 },
        { price: '30020.00000000', qty: '0.50000000', tradeId: -1, allocId: 2 },
      ],
    });
    expect([balance('USDT'), balance('BTC')]).toEqual(['924980 0', '12.4975 0']);
    expect(order(placed.orderId)).toMatchObject({ workingFloor: 'SOR', usedSor: true });
    expect(get('myTrades', { symbol: 'BTCUSDT' })).toEqual([]);
  });

  it('lists its allocations by id, order and time', () => {
    const { routed, get, clock } = open();
    const { orderId } = routed(limit('BUY', 30025, 2.5));
    const rows = get('myAllocations', { symbol: 'BTCUSDT' });
    expect(rows).toHaveLength(3);
    expect(rows[0]).toEqual({
      symbol: 'BTCUSDT',
      allocationId: 0,
      allocationType: 'SOR',
      orderId,
      orderListId: -1,
      price: '30000.00000000',
      qty: '1.00000000',
      quoteQty: '30000.00000000',
      commission: '0.00100000',
      commissionAsset: 'BTC',
      time: clock.now(),
      isBuyer: true,
      isMaker: false,
      isAllocator: false,
    });
    const ids = (params: Params) =>
      get('myAllocations', { symbol: 'BTCUSDT', ...params }).map(
        ({ allocationId }: { allocationId: number }) => allocationId,
      );
    expect([
      ids({ fromAllocationId: 1 }),
      ids({ orderId }),
      ids({ orderId: 99 }),
      ids({ limit: 1, fromAllocationId: 0 }),
    ]).toEqual([[1, 2], [0, 1, 2], [], [0]]);
    expect(get('myAllocations', { symbol: 'BTCUSDC' })).toEqual([]);
  });

  it('trades on its own book if that is best', () => {
    const { routed, get } = open();
    expect(routed({ side: 'SELL', type: 'MARKET', quantity: 0.5 })).toMatchObject({
      workingFloor: 'EXCHANGE',
      usedSor: false,
      fills: [{ price: '29990.00000000', tradeId: expect.any(Number) }],
    });
    expect(get('myTrades', { symbol: 'BTCUSDT' })).toHaveLength(1);
    expect(get('myAllocations', { symbol: 'BTCUSDT' })).toEqual([]);
  });

  it('rests what is left on its own book, and expires it if it is a market order', () => {
    const { routed, book, order, balance } = open();
    const { orderId } = routed(limit('BUY', 30000, 1.5));
    expect(book(true)).toEqual(['30000 0.5']);
    expect(order(orderId)).toMatchObject({ status: 'PARTIALLY_FILLED', executedQty: '1.00000000' });
    expect(balance('USDT')).toBe('955000 15000');
    expect(open().routed({ side: 'BUY', type: 'MARKET', quantity: 5 })).toMatchObject({
      status: 'EXPIRED',
      executedQty: '4.00000000',
    });
  });

  it('leaves less for the next, and shows its trade on the other symbol', () => {
    const { routed, exchange } = open();
    routed(limit('BUY', 30005, 1));
    expect(routed(limit('BUY', 30015, 0.5)).fills).toMatchObject([{ price: '30010.00000000' }]);
    const traded = [...exchange.spot.instruments].find(({ symbol }) => symbol.name === 'BTCUSDC')!;
    expect(traded.tape.trades.last).toMatchObject({ price: 3_000_000, lots: 100_000 });
  });

  it('is reported with its allocations', () => {
    const { routed, events } = open();
    routed(limit('BUY', 30005, 1));
    expect(summarizeEvents(events)).toEqual(['NEW NEW 1', 'TRADE FILLED 1', 'outboundAccountPosition']);
    expect(events[1]).toMatchObject({ t: -1, b: 'ONE_PARTY_TRADE_REPORT', a: 0, k: 'SOR', uS: true });
  });

  it('is refused like other orders, and on a symbol without a routing', () => {
    const { refusal } = open();
    expect(refusal('POST', 'sor/order', limit('BUY', 30000, 100))).toBe(
      '400 -2010 Account has insufficient balance for requested action.',
    );
    expect(refusal('POST', 'sor/order', { ...limit('BUY', 30000, 1), symbol: 'ETHUSDT' })).toBe(
      '400 -2010 Smart order routing is not supported for this symbol.',
    );
    expect(refusal('POST', 'sor/order', { side: 'BUY', type: 'MARKET', quoteOrderQty: 100 })).toMatch(
      /^400 -110[24]/,
    );
  });

  it('can be checked without placing it', () => {
    const { send, get } = open();
    const test = { side: 'BUY', type: 'MARKET', quantity: 1 };
    expect(send('POST', 'sor/order/test', test)).toEqual({});
    expect(send('POST', 'sor/order/test', { ...test, computeCommissionRates: 'true' })).toMatchObject({
      standardCommissionForOrder: { maker: '0.00100000' },
    });
    expect(get('allOrders', { symbol: 'BTCUSDT' })).toEqual([]);
  });
});

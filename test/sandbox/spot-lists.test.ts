/** Order lists: two orders of which one cancels the other (public facts, Lists). */
import { describe, expect, it } from 'vitest';
import type { Params } from './signed-calls.ts';
import { limit, openSpotContext, summarizeEvents } from './spot-context.ts';

const oco = (changed: Params = {}): Params => ({
  side: 'SELL',
  quantity: 1,
  price: 31000,
  stopPrice: 29000,
  listClientOrderId: 'list',
  limitClientOrderId: 'limit',
  stopClientOrderId: 'stop',
  ...changed,
});
const withLimit = { stopLimitPrice: 28900, stopLimitTimeInForce: 'GTC' };

function placeList(changed: Params = {}) {
  const context = openSpotContext();
  context.scriptedMarket.bids.push({ price: 2_890_000, lots: 1_000_000 });
  const list = context.send('POST', 'order/oco', oco(changed));
  return { ...context, list };
}

describe('a new list', () => {
  it('has the stop order first and locks its funds once', () => {
    const { list, clock, balance, book } = placeList({ newOrderRespType: 'RESULT', ...withLimit });
    const now = clock.now();
    const amounts = { origQty: '1.00000000', executedQty: '0.00000000', orderListId: 0, transactTime: now };
    expect(list).toEqual({
      orderListId: 0,
      contingencyType: 'OCO',
      listStatusType: 'EXEC_STARTED',
      listOrderStatus: 'EXECUTING',
      listClientOrderId: 'list',
      transactionTime: now,
      symbol: 'BTCUSDT',
      orders: [
        { symbol: 'BTCUSDT', orderId: 1, clientOrderId: 'stop' },
        { symbol: 'BTCUSDT', orderId: 2, clientOrderId: 'limit' },
      ],
      orderReports: [
        expect.objectContaining({
          ...amounts,
          orderId: 1,
          type: 'STOP_LOSS_LIMIT',
          price: '28900.00000000',
          stopPrice: '29000.00000000',
          workingTime: -1,
        }),
        expect.objectContaining({
          ...amounts,
          orderId: 2,
          type: 'LIMIT_MAKER',
          price: '31000.00000000',
          workingTime: now,
        }),
      ],
    });
    expect(balance('BTC')).toBe('9 1');
    expect(book(false)).toEqual(['31000 1']);
  });

  it('locks the larger requirement of a buy list', () => {
    const prices = { side: 'BUY', price: 29000, stopPrice: 31000 };
    expect(placeList({ ...prices, stopLimitPrice: 31500, stopLimitTimeInForce: 'GTC' }).balance('USDT')).toBe(
      '968500 31500',
    );
    expect(placeList(prices).balance('USDT')).toBe('969000 31000');
  });

  it('is reported as a list and as both of its orders', () => {
    const { events, list } = placeList();
    expect(summarizeEvents(events)).toEqual([
      'list EXEC_STARTED EXECUTING',
      'NEW NEW 1',
      'NEW NEW 2',
      'outboundAccountPosition',
    ]);
    expect(events[0]).toEqual({
      e: 'listStatus',
      E: list.transactionTime,
      s: 'BTCUSDT',
      g: 0,
      c: 'OCO',
      l: 'EXEC_STARTED',
      L: 'EXECUTING',
      r: 'NONE',
      C: 'list',
      T: list.transactionTime,
      O: [
        { s: 'BTCUSDT', i: 1, c: 'stop' },
        { s: 'BTCUSDT', i: 2, c: 'limit' },
      ],
    });
    expect(events.slice(1, 3)).toMatchObject([
      { g: 0, o: 'STOP_LOSS', w: false },
      { g: 0, o: 'LIMIT_MAKER', w: true },
    ]);
  });

  it('counts as two orders', () => {
    const { get } = placeList();
    expect(get('rateLimit/order')[1].count).toBe(2);
  });

  it.each<[string, Params]>([
    ['-2010 The relationship of the prices for the orders is not correct.', { price: 30000 }],
    ['-2010 The relationship of the prices for the orders is not correct.', { stopPrice: 30000 }],
    ['-2010 The relationship of the prices for the orders is not correct.', { side: 'BUY' }],
    ['-2010 Account has insufficient balance for requested action.', { quantity: 10.1 }],
    ['-2010 Duplicate order sent.', { limitClientOrderId: 'stop' }],
    ['-1013 Filter failure: LOT_SIZE', { quantity: 0.000001 }],
    ['-1013 Filter failure: PRICE_FILTER', { stopPrice: 29000.001 }],
    ['-1013 Filter failure: ICEBERG_PARTS', { limitIcebergQty: 0.09 }],
    ["-1106 Parameter 'stopLimitTimeInForce' sent when not required.", { stopLimitTimeInForce: 'GTC' }],
    [
      '-2010 Unsupported order combination',
      { ...withLimit, stopLimitTimeInForce: 'IOC', stopIcebergQty: 0.5 },
    ],
  ])('is refused with %s: %j', (text, changed) => {
    const context = openSpotContext();
    expect(context.refusal('POST', 'order/oco', oco(changed))).toBe(`400 ${text}`);
    expect(context.get('openOrders')).toEqual([]);
    expect(context.events).toEqual([]);
  });

  it('is rejected if its limit order would match, its id is in use, or too many are open', () => {
    const context = openSpotContext();
    context.scriptedMarket.bids.push({ price: 3_100_000, lots: 1 });
    expect(context.refusal('POST', 'order/oco', oco())).toBe(
      '400 -2010 Order would immediately match and take.',
    );
    context.scriptedMarket.bids.length = 0;
    context.clock.move(100);
    context.send('POST', 'order/oco', oco({ quantity: 0.01 }));
    const clientIds = { quantity: 0.01, limitClientOrderId: 'a', stopClientOrderId: 'b' };
    expect(context.refusal('POST', 'order/oco', oco(clientIds))).toBe('400 -2010 Duplicate order sent.');
    for (let count = 1; count < 5; count += 1) {
      const names = {
        listClientOrderId: `l${count}`,
        limitClientOrderId: `a${count}`,
        stopClientOrderId: `b${count}`,
      };
      context.send('POST', 'order/oco', oco({ quantity: 0.01, ...names }));
    }
    context.clock.move(1000);
    expect(context.refusal('POST', 'order/oco', oco({ ...clientIds, listClientOrderId: 'other' }))).toBe(
      '400 -2010 Filter failure: MAX_NUM_ALGO_ORDERS',
    );
  });
});

describe('the orders of a list', () => {
  /** The worked numbers of the public facts. */
  it('the limit order expires when the stop order is triggered', () => {
    const context = placeList();
    context.events.length = 0;
    context.scheduleTrade(1000, 29000);
    context.clock.move(5000);
    expect(context.order(1)).toMatchObject({
      status: 'FILLED',
      isWorking: true,
      cummulativeQuoteQty: '28900.00000000',
    });
    expect(context.order(2)).toMatchObject({ status: 'EXPIRED', executedQty: '0.00000000' });
    expect(context.get('orderList', { orderListId: 0 })).toMatchObject({
      listStatusType: 'ALL_DONE',
      listOrderStatus: 'ALL_DONE',
    });
    expect(summarizeEvents(context.events)).toEqual([
      'EXPIRED EXPIRED 2',
      'NEW NEW 1',
      'TRADE FILLED 1',
      'list ALL_DONE ALL_DONE',
      'outboundAccountPosition',
    ]);
    expect(context.balance('BTC')).toBe('9 0');
  });

  it('keep their list open until the triggered order is closed', () => {
    const context = placeList({ stopLimitPrice: 29500, stopLimitTimeInForce: 'GTC' });
    context.scheduleTrade(1000, 29000);
    context.clock.move(5000);
    expect(context.order(1)).toMatchObject({ status: 'NEW', isWorking: true });
    expect(context.order(2).status).toBe('EXPIRED');
    expect(context.get('openOrderList')).toMatchObject([{ orderListId: 0, listOrderStatus: 'EXECUTING' }]);
    context.send('DELETE', 'order', { orderId: 1 });
    expect(context.get('openOrderList')).toEqual([]);
    expect(context.order(2).status).toBe('EXPIRED');
  });

  it('the stop order expires with the first fill of the limit order', () => {
    const context = placeList({ side: 'BUY', price: 29500, stopPrice: 31000 });
    expect(context.balance('USDT')).toBe('969000 31000');
    context.scheduleTrade(1000, 29500);
    context.clock.move(5000);
    expect(context.order(1)).toMatchObject({ status: 'EXPIRED', isWorking: false });
    expect(context.order(2)).toMatchObject({ status: 'FILLED' });
    expect(summarizeEvents(context.events.slice(4))).toEqual([
      'EXPIRED EXPIRED 1',
      'TRADE FILLED 2',
      'list ALL_DONE ALL_DONE',
      'outboundAccountPosition',
    ]);
    expect(context.balance('USDT')).toBe('970500 0');
  });

  it.each([
    ['order', { orderId: 1 }],
    ['order', { origClientOrderId: 'limit' }],
    ['orderList', { orderListId: 0 }],
    ['orderList', { listClientOrderId: 'list' }],
    ['openOrders', {}],
  ])('are both cancelled by DELETE %s %j', (path, params) => {
    const context = placeList();
    context.events.length = 0;
    context.send('DELETE', path, params);
    expect([context.order(1).status, context.order(2).status]).toEqual(['CANCELED', 'CANCELED']);
    expect(summarizeEvents(context.events).slice(2)).toEqual([
      'list ALL_DONE ALL_DONE',
      'outboundAccountPosition',
    ]);
    expect(context.balance('BTC')).toBe('10 0');
    expect(context.refusal('DELETE', path, params)).toBe('400 -2011 Unknown order sent.');
  });

  it('are both reduced when one is amended', () => {
    const context = placeList();
    const amended = context.send('PUT', 'order/amend/keepPriority', {
      orderId: 2,
      newQty: 0.4,
      newClientOrderId: 'limit',
    });
    expect(amended).toMatchObject({
      amendedOrder: { orderId: 2, qty: '0.40000000', origClientOrderId: 'limit', clientOrderId: 'limit' },
      listStatus: { orderListId: 0, listOrderStatus: 'EXECUTING', orders: [{ orderId: 1 }, { orderId: 2 }] },
    });
    expect(context.order(1).origQty).toBe('0.40000000');
    expect(context.balance('BTC')).toBe('9.6 0.4');
  });
});

describe('the response to the cancellation of a list', () => {
  it('is the list with both cancelled orders', () => {
    const { send, clock } = placeList();
    const answered = send('DELETE', 'orderList', { orderListId: 0, newClientOrderId: 'gone' });
    expect(answered).toMatchObject({
      orderListId: 0,
      listStatusType: 'ALL_DONE',
      listOrderStatus: 'ALL_DONE',
      transactionTime: clock.now(),
      orderReports: [
        { origClientOrderId: 'stop', clientOrderId: 'gone', status: 'CANCELED', stopPrice: '29000.00000000' },
        { origClientOrderId: 'limit', clientOrderId: 'gone', status: 'CANCELED' },
      ],
    });
  });
});

describe('list queries return', () => {
  const three = () => {
    const context = openSpotContext();
    for (let count = 0; count < 3; count += 1) {
      const names = {
        listClientOrderId: `l${count}`,
        limitClientOrderId: `a${count}`,
        stopClientOrderId: `b${count}`,
      };
      context.send('POST', 'order/oco', oco({ quantity: 0.01, ...names }));
      context.clock.move(1000);
    }
    return context;
  };
  const ids = (rows: readonly { orderListId: number }[]) => rows.map(({ orderListId }) => orderListId);

  it('a list by either id, without a symbol', () => {
    const { get } = three();
    expect(get('orderList', { orderListId: 1 })).toEqual(get('orderList', { origClientOrderId: 'l1' }));
    expect(get('orderList', { orderListId: 1 })).not.toHaveProperty('orderReports');
    expect(() => get('orderList', { orderListId: 9 })).toThrow('-2013');
  });

  it('all lists, from an id on, and within a time range', () => {
    const { get, clock } = three();
    expect(ids(get('allOrderList', { fromId: 1 }))).toEqual([1, 2]);
    expect(ids(get('allOrderList', { startTime: clock.now() - 3000, limit: 2 }))).toEqual([0, 1]);
    expect(ids(get('allOrderList', { endTime: clock.now() - 2000 }))).toEqual([0, 1]);
  });

  it('the open lists', () => {
    const { get, send } = three();
    send('DELETE', 'orderList', { orderListId: 1 });
    expect(ids(get('openOrderList'))).toEqual([0, 2]);
    expect(
      get('openOrders', { symbol: 'BTCUSDT' }).map((one: { orderListId: number }) => one.orderListId),
    ).toEqual([0, 0, 2, 2]);
  });

  it('neither a list of another user nor an unknown one', () => {
    const { exchange } = three();
    const other = exchange.accounts.addUser('other', 0)!;
    expect([...exchange.spot.lists.listsOf(other)]).toEqual([]);
    expect(exchange.spot.lists.find(other, { listId: 1, clientId: undefined })).toBeUndefined();
  });
});

describe('cancelling all', () => {
  it('returns single orders and complete lists', () => {
    const context = placeList();
    context.place(limit('BUY', 29000, 0.1, { newClientOrderId: 'single' }));
    const rows = context.send('DELETE', 'openOrders', {});
    expect(rows).toMatchObject([
      {
        orderListId: 0,
        contingencyType: 'OCO',
        orderReports: [{ status: 'CANCELED' }, { status: 'CANCELED' }],
      },
      { orderListId: -1, origClientOrderId: 'single', status: 'CANCELED' },
    ]);
    expect(context.get('openOrders')).toEqual([]);
  });
});

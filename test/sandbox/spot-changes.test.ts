/** Icebergs, amendments, self-trade prevention and filters beyond the plain order. */
import { describe, expect, it } from 'vitest';
import { runAdminCommand } from '../../src/sandbox/exchange/requests.ts';
import { type Params, requestJson, requestPublicJson } from './signed-calls.ts';
import { limit, ORDER, openSpotContext, summarizeEvents } from './spot-context.ts';

const BOB = { apiKey: `SandboxKey${'B'.repeat(54)}`, apiSecret: 'b'.repeat(64) };

/** Returns a spot context with a second user. */
function withBob() {
  const context = openSpotContext();
  const { exchange } = context;
  runAdminCommand(exchange, { do: 'add-user', user: 'bob' });
  runAdminCommand(exchange, {
    do: 'add-key',
    user: 'bob',
    apiKey: BOB.apiKey,
    kind: 'HMAC',
    secret: BOB.apiSecret,
    permissions: ['reading', 'spot'],
  });
  for (const asset of ['USDT', 'BTC'])
    runAdminCommand(exchange, { do: 'fund', user: 'bob', asset, amount: '1000000' });
  context.events.length = 0;
  const bob = (params: Params) =>
    requestJson(exchange, 'POST', ORDER, { symbol: 'BTCUSDT', newOrderRespType: 'FULL', ...params }, BOB);
  return { ...context, bob };
}

describe('an iceberg', () => {
  const iceberg = limit('SELL', 30000, 1, { icebergQty: 0.3 });

  it('shows its iceberg quantity, and refills at the end of the queue at its price', () => {
    const { place, bob, book, order } = withBob();
    expect(place(iceberg)).toMatchObject({ icebergQty: '0.30000000', timeInForce: 'GTC', status: 'NEW' });
    expect(book(false)).toEqual(['30000 0.3']);
    place(limit('SELL', 30000, 0.2));
    expect(book(false)).toEqual(['30000 0.5']);
    bob(limit('BUY', 30000, 0.4));
    expect([order(1).executedQty, order(2).executedQty]).toEqual(['0.30000000', '0.10000000']);
    expect(book(false)).toEqual(['30000 0.4']);
    bob(limit('BUY', 30000, 0.2));
    expect([order(1).executedQty, order(2).status]).toEqual(['0.40000000', 'FILLED']);
  });

  it('is filled refill by refill by one order, with a trade for each', () => {
    const { place, bob, order, get } = withBob();
    place(iceberg);
    place(limit('SELL', 30000, 0.2));
    place(limit('SELL', 30001, 1));
    const { fills } = bob(limit('BUY', 30001, 1.3));
    expect(
      fills.map(({ qty, price }: { qty: string; price: string }) => `${Number(qty)}@${Number(price)}`),
    ).toEqual(['0.3@30000', '0.2@30000', '0.3@30000', '0.3@30000', '0.1@30000', '0.1@30001']);
    expect(order(1).status).toBe('FILLED');
    expect(get('myTrades', { symbol: 'BTCUSDT', orderId: 1 })).toHaveLength(4);
  });

  it.each<[string, Params]>([
    ['-2010 IcebergQty exceeds QTY.', { icebergQty: 1 }],
    ['-1013 Filter failure: ICEBERG_PARTS', { icebergQty: 0.09 }],
    ['-1013 Filter failure: LOT_SIZE', { icebergQty: 0.000001 }],
    ['-2010 Unsupported order combination', { icebergQty: 0.5, timeInForce: 'IOC' }],
  ])('is refused with %s', (text, changed) => {
    expect(openSpotContext().refusal('POST', 'order', { ...iceberg, ...changed })).toBe(`400 ${text}`);
  });
});

describe('an amendment', () => {
  const AMEND = 'order/amend/keepPriority';

  it('reduces the quantity and keeps the priority, with a new client order id', () => {
    const { place, bob, send, order, balance, book, events } = withBob();
    place(limit('BUY', 29000, 1, { newClientOrderId: 'first' }));
    place(limit('BUY', 29000, 1));
    bob(limit('SELL', 29000, 0.2));
    events.length = 0;
    const answered = send('PUT', AMEND, { origClientOrderId: 'first', newQty: 0.5 });
    expect(answered).toEqual({
      transactTime: order(1).updateTime,
      executionId: events[0]?.['I'],
      amendedOrder: {
        symbol: 'BTCUSDT',
        orderId: 1,
        orderListId: -1,
        origClientOrderId: 'first',
        clientOrderId: expect.stringMatching(/^[A-Za-z0-9]{22}$/),
        price: '29000.00000000',
        qty: '0.50000000',
        executedQty: '0.20000000',
        preventedQty: '0.00000000',
        quoteOrderQty: '0.00000000',
        cumulativeQuoteQty: '5800.00000000',
        status: 'PARTIALLY_FILLED',
        timeInForce: 'GTC',
        type: 'LIMIT',
        side: 'BUY',
        workingTime: order(1).workingTime,
        selfTradePreventionMode: 'EXPIRE_MAKER',
      },
    });
    expect(summarizeEvents(events)).toEqual(['REPLACED PARTIALLY_FILLED 1', 'outboundAccountPosition']);
    expect(events[0]).toMatchObject({
      C: 'first',
      c: answered.amendedOrder.clientOrderId,
      q: '0.50000000',
      w: true,
    });
    expect(balance('USDT')).toBe('956500 37700');
    expect(book(true)).toEqual(['29000 1.3']);
    bob(limit('SELL', 29000, 0.3));
    expect([order(1).status, order(2).executedQty]).toEqual(['FILLED', '0.00000000']);
  });

  it('leaves the visible lots of an iceberg unchanged until less remains', () => {
    const { place, send, book } = openSpotContext();
    place(limit('BUY', 29000, 1, { icebergQty: 0.3 }));
    send('PUT', AMEND, { orderId: 1, newQty: 0.4 });
    expect(book(true)).toEqual(['29000 0.3']);
    send('PUT', AMEND, { orderId: 1, newQty: 0.1 });
    expect(book(true)).toEqual(['29000 0.1']);
  });

  it.each<[string, Params]>([
    ['-2038 Order amend (quantity increase) is not supported.', { orderId: 1, newQty: 1.1 }],
    ['-2038 The requested action would change no state; rejecting', { orderId: 1, newQty: 1 }],
    ['-2038 Unknown order sent.', { orderId: 9, newQty: 0.5 }],
    ['-2038 Duplicate order sent.', { orderId: 1, newQty: 0.5, newClientOrderId: 'second' }],
    ['-1013 Filter failure: LOT_SIZE', { orderId: 1, newQty: 0.500001 }],
    ['-1013 Filter failure: NOTIONAL', { orderId: 1, newQty: 0.0001 }],
    ['-1013 Invalid quantity.', { orderId: 1, newQty: 0.2 }],
    ["-1102 Param 'origClientOrderId' or 'orderId' must be sent, but both were empty/null!", { newQty: 0.5 }],
  ])('is refused with %s', (text, params) => {
    const { place, bob, refusal, order } = withBob();
    place(limit('BUY', 29000, 1, { newClientOrderId: 'first' }));
    place(limit('BUY', 29000, 1, { newClientOrderId: 'second' }));
    bob(limit('SELL', 29000, 0.2));
    expect(refusal('PUT', AMEND, params)).toBe(`400 ${text}`);
    expect(order(1)).toMatchObject({ clientOrderId: 'first', origQty: '1.00000000' });
  });

  it('is rejected the eleventh time', () => {
    const { place, send, refusal } = openSpotContext();
    place(limit('BUY', 29000, 1));
    for (let count = 1; count <= 10; count += 1)
      send('PUT', AMEND, { orderId: 1, newQty: (100 - count) / 100 });
    expect(refusal('PUT', AMEND, { orderId: 1, newQty: 0.5 })).toBe(
      '400 -2038 Filter failure: MAX_NUM_ORDER_AMENDS',
    );
  });
});

describe('self-trade prevention', () => {
  const sell = (mode: string) => limit('SELL', 30000, 3, { selfTradePreventionMode: mode });

  it.each([
    ['EXPIRE_MAKER', 'NEW', 'EXPIRED_IN_MATCH'],
    ['EXPIRE_TAKER', 'EXPIRED_IN_MATCH', 'NEW'],
    ['EXPIRE_BOTH', 'EXPIRED_IN_MATCH', 'EXPIRED_IN_MATCH'],
    ['NONE', 'PARTIALLY_FILLED', 'FILLED'],
  ])('%s leaves the taker %s and the maker %s', (mode, taker, maker) => {
    const { place, order, get } = openSpotContext();
    place(limit('BUY', 30000, 1));
    expect(place(sell(mode)).status).toBe(taker);
    expect(order(1).status).toBe(maker);
    const matches = get('myPreventedMatches', { symbol: 'BTCUSDT', orderId: 2 });
    expect(matches).toHaveLength(mode === 'NONE' ? 0 : 1);
    if (mode === 'NONE') expect(get('myTrades', { symbol: 'BTCUSDT' })).toHaveLength(2);
  });

  it('DECREMENT reduces both orders by what they would have traded, and expires the smaller one', () => {
    const { place, order, get, balance, book, refusal, events } = openSpotContext('today');
    const before = [balance('BTC'), balance('USDT')];
    place(limit('BUY', 30000, 6));
    const taker = place(limit('SELL', 30000, 2, { selfTradePreventionMode: 'DECREMENT' }));
    const prevented = { executedQty: '0.00000000', preventedMatchId: 0, preventedQuantity: '2.00000000' };
    expect(taker).toMatchObject({ ...prevented, status: 'EXPIRED_IN_MATCH', fills: [] });
    expect(order(1)).toMatchObject({ ...prevented, status: 'NEW', origQty: '6.00000000' });
    expect(book(true)).toEqual(['30000 4']);
    expect([before, balance('BTC'), balance('USDT')]).toEqual([
      ['10 0', '1000000 0'],
      '10 0',
      '880000 120000',
    ]);
    expect(get('myPreventedMatches', { symbol: 'BTCUSDT', orderId: 1 })).toMatchObject([
      {
        takerOrderId: 2,
        makerOrderId: 1,
        selfTradePreventionMode: 'DECREMENT',
        takerPreventedQuantity: '2.00000000',
        makerPreventedQuantity: '2.00000000',
      },
    ]);
    // The next one takes what is left of the first, and rests with its own rest.
    place(limit('SELL', 30000, 5, { selfTradePreventionMode: 'DECREMENT' }));
    expect(order(1)).toMatchObject({ status: 'EXPIRED_IN_MATCH', preventedQuantity: '6.00000000' });
    expect([book(true), book(false)]).toEqual([[], ['30000 1']]);
    const reports = events.filter(({ x }) => x === 'TRADE_PREVENTION');
    expect(reports.map(({ i, X, A, B, pl, U }) => [i, X, A, B, pl, U])).toEqual([
      [1, 'NEW', '2.00000000', '2.00000000', '2.00000000', 2],
      [2, 'EXPIRED_IN_MATCH', '2.00000000', '2.00000000', '2.00000000', 1],
      [1, 'EXPIRED_IN_MATCH', '6.00000000', '4.00000000', '4.00000000', 3],
      [3, 'NEW', '4.00000000', '4.00000000', '4.00000000', 1],
    ]);
    expect(refusal('PUT', 'order/amend/keepPriority', { orderId: 3, newQty: 4 })).toBe(
      '400 -1013 Invalid quantity.',
    );
    expect(get('myTrades', { symbol: 'BTCUSDT' })).toEqual([]);
  });

  it.each([
    ['TRANSFER', 'TRANSFER', 'TRANSFER'],
    ['NONE', 'TRANSFER', 'DECREMENT'],
    ['TRANSFER', 'EXPIRE_TAKER', 'EXPIRE_TAKER'],
  ])('of a maker with %s and a taker with %s is %s: one account transfers nothing', (maker, taker, mode) => {
    const { place, get } = openSpotContext('today');
    place(limit('BUY', 30000, 1, { selfTradePreventionMode: maker }));
    place(limit('SELL', 30000, 1, { selfTradePreventionMode: taker }));
    expect(get('myPreventedMatches', { symbol: 'BTCUSDT', orderId: 1 })).toMatchObject([
      { selfTradePreventionMode: mode, takerPreventedQuantity: '1.00000000', tradeGroupId: -1 },
    ]);
  });

  it('kills a fill-or-kill order that DECREMENT would reduce, and leaves the other order alone', () => {
    const { place, book } = openSpotContext('today');
    place(limit('BUY', 30000, 1));
    const killed = { selfTradePreventionMode: 'DECREMENT', timeInForce: 'FOK' };
    expect(place(limit('SELL', 30000, 1, killed)).status).toBe('EXPIRED');
    expect(book(true)).toEqual(['30000 1']);
  });

  it('has the modes of today in the interface of today only', () => {
    const modesOf = (served: 'document' | 'today') => {
      const { exchange, refusal } = openSpotContext(served);
      const { symbols } = requestPublicJson(exchange, '/api/v3/exchangeInfo?symbol=BTCUSDT');
      return [
        symbols[0].allowedSelfTradePreventionModes.join(' '),
        refusal('POST', 'order/test', limit('BUY', 30000, 1, { selfTradePreventionMode: 'DECREMENT' })),
      ];
    };
    const document = 'EXPIRE_TAKER EXPIRE_MAKER EXPIRE_BOTH NONE';
    expect(modesOf('document')).toEqual([document, expect.stringContaining('400 -')]);
    expect(modesOf('today')).toEqual([`${document} DECREMENT TRANSFER`, '200 undefined undefined']);
  });

  it('is recorded and can be queried by match and by order', () => {
    const { place, get, clock } = openSpotContext();
    for (const price of [30002, 30001, 30000]) place(limit('BUY', price, 1));
    place(sell('EXPIRE_MAKER'));
    place(limit('BUY', 30000, 1, { selfTradePreventionMode: 'EXPIRE_BOTH' }));
    const ids = (params: Params) =>
      get('myPreventedMatches', { symbol: 'BTCUSDT', ...params }).map(
        (row: { preventedMatchId: number }) => row.preventedMatchId,
      );
    expect(ids({ orderId: 4 })).toEqual([0, 1, 2, 3]);
    expect(ids({ orderId: 4, fromPreventedMatchId: 1, limit: 2 })).toEqual([1, 2]);
    expect(ids({ orderId: 2 })).toEqual([1]);
    expect(get('myPreventedMatches', { symbol: 'BTCUSDT', preventedMatchId: 3 })).toEqual([
      {
        symbol: 'BTCUSDT',
        preventedMatchId: 3,
        takerOrderId: 5,
        makerSymbol: 'BTCUSDT',
        makerOrderId: 4,
        tradeGroupId: -1,
        selfTradePreventionMode: 'EXPIRE_BOTH',
        price: '30000.00000000',
        takerPreventedQuantity: '1.00000000',
        makerPreventedQuantity: '3.00000000',
        transactTime: clock.now(),
      },
    ]);
    const [maker] = get('myPreventedMatches', { symbol: 'BTCUSDT', preventedMatchId: 0 });
    expect(maker).not.toHaveProperty('takerPreventedQuantity');
  });
});

describe('allocations', () => {
  it('are empty: no order is routed to other books', () => {
    const { get, place } = openSpotContext();
    place(limit('BUY', 29000, 1));
    expect(get('myAllocations', { symbol: 'BTCUSDT' })).toEqual([]);
  });
});

describe('the discount on commissions', () => {
  const trade = (context: ReturnType<typeof openSpotContext>) =>
    context.place({ side: 'BUY', type: 'MARKET', quantity: 0.1 }).fills[0];
  const withDiscount = () => {
    const context = openSpotContext();
    context.scriptedMarket.asks.push({ price: 3_000_000, lots: 1_000_000 });
    runAdminCommand(context.exchange, { do: 'discount', user: 'demo', isOn: true });
    return context;
  };

  /** The scripted market has one last price for all symbols: 30000.00 for BNBUSDT as well. */
  it('charges three quarters of the regular commission in BNB', () => {
    const context = withDiscount();
    expect(trade(context)).toMatchObject({ commission: '0.00007500', commissionAsset: 'BNB' });
    expect(context.balance('BNB')).toBe('999.999925 0');
    expect(context.balance('BTC')).toBe('10.1 0');
    expect(context.events.at(-1)).toMatchObject({ B: [{ a: 'USDT' }, { a: 'BTC' }, { a: 'BNB' }] });
    for (const sum of context.exchange.accounts.ledger.totals().values()) expect(sum).toBe(0n);
  });

  it('is reported with the commission rates, and can be turned off', () => {
    const context = withDiscount();
    const discount = () => context.get('account/commission', { symbol: 'BTCUSDT' }).discount;
    expect(discount()).toEqual({
      enabledForAccount: true,
      enabledForSymbol: true,
      discountAsset: 'BNB',
      discount: '0.25000000',
    });
    runAdminCommand(context.exchange, { do: 'discount', user: 'demo', isOn: false });
    expect(discount().enabledForAccount).toBe(false);
    expect(trade(context)).toMatchObject({ commission: '0.00010000', commissionAsset: 'BTC' });
  });

  it('does not apply while all BNB is locked', () => {
    const context = withDiscount();
    for (let count = 0; count < 4; count += 1) {
      requestJson(context.exchange, 'POST', ORDER, { symbol: 'BNBUSDT', ...limit('SELL', 30001, 250) });
    }
    expect(context.balance('BNB')).toBe('0 1000');
    expect(trade(context)).toMatchObject({ commission: '0.00010000', commissionAsset: 'BTC' });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SandboxExchange } from '../../src/sandbox/exchange/create-exchange.ts';
import { manualClock } from './manual-clock.ts';
import { createScriptedMarket, type ScriptedMarket } from './scripted-market.ts';
import {
  createTestExchange,
  type Params,
  requestJson,
  requestPublicJson,
  sendSigned,
} from './signed-calls.ts';

const ORDER = '/api/v3/order';

function market(lastTicks = 3_000_000) {
  const scriptedMarket = createScriptedMarket(lastTicks);
  const clock = manualClock();
  const exchange = createTestExchange({ clock, liquiditySource: scriptedMarket });
  return { exchange, scriptedMarket, clock };
}

const place = (exchange: SandboxExchange, params: Params) =>
  requestJson(exchange, 'POST', ORDER, { symbol: 'BTCUSDT', newOrderRespType: 'FULL', ...params });

function refusal(exchange: SandboxExchange, params: Params, path = ORDER, method = 'POST') {
  const { status, body } = sendSigned(exchange, method, path, { symbol: 'BTCUSDT', ...params });
  return { status, ...JSON.parse(body) };
}

function balance(exchange: SandboxExchange, asset: string) {
  const { balances } = requestJson(exchange, 'GET', '/api/v3/account');
  return balances.find((one: { asset: string }) => one.asset === asset);
}

const limit = (price: string, quantity: string, changed: Params = {}): Params => ({
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price,
  quantity,
  ...changed,
});

describe('a LIMIT order', () => {
  /** The worked numbers of the public facts. */
  it('locks funds at its price, trades at a better one, and unlocks the difference', () => {
    const { exchange, scriptedMarket } = market();
    scriptedMarket.asks.push({ price: 2_999_000, lots: 30_000 });
    const answered = place(exchange, limit('30000', '0.5'));
    expect(answered).toEqual({
      symbol: 'BTCUSDT',
      orderId: 1,
      orderListId: -1,
      clientOrderId: expect.stringMatching(/^[A-Za-z0-9]{22}$/),
      transactTime: 1_706_702_400_000,
      price: '30000.00000000',
      origQty: '0.50000000',
      executedQty: '0.30000000',
      origQuoteOrderQty: '0.00000000',
      cummulativeQuoteQty: '8997.00000000',
      status: 'PARTIALLY_FILLED',
      timeInForce: 'GTC',
      type: 'LIMIT',
      side: 'BUY',
      workingTime: 1_706_702_400_000,
      selfTradePreventionMode: 'EXPIRE_MAKER',
      fills: [
        {
          price: '29990.00000000',
          qty: '0.30000000',
          commission: '0.00030000',
          commissionAsset: 'BTC',
          tradeId: expect.any(Number),
        },
      ],
    });
    expect(balance(exchange, 'USDT')).toEqual({
      asset: 'USDT',
      free: '985003.00000000',
      locked: '6000.00000000',
    });
    expect(balance(exchange, 'BTC').free).toBe('10.29970000');
  });

  it.each([
    ['IOC', 'EXPIRED', '0.30000000'],
    ['FOK', 'EXPIRED', '0.00000000'],
  ])('with %s does not rest', (timeInForce, status, executedQty) => {
    const { exchange, scriptedMarket } = market();
    scriptedMarket.asks.push({ price: 2_999_000, lots: 30_000 });
    expect(place(exchange, limit('30000', '0.5', { timeInForce }))).toMatchObject({ status, executedQty });
    expect(requestJson(exchange, 'GET', '/api/v3/openOrders')).toEqual([]);
    expect(balance(exchange, 'USDT').locked).toBe('0.00000000');
  });

  it('with FOK that can be filled is filled', () => {
    const { exchange, scriptedMarket } = market();
    scriptedMarket.asks.push({ price: 2_999_000, lots: 30_000 }, { price: 3_000_000, lots: 30_000 });
    expect(place(exchange, limit('30000', '0.5', { timeInForce: 'FOK' }))).toMatchObject({
      status: 'FILLED',
      cummulativeQuoteQty: '14997.00000000',
    });
  });

  it('returns the requested response type, ACK if omitted', () => {
    const { exchange } = market();
    const fields = (params: Params) =>
      Object.keys(
        requestJson(exchange, 'POST', ORDER, { symbol: 'BTCUSDT', ...limit('29000', '0.1'), ...params }),
      );
    expect(fields({})).toEqual(['symbol', 'orderId', 'orderListId', 'clientOrderId', 'transactTime']);
    expect(fields({ newOrderRespType: 'RESULT' })).toHaveLength(16);
    expect(fields({ newOrderRespType: 'FULL' })).toHaveLength(17);
  });
});

describe('a MARKET order', () => {
  /** LTCUSDT has a lot of 0.001 and a tick of 0.01. */
  it('spends no more than quoteOrderQty, in whole lots', () => {
    const { exchange, scriptedMarket } = market(3333);
    scriptedMarket.asks.push({ price: 3333, lots: 1_000_000 });
    const answered = requestJson(exchange, 'POST', ORDER, {
      symbol: 'LTCUSDT',
      side: 'BUY',
      type: 'MARKET',
      quoteOrderQty: '100',
      newOrderRespType: 'FULL',
    });
    expect(answered).toMatchObject({
      price: '0.00000000',
      origQty: '3.00000000',
      executedQty: '3.00000000',
      origQuoteOrderQty: '100.00000000',
      cummulativeQuoteQty: '99.99000000',
      status: 'FILLED',
      timeInForce: 'GTC',
    });
    expect(balance(exchange, 'USDT').free).toBe('999900.01000000');
  });

  it('walks the book and expires with the quantity the book could not fill', () => {
    const { exchange, scriptedMarket } = market();
    scriptedMarket.bids.push({ price: 2_999_900, lots: 100 }, { price: 2_999_800, lots: 100 });
    expect(place(exchange, { side: 'SELL', type: 'MARKET', quantity: '0.003' })).toMatchObject({
      status: 'EXPIRED',
      executedQty: '0.00200000',
      cummulativeQuoteQty: '59.99700000',
      fills: [{ price: '29999.00000000' }, { price: '29998.00000000' }],
    });
  });

  it('by quoteOrderQty is rejected when the opposite side is empty', () => {
    expect(refusal(market().exchange, { side: 'BUY', type: 'MARKET', quoteOrderQty: '100' })).toEqual({
      status: 400,
      code: -2010,
      msg: 'Order book liquidity is less than `LOT_SIZE` filter minimum quantity.',
    });
  });
});

describe('self-trade prevention', () => {
  /**
   * The worked example of the public facts: bids of 1.2, 1.3 and 8.1, then a SELL of 3 that meets them all.
   */
  it('expires the resting orders of the same account and continues matching', () => {
    const { exchange } = market();
    for (const [price, quantity] of [
      ['30002', '1.2'],
      ['30001', '1.3'],
      ['30000', '8.1'],
    ] as const) {
      place(exchange, limit(price, quantity));
    }
    const sell = place(exchange, limit('30000', '3', { side: 'SELL' }));
    expect(sell).toMatchObject({ status: 'NEW', executedQty: '0.00000000', fills: [] });
    const bids = requestJson(exchange, 'GET', '/api/v3/allOrders', { symbol: 'BTCUSDT' }).slice(0, 3);
    expect(bids).toMatchObject([
      { status: 'EXPIRED_IN_MATCH', preventedMatchId: 0, preventedQuantity: '1.20000000' },
      { status: 'EXPIRED_IN_MATCH', preventedMatchId: 1, preventedQuantity: '1.30000000' },
      { status: 'EXPIRED_IN_MATCH', preventedMatchId: 2, preventedQuantity: '8.10000000' },
    ]);
    expect(balance(exchange, 'USDT').locked).toBe('0.00000000');
  });

  it('expires the taker if the mode says so', () => {
    const { exchange } = market();
    place(exchange, limit('30000', '1'));
    const selfTradePreventionMode = 'EXPIRE_TAKER';
    expect(place(exchange, limit('30000', '3', { side: 'SELL', selfTradePreventionMode }))).toMatchObject({
      status: 'EXPIRED_IN_MATCH',
      preventedQuantity: '3.00000000',
    });
    expect(requestJson(exchange, 'GET', '/api/v3/openOrders')).toMatchObject([{ orderId: 1, status: 'NEW' }]);
  });
});

describe('a cancellation', () => {
  it('returns both ids and unlocks the funds', () => {
    const { exchange } = market();
    place(exchange, limit('29000', '1', { newClientOrderId: 'mine' }));
    const answered = requestJson(exchange, 'DELETE', ORDER, { symbol: 'BTCUSDT', origClientOrderId: 'mine' });
    expect(answered).toMatchObject({
      origClientOrderId: 'mine',
      orderId: 1,
      clientOrderId: expect.stringMatching(/^[A-Za-z0-9]{22}$/),
      status: 'CANCELED',
      executedQty: '0.00000000',
    });
    expect(balance(exchange, 'USDT').locked).toBe('0.00000000');
  });

  it.each<[string, Params, string]>([
    ['an order that is not open', { orderId: 1 }, 'Unknown order sent.'],
    ['an order that never was', { orderId: '9007199254740993' }, 'Unknown order sent.'],
    ['ids of two orders', { orderId: 2, origClientOrderId: 'first' }, 'Unknown order sent.'],
    [
      'an order in another state than wanted',
      { orderId: 2, cancelRestrictions: 'ONLY_PARTIALLY_FILLED' },
      'Order was not canceled due to cancel restrictions.',
    ],
  ])('is refused for %s', (_what, params, msg) => {
    const { exchange } = market();
    place(exchange, limit('29000', '1', { newClientOrderId: 'first' }));
    place(exchange, limit('29000', '1', { newClientOrderId: 'second' }));
    requestJson(exchange, 'DELETE', ORDER, { symbol: 'BTCUSDT', orderId: 1 });
    expect(refusal(exchange, params, ORDER, 'DELETE')).toEqual({ status: 400, code: -2011, msg });
  });
});

describe('a client order id', () => {
  it('is in use only while its order is open', () => {
    const { exchange } = market();
    const mine = limit('29000', '1', { newClientOrderId: 'mine' });
    place(exchange, mine);
    expect(refusal(exchange, mine)).toEqual({ status: 400, code: -2010, msg: 'Duplicate order sent.' });
    requestJson(exchange, 'DELETE', ORDER, { symbol: 'BTCUSDT', orderId: 1 });
    expect(place(exchange, mine).orderId).toBe(2);
    expect(
      requestJson(exchange, 'GET', ORDER, { symbol: 'BTCUSDT', origClientOrderId: 'mine' }).orderId,
    ).toBe(2);
  });
});

describe('an order is rejected', () => {
  const FILTERS: readonly (readonly [string, Params])[] = [
    ['PRICE_FILTER', limit('30000.001', '1')],
    ['PRICE_FILTER', limit('1000000.01', '1')],
    ['PERCENT_PRICE_BY_SIDE', limit('150000.01', '1')],
    ['PERCENT_PRICE_BY_SIDE', limit('5999.99', '1')],
    ['LOT_SIZE', limit('30000', '0.000001')],
    ['LOT_SIZE', limit('30000', '9001')],
    ['LOT_SIZE', limit('30000', '99999999999999999999')],
    ['MARKET_LOT_SIZE', { side: 'SELL', type: 'MARKET', quantity: '100' }],
    ['NOTIONAL', limit('30000', '0.00016')],
    ['NOTIONAL', limit('30000', '301')],
    ['NOTIONAL', { side: 'SELL', type: 'MARKET', quantity: '0.00016' }],
    ['NOTIONAL', { side: 'BUY', type: 'MARKET', quoteOrderQty: '4.99' }],
  ];
  it.each(FILTERS)('by %s: %j', (name, params) => {
    const expected = { status: 400, code: -1013, msg: `Filter failure: ${name}` };
    expect(refusal(market().exchange, params)).toEqual(expected);
    expect(refusal(market().exchange, params, '/api/v3/order/test')).toEqual(expected);
  });

  it.each<[number, string, Params]>([
    [-1111, "Parameter 'price' has too much precision.", limit('30000.000000001', '1')],
    [-1111, "Parameter 'quantity' has too much precision.", limit('30000', '1.000000001')],
    [
      -1106,
      "Parameter 'price' sent when not required.",
      { ...limit('1', '1'), type: 'MARKET', timeInForce: '' },
    ],
    [-1106, "Parameter 'timeInForce' sent when not required.", limit('29000', '1', { type: 'LIMIT_MAKER' })],
    [-1106, "Parameter 'stopPrice' sent when not required.", limit('29000', '1', { stopPrice: '1' })],
    [-1134, 'strategyType was less than 1000000.', limit('29000', '1', { strategyType: 5 })],
    [-2010, 'Account has insufficient balance for requested action.', limit('30000', '40')],
    [-2010, 'Account has insufficient balance for requested action.', limit('30000', '11', { side: 'SELL' })],
    [-1121, 'Invalid symbol.', limit('1', '1', { symbol: 'NOSUCH' })],
    [
      -1102,
      "Mandatory parameter 'price' was not sent, was empty/null, or malformed.",
      { side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: 1 },
    ],
  ])('with %i %s', (code, msg, params) => {
    const { timeInForce, ...rest } = params;
    const sent = timeInForce === '' || timeInForce === undefined ? rest : params;
    expect(refusal(market().exchange, sent)).toEqual({ status: 400, code, msg });
  });

  it('if it is a LIMIT_MAKER that would match', () => {
    const { exchange, scriptedMarket } = market();
    scriptedMarket.asks.push({ price: 3_000_000, lots: 1 });
    const { timeInForce: _, ...maker } = limit('30000', '1', { type: 'LIMIT_MAKER' });
    expect(refusal(exchange, maker)).toMatchObject({
      code: -2010,
      msg: 'Order would immediately match and take.',
    });
    expect(place(exchange, { ...maker, price: '29999.99' })).toMatchObject({
      status: 'NEW',
      type: 'LIMIT_MAKER',
      timeInForce: 'GTC',
    });
  });

  it('beyond 200 open orders on the symbol', () => {
    const { exchange, clock } = market();
    for (let count = 0; count < 200; count += 1) {
      clock.move(1000);
      place(exchange, limit('29000', '0.001'));
    }
    clock.move(1000);
    const full = { status: 400, code: -2010, msg: 'Filter failure: MAX_NUM_ORDERS' };
    expect(refusal(exchange, limit('29000', '0.001'))).toEqual(full);
  });

  it('and changes nothing', () => {
    const { exchange } = market();
    const before = requestJson(exchange, 'GET', '/api/v3/account');
    for (const [, params] of FILTERS) refusal(exchange, params);
    refusal(exchange, limit('30000', '40'));
    expect(requestJson(exchange, 'GET', '/api/v3/account')).toEqual(before);
    expect(requestJson(exchange, 'GET', '/api/v3/allOrders', { symbol: 'BTCUSDT' })).toEqual([]);
    expect(place(exchange, limit('29000', '1')).orderId).toBe(1);
  });
});

describe('order counts', () => {
  it('allow 10 a second, report the count in headers, and reject the eleventh', () => {
    const { exchange, clock } = market();
    const order = { symbol: 'BTCUSDT', ...limit('29000', '0.001') };
    for (let count = 1; count <= 10; count += 1) {
      const { headers } = sendSigned(exchange, 'POST', ORDER, order);
      expect(headers['X-MBX-ORDER-COUNT-1S']).toBe(String(count));
      expect(headers['X-MBX-ORDER-COUNT-1D']).toBe(String(count));
    }
    const eleventh = sendSigned(exchange, 'POST', ORDER, order);
    expect(eleventh).toMatchObject({
      status: 429,
      headers: { 'Retry-After': '1' },
      body: '{"code":-1015,"msg":"Too many new orders; current limit is 10 orders per 1 SECOND."}',
    });
    clock.move(1000);
    const { status, headers } = sendSigned(exchange, 'POST', ORDER, order);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'X-MBX-ORDER-COUNT-1S': '1',
      'X-MBX-ORDER-COUNT-10S': '11',
      'X-MBX-ORDER-COUNT-1D': '11',
    });
    expect(requestJson(exchange, 'GET', '/api/v3/rateLimit/order')).toEqual([
      { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 1, limit: 10, count: 1 },
      { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: 200_000, count: 11 },
    ]);
  });

  /** The worked example of the public facts. */
  it('are reduced by a first fill and not by a cancellation', () => {
    const { exchange, scriptedMarket } = market();
    const used = () => requestJson(exchange, 'GET', '/api/v3/rateLimit/order')[1].count;
    scriptedMarket.asks.push({ price: 3_000_000, lots: 1_000_000 });
    place(exchange, limit('29000', '0.001'));
    place(exchange, limit('30000', '0.001'));
    place(exchange, limit('29000', '0.001'));
    expect(used()).toBe(2);
    requestJson(exchange, 'DELETE', ORDER, { symbol: 'BTCUSDT', orderId: 1 });
    expect(used()).toBe(2);
  });
});

describe('the history of an account', () => {
  function traded(): { exchange: SandboxExchange; scriptedMarket: ScriptedMarket; start: number } {
    const { exchange, scriptedMarket, clock } = market();
    const start = clock.now();
    scriptedMarket.asks.push({ price: 3_000_000, lots: 1_000_000 });
    for (let count = 0; count < 6; count += 1) {
      place(exchange, limit('30000', '0.001'));
      clock.move(1000);
    }
    return { exchange, scriptedMarket, start };
  }
  const ids = (rows: readonly { orderId: number }[]) => rows.map((row) => row.orderId);

  it.each<[Params | ((start: number) => Params), readonly number[]]>([
    [{}, [1, 2, 3, 4, 5, 6]],
    [{ limit: 2 }, [5, 6]],
    [{ orderId: 3, limit: 2 }, [3, 4]],
    [(start) => ({ startTime: start + 1000, limit: 2 }), [2, 3]],
    [(start) => ({ endTime: start + 3000, limit: 2 }), [3, 4]],
    [(start) => ({ startTime: start + 1000, endTime: start + 2000 }), [2, 3]],
  ])('lists orders %# oldest first within what was asked', (asked, expected) => {
    const { exchange, start } = traded();
    const params = typeof asked === 'function' ? asked(start) : asked;
    expect(ids(requestJson(exchange, 'GET', '/api/v3/allOrders', { symbol: 'BTCUSDT', ...params }))).toEqual(
      expected,
    );
  });

  it('lists trades with their commission', () => {
    const { exchange, start } = traded();
    const all = requestJson(exchange, 'GET', '/api/v3/myTrades', { symbol: 'BTCUSDT' });
    expect(all).toHaveLength(6);
    expect(all[0]).toEqual({
      symbol: 'BTCUSDT',
      id: all[0].id,
      orderId: 1,
      orderListId: -1,
      price: '30000.00000000',
      qty: '0.00100000',
      quoteQty: '30.00000000',
      commission: '0.00000100',
      commissionAsset: 'BTC',
      time: start,
      isBuyer: true,
      isMaker: false,
      isBestMatch: true,
    });
    const from = { symbol: 'BTCUSDT', fromId: all[2].id, limit: 2 };
    expect(ids(requestJson(exchange, 'GET', '/api/v3/myTrades', from))).toEqual([3, 4]);
    expect(ids(requestJson(exchange, 'GET', '/api/v3/myTrades', { symbol: 'BTCUSDT', orderId: 4 }))).toEqual([
      4,
    ]);
  });

  it('does not contain an order that never existed', () => {
    expect(refusal(market().exchange, { orderId: 7 }, ORDER, 'GET')).toEqual({
      status: 400,
      code: -2013,
      msg: 'Order does not exist.',
    });
  });

  it('omits empty balances on request', () => {
    const { exchange } = market();
    const all = requestJson(exchange, 'GET', '/api/v3/account').balances;
    const some = requestJson(exchange, 'GET', '/api/v3/account', { omitZeroBalances: 'true' }).balances;
    expect(all.length).toBeGreaterThan(some.length);
    expect(some).toEqual(
      all.filter((one: { free: string; locked: string }) => Number(one.free) + Number(one.locked) > 0),
    );
  });
});

describe('a generated client order id', () => {
  it('is never one that is in use', () => {
    const { exchange: fresh } = market();
    place(fresh, limit('29000', '0.001'));
    const second = place(fresh, limit('29000', '0.001')).clientOrderId;
    const { exchange } = market();
    place(exchange, limit('29000', '0.001', { newClientOrderId: second }));
    expect(place(exchange, limit('29000', '0.001')).clientOrderId).toMatch(/^[A-Za-z0-9]{22}$/);
    expect(requestJson(exchange, 'GET', '/api/v3/openOrders')[1].clientOrderId).not.toBe(second);
  });
});

describe('a random sequence of requests', () => {
  const value = fc.oneof(
    fc.constantFrom(
      '',
      '0',
      '-1',
      '1e3',
      '0.001',
      '30000',
      'BTCUSDT',
      'ETHBTC',
      'GTC',
      'true',
      '9'.repeat(40),
    ),
    fc.string({ maxLength: 12 }),
    fc.double().map(String),
  );
  const base = fc.constantFrom<Params>(
    limit('30001', '0.001'),
    limit('29000', '0.001', { newClientOrderId: 'a' }),
    limit('29999', '0.001', { side: 'SELL', timeInForce: 'IOC' }),
    { side: 'BUY', type: 'MARKET', quoteOrderQty: '100' },
    { orderId: 1 },
    { origClientOrderId: 'a' },
  );
  const NAMES = [
    'symbol side type timeInForce price quantity quoteOrderQty newClientOrderId origClientOrderId orderId',
    'strategyId strategyType stopPrice trailingDelta icebergQty newOrderRespType selfTradePreventionMode',
    'goodTillDate recvWindow listenKey',
  ].flatMap((names) => names.split(' '));
  const changes = fc.array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 2 });

  it('gets a response, and the ledger stays balanced', () => {
    const { exchange, scriptedMarket, clock } = market();
    scriptedMarket.asks.push({ price: 3_000_100, lots: 1_000_000 });
    scriptedMarket.bids.push({ price: 2_999_900, lots: 1_000_000 });
    const statuses = new Map<number, number>();
    fc.assert(
      fc.property(base, changes, fc.constantFrom('POST', 'POST', 'DELETE', 'GET'), (usual, odd, method) => {
        clock.move(200);
        const params = { symbol: 'BTCUSDT', ...usual, ...Object.fromEntries(odd) };
        const { status, body } = sendSigned(exchange, method, ORDER, params);
        JSON.parse(body);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }),
      { seed: 20240131, numRuns: 3000 },
    );
    expect(statuses.get(200)).toBeGreaterThan(50);
    expect([...statuses.keys()].filter((status) => ![200, 400, 501].includes(status))).toEqual([]);
    for (const sum of exchange.accounts.ledger.totals().values()) expect(sum).toBe(0n);
  });
});

describe('the simulated market', () => {
  it('fills an order that rests between two calls, the same way for the same seed', () => {
    const run = () => {
      const clock = manualClock();
      const exchange = createTestExchange({ clock });
      const { price } = requestPublicJson(exchange, '/api/v3/ticker/price?symbol=ETHUSDT');
      const below = (Math.floor(Number(price) * 99.9) / 100).toFixed(2);
      const order = { symbol: 'ETHUSDT', ...limit(below, '2') };
      requestJson(exchange, 'POST', ORDER, order);
      clock.move(10 * 86_400_000);
      return requestJson(exchange, 'GET', ORDER, { symbol: 'ETHUSDT', orderId: 1 });
    };
    const first = run();
    expect(first).toMatchObject({ status: 'FILLED', executedQty: '2.00000000' });
    expect(first.cummulativeQuoteQty).toBe((2 * Number(first.price)).toFixed(8));
    expect(run()).toEqual(first);
  });

  it('fills a taker with exactly what the book shows', () => {
    const exchange = createTestExchange();
    const { asks } = requestPublicJson(exchange, '/api/v3/depth?symbol=BTCUSDT&limit=5');
    const { fills } = place(exchange, { side: 'BUY', type: 'MARKET', quantity: asks[0][1] });
    expect(fills).toMatchObject([{ price: asks[0][0], qty: asks[0][1] }]);
    const next = place(exchange, { side: 'BUY', type: 'MARKET', quantity: asks[1][1] });
    expect(next.fills).toMatchObject([{ price: asks[1][0], qty: asks[1][1] }]);
  });
});

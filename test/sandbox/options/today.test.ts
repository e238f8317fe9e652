/** Options calls of today's interface: money flows, countdowns, cancellations, self-trade prevention, refused types. */
import { describe, expect, it } from 'vitest';
import { decimalOf } from '../../../src/core/decimal.ts';
import { DAY_MS } from '../../../src/core/time-units.ts';
import { type Params, requestJson, requestPublicJson, sendSigned } from '../signed-calls.ts';
import { addTrader, setUpOptions } from './setup.ts';

/** Expires on 2024-02-01T08:00Z, 20 hours after the clock's start. */
const CALL = 'BTC-240201-102000-C';
const PUT = 'BTC-240201-102000-P';
const BTC = { underlying: 'BTCUSDT' } as const;

const order = (changed: Params = {}): Params => ({
  symbol: CALL,
  side: 'BUY',
  type: 'LIMIT',
  quantity: '0.1',
  price: '10',
  ...changed,
});

describe('the money flows of an options account', () => {
  it('sum to the change of its balance: premiums, fees, exercises and transfers', () => {
    const setup = setUpOptions({ interface: 'today' });
    const { exchange, clock } = setup;
    const wallet = () => {
      const { asset } = requestJson(exchange, 'GET', '/eapi/v1/marginAccount');
      return decimalOf(asset[0].marginBalance).value;
    };
    const depth = (symbol: string) => requestPublicJson(exchange, `/eapi/v1/depth?symbol=${symbol}`);
    const before = wallet();
    const [ask, bid] = [depth(CALL).asks[0][0], depth(PUT).bids[0][0]];
    setup.place(order({ quantity: '0.02', price: ask }));
    setup.place(order({ symbol: PUT, side: 'SELL', quantity: '0.01', price: bid }));
    requestJson(exchange, 'POST', '/sapi/v1/asset/transfer', {
      type: 'MAIN_OPTION',
      asset: 'USDT',
      amount: '25',
    });
    clock.move(DAY_MS);
    const rows: { amount: string; type: string }[] = requestJson(exchange, 'GET', '/eapi/v1/bill', {
      currency: 'USDT',
    });
    const sum = rows.reduce((total, { amount }) => total + decimalOf(amount).value, 0n);
    expect(wallet() - before).toBe(sum);
    expect(new Set(rows.map(({ type }) => type))).toEqual(
      new Set(['CONTRACT', 'FEE', 'EXERCISE', 'TRANSFER']),
    );
    const exercises: Record<string, string>[] = requestJson(exchange, 'GET', '/eapi/v1/exerciseRecord');
    expect(exercises.map(({ symbol, positionSide, quantity }) => [symbol, positionSide, quantity])).toEqual([
      [CALL, 'LONG', '0.02'],
      [PUT, 'SHORT', '0.01'],
    ]);
    const [{ indexPrice }] = [requestPublicJson(exchange, '/eapi/v1/index?underlying=BTCUSDT')];
    expect(Number(exercises[0]!['exercisePrice'])).toBeCloseTo(Number(indexPrice), -4);
  });
});

describe('a countdown of options', () => {
  it('cancels the orders on its underlying when no heartbeat comes, and refuses new ones', () => {
    const setup = setUpOptions();
    const { exchange, clock } = setup;
    const call = (method: string, path: string, params: Params) =>
      requestJson(exchange, method, `/eapi/v1/${path}`, params);
    const open = () => call('GET', 'openOrders', {}).map(({ symbol }: { symbol: string }) => symbol);
    const ether = requestPublicJson(exchange, '/eapi/v1/exchangeInfo').optionSymbols.find(
      ({ symbol }: { symbol: string }) => /^ETH-240201-.*-C$/.test(symbol),
    ).symbol;
    setup.place(order());
    setup.place(order({ symbol: ether, price: '0.2' }));
    call('POST', 'countdownCancelAll', { ...BTC, countdownTime: 10_000 });
    clock.move(9_000);
    expect(call('POST', 'countdownCancelAllHeartBeat', { underlyings: 'BTCUSDT,ETHUSDT' })).toEqual({
      underlyings: ['BTCUSDT'],
    });
    clock.move(9_999);
    expect(open()).toHaveLength(2);
    clock.move(1);
    expect(open()).toEqual([ether]);
    expect(setup.refusal(order())).toMatchObject({ code: -2010 });
    call('POST', 'countdownCancelAllHeartBeat', { underlyings: 'BTCUSDT' });
    setup.place(order());
    call('POST', 'countdownCancelAll', { ...BTC, countdownTime: 0 });
    expect(call('GET', 'countdownCancelAll', BTC)).toEqual({ ...BTC, countdownTime: 0 });
    clock.move(60_000);
    expect(open()).toHaveLength(2);
  });

  it('of less than five seconds is refused', () => {
    const { exchange } = setUpOptions();
    const { body } = sendSigned(exchange, 'POST', '/eapi/v1/countdownCancelAll', {
      ...BTC,
      countdownTime: 4999,
    });
    expect(JSON.parse(body).code).toBe(-1130);
  });
});

describe('option orders', () => {
  it('are cancelled by lists of ids of 19 digits, each on its own', () => {
    const setup = setUpOptions();
    const { exchange } = setup;
    const ids = ['a', 'b'].map((clientOrderId) => {
      const { body } = sendSigned(exchange, 'POST', '/eapi/v1/order', order({ clientOrderId }));
      return /"orderId":(\d+)/.exec(body)![1]!;
    });
    const rows = requestJson(exchange, 'DELETE', '/eapi/v1/batchOrders', {
      symbol: CALL,
      orderIds: `[${ids[1]},${ids[0]},1]`,
    });
    expect(rows.map((row: Record<string, unknown>) => row['clientOrderId'] ?? row['code'])).toEqual([
      'b',
      'a',
      -2011,
    ]);
  });

  it('of one underlying are cancelled at once', () => {
    const setup = setUpOptions();
    for (const symbol of [CALL, PUT]) setup.place(order({ symbol }));
    requestJson(setup.exchange, 'DELETE', '/eapi/v1/allOpenOrdersByUnderlying', { underlying: 'ETHUSDT' });
    expect(requestJson(setup.exchange, 'GET', '/eapi/v1/openOrders')).toHaveLength(2);
    requestJson(setup.exchange, 'DELETE', '/eapi/v1/allOpenOrdersByUnderlying', BTC);
    expect(requestJson(setup.exchange, 'GET', '/eapi/v1/openOrders')).toEqual([]);
  });

  it.each([
    ['EXPIRE_TAKER', 'EXPIRED_IN_MATCH', 'NEW'],
    ['EXPIRE_MAKER', 'FILLED', 'EXPIRED_IN_MATCH'],
    ['EXPIRE_BOTH', 'EXPIRED_IN_MATCH', 'EXPIRED_IN_MATCH'],
    ['NONE', 'FILLED', 'FILLED'],
  ])('meet an order of the same user under %s', (mode, taker, maker) => {
    const setup = setUpOptions();
    const { asks, bids } = requestPublicJson(setup.exchange, `/eapi/v1/depth?symbol=${CALL}`);
    const price = String(Number(bids[0][0]) + 5);
    expect(Number(price)).toBeLessThan(Number(asks[0][0]));
    setup.place(order({ price, clientOrderId: 'maker', quantity: '0.01' }));
    const sale = order({ side: 'SELL', price: bids[0][0], selfTradePreventionMode: mode, quantity: '0.01' });
    expect(setup.place(sale)['status']).toBe(taker);
    const found = requestJson(setup.exchange, 'GET', '/eapi/v1/order', {
      symbol: CALL,
      clientOrderId: 'maker',
    });
    expect(found.status).toBe(maker);
  });

  it('with GTX wait in the book, and are refused if they would match', () => {
    const setup = setUpOptions({ interface: 'today' });
    expect(setup.place(order({ timeInForce: 'GTX' }))['status']).toBe('NEW');
    const [ask] = requestPublicJson(setup.exchange, `/eapi/v1/depth?symbol=${CALL}`).asks[0];
    expect(setup.refusal(order({ timeInForce: 'GTX', price: ask })).code).toBe(-5022);
  });

  it("at the market are refused where today's interface is served, in a batch each on its own", () => {
    const setup = setUpOptions({ interface: 'today' });
    const market = { symbol: CALL, side: 'BUY', type: 'MARKET', quantity: '0.1' };
    expect(setup.refusal(market)).toMatchObject({ status: 400, code: -1116, msg: 'Invalid orderType.' });
    const rows = requestJson(setup.exchange, 'POST', '/eapi/v1/batchOrders', {
      orders: JSON.stringify([market, order()]),
    });
    expect(rows[0]).toEqual({ code: -1116, msg: 'Invalid orderType.' });
    expect(rows[1]).toMatchObject({ symbol: CALL });
  });
});

describe('market maker protection', () => {
  it('accepts orders again after a reset', () => {
    const setup = setUpOptions();
    const { exchange } = setup;
    const limits = {
      windowTimeInMilliseconds: 5000,
      frozenTimeInMilliseconds: 0,
      qtyLimit: '0.01',
      deltaLimit: '9',
    };
    requestJson(exchange, 'POST', '/eapi/v1/mmpSet', { ...BTC, ...limits });
    const [ask] = requestPublicJson(exchange, `/eapi/v1/depth?symbol=${CALL}`).asks[0];
    setup.place(order({ price: ask, isMmp: 'true' }));
    expect(setup.refusal(order({ isMmp: 'true' })).code).toBe(-2010);
    requestJson(exchange, 'POST', '/eapi/v1/mmpReset', BTC);
    expect(setup.place(order({ isMmp: 'true' }))['status']).toBe('NEW');
  });
});

describe('the margin account of options', () => {
  it('has the balances of the account that it replaces', () => {
    const setup = setUpOptions();
    const keys = addTrader(setup.exchange, 'seller', 50_000n);
    setup.place({ symbol: CALL, side: 'SELL', type: 'MARKET', quantity: '0.1' }, keys);
    const before = setup.account(keys);
    const { asset } = requestJson(setup.exchange, 'GET', '/eapi/v1/marginAccount', {}, keys);
    expect(asset).toEqual([
      expect.objectContaining({
        marginBalance: before['totalWalletBalance'],
        equity: before['totalMarginBalance'],
        available: before['availableBalance'],
      }),
    ]);
    expect(Number(asset[0].initialMargin)).toBeGreaterThan(Number(asset[0].maintMargin));
  });
});

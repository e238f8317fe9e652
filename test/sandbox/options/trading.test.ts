import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/core/time-units.ts';
import { OPTIONS } from '../../../src/sandbox/engine/options/engine.ts';
import { overdrawnAccounts, unbalancedAssets } from '../ledger-checks.ts';
import { type Params, requestJson, requestPublicJson, sendSigned } from '../signed-calls.ts';
import { addTrader, atTheMoney, setUpOptions } from './setup.ts';

/** Expires on 2024-02-01T08:00Z, 20 hours after the clock's start. */
const CALL = 'BTC-240201-102000-C';
const PUT = 'BTC-240201-102000-P';
const EXPIRY = Date.UTC(2024, 1, 1, 8);

const buy = (changed: Params = {}): Params => ({
  symbol: CALL,
  side: 'BUY',
  type: 'MARKET',
  quantity: '0.1',
  ...changed,
});
const limit = (price: string, changed: Params = {}): Params => buy({ type: 'LIMIT', price, ...changed });

describe('a bought option', () => {
  it('costs its premium and a fee, and is valued at its mark price', () => {
    const setup = setUpOptions();
    const [ask] = requestPublicJson(setup.exchange, `/eapi/v1/depth?symbol=${CALL}`).asks[0];
    const order = setup.place(buy({ quantity: '0.01' }));
    expect(order).toMatchObject({
      status: 'FILLED',
      executedQty: '0.01',
      avgPrice: `${ask}0000000`,
      source: 'API',
    });
    const premium = Number(ask) * 0.01;
    // 0.03 % of the index price of 102265.04 for a quantity of 0.01.
    expect(order['fee']).toBe('0.30679512');
    expect(Number(setup.account()['availableBalance'])).toBeCloseTo(100_000 - premium - 0.306_795_12, 6);
    const [position] = setup.positions();
    expect(position).toMatchObject({ symbol: CALL, side: 'LONG', quantity: '0.01', optionSide: 'CALL' });
    const mark = Number(setup.mark(CALL)['markPrice']);
    expect(Number(position!['unrealizedPNL'])).toBeCloseTo(mark * 0.01 - premium, 6);
  });

  it('pays its intrinsic value at the settlement price, and nothing out of the money', () => {
    const setup = setUpOptions();
    setup.place(buy());
    setup.place(buy({ symbol: PUT }));
    const before = Number(setup.account()['availableBalance']);
    setup.clock.move(EXPIRY - setup.clock.now() - 1);
    expect(setup.positions().length).toBe(2);
    setup.clock.move(1);
    expect(setup.positions()).toEqual([]);
    const history = requestPublicJson(
      setup.exchange,
      `/eapi/v1/exerciseHistory?underlying=BTCUSDT&startTime=${EXPIRY}`,
    );
    const rowOf = (symbol: string) => history.find((row: { symbol: string }) => row.symbol === symbol);
    const settled = Number(rowOf(CALL).realStrikePrice);
    const results = [rowOf(CALL), rowOf(PUT)].map((row) => row.strikeResult);
    expect(results.sort()).toEqual(['EXTRINSIC_VALUE_EXPIRED', 'REALISTIC_VALUE_STRICKEN']);
    expect(Number(setup.account()['availableBalance'])).toBeCloseTo(
      before + Math.abs(settled - 102_000) * 0.1,
      6,
    );
    expect(setup.refusal(buy())).toMatchObject({ status: 400, code: -1121, msg: 'Invalid symbol.' });
    expect([unbalancedAssets(setup.exchange), overdrawnAccounts(setup.exchange)]).toEqual([[], []]);
  });

  it('is rejected if the balance does not cover the premium', () => {
    const { refusal, positions } = setUpOptions();
    expect(refusal(limit('11000.0', { quantity: '100' }))).toMatchObject({
      code: -2018,
      msg: 'Balance is insufficient.',
    });
    expect(positions()).toEqual([]);
  });
});

describe('a LIMIT order on an option', () => {
  it('rests, reserves its cost, and fills when the market trades at its price', () => {
    const setup = setUpOptions();
    const { markPrice, lowPriceLimit } = setup.mark(CALL);
    const low = setup.place(limit(lowPriceLimit!, { clientOrderId: 'low' }));
    const nearOrder = setup.place(limit(String(Number(markPrice) - 5), { clientOrderId: 'near' }));
    expect([low['status'], nearOrder['status']]).toEqual(['NEW', 'NEW']);
    expect(Number(setup.account()['totalOpenOrderInitialMargin'])).toBeGreaterThan(Number(markPrice) * 0.1);
    setup.clock.move(6 * HOUR_MS);
    const found = (clientOrderId: string) =>
      requestJson(setup.exchange, 'GET', '/eapi/v1/order', { symbol: CALL, clientOrderId });
    expect([found('near').status, found('near').avgPrice]).toEqual([
      'FILLED',
      `${nearOrder['price']}0000000`,
    ]);
    const [trade] = requestJson(setup.exchange, 'GET', '/eapi/v1/userTrades', { symbol: CALL });
    expect(trade).toMatchObject({ liquidity: 'MAKER', side: 'BUY', quantity: '0.10' });
    expect(Number(trade.volatility)).toBeGreaterThan(0.1);
  });

  it('has an exact id of 19 digits', () => {
    const { exchange, mark, place } = setUpOptions();
    const price = mark(CALL)['lowPriceLimit']!;
    for (const clientOrderId of ['first', 'second']) place(limit(price, { clientOrderId }));
    const { body } = sendSigned(exchange, 'GET', '/eapi/v1/openOrders', { symbol: CALL });
    expect([...body.matchAll(/"orderId":(\d+)/g)].map(([, id]) => id)).toEqual([
      '4611875134427365377',
      '4611875134427365378',
    ]);
    const found = requestJson(exchange, 'GET', '/eapi/v1/order', {
      symbol: CALL,
      orderId: '4611875134427365378',
    });
    expect(found.clientOrderId).toBe('second');
  });

  it('of another user is matched at its price', () => {
    const setup = setUpOptions();
    const alice = addTrader(setup.exchange, 'alice', 50_000n);
    const { markPrice } = setup.mark(CALL);
    setup.place(limit(markPrice!, { side: 'SELL', quantity: '0.3' }), alice);
    const bought = setup.place(limit(String(Number(markPrice) + 100), { quantity: '0.2' }));
    expect(bought).toMatchObject({ status: 'FILLED', avgPrice: `${markPrice}0000000` });
    const [position] = setup.positions(alice);
    expect(position).toMatchObject({ side: 'SHORT', quantity: '-0.20', reducibleQty: '-0.20' });
    expect(unbalancedAssets(setup.exchange)).toEqual([]);
  });

  it('is never matched with an order of the same user: the resting order expires', () => {
    const setup = setUpOptions();
    const { markPrice } = setup.mark(CALL);
    setup.place(limit(markPrice!, { side: 'SELL', clientOrderId: 'mine' }));
    setup.place(limit(markPrice!, { clientOrderId: 'other' }));
    const { status } = requestJson(setup.exchange, 'GET', '/eapi/v1/order', {
      symbol: CALL,
      clientOrderId: 'mine',
    });
    expect(status).toBe('EXPIRED_IN_MATCH');
  });

  it.each<[Params, number, string]>([
    [limit('1000.05'), -4014, 'Price not increased by tick size.'],
    [limit('0'), -4001, 'Price less than 0.'],
    [limit('90000'), -4002, 'Price greater than max price.'],
    [buy({ symbol: 'BTC-240331-100000-C' }), -1121, 'Invalid symbol.'],
    [buy({ quantity: '0.001' }), -4023, 'Qty not increased by step size.'],
    [buy({ quantity: '99999999' }), -4005, 'Quantity greater than max quantity.'],
    [buy({ side: 'SELL', quantity: '100' }), -2019, 'Margin is insufficient.'],
    [buy({ reduceOnly: 'true' }), -2022, 'ReduceOnly Order is rejected.'],
    [buy({ price: '100' }), -1106, "Parameter 'price' sent when not required."],
    [buy({ timeInForce: 'GTC' }), -1106, "Parameter 'timeInForce' sent when not required."],
    [limit('1000', { timeInForce: 'IOC', postOnly: 'true' }), -1014, 'Unsupported order combination.'],
    [buy({ side: 'LONG' }), -1117, 'Invalid side.'],
    [
      limit('1900.0', { postOnly: 'true' }),
      -5022,
      'Due to the order could not be executed as maker, the Post Only order will be rejected. The order will not be recorded in the order history',
    ],
  ])('is rejected with code and text: %j', (params, code, msg) => {
    const setup = setUpOptions();
    expect(setup.refusal(params)).toEqual({ status: 400, code, msg });
    expect(Number(setup.account()['availableBalance'])).toBe(100_000);
  });

  it('expires at once according to its time in force', () => {
    const setup = setUpOptions();
    const { lowPriceLimit } = setup.mark(CALL);
    expect(setup.place(limit(lowPriceLimit!, { timeInForce: 'IOC' }))['status']).toBe('EXPIRED');
    const killed = setup.place(limit('1500.0', { timeInForce: 'FOK', quantity: '50' }));
    expect(killed).toMatchObject({ status: 'EXPIRED', executedQty: '0.00' });
    expect(Number(setup.account()['availableBalance'])).toBe(100_000);
  });

  it('is cancelled individually and with all others, but only once', () => {
    const setup = setUpOptions();
    const { lowPriceLimit } = setup.mark(CALL);
    for (const clientOrderId of ['a', 'b', 'c']) setup.place(limit(lowPriceLimit!, { clientOrderId }));
    const cancel = { symbol: CALL, clientOrderId: 'a' };
    expect(requestJson(setup.exchange, 'DELETE', '/eapi/v1/order', cancel).status).toBe('CANCELED');
    const { status, body } = sendSigned(setup.exchange, 'DELETE', '/eapi/v1/order', cancel);
    expect([status, JSON.parse(body)]).toEqual([400, { code: -2011, msg: 'Unknown order sent.' }]);
    expect(setup.refusal(limit(lowPriceLimit!, { clientOrderId: 'b' }))).toMatchObject({
      msg: 'Duplicate order sent.',
    });
    const all = requestJson(setup.exchange, 'DELETE', '/eapi/v1/allOpenOrders', { symbol: CALL });
    expect(all).toEqual({ code: 0, msg: 'success' });
    expect(requestJson(setup.exchange, 'GET', '/eapi/v1/openOrders')).toEqual([]);
    const history = requestJson(setup.exchange, 'GET', '/eapi/v1/historyOrders', { symbol: CALL });
    expect(history.map((row: { status: string }) => row.status)).toEqual([
      'CANCELED',
      'CANCELED',
      'CANCELED',
    ]);
    expect(Number(setup.account()['availableBalance'])).toBe(100_000);
    setup.clock.move(5 * 24 * HOUR_MS + 1);
    expect(requestJson(setup.exchange, 'GET', '/eapi/v1/historyOrders', { symbol: CALL })).toEqual([]);
  });

  it('of a batch succeeds or fails independently', () => {
    const setup = setUpOptions();
    const { lowPriceLimit } = setup.mark(CALL);
    const orders = JSON.stringify([limit(lowPriceLimit!), limit('90000'), limit(lowPriceLimit!)]);
    const rows = requestJson(setup.exchange, 'POST', '/eapi/v1/batchOrders', { orders });
    expect(rows[1]).toEqual({ code: -4002, msg: 'Price greater than max price.' });
    expect([rows[0].symbol, rows[2].symbol]).toEqual([CALL, CALL]);
  });
});

describe('a batch of options orders', () => {
  it('is not refused whole because one order has an invalid value', () => {
    const setup = setUpOptions();
    const { lowPriceLimit } = setup.mark(CALL);
    const orders = JSON.stringify([limit(lowPriceLimit!), { ...limit(lowPriceLimit!), quantity: '0' }]);
    const rows = requestJson(setup.exchange, 'POST', '/eapi/v1/batchOrders', { orders });
    expect(rows[0].symbol).toBe(CALL);
    expect(rows[1].code).toBe(-1130);
  });
});

describe('a short position', () => {
  it('reserves margin that is released when it is closed', () => {
    const setup = setUpOptions();
    setup.place(buy({ side: 'SELL' }));
    const { totalPositionInitialMargin } = setup.account();
    // 15 % of the index price (in the money, so no deduction) plus the mark price, for a quantity of 0.1.
    const mark = Number(setup.mark(CALL)['markPrice']);
    expect(Number(totalPositionInitialMargin)).toBeCloseTo((0.15 * 102_265.04 + mark) * 0.1, 4);
    setup.place(buy({ reduceOnly: 'true' }));
    expect(setup.positions()).toEqual([]);
    expect(Number(setup.account()['totalPositionInitialMargin'])).toBe(0);
    expect(unbalancedAssets(setup.exchange)).toEqual([]);
  });

  it('without enough margin is liquidated, and no user loses more than the balance', () => {
    const setup = setUpOptions();
    const bob = addTrader(setup.exchange, 'bob', 5000n);
    const symbol = atTheMoney(setup.exchange, 'SOL-240426', 'C');
    setup.place({ symbol, side: 'SELL', type: 'MARKET', quantity: '30' }, bob);
    const { accounts } = setup.exchange;
    const wallet = accounts.walletOf(accounts.findUser('bob')!, 'OPTION');
    accounts.ledger.transfer('USDT', wallet.balances.get('USDT')!.free, wallet, accounts.outside);
    setup.clock.move(84 * 24 * HOUR_MS);
    expect(setup.positions(bob)).toEqual([]);
    const forced = setup.exchange.engines
      .get(OPTIONS)
      .historyOf(setup.exchange.accounts.findUser('bob')!)
      .orders.filter(({ source }) => source === 'SYSTEM');
    expect(forced.length).toBeGreaterThan(0);
    expect(forced[0]!.clientOrderId).toMatch(/^autoclose-/);
    expect(forced[0]!.status).toBe('FILLED');
    expect([unbalancedAssets(setup.exchange), overdrawnAccounts(setup.exchange)]).toEqual([[], []]);
  });
});

describe('market maker protection', () => {
  const set = (frozenTimeInMilliseconds: number): Params => ({
    underlying: 'BTCUSDT',
    windowTimeInMilliseconds: 3000,
    frozenTimeInMilliseconds,
    qtyLimit: '0.15',
    deltaLimit: '10',
  });

  it('cancels MMP orders and rejects new ones while it is frozen', () => {
    const setup = setUpOptions();
    const alice = addTrader(setup.exchange, 'alice', 100_000n);
    requestJson(setup.exchange, 'POST', '/eapi/v1/mmpSet', set(10_000), alice);
    const { markPrice, lowPriceLimit } = setup.mark(CALL);
    const quote = (side: string, price: string, id: string) =>
      setup.place(limit(price, { side, quantity: '0.2', clientOrderId: id, isMmp: 'true' }), alice);
    quote('SELL', markPrice!, 'ask');
    quote('BUY', lowPriceLimit!, 'bid');
    setup.place(limit(markPrice!, { quantity: '0.1' }));
    const statusOf = (clientOrderId: string) =>
      requestJson(setup.exchange, 'GET', '/eapi/v1/order', { symbol: CALL, clientOrderId }, alice).status;
    expect([statusOf('ask'), statusOf('bid')]).toEqual(['PARTIALLY_FILLED', 'NEW']);
    setup.place(limit(markPrice!, { quantity: '0.06' }));
    expect([statusOf('ask'), statusOf('bid')]).toEqual(['CANCELED', 'CANCELED']);
    const mmpOrder = limit(lowPriceLimit!, { isMmp: 'true' });
    expect(setup.refusal(mmpOrder, alice)).toMatchObject({ code: -2010 });
    const { lastTriggerTime } = requestJson(
      setup.exchange,
      'GET',
      '/eapi/v1/mmpSet',
      { underlying: 'BTCUSDT' },
      alice,
    );
    expect(lastTriggerTime).toBe(setup.clock.now());
    setup.clock.move(10_000);
    expect(setup.place(mmpOrder, alice)['status']).toBe('NEW');
  });

  it('with a frozen time of 0 is frozen until it is set again', () => {
    const setup = setUpOptions();
    requestJson(setup.exchange, 'POST', '/eapi/v1/mmpSet', set(0));
    setup.place(buy({ quantity: '0.16', isMmp: 'true' }));
    setup.clock.move(HOUR_MS);
    expect(setup.refusal(buy({ isMmp: 'true' }))).toMatchObject({ code: -2010 });
    requestJson(setup.exchange, 'POST', '/eapi/v1/mmpSet', set(0));
    expect(setup.place(buy({ isMmp: 'true' }))['status']).toBe('FILLED');
  });
});

describe('a subscriber to options events', () => {
  it('receives orders, trades and the exercise, with the fields of the stream', () => {
    const setup = setUpOptions();
    const events: Record<string, unknown>[] = [];
    setup.exchange.userEvents.subscribe(({ scope, payload }) => {
      if (scope === 'options') events.push(JSON.parse(payload()));
    });
    setup.place(buy({ quantity: '0.01' }));
    expect(events.map(({ e }) => e)).toEqual(['ORDER_TRADE_UPDATE', 'ORDER_TRADE_UPDATE', 'ACCOUNT_UPDATE']);
    const [order] = events[1]!['o'] as Record<string, unknown>[];
    expect(Object.keys(order!)).toEqual([
      'T',
      't',
      's',
      'c',
      'oid',
      'p',
      'q',
      'stp',
      'r',
      'po',
      'S',
      'e',
      'ec',
      'f',
      'tif',
      'oty',
      'fi',
    ]);
    expect(order).toMatchObject({ s: CALL, S: 'FILLED', q: '0.01', e: '0.01', oty: 'MARKET' });
    expect(Object.keys(events[2]!)).toEqual(['e', 'E', 'B', 'G', 'P', 'uid']);
    setup.clock.move(EXPIRY - setup.clock.now());
    setup.account();
    expect(events.at(-1)).toMatchObject({ e: 'ACCOUNT_UPDATE', E: EXPIRY, P: [] });
  });
});

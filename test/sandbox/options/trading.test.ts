import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/core/time-units.ts';
import { OPTIONS } from '../../../src/sandbox/engine/options/engine.ts';
import { overdrawn, unbalanced } from '../ledgers.ts';
import { ask, askOpenly, call, type Params } from '../signed-calls.ts';
import { addTrader, atTheMoney, optionsDesk } from './desk.ts';

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

describe('an option that is bought', () => {
  it('costs its premium and a fee, and is worth its mark', () => {
    const desk = optionsDesk();
    const [ask] = askOpenly(desk.exchange, `/eapi/v1/depth?symbol=${CALL}`).asks[0];
    const order = desk.place(buy({ quantity: '0.01' }));
    expect(order).toMatchObject({
      status: 'FILLED',
      executedQty: '0.01',
      avgPrice: `${ask}0000000`,
      source: 'API',
    });
    const premium = Number(ask) * 0.01;
    // 0.03 % of the index of 102265.04 for a hundredth of it.
    expect(order['fee']).toBe('0.30679512');
    expect(Number(desk.account()['availableBalance'])).toBeCloseTo(100_000 - premium - 0.306_795_12, 6);
    const [position] = desk.positions();
    expect(position).toMatchObject({ symbol: CALL, side: 'LONG', quantity: '0.01', optionSide: 'CALL' });
    const mark = Number(desk.mark(CALL)['markPrice']);
    expect(Number(position!['unrealizedPNL'])).toBeCloseTo(mark * 0.01 - premium, 6);
  });

  it('pays at expiry what it is in the money at the settlement price, and the other one nothing', () => {
    const desk = optionsDesk();
    desk.place(buy());
    desk.place(buy({ symbol: PUT }));
    const before = Number(desk.account()['availableBalance']);
    desk.clock.move(EXPIRY - desk.clock.now() - 1);
    expect(desk.positions().length).toBe(2);
    desk.clock.move(1);
    expect(desk.positions()).toEqual([]);
    const history = askOpenly(
      desk.exchange,
      `/eapi/v1/exerciseHistory?underlying=BTCUSDT&startTime=${EXPIRY}`,
    );
    const rowOf = (symbol: string) => history.find((row: { symbol: string }) => row.symbol === symbol);
    const settled = Number(rowOf(CALL).realStrikePrice);
    const results = [rowOf(CALL), rowOf(PUT)].map((row) => row.strikeResult);
    expect(results.sort()).toEqual(['EXTRINSIC_VALUE_EXPIRED', 'REALISTIC_VALUE_STRICKEN']);
    expect(Number(desk.account()['availableBalance'])).toBeCloseTo(
      before + Math.abs(settled - 102_000) * 0.1,
      6,
    );
    expect(desk.refusal(buy())).toMatchObject({ status: 400, code: -1121, msg: 'Invalid symbol.' });
    expect([unbalanced(desk.exchange), overdrawn(desk.exchange)]).toEqual([[], []]);
  });

  it('is refused where the premium is not there', () => {
    const { refusal, positions } = optionsDesk();
    expect(refusal(limit('11000.0', { quantity: '100' }))).toMatchObject({
      code: -2018,
      msg: 'Balance is insufficient.',
    });
    expect(positions()).toEqual([]);
  });
});

describe('a LIMIT order on an option', () => {
  it('rests, sets money aside, and is filled when the market trades there', () => {
    const desk = optionsDesk();
    const { markPrice, lowPriceLimit } = desk.mark(CALL);
    const low = desk.place(limit(lowPriceLimit!, { clientOrderId: 'low' }));
    const near = desk.place(limit(String(Number(markPrice) - 5), { clientOrderId: 'near' }));
    expect([low['status'], near['status']]).toEqual(['NEW', 'NEW']);
    expect(Number(desk.account()['totalOpenOrderInitialMargin'])).toBeGreaterThan(Number(markPrice) * 0.1);
    desk.clock.move(6 * HOUR_MS);
    const found = (clientOrderId: string) =>
      ask(desk.exchange, 'GET', '/eapi/v1/order', { symbol: CALL, clientOrderId });
    expect([found('near').status, found('near').avgPrice]).toEqual(['FILLED', `${near['price']}0000000`]);
    const [trade] = ask(desk.exchange, 'GET', '/eapi/v1/userTrades', { symbol: CALL });
    expect(trade).toMatchObject({ liquidity: 'MAKER', side: 'BUY', quantity: '0.10' });
    expect(Number(trade.volatility)).toBeGreaterThan(0.1);
  });

  it('has an id of 19 digits, to the last one', () => {
    const { exchange, mark, place } = optionsDesk();
    const price = mark(CALL)['lowPriceLimit']!;
    for (const clientOrderId of ['first', 'second']) place(limit(price, { clientOrderId }));
    const { body } = call(exchange, 'GET', '/eapi/v1/openOrders', { symbol: CALL });
    expect([...body.matchAll(/"orderId":(\d+)/g)].map(([, id]) => id)).toEqual([
      '4611875134427365377',
      '4611875134427365378',
    ]);
    const found = ask(exchange, 'GET', '/eapi/v1/order', { symbol: CALL, orderId: '4611875134427365378' });
    expect(found.clientOrderId).toBe('second');
  });

  it('of another user is met at its price', () => {
    const desk = optionsDesk();
    const alice = addTrader(desk.exchange, 'alice', 50_000n);
    const { markPrice } = desk.mark(CALL);
    desk.place(limit(markPrice!, { side: 'SELL', quantity: '0.3' }), alice);
    const bought = desk.place(limit(String(Number(markPrice) + 100), { quantity: '0.2' }));
    expect(bought).toMatchObject({ status: 'FILLED', avgPrice: `${markPrice}0000000` });
    const [position] = desk.positions(alice);
    expect(position).toMatchObject({ side: 'SHORT', quantity: '-0.20', reducibleQty: '-0.20' });
    expect(unbalanced(desk.exchange)).toEqual([]);
  });

  it('never meets one of the same user: the resting one ends', () => {
    const desk = optionsDesk();
    const { markPrice } = desk.mark(CALL);
    desk.place(limit(markPrice!, { side: 'SELL', clientOrderId: 'mine' }));
    desk.place(limit(markPrice!, { clientOrderId: 'other' }));
    const { status } = ask(desk.exchange, 'GET', '/eapi/v1/order', { symbol: CALL, clientOrderId: 'mine' });
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
  ])('is refused with code and text: %j', (params, code, msg) => {
    const desk = optionsDesk();
    expect(desk.refusal(params)).toEqual({ status: 400, code, msg });
    expect(Number(desk.account()['availableBalance'])).toBe(100_000);
  });

  it('ends at once as its time in force says', () => {
    const desk = optionsDesk();
    const { lowPriceLimit } = desk.mark(CALL);
    expect(desk.place(limit(lowPriceLimit!, { timeInForce: 'IOC' }))['status']).toBe('EXPIRED');
    const killed = desk.place(limit('1500.0', { timeInForce: 'FOK', quantity: '50' }));
    expect(killed).toMatchObject({ status: 'EXPIRED', executedQty: '0.00' });
    expect(Number(desk.account()['availableBalance'])).toBe(100_000);
  });

  it('is cancelled alone and with all others, and only once', () => {
    const desk = optionsDesk();
    const { lowPriceLimit } = desk.mark(CALL);
    for (const clientOrderId of ['a', 'b', 'c']) desk.place(limit(lowPriceLimit!, { clientOrderId }));
    const cancel = { symbol: CALL, clientOrderId: 'a' };
    expect(ask(desk.exchange, 'DELETE', '/eapi/v1/order', cancel).status).toBe('CANCELED');
    const { status, body } = call(desk.exchange, 'DELETE', '/eapi/v1/order', cancel);
    expect([status, JSON.parse(body)]).toEqual([400, { code: -2011, msg: 'Unknown order sent.' }]);
    expect(desk.refusal(limit(lowPriceLimit!, { clientOrderId: 'b' }))).toMatchObject({
      msg: 'Duplicate order sent.',
    });
    const all = ask(desk.exchange, 'DELETE', '/eapi/v1/allOpenOrders', { symbol: CALL });
    expect(all).toEqual({ code: 0, msg: 'success' });
    expect(ask(desk.exchange, 'GET', '/eapi/v1/openOrders')).toEqual([]);
    const history = ask(desk.exchange, 'GET', '/eapi/v1/historyOrders', { symbol: CALL });
    expect(history.map((row: { status: string }) => row.status)).toEqual([
      'CANCELED',
      'CANCELED',
      'CANCELED',
    ]);
    expect(Number(desk.account()['availableBalance'])).toBe(100_000);
    desk.clock.move(5 * 24 * HOUR_MS + 1);
    expect(ask(desk.exchange, 'GET', '/eapi/v1/historyOrders', { symbol: CALL })).toEqual([]);
  });

  it('of a batch succeeds or fails on its own', () => {
    const desk = optionsDesk();
    const { lowPriceLimit } = desk.mark(CALL);
    const orders = JSON.stringify([limit(lowPriceLimit!), limit('90000'), limit(lowPriceLimit!)]);
    const rows = ask(desk.exchange, 'POST', '/eapi/v1/batchOrders', { orders });
    expect(rows[1]).toEqual({ code: -4002, msg: 'Price greater than max price.' });
    expect([rows[0].symbol, rows[2].symbol]).toEqual([CALL, CALL]);
  });
});

describe('a short position', () => {
  it('sets margin aside that comes back when it is closed', () => {
    const desk = optionsDesk();
    desk.place(buy({ side: 'SELL' }));
    const { totalPositionInitialMargin } = desk.account();
    // 15 % of the index, less nothing since it is in the money, and the mark, for a tenth.
    const mark = Number(desk.mark(CALL)['markPrice']);
    expect(Number(totalPositionInitialMargin)).toBeCloseTo((0.15 * 102_265.04 + mark) * 0.1, 4);
    desk.place(buy({ reduceOnly: 'true' }));
    expect(desk.positions()).toEqual([]);
    expect(Number(desk.account()['totalPositionInitialMargin'])).toBe(0);
    expect(unbalanced(desk.exchange)).toEqual([]);
  });

  it('that loses its margin is bought back by force, and nobody loses more than they had', () => {
    const desk = optionsDesk();
    const bob = addTrader(desk.exchange, 'bob', 5000n);
    const symbol = atTheMoney(desk.exchange, 'SOL-240426', 'C');
    desk.place({ symbol, side: 'SELL', type: 'MARKET', quantity: '30' }, bob);
    const { accounts } = desk.exchange;
    const wallet = accounts.walletOf(accounts.findUser('bob')!, 'OPTION');
    accounts.ledger.transfer('USDT', wallet.balances.get('USDT')!.free, wallet, accounts.outside);
    desk.clock.move(84 * 24 * HOUR_MS);
    expect(desk.positions(bob)).toEqual([]);
    const forced = desk.exchange.engines
      .get(OPTIONS)
      .historyOf(desk.exchange.accounts.findUser('bob')!)
      .orders.filter(({ source }) => source === 'SYSTEM');
    expect(forced.length).toBeGreaterThan(0);
    expect(forced[0]!.clientOrderId).toMatch(/^autoclose-/);
    expect(forced[0]!.status).toBe('FILLED');
    expect([unbalanced(desk.exchange), overdrawn(desk.exchange)]).toEqual([[], []]);
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

  it('cancels the marked orders and refuses new ones while it is frozen', () => {
    const desk = optionsDesk();
    const alice = addTrader(desk.exchange, 'alice', 100_000n);
    ask(desk.exchange, 'POST', '/eapi/v1/mmpSet', set(10_000), alice);
    const { markPrice, lowPriceLimit } = desk.mark(CALL);
    const quote = (side: string, price: string, id: string) =>
      desk.place(limit(price, { side, quantity: '0.2', clientOrderId: id, isMmp: 'true' }), alice);
    quote('SELL', markPrice!, 'ask');
    quote('BUY', lowPriceLimit!, 'bid');
    desk.place(limit(markPrice!, { quantity: '0.1' }));
    const statusOf = (clientOrderId: string) =>
      ask(desk.exchange, 'GET', '/eapi/v1/order', { symbol: CALL, clientOrderId }, alice).status;
    expect([statusOf('ask'), statusOf('bid')]).toEqual(['PARTIALLY_FILLED', 'NEW']);
    desk.place(limit(markPrice!, { quantity: '0.06' }));
    expect([statusOf('ask'), statusOf('bid')]).toEqual(['CANCELED', 'CANCELED']);
    const again = limit(lowPriceLimit!, { isMmp: 'true' });
    expect(desk.refusal(again, alice)).toMatchObject({ code: -2010 });
    const { lastTriggerTime } = ask(
      desk.exchange,
      'GET',
      '/eapi/v1/mmpSet',
      { underlying: 'BTCUSDT' },
      alice,
    );
    expect(lastTriggerTime).toBe(desk.clock.now());
    desk.clock.move(10_000);
    expect(desk.place(again, alice)['status']).toBe('NEW');
  });

  it('without a time to thaw is frozen until it is set again', () => {
    const desk = optionsDesk();
    ask(desk.exchange, 'POST', '/eapi/v1/mmpSet', set(0));
    desk.place(buy({ quantity: '0.16', isMmp: 'true' }));
    desk.clock.move(HOUR_MS);
    expect(desk.refusal(buy({ isMmp: 'true' }))).toMatchObject({ code: -2010 });
    ask(desk.exchange, 'POST', '/eapi/v1/mmpSet', set(0));
    expect(desk.place(buy({ isMmp: 'true' }))['status']).toBe('FILLED');
  });
});

describe('a listener of options', () => {
  it('is told of orders, trades and the exercise, with the fields of the stream', () => {
    const desk = optionsDesk();
    const heard: Record<string, unknown>[] = [];
    desk.exchange.userEvents.subscribe(({ scope, payload }) => {
      if (scope === 'options') heard.push(JSON.parse(payload()));
    });
    desk.place(buy({ quantity: '0.01' }));
    expect(heard.map(({ e }) => e)).toEqual(['ORDER_TRADE_UPDATE', 'ORDER_TRADE_UPDATE', 'ACCOUNT_UPDATE']);
    const [order] = heard[1]!['o'] as Record<string, unknown>[];
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
    expect(Object.keys(heard[2]!)).toEqual(['e', 'E', 'B', 'G', 'P', 'uid']);
    desk.clock.move(EXPIRY - desk.clock.now());
    desk.account();
    expect(heard.at(-1)).toMatchObject({ e: 'ACCOUNT_UPDATE', E: EXPIRY, P: [] });
  });
});

/** Stop and trailing orders: triggers and executions (public facts, Spot matching facts). */
import { describe, expect, it } from 'vitest';
import { runDueEvents } from '../../src/sandbox/exchange/requests.ts';
import { manualClock } from './manual-clock.ts';
import { createTestExchange, type Params, requestJson, requestPublicJson } from './signed-calls.ts';
import { limit, openSpotContext, summarizeEvents } from './spot-context.ts';

const stop = (
  type: string,
  side: 'BUY' | 'SELL',
  stopPrice: number | undefined,
  changed: Params = {},
): Params => ({
  type,
  side,
  quantity: 0.5,
  ...(stopPrice === undefined ? {} : { stopPrice }),
  ...changed,
});

const LIMIT_OF = (price: number): Params => ({ price, timeInForce: 'GTC' });

describe('a stop order', () => {
  it('waits off the book with its funds locked', () => {
    const context = openSpotContext();
    const placedOrder = context.place(stop('STOP_LOSS_LIMIT', 'BUY', 30100, LIMIT_OF(30200)));
    expect(placedOrder).toMatchObject({
      status: 'NEW',
      type: 'STOP_LOSS_LIMIT',
      timeInForce: 'GTC',
      workingTime: -1,
      stopPrice: '30100.00000000',
      fills: [],
    });
    expect(context.order(1)).toMatchObject({
      isWorking: false,
      workingTime: -1,
      stopPrice: '30100.00000000',
      icebergQty: '0.00000000',
    });
    expect(context.balance('USDT')).toBe('984900 15100');
    expect(context.book(true)).toEqual([]);
    expect(context.events[0]).toMatchObject({ x: 'NEW', w: false, P: '30100.00000000' });
    expect(context.events[0]).not.toHaveProperty('W');
  });

  it.each([
    ['STOP_LOSS', 'BUY', 30100, 30099.99, 30100],
    ['STOP_LOSS', 'SELL', 29900, 29900.01, 29900],
    ['TAKE_PROFIT', 'SELL', 30100, 30099.99, 30150],
    ['TAKE_PROFIT', 'BUY', 29900, 29900.01, 29000],
  ] as const)(
    '%s %s at %f works as a market order once it is reached',
    (type, side, price, short, reaches) => {
      const context = openSpotContext();
      const book = side === 'BUY' ? context.scriptedMarket.asks : context.scriptedMarket.bids;
      book.push({ price: 3_005_000, lots: 20_000 });
      context.place(stop(type, side, price));
      context.scheduleTrade(1000, short);
      context.scheduleTrade(5000, reaches);
      context.clock.move(4999);
      expect(context.order(1)).toMatchObject({ status: 'NEW', isWorking: false });
      context.clock.move(60_000);
      const reachedAt = context.clock.now() - 59_999;
      expect(context.order(1)).toMatchObject({
        status: 'EXPIRED',
        executedQty: '0.20000000',
        cummulativeQuoteQty: '6010.00000000',
        isWorking: true,
        workingTime: reachedAt,
        updateTime: reachedAt,
        type,
        price: '0.00000000',
      });
      expect(summarizeEvents(context.events)).toEqual([
        'NEW NEW 1',
        'outboundAccountPosition',
        'NEW NEW 1',
        'TRADE PARTIALLY_FILLED 1',
        'EXPIRED EXPIRED 1',
        'outboundAccountPosition',
      ]);
      expect(context.events[2]).toMatchObject({ E: reachedAt, w: true, W: reachedAt });
      expect(context.balance(side === 'BUY' ? 'USDT' : 'BTC')).toMatch(/ 0$/);
    },
  );

  it('with a limit price rests at it, and only later trades fill it', () => {
    const context = openSpotContext();
    context.place(stop('STOP_LOSS_LIMIT', 'BUY', 30100, LIMIT_OF(30150)));
    context.scheduleTrade(1000, 30100);
    context.scheduleTrade(3000, 30140);
    context.clock.move(2000);
    expect(context.order(1)).toMatchObject({ status: 'NEW', isWorking: true });
    expect(context.balance('USDT')).toBe('984925 15075');
    expect(context.book(true)).toEqual(['30150 0.5']);
    context.clock.move(2000);
    expect(context.order(1)).toMatchObject({ status: 'FILLED', executedQty: '0.50000000' });
  });

  it.each([
    ['IOC', 'EXPIRED', '0.20000000'],
    ['FOK', 'EXPIRED', '0.00000000'],
  ])('with a limit keeps to %s once it works', (timeInForce, status, executedQty) => {
    const context = openSpotContext();
    context.scriptedMarket.asks.push({ price: 3_010_000, lots: 20_000 });
    context.place(stop('STOP_LOSS_LIMIT', 'BUY', 30100, { price: 30150, timeInForce }));
    context.scheduleTrade(1000, 30100);
    context.clock.move(2000);
    expect(context.order(1)).toMatchObject({ status, executedQty });
    expect(context.balance('USDT')).toMatch(/ 0$/);
  });

  it('is triggered by a trade of users as well, after that trade', () => {
    const context = openSpotContext();
    context.scriptedMarket.bids.push({ price: 2_985_000, lots: 10_000 }, { price: 2_980_000, lots: 100_000 });
    context.place(stop('STOP_LOSS', 'SELL', 29900));
    context.place({ side: 'SELL', type: 'MARKET', quantity: 0.1 });
    expect(context.order(1)).toMatchObject({ status: 'FILLED', cummulativeQuoteQty: '14900.00000000' });
    expect(
      context.get('myTrades', { symbol: 'BTCUSDT' }).map(({ orderId }: { orderId: number }) => orderId),
    ).toEqual([2, 1]);
  });

  it('without a limit price buys no more than the balance pays for', () => {
    const context = openSpotContext();
    context.scriptedMarket.asks.push({ price: 4_000_000, lots: 10_000_000 });
    context.place(stop('STOP_LOSS', 'BUY', 30100, { quantity: 33 }));
    expect(context.balance('USDT')).toBe('6700 993300');
    context.scheduleTrade(1000, 30100);
    context.clock.move(2000);
    expect(context.order(1)).toMatchObject({ status: 'EXPIRED', executedQty: '25.00000000' });
    expect(context.balance('USDT')).toBe('0 0');
  });

  it.each([
    ['STOP_LOSS', 'BUY', 30000],
    ['STOP_LOSS', 'SELL', 30000],
    ['TAKE_PROFIT', 'BUY', 30001],
    ['TAKE_PROFIT_LIMIT', 'SELL', 29999],
  ] as const)('%s %s whose price %f is met already is refused', (type, side, price) => {
    const context = openSpotContext();
    const params = type.endsWith('LIMIT') ? LIMIT_OF(30000) : {};
    expect(context.refusal('POST', 'order', stop(type, side, price, params))).toBe(
      '400 -2010 Order would trigger immediately.',
    );
    expect(context.events).toEqual([]);
  });

  it.each<[string, Params]>([
    [
      "-1106 Parameter 'timeInForce' sent when not required.",
      stop('STOP_LOSS', 'SELL', 29000, { timeInForce: 'GTC' }),
    ],
    ["-1106 Parameter 'price' sent when not required.", stop('TAKE_PROFIT', 'SELL', 31000, { price: 31000 })],
    [
      "-1102 Mandatory parameter 'price' was not sent, was empty/null, or malformed.",
      stop('STOP_LOSS_LIMIT', 'SELL', 29000, { timeInForce: 'GTC' }),
    ],
    ['-1013 Filter failure: PRICE_FILTER', stop('STOP_LOSS', 'SELL', 29000.001)],
    ['-1013 Filter failure: TRAILING_DELTA', stop('STOP_LOSS', 'SELL', undefined, { trailingDelta: 9 })],
    ['-1013 Filter failure: TRAILING_DELTA', stop('TAKE_PROFIT', 'BUY', undefined, { trailingDelta: 2001 })],
    ['-1013 Filter failure: NOTIONAL', stop('STOP_LOSS', 'SELL', 29000, { quantity: 0.0001 })],
  ])('is refused with %s', (text, params) => {
    expect(openSpotContext().refusal('POST', 'order', params)).toBe(`400 ${text}`);
  });

  it('is rejected when five are open', () => {
    const context = openSpotContext();
    for (let count = 0; count < 5; count += 1) context.place(stop('STOP_LOSS', 'SELL', 29000));
    const refused = '400 -2010 Filter failure: MAX_NUM_ALGO_ORDERS';
    expect(context.refusal('POST', 'order', stop('STOP_LOSS', 'SELL', 29000))).toBe(refused);
    expect(context.refusal('POST', 'order/test', stop('STOP_LOSS', 'SELL', 29000))).toBe(refused);
    context.place(limit('SELL', 31000, 0.1));
    context.send('DELETE', 'order', { orderId: 1 });
    expect(context.place(stop('STOP_LOSS', 'SELL', 29000)).status).toBe('NEW');
  });

  it('is cancelled like any other', () => {
    const context = openSpotContext();
    context.place(stop('STOP_LOSS', 'SELL', 29000, { newClientOrderId: 'mine' }));
    expect(context.refusal('POST', 'order', limit('BUY', 29000, 0.1, { newClientOrderId: 'mine' }))).toBe(
      '400 -2010 Duplicate order sent.',
    );
    expect(context.send('DELETE', 'order', { origClientOrderId: 'mine' })).toMatchObject({
      status: 'CANCELED',
      stopPrice: '29000.00000000',
    });
    context.scheduleTrade(1000, 28000);
    context.clock.move(2000);
    expect(context.order(1).status).toBe('CANCELED');
    expect(context.balance('BTC')).toBe('10 0');
  });
});

describe('a trailing stop', () => {
  /** The worked numbers of the public facts, times 300. */
  it('sells when the price falls by its delta from the highest', () => {
    const context = openSpotContext();
    context.scriptedMarket.bids.push({ price: 3_100_000, lots: 100_000 });
    context.place(stop('STOP_LOSS', 'SELL', undefined, { trailingDelta: 100 }));
    expect(context.order(1)).toMatchObject({ trailingDelta: 100, trailingTime: -1, stopPrice: '0.00000000' });
    for (const [second, price] of [30000, 31500, 31200, 31185.01, 31185].entries()) {
      context.scheduleTrade((second + 1) * 1000, price);
    }
    context.clock.move(4999);
    const began = context.clock.now() - 3999;
    expect(context.order(1)).toMatchObject({ status: 'NEW', isWorking: false, trailingTime: began });
    context.clock.move(1);
    expect(context.order(1)).toMatchObject({ status: 'FILLED', workingTime: began + 4000 });
  });

  it('buys when the price rises by its delta from the lowest', () => {
    const context = openSpotContext();
    context.scriptedMarket.asks.push({ price: 3_000_000, lots: 100_000 });
    context.place(stop('TAKE_PROFIT', 'BUY', undefined, { trailingDelta: 200 }));
    context.scheduleTrade(1000, 29500);
    context.scheduleTrade(2000, 29000);
    context.scheduleTrade(3000, 29579.99);
    context.clock.move(3500);
    expect(context.order(1).status).toBe('NEW');
    context.scheduleTrade(1000, 29580);
    context.clock.move(3500);
    expect(context.order(1).status).toBe('FILLED');
  });

  it('with a stop price begins to track only when that price is touched', () => {
    const context = openSpotContext();
    context.scriptedMarket.bids.push({ price: 3_000_000, lots: 100_000 });
    context.place(stop('TAKE_PROFIT', 'SELL', 30500, { trailingDelta: 100 }));
    const path = [30400, 29000, 30500, 30600, 30295, 30294];
    for (const [second, price] of path.entries()) context.scheduleTrade((second + 1) * 1000, price);
    context.clock.move(2999);
    expect(context.order(1)).toMatchObject({ status: 'NEW', trailingTime: -1, stopPrice: '30500.00000000' });
    context.clock.move(2001);
    expect(context.order(1)).toMatchObject({ status: 'NEW', trailingTime: context.clock.now() - 2000 });
    context.clock.move(1000);
    expect(context.order(1)).toMatchObject({ status: 'FILLED', workingTime: context.clock.now() });
  });
});

describe('stops on the simulated market', () => {
  const run = (stepMs: number) => {
    const clock = manualClock();
    const exchange = createTestExchange({ clock, seed: 7 });
    const last = Number(requestPublicJson(exchange, '/api/v3/ticker/price?symbol=BTCUSDT').price);
    const priceAtPercent = (percent: number) => (last * (1 + percent / 100)).toFixed(2);
    const orders: Params[] = [
      stop('STOP_LOSS', 'SELL', Number(priceAtPercent(-0.4))),
      stop('TAKE_PROFIT_LIMIT', 'SELL', Number(priceAtPercent(0.5)), LIMIT_OF(Number(priceAtPercent(0.45)))),
      stop('STOP_LOSS', 'SELL', undefined, { trailingDelta: 60 }),
      stop('TAKE_PROFIT', 'BUY', Number(priceAtPercent(-0.3)), { trailingDelta: 20 }),
      stop('STOP_LOSS_LIMIT', 'BUY', Number(priceAtPercent(0.6)), LIMIT_OF(Number(priceAtPercent(0.61)))),
    ];
    for (const one of orders) requestJson(exchange, 'POST', '/api/v3/order', { symbol: 'BTCUSDT', ...one });
    for (let passed = 0; passed < 86_400_000; passed += stepMs) {
      clock.move(stepMs);
      runDueEvents(exchange, clock.now());
    }
    return requestJson(exchange, 'GET', '/api/v3/allOrders', { symbol: 'BTCUSDT' });
  };

  it('are triggered at the same times, however often the exchange is read', () => {
    const atOnce = run(86_400_000);
    expect(atOnce.filter(({ isWorking }: { isWorking: boolean }) => isWorking).length).toBeGreaterThan(2);
    expect(run(3_600_000)).toEqual(atOnce);
    expect(run(600_000 * 7.2)).toEqual(atOnce);
  });
});

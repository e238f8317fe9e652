/** Test orders, order modifications, countdowns and liquidation orders of futures; leverage brackets. */

import { describe, expect, it } from 'vitest';
import type { FuturesProduct } from '../../src/catalogue/futures-products.ts';
import { replayEntry } from '../../src/sandbox/exchange/requests.ts';
import type { JournalEntry } from '../../src/sandbox/journal-entries.ts';
import { engine, type FuturesSetup, NOW, setUpFutures, trader } from './futures-setup.ts';
import { requestJson, sendSigned } from './signed-calls.ts';

type Exchange = FuturesSetup['exchange'];
type Params = Readonly<Record<string, string | number>>;

const ROOTS = { usdm: '/fapi/v1', coinm: '/dapi/v1' } as const;
const SYMBOLS = { usdm: 'BTCUSDT', coinm: 'BTCUSD_PERP' } as const;
const QUANTITIES = { usdm: ['0.100', '0.050'], coinm: ['10', '5'] } as const;
/** Returns the last price moved by a percentage, with one decimal. */
function priceAt(exchange: Exchange, product: FuturesProduct, percent: number): string {
  const { market } = engine(exchange, product);
  const now = exchange.clock.now();
  const ticks = market.lastTicks(market.find(SYMBOLS[product], now)!, now);
  return (Math.round(ticks * (1 + percent / 100)) / 10).toFixed(1);
}

function placeResting(exchange: Exchange, product: FuturesProduct, more: Params = {}) {
  return requestJson(exchange, 'POST', `${ROOTS[product]}/order`, {
    symbol: SYMBOLS[product],
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    quantity: QUANTITIES[product][0],
    price: priceAt(exchange, product, -3),
    ...more,
  });
}

describe.each(['usdm', 'coinm'] as const)('orders of %s', (product) => {
  const symbol = SYMBOLS[product];
  const path = `${ROOTS[product]}/order`;
  const [quantity, less] = QUANTITIES[product];

  it('are modified in price and quantity, emit an event, and are listed with their previous values', () => {
    const { exchange } = setUpFutures();
    const { orderId, price } = placeResting(exchange, product);
    const emitted: string[] = [];
    exchange.userEvents.subscribe(({ payload }) => {
      const { e, o } = JSON.parse(payload());
      emitted.push(`${e} ${o?.x} ${o?.X}`);
    });
    const newPrice = priceAt(exchange, product, -2);
    const changed = requestJson(exchange, 'PUT', path, {
      symbol,
      orderId,
      side: 'BUY',
      quantity: less,
      price: newPrice,
    });
    expect(changed).toMatchObject({ orderId, price: newPrice, origQty: less, status: 'NEW' });
    expect(emitted).toEqual(['ORDER_TRADE_UPDATE AMENDMENT NEW']);
    const [row] = requestJson(exchange, 'GET', `${ROOTS[product]}/orderAmendment`, { symbol });
    expect(row.amendment).toEqual({
      price: { before: price, after: newPrice },
      origQty: { before: quantity, after: less },
      count: 1,
    });
    expect(requestJson(exchange, 'GET', `${ROOTS[product]}/openOrders`)).toHaveLength(1);
  });

  it('repeat the modify id of a modification in its answer, its event and the list of modifications', () => {
    const { exchange } = setUpFutures();
    const { orderId, price } = placeResting(exchange, product);
    const emitted: unknown[] = [];
    exchange.userEvents.subscribe(({ payload }) => {
      const { o } = JSON.parse(payload());
      if (o !== undefined) emitted.push([o.x, o.M]);
    });
    const change = { symbol, orderId, side: 'BUY', price };
    const sent = { ...change, quantity: less, modifyId: '9007199254740993' };
    expect(sendSigned(exchange, 'PUT', path, sent).body).toContain('"modifyId":9007199254740993');
    const second = requestJson(exchange, 'PUT', path, { ...change, quantity });
    expect(second).not.toHaveProperty('modifyId');
    const batch = JSON.stringify([{ ...change, quantity: less, modifyId: 7 }]);
    const [third] = requestJson(exchange, 'PUT', `${ROOTS[product]}/batchOrders`, { batchOrders: batch });
    expect(third.modifyId).toBe(7);
    expect(emitted).toEqual([
      ['AMENDMENT', '9007199254740993'],
      ['AMENDMENT', undefined],
      ['AMENDMENT', '7'],
    ]);
    const listed = sendSigned(exchange, 'GET', `${ROOTS[product]}/orderAmendment`, { symbol }).body;
    expect(listed.match(/"modifyId":\d+/g)).toEqual(['"modifyId":7', '"modifyId":9007199254740993']);
  });

  it('that are modified to a price of the opposite side match at once', () => {
    const { exchange } = setUpFutures();
    const { orderId } = placeResting(exchange, product);
    const price = priceAt(exchange, product, 1);
    const changed = requestJson(exchange, 'PUT', path, { symbol, orderId, side: 'BUY', quantity, price });
    expect(changed.status).toBe('FILLED');
    expect(requestJson(exchange, 'GET', `${ROOTS[product]}/openOrders`)).toEqual([]);
  });

  it('are cancelled when a modified post-only order would match', () => {
    const { exchange } = setUpFutures();
    const { orderId } = placeResting(exchange, product, { timeInForce: 'GTX' });
    const price = priceAt(exchange, product, 1);
    const changed = requestJson(exchange, 'PUT', path, { symbol, orderId, side: 'BUY', quantity, price });
    expect([changed.status, Number(changed.executedQty)]).toEqual(['CANCELED', 0]);
  });

  it.each([
    ['absent', { orderId: 99 }, -2013],
    ['the same', {}, -5027],
    ['of the other side', { side: 'SELL' }, -1117],
    ['beyond the leverage', { quantity: product === 'usdm' ? '150' : '110000' }, -2027],
    ['far from the mark price', { price: '300000' }, -4016],
  ])('stay unchanged when a modification is %s', (_, more, code) => {
    const { exchange } = setUpFutures(NOW, 1, { marketModel: 1 });
    const { orderId, price } = placeResting(exchange, product);
    const change = { symbol, orderId, side: 'BUY', quantity, price, ...more };
    expect(JSON.parse(sendSigned(exchange, 'PUT', path, change).body).code).toBe(code);
    expect(requestJson(exchange, 'GET', path, { symbol, orderId })).toMatchObject({
      price,
      origQty: quantity,
    });
  });

  it('are cancelled when their countdown expires, unless it is restarted or cancelled', () => {
    const { exchange, pass } = setUpFutures();
    placeResting(exchange, product, { price: priceAt(exchange, product, -4) });
    const countDown = (countdownTime: number) =>
      requestJson(exchange, 'POST', `${ROOTS[product]}/countdownCancelAll`, { symbol, countdownTime });
    countDown(1000);
    pass(900);
    countDown(1000);
    pass(900);
    countDown(0);
    pass(2000);
    expect(requestJson(exchange, 'GET', `${ROOTS[product]}/openOrders`)).toHaveLength(1);
    countDown(1000);
    const ends = exchange.clock.now() + 1000;
    pass(5000);
    const [order] = requestJson(exchange, 'GET', `${ROOTS[product]}/allOrders`, { symbol });
    expect(order).toMatchObject({ status: 'CANCELED', updateTime: ends });
  });
});

describe('a test order', () => {
  it('is rejected like a real order and changes nothing', () => {
    const { exchange } = setUpFutures();
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.1' };
    expect(requestJson(exchange, 'POST', '/fapi/v1/order/test', order)).toMatchObject({
      orderId: 0,
      status: 'NEW',
    });
    const large = { ...order, quantity: '110' };
    expect(JSON.parse(sendSigned(exchange, 'POST', '/fapi/v1/order/test', large).body).code).toBe(-2027);
    expect(requestJson(exchange, 'GET', '/fapi/v1/allOrders', { symbol: 'BTCUSDT' })).toEqual([]);
    expect(requestJson(exchange, 'POST', '/fapi/v1/order', order).orderId).toBe(1);
  });
});

describe('a liquidation', () => {
  it.each(['usdm', 'coinm'] as const)(
    'on %s is listed as a liquidation order, but never as auto-deleveraging',
    (product) => {
      const { exchange, pass } = setUpFutures(NOW, 1, { marketModel: 1 });
      const asset = product === 'usdm' ? 'USDT' : 'BTC';
      const funds = product === 'usdm' ? 700n * 100_000_000n : 800_000n;
      const { keys } = trader(exchange, 'bold', product, asset, funds);
      const symbol = SYMBOLS[product];
      requestJson(exchange, 'POST', `${ROOTS[product]}/leverage`, { symbol, leverage: 100 }, keys);
      const quantity = product === 'usdm' ? '0.6' : '600';
      requestJson(
        exchange,
        'POST',
        `${ROOTS[product]}/order`,
        { symbol, side: 'BUY', type: 'MARKET', quantity },
        keys,
      );
      pass(6 * 86_400_000);
      const path = `${ROOTS[product]}/forceOrders`;
      const [forced, ...others] = requestJson(exchange, 'GET', path, {}, keys);
      expect(others).toEqual([]);
      expect(forced).toMatchObject({ symbol, side: 'SELL', status: 'FILLED' });
      expect(requestJson(exchange, 'GET', path, { autoCloseType: 'ADL' }, keys)).toEqual([]);
      const kinds = requestJson(exchange, 'GET', `${ROOTS[product]}/income`, {}, keys).map(
        (row: Record<string, string>) => row['incomeType'],
      );
      expect(new Set(kinds)).toEqual(
        new Set([
          'COMMISSION',
          'REALIZED_PNL',
          'INSURANCE_CLEAR',
          ...kinds.filter((one: string) => one === 'FUNDING_FEE'),
        ]),
      );
    },
  );
});

describe('leverage brackets', () => {
  it('have a continuous maintenance margin at their boundaries', () => {
    const { exchange } = setUpFutures();
    const [{ brackets }] = requestJson(exchange, 'GET', '/fapi/v1/leverageBracket', { symbol: 'BTCUSDT' });
    expect(brackets[0]).toEqual({
      bracket: 1,
      initialLeverage: 125,
      notionalCap: 50_000,
      notionalFloor: 0,
      maintMarginRatio: 0.004,
      cum: 0,
    });
    for (const [place, { notionalCap, maintMarginRatio, cum }] of brackets.slice(0, -1).entries()) {
      const next = brackets[place + 1];
      const marginAtCap = notionalCap * maintMarginRatio - cum;
      expect(next.notionalFloor * next.maintMarginRatio - next.cum).toBeCloseTo(marginAtCap, 6);
    }
  });

  it('of COIN-M spelled the lower bound of a bracket otherwise than the exchange', () => {
    const { exchange } = setUpFutures();
    const [{ brackets }] = requestJson(exchange, 'GET', '/dapi/v2/leverageBracket', {
      symbol: 'BTCUSD_PERP',
    });
    expect(Object.keys(brackets[0])).toEqual([
      'bracket',
      'initialLeverage',
      'qtyCap',
      'qtylFloor',
      'maintMarginRatio',
      'cum',
    ]);
  });

  it('are listed by pair as by contract', () => {
    const { exchange } = setUpFutures();
    const path = '/dapi/v1/leverageBracket';
    const [{ brackets }] = requestJson(exchange, 'GET', '/dapi/v2/leverageBracket', {
      symbol: 'BTCUSD_PERP',
    });
    expect(requestJson(exchange, 'GET', path, { pair: 'BTCUSD' })).toEqual([{ pair: 'BTCUSD', brackets }]);
    const all = requestJson(exchange, 'GET', path, {}).map(({ pair }: { readonly pair: string }) => pair);
    expect(all).toContain('BTCUSD');
    expect(new Set(all).size).toBe(all.length);
    expect(sendSigned(exchange, 'GET', path, { pair: 'NOBODY' }).body).toContain('-4087');
  });
});

describe('modifications and countdowns', () => {
  it('have the same results when replayed from the journal', () => {
    const { exchange, pass } = setUpFutures();
    const entries: JournalEntry[] = [];
    exchange.appendEntry = (entry) => void entries.push(entry);
    const { orderId } = placeResting(exchange, 'usdm');
    const change = { symbol: 'BTCUSDT', orderId, side: 'BUY', quantity: '0.05' };
    requestJson(exchange, 'PUT', '/fapi/v1/order', { ...change, price: priceAt(exchange, 'usdm', -4.5) });
    requestJson(exchange, 'POST', '/fapi/v1/countdownCancelAll', {
      symbol: 'BTCUSDT',
      countdownTime: 60_000,
    });
    pass(30_000);
    const second = placeResting(exchange, 'usdm', { price: priceAt(exchange, 'usdm', -4.9) });
    pass(40_000);
    requestJson(exchange, 'POST', '/fapi/v1/leverage', { symbol: 'BTCUSDT', leverage: 5 });
    const replayed = setUpFutures(exchange.clock.now()).exchange;
    for (const entry of entries) replayEntry(replayed, entry);
    for (const path of ['/fapi/v1/allOrders', '/fapi/v1/orderAmendment']) {
      const rows = requestJson(exchange, 'GET', path, { symbol: 'BTCUSDT' });
      expect(rows.length).toBeGreaterThan(0);
      expect(requestJson(replayed, 'GET', path, { symbol: 'BTCUSDT' })).toEqual(rows);
    }
    expect(second.orderId).toBe(2);
  });
});

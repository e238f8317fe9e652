/** What today's interface has of futures beyond the document: tests, changes, countdowns, brackets, histories. */
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import type { Deed } from '../../src/sandbox/deeds.ts';
import { repeat } from '../../src/sandbox/exchange.ts';
import { HANDLERS } from '../../src/sandbox/handlers/all.ts';
import { type Desks, desks, engine, trader } from './futures-desks.ts';
import { ask, call } from './signed-calls.ts';

type Exchange = Desks['exchange'];
type Params = Readonly<Record<string, string | number>>;

const ROOTS = { usdm: '/fapi/v1', coinm: '/dapi/v1' } as const;
const SYMBOLS = { usdm: 'BTCUSDT', coinm: 'BTCUSD_PERP' } as const;
const QUANTITIES = { usdm: ['0.100', '0.050'], coinm: ['10', '5'] } as const;
const ORDER =
  'orderId:i symbol:s clientOrderId:s cumQty:d cumQuote:d avgPrice:d executedQty:d origQty:d price:d reduceOnly:b side:s positionSide:s status:s stopPrice:d closePosition:b timeInForce:s type:s origType:s updateTime:i workingType:s priceProtect:b priceMatch:s selfTradePreventionMode:s goodTillDate:i';
const COIN_ORDER = ORDER.replace('cumQuote', 'cumBase').replace(
  ' priceMatch:s selfTradePreventionMode:s goodTillDate:i',
  ' pair:s',
);
const QUERIED = (order: string) => `${order.replace('cumQty:d ', '')} time:i`;
const TOTALS =
  'totalInitialMargin:d totalMaintMargin:d totalWalletBalance:d totalUnrealizedProfit:d totalMarginBalance:d totalPositionInitialMargin:d totalOpenOrderInitialMargin:d totalCrossWalletBalance:d totalCrossUnPnl:d availableBalance:d maxWithdrawAmount:d';
const AMENDMENT = 'amendmentId:i symbol:s pair:s orderId:i clientOrderId:s time:i amendment:o';

/** What each endpoint answers, or the first row of it: names and JSON types. */
const FIELDS: Readonly<Record<string, string>> = {
  'usdm.position-mode': 'dualSidePosition:b',
  'usdm.position-mode.set': 'code:i msg:s',
  'usdm.order.test': ORDER,
  'usdm.order.amend': ORDER,
  'usdm.order.amendments': `${AMENDMENT} priceMatch:s`,
  'usdm.countdown': 'symbol:s countdownTime:d',
  'usdm.force-orders': QUERIED(ORDER),
  'usdm.brackets': 'symbol:s brackets:a',
  'usdm.commission': 'symbol:s makerCommissionRate:d takerCommissionRate:d',
  'usdm.adl': 'symbol:s adlQuantile:o',
  'usdm.margin-history': 'symbol:s type:i deltaType:s amount:d asset:s time:i positionSide:s',
  'usdm.income': 'symbol:s incomeType:s income:d asset:s info:s time:i tranId:i tradeId:s',
  'usdm.balance-v3':
    'accountAlias:s asset:s balance:d crossWalletBalance:d crossUnPnl:d availableBalance:d maxWithdrawAmount:d marginAvailable:b updateTime:i',
  'usdm.account-v3': `${TOTALS} assets:a positions:a`,
  'usdm.position-risk-v3':
    'symbol:s positionSide:s positionAmt:d entryPrice:d breakEvenPrice:d markPrice:d unRealizedProfit:d liquidationPrice:d isolatedMargin:d notional:d marginAsset:s isolatedWallet:d initialMargin:d maintMargin:d positionInitialMargin:d openOrderInitialMargin:d adl:i bidNotional:d askNotional:d updateTime:i',
  'coinm.position-mode': 'dualSidePosition:b',
  'coinm.position-mode.set': 'code:i msg:s',
  'coinm.leverage': 'leverage:i maxQty:d symbol:s',
  'coinm.margin-type': 'code:i msg:s',
  'coinm.position-margin': 'amount:i code:i msg:s type:i',
  'coinm.order.amend': COIN_ORDER,
  'coinm.order.amendments': AMENDMENT,
  'coinm.countdown': 'symbol:s countdownTime:d',
  'coinm.force-orders': QUERIED(COIN_ORDER),
  'coinm.brackets': 'symbol:s brackets:a',
  'coinm.commission': 'symbol:s makerCommissionRate:d takerCommissionRate:d',
  'coinm.adl': 'symbol:s adlQuantile:o',
  'coinm.margin-history': 'symbol:s type:i deltaType:s amount:d asset:s time:i positionSide:s',
};

function formOf(value: unknown): string {
  if (Array.isArray(value)) return 'a';
  if (typeof value === 'string') return 's';
  if (typeof value === 'boolean') return 'b';
  return typeof value === 'number' && Number.isSafeInteger(value) ? 'i' : 'o';
}

function expectFields(row: Readonly<Record<string, unknown>>, fields: string) {
  const wanted = new Map(fields.split(' ').map((field) => field.split(':') as [string, string]));
  expect(Object.keys(row).sort()).toEqual([...wanted.keys()].sort());
  for (const [name, form] of wanted) {
    if (form === 'd') expect(row[name], name).toMatch(/^-?\d+(\.\d+)?$/);
    else expect(formOf(row[name]), name).toBe(form);
  }
}

/** Returns the price of the last trade, moved by so many per cent, with one decimal. */
function priceAt(exchange: Exchange, line: 'usdm' | 'coinm', percent: number): string {
  const { market } = engine(exchange, line);
  const now = exchange.clock.now();
  const ticks = market.lastTicks(market.find(SYMBOLS[line], now)!, now);
  return (Math.round(ticks * (1 + percent / 100)) / 10).toFixed(1);
}

function rest(exchange: Exchange, line: 'usdm' | 'coinm', more: Params = {}) {
  return ask(exchange, 'POST', `${ROOTS[line]}/order`, {
    symbol: SYMBOLS[line],
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    quantity: QUANTITIES[line][0],
    price: priceAt(exchange, line, -3),
    ...more,
  });
}

/** Deeds before a sweep's call, and its parameters. */
function readyFor(id: string, exchange: Exchange): Params {
  const line = id.startsWith('usdm') ? 'usdm' : 'coinm';
  const symbol = SYMBOLS[line];
  const root = ROOTS[line];
  const [quantity] = QUANTITIES[line];
  const market = { symbol, side: 'BUY', type: 'MARKET', quantity };
  const noun = id.slice(line.length + 1);
  if (noun === 'position-mode.set') return { dualSidePosition: 'true' };
  if (noun === 'order.test') return market;
  if (noun === 'countdown') return { symbol, countdownTime: 1000 };
  if (noun === 'leverage') return { symbol, leverage: 10 };
  if (noun === 'margin-type') return { symbol, marginType: 'ISOLATED' };
  if (noun === 'commission') return { symbol };
  if (noun.startsWith('order.amend')) {
    const { orderId } = rest(exchange, line);
    const change = { symbol, orderId, side: 'BUY', quantity, price: priceAt(exchange, line, -2) };
    if (noun === 'order.amend') return change;
    ask(exchange, 'PUT', `${root}/order`, change);
    return { symbol, orderId };
  }
  if (/margin-history|position-margin/.test(noun)) {
    ask(exchange, 'POST', `${root}/marginType`, { symbol, marginType: 'ISOLATED' });
    ask(exchange, 'POST', `${root}/order`, market);
    const margin = { symbol, amount: '1', type: 1 };
    if (noun === 'position-margin') return margin;
    ask(exchange, 'POST', `${root}/positionMargin`, margin);
    return { symbol };
  }
  ask(exchange, 'POST', `${root}/order`, market);
  return {};
}

describe('every call of today', () => {
  const ids = ENDPOINTS.filter(
    ({ product, origin }) => (product === 'usdm' || product === 'coinm') && origin === 'today',
  ).map(({ id }) => id);
  const elsewhere =
    /listen-key|coinm\.(time|exchange-info|premium-index|order\.(cancel|get)|open-orders|all-orders)/;

  it('is answered, and swept over here or where the document has its like', () => {
    expect(ENDPOINTS.filter(({ id }) => HANDLERS[id] === undefined)).toEqual([]);
    expect(Object.keys(FIELDS).sort()).toEqual(ids.filter((id) => !elsewhere.test(id)).sort());
  });

  it.each(Object.keys(FIELDS).filter((id) => !id.endsWith('force-orders')))('%s has its fields', (id) => {
    const { exchange } = desks();
    const endpoint = ENDPOINTS.find((one) => one.id === id)!;
    const params = readyFor(id, exchange);
    const answered = ask(exchange, endpoint.method, endpoint.path, params);
    const row = Array.isArray(answered) ? answered[0] : answered;
    expectFields(row, FIELDS[id]!);
    for (const { name } of endpoint.view!.columns) {
      const isElsewhere =
        /^(code|msg|pair|time|avgPrice|cumQuote|cumBase|activatePrice|priceRate|priceMatch)$/;
      if (!isElsewhere.test(name) && !/selfTrade|goodTill/.test(name)) expect(row).toHaveProperty(name);
    }
  });
});

describe.each(['usdm', 'coinm'] as const)('orders of %s', (line) => {
  const symbol = SYMBOLS[line];
  const path = `${ROOTS[line]}/order`;
  const [quantity, less] = QUANTITIES[line];

  it('are changed in price and amount, told, and listed with what they were', () => {
    const { exchange } = desks();
    const { orderId, price } = rest(exchange, line);
    const told: string[] = [];
    exchange.notices.listen(({ payload }) => {
      const { e, o } = JSON.parse(payload());
      told.push(`${e} ${o?.x} ${o?.X}`);
    });
    const wanted = priceAt(exchange, line, -2);
    const changed = ask(exchange, 'PUT', path, {
      symbol,
      orderId,
      side: 'BUY',
      quantity: less,
      price: wanted,
    });
    expect(changed).toMatchObject({ orderId, price: wanted, origQty: less, status: 'NEW' });
    expect(told).toEqual(['ORDER_TRADE_UPDATE AMENDMENT NEW']);
    const [row] = ask(exchange, 'GET', `${ROOTS[line]}/orderAmendment`, { symbol });
    expect(row.amendment).toEqual({
      price: { before: price, after: wanted },
      origQty: { before: quantity, after: less },
      count: 1,
    });
    expect(ask(exchange, 'GET', `${ROOTS[line]}/openOrders`)).toHaveLength(1);
  });

  it('that are changed to a price of the other side trade at once', () => {
    const { exchange } = desks();
    const { orderId } = rest(exchange, line);
    const price = priceAt(exchange, line, 1);
    const changed = ask(exchange, 'PUT', path, { symbol, orderId, side: 'BUY', quantity, price });
    expect(changed.status).toBe('FILLED');
    expect(ask(exchange, 'GET', `${ROOTS[line]}/openOrders`)).toEqual([]);
  });

  it('are cancelled where a change lets them take though they may only make', () => {
    const { exchange } = desks();
    const { orderId } = rest(exchange, line, { timeInForce: 'GTX' });
    const price = priceAt(exchange, line, 1);
    const changed = ask(exchange, 'PUT', path, { symbol, orderId, side: 'BUY', quantity, price });
    expect([changed.status, Number(changed.executedQty)]).toEqual(['CANCELED', 0]);
  });

  it.each([
    ['absent', { orderId: 99 }, -2013],
    ['the same', {}, -5027],
    ['of the other side', { side: 'SELL' }, -1117],
    ['beyond the leverage', { quantity: line === 'usdm' ? '150' : '110000' }, -2027],
    ['far from the mark price', { price: '300000' }, -4016],
  ])('are left alone where a change is %s', (_, more, code) => {
    const { exchange } = desks();
    const { orderId, price } = rest(exchange, line);
    const change = { symbol, orderId, side: 'BUY', quantity, price, ...more };
    expect(JSON.parse(call(exchange, 'PUT', path, change).body).code).toBe(code);
    expect(ask(exchange, 'GET', path, { symbol, orderId })).toMatchObject({ price, origQty: quantity });
  });

  it('end when their countdown does, unless it is begun anew or taken back', () => {
    const { exchange, pass } = desks();
    rest(exchange, line, { price: priceAt(exchange, line, -4) });
    const countDown = (countdownTime: number) =>
      ask(exchange, 'POST', `${ROOTS[line]}/countdownCancelAll`, { symbol, countdownTime });
    countDown(1000);
    pass(900);
    countDown(1000);
    pass(900);
    countDown(0);
    pass(2000);
    expect(ask(exchange, 'GET', `${ROOTS[line]}/openOrders`)).toHaveLength(1);
    countDown(1000);
    const ends = exchange.clock.now() + 1000;
    pass(5000);
    const [order] = ask(exchange, 'GET', `${ROOTS[line]}/allOrders`, { symbol });
    expect(order).toMatchObject({ status: 'CANCELED', updateTime: ends });
  });
});

describe('an order that is only tested', () => {
  it('is refused as a placement would be, and leaves nothing behind', () => {
    const { exchange } = desks();
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.1' };
    expect(ask(exchange, 'POST', '/fapi/v1/order/test', order)).toMatchObject({ orderId: 0, status: 'NEW' });
    const large = { ...order, quantity: '110' };
    expect(JSON.parse(call(exchange, 'POST', '/fapi/v1/order/test', large).body).code).toBe(-2027);
    expect(ask(exchange, 'GET', '/fapi/v1/allOrders', { symbol: 'BTCUSDT' })).toEqual([]);
    expect(ask(exchange, 'POST', '/fapi/v1/order', order).orderId).toBe(1);
  });
});

describe('what was closed by force', () => {
  it.each(['usdm', 'coinm'] as const)('on %s is listed as an order, but never as deleveraged', (line) => {
    const { exchange, pass } = desks();
    const asset = line === 'usdm' ? 'USDT' : 'BTC';
    const funds = line === 'usdm' ? 700n * 100_000_000n : 800_000n;
    const { keys } = trader(exchange, 'bold', line, asset, funds);
    const symbol = SYMBOLS[line];
    ask(exchange, 'POST', `${ROOTS[line]}/leverage`, { symbol, leverage: 100 }, keys);
    const quantity = line === 'usdm' ? '0.6' : '600';
    ask(exchange, 'POST', `${ROOTS[line]}/order`, { symbol, side: 'BUY', type: 'MARKET', quantity }, keys);
    pass(6 * 86_400_000);
    const path = `${ROOTS[line]}/forceOrders`;
    const [forced, ...others] = ask(exchange, 'GET', path, {}, keys);
    expect(others).toEqual([]);
    expectFields(forced, FIELDS[`${line}.force-orders`]!);
    expect(forced).toMatchObject({ symbol, side: 'SELL', status: 'FILLED' });
    expect(ask(exchange, 'GET', path, { autoCloseType: 'ADL' }, keys)).toEqual([]);
    const kinds = ask(exchange, 'GET', `${ROOTS[line]}/income`, {}, keys).map(
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
  });
});

describe('brackets', () => {
  it('keep the maintenance margin even where one ends and the next begins', () => {
    const { exchange } = desks();
    const [{ brackets }] = ask(exchange, 'GET', '/fapi/v1/leverageBracket', { symbol: 'BTCUSDT' });
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
      const kept = notionalCap * maintMarginRatio - cum;
      expect(next.notionalFloor * next.maintMarginRatio - next.cum).toBeCloseTo(kept, 6);
    }
  });
});

describe('changes and countdowns', () => {
  it('come to the same when they are done again from the journal', () => {
    const { exchange, pass } = desks();
    const deeds: Deed[] = [];
    exchange.keep = (deed) => void deeds.push(deed);
    const { orderId } = rest(exchange, 'usdm');
    const change = { symbol: 'BTCUSDT', orderId, side: 'BUY', quantity: '0.05' };
    ask(exchange, 'PUT', '/fapi/v1/order', { ...change, price: priceAt(exchange, 'usdm', -4.5) });
    ask(exchange, 'POST', '/fapi/v1/countdownCancelAll', { symbol: 'BTCUSDT', countdownTime: 60_000 });
    pass(30_000);
    const second = rest(exchange, 'usdm', { price: priceAt(exchange, 'usdm', -4.9) });
    pass(40_000);
    ask(exchange, 'POST', '/fapi/v1/leverage', { symbol: 'BTCUSDT', leverage: 5 });
    const again = desks(exchange.clock.now()).exchange;
    for (const deed of deeds) repeat(again, deed);
    for (const path of ['/fapi/v1/allOrders', '/fapi/v1/orderAmendment']) {
      const rows = ask(exchange, 'GET', path, { symbol: 'BTCUSDT' });
      expect(rows.length).toBeGreaterThan(0);
      expect(ask(again, 'GET', path, { symbol: 'BTCUSDT' })).toEqual(rows);
    }
    expect(second.orderId).toBe(2);
  });
});

/** Hedge mode of both futures products: separate long and short positions in one contract. */

import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/core/time-units.ts';
import { replayEntry } from '../../src/sandbox/exchange/requests.ts';
import type { JournalEntry } from '../../src/sandbox/journal-entries.ts';
import { engine, type FuturesSetup, setUpFutures, trader } from './futures-setup.ts';
import { type Credentials, requestJson, sendSigned } from './signed-calls.ts';

const MODE = '/fapi/v1/positionSide/dual';
const ORDER = '/fapi/v1/order';
const symbol = 'BTCUSDT';
const MARKET = { symbol, type: 'MARKET', newOrderRespType: 'RESULT' };
const LONG = { ...MARKET, side: 'BUY', positionSide: 'LONG' };
const SHORT = { ...MARKET, side: 'SELL', positionSide: 'SHORT' };

type Exchange = FuturesSetup['exchange'];
type Row = Readonly<Record<string, string>>;

function setUpHedgeMode(keys?: Credentials): FuturesSetup & { readonly exchange: Exchange } {
  const world = setUpFutures();
  requestJson(world.exchange, 'POST', MODE, { dualSidePosition: 'true' }, keys);
  return world;
}

/** Returns the position rows of a contract by side. */
function positionsBySide(exchange: Exchange, keys?: Credentials): Readonly<Record<string, Row>> {
  const rows: readonly Row[] = requestJson(exchange, 'GET', '/fapi/v2/positionRisk', { symbol }, keys);
  return Object.fromEntries(rows.map((row) => [row['positionSide'], row]));
}

function codeOf(
  exchange: Exchange,
  path: string,
  params: Readonly<Record<string, string | number>>,
  keys?: Credentials,
): number {
  return JSON.parse(sendSigned(exchange, 'POST', path, { ...params }, keys).body).code;
}

/** Returns the last price moved by a percentage, with one decimal. */
function priceAt(exchange: Exchange, percent: number): string {
  const { market } = engine(exchange, 'usdm');
  const now = exchange.clock.now();
  return (Math.round(market.lastTicks(market.find(symbol, now)!, now) * (1 + percent / 100)) / 10).toFixed(1);
}

describe.each([
  ['/fapi/v1', 'BTCUSDT', '0.1'],
  ['/dapi/v1', 'BTCUSD_PERP', '10'],
])('the position mode at %s', (root, contract, quantity) => {
  it('is one-way by default, and changes only without open orders and positions', () => {
    const { exchange } = setUpFutures();
    const mode = `${root}/positionSide/dual`;
    expect(requestJson(exchange, 'GET', mode)).toEqual({ dualSidePosition: false });
    expect(codeOf(exchange, mode, { dualSidePosition: 'false' })).toBe(-4059);
    expect(requestJson(exchange, 'POST', mode, { dualSidePosition: 'true' })).toEqual({
      code: 200,
      msg: 'success',
    });
    expect(requestJson(exchange, 'GET', mode)).toEqual({ dualSidePosition: true });
    const order = { symbol: contract, side: 'BUY', positionSide: 'LONG', type: 'MARKET', quantity };
    const limit = { ...order, type: 'LIMIT', timeInForce: 'GTC', price: priceAt(exchange, -4) };
    const { orderId } = requestJson(exchange, 'POST', `${root}/order`, limit);
    expect(codeOf(exchange, mode, { dualSidePosition: 'false' })).toBe(-4067);
    requestJson(exchange, 'DELETE', `${root}/order`, { symbol: contract, orderId });
    requestJson(exchange, 'POST', `${root}/order`, order);
    expect(codeOf(exchange, mode, { dualSidePosition: 'false' })).toBe(-4068);
    requestJson(exchange, 'POST', `${root}/order`, { ...order, side: 'SELL' });
    expect(requestJson(exchange, 'POST', mode, { dualSidePosition: 'false' }).code).toBe(200);
  });
});

describe('the position mode of both products', () => {
  it('is one setting', () => {
    const { exchange } = setUpHedgeMode();
    expect(requestJson(exchange, 'GET', '/dapi/v1/positionSide/dual')).toEqual({ dualSidePosition: true });
    expect(codeOf(exchange, '/dapi/v1/positionSide/dual', { dualSidePosition: 'true' })).toBe(-4059);
  });

  it('changes only without open positions in the other product', () => {
    const { exchange } = setUpFutures();
    const order = { symbol: 'BTCUSD_PERP', side: 'BUY', type: 'MARKET', quantity: '10' };
    requestJson(exchange, 'POST', '/dapi/v1/order', order);
    expect(codeOf(exchange, MODE, { dualSidePosition: 'true' })).toBe(-4068);
    requestJson(exchange, 'POST', '/dapi/v1/order', { ...order, side: 'SELL' });
    expect(codeOf(exchange, MODE, { dualSidePosition: 'true' })).toBe(200);
  });
});

describe('orders in hedge mode', () => {
  it.each([
    [{ positionSide: 'BOTH' }, -4061],
    [{ reduceOnly: 'true' }, -1106],
    [{ side: 'SELL' }, -2022],
    [{ type: 'STOP_MARKET', closePosition: 'true', stopPrice: '99000' }, -4138],
  ])('like %j are rejected with %i', (changed, code) => {
    const { exchange } = setUpHedgeMode();
    const { quantity, ...closing } = { ...LONG, quantity: '0.1', ...changed };
    const params = 'closePosition' in changed ? closing : { ...closing, quantity };
    expect(codeOf(exchange, ORDER, params)).toBe(code);
  });

  it('close at most the position of their side, whatever the position of the other side is', () => {
    const { exchange } = setUpHedgeMode();
    requestJson(exchange, 'POST', ORDER, { ...LONG, quantity: '0.2' });
    requestJson(exchange, 'POST', ORDER, { ...SHORT, quantity: '0.5' });
    expect(codeOf(exchange, ORDER, { ...LONG, side: 'SELL', quantity: '0.3' })).toBe(-2022);
    const closed = requestJson(exchange, 'POST', ORDER, { ...LONG, side: 'SELL', quantity: '0.2' });
    expect(closed).toMatchObject({ status: 'FILLED', positionSide: 'LONG', reduceOnly: true });
    expect([
      positionsBySide(exchange)['LONG']!['positionAmt'],
      positionsBySide(exchange)['SHORT']!['positionAmt'],
    ]).toEqual(['0.000', '-0.500']);
  });

  it('with closePosition close the position of their side and expire with it', () => {
    const { exchange, pass } = setUpHedgeMode();
    requestJson(exchange, 'POST', ORDER, { ...LONG, quantity: '0.2' });
    requestJson(exchange, 'POST', ORDER, { ...SHORT, quantity: '0.2' });
    const stop = { symbol, type: 'STOP_MARKET', closePosition: 'true' };
    const below = { ...stop, side: 'SELL', positionSide: 'LONG', stopPrice: priceAt(exchange, -1) };
    const above = { ...stop, side: 'BUY', positionSide: 'SHORT', stopPrice: priceAt(exchange, 30) };
    const first = requestJson(exchange, 'POST', ORDER, below).orderId;
    const second = requestJson(exchange, 'POST', ORDER, above).orderId;
    pass(60 * DAY_MS);
    expect(requestJson(exchange, 'GET', ORDER, { symbol, orderId: first })).toMatchObject({
      status: 'FILLED',
      executedQty: '0.200',
    });
    expect(positionsBySide(exchange)['LONG']!['positionAmt']).toBe('0.000');
    expect(positionsBySide(exchange)['SHORT']!['positionAmt']).toBe('-0.200');
    requestJson(exchange, 'POST', ORDER, { ...SHORT, side: 'BUY', quantity: '0.2' });
    expect(requestJson(exchange, 'GET', ORDER, { symbol, orderId: second }).status).toBe('EXPIRED');
  });
});

describe('positions in hedge mode', () => {
  it('have separate entry prices, a common leverage, and separate rows in every response', () => {
    const { exchange, pass } = setUpHedgeMode();
    requestJson(exchange, 'POST', ORDER, { ...LONG, quantity: '0.3' });
    pass(DAY_MS);
    requestJson(exchange, 'POST', ORDER, { ...SHORT, quantity: '0.3' });
    requestJson(exchange, 'POST', '/fapi/v1/leverage', { symbol, leverage: 50 });
    const { BOTH, LONG: long, SHORT: short } = positionsBySide(exchange);
    expect(BOTH!['positionAmt']).toBe('0.000');
    expect([long!['positionAmt'], short!['positionAmt']]).toEqual(['0.300', '-0.300']);
    expect(long!['entryPrice']).not.toBe(short!['entryPrice']);
    expect([long!['leverage'], short!['leverage']]).toEqual(['50', '50']);
    const account = requestJson(exchange, 'GET', '/fapi/v2/account');
    const rows = account.positions.filter((row: Row) => row['symbol'] === symbol);
    expect(rows.map((row: Row) => [row['positionSide'], row['positionAmt']])).toEqual([
      ['LONG', '0.300'],
      ['SHORT', '-0.300'],
    ]);
    // Mark price changes of both sides cancel out: the profit of the pair is the distance of the entry
    // prices.
    const apart = 0.3 * (Number(short!['entryPrice']) - Number(long!['entryPrice']));
    expect(Number(account.totalUnrealizedProfit)).toBeCloseTo(apart, 4);
    const trades: readonly Row[] = requestJson(exchange, 'GET', '/fapi/v1/userTrades', { symbol });
    expect([...new Set(trades.map((row) => row['positionSide']))]).toEqual(['LONG', 'SHORT']);
  });

  it('that are isolated have separate margins, which are changed per side', () => {
    const { exchange } = setUpHedgeMode();
    requestJson(exchange, 'POST', '/fapi/v1/marginType', { symbol, marginType: 'ISOLATED' });
    requestJson(exchange, 'POST', ORDER, { ...LONG, quantity: '0.3' });
    requestJson(exchange, 'POST', ORDER, { ...SHORT, quantity: '0.1' });
    const before = positionsBySide(exchange);
    const more = { symbol, amount: '25', type: 1 };
    expect(codeOf(exchange, '/fapi/v1/positionMargin', more)).toBe(-4060);
    requestJson(exchange, 'POST', '/fapi/v1/positionMargin', { ...more, positionSide: 'SHORT' });
    const after = positionsBySide(exchange);
    expect(after['LONG']!['isolatedWallet']).toBe(before['LONG']!['isolatedWallet']);
    expect(Number(after['SHORT']!['isolatedWallet']) - Number(before['SHORT']!['isolatedWallet'])).toBe(25);
    expect(codeOf(exchange, '/fapi/v1/marginType', { symbol, marginType: 'CROSSED' })).toBe(-4048);
    expect(codeOf(exchange, '/fapi/v1/leverage', { symbol, leverage: 10 })).toBe(-4150);
  });

  it('that are isolated are liquidated separately', () => {
    const { exchange, pass } = setUpFutures();
    const { keys } = trader(exchange, 'bold', 'usdm', 'USDT', 2_000n * 100_000_000n);
    requestJson(exchange, 'POST', MODE, { dualSidePosition: 'true' }, keys);
    requestJson(exchange, 'POST', '/fapi/v1/leverage', { symbol, leverage: 100 }, keys);
    requestJson(exchange, 'POST', '/fapi/v1/marginType', { symbol, marginType: 'ISOLATED' }, keys);
    requestJson(exchange, 'POST', ORDER, { ...LONG, quantity: '0.2' }, keys);
    requestJson(exchange, 'POST', ORDER, { ...SHORT, quantity: '0.2' }, keys);
    const held = () =>
      Object.values(positionsBySide(exchange, keys)).filter((row) => Number(row['positionAmt']) !== 0);
    for (let hours = 0; hours < 96 && held().length === 2; hours += 1) pass(HOUR_MS);
    const [left] = held();
    expect(held()).toHaveLength(1);
    const forced = requestJson(exchange, 'GET', '/fapi/v1/allOrders', { symbol, orderId: 1 }, keys).at(-1);
    expect(forced.clientOrderId).toMatch(/^autoclose-/);
    expect(forced.positionSide).toBe(left!['positionSide'] === 'LONG' ? 'SHORT' : 'LONG');
    expect(forced.side).toBe(forced.positionSide === 'LONG' ? 'SELL' : 'BUY');
    for (const [asset, total] of exchange.accounts.ledger.totals()) expect(total, asset).toBe(0n);
  });

  it('of the same size pay each other funding, and both are delivered', () => {
    const { exchange, pass } = setUpHedgeMode();
    const quarter = 'BTCUSDT_261225';
    for (const name of [symbol, quarter]) {
      requestJson(exchange, 'POST', ORDER, { ...LONG, symbol: name, quantity: '0.3' });
      requestJson(exchange, 'POST', ORDER, { ...SHORT, symbol: name, quantity: '0.3' });
    }
    pass(40 * DAY_MS);
    const demo = exchange.accounts.findUser('demo')!;
    const { accounts: books, market } = engine(exchange, 'usdm');
    const funding = books.historyOf(demo).income.filter(({ kind }) => kind === 'FUNDING_FEE');
    expect(funding.length).toBeGreaterThan(200);
    expect(funding.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
    const contract = market.contracts.find(({ name }) => name === quarter)!;
    for (const side of ['LONG', 'SHORT'] as const) {
      expect(books.positions.get(demo, contract, side).lots).toBe(0);
    }
    const delivered = books
      .historyOf(demo)
      .orders.filter(() => true)
      .slice(-2);
    expect(delivered.map(({ positionSide, isBuy }) => [positionSide, isBuy])).toEqual([
      ['LONG', false],
      ['SHORT', true],
    ]);
  });

  it('of a cross pair show the common price at which they are liquidated', () => {
    const { exchange } = setUpFutures();
    const { keys, user } = trader(exchange, 'calm', 'usdm', 'USDT', 2_000n * 100_000_000n);
    requestJson(exchange, 'POST', MODE, { dualSidePosition: 'true' }, keys);
    requestJson(exchange, 'POST', ORDER, { ...LONG, quantity: '0.2' }, keys);
    requestJson(exchange, 'POST', ORDER, { ...SHORT, quantity: '0.1' }, keys);
    const { LONG: long, SHORT: short } = positionsBySide(exchange, keys);
    expect(long!['liquidationPrice']).toBe(short!['liquidationPrice']);
    const price = Number(long!['liquidationPrice']);
    const wallet = Number(engine(exchange, 'usdm').accounts.wallet.walletBalance(user, 'USDT')) / 1e8;
    const loss = 0.2 * (price - Number(long!['entryPrice'])) - 0.1 * (price - Number(short!['entryPrice']));
    expect(wallet + loss).toBeCloseTo((0.2 + 0.1) * price * 0.004, 3);
  });
});

describe('events and replay of hedge mode', () => {
  it('states the position side in every event', () => {
    const { exchange } = setUpHedgeMode();
    const events: { e: string; o?: Row; a?: { P: readonly Row[] } }[] = [];
    exchange.userEvents.subscribe(
      ({ scope, payload }) => void (scope === 'usdm' && events.push(JSON.parse(payload()))),
    );
    requestJson(exchange, 'POST', ORDER, { ...SHORT, quantity: '0.001' });
    const emitted = events.map(({ e, o, a }) => [e, o?.['ps'] ?? a?.P.map(({ ps, pa }) => `${ps} ${pa}`)]);
    expect(emitted).toEqual([
      ['ORDER_TRADE_UPDATE', 'SHORT'],
      ['TRADE_LITE', undefined],
      ['ORDER_TRADE_UPDATE', 'SHORT'],
      ['ACCOUNT_UPDATE', ['SHORT -0.001']],
    ]);
  });

  it('has the same results when replayed from the journal', () => {
    const { exchange, pass } = setUpFutures();
    const entries: JournalEntry[] = [];
    exchange.appendEntry = (entry) => void entries.push(entry);
    requestJson(exchange, 'POST', MODE, { dualSidePosition: 'true' });
    requestJson(exchange, 'POST', ORDER, { ...LONG, quantity: '0.4' });
    requestJson(exchange, 'POST', ORDER, { ...SHORT, quantity: '0.3' });
    const trail = {
      symbol,
      side: 'BUY',
      positionSide: 'SHORT',
      type: 'TRAILING_STOP_MARKET',
      quantity: '0.1',
    };
    requestJson(exchange, 'POST', ORDER, { ...trail, callbackRate: '1' });
    pass(3 * DAY_MS);
    requestJson(exchange, 'POST', ORDER, { ...LONG, side: 'SELL', quantity: '0.1' });
    const replayed = setUpFutures(exchange.clock.now());
    for (const entry of entries) replayEntry(replayed.exchange, entry);
    for (const path of ['/fapi/v2/account', '/fapi/v2/positionRisk', '/fapi/v1/openOrders']) {
      expect(requestJson(replayed.exchange, 'GET', path)).toEqual(requestJson(exchange, 'GET', path));
    }
  });
});

import { expect, test } from 'vitest';
import { holdings } from '../../src/catalogue/onchain/holdings.ts';
import { klines } from '../../src/catalogue/spot/candles.ts';
import { exchangeInfo } from '../../src/catalogue/spot/server.ts';
import { ticker24hr, tickerTradingDay } from '../../src/catalogue/spot/tickers.ts';
import { allOrders as usdmAllOrders } from '../../src/catalogue/usdm/trading.ts';
import { checkArguments } from '../../src/request/check.ts';
import { allocations, cancel, loan, myTrades, order } from './endpoints.ts';
import { faults } from './vectors.ts';

const candles = { symbol: 'BTCUSDT', interval: '1h' };

test('at-least-one accepts one or both parameters', () => {
  expect(faults(cancel, { symbol: 'A' })).toEqual(['- at-least-one']);
  expect(faults(cancel, { symbol: 'A', orderId: '1' })).toEqual([]);
  expect(faults(cancel, { symbol: 'A', orderId: '1', origClientOrderId: 'x' })).toEqual([]);
});

test('exactly-one refuses none and both parameters', () => {
  expect(faults(tickerTradingDay, {})).toEqual(['- exactly-one']);
  expect(faults(tickerTradingDay, { symbol: 'A' })).toEqual([]);
  expect(faults(tickerTradingDay, { symbol: 'A', symbols: '["A"]' })).toEqual(['- exactly-one']);
});

test('at-most-one accepts none and refuses both parameters', () => {
  expect(faults(ticker24hr, {})).toEqual([]);
  expect(faults(ticker24hr, { symbols: '["A"]' })).toEqual([]);
  expect(faults(ticker24hr, { symbol: 'A', symbols: '["A"]' })).toEqual(['- at-most-one']);
  expect(faults(exchangeInfo, { symbol: 'A', permissions: '["SPOT"]' })).toEqual(['- at-most-one']);
});

test('only-with requires the other parameter, unless that is already reported as missing', () => {
  expect(faults(loan, { asset: 'A', amount: '1', autoRepay: 'true' })).toEqual(['autoRepay only-with']);
  expect(faults(loan, { asset: 'A', amount: '1', autoRepay: 'true', type: '1' })).toEqual([]);
  expect(faults(loan, { asset: 'A', amount: '1', autoRepay: 'true', type: '9' })).toEqual(['type values']);
  expect(faults(myTrades, { orderId: '1' })).toEqual(['symbol missing']);
});

// The table of the interface document, Spot order parameters.
const base = { symbol: 'BTCUSDT', side: 'BUY' };
const all = { timeInForce: 'GTC', quantity: '1', price: '1', stopPrice: '1', quoteOrderQty: '1' };
const needed: Readonly<Record<string, readonly (keyof typeof all)[]>> = {
  LIMIT: ['timeInForce', 'quantity', 'price'],
  STOP_LOSS: ['quantity', 'stopPrice'],
  TAKE_PROFIT: ['quantity', 'stopPrice'],
  STOP_LOSS_LIMIT: ['timeInForce', 'quantity', 'price', 'stopPrice'],
  TAKE_PROFIT_LIMIT: ['timeInForce', 'quantity', 'price', 'stopPrice'],
  LIMIT_MAKER: ['quantity', 'price'],
};

test.each(Object.entries(needed))('a %s order needs %s', (type, names) => {
  const sent = Object.fromEntries(names.map((name) => [name, all[name]]));
  expect(faults(order, { ...base, type, ...sent })).toEqual([]);
  for (const name of names) {
    const { [name]: _left, ...rest } = sent;
    expect(faults(order, { ...base, type, ...rest })).toEqual([`${name} needs-by-value`]);
  }
  expect(faults(order, { ...base, type })).toEqual(names.map((name) => `${name} needs-by-value`));
});

test('a MARKET order needs quantity or quoteOrderQty', () => {
  expect(faults(order, { ...base, type: 'MARKET' })).toEqual(['- needs-by-value']);
  expect(faults(order, { ...base, type: 'MARKET', quantity: '1' })).toEqual([]);
  expect(faults(order, { ...base, type: 'MARKET', quoteOrderQty: '1' })).toEqual([]);
  expect(faults(order, { ...base, type: 'MARKET', quantity: '0' })).toEqual(['quantity above']);
});

test('needs-by-value uses the default if no value is sent, and ignores unknown values', () => {
  expect(faults(loan, { asset: 'A', amount: '1' })).toEqual([]);
  expect(faults(loan, { asset: 'A', amount: '1', isIsolated: 'TRUE' })).toEqual(['symbol needs-by-value']);
  expect(faults(order, { ...base, type: 'constructor' })).toEqual(['type values']);
});

test('account trades accept the seven listed combinations and no other', () => {
  const values = { orderId: '1', startTime: '1', endTime: '2', fromId: '1' } as const;
  const names = Object.keys(values) as (keyof typeof values)[];
  const taken: string[] = [];
  for (let mask = 0; mask < 16; mask += 1) {
    const sent = names.filter((_, bit) => mask & (1 << bit));
    const found = faults(myTrades, {
      symbol: 'A',
      ...Object.fromEntries(sent.map((name) => [name, values[name]])),
    });
    if (found.length === 0) taken.push(sent.join('+'));
    else expect(found).toEqual(['- combinations']);
  }
  expect(taken.sort()).toEqual(
    ['', 'orderId', 'startTime', 'endTime', 'startTime+endTime', 'fromId', 'orderId+fromId'].sort(),
  );
  expect(faults(myTrades, { orderId: '1', startTime: '1' })).toEqual(['symbol missing']);
});

test('allocations span at most 24 hours to the millisecond', () => {
  const span = (ms: number) =>
    faults(allocations, { symbol: 'A', startTime: '1000', endTime: String(1000 + ms) });
  expect(span(86_400_000 - 1)).toEqual([]);
  expect(span(86_400_000)).toEqual([]);
  expect(span(86_400_001)).toEqual(['- max-span']);
  expect(faults(allocations, { symbol: 'A', startTime: '0' })).toEqual([]);
  const [found] = checkArguments(
    allocations,
    new Map([
      ['symbol', 'A'],
      ['startTime', '0'],
      ['endTime', '90000000'],
    ]),
  );
  expect(found?.message).toContain('at most 24 hours, was 25 hours.');
  const [week] = checkArguments(
    usdmAllOrders,
    new Map([
      ['symbol', 'A'],
      ['startTime', '0'],
      ['endTime', '604800000'],
    ]),
  );
  expect(week?.message).toContain('less than 168 hours, was 168 hours.');
});

test('a start after its end is refused, and the same time is accepted', () => {
  expect(faults(klines, { ...candles, startTime: '5', endTime: '5' })).toEqual([]);
  expect(faults(klines, { ...candles, startTime: '6', endTime: '5' })).toEqual(['- not-after']);
  expect(faults(klines, { ...candles, startTime: '10', endTime: '9' })).toEqual(['- not-after']);
  expect(faults(klines, { ...candles, startTime: 'x', endTime: '5' })).toEqual(['startTime type']);
});

test('an address must have the format of its chain', () => {
  const at = (address: string, chainId: string) => faults(holdings, { address, chainId, offset: '0' });
  expect(at(`0x${'ab'.repeat(20)}`, '56')).toEqual([]);
  expect(at(`0x${'ab'.repeat(20)}`, 'CT_501')).toEqual(['address address-of-chain']);
  expect(at('1'.repeat(32), 'CT_501')).toEqual([]);
  expect(at('1'.repeat(32), '8453')).toEqual(['address address-of-chain']);
  expect(at('a b', '8453')).toEqual(['address format']);
});

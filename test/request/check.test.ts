import { describe, expect, test } from 'vitest';
import { isDisputed } from '../../src/catalogue/define.ts';
import { klines } from '../../src/catalogue/spot/candles.ts';
import { spotMarket } from '../../src/catalogue/spot/market.ts';
import { exchangeInfo } from '../../src/catalogue/spot/server.ts';
import { ticker24hr, tickerRolling, tickerTradingDay } from '../../src/catalogue/spot/tickers.ts';
import { aggTrades, depth } from '../../src/catalogue/spot/trades.ts';
import type { Endpoint, Param } from '../../src/catalogue/types.ts';
import { checkArguments } from '../../src/request/check.ts';
import {
  batch,
  cancel,
  EVERY_TEST_ENDPOINT,
  futuresDepth,
  loan,
  openInterest,
  order,
  subAccounts,
} from './endpoints.ts';
import { faults, faultText } from './vectors.ts';

const candles = { symbol: 'BTCUSDT', interval: '1h' };

describe('names', () => {
  test('that the endpoint lacks are reported first, in the order sent', () => {
    expect(faults(klines, { zzz: '1', interval: '', limt: '5' })).toEqual([
      'zzz unknown-parameter',
      'limt unknown-parameter',
      'symbol missing',
      'interval empty',
    ]);
    const [first] = checkArguments(klines, new Map([['limt', '5']]));
    expect(first?.message).toBe('spot.klines has no parameter limt. Did you mean limit?');
  });

  test('of signing parameters are accepted if the caller allows them, and otherwise explained', () => {
    const signed = { ...candles, timestamp: '1', recvWindow: '5000', signature: 'ab' };
    expect(faults(klines, signed, ['timestamp', 'recvWindow', 'signature'])).toEqual([]);
    const found = checkArguments(klines, new Map(Object.entries(signed)));
    expect(found.map(({ message }) => message).join()).toContain('added on signing');
  });

  test.each(['__proto__', 'constructor', 'toString'])(
    'of built-in object properties are unknown parameters: %s',
    (name) => {
      expect(
        checkArguments(klines, new Map([...Object.entries(candles), [name, '1']])).map(faultText),
      ).toEqual([`${name} unknown-parameter`]);
    },
  );
});

test('every required parameter that is missing or empty is reported', () => {
  expect(faults(klines, {})).toEqual(['symbol missing', 'interval missing']);
  expect(faults(klines, { symbol: '', interval: '' })).toEqual(['symbol empty', 'interval empty']);
  expect(faults(order, {})).toEqual(['symbol missing', 'side missing', 'type missing']);
});

/** Arguments that are valid for every endpoint of the sweep, except for the parameter under test. */
const RIGHT: Readonly<Record<string, string>> = {
  symbol: 'BTCUSDT',
  interval: '1h',
  asset: 'BTC',
  amount: '1',
};

function argumentsAround(at: Endpoint, name: string, text: string): Record<string, string> {
  const needed = Object.entries(at.params).filter(([one, param]) => param.required || one === name);
  return Object.fromEntries(needed.map(([one]) => [one, one === name ? text : (RIGHT[one] ?? '1')]));
}

function widest(param: Param): number | undefined {
  const { max } = param;
  if (max === undefined || max === 'unlisted') return undefined;
  return isDisputed(max) ? Math.max(Number(max.first), Number(max.second)) : Number(max);
}

describe('bounds', () => {
  const numbers = [...spotMarket, ...EVERY_TEST_ENDPOINT].flatMap((at: Endpoint) =>
    Object.entries(at.params)
      .filter(([, param]) => (param.type === 'INT' || param.type === 'LONG') && param.values === undefined)
      .map(([name, param]) => ({ at, name, param, title: `${at.id} ${name}` })),
  );

  test('exist on enough parameters to test', () => {
    expect(numbers.length).toBeGreaterThan(30);
  });

  test.each(numbers)('of $title are checked below, at and above each end', ({ at, name, param }) => {
    const at1 = (value: number) =>
      faults(at, argumentsAround(at, name, String(value))).filter((found) => found.startsWith(`${name} `));
    const max = widest(param);
    if (param.min !== undefined) {
      expect(at1(Number(param.min) - 1)).toEqual([`${name} minimum`]);
      expect(at1(Number(param.min))).toEqual([]);
    } else expect(at1(-1)).toEqual([]);
    if (max === undefined) return;
    expect(at1(max - 1)).toEqual([]);
    expect(at1(max)).toEqual([]);
    expect(at1(max + 1)).toEqual([`${name} maximum`]);
  });

  test('of decimals are exact, inclusive or exclusive as declared', () => {
    const amount = (text: string) => faults(loan, { asset: 'A', amount: text });
    expect(amount('0')).toEqual(['amount above']);
    expect(amount('0.0')).toEqual(['amount above']);
    expect(amount('0.0000000000000000000001')).toEqual([]);
    expect(amount('9000000000.5')).toEqual([]);
    expect(amount('9000000000.50000000000000000001')).toEqual(['amount maximum']);
    const rate = (text: string) => faults(futuresDepth, { symbol: 'A', callbackRate: text });
    expect(['0.09999', '0.1', '5', '5.0', '5.00001'].map((text) => rate(text).length)).toEqual([
      1, 0, 0, 0, 1,
    ]);
    expect(rate('-1')).toEqual(['callbackRate minimum']);
  });

  test('that the listings dispute are the wider ones', () => {
    expect(faults(futuresDepth, { symbol: 'A', limit: '5000' })).toEqual([]);
    expect(faults(futuresDepth, { symbol: 'A', limit: '5001' })).toEqual(['limit maximum']);
  });

  test('that the exchange clamps are not reported above the max; below, the closed set applies', () => {
    const at = (limit: string) => faults(depth, { symbol: 'A', limit });
    expect(['5', '5000', '5001', '9999'].flatMap(at)).toEqual([]);
    expect(['0', '4', '6', '4999', '-5'].map(at)).toEqual(Array(5).fill(['limit values']));
  });

  test('of lists limit the number of elements', () => {
    const symbols = (count: number) => JSON.stringify(Array.from({ length: count }, (_, at) => `A${at}`));
    expect(faults(tickerTradingDay, { symbols: symbols(1) })).toEqual([]);
    expect(faults(tickerTradingDay, { symbols: symbols(100) })).toEqual([]);
    expect(faults(tickerTradingDay, { symbols: symbols(101) })).toEqual(['symbols maximum']);
  });
});

describe('types on the wire', () => {
  test.each(['1e-7', '.5', '5.', '+1', '1,5', ' 1', 'NaN', '0x1', '1_000'])(
    'a decimal is not %j',
    (amount) => {
      expect(faults(loan, { asset: 'A', amount })).toEqual(['amount type']);
    },
  );

  test.each(['1.0', '1e3', '+1', ' 1', '٣', '9223372036854775808', '-9223372036854775809'])(
    'a whole number is not %j',
    (fromId) => {
      expect(faults(aggTrades, { symbol: 'A', fromId })).toEqual(['fromId type']);
    },
  );

  test('a boolean is true or false, in lower case', () => {
    expect(faults(loan, { asset: 'A', amount: '1', type: '1', autoRepay: 'false' })).toEqual([]);
    expect(faults(loan, { asset: 'A', amount: '1', type: '1', autoRepay: 'TRUE' })).toEqual([
      'autoRepay type',
    ]);
  });

  test('a closed set matches exactly, and codes match by their number', () => {
    expect(faults(klines, { symbol: 'A', interval: '1M' })).toEqual([]);
    expect(faults(klines, { symbol: 'A', interval: '1H' })).toEqual(['interval values']);
    expect(faults(loan, { asset: 'A', amount: '1', type: '02' })).toEqual([]);
    expect(faults(loan, { asset: 'A', amount: '1', type: '3' })).toEqual(['type values']);
  });

  test('a list is JSON text; permissions may be a bare word too', () => {
    expect(faults(exchangeInfo, { permissions: '["SPOT"]' })).toEqual([]);
    expect(faults(exchangeInfo, { permissions: 'SPOT' })).toEqual([]);
    expect(faults(exchangeInfo, { permissions: 'spot' })).toEqual(['permissions type']);
    expect(faults(exchangeInfo, { symbols: 'BTCUSDT' })).toEqual(['symbols type']);
    expect(faults(exchangeInfo, { symbols: '["BTCUSDT","btcusdt"]' })).toEqual(['symbols format']);
    expect(faults(exchangeInfo, { symbols: '["A","B","A"]' })).toEqual(['symbols repeated']);
    expect(faults(batch, { batchOrders: '[]', ids: '[1,9007199254740993]' })).toEqual(['batchOrders empty']);
    expect(faults(batch, { batchOrders: '[]', ids: '[1,"x"]' })).toEqual(['batchOrders empty', 'ids type']);
  });

  test('deep or broken JSON is reported once and does not throw', () => {
    const deep = '['.repeat(200_000);
    expect(faults(exchangeInfo, { symbols: deep })).toEqual(['symbols type']);
    expect(faults(batch, { batchOrders: deep })).toEqual(['batchOrders type']);
  });
});

describe('formats', () => {
  const holds: Readonly<Record<string, readonly [Endpoint, string, readonly string[], readonly string[]]>> = {
    symbol: [
      depth,
      'symbol',
      ['BTCUSDT', '1000SATSUSDT', 'BTCUSD_PERP', 'BTC-240628-60000-C', '币安人生USDT', 'A.B'],
      ['btcusdt', 'BTC/USDT', 'BTC USDT', 'BTC\n', '🙂', 'BTC%', '"A"'],
    ],
    'time-zone': [
      { ...klines, params: { timeZone: klines.params.timeZone } },
      'timeZone',
      ['0', '8', '-12', '14', '-12:00', '+14:00', '14:00', '05:45', '-1:00', '-03:30'],
      ['15', '-13', '14:01', '-12:01', '5:60', '5:5', 'UTC', '5.5', '--1', '100', ''],
    ],
    'window-size': [
      { ...tickerRolling, rules: [] },
      'windowSize',
      ['1m', '59m', '1h', '23h', '1d', '7d'],
      ['0m', '60m', '0h', '24h', '0d', '8d', '1M', '1w', '01m', '1h30m', '1', 'm', '1 d'],
    ],
    yyyymmdd: [
      openInterest,
      'expiration',
      ['20240628', '20240229', '20000229', '240628', '240229'],
      [
        '20230229',
        '20241301',
        '20240631',
        '20240600',
        '2024-06-28',
        '230229',
        '241301',
        '40628',
        '202406281',
      ],
    ],
    email: [
      subAccounts,
      'email',
      ['a@b.co', 'first.last+tag@sub.example.com', 'ü@exämple.com'],
      ['a', 'a@b', '@b.co', 'a@', 'a b@c.co', 'a@b..co', 'a@b.co,c@d.co', 'a@@b.co'],
    ],
    'client-order-id': [
      { ...cancel, rules: [], params: { origClientOrderId: cancel.params.origClientOrderId } },
      'origClientOrderId',
      ['x', 'my_order-1.A:b/c', 'a'.repeat(36)],
      ['a b', 'ä', 'a,b', 'a#'],
    ],
  };

  test.each(Object.entries(holds))('%s accept and refuse the listed values', (_, [at, name, good, bad]) => {
    for (const text of good) expect([text, ...faults(at, { [name]: text })]).toEqual([text]);
    for (const text of bad) {
      expect([text, ...faults(at, { [name]: text })]).toEqual([
        text,
        `${name} ${text === '' ? 'empty' : 'format'}`,
      ]);
    }
  });

  test('a client order id of 37 characters is too long, counted in characters', () => {
    expect(faults(cancel, { symbol: 'A', origClientOrderId: 'a'.repeat(37) })).toEqual([
      'origClientOrderId length',
    ]);
    const [found] = checkArguments(
      cancel,
      new Map([
        ['symbol', 'A'],
        ['origClientOrderId', 'a'.repeat(37)],
      ]),
    );
    expect(found?.message).toContain('It has 37: shorten it.');
  });
});

test('each cause is reported once, and different causes in a fixed order', () => {
  const args = { foo: '1', symbols: '["A"]', symbol: 'a', type: 'HUGE' };
  expect(faults(ticker24hr, args)).toEqual([
    'foo unknown-parameter',
    'symbol format',
    'type values',
    '- at-most-one',
  ]);
  expect(faults(ticker24hr, Object.fromEntries(Object.entries(args).reverse()))).toEqual(
    faults(ticker24hr, args),
  );
});

test('the check does not change its arguments', () => {
  const wire = new Map(Object.entries({ symbol: 'a', limit: '9999', batch: '' }));
  const before = [...wire];
  checkArguments(depth, wire);
  expect([...wire]).toEqual(before);
});

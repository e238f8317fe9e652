import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdings } from '../../src/catalogue/onchain/holdings.ts';
import { klines } from '../../src/catalogue/spot/candles.ts';
import { spotMarket } from '../../src/catalogue/spot/market.ts';
import { ticker24hr, tickerRolling } from '../../src/catalogue/spot/tickers.ts';
import { depth } from '../../src/catalogue/spot/trades.ts';
import { readArguments } from '../../src/request/arguments.ts';
import { checkArguments } from '../../src/request/check.ts';
import { kebabOf, paramNameOf } from '../../src/request/names.ts';
import { batch, futuresDepth, loan, openInterest, order, subAccounts } from './endpoints.ts';
import { NOW, readArgs, toTyped } from './vectors.ts';

const candles = { symbol: 'BTCUSDT', interval: '1h' };

describe('names', () => {
  test('are accepted as the interface spells them and in kebab-case', () => {
    expect(paramNameOf(klines, 'startTime')).toBe('startTime');
    expect(paramNameOf(klines, 'start-time')).toBe('startTime');
    expect(paramNameOf(order, 'new-client-order-id')).toBe('newClientOrderId');
    expect(paramNameOf(klines, 'starttime')).toBeUndefined();
    expect(paramNameOf(klines, 'constructor')).toBeUndefined();
  });

  test('have unique kebab-case forms on every endpoint', () => {
    for (const { params } of spotMarket) {
      const kebabs = Object.keys(params).map(kebabOf);
      expect(new Set(kebabs).size).toBe(kebabs.length);
    }
    expect(kebabOf('isMMPEnabled')).toBe('is-mmp-enabled');
  });

  test('given twice, in either spelling, are reported once', () => {
    const given = [...toTyped(candles), { name: 'limit', text: '5' }, { name: 'start-time', text: '-1d' }];
    const twice = [...given, { name: 'startTime', text: '-2d' }];
    expect(readArguments(klines, twice, { now: NOW }).faults).toMatchObject([
      { param: 'startTime', rule: 'repeated', found: '-1d and -2d' },
    ]);
  });
});

describe('symbols', () => {
  test('are trimmed and upper-cased, with letters outside ASCII kept', () => {
    expect(readArgs(depth, { symbol: ' btcusdt ' }).wire).toEqual({ symbol: 'BTCUSDT' });
    expect(readArgs(depth, { symbol: '币安人生usdt' })).toMatchObject({
      wire: { symbol: '币安人生USDT' },
      faults: [],
    });
    expect(readArgs(depth, { symbol: 'ñandúusdt' }).wire).toEqual({ symbol: 'ÑANDÚUSDT' });
  });

  test.each(['BTC/USDT', 'btc-usdt', 'BTC_USDT', 'BTC:USDT', 'BTC USDT'])(
    'written as %s are refused with the suggestion BTCUSDT',
    (symbol) => {
      const { faults, messages } = readArgs(depth, { symbol });
      expect(faults).toEqual(['symbol format']);
      expect(messages[0]).toContain('Write it BTCUSDT.');
    },
  );

  test('keep the underscore and hyphens of their product', () => {
    expect(readArgs(openInterest, { symbol: 'btc-240628-60000-c' })).toMatchObject({
      wire: { symbol: 'BTC-240628-60000-C' },
      faults: [],
    });
    expect(readArgs(futuresDepth, { symbol: 'btcusdt_240628' })).toMatchObject({
      wire: { symbol: 'BTCUSDT_240628' },
      faults: [],
    });
    expect(readArgs(futuresDepth, { symbol: 'btc-usdt' }).faults).toEqual(['symbol format']);
  });

  test.each(['', 'BTC\u0000USDT', 'BTC%2FUSDT', '../../x', '\ud800'])(
    'with illegal text are reported once: %j',
    (symbol) => {
      expect(readArgs(depth, { symbol }).faults).toHaveLength(1);
    },
  );
});

describe('times', () => {
  test.each([
    ['1700000000000', '1700000000000'],
    ['1700000000', '1700000000000'],
    ['1700000000123456', '1700000000123'],
    ['2023-11-14T22:13:20Z', '1700000000000'],
    ['2023-11-14', '1699920000000'],
    ['-3d', '1699740800000'],
    ['now-1h', '1699996400000'],
    ['now', '1700000000000'],
    ['0', '0'],
  ])('written as %s are sent as %s', (text, wire) => {
    expect(readArgs(klines, { ...candles, 'start-time': text })).toMatchObject({
      wire: { startTime: wire },
      faults: [],
    });
  });

  test('that are invalid are reported with the valid forms', () => {
    const { faults, messages } = readArgs(klines, { ...candles, startTime: 'tomorrow' });
    expect(faults).toEqual(['startTime type']);
    expect(messages[0]).toMatch(/^startTime must be a time, was tomorrow\. Write 2024-01-31,/);
  });

  test('that are invalid are not also reported by the rule between start and end', () => {
    expect(readArgs(klines, { ...candles, startTime: 'soon', endTime: '-1d' }).faults).toEqual([
      'startTime type',
    ]);
  });
});

describe('numbers', () => {
  test.each([
    ['1e-7', '0.0000001'],
    ['1.5E3', '1500'],
    ['0.10', '0.10'],
    ['.5', '0.5'],
    ['123456789012345678901234567890.123456789', '123456789012345678901234567890.123456789'],
  ])('written as the decimal %s are sent in plain notation as %s', (text, wire) => {
    expect(readArgs(order, { symbol: 'A', side: 'BUY', type: 'MARKET', quantity: text })).toMatchObject({
      wire: { quantity: wire },
      faults: [],
    });
  });

  test('with separators are refused with the form without them', () => {
    const { faults, messages } = readArgs(loan, { asset: 'USDT', amount: '1,000.5' });
    expect(faults).toEqual(['amount type']);
    expect(messages[0]).toContain('Write it without separators: 1000.5.');
  });

  test.each(['0,001', '1,000', '1,5', '1.000,5'])(
    'whose comma may be a decimal point are refused without a suggestion: %s',
    (amount) => {
      const { faults, messages } = readArgs(loan, { asset: 'USDT', amount });
      expect(faults).toEqual(['amount type']);
      expect(messages[0]).toContain(
        `was ${amount}. Write it such as 0.0015 or 1e-7, with a point instead of a comma.`,
      );
    },
  );

  test('of 64 bits keep every digit, and longer ones are refused', () => {
    const at = { symbol: 'A', side: 'BUY', type: 'MARKET', quantity: '1' };
    expect(readArgs(order, { ...at, strategyId: '9007199254740993' }).wire['strategyId']).toBe(
      '9007199254740993',
    );
    expect(readArgs(order, { ...at, strategyId: '9223372036854775807' }).faults).toEqual([]);
    expect(readArgs(order, { ...at, strategyId: '9223372036854775808' }).faults).toEqual(['strategyId type']);
    expect(readArgs(order, { ...at, strategyId: '9'.repeat(5000) }).faults).toEqual(['strategyId type']);
  });

  test.each(['abc', '1.5', '1e3', '0x10', '١٢', 'Infinity', '-'])(
    'that must be whole are not accepted as %s',
    (text) => {
      expect(readArgs(klines, { ...candles, limit: text }).faults).toEqual(['limit type']);
    },
  );

  test('are sent without leading zeros', () => {
    expect(readArgs(klines, { ...candles, limit: '007' }).wire['limit']).toBe('7');
  });
});

describe('values of a closed set', () => {
  test('are accepted in any letter case and sent as declared', () => {
    expect(readArgs(ticker24hr, { type: 'mini' }).wire).toEqual({ type: 'MINI' });
    expect(readArgs(klines, { symbol: 'A', interval: '4H' }).wire['interval']).toBe('4h');
    expect(
      readArgs(loan, { asset: 'A', amount: '1', isIsolated: 'true', symbol: 'A' }).wire['isIsolated'],
    ).toBe('TRUE');
    expect(readArgs(subAccounts, { isFreeze: 'TRUE' }).wire).toEqual({ isFreeze: 'true' });
  });

  test('that differ only by letter case are distinguished: a minute is not a month', () => {
    expect(readArgs(klines, { symbol: 'A', interval: '1m' }).wire['interval']).toBe('1m');
    expect(readArgs(klines, { symbol: 'A', interval: '1M' }).wire['interval']).toBe('1M');
    expect(readArgs(klines, { symbol: 'A', interval: '3M' }).wire['interval']).toBe('3m');
  });

  test('that are mistyped are refused with the nearest value', () => {
    const { faults, messages } = readArgs(order, { symbol: 'A', side: 'BUY', type: 'LIMT_MAKER' });
    expect(faults).toEqual(['type values']);
    expect(messages[0]).toContain('Did you mean LIMIT_MAKER?');
  });

  test('include yes and no only as true and false', () => {
    const at = { asset: 'A', amount: '1', type: '1' };
    expect(readArgs(loan, { ...at, autoRepay: 'True' }).wire['autoRepay']).toBe('true');
    expect(readArgs(loan, { ...at, autoRepay: 'yes' }).faults).toEqual(['autoRepay type']);
  });
});

describe('an argument that is not sent as typed', () => {
  test('is a depth above 5000, which is clamped with a note', () => {
    const { wire, notes, faults } = readArgs(depth, { symbol: 'A', limit: '6000' });
    expect({ wire, faults }).toEqual({ wire: { symbol: 'A', limit: '5000' }, faults: [] });
    expect(notes).toEqual(['limit 6000 is above 5000; the exchange answers with 5000, so 5000 is sent.']);
  });

  test('has a note if the listings differ about the max', () => {
    expect(readArgs(futuresDepth, { symbol: 'A', limit: '1000' }).notes).toEqual([]);
    const { notes, faults } = readArgs(futuresDepth, { symbol: 'A', limit: '1001' });
    expect({ faults, notes: notes.length }).toEqual({ faults: [], notes: 1 });
    expect(readArgs(futuresDepth, { symbol: 'A', limit: '5001' }).faults).toEqual(['limit maximum']);
  });

  test('is a required parameter with a default, which is added', () => {
    const given = { address: `0x${'ab'.repeat(20)}`, 'chain-id': '56' };
    expect(readArgs(holdings, given)).toMatchObject({ wire: { offset: '0' }, faults: [] });
  });

  test('is the window of a ticker, lower-cased unless it is a month', () => {
    expect(readArgs(tickerRolling, { symbol: 'A', windowSize: '4H' }).wire['windowSize']).toBe('4h');
    expect(readArgs(tickerRolling, { symbol: 'A', windowSize: '1M' }).faults).toEqual(['windowSize format']);
  });
});

test('reports three bad parameters together, in declared order', () => {
  const { faults, messages } = readArgs(klines, { limit: '5000', interval: '2d', symbol: 'BTC/USDT' });
  expect(faults).toEqual(['symbol format', 'interval values', 'limit maximum']);
  expect(messages[2]).toBe('limit must be 1 to 1000, was 5000. Use --start-time to page.');
});

test('shows hostile values escaped and truncated, and listen keys not at all', () => {
  const { messages } = readArgs(klines, { symbol: `\u001b[31m${'A'.repeat(500)}`, interval: '1h' });
  expect(messages[0]).not.toContain('\u001b');
  expect(messages[0]!.length).toBeLessThan(300);
  const keepAlive = {
    ...depth,
    params: { listenKey: { type: 'STRING', about: 'Key', maxLength: 4 } },
  } as const;
  const found = readArgs(keepAlive, { listenKey: 'pqia91ma19a5s61cv6a81va65sdf19v8a65a1' });
  expect(found.faults).toEqual(['listenKey length']);
  expect(JSON.stringify(found.messages)).not.toContain('pqia');
});

test('never throws, and returns only arguments that pass the check, whatever is typed', () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom('1h', '[', '[1e', '-3d', '9'.repeat(30)),
  );
  const name = fc.oneof(
    fc.constantFrom('symbol', 'interval', 'start-time', 'limit', 'timeZone', '__proto__'),
    fc.string(),
  );
  const given = fc.array(fc.record({ name, text: word }), { maxLength: 6 });
  fc.assert(
    fc.property(given, (args) => {
      for (const at of [klines, ticker24hr, batch, loan]) {
        const { wire, faults } = readArguments(at, args, { now: NOW });
        if (faults.length === 0) expect(checkArguments(at, wire)).toEqual([]);
        for (const { message, rule } of faults) expect(`${rule}: ${message}`).toMatch(/^[a-z-]+: .+\.$|\?$/s);
      }
    }),
    { seed: 20_260_101, numRuns: 300 },
  );
});

import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { klines } from '../../src/catalogue/spot/candles.ts';
import { ticker24hr, tickerTradingDay } from '../../src/catalogue/spot/tickers.ts';
import { aggTrades } from '../../src/catalogue/spot/trades.ts';
import type { Endpoint } from '../../src/catalogue/types.ts';
import { readArguments } from '../../src/request/arguments.ts';
import {
  optionWords,
  shellLine,
  type TypedArgument,
  toTypedArguments,
} from '../../src/request/typed-arguments.ts';
import { batch, order } from './endpoints.ts';
import { NOW } from './vectors.ts';

/** Reads option words as a command line does: `--name value` or `--name=value`. */
function readOptionWords(words: readonly string[]): TypedArgument[] {
  const read: TypedArgument[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const [, name = '', value] = /^--([a-z0-9-]+)(?:=(.*))?$/s.exec(words[at] ?? '') ?? [];
    if (value === undefined) at += 1;
    read.push({ name, text: value ?? words[at] ?? '' });
  }
  return read;
}

function printAndReadBack(at: Endpoint, wire: ReadonlyMap<string, string>) {
  const read = readArguments(at, readOptionWords(optionWords(at, wire)), { now: NOW });
  return { wire: [...read.wire], faults: read.faults };
}

test('arguments of programs are read like those of a command line', () => {
  const args = toTypedArguments(klines, {
    symbol: 'btcusdt',
    interval: '1h',
    startTime: 1_700_000_000_000n,
    limit: 5,
  });
  const { wire, faults } = readArguments(klines, args, { now: NOW });
  expect(faults).toEqual([]);
  expect([...wire]).toEqual([
    ['symbol', 'BTCUSDT'],
    ['interval', '1h'],
    ['startTime', '1700000000000'],
    ['limit', '5'],
  ]);
});

test('arguments of programs keep small times, long ids, lists and orders exact', () => {
  const read = (at: Endpoint, args: readonly TypedArgument[]) => {
    const { wire, faults } = readArguments(at, args, { now: NOW });
    expect(faults).toEqual([]);
    return Object.fromEntries(wire);
  };
  expect(
    read(klines, toTypedArguments(klines, { symbol: 'A', interval: '1h', startTime: 1000 }))['startTime'],
  ).toBe('1000');
  expect(
    read(aggTrades, toTypedArguments(aggTrades, { symbol: 'A', fromId: 9007199254740993n }))['fromId'],
  ).toBe('9007199254740993');
  expect(read(ticker24hr, toTypedArguments(ticker24hr, { symbols: ['A', 'B'] }))['symbols']).toBe(
    '["A","B"]',
  );
  const orders = [
    { symbol: 'A', side: 'BUY', type: 'MARKET', quantity: '0.10', strategyId: 9007199254740993n },
  ];
  expect(read(batch, toTypedArguments(batch, { batchOrders: orders }))['batchOrders']).toBe(
    '[{"symbol":"A","side":"BUY","type":"MARKET","quantity":"0.10","strategyId":"9007199254740993"}]',
  );
});

test('a fractional number is refused, not rounded', () => {
  const args = toTypedArguments(klines, { symbol: 'A', interval: '1h', limit: 5.5 });
  expect(readArguments(klines, args, { now: NOW }).faults).toMatchObject([{ param: 'limit', rule: 'type' }]);
});

test('printed options are read back to the same wire text', () => {
  const symbol = fc.stringMatching(/^[A-Z0-9]{1,12}$/);
  const time = fc.oneof(fc.integer({ min: 0, max: 4_000_000_000_000 }), fc.integer({ min: 0, max: 99_999 }));
  const zone = fc.constantFrom('0', '8', '-3', '-03:30', '14:00');
  const candles = fc.record(
    {
      symbol,
      interval: fc.constantFrom('1m', '1M', '1h'),
      startTime: fc.constant('0'),
      endTime: time.map(String),
      timeZone: zone,
      limit: fc.integer({ min: 1, max: 1000 }).map(String),
    },
    { requiredKeys: ['symbol', 'interval'] },
  );
  const tickers = fc.record(
    {
      symbols: fc.uniqueArray(symbol, { minLength: 1, maxLength: 5 }).map((list) => JSON.stringify(list)),
      timeZone: zone,
      type: fc.constantFrom('FULL', 'MINI'),
    },
    { requiredKeys: ['symbols'] },
  );
  const decimal = fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 25n }), fc.nat(12))
    .map(([digits, scale]) => `${digits}.${'0'.repeat(scale)}1`);
  const orders = fc.record({
    symbol,
    side: fc.constantFrom('BUY', 'SELL'),
    type: fc.constant('MARKET'),
    quantity: decimal,
    newClientOrderId: fc.stringMatching(/^[.A-Z:/a-z0-9_-]{1,36}$/),
    goodTillDate: time.map(String),
  });
  const cases = fc.oneof(
    candles.map((args) => [klines, args] as const),
    tickers.map((args) => [tickerTradingDay, args] as const),
    orders.map((args) => [order, args] as const),
  );
  fc.assert(
    fc.property(cases, ([at, args]) => {
      const wire = new Map(Object.entries(args as Record<string, string>));
      expect(printAndReadBack(at, wire)).toEqual({ wire: [...wire], faults: [] });
    }),
    { seed: 3, numRuns: 400 },
  );
});

test('a shell splits a quoted line into the original words', () => {
  const words = ['--symbol', "it's", '--x', '$(touch y) `z` "q" \\ *', '', '--time-zone=-03:30', '["A","B"]'];
  const line = shellLine(words);
  const back = execFileSync('sh', ['-c', `for word in ${line}; do printf '%s\\n' "$word"; done`], {
    encoding: 'utf8',
  });
  expect(back).toBe(`${words.join('\n')}\n`);
  expect(shellLine(['--symbol', 'BTCUSDT', '--start-time', '1700000000000'])).toBe(
    '--symbol BTCUSDT --start-time 1700000000000',
  );
});

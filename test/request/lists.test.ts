import { describe, expect, test } from 'vitest';
import { exchangeInfo } from '../../src/catalogue/spot/server.ts';
import { ticker24hr } from '../../src/catalogue/spot/tickers.ts';
import { readArguments } from '../../src/request/arguments.ts';
import { batch } from './endpoints.ts';
import { NOW, readArgs } from './vectors.ts';

describe('lists', () => {
  test.each(['btcusdt,ethusdt', ' btcusdt , ethusdt ', '["btcusdt","ETHUSDT"]'])(
    'written as %s are sent as JSON',
    (symbols) => {
      expect(readArgs(ticker24hr, { symbols })).toMatchObject({
        wire: { symbols: '["BTCUSDT","ETHUSDT"]' },
        faults: [],
      });
    },
  );

  test('may be given in several arguments', () => {
    const pieces = [
      { name: 'symbols', text: 'btcusdt' },
      { name: 'type', text: 'mini' },
      { name: 'symbols', text: 'ethusdt' },
    ];
    const { wire, faults } = readArguments(ticker24hr, pieces, { now: NOW });
    expect(faults).toEqual([]);
    expect([...wire]).toEqual([
      ['symbols', '["BTCUSDT","ETHUSDT"]'],
      ['type', 'MINI'],
    ]);
  });

  test('have their values normalised as declared, and keep long ids exact', () => {
    expect(readArgs(exchangeInfo, { permissions: 'spot,Margin' }).wire).toEqual({
      permissions: '["SPOT","MARGIN"]',
    });
    expect(readArgs(batch, { batchOrders: '[]', ids: '[9007199254740993, 5]' }).wire['ids']).toBe(
      '[9007199254740993,5]',
    );
  });

  test.each([
    ['btcusdt,', 'symbols empty'],
    ['[]', 'symbols empty'],
    ['["BTCUSDT"', 'symbols type'],
    ['[["BTCUSDT"]]', 'symbols type'],
    ['{"a":1}', 'symbols format'],
    ['BTCUSDT,BTC/USDT', 'symbols format'],
    ['BTCUSDT,btcusdt', 'symbols repeated'],
  ])('written as %s are refused: %s', (symbols, fault) => {
    expect(readArgs(ticker24hr, { symbols }).faults).toEqual([fault]);
  });

  test('are refused with the position of an invalid element', () => {
    expect(readArgs(ticker24hr, { symbols: 'BTCUSDT,BTC/USDT' }).messages[0]).toMatch(
      /^In symbols, element 2: .*BTCUSDT\.$/,
    );
  });
});

describe('lists of orders', () => {
  const one =
    '{"symbol":"btcusdt","side":"buy","type":"limit","time-in-force":"gtc","quantity":1e-7,"price":"30000.10"}';

  test('are sent with every value as text, numbers with all their digits', () => {
    const { wire, faults } = readArgs(batch, { batchOrders: `[${one}]` });
    expect(faults).toEqual([]);
    expect(wire['batchOrders']).toBe(
      '[{"symbol":"BTCUSDT","side":"BUY","type":"LIMIT","timeInForce":"GTC","quantity":"0.0000001","price":"30000.10"}]',
    );
  });

  test('are refused with the faults of all orders, each with its position', () => {
    const second = '{"symbol":"BTC/USDT","side":"HOLD","type":"MARKET","foo":1,"price":"0"}';
    expect(readArgs(batch, { batchOrders: `[${one},${second}]` }).faults).toEqual([
      'batchOrders[1].symbol format',
      'batchOrders[1].foo unknown-parameter',
      'batchOrders[1].side values',
      'batchOrders[1].price above',
      'batchOrders[1] needs-by-value',
    ]);
  });

  test.each([
    ['{}', 'batchOrders type'],
    ['[1]', 'batchOrders type'],
    ['[]', 'batchOrders empty'],
    [`[${Array.from({ length: 6 }, () => one).join(',')}]`, 'batchOrders maximum'],
    ['[{"symbol":{"a":1},"side":"BUY","type":"MARKET","quantity":"1"}]', 'batchOrders[0].symbol type'],
  ])('of the form %.30s are refused: %s', (batchOrders, fault) => {
    expect(readArgs(batch, { batchOrders }).faults).toEqual([fault]);
  });

  test('are refused by name if a field is given in both spellings', () => {
    const twice =
      '{"symbol":"A","side":"BUY","type":"MARKET","quantity":"1","goodTillDate":"0","good-till-date":"0"}';
    expect(readArgs(batch, { batchOrders: `[${twice}]` }).faults).toEqual([
      'batchOrders[0].goodTillDate repeated',
    ]);
  });
});

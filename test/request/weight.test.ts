import { describe, expect, test } from 'vitest';
import { holdings } from '../../src/catalogue/onchain/holdings.ts';
import { klines } from '../../src/catalogue/spot/candles.ts';
import { spotMarket } from '../../src/catalogue/spot/market.ts';
import { ping } from '../../src/catalogue/spot/server.ts';
import {
  ticker24hr,
  tickerBook,
  tickerPrice,
  tickerRolling,
  tickerTradingDay,
} from '../../src/catalogue/spot/tickers.ts';
import { aggTrades, depth, historicalTrades, trades } from '../../src/catalogue/spot/trades.ts';
import type { Endpoint } from '../../src/catalogue/types.ts';
import { weightOf } from '../../src/request/weight.ts';
import { futuresDepth, loan, myTrades } from './endpoints.ts';

function weights(at: Endpoint, args: Readonly<Record<string, string>>) {
  const { first, second, counted } = weightOf(at, new Map(Object.entries(args)));
  return [first, second, counted];
}

function symbols(count: number): string {
  return JSON.stringify(Array.from({ length: count }, (_, index) => `A${index}USDT`));
}

// The numbers are those of the interface document, Spot market data and its weight notes.
describe('the weight of depth', () => {
  test.each([
    ['5', 1, 5],
    ['100', 1, 5],
    ['101', 5, 25],
    ['500', 5, 25],
    ['501', 10, 50],
    ['1000', 10, 50],
    ['1001', 50, 250],
    ['5000', 50, 250],
    ['9000', 50, 250],
  ])(
    'with limit %s is %i by the first and %i by the second listing; the larger counts',
    (limit, first, second) => {
      expect(weights(depth, { symbol: 'A', limit })).toEqual([first, second, second]);
    },
  );

  test('uses the default limit of 100 if none is sent', () => {
    expect(weights(depth, { symbol: 'A' })).toEqual([1, 5, 5]);
  });

  test('is the largest for a limit that is no number', () => {
    expect(weights(depth, { symbol: 'A', limit: 'x' })).toEqual([50, 250, 250]);
  });
});

test('a fixed weight is used unchanged', () => {
  expect(weights(ping, {})).toEqual([1, 1, 1]);
  expect(weights(trades, { symbol: 'A' })).toEqual([10, 25, 25]);
  expect(weights(historicalTrades, { symbol: 'A' })).toEqual([25, 25, 25]);
  expect(weights(aggTrades, { symbol: 'A' })).toEqual([2, 4, 4]);
  expect(weights(klines, { symbol: 'A', interval: '1h', limit: '1000' })).toEqual([2, 2, 2]);
});

describe('the weight of the 24 hour ticker', () => {
  test.each([
    [{ symbol: 'A' }, 2],
    [{ symbols: symbols(1) }, 2],
    [{ symbols: symbols(20) }, 2],
    [{ symbols: symbols(21) }, 40],
    [{ symbols: symbols(100) }, 40],
    [{ symbols: symbols(101) }, 80],
    [{}, 80],
  ])('is the tier of the second listing, within the range of the first (case %#)', (args, weight) => {
    expect(weights(ticker24hr, args)).toEqual([weight, weight, weight]);
  });
});

test('price and book tickers have weight 2 for one symbol and 4 otherwise', () => {
  for (const at of [tickerPrice, tickerBook]) {
    expect(weights(at, { symbol: 'A' })).toEqual([2, 2, 2]);
    expect(weights(at, { symbols: symbols(3) })).toEqual([4, 4, 4]);
    expect(weights(at, {})).toEqual([4, 4, 4]);
  }
});

test('trading day and rolling tickers have weight 4 per symbol, the rolling ticker at most 200', () => {
  expect(weights(tickerTradingDay, { symbol: 'A' })).toEqual([4, 4, 4]);
  expect(weights(tickerTradingDay, { symbols: symbols(7) })).toEqual([28, 28, 28]);
  expect(weights(tickerTradingDay, { symbols: symbols(100) })).toEqual([400, 400, 400]);
  expect(weights(tickerRolling, { symbol: 'A' })).toEqual([4, 4, 4]);
  expect(weights(tickerRolling, { symbols: symbols(20) })).toEqual([80, 80, 80]);
  expect(weights(tickerRolling, { symbols: symbols(21) })).toEqual([80, 84, 84]);
  expect(weights(tickerRolling, { symbols: symbols(50) })).toEqual([80, 200, 200]);
  expect(weights(tickerRolling, { symbols: symbols(51) })).toEqual([80, 200, 200]);
});

test('a weight may depend on whether a parameter is sent', () => {
  expect(weights(myTrades, { symbol: 'A' })).toEqual([20, 20, 20]);
  expect(weights(myTrades, { symbol: 'A', orderId: '1' })).toEqual([20, 5, 20]);
});

test('a range without a number counts as its upper end, and an unlisted weight as 1', () => {
  expect(weights(futuresDepth, { symbol: 'A' })).toEqual([50, 50, 50]);
  expect(weights(loan, {})).toEqual([1, 1, 1]);
  expect(weights(holdings, {})).toEqual([1, 1, 1]);
});

test('every call has weight 1 or more, and the larger listing counts', () => {
  for (const at of spotMarket) {
    const { first, second, counted } = weightOf(at, new Map());
    expect(Math.min(first, second)).toBeGreaterThanOrEqual(1);
    expect(counted).toBe(Math.max(first, second));
  }
});

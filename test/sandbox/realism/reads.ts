/** Reads of a market by which the cost of its models is compared. */
import { DAY_MS } from '../../../src/core/time-units.ts';
import { unixMs } from '../../../src/core/words.ts';
import type { Market } from '../../../src/sandbox/engine/market/market.ts';

const NOW = Date.UTC(2026, 10, 20, 12, 34, 56, 789);
const NAMES = ['BTCUSDT', 'SOLUSDT', 'DOGEUSDT', 'SKLUSDT', 'ETHBTC'] as const;

type Read = (market: Market, index: number) => void;

const candles =
  (interval: '1s' | '1m' | '1h' | '1d' | '1M', limit: number): Read =>
  (market, index) => {
    const now = unixMs(NOW - index * 3 * DAY_MS);
    for (const name of NAMES) {
      market.candles({ symbol: market.find(name, now)!, interval, zoneMinutes: 0, limit, now });
    }
  };

const books =
  (levels: number): Read =>
  (market, index) => {
    for (let place = 0; place < 4; place += 1) {
      const at = unixMs(NOW - (index * 4 + place) * 7_777_777);
      for (const name of NAMES) market.book(market.find(name, at)!, levels, at);
    }
  };

export const READS: readonly (readonly [label: string, read: Read])[] = [
  ['1,000 candles of 1s, five symbols', candles('1s', 1000)],
  ['1,000 candles of 1m, five symbols', candles('1m', 1000)],
  ['1,000 candles of 1h, five symbols', candles('1h', 1000)],
  ['1,000 candles of 1d, five symbols', candles('1d', 1000)],
  ['all candles of 1M, five symbols', candles('1M', 200)],
  ['the last candle of 1m, five symbols', candles('1m', 1)],
  ['the last candle of 1d, five symbols', candles('1d', 1)],
  ['20 books of 5,000 levels', books(5000)],
  ['20 books of 20 levels', books(20)],
  [
    '24-hour tickers of all symbols',
    (market, index) => {
      const now = NOW - index * DAY_MS;
      for (const symbol of market.symbols) market.summary(symbol, now - DAY_MS, now + 1);
    },
  ],
  [
    '1,000 aggregate trades, five symbols',
    (market, index) => {
      for (const name of NAMES) {
        const at = unixMs(NOW - index * 99_999_999);
        const symbol = market.find(name, at)!;
        const last = market.lastTrade(symbol, at)!;
        market.aggregateTrades(symbol, last.id - 999, last.id + 1);
      }
    },
  ],
];

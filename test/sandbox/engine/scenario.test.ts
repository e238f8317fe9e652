import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/core/time-units.ts';
import { unixMs } from '../../../src/core/words.ts';
import { createMarket, type Market } from '../../../src/sandbox/engine/market/market.ts';
import { scenarioMarket } from '../../../src/sandbox/engine/market/scenario.ts';
import { SCENARIOS, type ScenarioName } from '../../../src/sandbox/engine/market/scenario-kinds.ts';
import { MARKET_MODELS } from '../../../src/sandbox/engine/market/symbol-model.ts';
import type { MarketSymbol } from '../../../src/sandbox/engine/market/symbols.ts';
import { priceRangeOf } from '../../../src/sandbox/engine/market/trade-summary.ts';
import { findSymbol, mergeSums, NOW, type Sum, toSum } from './sample.ts';

const BEGIN = Math.ceil(NOW / 60_000) * 60_000;
const NAMES = Object.keys(SCENARIOS) as ScenarioName[];
const SYMBOLS = ['SKLUSDT', 'LTCBNB', 'ETHUSDT', 'USDCUSDT'];

const episodes = fc.record({
  seed: fc.integer({ min: 0, max: 1_000_000 }),
  name: fc.constantFrom(...NAMES),
  symbol: fc.constantFrom(...SYMBOLS).map(findSymbol),
  /** Between five minutes before the start of the scenario and 30 minutes after it. */
  from: fc.integer({ min: BEGIN - 5 * MINUTE_MS, max: BEGIN + 30 * MINUTE_MS }),
  ms: fc.integer({ min: 1, max: 4 * MINUTE_MS }),
});

function tradeSums(market: Market, symbol: MarketSymbol, from: number, to: number): Sum[] {
  const { firstId, count } = market.summary(symbol, from, to);
  return market
    .aggregateTrades(symbol, firstId, firstId + count)
    .map(({ id, time, price, lots, isBuyerMaker }) => {
      expect(time >= from && time < to).toBe(true);
      const quote = BigInt(price) * BigInt(lots);
      const [open, high, low, close] = [price, price, price, price];
      const buyLots = isBuyerMaker ? 0n : BigInt(lots);
      const sum = { firstId: id, count: 1, open, high, low, close, lots: BigInt(lots), quote };
      return { ...sum, buyLots, buyQuote: isBuyerMaker ? 0n : quote };
    });
}

describe.each(MARKET_MODELS)('a market of model %i in a scenario', (model) => {
  it('has summaries equal to the sum of trades in every time window', () => {
    fc.assert(
      fc.property(episodes, ({ seed, name, symbol, from, ms }) => {
        const market = scenarioMarket(createMarket({ seed, model }), name, NOW);
        const summary = market.summary(symbol, from, from + ms);
        expect(market.priceRange(symbol, from, from + ms)).toEqual(priceRangeOf(summary));
        if (summary.count === 0) {
          expect(summary.close).toBe(market.lastPrice(symbol, unixMs(from - 1)));
          return;
        }
        expect(toSum(symbol, summary)).toEqual(mergeSums(tradeSums(market, symbol, from, from + ms)));
      }),
      { numRuns: 150 },
    );
  });

  it('knows the lowest and highest price of hours without adding up their trades', () => {
    const market = createMarket({ seed: 5, model });
    const symbol = findSymbol('SKLUSDT');
    for (const name of NAMES) {
      const shown = scenarioMarket(market, name, NOW);
      for (const [from, to] of [
        [BEGIN - 30 * MINUTE_MS, BEGIN + 30 * MINUTE_MS],
        [BEGIN + 1, BEGIN + 90 * MINUTE_MS],
      ] as const) {
        const range = priceRangeOf(shown.summary(symbol, from, to));
        expect({ name, ...shown.priceRange(symbol, from, to) }).toEqual({ name, ...range });
      }
    }
  });

  it('has candles that sum to longer ones and trades that sum to their aggregates', () => {
    fc.assert(
      fc.property(episodes, ({ seed, name, symbol, from }) => {
        const market = scenarioMarket(createMarket({ seed, model }), name, NOW);
        const query = { symbol, zoneMinutes: 0, limit: 60, now: unixMs(from) };
        const [large] = market.candles({ ...query, interval: '15m', limit: 1 });
        const small = market.candles({ ...query, interval: '1m', from: large!.openTime });
        expect(toSum(symbol, large!.summary)).toEqual(
          mergeSums(small.map(({ summary }) => toSum(symbol, summary))),
        );
        const last = market.lastTrade(symbol, unixMs(from))!;
        const parts = market.tradesOf(symbol, last);
        expect(parts.reduce((sum, { lots }) => sum + lots, 0)).toBe(last.lots);
        expect(market.trades(symbol, parts[0]!.id, parts.at(-1)!.id + 1)).toEqual(parts);
        expect(market.lastPrice(symbol, unixMs(from))).toBe(last.price);
      }),
      { numRuns: 40 },
    );
  });

  it('has a book around its last price that is never crossed', () => {
    fc.assert(
      fc.property(episodes, ({ seed, name, symbol, from }) => {
        const market = scenarioMarket(createMarket({ seed, model }), name, NOW);
        const { bids, asks } = market.book(symbol, 50, unixMs(from));
        const step = unixMs(Math.floor(from / 100) * 100);
        const last = market.lastPrice(symbol, step);
        expect(bids[0]!.price).toBeLessThanOrEqual(last);
        expect(asks[0]!.price).toBeGreaterThanOrEqual(last);
        expect(bids[0]!.price).toBeLessThan(asks[0]!.price);
        expect(asks[0]!.price - bids[0]!.price).toBeLessThan(last / 4);
      }),
      { numRuns: 60 },
    );
  });

  it('equals the base market before and after it, and keeps the ids and times of trades', () => {
    const baseMarket = createMarket({ seed: 3, model });
    const symbol = findSymbol('SKLUSDT');
    for (const name of NAMES) {
      const market = scenarioMarket(baseMarket, name, NOW);
      const after = BEGIN + 1441 * MINUTE_MS;
      for (const [from, to] of [
        [BEGIN - 3_600_000, BEGIN],
        [after, after + 3_600_000],
      ] as const) {
        expect(market.summary(symbol, from, to)).toEqual(baseMarket.summary(symbol, from, to));
      }
      const ids = (one: Market) => {
        const { firstId, count } = one.summary(symbol, BEGIN, BEGIN + 30 * MINUTE_MS);
        return one.aggregateTrades(symbol, firstId, firstId + count).map(({ id, time }) => [id, time]);
      };
      expect(ids(market)).toEqual(ids(baseMarket));
    }
  });

  it('changes prices, spread and volatility as its name says, but no stablecoin', () => {
    const baseMarket = createMarket({ seed: 3, model });
    const priceRatio = (name: ScenarioName, symbol: string, minute: number) => {
      const one = findSymbol(symbol);
      const at = unixMs(BEGIN + minute * MINUTE_MS);
      const market = scenarioMarket(baseMarket, name, NOW);
      return { ratio: market.lastPrice(one, at) / baseMarket.lastPrice(one, at), market, one, at };
    };
    expect(priceRatio('crash', 'BTCUSDT', 15).ratio).toBeLessThan(0.75);
    expect(priceRatio('crash', 'BTCUSDT', 15).ratio).toBeGreaterThan(0.6);
    expect(priceRatio('crash', 'USDCUSDT', 15).ratio).toBe(1);
    expect(priceRatio('crash', 'BTCUSDT', 316).ratio).toBe(1);
    expect(priceRatio('flash', 'ETHUSDT', 2).ratio).toBeLessThan(0.85);
    expect(priceRatio('flash', 'ETHUSDT', 13).ratio).toBe(1);
    expect(priceRatio('trend', 'ETHUSDT', 240).ratio).toBeGreaterThan(1.2);
    const spread = (name: ScenarioName) => {
      const { market, one, at } = priceRatio(name, 'BTCUSDT', 60);
      const { bids, asks } = market.book(one, 5, at);
      return { width: asks[0]!.price - bids[0]!.price, lots: bids[0]!.lots };
    };
    expect(spread('thin').width).toBeGreaterThan(spread('trend').width);
    const range = (market: Market) => {
      const { high, low } = market.summary(
        findSymbol('BTCUSDT'),
        BEGIN + 10 * MINUTE_MS,
        BEGIN + 300 * MINUTE_MS,
      );
      return high - low;
    };
    expect(range(scenarioMarket(baseMarket, 'calm', NOW))).toBeLessThan(range(baseMarket) / 8);
  });
});

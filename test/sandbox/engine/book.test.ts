import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unixMs } from '../../../src/core/words.ts';
import { BOOK_STEP_MS, type MarketLevel, UPDATES_PER_STEP } from '../../../src/sandbox/engine/market/book.ts';
import { createMarket } from '../../../src/sandbox/engine/market/market.ts';
import { findSymbol, moments, NOW } from './sample.ts';

const market = createMarket({ seed: 5 });
const btc = findSymbol('BTCUSDT');

function isSorted(levels: readonly MarketLevel[], direction: 1 | -1): boolean {
  return levels.every(
    ({ price }, index) => index === 0 || (price - levels[index - 1]!.price) * direction > 0,
  );
}

describe('the market order book', () => {
  it('is sorted, uncrossed, on the tick grid, and around the last trade', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 1, max: 200 }), ({ market: other, symbol, at }, levels) => {
        const { bids, asks } = other.book(symbol, levels, unixMs(at));
        const last = other.lastPrice(symbol, unixMs(Math.floor(at / BOOK_STEP_MS) * BOOK_STEP_MS));
        expect(asks.length).toBe(levels);
        expect(bids.length).toBeLessThanOrEqual(levels);
        expect(isSorted(asks, 1) && isSorted(bids, -1)).toBe(true);
        expect([bids[0]!.price, asks[0]!.price]).toContain(last);
        expect(asks[0]!.price).toBe(bids[0]!.price + 1);
        for (const { price, lots } of [...bids, ...asks]) {
          expect(Number.isSafeInteger(price) && price > 0).toBe(true);
          expect(Number.isSafeInteger(lots) && lots > 0).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('has at most 5000 levels per side', () => {
    for (const levels of [5000, 100_000]) {
      const { bids, asks } = market.book(btc, levels, NOW);
      expect([bids.length, asks.length]).toEqual([5000, 5000]);
    }
  });

  it('shows the same levels at every requested depth', () => {
    const deep = market.book(btc, 500, NOW);
    const shallow = market.book(btc, 5, NOW);
    expect(shallow.bids).toEqual(deep.bids.slice(0, 5));
    expect(shallow.asks).toEqual(deep.asks.slice(0, 5));
    expect(shallow.lastUpdateId).toBe(deep.lastUpdateId);
  });

  it('has more quantity away from the best price', () => {
    const { bids } = market.book(btc, 5000, NOW);
    const mean = (levels: readonly MarketLevel[]) =>
      levels.reduce((sum, { lots }) => sum + lots, 0) / levels.length;
    expect(mean(bids.slice(4000))).toBeGreaterThan(2 * mean(bids.slice(0, 50)));
  });

  it('is constant within a step, then changes some levels and increases its update id', () => {
    const start = Math.floor(NOW / BOOK_STEP_MS) * BOOK_STEP_MS;
    let changed = 0;
    for (let step = 0; step < 20; step += 1) {
      const at = start + step * BOOK_STEP_MS;
      const book = market.book(btc, 1000, unixMs(at));
      expect(market.book(btc, 1000, unixMs(at + BOOK_STEP_MS - 1))).toEqual(book);
      const next = market.book(btc, 1000, unixMs(at + BOOK_STEP_MS));
      expect(next.lastUpdateId).toBe(book.lastUpdateId + UPDATES_PER_STEP);
      const before = new Map(book.asks.map(({ price, lots }) => [price, lots]));
      const unchanged = next.asks.filter(({ price, lots }) => before.get(price) === lots).length;
      // Most levels stay the same unless the best price moves by 50 ticks or more.
      if (Math.abs(next.asks[0]!.price - book.asks[0]!.price) < 50) expect(unchanged).toBeGreaterThan(600);
      if (unchanged < 1000) changed += 1;
    }
    expect(changed).toBeGreaterThan(15);
  });

  it('is empty after trading has ended', () => {
    const delisted = findSymbol('BTCBUSD');
    expect(market.book(delisted, 5, NOW)).toMatchObject({ bids: [], asks: [] });
    expect(market.book(delisted, 5, unixMs(delisted.delistedAt! - 1)).bids).toHaveLength(5);
  });
});

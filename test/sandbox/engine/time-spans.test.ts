import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/core/time-units.ts';
import { unixMs } from '../../../src/core/words.ts';
import { createMarket, type Market } from '../../../src/sandbox/engine/market/market.ts';

const NOW = 1_750_000_000_000;
/** A liquid and an illiquid symbol. */
const NAMES = ['BTCUSDT', 'DOGEBTC'] as const;

interface MarketQuery {
  readonly name: (typeof NAMES)[number];
  readonly kind: 'summary' | 'last' | 'trades' | 'candles' | 'book';
  readonly day: number;
  readonly ms: number;
  readonly spanMs: number;
}

function runQuery(market: Market, { name, kind: what, day, ms, spanMs }: MarketQuery): unknown {
  const at = unixMs(NOW - day * DAY_MS + ms);
  const symbol = market.find(name, at)!;
  if (what === 'summary') return { ...market.summary(symbol, at, at + spanMs) };
  if (what === 'book') return market.book(symbol, 5, at);
  const last = market.lastTrade(symbol, at)!;
  if (what === 'last') return last;
  if (what === 'trades') return market.aggregateTrades(symbol, last.id - 3, last.id + 3);
  return market.candles({ symbol, interval: '1m', zoneMinutes: 0, limit: 3 + (day % 9), now: at });
}

describe('cached time spans', () => {
  it('do not change any result, whatever was requested before', () => {
    const market = createMarket({ seed: 5 });
    const query = fc.record({
      name: fc.constantFrom(...NAMES),
      kind: fc.constantFrom('summary', 'last', 'trades', 'candles', 'book' as const),
      day: fc.nat(12),
      ms: fc.oneof(fc.nat(2000), fc.nat(DAY_MS)),
      spanMs: fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 2 * DAY_MS })),
    });
    fc.assert(
      fc.property(fc.array(query, { minLength: 20, maxLength: 40 }), (questions) => {
        for (const one of questions as readonly MarketQuery[]) {
          expect(runQuery(market, one)).toEqual(runQuery(createMarket({ seed: 5 }), one));
        }
      }),
      { numRuns: 15 },
    );
  });
});

/** An account with a position of which nobody asked for weeks is brought up to date at a cost in proportion to the time. */
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/core/time-units.ts';
import type { Market } from '../../../src/sandbox/engine/market/market.ts';
import { manualClock } from '../manual-clock.ts';
import { createTestExchange, requestJson } from '../signed-calls.ts';

/** Returns how often the range of the index price is looked up while a number of days is caught up with. */
function lookupsFor(days: number): number {
  const clock = manualClock();
  let count = 0;
  const transformMarket = (market: Market): Market => ({
    ...market,
    priceRange(...window) {
      count += 1;
      return market.priceRange(...window);
    },
  });
  const exchange = createTestExchange({ clock, transformMarket });
  const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.002' };
  requestJson(exchange, 'POST', '/fapi/v1/order', order);
  count = 0;
  clock.move(days * DAY_MS);
  requestJson(exchange, 'GET', '/fapi/v2/account');
  return count;
}

describe('catching up with a futures position', () => {
  it('searches for a liquidation up to the next funding, not from every funding up to now', () => {
    const [days, twiceAsMany] = [lookupsFor(10), lookupsFor(20)];
    expect(twiceAsMany).toBeLessThan(2.5 * days);
    // Three fundings a day, each with a search for a margin call and one for a liquidation.
    expect(twiceAsMany).toBeLessThan(2 * 3 * 20 * 2);
  });
});

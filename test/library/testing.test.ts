import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openTestBourse } from '../../src/library/testing.ts';

const BUY = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01' } as const;

async function history(seed: number) {
  const x = openTestBourse({ seed });
  const order = await x.trade.placeOrder(BUY, {});
  x.clock.advance(3_600_000);
  const [price] = await x.market.tickerPrice({ symbol: 'BTCUSDT' });
  const answers = [order, price, x.clock.now()];
  await x.close();
  return { answers, home: x.home };
}

describe('an exchange for tests', () => {
  it('gives the same answers to the same calls, and others with another seed', async () => {
    const [one, two, other] = [await history(7), await history(7), await history(8)];
    expect(one.answers).toEqual(two.answers);
    expect(one.answers).not.toEqual(other.answers);
  });

  it('refuses streams, whose events need a clock that runs', async () => {
    const x = openTestBourse();
    const next = x.stream.trades({ symbol: 'BTCUSDT' }).next();
    await expect(next).rejects.toMatchObject({ name: 'BourseError', kind: 'usage' });
    await x.close();
  });

  it('removes its folder when it is closed', async () => {
    const { home } = await history(7);
    expect(existsSync(home)).toBe(false);
  });

  it('has a clock that stands still between the calls and never goes back', async () => {
    const x = openTestBourse({ now: new Date('2024-03-15T12:00:00Z') });
    const { serverTime } = await x.market.time();
    expect(serverTime).toBe(Date.UTC(2024, 2, 15, 12));
    expect((await x.market.time()).serverTime).toBe(serverTime);
    expect(() => x.clock.advance(-1)).toThrow(RangeError);
    await x.close();
  });

  it.each([{ seed: -1 }, { seed: 1.5 }, { seed: 2 ** 32 }, { now: Number.NaN }, { now: new Date('') }])(
    'refuses %j',
    (options) => {
      expect(() => openTestBourse(options)).toThrow(RangeError);
    },
  );
});

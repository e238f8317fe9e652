/** Delays between attempts: their growth, their maximum, and their random part. */
import { describe, expect, it } from 'vitest';
import { backOffBoundMs, backOffMs } from '../../src/core/back-off.ts';

const constantRandom = (value: number) => ({ next: () => value });

describe('the delay before the next attempt', () => {
  it('doubles with each failure up to its maximum', () => {
    const bounds = [0, 1, 2, 3, 4, 1000].map((failures) =>
      backOffBoundMs(failures, { firstMs: 250, maxMs: 3000 }),
    );
    expect(bounds).toEqual([250, 500, 1000, 2000, 3000, 3000]);
  });

  it('is random between the fixed share of its bound and the bound', () => {
    const backOff = { firstMs: 1000, maxMs: 30_000, fixedShare: 0.5 };
    expect(backOffMs(1, backOff, constantRandom(0))).toBe(1000);
    expect(backOffMs(1, backOff, constantRandom(0.5))).toBe(1500);
    expect(backOffMs(1, backOff, constantRandom(0.9999))).toBe(2000);
  });

  it('may be zero without a fixed share', () => {
    const backOff = { firstMs: 250, maxMs: 30_000, fixedShare: 0 };
    expect(backOffMs(3, backOff, constantRandom(0))).toBe(0);
    expect(backOffMs(3, backOff, constantRandom(0.25))).toBe(500);
  });
});

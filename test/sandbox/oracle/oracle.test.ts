import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Command, compare } from './compare.ts';

const number = fc.nat({ max: 100_000 });
const command: fc.Arbitrary<Command> = fc.record({
  action: number,
  user: number,
  type: number,
  tif: number,
  selfTradePrevention: number,
  price: number,
  stop: number,
  lots: number,
  pick: number,
});

describe('the spot engine', () => {
  it('agrees with the reference exchange for random requests', () => {
    const sum = { trades: 0, refused: 0, triggered: 0 };
    fc.assert(
      fc.property(fc.array(command, { minLength: 5, maxLength: 120, size: 'max' }), (commands) => {
        const found = compare(commands);
        for (const name of ['trades', 'refused', 'triggered'] as const) sum[name] += found[name];
      }),
      { numRuns: 60, interruptAfterTimeLimit: 20_000 },
    );
    // Without enough trades, rejections and triggers the property would prove nothing.
    expect(sum.trades).toBeGreaterThan(200);
    expect(sum.refused).toBeGreaterThan(100);
    expect(sum.triggered).toBeGreaterThan(10);
  });
});

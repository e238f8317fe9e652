import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundHalfUp } from '../../../src/sandbox/engine/market/rounding.ts';

/** Any number, and numbers close to halves of whole numbers. */
const numbers = fc.oneof(
  fc.double({ min: -1e300, max: 1e300, noNaN: true }),
  fc
    .tuple(fc.integer(), fc.constantFrom(0, 0.5, 0.49999999999999994, 0.5000000000000001))
    .map(([whole, part]) => whole + part),
);

describe('rounding without branches', () => {
  it('returns what Math.round does, but for the sign of 0', () => {
    fc.assert(
      fc.property(numbers, (value) => {
        expect(roundHalfUp(value) + 0).toBe(Math.round(value) + 0);
      }),
      { seed: 20_261_128, numRuns: 5000 },
    );
  });

  it.each([
    -5e-324,
    -1e-17,
    0.49999999999999994,
    2 ** 52 - 0.5,
    2 ** 52 + 1,
    -(2 ** 53) + 1,
    -0.5,
    -1.5,
    2.5,
  ])('rounds %d as Math.round does', (value) => {
    expect(roundHalfUp(value) + 0).toBe(Math.round(value) + 0);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { greaterOf, lesserOf, roundHalfUp } from '../../../src/sandbox/engine/market/rounding.ts';

/** Any number, and numbers close to halves of whole numbers. */
const numbers = fc.oneof(
  fc.double({ min: -1e300, max: 1e300, noNaN: true }),
  fc
    .tuple(fc.integer(), fc.constantFrom(0, 0.5, 0.49999999999999994, 0.5000000000000001))
    .map(([whole, part]) => whole + part),
);
const INTEGER_MAX = 2 ** 51;
const integers = fc.oneof(
  fc.integer({ min: -9, max: 9 }),
  fc.integer({ min: -INTEGER_MAX, max: INTEGER_MAX }),
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

  it('finds the greater and the lesser one of two integers', () => {
    fc.assert(
      fc.property(integers, integers, (one, other) => {
        expect(greaterOf(one, other)).toBe(Math.max(one, other));
        expect(lesserOf(one, other)).toBe(Math.min(one, other));
      }),
      { seed: 20_261_128, numRuns: 5000 },
    );
  });
});

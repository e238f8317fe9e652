/** The valid values suggested for an invalid one: they are valid, nearest, and below and above it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  compare,
  type Decimal,
  decimalOf,
  formatTrimmed,
  isZero,
  subtract,
} from '../../src/core/decimal.ts';
import {
  brokenBounds,
  intersectRanges,
  nearestValues,
  parseRange,
  type ValidRange,
} from '../../src/orders/valid-range.ts';

const RUNS = { numRuns: 500, seed: 20_240_315 };

const decimal = (max: number) =>
  fc
    .tuple(fc.integer({ min: 0, max }), fc.integer({ min: 0, max: 6 }))
    .map(([value, scale]): Decimal => ({ value: BigInt(value), scale }));
const range = fc
  .tuple(decimal(50_000), decimal(2_000_000), decimal(500))
  .map(([min, max, step]) => parseRange(formatTrimmed(min), formatTrimmed(max), formatTrimmed(step)));

describe('the nearest valid values of a value', () => {
  it('are valid, and the value lies between them', () => {
    fc.assert(
      fc.property(decimal(9_999_999), range, (value, legal) => {
        const { down, up } = nearestValues(value, legal);
        for (const one of [down, up]) {
          if (one === null) continue;
          expect(brokenBounds(decimalOf(one), legal)).toEqual([]);
          expect(isZero(decimalOf(one))).toBe(false);
        }
        if (down !== null) expect(compare(decimalOf(down), value)).not.toBe(1);
        if (up !== null) expect(compare(decimalOf(up), value)).not.toBe(-1);
      }),
      RUNS,
    );
  });

  it('have no valid value nearer to it', () => {
    fc.assert(
      fc.property(decimal(9_999_999), range, (value, legal) => {
        const { step } = legal;
        if (isZero(step)) return;
        const { down, up } = nearestValues(value, legal);
        const isNearer = (one: Decimal) => brokenBounds(one, legal).length === 0;
        if (down !== null && compare(add(decimalOf(down), step), value) <= 0)
          expect(isNearer(add(decimalOf(down), step))).toBe(false);
        if (up !== null && compare(subtract(decimalOf(up), step), value) >= 0)
          expect(
            isNearer(subtract(decimalOf(up), step)) &&
              compare(subtract(decimalOf(up), step), decimalOf('0')) > 0,
          ).toBe(false);
      }),
      RUNS,
    );
  });

  it('are the value itself if it is valid', () => {
    fc.assert(
      fc.property(decimal(9_999_999), range, (value, legal) => {
        if (isZero(value) || brokenBounds(value, legal).length > 0) return;
        expect(nearestValues(value, legal)).toEqual({ down: formatTrimmed(value), up: formatTrimmed(value) });
      }),
      RUNS,
    );
  });
});

describe('the intersection of two ranges', () => {
  const lot: ValidRange = parseRange('0.001', '100', '0.001');

  it('has the values of both, by the coarser step', () => {
    const together = intersectRanges(lot, parseRange('0.01', '5', '0.01'));
    expect(nearestValues(decimalOf('6'), together)).toEqual({ down: '5', up: null });
    expect(nearestValues(decimalOf('0.0101'), together)).toEqual({ down: '0.01', up: '0.02' });
  });

  it('uses the other range for a bound that is disabled', () => {
    expect(intersectRanges(lot, parseRange('0', '0', '0'))).toEqual(lot);
  });
});

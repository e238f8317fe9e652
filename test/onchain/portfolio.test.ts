import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalOf } from '../../src/core/decimal.ts';
import { filterByValue, holdingValue, sortByValue, totalValue } from '../../src/onchain/portfolio.ts';

const holding = (price: string | null, remainQty: string | null) => ({ price, remainQty });

describe('the value of a holding', () => {
  it('is exact beyond the precision of floats', () => {
    expect(holdingValue(holding('0.1', '0.2'))).toBe('0.02');
    expect(holdingValue(holding('1.000000000000000001', '1000000000000000000000'))).toBe(
      '1000000000000000001000',
    );
    expect(holdingValue(holding('1e-18', '3'))).toBe('0.000000000000000003');
  });

  it('is unknown if price or quantity is no number', () => {
    expect(holdingValue(holding(null, '1'))).toBeUndefined();
    expect(holdingValue(holding('1', null))).toBeUndefined();
    expect(holdingValue(holding('--', '1'))).toBeUndefined();
  });

  it('is summed exactly, with the count of unknown values', () => {
    const wallet = [holding('0.1', '1'), holding('0.2', '1'), holding(null, '5'), holding('1', 'many')];
    expect(totalValue(wallet)).toEqual({ value: '0.3', unpriced: 2 });
    expect(totalValue([])).toEqual({ value: '0', unpriced: 0 });
  });

  it('has a sum that does not depend on the order of holdings', () => {
    const cents = fc.integer({ min: 0, max: 10 ** 9 }).map((n) => `${n}e-${n % 19}`);
    fc.assert(
      fc.property(fc.array(fc.tuple(cents, cents)), (pairs) => {
        const wallet = pairs.map(([price, quantity]) => holding(price, quantity));
        expect(totalValue(wallet)).toEqual(totalValue([...wallet].reverse()));
        expect(totalValue(sortByValue(wallet))).toEqual(totalValue(wallet));
      }),
      { seed: 20240131 },
    );
  });
});

describe('sorting and filtering by value', () => {
  const dust = holding('0.000001', '1');
  const large = holding('9', '9');
  const equal = holding('81', '1');
  const unknown = holding(null, '1000000');

  it('puts the largest first and unknown values last, and keeps the order of equals', () => {
    expect(sortByValue([unknown, dust, large, equal])).toEqual([large, equal, dust, unknown]);
    expect(sortByValue([equal, large])).toEqual([equal, large]);
  });

  it('keeps holdings of exactly the min value, and omits unknown values', () => {
    expect(filterByValue([unknown, dust, large, equal], decimalOf('81'))).toEqual([large, equal]);
    expect(filterByValue([large], decimalOf('81.000000000000000000001'))).toEqual([]);
  });
});

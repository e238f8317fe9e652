import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalOf } from '../../src/core/decimal.ts';
import { filterByValue, holdingValue, sortByValue, totalValue } from '../../src/onchain/portfolio.ts';

const priced = (price: string | null, remainQty: string | null) => ({ price, remainQty });

describe('the value of a holding', () => {
  it('is exact beyond the precision of floats', () => {
    expect(holdingValue(priced('0.1', '0.2'))).toBe('0.02');
    expect(holdingValue(priced('1.000000000000000001', '1000000000000000000000'))).toBe(
      '1000000000000000001000',
    );
    expect(holdingValue(priced('1e-18', '3'))).toBe('0.000000000000000003');
  });

  it('is unknown if price or quantity is no number', () => {
    expect(holdingValue(priced(null, '1'))).toBeUndefined();
    expect(holdingValue(priced('1', null))).toBeUndefined();
    expect(holdingValue(priced('--', '1'))).toBeUndefined();
  });

  it('is summed exactly, with the count of unknown values', () => {
    const wallet = [priced('0.1', '1'), priced('0.2', '1'), priced(null, '5'), priced('1', 'many')];
    expect(totalValue(wallet)).toEqual({ value: '0.3', unpriced: 2 });
    expect(totalValue([])).toEqual({ value: '0', unpriced: 0 });
  });

  it('has a sum that does not depend on the order of holdings', () => {
    const cents = fc.integer({ min: 0, max: 10 ** 9 }).map((n) => `${n}e-${n % 19}`);
    fc.assert(
      fc.property(fc.array(fc.tuple(cents, cents)), (pairs) => {
        const wallet = pairs.map(([price, quantity]) => priced(price, quantity));
        expect(totalValue(wallet)).toEqual(totalValue([...wallet].reverse()));
        expect(totalValue(sortByValue(wallet))).toEqual(totalValue(wallet));
      }),
      { seed: 20240131 },
    );
  });
});

describe('sorting and filtering by value', () => {
  const dust = priced('0.000001', '1');
  const large = priced('9', '9');
  const equal = priced('81', '1');
  const unknown = priced(null, '1000000');

  it('puts the largest first and unknown values last, and keeps the order of equals', () => {
    expect(sortByValue([unknown, dust, large, equal])).toEqual([large, equal, dust, unknown]);
    expect(sortByValue([equal, large])).toEqual([equal, large]);
  });

  it('keeps holdings of exactly the min value, and omits unknown values', () => {
    expect(filterByValue([unknown, dust, large, equal], decimalOf('81'))).toEqual([large, equal]);
    expect(filterByValue([large], decimalOf('81.000000000000000000001'))).toEqual([]);
  });
});

/** What a market order is expected to cost, and sizes that are a part of something. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compare,
  type Decimal,
  decimalOf,
  formatTrimmed,
  isMultipleOf,
  multiply,
  sign,
} from '../../src/core/decimal.ts';
import { type BookLevel, expectedFill, quantityForQuote } from '../../src/orders/expected-fill.ts';
import { parseFraction, parsePart, partOf } from '../../src/orders/order-size.ts';

const BOOK = {
  bids: [
    ['99', '1'],
    ['98', '3'],
  ],
  asks: [
    ['101', '2'],
    ['103', '2'],
  ],
} as const;

function fillOf(side: 'BUY' | 'SELL', quantity: string, isInContracts = false) {
  const fill = expectedFill(BOOK, side, decimalOf(quantity), isInContracts);
  return (
    fill && {
      average: formatTrimmed(fill.average).slice(0, 10),
      slippage: fill.slippagePercent && formatTrimmed(fill.slippagePercent).slice(0, 10),
      isComplete: fill.isComplete,
    }
  );
}

describe('the expected fill of a market order', () => {
  it('averages the levels that it takes, and compares with the middle of the book', () => {
    expect(fillOf('BUY', '1')).toEqual({ average: '101', slippage: '1', isComplete: true });
    expect(fillOf('BUY', '4')).toEqual({ average: '102', slippage: '2', isComplete: true });
    expect(fillOf('SELL', '4')).toEqual({ average: '98.25', slippage: '1.75', isComplete: true });
    expect(fillOf('SELL', '5')).toEqual({ average: '98.25', slippage: '1.75', isComplete: false });
  });

  it('weights contracts of a fixed value by their amount of the base asset', () => {
    // 2 / (1/101 + 1/103) of two levels taken alike, times two.
    expect(fillOf('BUY', '4', true)).toMatchObject({ average: '101.990196' });
  });

  it('has no slippage without the other side, and no average without its own', () => {
    const oneSided = { bids: BOOK.bids, asks: [] };
    expect(expectedFill(oneSided, 'SELL', decimalOf('1'), false)?.slippagePercent).toBeUndefined();
    expect(expectedFill(oneSided, 'BUY', decimalOf('1'), false)).toBeUndefined();
  });
});

describe('the quantity that an amount of the quote asset buys', () => {
  it('takes the levels in turn', () => {
    expect(formatTrimmed(quantityForQuote(BOOK.asks, decimalOf('101')))).toBe('1');
    expect(formatTrimmed(quantityForQuote(BOOK.asks, decimalOf('305')))).toBe('3');
    expect(formatTrimmed(quantityForQuote(BOOK.asks, decimalOf('9999')))).toBe('4');
  });

  it('never costs more than the amount', () => {
    const levels = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 1, max: 9_999 })), {
        maxLength: 8,
      })
      .map((rows) =>
        rows
          .sort(([one], [other]) => one - other)
          .map(([price, quantity]): BookLevel => [`${price}e-2`, `${quantity}e-3`]),
      );
    fc.assert(
      fc.property(levels, fc.integer({ min: 1, max: 1_000_000 }), (asks, units) => {
        const amount: Decimal = { value: BigInt(units), scale: 2 };
        const quantity = quantityForQuote(asks, amount);
        if (sign(quantity) === 0) return;
        const { average } = expectedFill({ bids: [], asks }, 'BUY', quantity, false)!;
        const rounding: Decimal = { value: 1n, scale: 15 };
        expect(
          compare(multiply(average, quantity), {
            value: amount.value * 10n ** 13n + rounding.value,
            scale: 15,
          }),
        ).toBeLessThanOrEqual(0);
      }),
      { numRuns: 200, seed: 17 },
    );
  });
});

describe('a part of a size', () => {
  it.each([
    ['50%', '0.5'],
    ['100%', '1'],
    ['all', '1'],
    ['ALL', '1'],
    ['0.1%', '0.001'],
  ])('%s is %s', (text, part) => {
    expect(formatTrimmed(parsePart(text)!)).toBe(part);
    expect(formatTrimmed(parseFraction(text)!)).toBe(part);
  });

  it.each(['0%', '101%', '-5%', '%', 'half', '0,5', ''])('%s is none', (text) => {
    expect(parsePart(text)).toBeUndefined();
    expect(parseFraction(text)).toBeUndefined();
  });

  it('is a plain number only as a fraction', () => {
    expect(parsePart('0.5')).toBeUndefined();
    expect(formatTrimmed(parseFraction('0.5')!)).toBe('0.5');
    expect(parseFraction('1.5')).toBeUndefined();
  });

  it('is never more than what is held, and always a multiple of the step', () => {
    const amount = fc
      .tuple(fc.bigInt(0n, 10n ** 18n), fc.integer({ min: 0, max: 12 }))
      .map(([value, scale]): Decimal => ({ value, scale }));
    const step = fc
      .tuple(fc.bigInt(1n, 1_000n), fc.integer({ min: 0, max: 8 }))
      .map(([value, scale]): Decimal => ({ value, scale }));
    const part = fc.bigInt(1n, 10_000n).map((value): Decimal => ({ value, scale: 4 }));
    fc.assert(
      fc.property(amount, part, step, (held, fraction, lot) => {
        const closed = partOf(held, fraction, lot);
        expect(compare(closed, held)).toBeLessThanOrEqual(0);
        expect(sign(closed)).toBeGreaterThanOrEqual(0);
        expect(isMultipleOf(closed, lot)).toBe(true);
      }),
      { numRuns: 500, seed: 17 },
    );
  });
});

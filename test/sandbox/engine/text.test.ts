import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exponential, smoothNoise } from '../../../src/sandbox/engine/market/noise.ts';
import {
  averageText,
  changeText,
  percentText,
  quoteOf,
  quoteValue,
  symbolText,
} from '../../../src/sandbox/engine/market/number-text.ts';
import { listSymbols } from '../../../src/sandbox/engine/market/symbols.ts';
import { aggregateIdOf, firstTradeId } from '../../../src/sandbox/engine/market/trade-groups.ts';

const symbols = fc.constantFrom(...listSymbols());
const ticks = fc.integer({ min: 1, max: 40_000_000 });

describe('numbers of a symbol', () => {
  it('are written exactly, with eight decimals', () => {
    fc.assert(
      fc.property(symbols, ticks, fc.integer({ min: 0, max: 2 ** 38 }), (symbol, price, lots) => {
        const text = symbolText(symbol);
        const dearness = new Big(price).div(new Big(10).pow(symbol.tickDecimals));
        const amount = new Big(lots).div(new Big(10).pow(symbol.lotDecimals));
        expect(text.price(price)).toBe(dearness.toFixed(8));
        expect(text.lots(lots)).toBe(amount.toFixed(8));
        const quote = quoteOf(symbol, price, lots);
        expect(text.quote(quote)).toBe(dearness.times(amount).toFixed(8));
        expect(quoteValue(symbol, quote)).toBe(BigInt(price) * BigInt(lots));
      }),
    );
  });

  it('have an average price of quote over lots, and 0 without lots', () => {
    fc.assert(
      fc.property(symbols, ticks, fc.integer({ min: 1, max: 1_000_000 }), (symbol, price, lots) => {
        const average = averageText(symbol, quoteOf(symbol, price, lots), lots);
        expect(average).toBe(symbolText(symbol).price(price));
      }),
    );
    const [btc] = listSymbols();
    // The average of 1 lot at 10.00 and 2 lots at 10.01 is 10.00666…
    expect(averageText(btc!, { whole: 0, part: 1000 + 2 * 1001 }, 3)).toBe('10.00666667');
    expect(averageText(btc!, { whole: 0, part: 0 }, 0)).toBe('0.00000000');
  });

  it('have signed changes, and percentages with three decimals', () => {
    const [btc] = listSymbols();
    expect(changeText(btc!, -5)).toBe('-0.05000000');
    expect(changeText(btc!, 0)).toBe('0.00000000');
    expect(percentText(1, 3)).toBe('33.333');
    expect(percentText(-1, 3)).toBe('-33.333');
    expect(percentText(2, 3)).toBe('66.667');
    expect(percentText(-1, 10_000_000)).toBe('0.000');
    expect(percentText(300, 100)).toBe('300.000');
  });
});

describe('trade ids', () => {
  it('identify their aggregate trade', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 45 }), (aggregateId) => {
        const first = firstTradeId(aggregateId);
        const next = firstTradeId(aggregateId + 1);
        expect(next - first).toBeGreaterThanOrEqual(1);
        expect(next - first).toBeLessThanOrEqual(4);
        for (let id = first; id < next; id += 1) expect(aggregateIdOf(id)).toBe(aggregateId);
      }),
    );
  });
});

describe('the arithmetic of the price path', () => {
  it('agrees with Math.exp', () => {
    for (let exponent = -8; exponent <= 8; exponent += 0.25) {
      expect(exponential(exponent) / Math.exp(exponent)).toBeCloseTo(1, 9);
    }
  });

  it('has noise between -1 and 1 with a slope of at most 3 per period', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 0, max: 100_000 }),
        fc.constantFrom(2, 16, 1024),
        (key, position, period) => {
          const here = smoothNoise(key, position, period);
          const next = smoothNoise(key, position + 1, period);
          expect(Math.abs(here)).toBeLessThanOrEqual(1);
          expect(Math.abs(next - here)).toBeLessThanOrEqual(3 / period + 1e-12);
        },
      ),
    );
  });
});

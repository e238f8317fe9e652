/** The simulated market behaves like a real one; `npm run check:market` prints longer series and both models. */
import { beforeAll, describe, expect, it } from 'vitest';
import { measureAll, type Realism } from './measures.ts';
import { meanOf, medianOf } from './statistics.ts';

let all: readonly Realism[] = [];
beforeAll(() => {
  all = measureAll(2, { days: 1200, minutes: 6000, fundings: 60 });
}, 120_000);

const each = (field: keyof Realism) => all.map((one) => one[field]);

describe('the simulated market', () => {
  it('has daily returns with fat tails', () => {
    expect(medianOf(each('dailyKurtosis'))).toBeGreaterThan(5);
    expect(medianOf(each('dailyKurtosis'))).toBeLessThan(12);
  });

  it('has minutes in which volatility clusters and returns do not repeat', () => {
    expect(medianOf(each('absoluteMinuteReturns'))).toBeGreaterThan(0.25);
    expect(Math.abs(medianOf(each('minuteReturns')))).toBeLessThan(0.05);
    expect(Math.abs(meanOf(each('minuteReturns')))).toBeLessThan(0.05);
  });

  it('has minutes in which volume clusters', () => {
    expect(Math.min(...each('minuteVolumes'))).toBeGreaterThan(0.2);
  });

  it('has a funding rate of mostly 0.01 %, rarely at the cap', () => {
    expect(medianOf(each('funding'))).toBeGreaterThan(0.005);
    expect(Math.max(...each('funding'))).toBeLessThan(0.03);
    expect(meanOf(each('fundingAtCap'))).toBeLessThan(1);
  });

  it('has perpetuals that lie a few basis points from their index on average', () => {
    expect(medianOf(each('premium'))).toBeLessThan(3);
  });

  it('has books of which 5,000 levels span at least 0.8 % of the price', () => {
    expect(Math.min(...each('bookSpan'))).toBeGreaterThan(0.8);
  });

  it('moves by a few basis points for a thousandth of a day', () => {
    expect(medianOf(each('impact'))).toBeGreaterThan(0.2);
    expect(medianOf(each('impact'))).toBeLessThan(30);
  });
});

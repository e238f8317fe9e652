/** One side of an order book, which keeps only its best prices sorted. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BookSide } from '../../src/stream/book/book-side.ts';

const SEED = 20_261_124;

/** Sets the quantity at a price in ticks, asks for the best price, or asks for so many levels. */
type Step =
  | { readonly is: 'set'; readonly ticks: number; readonly quantity: string }
  | { readonly is: 'best' }
  | { readonly is: 'top'; readonly count: number }
  | { readonly is: 'clear' };

/** Histories over few prices, which are often removed and return, and over many, of which most are not sorted. */
const histories = fc.constantFrom(3, 40, 1_000).chain((width) =>
  fc.array(
    fc.oneof(
      {
        weight: 60,
        arbitrary: fc.record({
          is: fc.constant('set' as const),
          ticks: fc.integer({ min: 995, max: 994 + width }),
          quantity: fc.constantFrom('1', '2.5', '0', '0.000', '0.010'),
        }),
      },
      { weight: 10, arbitrary: fc.record({ is: fc.constant('best' as const) }) },
      { weight: 5, arbitrary: fc.record({ is: fc.constant('top' as const), count: fc.nat(200) }) },
      { weight: 1, arbitrary: fc.constantFrom<Step>({ is: 'clear' }, { is: 'best' }, { is: 'best' }) },
    ),
    { minLength: 50, maxLength: 1_500, size: 'max' },
  ),
);

function priceOf(ticks: number): string {
  return `${Math.floor(ticks / 100)}.${String(ticks % 100).padStart(2, '0')}`;
}

it.each([true, false])('has the best levels of a plain map, of bids: %s', (isBid) => {
  let unsorted = 0;
  fc.assert(
    fc.property(histories, (steps) => {
      const side = new BookSide(isBid);
      const plain = new Map<number, string>();
      const levels = () =>
        [...plain]
          .sort(([one], [other]) => (isBid ? other - one : one - other))
          .map(([ticks, quantity]) => [priceOf(ticks), quantity]);
      for (const step of steps) {
        if (step.is === 'set') {
          side.set(priceOf(step.ticks), step.quantity);
          if (Number(step.quantity) === 0) plain.delete(step.ticks);
          else plain.set(step.ticks, step.quantity);
        } else if (step.is === 'best') expect(side.best()).toBe(levels()[0]?.[0]);
        else if (step.is === 'top') expect(side.top(step.count)).toEqual(levels().slice(0, step.count));
        else {
          side.clear();
          plain.clear();
        }
        expect(side.size).toBe(plain.size);
      }
      if (plain.size > 200) unsorted += 1;
      expect(side.best()).toBe(levels()[0]?.[0]);
    }),
    { seed: SEED, numRuns: 150, endOnFailure: true },
  );
  expect(unsorted).toBeGreaterThan(0);
});

it.each([
  [true, 1],
  [true, 300],
  [false, 1],
  [false, 300],
])(
  'has the next best price after all that were sorted are removed, of bids: %s, asked each %i',
  (isBid, gap) => {
    const side = new BookSide(isBid);
    const worstFirst = Array.from({ length: 1_000 }, (_, index) => (isBid ? 1_000 + index : 9_000 - index));
    // 7 and 1,000 have no common divisor, so that each price comes once.
    for (let index = 0; index < 1_000; index += 1) side.set(priceOf(worstFirst[(index * 7) % 1_000]!), '1');
    for (let left = 999; left >= 0; left -= 1) {
      side.set(priceOf(worstFirst[left]!), '0');
      const best = worstFirst[left - 1];
      if (left % gap === 0) expect(side.best()).toBe(best === undefined ? undefined : priceOf(best));
    }
    side.set(priceOf(5_000), '1');
    expect(side.best()).toBe(priceOf(5_000));
  },
);

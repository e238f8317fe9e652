/** One side of an order book, which keeps only its best prices sorted. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BookSide, REMOVED_MAX } from '../../src/stream/book/book-side.ts';

const SEED = 20_261_124;

/** Sets the quantity at a price in ticks, or at so many in a row, asks for the best price, or for so many levels. */
type Step =
  | { readonly is: 'set'; readonly ticks: number; readonly quantity: string }
  | { readonly is: 'sweep'; readonly from: number; readonly count: number; readonly quantity: string }
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
      {
        weight: 1,
        arbitrary: fc.record({
          is: fc.constant('sweep' as const),
          from: fc.integer({ min: 995, max: 994 + width }),
          count: fc.nat(width),
          quantity: fc.constantFrom('3', '0', '0.00000000'),
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
  let forgot = 0;
  fc.assert(
    fc.property(histories, (steps) => {
      const side = new BookSide(isBid);
      const plain = new Map<number, string>();
      const levels = () =>
        [...plain]
          .sort(([one], [other]) => (isBid ? other - one : one - other))
          .map(([ticks, quantity]) => [priceOf(ticks), quantity]);
      const set = (ticks: number, quantity: string) => {
        const known = side.knownPrices;
        side.set(priceOf(ticks), quantity);
        if (side.knownPrices < known) forgot += 1;
        if (Number(quantity) === 0) plain.delete(ticks);
        else plain.set(ticks, quantity);
        // An expectation for each of a million changes would take most of the time.
        if (side.size !== plain.size || side.get(priceOf(ticks)) !== plain.get(ticks))
          expect.fail(`${priceOf(ticks)} ${quantity}: ${side.get(priceOf(ticks))}`);
        if (side.knownPrices > 2 * side.size + REMOVED_MAX) expect.fail(`${side.knownPrices} known prices`);
      };
      for (const step of steps) {
        if (step.is === 'set') set(step.ticks, step.quantity);
        else if (step.is === 'sweep') {
          for (let index = 0; index < step.count; index += 1) set(step.from + index, step.quantity);
        } else if (step.is === 'best') expect(side.best()).toBe(levels()[0]?.[0]);
        else if (step.is === 'top') expect(side.top(step.count)).toEqual(levels().slice(0, step.count));
        else {
          side.clear();
          plain.clear();
        }
      }
      if (plain.size > 200) unsorted += 1;
      expect(side.best()).toBe(levels()[0]?.[0]);
      expect(new Map(side.entries())).toEqual(new Map(levels() as [string, string][]));
    }),
    { seed: SEED, numRuns: 150, endOnFailure: true },
  );
  expect(unsorted).toBeGreaterThan(0);
  expect(forgot).toBeGreaterThan(0);
});

it('forgets removed prices of a market that moves on', () => {
  const side = new BookSide(true);
  for (let ticks = 1_000; ticks < 9_000; ticks += 1) {
    side.set(priceOf(ticks), '1');
    side.set(priceOf(ticks - 20), '0');
    expect(side.knownPrices).toBeLessThanOrEqual(2 * 20 + REMOVED_MAX);
    expect(side.best()).toBe(priceOf(ticks));
  }
  expect(side.size).toBe(20);
});

it('does not remember a removed price with a quantity', () => {
  const side = new BookSide(false);
  side.set('1.00', '5');
  side.set('1.00', '0');
  expect([side.size, side.get('1.00'), side.best(), side.top(1), [...side.entries()]]).toEqual([
    0,
    undefined,
    undefined,
    [],
    [],
  ]);
  side.set('1.00', '6');
  expect([side.size, side.get('1.00'), side.best()]).toEqual([1, '6', '1.00']);
});

it('has a best price after all sorted levels were dropped when none was asked for', () => {
  const side = new BookSide(true);
  for (let ticks = 1_000; ticks < 1_200; ticks += 1) side.set(priceOf(ticks), '1');
  for (let ticks = 1_199; ticks >= 1_060; ticks -= 1) side.set(priceOf(ticks), '0');
  expect(side.top(0)).toEqual([]);
  expect(side.best()).toBe(priceOf(1_059));
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

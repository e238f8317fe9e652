/**
 * The simulated market behaves like a real one. `npm run check:market` checks the same bounds in longer series. That a resting order fills only by volume traded at or through its price is shown by `traded-volume.test.ts`
 * and `queue-fills.test.ts`.
 */
import { beforeAll, expect, it } from 'vitest';
import { BOUNDS, violationsOf } from './bounds.ts';
import { measureAll, NAMES, type Realism, type SampleSizes, SEEDS } from './measures.ts';

const SAMPLE: SampleSizes = { days: 1200, minutes: 20_000, fundings: 30 };

let all: readonly Realism[] = [];
beforeAll(() => {
  all = measureAll(2, SAMPLE);
});

it('has been measured in 25 series with at least 1,000 daily returns', () => {
  expect(all).toHaveLength(25);
  expect(all).toHaveLength(SEEDS.length * NAMES.length);
  expect(SAMPLE.days).toBeGreaterThanOrEqual(1000);
});

it.each(BOUNDS)('has $field ($of) from $least to $most', (bound) => {
  expect(violationsOf(bound, all)).toEqual([]);
});

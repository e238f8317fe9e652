/** Random operations on every line at once; `npm run fuzz:exchange` does a million of them. */
import { expect, it } from 'vitest';
import { repeated, run } from './operations/run.ts';

const SEED = 1;
const COUNT = 4000;

it('money, locks and priority hold whatever users do, and the same seed does it again to the byte', () => {
  const deeds: string[] = [];
  const once = run({ seed: SEED, count: COUNT, keep: (deed) => deeds.push(deed) });
  expect(run({ seed: SEED, count: COUNT })).toEqual(once);
  expect(repeated(SEED, deeds, once.passedMs)).toBe(once.holdings);
  // It would say nothing if nothing came of it.
  expect(deeds.length).toBeGreaterThan(COUNT / 3);
  expect(once.meetings).toBeGreaterThan(20);
}, 120_000);

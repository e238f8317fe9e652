/** Random operations on all products; `npm run fuzz:exchange` performs a million of them. */
import { expect, it } from 'vitest';
import { replayJournal, runOperations } from './operations/run.ts';

const SEED = 1;
const COUNT = 4000;

it('balances, locks and priority stay correct under random operations, and a seed reproduces every byte', () => {
  const entries: string[] = [];
  const first = runOperations({ seed: SEED, count: COUNT, onEntry: (entry) => entries.push(entry) });
  expect(runOperations({ seed: SEED, count: COUNT })).toEqual(first);
  expect(replayJournal(SEED, entries, first.passedMs)).toBe(first.holdings);
  // Guards against a run in which most operations are refused.
  expect(entries.length).toBeGreaterThan(COUNT / 3);
  expect(first.userTrades).toBeGreaterThan(20);
});

/** Random operations on all products; `npm run fuzz:exchange` performs a million of them. */
import { expect, it } from 'vitest';
import { replayJournal, runOperations } from './operations/run.ts';

const SEED = 1;
const COUNT = 2400;
/** The number of operations that are performed twice, with the digest of all answers compared. */
const REPRODUCED = 500;

it('balances, locks and priority stay correct under random operations, and a replay restores the balances', () => {
  const entries: string[] = [];
  const first = runOperations({ seed: SEED, count: COUNT, onEntry: (entry) => entries.push(entry) });
  expect(replayJournal(SEED, entries, first.passedMs)).toBe(first.holdings);
  // Guards against a run in which most operations are refused.
  expect(entries.length).toBeGreaterThan(COUNT / 3);
  expect(first.userTrades).toBeGreaterThan(20);
});

it('a seed reproduces every byte', () => {
  const run = () => runOperations({ seed: SEED + 1, count: REPRODUCED });
  expect(run()).toEqual(run());
});

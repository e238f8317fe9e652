/** The ledger and a naive one, written from the rules alone, agree to the last byte on random scenarios. */
import { expect, it } from 'vitest';
import { canonicalText } from '../../src/paper/canonical.ts';
import { entryText } from '../../src/paper/ledger/entries.ts';
import { compareScenario } from './oracle/compare.ts';

/** `npm run fuzz:paper` compares many more. */
const SCENARIOS = 150;

it('replays random scenarios as a naive ledger does', () => {
  const seen: Record<string, number> = {};
  const count = (word: string | null) => {
    if (word !== null) seen[word] = (seen[word] ?? 0) + 1;
  };
  for (let seed = 1; seed <= SCENARIOS; seed += 1) {
    const { replay, otherText } = compareScenario(seed);
    const { text, record } = replay;
    if (otherText !== undefined) {
      expect({ seed, replay: JSON.parse(text) }).toEqual({ seed, replay: JSON.parse(otherText) });
    }
    for (const entry of record.entries) {
      // What is printed is the text that was hashed, with the two hashes in their places.
      expect(entryText(entry)).toBe(canonicalText(entry));
      expect(entryText({ ...entry })).toBe(canonicalText(entry));
      count(entry.reason);
      entry.warnings.forEach(count);
      for (const one of entry.executions) count(one.trigger === 'thesis' ? one.effect : one.trigger);
      count(entry.kind);
    }
  }
  // The scenarios are worth comparing only if they get somewhere.
  const common = [
    'open',
    'add',
    'reduce',
    'close',
    'flip',
    'copy',
    'exit',
    'funding',
    'stop_loss',
    'liquidation',
  ];
  const refused = [
    'insufficient_depth',
    'opposite_position',
    'would_trigger_now',
    'no_price',
    'invalid_thesis',
  ];
  expect([...common, ...refused].filter((word) => (seen[word] ?? 0) === 0)).toEqual([]);
}, 600_000);

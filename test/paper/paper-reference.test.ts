import { describe, expect, it } from 'vitest';
import * as product from '../long/paper-reference/product.ts';

const CASES = 5;
const SEED = 2_026;

/** The naive ledger has no types; it stands beside the long comparison that it is written for. */
const naive = (name: string) => import(new URL(`../long/paper-reference/${name}.mjs`, import.meta.url).href);

describe('a paper ledger written from its rules alone', () => {
  it('gives the worked examples and the hashes to the last digit', async () => {
    const { failedExamples } = await naive('self-check');
    expect(failedExamples()).toEqual([]);
  });

  it('replays random theses to the same bytes', async () => {
    const [{ randomScenario }, { naiveOutput, productOutput }] = await Promise.all(
      ['random-scenario', 'compare'].map(naive),
    );
    for (let seed = SEED; seed < SEED + CASES; seed++) {
      const scenario = randomScenario(seed);
      expect(await productOutput(product, scenario), `seed ${seed}`).toBe(naiveOutput(scenario));
    }
  });
});

/** A ledger that goes on with time: how time is divided makes no difference, and the journal alone rebuilds it. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTrimmed } from '../../../src/core/decimal.ts';
import { canonicalText } from '../../../src/paper/canonical.ts';
import { runScenario } from '../../../src/paper/engine/moments.ts';
import { advanceTo } from '../../../src/paper/live/advance.ts';
import { LiveLedger } from '../../../src/paper/live/live-ledger.ts';
import type { MarketSource } from '../../../src/paper/live/market-source.ts';
import { replayRecord } from '../../../src/paper/records/replay-record.ts';
import { type Scenario, ScenarioReader, type TimedThesis } from '../../../src/paper/scenario/reader.ts';
import { randomScenario } from '../oracle/random-scenarios.ts';

const MINUTE_MS = 60_000;

function scenarioOf(seed: number): Scenario {
  const reader = new ScenarioReader('the scenario');
  for (const record of randomScenario(seed)) {
    const { line } = record as { readonly line?: string };
    reader.addLine(line ?? JSON.stringify(record));
  }
  return reader.finish();
}

/** A source with all data of a scenario. */
function sourceOf({ symbols }: Scenario): MarketSource {
  const find = (symbol: string) => symbols.find(({ rules }) => rules.symbol === symbol);
  return {
    now: async () => 0,
    rulesOf: async (symbol) => find(symbol)?.rules,
    knownSymbols: () => symbols.map(({ rules }) => rules.symbol),
    dataOf: async ({ symbol }) => find(symbol)!,
    pointOf: async () => undefined,
  };
}

function emptyLedger({ settings, symbols }: Scenario): LiveLedger {
  return new LiveLedger(
    { ...settings, end: Number.POSITIVE_INFINITY },
    symbols.map(({ rules }) => rules),
  );
}

/** Returns the ledger as another process reads it: from its entries, what waits, and the text of its state. */
function reopened(scenario: Scenario, live: LiveLedger): LiveLedger {
  const again = emptyLedger(scenario);
  again.fold(live.ledger.journal.entries.slice(1));
  for (const { time, thesis, readyAt } of live.queue.waiting) {
    again.queue.restoreWaiting(time, thesis, readyAt);
  }
  again.restore(JSON.parse(JSON.stringify(live.state())));
  return again;
}

/** Carries the theses of a scenario out at their times, and ticks between them at the given minutes. */
async function playInSteps(scenario: Scenario, ticks: readonly number[]): Promise<LiveLedger> {
  const { settings, theses } = scenario;
  const source = sourceOf(scenario);
  const times = [...new Set(theses.map(({ time }) => time))].filter((time) => time < settings.end);
  const steps: { readonly time: number; readonly theses: readonly TimedThesis[] }[] = [
    ...times.map((time) => ({ time, theses: theses.filter((one) => one.time === time) })),
    ...ticks.map((minute) => ({ time: settings.start + minute * MINUTE_MS, theses: [] })),
    { time: settings.end, theses: [] },
  ];
  steps.sort((a, b) => a.time - b.time || a.theses.length - b.theses.length);
  let live = emptyLedger(scenario);
  for (const step of steps) {
    if (step.time > settings.end) continue;
    await advanceTo(live, source, step.time);
    if (step.theses.length > 0) live.applyAt(step.time, new Map(), step.theses);
    live = reopened(scenario, live);
  }
  return live;
}

describe('a ledger that goes on with time', () => {
  it('writes the same entries however time is divided into ticks', async () => {
    let entries = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 12 }),
        async (seed, ticks) => {
          const scenario = scenarioOf(seed);
          const once = await playInSteps(scenario, []);
          const often = await playInSteps(scenario, ticks);
          expect(canonicalText(often.ledger.journal.entries)).toBe(
            canonicalText(once.ledger.journal.entries),
          );
          entries += once.ledger.journal.entries.filter(({ kind }) => kind === 'exit').length;
        },
      ),
      { seed: 16, numRuns: 150 },
    );
    // The ticks are worth comparing only if exits fall between them.
    expect(entries).toBeGreaterThan(10);
  }, 60_000);

  it('has the positions and balances of a replay when it is rebuilt from the journal alone', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const scenario = scenarioOf(seed);
      const run = runScenario(scenario);
      const folded = emptyLedger(scenario);
      folded.fold(run.ledger.journal.entries.slice(1));
      folded.restore({ ...folded.state(), last: lastPrices(run) });
      const expected = replayRecord(run);
      const equity = run.ledger.equity;
      for (const book of ['paper', 'watch'] as const) folded.ledger.equity[book].push(...equity[book]);
      const found = replayRecord({ ...run, ledger: folded.ledger });
      expect([seed, canonicalText(found.positions)]).toEqual([seed, canonicalText(expected.positions)]);
      expect(canonicalText(found.balances)).toBe(canonicalText(expected.balances));
      expect(found.head).toEqual(expected.head);
    }
  }, 60_000);
});

function lastPrices({ ledger }: ReturnType<typeof runScenario>): Record<string, string> {
  const prices: Record<string, string> = {};
  for (const [symbol, { last }] of ledger.instruments) {
    if (last !== undefined) prices[symbol] = formatTrimmed(last.price);
  }
  return prices;
}

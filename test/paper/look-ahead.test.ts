/** The check that decisions see nothing of their future, against engines that look ahead. */
import { describe, expect, it } from 'vitest';
import { runScenario } from '../../src/paper/engine/moments.ts';
import { cutTimes, findLookAhead } from '../../src/paper/look-ahead.ts';
import { type Scenario, ScenarioReader } from '../../src/paper/scenario/reader.ts';
import { randomScenario } from './oracle/random-scenarios.ts';
import { add, at, candles, type Members, START, settings, symbol, thesis } from './scenarios.ts';

function scenarioOf(records: readonly Members[]): Scenario {
  const reader = new ScenarioReader('the scenario');
  for (const one of records)
    reader.addLine(typeof one['line'] === 'string' ? one['line'] : JSON.stringify(one));
  return reader.finish();
}

const entriesOf = (scenario: Scenario) => runScenario(scenario).ledger.journal.entries;

describe('the check for look-ahead (sections 19 and 22)', () => {
  it('finds nothing in random scenarios, cut at every minute', () => {
    let cuts = 0;
    for (let seed = 1; seed <= 25; seed += 1) {
      const scenario = scenarioOf(randomScenario(seed));
      const times = cutTimes(scenario.settings, 8);
      cuts += times.length;
      expect({ seed, ...findLookAhead(scenario, times) }).toMatchObject({ seed, difference: undefined });
    }
    expect(cuts).toBeGreaterThan(100);
  });

  const RISING = scenarioOf([
    settings(10),
    symbol(),
    ...candles(10, { 8: '60000' }),
    thesis(at(2), add({ requested_margin_usdt: 100, paper_leverage: 2 })),
    thesis(at(5), add({ requested_margin_usdt: 100, paper_leverage: 3 })),
  ]);

  it('finds an engine that reads the last price of the data', () => {
    const peeking = (scenario: Scenario) => {
      const [data] = scenario.symbols;
      const last = data!.minutes.close(data!.minutes.size - 1);
      const isRising = last.value > 50_000n * 10n ** BigInt(last.scale);
      return entriesOf(isRising ? scenario : { ...scenario, theses: scenario.theses.slice(1) });
    };
    const times = cutTimes(RISING.settings);
    const { difference } = findLookAhead(RISING, times, undefined, peeking);
    // Without the last candle the data end at 60000.
    expect(difference).toMatchObject({ cut: at(9), seq: 2 });
    expect(difference!.whole).not.toBe(difference!.without);
  });

  it('finds an engine that writes entries only if it lacks the future', () => {
    const lazy = (scenario: Scenario) =>
      scenario.theses.length > 1 ? entriesOf(scenario).slice(0, 1) : entriesOf(scenario);
    const { difference } = findLookAhead(RISING, cutTimes(RISING.settings), undefined, lazy);
    expect(difference).toMatchObject({ cut: at(3), seq: 2, whole: null });
  });

  it('cuts at whole minutes inside the span, evenly, all of them or as many as asked', () => {
    const minutes = (end: number, count?: number) =>
      cutTimes({ start: START, end: at(end) }, count).map((time) => (time - START) / 60_000);
    expect(minutes(5)).toEqual([1, 2, 3, 4]);
    expect(minutes(5, 100)).toEqual([1, 2, 3, 4]);
    expect(minutes(100, 4)).toEqual([20, 40, 60, 80]);
    expect(minutes(1)).toEqual([]);
    const many = minutes(1440 * 365);
    expect(many).toHaveLength(1000);
    expect(new Set(many).size).toBe(1000);
  });
});

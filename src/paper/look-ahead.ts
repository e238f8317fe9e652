/**
 * Checks that no decision saw anything of its future: a replay of the data before a time must write the same entries
 * before that time.
 */
import { MINUTE_MS } from '../core/time-units.ts';
import { runScenario } from './engine/moments.ts';
import type { LedgerEntry } from './ledger/entries.ts';
import type { Scenario } from './scenario/reader.ts';

/** The most cuts if none are asked for by number. */
const CUTS_MAX = 1000;

/** The first entry that changes if the data from a time on are removed. */
export interface LookAhead {
  /** The time from which on data and theses were removed, in Unix ms. */
  readonly cut: number;
  readonly seq: number;
  /** The hash of the entry in the whole replay; null if only the replay of less data has it. */
  readonly whole: string | null;
  /** The hash of the entry in the replay of less data; null if it has no such entry. */
  readonly without: string | null;
}

/**
 * Returns whole minutes inside a span, spread evenly: all of them, but at most 1000, if no count is given, else at most
 * that many.
 */
export function cutTimes(
  { start, end }: { readonly start: number; readonly end: number },
  count = CUTS_MAX,
): readonly number[] {
  const minutes = (end - start) / MINUTE_MS - 1;
  const cuts = Math.min(count, minutes);
  const times = Array.from({ length: cuts }, (_, index) =>
    Math.floor(((index + 1) * (minutes + 1)) / (cuts + 1)),
  );
  return times.map((minute) => start + minute * MINUTE_MS);
}

/**
 * Replays a scenario whole and without what happens from each time on. Returns the first difference among the entries
 * before that time, undefined if there is none, and how many entries the whole replay has. `run` writes the entries of a
 * scenario.
 */
export function findLookAhead(
  scenario: Scenario,
  times: readonly number[],
  onCut: (at: number, index: number) => void = () => undefined,
  run: (scenario: Scenario) => readonly LedgerEntry[] = entriesOf,
): { readonly difference: LookAhead | undefined; readonly entries: number } {
  const whole = run(scenario);
  for (const [index, cut] of times.entries()) {
    onCut(cut, index);
    const difference = firstDifference(whole, run(scenarioBefore(scenario, cut)), cut);
    if (difference !== undefined) return { difference, entries: whole.length };
  }
  return { difference: undefined, entries: whole.length };
}

function entriesOf(scenario: Scenario): readonly LedgerEntry[] {
  return runScenario(scenario).ledger.journal.entries;
}

/** Returns a scenario without the data and theses from a time on; its settings, and so its end, stay. */
function scenarioBefore({ settings, symbols, theses }: Scenario, time: number): Scenario {
  const isBefore = (one: { readonly time: number }) => one.time < time;
  return {
    settings,
    symbols: symbols.map(({ rules, minutes, seconds, trades, books, fundings }) => ({
      rules,
      minutes: minutes.endingBy(time),
      seconds: seconds.endingBy(time),
      trades: trades.before(time),
      books: books.filter(isBefore),
      fundings: fundings.filter(isBefore),
    })),
    theses: theses.filter(isBefore),
  };
}

/** Compares the entries of two replays before a time. */
function firstDifference(
  whole: readonly LedgerEntry[],
  cutOff: readonly LedgerEntry[],
  cut: number,
): LookAhead | undefined {
  for (let index = 0; ; index += 1) {
    const [one, other] = [whole, cutOff].map((entries) => {
      const entry = entries[index];
      return entry !== undefined && entry.time < cut ? entry.hash : null;
    });
    if (one === null && other === null) return undefined;
    if (one !== other) return { cut, seq: index + 1, whole: one!, without: other! };
  }
}

/** Replays a scenario in the order of time: market data, theses, fundings and equity samples. */
import { DAY_MS } from '../../core/time-units.ts';
import type { Scenario, TimedThesis } from '../scenario/reader.ts';
import type { Instrument, Quote } from './instrument.ts';
import { PaperLedger } from './ledger.ts';
import { NEVER, SymbolFeed } from './symbol-feed.ts';
import { ThesisQueue } from './theses.ts';

/** What a run left behind. */
export interface ScenarioRun {
  readonly ledger: PaperLedger;
  readonly queue: ThesisQueue;
  /** The theses decided at or after the end of the replay, in the order of the scenario file. */
  readonly later: readonly TimedThesis[];
  /** The end of the time that was played, in Unix ms. */
  readonly end: number;
  /** Returns how many minutes from one whole minute to another the price path of a symbol has data for. */
  readonly countSeenMinutes: (symbol: string, from: number, to: number) => number;
}

/** Replays a scenario from its start to its end. */
export function runScenario(scenario: Scenario): ScenarioRun {
  const { settings, symbols, theses } = scenario;
  const { start, end } = settings;
  const ledger = new PaperLedger(
    settings,
    symbols.map(({ rules }) => rules),
  );
  const queue = new ThesisQueue(ledger);
  const feeds = symbols.map((data) => new SymbolFeed(data, ledger, start, end));
  playMoments({ ledger, queue, feeds, arrivals: arrivalsBefore(theses, end), nextSample: start, end });
  ledger.sampleEquity(end);
  const seenMinutes = new Map(feeds.map((feed) => [feed.symbol, feed.seenMinutes]));
  return {
    ledger,
    queue,
    later: theses.filter(({ time }) => time >= end),
    end,
    countSeenMinutes: (symbol, from, to) => seenMinutes.get(symbol)!.countWithin(from, to),
  };
}

/** What `playMoments` goes through. */
export interface Moments {
  readonly ledger: PaperLedger;
  readonly queue: ThesisQueue;
  /** In alphabetical order of the symbols. */
  readonly feeds: readonly SymbolFeed[];
  /** The theses that arrive, in the order of time. */
  readonly arrivals: readonly TimedThesis[];
  /** The time of the next equity sample. */
  readonly nextSample: number;
  /** Unix ms; moments at or after this time are left for later. */
  readonly end: number;
}

/** Goes through every time before the end at which something is due; returns the time of the next equity sample. */
export function playMoments({ ledger, queue, feeds, arrivals, nextSample, end }: Moments): number {
  const { start, equityEveryMs } = ledger.settings;
  let arrived = 0;
  let sampleAt = nextSample;
  const quotes = new Map<Instrument, Quote>();
  for (;;) {
    let now = Math.min(arrivals[arrived]?.time ?? NEVER, queue.nextOverdue, sampleAt);
    // While theses wait, each price of their symbols matters; otherwise only those that touch a position.
    if (queue.waiting.length === 0) for (const feed of feeds) feed.passQuiet(Math.min(now, end));
    for (const feed of feeds) now = Math.min(now, feed.nextTime);
    if (now >= end) return sampleAt;
    quotes.clear();
    applyMarket(feeds, now, quotes);
    for (; arrivals[arrived]?.time === now; arrived += 1) queue.arrive(arrivals[arrived]!);
    queue.carryOut(now, (instrument) => quotes.get(instrument));
    queue.refuseOverdue(now);
    if (now === sampleAt) {
      ledger.sampleEquity(now);
      sampleAt = sampleAfter(now, start, equityEveryMs);
    }
  }
}

/** Applies what the market does at a moment, and notes the prices of now. */
function applyMarket(feeds: readonly SymbolFeed[], now: number, quotes: Map<Instrument, Quote>): void {
  for (const feed of feeds) feed.applyRanges(now);
  for (const feed of feeds) feed.applyFundings(now);
  for (const feed of feeds) feed.applyPoints(now, quotes);
  for (const feed of feeds) feed.applyBooks(now, quotes);
}

/** Returns the theses before a time in the order of time, those of one time as they stand in the file. */
function arrivalsBefore(theses: readonly TimedThesis[], end: number): readonly TimedThesis[] {
  return theses.filter(({ time }) => time < end).sort((a, b) => a.time - b.time);
}

/** Returns the time of the next equity sample: the start plus a multiple of the step, or a midnight. */
export function sampleAfter(now: number, start: number, everyMs: number): number {
  const step = start + (Math.floor((now - start) / everyMs) + 1) * everyMs;
  return Math.min(step, (Math.floor(now / DAY_MS) + 1) * DAY_MS);
}

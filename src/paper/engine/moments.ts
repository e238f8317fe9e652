/** Replays a scenario in the order of time: market data, theses, fundings and equity samples. */
import { DAY_MS } from '../../core/time-units.ts';
import type { SeenMinutes } from '../market/seen-minutes.ts';
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
  /** The minutes for which a symbol's price path has data, keyed by symbol. */
  readonly seenMinutes: ReadonlyMap<string, SeenMinutes>;
}

/** Replays a scenario from its start to its end. */
export function runScenario(scenario: Scenario): ScenarioRun {
  const { settings, symbols, theses } = scenario;
  const ledger = new PaperLedger(
    settings,
    symbols.map(({ rules }) => rules),
  );
  const queue = new ThesisQueue(ledger);
  const feeds = symbols.map(
    (data) => new SymbolFeed(data, ledger.instruments.get(data.rules.symbol)!, ledger),
  );
  playMoments(scenario, ledger, queue, feeds);
  ledger.sampleEquity(settings.end);
  return {
    ledger,
    queue,
    later: theses.filter(({ time }) => time >= settings.end),
    seenMinutes: new Map(feeds.map((feed) => [feed.symbol, feed.seenMinutes])),
  };
}

/** Goes through every time before the end at which something is due. */
function playMoments(
  { settings, theses }: Scenario,
  ledger: PaperLedger,
  queue: ThesisQueue,
  feeds: readonly SymbolFeed[],
): void {
  const { start, end, equityEveryMs } = settings;
  const arrivals = arrivalsBefore(theses, end);
  let arrived = 0;
  let nextSample = start;
  const quotes = new Map<Instrument, Quote>();
  for (;;) {
    let now = Math.min(arrivals[arrived]?.time ?? NEVER, queue.nextOverdue, nextSample);
    // While theses wait, each price of their symbols matters; otherwise only those that touch a position.
    if (queue.waiting.length === 0) for (const feed of feeds) feed.passQuiet(Math.min(now, end));
    for (const feed of feeds) now = Math.min(now, feed.nextTime);
    if (now >= end) return;
    quotes.clear();
    applyMarket(feeds, now, quotes);
    for (; arrivals[arrived]?.time === now; arrived += 1) queue.arrive(arrivals[arrived]!);
    queue.carryOut(now, (instrument) => quotes.get(instrument));
    queue.refuseOverdue(now);
    if (now === nextSample) {
      ledger.sampleEquity(now);
      nextSample = sampleAfter(now, start, equityEveryMs);
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
function sampleAfter(now: number, start: number, everyMs: number): number {
  const step = start + (Math.floor((now - start) / everyMs) + 1) * everyMs;
  return Math.min(step, (Math.floor(now / DAY_MS) + 1) * DAY_MS);
}

/** Replays a scenario in the order of time: market data, theses, fundings and equity samples. */
import { DAY_MS } from '../../core/time-units.ts';
import type { BookSnapshot } from '../market/depth.ts';
import { middlePrice } from '../market/depth.ts';
import { Path, type PathPoint } from '../market/path.ts';
import { minuteOf, type Scenario, type SymbolData, type TimedThesis } from '../scenario/reader.ts';
import type { Funding } from '../scenario/records.ts';
import type { Instrument, Quote } from './instrument.ts';
import { PaperLedger } from './ledger.ts';
import { ThesisQueue } from './theses.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** What a run left behind. */
export interface ScenarioRun {
  readonly ledger: PaperLedger;
  readonly queue: ThesisQueue;
  /** The theses decided at or after the end of the replay, in the order of the scenario file. */
  readonly later: readonly TimedThesis[];
  /** The minutes for which a symbol's price path has data, keyed by symbol. */
  readonly seenMinutes: ReadonlyMap<string, readonly number[]>;
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

/** The market data of one symbol, read in the order of time. */
class SymbolFeed {
  readonly #ledger: PaperLedger;
  readonly #instrument: Instrument;
  readonly #path: Path;
  readonly #books: readonly BookSnapshot[];
  readonly #fundings: readonly Funding[];
  #book = 0;
  #funding = 0;
  /** The latest candle or trade that has begun. */
  #item: PathPoint | undefined;

  constructor(data: SymbolData, instrument: Instrument, ledger: PaperLedger) {
    const { start, end } = ledger.settings;
    const isInside = ({ time }: { readonly time: number }) => time >= start && time < end;
    this.#ledger = ledger;
    this.#instrument = instrument;
    this.#path = new Path(data, start, end);
    this.#books = data.books.filter(isInside);
    this.#fundings = data.fundings.filter(isInside);
  }

  get symbol(): string {
    return this.#instrument.rules.symbol;
  }

  get seenMinutes(): readonly number[] {
    return this.#path.seenMinutes;
  }

  /** The next time for which this symbol has market data or a funding. */
  get nextTime(): number {
    const funding = this.#fundings[this.#funding];
    return Math.min(
      this.#path.peek()?.time ?? NEVER,
      this.#books[this.#book]?.time ?? NEVER,
      funding === undefined ? NEVER : minuteOf(funding.time),
    );
  }

  applyRanges(now: number): void {
    const event = this.#path.peek();
    if (event?.time !== now || event.kind !== 'range') return;
    this.#path.take();
    this.#ledger.applyRange(this.#instrument, event);
  }

  applyFundings(now: number): void {
    for (;;) {
      const funding = this.#fundings[this.#funding];
      if (funding === undefined || minuteOf(funding.time) !== now) return;
      this.#funding += 1;
      this.#ledger.applyFunding(this.#instrument, funding, now);
    }
  }

  applyPoints(now: number, quotes: Map<Instrument, Quote>): void {
    for (;;) {
      const event = this.#path.peek();
      if (event?.time !== now || event.kind !== 'point') return;
      this.#path.take();
      this.#item = event;
      this.#ledger.applyPoint(this.#instrument, event);
      quotes.set(this.#instrument, event);
    }
  }

  /**
   * Applies the order book snapshots of the present time. A snapshot that lies strictly inside no candle is
   * also a price at which theses can be carried out.
   */
  applyBooks(now: number, quotes: Map<Instrument, Quote>): void {
    let snapshot: BookSnapshot | undefined;
    for (; this.#books[this.#book]?.time === now; this.#book += 1) snapshot = this.#books[this.#book];
    if (snapshot === undefined) return;
    this.#instrument.snapshot = snapshot;
    const isInside = this.#item !== undefined && this.#item.time < now && now < this.#item.end;
    if (quotes.has(this.#instrument) || isInside) return;
    const price = middlePrice(snapshot);
    const quote: Quote = { price, source: 'book' };
    this.#instrument.last ??= quote;
    quotes.set(this.#instrument, quote);
  }
}

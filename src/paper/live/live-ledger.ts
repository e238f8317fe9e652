/** A ledger whose time goes on: what its journal says, and what it knows of the market beside it. */
import { decimalOf, formatTrimmed } from '../../core/decimal.ts';
import { MINUTE_MS } from '../../core/time-units.ts';
import type { Quote } from '../engine/instrument.ts';
import { type Evidence, PaperLedger } from '../engine/ledger.ts';
import { playMoments, type ScenarioRun, sampleAfter } from '../engine/moments.ts';
import { SymbolFeed } from '../engine/symbol-feed.ts';
import { ThesisQueue } from '../engine/theses.ts';
import type { LedgerEntry } from '../ledger/entries.ts';
import { BOOK_NAMES, type BookName } from '../ledger/position.ts';
import { compareTexts } from '../ledger/postings.ts';
import type { BookSnapshot } from '../market/depth.ts';
import { minuteOf, singlePoint } from '../market/path.ts';
import { CandleList, TradeList } from '../market/price-lists.ts';
import type { SeenMinutes } from '../market/seen-minutes.ts';
import type { LedgerSymbol } from '../market/symbol-rules.ts';
import type { SymbolData, TimedThesis } from '../scenario/reader.ts';
import { INTERVALS } from '../scenario/records.ts';
import type { LedgerSettings } from '../scenario/settings.ts';
import { foldEntry } from './fold.ts';
import {
  type MarketState,
  type PrintedSnapshot,
  printSnapshot,
  readSnapshot,
  readSpent,
} from './market-state.ts';

/**
 * What a source of market data knows of now, at which theses are carried out: an order book snapshot of now, or a price
 * and the order books that the source has of other times.
 */
export type PointNow =
  | { readonly snapshot: BookSnapshot }
  | (Quote & { readonly books?: readonly BookSnapshot[] });

/** An equity sample of a book. */
export interface SampleRow {
  readonly time: number;
  readonly book: BookName;
  readonly equity: string;
}

/** What happened since the ledger was loaded or last drained. */
export interface LedgerNews {
  readonly entries: readonly LedgerEntry[];
  readonly evidence: ReadonlyMap<number, Evidence>;
  readonly samples: readonly SampleRow[];
}

/** A ledger that is carried on in steps; any division of the same time into steps gives the same entries. */
export class LiveLedger {
  readonly ledger: PaperLedger;
  readonly queue: ThesisQueue;
  #nextSample: number;
  #cursor: number;
  readonly #gaps = new Map<string, (readonly [number, number])[]>();
  /** The minute that is not over and in which a symbol had a price. */
  readonly #seenMinute = new Map<string, number>();
  #drained = 0;

  /** Opens a new ledger; its journal then has its first entry. */
  constructor(settings: LedgerSettings, rules: readonly LedgerSymbol[]) {
    this.ledger = new PaperLedger(settings, rules);
    this.ledger.evidence = new Map();
    this.queue = new ThesisQueue(this.ledger);
    this.#cursor = settings.start;
    this.#nextSample = settings.start;
  }

  /** The time up to which the market was carried out, in Unix ms. */
  get cursor(): number {
    return this.#cursor;
  }

  /** Takes in the entries of the journal after the first, in order. */
  fold(entries: readonly LedgerEntry[]): void {
    for (const entry of entries) foldEntry(this.ledger, this.queue, entry);
    this.#drained = this.ledger.journal.entries.length;
  }

  /**
   * Puts the cursor behind the last entry, for a journal of which nothing else is known. A thesis is carried out at
   * the cursor, everything else before it.
   */
  continueFromLastEntry(): void {
    const last = this.ledger.journal.entries.at(-1)!;
    if (last.kind === 'open') return;
    this.#cursor = last.kind === 'thesis' ? last.time : last.time + 1;
    const { start, equityEveryMs } = this.ledger.settings;
    this.#nextSample = sampleAfter(this.#cursor - 1, start, equityEveryMs);
  }

  /** Takes in what the ledger knew of the market when it was saved. */
  restore(state: MarketState): void {
    this.#cursor = state.cursor;
    this.#nextSample = state.next_sample;
    for (const [symbol, price] of Object.entries(state.last)) {
      const instrument = this.ledger.instruments.get(symbol);
      if (instrument !== undefined) instrument.last = { price: decimalOf(price) };
    }
    for (const [symbol, saved] of Object.entries(state.snapshots)) {
      const snapshot = readSnapshot(saved);
      const instrument = this.ledger.instruments.get(symbol);
      if (instrument !== undefined) instrument.snapshot = snapshot;
      for (const book of BOOK_NAMES) {
        const spent = saved.spent[book];
        if (spent !== undefined) this.ledger.books[book].spentDepth.set(symbol, readSpent(snapshot, spent));
      }
    }
    for (const [symbol, gaps] of Object.entries(state.gaps)) this.#gaps.set(symbol, [...gaps]);
    for (const [symbol, minute] of Object.entries(state.seen_minute)) this.#seenMinute.set(symbol, minute);
  }

  /** Returns what the ledger knows of the market beside its journal. */
  state(): MarketState {
    const { books, instruments, settings } = this.ledger;
    const last: Record<string, string> = {};
    const snapshots: Record<string, PrintedSnapshot> = {};
    for (const [symbol, instrument] of instruments) {
      // Nobody asks for the price of a symbol without positions, which is not followed.
      const isOpen = BOOK_NAMES.some((book) => books[book].openOf(symbol).length > 0);
      if (isOpen && instrument.last !== undefined) last[symbol] = formatTrimmed(instrument.last.price);
      const { snapshot } = instrument;
      if (snapshot === undefined || this.#cursor - snapshot.time > settings.bookMaxAgeMs) continue;
      snapshots[symbol] = printSnapshot(snapshot, (book) => books[book].spentDepth.get(symbol));
    }
    return {
      cursor: this.#cursor,
      next_sample: this.#nextSample,
      last,
      snapshots,
      gaps: Object.fromEntries(this.#gaps),
      seen_minute: Object.fromEntries(this.#seenMinute),
    };
  }

  /** Returns the symbols whose market must be carried out: those of open positions and of waiting theses. */
  followedSymbols(): readonly string[] {
    const { instruments, books } = this.ledger;
    const waiting = new Set(this.queue.waiting.map(({ instrument }) => instrument.rules.symbol));
    return [...instruments.keys()]
      .filter(
        (symbol) => waiting.has(symbol) || BOOK_NAMES.some((book) => books[book].openOf(symbol).length > 0),
      )
      .sort();
  }

  /**
   * Carries the market on to a time, which is not carried out itself. `data` are the market data from the cursor on,
   * by symbol; minutes without data count as unseen.
   */
  playTo(data: readonly SymbolData[], until: number): void {
    if (until <= this.#cursor) return;
    const from = this.#cursor;
    const followed = this.followedSymbols();
    const known = data.filter(({ rules }) => this.ledger.instruments.has(rules.symbol));
    const feeds = known.map((one) => new SymbolFeed(one, this.ledger, from, until));
    const seen = this.#play(feeds, [], until);
    for (const symbol of followed) this.#noteGaps(symbol, from, until, seen.get(symbol));
    this.#cursor = until;
  }

  /** Carries out theses at a time, to which the market must have been carried on, at the prices of that time. */
  applyAt(now: number, points: ReadonlyMap<string, PointNow>, theses: readonly TimedThesis[]): void {
    const feeds = [...points].map(([symbol, point]) => this.#feedOfPoint(symbol, point, now));
    const seen = this.#play(feeds, theses, now + 1);
    const minute = minuteOf(now);
    for (const [symbol, minutes] of seen) {
      if (minutes.countWithin(minute, minute + MINUTE_MS) > 0) this.#seenMinute.set(symbol, minute);
    }
    this.#cursor = now;
  }

  /** Returns what happened since the last call, for storage. */
  drain(): LedgerNews {
    const { journal, evidence, equity } = this.ledger;
    const entries = journal.entries.slice(this.#drained);
    this.#drained = journal.entries.length;
    const samples = BOOK_NAMES.flatMap((book) =>
      equity[book].map(({ time, equity: amount }) => ({ time, book, equity: formatTrimmed(amount) })),
    );
    for (const book of BOOK_NAMES) equity[book].length = 0;
    const news = { entries, evidence: new Map(evidence), samples };
    evidence?.clear();
    return news;
  }

  /** Returns the ledger as a finished run, for metrics. `samples` are all its equity samples. */
  asRun(samples: readonly SampleRow[]): ScenarioRun {
    for (const { time, book, equity } of samples) {
      this.ledger.equity[book].push({ time, equity: decimalOf(equity) });
    }
    if (this.ledger.equity.paper.at(-1)?.time !== this.#cursor) this.ledger.sampleEquity(this.#cursor);
    return {
      ledger: this.ledger,
      queue: this.queue,
      later: [],
      end: this.#cursor,
      countSeenMinutes: (symbol, from, to) => (to - from) / MINUTE_MS - this.#countGaps(symbol, from, to),
    };
  }

  #play(
    feeds: readonly SymbolFeed[],
    arrivals: readonly TimedThesis[],
    end: number,
  ): ReadonlyMap<string, SeenMinutes> {
    this.#nextSample = playMoments({
      ledger: this.ledger,
      queue: this.queue,
      feeds: [...feeds].sort((a, b) => compareTexts(a.symbol, b.symbol)),
      arrivals,
      nextSample: this.#nextSample,
      end,
    });
    return new Map(feeds.map(({ symbol, seenMinutes }) => [symbol, seenMinutes]));
  }

  #feedOfPoint(symbol: string, point: PointNow, now: number): SymbolFeed {
    const data = emptyData(this.ledger.instruments.get(symbol)!.rules);
    if ('snapshot' in point) {
      const books = [{ ...point.snapshot, time: now }];
      return new SymbolFeed({ ...data, books }, this.ledger, now, now + 1);
    }
    this.#rememberBook(symbol, point.books ?? [], now);
    return new SymbolFeed(data, this.ledger, now, now + 1, singlePoint(now, point.price, point.source));
  }

  /**
   * Keeps the latest order book that is not later than now, also from before the cursor: which book counts must not
   * depend on whether the ledger followed the symbol, or was ticked, since. A snapshot that is known already stays,
   * because depth may have been taken from it.
   */
  #rememberBook(symbol: string, books: readonly BookSnapshot[], now: number): void {
    const instrument = this.ledger.instruments.get(symbol)!;
    const known = instrument.snapshot?.time ?? Number.NEGATIVE_INFINITY;
    const { start } = this.ledger.settings;
    const latest = books.findLast(({ time }) => time >= start && time <= now);
    if (latest !== undefined && latest.time > known) instrument.snapshot = latest;
  }

  /** Notes the minutes of a played span in which a symbol had no price. */
  #noteGaps(symbol: string, from: number, until: number, seen: SeenMinutes | undefined): void {
    const before = this.#seenMinute.get(symbol);
    for (let minute = minuteOf(from); minute < until; minute += MINUTE_MS) {
      const isSeen = minute === before || (seen?.countWithin(minute, minute + MINUTE_MS) ?? 0) > 0;
      const isOver = minute + MINUTE_MS <= until;
      if (isOver && !isSeen) this.#addGap(symbol, minute);
      if (!isOver && isSeen) this.#seenMinute.set(symbol, minute);
    }
  }

  #addGap(symbol: string, minute: number): void {
    const gaps = this.#gaps.get(symbol) ?? [];
    this.#gaps.set(symbol, gaps);
    const last = gaps.at(-1);
    if (last !== undefined && last[1] === minute) gaps[gaps.length - 1] = [last[0], minute + MINUTE_MS];
    else gaps.push([minute, minute + MINUTE_MS]);
  }

  #countGaps(symbol: string, from: number, to: number): number {
    const gaps = this.#gaps.get(symbol) ?? [];
    const length = gaps.reduce((sum, [a, b]) => sum + Math.max(0, Math.min(b, to) - Math.max(a, from)), 0);
    return length / MINUTE_MS;
  }
}

/** Returns the data of a symbol without any candle, trade or order book. */
export function emptyData(rules: LedgerSymbol): SymbolData {
  return {
    rules,
    minutes: new CandleList(INTERVALS['1m']),
    seconds: new CandleList(INTERVALS['1s']),
    trades: new TradeList(),
    books: [],
    fundings: [],
  };
}

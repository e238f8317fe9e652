/** The market data of one symbol, applied to the ledger in the order of time. */
import { type BookSnapshot, middlePrice } from '../market/depth.ts';
import { minuteOf, Path, type PathPoint, type PathWalk } from '../market/path.ts';
import type { SeenMinutes } from '../market/seen-minutes.ts';
import type { SymbolData } from '../scenario/reader.ts';
import type { Funding } from '../scenario/records.ts';
import type { Instrument, Quote } from './instrument.ts';
import type { PaperLedger } from './ledger.ts';

/** A time after all others. */
export const NEVER = Number.POSITIVE_INFINITY;

/** The market data of one symbol, read in the order of time. */
export class SymbolFeed {
  readonly #ledger: PaperLedger;
  readonly #instrument: Instrument;
  readonly #path: PathWalk;
  readonly #start: number;
  readonly #books: readonly BookSnapshot[];
  readonly #fundings: readonly Funding[];
  #book = 0;
  #funding = 0;
  /** The latest candle or trade that has begun. */
  #item: PathPoint | undefined;

  /**
   * Reads the data from one time up to but not including another; data that reach beyond are not used. `path` is the
   * price path, which otherwise is that of the data.
   */
  constructor(data: SymbolData, ledger: PaperLedger, start: number, end: number, path?: PathWalk) {
    const isInside = ({ time }: { readonly time: number }) => time >= start && time < end;
    this.#ledger = ledger;
    this.#instrument = ledger.instruments.get(data.rules.symbol)!;
    this.#start = start;
    this.#path = path ?? new Path(data, start, end);
    this.#books = data.books.filter(isInside);
    this.#fundings = data.fundings.filter(isInside);
  }

  get symbol(): string {
    return this.#instrument.rules.symbol;
  }

  /** The minutes for which the symbol's price path has had data so far. */
  get seenMinutes(): SeenMinutes {
    return this.#path.seenMinutes;
  }

  /** The next time for which this symbol has market data or a funding. */
  get nextTime(): number {
    return Math.min(this.#path.peek()?.time ?? NEVER, this.#nextBookTime, this.#nextFundingTime);
  }

  get #nextBookTime(): number {
    return this.#books[this.#book]?.time ?? NEVER;
  }

  get #nextFundingTime(): number {
    const funding = this.#fundings[this.#funding];
    return funding === undefined ? NEVER : this.#momentOf(funding);
  }

  /** Returns the minute of a funding, or the start of the played time where that lies within the minute. */
  #momentOf({ time }: Funding): number {
    return Math.max(minuteOf(time), this.#start);
  }

  /**
   * Moves on over the candles before a time in which no position exits, up to the next funding, order book snapshot or
   * deadline. The last of them gives the last price.
   */
  passQuiet(time: number): void {
    const quiet = this.#ledger.quietSpanOf(this.#instrument);
    const until = Math.min(time, quiet.until, this.#nextBookTime, this.#nextFundingTime);
    const last = this.#path.passQuiet(until, quiet);
    if (last !== undefined) this.#instrument.last = last;
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
      if (funding === undefined || this.#momentOf(funding) !== now) return;
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
    // A ledger that goes on from a moment knows its book already, and what was taken from it.
    if (this.#instrument.snapshot?.time !== now) this.#instrument.snapshot = snapshot;
    const isInside = this.#item !== undefined && this.#item.time < now && now < this.#item.end;
    if (quotes.has(this.#instrument) || isInside) return;
    const price = middlePrice(snapshot);
    const quote: Quote = { price, source: 'book' };
    this.#instrument.last ??= quote;
    quotes.set(this.#instrument, quote);
  }
}

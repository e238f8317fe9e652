/**
 * The paper ledger: the paper and the watch book, the journal, and the operations on them. It reads no clock;
 * callers pass times.
 */
import {
  add,
  type Decimal,
  formatTrimmed,
  isZero,
  min,
  multiply,
  negate,
  subtract,
} from '../../core/decimal.ts';
import { Draft, type EntryParts, PaperBook } from '../ledger/book.ts';
import { type EntryBody, Journal, type LedgerEntry, type NewEntry } from '../ledger/entries.ts';
import { forSide, liquidationPrice } from '../ledger/liquidation.ts';
import { BOOK_NAMES, type BookName, type Position, unrealisedOf } from '../ledger/position.ts';
import { Postings } from '../ledger/postings.ts';
import type { BookSnapshot, SpentDepth } from '../market/depth.ts';
import { minuteOf, type PathEvent, type PathPoint, type PathRange } from '../market/path.ts';
import type { LedgerSymbol } from '../market/symbol-rules.ts';
import { money } from '../numbers.ts';
import type { Funding } from '../scenario/records.ts';
import { feeOf, type LedgerSettings } from '../scenario/settings.ts';
import { carryOutExit, type Exit, exitAtPoint, exitInRange, type QuietSpan, quietSpanOf } from './exits.ts';
import { type Instrument, lastPriceOf, type Quote } from './instrument.ts';

/** The equity of a book at one time. */
export type EquitySample = { readonly time: number; readonly equity: Decimal };

/** The market data that decided a journal entry. */
export type Evidence =
  | { readonly kind: 'event'; readonly event: PathEvent }
  | { readonly kind: 'funding'; readonly funding: Funding; readonly last: Decimal | null }
  | {
      readonly kind: 'thesis';
      readonly quote: Quote;
      readonly snapshot: BookSnapshot | undefined;
      readonly spent: SpentDepth | undefined;
    };

/** The paper and the watch book of a ledger, and its journal. */
export class PaperLedger {
  readonly settings: LedgerSettings;
  readonly journal = new Journal();
  readonly books: Readonly<Record<BookName, PaperBook>>;
  /** The symbols of the ledger, keyed by symbol in capital letters. */
  readonly instruments = new Map<string, Instrument>();
  readonly equity: Readonly<Record<BookName, EquitySample[]>> = { paper: [], watch: [] };
  /** What decided the entries by their numbers; undefined in a replay, which keeps its market data itself. */
  evidence: Map<number, Evidence> | undefined;

  /** The quiet spans of symbols, with the open positions for which they were calculated. */
  readonly #quietSpans = new Map<
    string,
    { readonly paper: readonly Position[]; readonly watch: readonly Position[]; readonly span: QuietSpan }
  >();

  /** Opens a ledger with its starting cash. `rules` are in alphabetical order of the symbols. */
  constructor(settings: LedgerSettings, rules: readonly LedgerSymbol[]) {
    this.settings = settings;
    const { asset, cash, start } = settings;
    this.books = { paper: new PaperBook('paper', asset), watch: new PaperBook('watch', asset) };
    for (const one of rules) this.addInstrument(one);
    const postings = new Postings();
    postings.post('cash', asset, cash);
    postings.post('capital', asset, negate(cash));
    this.books.paper.balances.add(postings.list());
    this.append({ time: start, book: 'paper', kind: 'open' }, postings);
  }

  /** Lets theses act on a symbol. */
  addInstrument(rules: LedgerSymbol): void {
    this.instruments.set(rules.symbol, {
      rules,
      takerFee: feeOf(rules.takerFee, this.settings.takerFee),
      makerFee: feeOf(rules.makerFee, this.settings.makerFee),
      last: undefined,
      snapshot: undefined,
    });
  }

  /** Appends a journal entry with its postings, and what decided it. */
  append(body: NewEntry, postings?: Postings, decidedBy?: Evidence): LedgerEntry {
    if (decidedBy !== undefined) this.evidence?.set(this.journal.nextSeq, decidedBy);
    if (postings === undefined) return this.journal.append(body);
    const printed = postings
      .list()
      .map(({ account, asset, amount }) => ({ account, amount: formatTrimmed(amount), asset }));
    return this.journal.append({ ...body, postings: printed });
  }

  /**
   * Carries out the exits that are due within a candle's high and low; afterwards the close is the last
   * price.
   */
  applyRange(instrument: Instrument, range: PathRange): void {
    for (const { position, book } of this.#openOf(instrument)) {
      const exit = exitInRange(position, range, this.settings);
      if (exit !== undefined) this.#exit(book, instrument, position, exit, range);
    }
    instrument.last = range;
  }

  /**
   * Carries out the exits that are due at a point of the price path; afterwards the point's price is the last
   * price.
   */
  applyPoint(instrument: Instrument, point: PathPoint): void {
    for (const { position, book } of this.#openOf(instrument)) {
      const exit = exitAtPoint(position, point.price, point.time, this.settings);
      if (exit !== undefined) this.#exit(book, instrument, position, exit, point);
    }
    instrument.last = point;
  }

  /** Returns the prices between which, and the time before which, no open position of a symbol exits. */
  quietSpanOf({ rules: { symbol } }: Instrument): QuietSpan {
    const paper = this.books.paper.openOf(symbol);
    const watch = this.books.watch.openOf(symbol);
    const known = this.#quietSpans.get(symbol);
    if (known?.paper === paper && known.watch === watch) return known.span;
    const span = quietSpanOf([...paper, ...watch]);
    this.#quietSpans.set(symbol, { paper, watch, span });
    return span;
  }

  /** Charges a funding payment to the positions of a symbol that are open now. */
  applyFunding(instrument: Instrument, funding: Funding, now: number): void {
    const { rate, mark } = funding;
    const last = lastPriceOf(instrument);
    const price = mark ?? last;
    if (price === null) return;
    for (const { position, book } of this.#openOf(instrument)) {
      // A funding that becomes known late is not charged to what was opened at its minute or after it.
      if (position.openedAt >= minuteOf(funding.time)) continue;
      const notional = multiply(position.quantity, price);
      const amount = money(forSide(position.side, multiply(notional, rate)));
      const pay = min(amount, position.margin);
      if (isZero(pay)) continue;
      const draft = new Draft(book);
      const parts = draft.begin();
      parts.postings.post(`margin:${position.id}`, book.asset, negate(pay));
      parts.postings.post('funding', book.asset, pay);
      const paid = {
        ...position,
        margin: subtract(position.margin, pay),
        funding: add(position.funding, pay),
      };
      const after = { ...paid, liquidationPrice: liquidationPrice(paid, instrument.rules) };
      draft.positions.set(after.id, after);
      const body = {
        time: now,
        kind: 'funding',
        rate: formatTrimmed(rate),
        mark: formatTrimmed(price),
      } as const;
      this.#appendOwn(draft, parts, after, body, { kind: 'funding', funding, last });
    }
  }

  /** Returns the equity of a book: its cash, margins and unrealised profit. */
  equityOf(name: BookName): Decimal {
    let equity = this.books[name].cash;
    for (const position of this.books[name].allOpen()) {
      const price = lastPriceOf(this.instruments.get(position.symbol)!)!;
      equity = add(equity, add(position.margin, unrealisedOf(position, price)));
    }
    return equity;
  }

  /** Records the present equity of both books as a sample. */
  sampleEquity(time: number): void {
    for (const name of BOOK_NAMES) this.equity[name].push({ time, equity: this.equityOf(name) });
  }

  /**
   * Returns the open positions of a symbol in order of opening, those of the paper book before those of the
   * watch book.
   */
  #openOf({ rules }: Instrument): readonly { readonly position: Position; readonly book: PaperBook }[] {
    const { paper, watch } = this.books;
    const own = paper.openOf(rules.symbol);
    const watched = watch.openOf(rules.symbol);
    if (own.length === 0 && watched.length === 0) return NONE;
    return [
      ...own.map((position) => ({ position, book: paper })),
      ...watched.map((position) => ({ position, book: watch })),
    ];
  }

  #exit(book: PaperBook, instrument: Instrument, position: Position, exit: Exit, event: PathEvent): void {
    const { time: now, source } = event;
    const draft = new Draft(book);
    const parts = draft.begin();
    const closed = carryOutExit(draft, parts, instrument, position, exit, {
      settings: this.settings,
      now,
      source,
    });
    this.#appendOwn(draft, parts, closed, { time: now, kind: 'exit' }, { kind: 'event', event });
  }

  /** Appends a journal entry for an exit or a funding, which no thesis requests, and commits its changes. */
  #appendOwn(
    draft: Draft,
    parts: EntryParts,
    position: Position,
    body: Partial<EntryBody> & Pick<EntryBody, 'time' | 'kind'>,
    decidedBy: Evidence,
  ): void {
    const { seq } = this.append(
      {
        book: position.book,
        agent: position.agent,
        run_id: position.runId,
        position_id: position.id,
        executions: parts.executions,
        ...body,
      },
      parts.postings,
      decidedBy,
    );
    draft.commit(() => [seq]);
  }
}

const NONE: readonly { readonly position: Position; readonly book: PaperBook }[] = [];

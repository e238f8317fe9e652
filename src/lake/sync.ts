/**
 * Fills spans of a series from the API. Pages come through a callback, so that nothing here sends anything. What was
 * received is entered in the ledger folder by folder; a span that stays open is asked for again before the ledger says that
 * the exchange has no rows there.
 */
import { candleNumber, candleOpen, type Interval } from '../catalogue/candle-intervals.ts';
import { asToolError, ToolError } from '../core/errors.ts';
import type { Lake } from './import.ts';
import type { AskedHole } from './ledger.ts';
import type { PageLayout } from './page-layouts.ts';
import { PageReader, type PageRows } from './page-rows.ts';
import { isoText, SyncBatch } from './sync-batch.ts';
import { complement, type SpanBounds, type SyncSeries, stepOf } from './sync-plan.ts';
import { partitionEnd, tableOf } from './tables.ts';

/** Where pages come from. */
export interface PageSource {
  readonly layout: PageLayout;
  /** The largest number of rows in a page. */
  readonly pageRows: number;
  /** Yields the pages with the rows of a span as the text that was received, oldest first; ends with the first that is not full. */
  readonly pages: (span: SpanBounds) => AsyncIterable<string>;
  /** Returns a page with the newest row before the end of a span; undefined for none. */
  readonly newest: (span: SpanBounds) => Promise<string | undefined>;
}

/** What a sync of a span brought. */
export interface SpanResult {
  /** Rows that are new in the lake. */
  readonly rows: number;
  /** The spans of which the exchange has no rows. */
  readonly none: readonly SpanBounds[];
}

export interface SpanSyncOptions {
  readonly series: SyncSeries;
  readonly source: PageSource;
  readonly span: SpanBounds;
  /** Called with the number of rows of each page. */
  readonly onRows: (count: number) => void;
}

/** Rows after which the rows of a folder are entered although more of it follow. */
const ROWS_PER_PART_MAX = 250_000;

/** Holes of a folder that are asked for again one by one; further ones are asked for together. */
const HOLES_ASKED_MAX = 20;

/**
 * Answers without rows after which a span counts as empty: an exchange that answers in haste with an empty page does so
 * twice now and then.
 */
const EMPTY_ANSWERS = 3;

/**
 * Fills a span. Whatever ends it, all rows that were received are in the lake afterwards, and the ledger says of the rest why it
 * is missing. Throws the error of the source.
 */
export function syncSpan(lake: Lake, options: SpanSyncOptions): Promise<SpanResult> {
  return new SpanSync(lake, options).run();
}

class SpanSync {
  readonly #lake: Lake;
  readonly #options: SpanSyncOptions;
  readonly #reader: PageReader;
  readonly #step: number;
  /** The first candle since 1970. */
  readonly #shift: number;
  /** All before this time is entered in the ledger. */
  #settled: number;
  #batch: SyncBatch;
  #rows = 0;
  readonly #none: SpanBounds[] = [];

  constructor(lake: Lake, options: SpanSyncOptions) {
    const { series, source, span } = options;
    this.#lake = lake;
    this.#options = options;
    this.#reader = new PageReader(source.layout, tableOf(series.table, series.product).time);
    this.#step = stepOf(series);
    this.#shift = firstOpen(series.interval);
    this.#settled = span.from;
    this.#batch = new SyncBatch(lake, series, source.layout);
  }

  async run(): Promise<SpanResult> {
    const { to } = this.#options.span;
    try {
      await this.#fetchAll();
      await this.#settle(to);
      return { rows: this.#rows, none: this.#none };
    } catch (error) {
      // The ledger says already that the rest was not asked for, if it cannot be written now.
      await this.#settleReceived(asToolError(error)).catch(() => undefined);
      throw error;
    } finally {
      await this.#batch.end();
    }
  }

  /** Fetches until the end. A run of pages that ends early is followed by another one, until enough answers had no rows. */
  async #fetchAll(): Promise<void> {
    const { to } = this.#options.span;
    let from = this.#options.span.from;
    let emptyAnswers = 0;
    while (from < to) {
      const reached = await this.#fetch({ from, to });
      if (reached > from) {
        // The answer that ended the run is one without rows.
        emptyAnswers = 1;
        from = reached;
        continue;
      }
      emptyAnswers += 1;
      if (emptyAnswers < EMPTY_ANSWERS) continue;
      const next = await this.#afterEmpty({ from, to });
      this.#batch.confirm({ from, to: next });
      emptyAnswers = 0;
      from = next;
    }
  }

  /** Fetches a run of pages. Returns the first moment after its last row, or the beginning of the span if it had none. */
  async #fetch(span: SpanBounds): Promise<number> {
    let reached = span.from;
    for await (const text of this.#options.source.pages(span)) {
      const page = this.#read(text);
      reached = Math.max(reached, await this.#take(page, span));
      this.#options.onRows(page.times.length);
    }
    return reached;
  }

  /** Returns where to go on after answers without rows: the end, unless the exchange has later rows. */
  async #afterEmpty(span: SpanBounds): Promise<number> {
    const { newest, pageRows } = this.#options.source;
    const text = await newest(span);
    const last = text === undefined ? undefined : this.#read(text).times.at(-1);
    if (last === undefined || last < span.from || last >= span.to) return span.to;
    return Math.max(span.from + this.#step, Math.min(last, span.from + pageRows * this.#step));
  }

  #read(text: string): PageRows {
    if (text === '[]') return { csv: '', times: [], hasLongAmounts: false };
    const page = this.#reader.read(text);
    for (const time of page.times) {
      if ((time - this.#shift) % this.#step === 0) continue;
      throw new ToolError({
        kind: 'unavailable',
        message: `Expected candles of ${this.#options.series.interval} in the answer, found one that opens at ${isoText(time)}.`,
        endpoint: this.#options.source.layout.endpoint,
      });
    }
    return page;
  }

  /** Stages the rows of a page, and enters the folders that are complete. Returns the first moment after the last row. */
  async #take(page: PageRows, { from, to }: SpanBounds): Promise<number> {
    const inside = page.times.filter((time) => time >= from && time < to);
    if (inside.length === 0) return from;
    const last = Math.max(...inside);
    for (;;) {
      const first = this.#batch.first ?? Math.min(...inside.filter((time) => time >= this.#settled));
      if (!Number.isFinite(first)) return last + this.#step;
      const end = partitionEnd(this.#options.series.table, first);
      this.#batch.add(page, { from: this.#settled, to: Math.min(end, to) }, this.#step);
      if (last < end) break;
      await this.#settle(end);
    }
    if (this.#batch.rows >= ROWS_PER_PART_MAX) await this.#settle(last + this.#step);
    return last + this.#step;
  }

  /** Enters the rows up to a time, after asking again for what is missing before it. */
  async #settle(to: number): Promise<void> {
    const span = { from: this.#settled, to };
    if (span.from >= to) return;
    await this.#askAgain(span);
    const holes = complement(this.#batch.received, span);
    const why = `${this.#options.source.layout.endpoint} answered ${EMPTY_ANSWERS} times without these rows`;
    await this.#commit(
      span,
      holes.map((hole) => ({ ...hole, state: 'none-at-exchange', why })),
    );
    this.#none.push(...holes);
  }

  /** Asks for what is missing until enough answers in a row brought nothing. */
  async #askAgain(span: SpanBounds): Promise<void> {
    for (let answers = 1; answers < EMPTY_ANSWERS; ) {
      const holes = this.#holesToAsk(span);
      if (holes.length === 0) return;
      const before = this.#batch.rows;
      for (const hole of holes) {
        for await (const text of this.#options.source.pages(hole)) {
          const page = this.#read(text);
          this.#batch.add(page, hole, this.#step);
          this.#options.onRows(page.times.length);
        }
      }
      answers = this.#batch.rows > before ? 1 : answers + 1;
    }
  }

  #holesToAsk(span: SpanBounds): readonly SpanBounds[] {
    const holes = complement([...this.#batch.received, ...this.#batch.confirmed], span);
    if (holes.length <= HOLES_ASKED_MAX) return holes;
    const rest = holes.slice(HOLES_ASKED_MAX - 1);
    return [...holes.slice(0, HOLES_ASKED_MAX - 1), { from: rest[0]!.from, to: rest.at(-1)!.to }];
  }

  /** Enters what was received before an error, and why the rest is missing. */
  async #settleReceived(error: ToolError): Promise<void> {
    const { series, span } = this.#options;
    const isInterrupted = error.kind === 'interrupted';
    const state = isInterrupted ? ('not-asked' as const) : ('failed' as const);
    const why = isInterrupted ? NOT_ASKED : error.message;
    const received = this.#batch.received;
    const reached = Math.max(this.#settled, ...received.map(({ to }) => to));
    if (reached > this.#settled && !this.#batch.isCommitted) {
      const done = { from: this.#settled, to: reached };
      await this.#commit(
        done,
        complement(received, done).map((hole) => ({ ...hole, state, why })),
      );
    }
    const rest = { from: this.#settled, to: span.to };
    if (rest.from >= rest.to) return;
    await this.#lake.ledger.recordAsked({ series, ...rest, holes: [{ ...rest, state, why }] });
  }

  /** Enters the rows of the batch as those of a span, and begins the next batch. */
  async #commit(span: SpanBounds, holes: readonly AskedHole[]): Promise<void> {
    const { series, source } = this.#options;
    const batch = this.#batch;
    this.#rows += await batch.commit(span, holes);
    await batch.end();
    this.#settled = span.to;
    this.#batch = new SyncBatch(this.#lake, series, source.layout);
  }
}

/** Why a span is missing that a sync was about to ask for. */
export const NOT_ASKED = 'a sync ended before it asked for these rows';

function firstOpen(interval: string): number {
  return candleOpen(interval as Interval, 0, candleNumber(interval as Interval, 0, 0));
}

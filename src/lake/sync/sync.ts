/**
 * Fills spans of a series from the API. Pages come through a callback, so that nothing here sends anything. What was
 * received is entered in the ledger folder by folder; a span that stays open is asked for again before the ledger says that
 * the exchange has no rows there.
 */
import { candleNumber, candleOpen, type Interval } from '../../catalogue/candle-intervals.ts';
import { asToolError, ToolError } from '../../core/errors.ts';
import { guardDisk } from '../disk-errors.ts';
import type { AskedPart } from '../ledger-records.ts';
import type { Lake } from '../open-lake.ts';
import { partitionEnd, tableOf } from '../tables.ts';
import { PageReader, type PageRows } from './page-rows.ts';
import { isoText, SyncBatch } from './sync-batch.ts';
import { syncIds } from './sync-by-id.ts';
import { complement, type RowRhythm, rhythmOf, rowsIn, type SpanBounds } from './sync-plan.ts';
import {
  EMPTY_ANSWERS,
  NOT_ASKED,
  ROWS_PER_PART_MAX,
  type SpanResult,
  type SpanSyncOptions,
} from './sync-source.ts';

/** Holes of a folder that are asked for again one by one; further ones are asked for together. */
const HOLES_ASKED_MAX = 20;

/**
 * Fills a span. Whatever ends it, all rows that were received are in the lake afterwards, and the ledger says of the rest why it
 * is missing. Throws the error of the source.
 */
export function syncSpan(lake: Lake, options: SpanSyncOptions): Promise<SpanResult> {
  const rhythm = rhythmOf(options.series);
  return guardDisk(lake.home, () =>
    rhythm === undefined ? syncIds(lake, options) : new SpanSync(lake, options, rhythm).run(),
  );
}

class SpanSync {
  readonly #lake: Lake;
  readonly #options: SpanSyncOptions;
  readonly #reader: PageReader;
  readonly #rhythm: RowRhythm;
  /** All before this time is entered in the ledger. */
  #settled: number;
  #batch: SyncBatch;
  #rows = 0;
  readonly #none: SpanBounds[] = [];

  constructor(lake: Lake, options: SpanSyncOptions, rhythm: RowRhythm) {
    const { series, source, span } = options;
    this.#lake = lake;
    this.#options = options;
    this.#reader = new PageReader(source.layout, tableOf(series.table, series.product));
    this.#rhythm = rhythm;
    this.#settled = span.from;
    this.#batch = new SyncBatch(lake, series, source.layout);
  }

  async run(): Promise<SpanResult> {
    const { to } = this.#options.span;
    try {
      await this.#fetchAll();
      await this.#settle(to);
      const missing = this.#none.reduce((sum, hole) => sum + rowsIn(this.#rhythm, hole), 0);
      return { rows: this.#rows, missing, none: this.#none };
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
    return Math.max(
      span.from + this.#rhythm.stepMs,
      Math.min(last, span.from + pageRows * this.#rhythm.stepMs),
    );
  }

  #read(text: string): PageRows {
    const page = this.#reader.read(text);
    const { interval } = this.#options.series;
    for (const time of this.#rhythm.isStrict ? page.times : []) {
      if ((time - firstOpen(interval)) % this.#rhythm.stepMs === 0) continue;
      throw new ToolError({
        kind: 'unavailable',
        message: `Expected rows at whole intervals of ${interval} in the answer, found one at ${isoText(time)}.`,
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
      const first = this.#batch.times?.first ?? Math.min(...inside.filter((time) => time >= this.#settled));
      if (!Number.isFinite(first)) return last + this.#rhythm.stepMs;
      const end = partitionEnd(this.#options.series.table, first);
      this.#batch.add(page, { from: this.#settled, to: Math.min(end, to) }, this.#rhythm);
      if (last < end) break;
      await this.#settle(end);
    }
    if (this.#batch.rows >= ROWS_PER_PART_MAX) await this.#settle(last + this.#rhythm.stepMs);
    return last + this.#rhythm.stepMs;
  }

  /** Enters the rows up to a time, after asking again for what is missing before it. */
  async #settle(end: number): Promise<void> {
    // The last candle of a folder may end in the next one.
    const to = this.#rhythm.isStrict ? lastCovered(this.#batch.received, end) : end;
    const span = { from: this.#settled, to };
    if (span.from >= span.to) return;
    await this.#askAgain(span);
    const holes = this.#holesIn(this.#batch.received, span);
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
          this.#batch.add(page, hole, this.#rhythm);
          this.#options.onRows(page.times.length);
        }
      }
      answers = this.#batch.rows > before ? 1 : answers + 1;
    }
  }

  /** Returns what is missing of a span. Rows at no certain times may begin as late as one step after it began. */
  #holesIn(covered: readonly SpanBounds[], span: SpanBounds): readonly SpanBounds[] {
    const { stepMs, slackMs, isStrict } = this.#rhythm;
    const holes = complement(covered, span);
    if (isStrict) return holes;
    return holes.filter(({ from, to }) => to - from > (from === this.#settled ? stepMs : slackMs));
  }

  #holesToAsk(span: SpanBounds): readonly SpanBounds[] {
    const holes = this.#holesIn([...this.#batch.received, ...this.#batch.confirmed], span);
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
    const reached = lastCovered(received, this.#settled);
    if (reached > this.#settled && !this.#batch.isCommitted) {
      const done = { from: this.#settled, to: reached };
      await this.#commit(
        done,
        this.#holesIn(received, done).map((hole) => ({ ...hole, state, why })),
      );
    }
    const rest = { from: this.#settled, to: span.to };
    if (rest.from >= rest.to) return;
    await this.#lake.ledger.recordAsked({ series, ...rest, parts: [{ ...rest, state, why }] });
  }

  /** Enters the rows of the batch as those of a span, and begins the next batch. */
  async #commit(span: SpanBounds, holes: readonly AskedPart[]): Promise<void> {
    const { series, source } = this.#options;
    const batch = this.#batch;
    const complete = { ...span, state: 'complete' as const, why: '' };
    this.#rows += await batch.commit(span, this.#rhythm.isStrict ? holes : [complete, ...holes]);
    await batch.end();
    this.#settled = span.to;
    this.#batch = new SyncBatch(this.#lake, series, source.layout);
  }
}

function firstOpen(interval: string): number {
  return candleOpen(interval as Interval, 0, candleNumber(interval as Interval, 0, 0));
}

/** Returns the latest end of spans, and no earlier time than `least`. */
function lastCovered(spans: readonly SpanBounds[], least: number): number {
  return spans.reduce((latest, { to }) => Math.max(latest, to), least);
}

/** Fills spans of rows whose ids are consecutive at the exchange: trades and aggregate trades. */
import { asToolError, type ToolError } from '../../core/errors.ts';
import type { AskedPart } from '../ledger-records.ts';
import type { Lake } from '../open-lake.ts';
import { partitionEnd, tableOf } from '../tables.ts';
import { PageReader, type PageRows, rowsFrom } from './page-rows.ts';
import { SyncBatch } from './sync-batch.ts';
import type { SpanBounds } from './sync-plan.ts';
import {
  EMPTY_ANSWERS,
  NOT_ASKED,
  ROWS_PER_PART_MAX,
  type SpanResult,
  type SpanSyncOptions,
} from './sync-source.ts';

/** Ids that are missing, and the times of the rows before and after them. */
interface IdGap extends SpanBounds {
  readonly minId: number;
  readonly maxId: number;
}

/** Fills a span, as `syncSpan` does. */
export function syncIds(lake: Lake, options: SpanSyncOptions): Promise<SpanResult> {
  return new IdSync(lake, options).run();
}

class IdSync {
  readonly #lake: Lake;
  readonly #options: SpanSyncOptions;
  readonly #reader: PageReader;
  /** All rows before this time are entered in the ledger. */
  #settled: number;
  /** The time of the last row. */
  #lastMs: number;
  /** Whether a row after the span has been seen. */
  #isAtEnd = false;
  #batch: SyncBatch;
  #gaps: IdGap[] = [];
  #rows = 0;
  readonly #none: IdGap[] = [];

  constructor(lake: Lake, options: SpanSyncOptions) {
    const { series, source, span } = options;
    this.#lake = lake;
    this.#options = options;
    this.#reader = new PageReader(source.layout, tableOf(series.table, series.product));
    this.#settled = span.from;
    this.#lastMs = span.from;
    this.#batch = new SyncBatch(lake, series, source.layout);
  }

  async run(): Promise<SpanResult> {
    try {
      const first = await this.#firstId();
      if (first !== undefined) await this.#fetchFrom(first);
      await this.#settle(this.#options.span.to);
      const missing = this.#none.reduce((sum, { minId, maxId }) => sum + maxId - minId + 1, 0);
      return { rows: this.#rows, missing, none: this.#none };
    } catch (error) {
      // The ledger says already that the rest was not asked for, if it cannot be written now.
      await this.#settleReceived(asToolError(error)).catch(() => undefined);
      throw error;
    } finally {
      await this.#batch.end();
    }
  }

  async #firstId(): Promise<number | undefined> {
    const { source, span } = this.#options;
    for (let answer = 1; answer <= EMPTY_ANSWERS; answer += 1) {
      const id = await source.firstId(span.from);
      if (id !== undefined) return id;
    }
    return undefined;
  }

  /** Fetches until a row after the span, or until enough answers had no rows. */
  async #fetchFrom(first: number): Promise<void> {
    const { source, onRows } = this.#options;
    let next = first;
    let emptyAnswers = 0;
    while (emptyAnswers < EMPTY_ANSWERS) {
      const before = next;
      for await (const text of source.pagesFrom(next)) {
        const page = this.#reader.read(text);
        next = await this.#take(page, next);
        onRows(page.times.length);
        if (this.#isAtEnd) return;
      }
      // The answer that ended the run is one without rows.
      emptyAnswers = next > before ? 1 : emptyAnswers + 1;
    }
  }

  /** Stages the rows of a page from an id on, and enters the days that are complete. Returns the id after the last row. */
  async #take(page: PageRows, first: number): Promise<number> {
    const { span, series } = this.#options;
    let next = first;
    let begin = -1;
    let end = 0;
    for (; end < page.ids.length; end += 1) {
      const [id, time] = [page.ids[end]!, page.times[end]!];
      if (id < next) continue;
      if (id > next) this.#gaps.push({ minId: next, maxId: id - 1, from: this.#lastMs, to: time });
      this.#isAtEnd = time >= span.to;
      if (this.#isAtEnd) break;
      if (begin < 0) begin = end;
      next = id + 1;
      this.#lastMs = time;
    }
    if (begin < 0) return next;
    const rows = rowsFrom(page, begin, end);
    const last = rows.times.at(-1)!;
    for (let from = span.from; ; ) {
      const start = this.#batch.times?.first ?? rows.times.find((time) => time >= from) ?? last;
      const dayEnd = partitionEnd(series.table, start);
      this.#batch.add(rows, { from, to: Math.min(dayEnd, span.to) });
      if (last < dayEnd) break;
      await this.#settle(dayEnd);
      from = dayEnd;
    }
    if (this.#batch.rows >= ROWS_PER_PART_MAX) await this.#settle(last);
    return next;
  }

  /** Enters the rows before a time, after asking again for the ids that are missing. */
  async #settle(to: number): Promise<void> {
    const span = { from: this.#settled, to };
    if (span.from >= to) return;
    const gaps = await this.#askAgain(this.#gaps);
    const why = `${this.#options.source.layout.endpoint} answered ${EMPTY_ANSWERS} times without these rows`;
    await this.#commit(
      span,
      gaps.map((gap) => ({ ...gap, state: 'none-at-exchange', why })),
    );
    this.#none.push(...gaps);
  }

  /** Asks for missing ids until enough answers in a row brought nothing. Returns those that stay missing. */
  async #askAgain(gaps: readonly IdGap[]): Promise<readonly IdGap[]> {
    let left = gaps;
    for (let answers = 1; answers < EMPTY_ANSWERS && left.length > 0; ) {
      const before = this.#batch.rows;
      const rest: IdGap[] = [];
      for (const gap of left) rest.push(...(await this.#askGap(gap)));
      answers = this.#batch.rows > before ? 1 : answers + 1;
      left = rest;
    }
    return left;
  }

  async #askGap(gap: IdGap): Promise<readonly IdGap[]> {
    const { source, span, onRows } = this.#options;
    const rest: IdGap[] = [];
    let next = gap.minId;
    for await (const text of source.pagesFrom(next)) {
      const page = this.#reader.read(text);
      for (const [at, id] of page.ids.entries()) {
        if (id < next || id > gap.maxId) continue;
        if (id > next) rest.push({ ...gap, minId: next, maxId: id - 1 });
        this.#batch.add(rowsFrom(page, at, at + 1), span);
        onRows(1);
        next = id + 1;
      }
      if (next > gap.maxId || (page.ids.at(-1) ?? 0) > gap.maxId) break;
    }
    if (next <= gap.maxId) rest.push({ ...gap, minId: next });
    return rest;
  }

  /** Enters what was received before an error, and why the rest is missing. */
  async #settleReceived(error: ToolError): Promise<void> {
    const { series, span } = this.#options;
    const isInterrupted = error.kind === 'interrupted';
    const state = isInterrupted ? ('not-asked' as const) : ('failed' as const);
    const why = isInterrupted ? NOT_ASKED : error.message;
    // Of the last moment there may be more rows.
    const reached = this.#batch.times?.last ?? this.#settled;
    if (reached > this.#settled && !this.#batch.isCommitted) {
      const done = { from: this.#settled, to: reached };
      await this.#commit(
        done,
        this.#gaps.map((gap) => ({ ...gap, state, why })),
      );
    }
    const rest = { from: this.#settled, to: span.to };
    if (rest.from >= rest.to) return;
    await this.#lake.ledger.recordAsked({ series, ...rest, parts: [{ ...rest, state, why }] });
  }

  /** Enters the rows of the batch as those of a span, and begins the next batch. */
  async #commit(span: SpanBounds, missing: readonly AskedPart[]): Promise<void> {
    const { series, source } = this.#options;
    const complete = { ...span, state: 'complete' as const, why: '' };
    this.#rows += await this.#batch.commit(span, [complete, ...missing]);
    await this.#batch.end();
    this.#settled = span.to;
    this.#gaps = [];
    this.#batch = new SyncBatch(this.#lake, series, source.layout);
  }
}

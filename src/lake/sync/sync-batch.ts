/** Rows of the API that are entered in the ledger together. */
import { createHash, type Hash } from 'node:crypto';
import { intervalSpan } from '../../catalogue/candle-intervals.ts';
import { endClaims, removeTemporary, temporaryPrefix } from '../claims.ts';
import { importStaged } from '../import.ts';
import type { AskedPart } from '../ledger-records.ts';
import type { Lake } from '../open-lake.ts';
import { RowConflict } from '../part-files.ts';
import type { PageLayout } from './page-layouts.ts';
import type { PageRows } from './page-rows.ts';
import { PageStaging } from './page-staging.ts';
import type { RowRhythm, SpanBounds, SyncSeries } from './sync-plan.ts';

/** Rows of one series while they are received. */
export class SyncBatch {
  readonly #lake: Lake;
  readonly #series: SyncSeries;
  readonly #layout: PageLayout;
  readonly #owner: string;
  readonly #staging: PageStaging;
  readonly #hash: Hash = createHash('sha256');
  readonly #received: { from: number; to: number }[] = [];
  readonly #confirmed: SpanBounds[] = [];
  #isCommitted = false;
  #first = Number.POSITIVE_INFINITY;
  #last = 0;

  constructor(lake: Lake, series: SyncSeries, layout: PageLayout) {
    this.#lake = lake;
    this.#series = series;
    this.#layout = layout;
    this.#owner = lake.home.secretHex(8);
    this.#staging = new PageStaging(lake.home, series, layout.cells, temporaryPrefix(lake.home, this.#owner));
  }

  get rows(): number {
    return this.#staging.rows;
  }

  /** The times of the earliest row and the latest; undefined without rows. */
  get times(): { readonly first: number; readonly last: number } | undefined {
    return this.#staging.rows === 0 ? undefined : { first: this.#first, last: this.#last };
  }

  /** Whether its rows were to be entered, with or without success. */
  get isCommitted(): boolean {
    return this.#isCommitted;
  }

  /** The spans whose rows are here. */
  get received(): readonly SpanBounds[] {
    return this.#received;
  }

  /** The spans of which enough answers said that they are empty. */
  get confirmed(): readonly SpanBounds[] {
    return this.#confirmed;
  }

  confirm(span: SpanBounds): void {
    this.#confirmed.push(span);
  }

  /** Adds the rows of a page that lie in a span. Rows of which `rhythm` says the distance cover the time until the next one. */
  add(page: PageRows, { from, to }: SpanBounds, rhythm?: RowRhythm): void {
    this.#staging.add(page, from, to);
    this.#hash.update(page.csv);
    for (const time of page.times) {
      if (time < from || time >= to) continue;
      this.#first = Math.min(this.#first, time);
      this.#last = Math.max(this.#last, time);
      if (rhythm === undefined) continue;
      const before = this.#received.at(-1);
      if (before !== undefined && time >= before.from && time <= before.to + rhythm.slackMs) {
        before.to = Math.max(before.to, time + rhythm.stepMs);
      } else this.#received.push({ from: time, to: time + rhythm.stepMs });
    }
  }

  /** Enters the rows in the lake. Returns how many are new. */
  async commit(span: SpanBounds, parts: readonly AskedPart[]): Promise<number> {
    this.#isCommitted = true;
    const { ledger } = this.#lake;
    const series = this.#series;
    const asked = { series, ...span, parts };
    const staged = this.#staging.finish();
    if (staged.length === 0) {
      await ledger.recordAsked(asked);
      return 0;
    }
    const name = [
      this.#layout.endpoint,
      series.symbol,
      series.interval,
      `${isoText(span.from)}/${isoText(span.to)}`,
    ];
    const source = {
      ...series,
      name: name.filter((word) => word !== '').join(' '),
      sha256: this.#hash.digest('hex'),
      origin: 'api' as const,
      spanMs: intervalSpan(series.interval),
      covers: span,
      mismatch: undefined,
    };
    const facts = { owner: this.#owner, revision: 1, why: '', asked };
    try {
      return (await importStaged(this.#lake, source, staged, facts)).rows;
    } catch (error) {
      if (!(error instanceof RowConflict)) throw error;
      await ledger.recordAsked({ ...asked, parts: [{ ...span, state: 'failed', why: error.message }] });
      return 0;
    }
  }

  /** Removes the temporary files and ends the claims. */
  async end(): Promise<void> {
    const { home, ledger } = this.#lake;
    this.#staging.remove();
    removeTemporary(home, this.#owner);
    await endClaims(home, ledger, this.#owner);
  }
}

/** Returns a time in words. */
export function isoText(time: number): string {
  return new Date(time).toISOString();
}

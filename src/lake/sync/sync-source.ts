/** What a sync needs of its caller, and what it returns. */
import type { PageLayout } from './page-layouts.ts';
import type { SpanBounds, SyncSeries } from './sync-plan.ts';

/** Where pages come from. */
export interface PageSource {
  readonly layout: PageLayout;
  /** The largest number of rows in a page. */
  readonly pageRows: number;
  /** Yields the pages with the rows of a span as the text that was received, oldest first; ends with the first that is not full. */
  readonly pages: (span: SpanBounds) => AsyncIterable<string>;
  /** Returns a page with the newest row before the end of a span; undefined for none. */
  readonly newest: (span: SpanBounds) => Promise<string | undefined>;
  /** Yields the pages from an id on, as `pages` does; for rows with ids. */
  readonly pagesFrom: (id: number) => AsyncIterable<string>;
  /** Returns the id of the first row from a time on; undefined for none. */
  readonly firstId: (time: number) => Promise<number | undefined>;
}

/** What a sync of a span brought. */
export interface SpanResult {
  /** Rows that are new in the lake. */
  readonly rows: number;
  /** Rows that the exchange does not have. */
  readonly missing: number;
  /** The spans of these rows. */
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
export const ROWS_PER_PART_MAX = 250_000;

/**
 * Answers without rows after which a span counts as empty: an exchange that answers in haste with an empty page does so
 * twice now and then.
 */
export const EMPTY_ANSWERS = 3;

/** Why a span is missing that a sync was about to ask for. */
export const NOT_ASKED = 'a sync ended before it asked for these rows';

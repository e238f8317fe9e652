/** Which spans of a series the ledger lacks, and what it costs to fetch them. */
import { intervalSpan } from '../catalogue/candle-intervals.ts';
import type { LakeRows } from './ledger.ts';
import type { SyncTable } from './page-layouts.ts';
import type { Series } from './tables.ts';

/** A series that is filled from the API. */
export interface SyncSeries extends Series {
  readonly table: SyncTable;
}

/** A span of time, from its first moment to before its last, Unix ms. */
export interface SpanBounds {
  readonly from: number;
  readonly to: number;
}

/** A series, the span of it that is wanted, and what the lake lacks of that. */
export interface WantedSeries {
  readonly series: SyncSeries;
  readonly span: SpanBounds;
  readonly lacking: readonly SpanBounds[];
}

/** What a span costs at most; it may begin before the exchange listed the symbol. */
export interface SpanCost {
  readonly rows: number;
  readonly calls: number;
  readonly bytes: number;
}

/** How many bytes a row takes in a file, measured on candles of a minute. */
const ROW_BYTES: Readonly<Record<SyncTable, number>> = { candles: 40 };

/** Returns the distance of two rows of a series in ms. */
export function stepOf({ interval }: SyncSeries): number {
  return intervalSpan(interval)!;
}

/**
 * Returns the parts of a span that the lake has no rows for, oldest first. Spans of which the exchange said that it has no
 * rows are not asked for again.
 */
export function lackingSpans(
  rows: LakeRows,
  series: SyncSeries,
  { from, to }: SpanBounds,
): readonly SpanBounds[] {
  const known = rows.spansOf(series).filter(({ state }) => state === 'have' || state === 'none-at-exchange');
  return complement(known, { from, to });
}

/** Returns the parts of a span that none of the others covers, in order. */
export function complement(covered: readonly SpanBounds[], { from, to }: SpanBounds): readonly SpanBounds[] {
  const lacking: SpanBounds[] = [];
  let at = from;
  for (const span of [...covered].sort((a, b) => a.from - b.from)) {
    if (span.from >= to) break;
    if (span.from > at) lacking.push({ from: at, to: span.from });
    at = Math.max(at, span.to);
  }
  if (at < to) lacking.push({ from: at, to });
  return lacking;
}

/** Returns the most that a span costs. `pageRows` is the largest number of rows in an answer. */
export function costOf(series: SyncSeries, { from, to }: SpanBounds, pageRows: number): SpanCost {
  const rows = Math.ceil((to - from) / stepOf(series));
  return { rows, calls: Math.ceil(rows / pageRows), bytes: rows * ROW_BYTES[series.table] };
}

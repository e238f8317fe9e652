/** Which spans of a series the ledger lacks, and what it costs to fetch them. */
import { intervalSpan } from '../../catalogue/candle-intervals.ts';
import { HOUR_MS, MINUTE_MS } from '../../core/time-units.ts';
import type { LakeSpan } from '../ledger-records.ts';
import type { LakeRows } from '../ledger-rows.ts';
import { partitionEnd, type Series } from '../tables.ts';
import type { SyncTable } from './page-layouts.ts';

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

/** How far apart the rows of a series lie. */
export interface RowRhythm {
  readonly stepMs: number;
  /** How much later than expected a row may come. */
  readonly slackMs: number;
  /** Whether rows lie at whole steps, and a span without any of them lacks rows however short it is. */
  readonly isStrict: boolean;
}

/** How many bytes a row takes in a file at most, measured in the sandbox. */
const ROW_BYTES: Readonly<Partial<Record<SyncTable, number>>> = { candles: 48, trades: 17, aggTrades: 17 };

/** What rows of the other tables take, which have fewer columns than candles. */
const SHORT_ROW_BYTES = 25;

/** What a file takes beside its rows: names and types of columns, where they lie, metadata. */
const FILE_BYTES = 2500;

/** Returns the distance of the rows of a series; undefined for rows that have ids in place of it. */
export function rhythmOf({ table, interval }: SyncSeries): RowRhythm | undefined {
  if (interval !== '') return { stepMs: intervalSpan(interval)!, slackMs: 0, isStrict: true };
  // On some contracts fundings lie 4, 2 or 1 hours apart; of these no more than 8 hours may be missing.
  if (table === 'funding') return { stepMs: 8 * HOUR_MS, slackMs: MINUTE_MS, isStrict: false };
  return undefined;
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
  const spans = rows.spansOf(series);
  const have = spans.filter(({ state }) => state === 'have');
  const none = spans.filter(({ state }) => state === 'none-at-exchange');
  if (series.interval !== '') return complement([...have, ...none], { from, to });
  // Which moments have no trade is known only from an answer or a file for the whole span.
  const files = rows
    .sources()
    .filter((one) => one.outcome === 'imported' && (one.origin === 'daily' || one.origin === 'monthly'))
    .filter(
      (one) => one.table === series.table && one.product === series.product && one.symbol === series.symbol,
    );
  const lacking = complement([...spans.filter(({ state }) => state === 'complete'), ...files], { from, to });
  const holes = missingIds(have, none)
    .map((hole) => ({ from: Math.max(hole.from, from), to: Math.min(hole.to, to) }))
    .filter(
      (hole) => hole.from < hole.to && !lacking.some((one) => one.from < hole.to && hole.from < one.to),
    );
  return [...lacking, ...holes].sort((a, b) => a.from - b.from);
}

/** Returns the spans between two ids that follow each other in the lake and not at the exchange. */
function missingIds(have: readonly LakeSpan[], none: readonly LakeSpan[]): readonly SpanBounds[] {
  const sorted = have.filter(({ minId }) => minId !== null).sort((a, b) => a.minId! - b.minId!);
  return sorted.slice(1).flatMap((after, at) => {
    const before = sorted[at]!;
    const [minId, maxId] = [before.maxId! + 1, after.minId! - 1];
    const isAnswered = none.some((one) => one.minId !== null && one.minId <= minId && one.maxId! >= maxId);
    return minId > maxId || isAnswered ? [] : [{ from: before.to - 1, to: Math.max(before.to, after.from) }];
  });
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

/** Returns how many rows of a rhythm lie in a span at most. */
export function rowsIn({ stepMs }: RowRhythm, { from, to }: SpanBounds): number {
  return Math.ceil((to - from) / stepMs);
}

/** Returns how many bytes rows of a series within a span take in files. */
export function bytesOf({ table }: SyncSeries, { from, to }: SpanBounds, rows: number): number {
  let files = 0;
  for (let start = from; start < to; start = partitionEnd(table, start)) files += 1;
  return files * FILE_BYTES + rows * (ROW_BYTES[table] ?? SHORT_ROW_BYTES);
}

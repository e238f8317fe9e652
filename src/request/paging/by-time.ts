/** Pages a history by a time window that moves along its rows. */
import type { Endpoint, Paging } from '../../catalogue/types.ts';
import { usageError } from '../../core/errors.ts';
import { stringifyJson } from '../../core/json.ts';
import type { JsonValue, UnixMs } from '../../core/words.ts';
import { optionOf } from '../names.ts';
import {
  dropSeen,
  editArguments,
  integerOf,
  type PageCursor,
  type PageResult,
  stalledError,
} from './cursor.ts';
import { CLOCK_MARGIN_MS, missingAtEnd } from './gaps.ts';
import { type RowSteps, stepsOf } from './row-steps.ts';

/** A time later than any row, used as the end of a window that has none. */
const MOMENT_MAX = 2n ** 63n - 1n;

/** Rows that lie further apart than this are candles of months, whose lengths differ. */
const SHORTEST_MONTH_MS = 28n * 86_400_000n;

type TimePaging = Extract<Paging, { readonly by: 'time' }>;

/**
 * Returns the first request of a run that is paged by time: from the given start; for all rows from the
 * beginning of time; for a wanted number of rows from the newest back. Windows of limited span need a start.
 */
export function startPagingByTime(
  endpoint: Endpoint,
  paging: TimePaging,
  start: PageCursor,
  now: UnixMs,
): PageCursor {
  const from = start.wire.get(paging.from);
  const to = start.wire.get(paging.to);
  const until = to === undefined ? undefined : BigInt(to);
  if (from === undefined && start.wanted !== undefined) {
    const isOnePage = start.pageSize === undefined || start.wanted <= start.pageSize;
    if (paging.spanMs === undefined || isOnePage) return { ...start, direction: 'backward' };
  }
  if (paging.spanMs !== undefined) {
    if (from === undefined) throw startNeededError(endpoint, paging);
    return withWindow(endpoint, paging, { ...start, until: until ?? BigInt(now) }, BigInt(from));
  }
  return { ...start, until, wire: editArguments(start.wire, { [paging.from]: from ?? '0' }) };
}

/** Returns the new rows of a page by time, and the state for the next page. */
export function nextPageByTime(
  endpoint: Endpoint,
  paging: TimePaging,
  cursor: PageCursor,
  rows: readonly JsonValue[],
): PageResult {
  const limit = Number(cursor.wire.get(paging.limit) ?? cursor.pageSize ?? 0);
  const isLast = rows.length === 0 || rows.length < limit;
  if (cursor.direction === 'backward') {
    const fresh = dropSeen(rows, cursor.seen);
    return isLast ? { rows: fresh, next: undefined } : pageBackward(endpoint, paging, cursor, rows, fresh);
  }
  const isNewestFirst = areNewestFirst(endpoint, paging, rows);
  const inOrder = isNewestFirst ? [...rows].reverse() : rows;
  const fresh = dropSeen(cursor.skip === 0 ? inOrder : inOrder.slice(cursor.skip), cursor.seen);
  const taken = { ...cursor, skip: 0 };
  const isAtEnd = fresh.length === 0 || !endsEarly(endpoint, paging, cursor, rows);
  if ((isLast && isAtEnd) || holdsWholeWindow(paging, cursor, rows))
    return nextWindow(endpoint, paging, taken, fresh);
  if (isLast) return pageForward(endpoint, paging, taken, rows, fresh);
  const isNewestFirstInWindow =
    isNewestFirst || cursor.windowEnd !== undefined || lacksOldest(endpoint, paging, taken, rows);
  return isNewestFirstInWindow
    ? pageBackInWindow(endpoint, paging, taken, rows, fresh)
    : pageForward(endpoint, paging, taken, rows, fresh);
}

/**
 * Returns whether a short page ends before its time window does: rows that lie a known time apart are missing
 * after its last row. An exchange that lost rows of a page may still have the rows after it.
 */
function endsEarly(
  endpoint: Endpoint,
  paging: TimePaging,
  { wire, now, windowEnd }: PageCursor,
  rows: readonly JsonValue[],
): boolean {
  const { continuity, leavesOutOldest } = paging;
  if (continuity === undefined || rows.length === 0 || windowEnd !== undefined || leavesOutOldest)
    return false;
  if (areNewestFirst(endpoint, paging, rows)) return false;
  const steps = stepsOf(continuity.step, wire);
  if (steps === undefined) return false;
  const closedBy = BigInt(now) - CLOCK_MARGIN_MS;
  const until = BigInt(wire.get(paging.to) ?? closedBy);
  return missingAtEnd(steps, edgeOf(endpoint, paging, rows, 'last'), { until, closedBy }) > 0n;
}

/**
 * Returns whether a full page lacks the oldest rows of its time window (most endpoints leave out the newest).
 * A page that begins where the window begins lacks none of them, whatever the documentation says.
 */
function lacksOldest(
  endpoint: Endpoint,
  paging: TimePaging,
  { wire }: PageCursor,
  rows: readonly JsonValue[],
): boolean {
  if (paging.leavesOutOldest !== true) return false;
  const times = rows.map((row) => integerOf(endpoint, row, paging.at));
  const [first = 0n] = times;
  // A gap may lie between any two candles, so the smallest distance between two is their interval.
  const distances = times.slice(1).map((time, at) => time - times[at]!);
  const apart = distances.reduce((least, one) => (one < least ? one : least), SHORTEST_MONTH_MS);
  return first - BigInt(wire.get(paging.from) ?? '0') >= apart;
}

/**
 * Returns whether the exchange sent the newest rows of a time window first, whatever the documentation says.
 */
function areNewestFirst(endpoint: Endpoint, paging: TimePaging, rows: readonly JsonValue[]): boolean {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return false;
  return integerOf(endpoint, first, paging.at) > integerOf(endpoint, last, paging.at);
}

/**
 * Returns the state after a full page with the newest rows of its window: the next request ends at the first
 * time of this page.
 */
function pageBackInWindow(
  endpoint: Endpoint,
  paging: TimePaging,
  cursor: PageCursor,
  rows: readonly JsonValue[],
  fresh: readonly JsonValue[],
): PageResult {
  const from = BigInt(cursor.wire.get(paging.from) ?? '0');
  const sent = cursor.wire.get(paging.to);
  const windowEnd = cursor.windowEnd ?? (sent === undefined ? MOMENT_MAX : BigInt(sent));
  const { until, seen, note } = endBefore(endpoint, paging, cursor, rows);
  if (until < from)
    return { ...nextWindow(endpoint, paging, { ...cursor, windowEnd, seen }, fresh), ...note };
  const wire = editArguments(cursor.wire, { [paging.to]: String(until) });
  return { rows: fresh, next: { ...cursor, windowEnd, wire, seen }, isNextOlder: true, ...note };
}

/**
 * Returns the state after a full page: the next request starts at its last row. Only of candles is it known
 * that the next row has a later time.
 */
function pageForward(
  endpoint: Endpoint,
  paging: TimePaging,
  cursor: PageCursor,
  rows: readonly JsonValue[],
  fresh: readonly JsonValue[],
): PageResult {
  const from = BigInt(cursor.wire.get(paging.from) ?? '0');
  const last = edgeOf(endpoint, paging, rows, 'last');
  if (last < from) throw stalledError(endpoint);
  const isUnique = endpoint.view?.candles === true;
  const seen = isUnique ? [] : rowTextsAt(endpoint, paging, rows, last);
  const isStuck = !isUnique && seen.length >= (cursor.pageSize ?? rows.length);
  const since = isUnique || isStuck ? last + 1n : last;
  const note = isStuck ? omissionNote(rows.length, last) : {};
  const { until } = cursor;
  if (until !== undefined && since > until) return { rows: fresh, next: undefined, ...note };
  const moved = { ...cursor, seen: isStuck ? [] : seen };
  const next =
    paging.spanMs === undefined
      ? { ...moved, wire: editArguments(cursor.wire, { [paging.from]: String(since) }) }
      : withWindow(endpoint, paging, moved, since);
  return { rows: fresh, next, ...note };
}

/**
 * Returns the state after a full page when going back: the next request ends at the time of its first row.
 */
function pageBackward(
  endpoint: Endpoint,
  paging: TimePaging,
  cursor: PageCursor,
  rows: readonly JsonValue[],
  fresh: readonly JsonValue[],
): PageResult {
  const { until, seen, note } = endBefore(endpoint, paging, cursor, rows);
  if (until < 0n) return { rows: fresh, next: undefined, ...note };
  const wire = editArguments(cursor.wire, { [paging.to]: String(until) });
  return { rows: fresh, next: { ...cursor, wire, seen }, ...note };
}

/**
 * Returns the end of the request for the rows before a page, and those rows of the page that lie at that
 * time.
 */
function endBefore(endpoint: Endpoint, paging: TimePaging, cursor: PageCursor, rows: readonly JsonValue[]) {
  const first = edgeOf(endpoint, paging, rows, 'first');
  const to = cursor.wire.get(paging.to);
  if (to !== undefined && first > BigInt(to)) throw stalledError(endpoint);
  const isUnique = endpoint.view?.candles === true;
  const seen = isUnique ? [] : rowTextsAt(endpoint, paging, rows, first);
  const isStuck = !isUnique && seen.length >= (cursor.pageSize ?? rows.length);
  return {
    until: isUnique || isStuck ? first - 1n : first,
    seen: isStuck ? [] : seen,
    note: isStuck ? omissionNote(rows.length, first) : {},
  };
}

/** Returns the state after a time window whose rows were all received. */
function nextWindow(
  endpoint: Endpoint,
  paging: TimePaging,
  cursor: PageCursor,
  rows: readonly JsonValue[],
): PageResult {
  return { rows, next: windowAfter(endpoint, paging, cursor) };
}

/**
 * Returns the state with the time window that follows the window of the cursor; undefined if that was the last one or if
 * windows have no limited span.
 */
export function windowAfter(
  endpoint: Endpoint,
  paging: TimePaging,
  cursor: PageCursor,
): PageCursor | undefined {
  const { until, windowEnd } = cursor;
  const end = windowEnd ?? BigInt(cursor.wire.get(paging.to) ?? '0');
  if (paging.spanMs === undefined || until === undefined || end >= until) return undefined;
  return withWindow(endpoint, paging, { ...cursor, seen: [], windowEnd: undefined }, end + 1n);
}

/**
 * Returns the state with a time window that begins at `since`, is no longer than the exchange allows, and holds no more
 * rows than a page where the distance of rows is known.
 */
function withWindow(endpoint: Endpoint, paging: TimePaging, cursor: PageCursor, since: bigint): PageCursor {
  const { until, pageSize } = cursor;
  const steps = candleStepsOf(endpoint, paging, cursor);
  const ends = [since + BigInt(paging.spanMs ?? 0)];
  if (until !== undefined) ends.push(until);
  if (steps !== undefined && pageSize !== undefined) ends.push(steps.move(since, BigInt(pageSize)) - 1n);
  const end = ends.reduce((least, one) => (one < least ? one : least));
  return {
    ...cursor,
    wire: editArguments(cursor.wire, { [paging.from]: String(since), [paging.to]: String(end) }),
  };
}

/** Returns whether a page has as many rows as its time window can hold, so that it lacks none of them. */
function holdsWholeWindow(paging: TimePaging, cursor: PageCursor, rows: readonly JsonValue[]): boolean {
  if (paging.spanMs === undefined || cursor.windowEnd !== undefined) return false;
  const steps = intervalOf(paging, cursor);
  const [from, to] = [cursor.wire.get(paging.from), cursor.wire.get(paging.to)];
  if (steps === undefined || from === undefined || to === undefined) return false;
  return steps.move(BigInt(from), BigInt(rows.length)) > BigInt(to);
}

/** Returns the steps between the candles of a history; undefined if its rows are no candles. */
export function candleStepsOf(
  endpoint: Endpoint,
  paging: TimePaging,
  cursor: PageCursor,
): RowSteps | undefined {
  return endpoint.view?.candles === true ? intervalOf(paging, cursor) : undefined;
}

/** Returns the known distance of the rows; undefined if rows may have any time. */
function intervalOf({ continuity }: TimePaging, { wire }: PageCursor) {
  return continuity?.step.by === 'interval' ? stepsOf(continuity.step, wire) : undefined;
}

/** Returns the earliest or the latest time of the rows, whatever their order. */
function edgeOf(
  endpoint: Endpoint,
  paging: TimePaging,
  rows: readonly JsonValue[],
  edge: 'first' | 'last',
): bigint {
  const times = rows.map((row) => integerOf(endpoint, row, paging.at));
  return times.reduce((found, time) => ((edge === 'first' ? time < found : time > found) ? time : found));
}

function rowTextsAt(
  endpoint: Endpoint,
  paging: TimePaging,
  rows: readonly JsonValue[],
  time: bigint,
): string[] {
  return rows.filter((row) => integerOf(endpoint, row, paging.at) === time).map((row) => stringifyJson(row));
}

function omissionNote(count: number, time: bigint) {
  return {
    note: `A whole page of ${count} rows has the time ${time}; more rows of that ms may have been left out.`,
  };
}

function startNeededError({ id }: Endpoint, { from, to }: TimePaging) {
  return usageError(
    `${id} is paged in windows of time, which need a start, found none.`,
    `Add ${optionOf(from)}, such as ${optionOf(from)} -30d, and ${optionOf(to)} if it should end before now.`,
  );
}

/**
 * How a paged run goes on: a pure state machine from the arguments of one page and its rows to the arguments
 * of the next. It sends nothing and keeps no rows.
 */
import type { Endpoint, Paging } from '../catalogue/types.ts';
import { usageError } from '../core/errors.ts';
import { stringifyJson } from '../core/json.ts';
import type { JsonValue, UnixMs } from '../core/words.ts';
import { optionOf } from './names.ts';
import {
  editArguments,
  type PageCursor,
  type PageResult,
  pageSizeOf,
  pagingOf,
  sizeNameOf,
  stalledError,
} from './paging-cursor.ts';
import { END, nextPageById, startPagingById } from './paging-id.ts';
import { nextPageByTime, startPagingByTime } from './paging-time.ts';
import { optionWords, shellLine } from './typed-arguments.ts';
import type { WireArguments } from './types.ts';

/**
 * A run of more pages is an exchange that repeats itself: all candles of a symbol by the second are fewer.
 */
const PAGES_MAX = 1_000_000;

export interface PageOptions {
  /** Rows wanted, 1 or more; all there are where absent. */
  readonly wanted?: number;
  /** Rows at the start time that an interrupted run has brought already; none where absent. */
  readonly skip?: number;
  readonly now: UnixMs;
}

/**
 * Returns where a run begins. Without a start, all rows are paged from the oldest on, a wanted number from
 * the newest back, so that a run brings the rows that one larger page would have brought. Throws a usage
 * error for an endpoint without pages and where a start is needed and not given.
 */
export function startPages(
  endpoint: Endpoint,
  wire: WireArguments,
  { wanted, skip = 0, now }: PageOptions,
): PageCursor {
  const paging = pagingOf(endpoint);
  if (wanted !== undefined && !(Number.isSafeInteger(wanted) && wanted >= 1))
    throw rowCountError(paging, wanted);
  const pageSize = pageSizeOf(endpoint, paging, wire);
  const start: PageCursor = {
    wire,
    wanted,
    direction: 'forward',
    pageSize,
    seen: [],
    skip,
    windowEnd: undefined,
    until: undefined,
    below: undefined,
    pages: 0,
    now,
  };
  switch (paging.by) {
    case 'time':
      return withPageSize(paging, startPagingByTime(endpoint, paging, start, now));
    case 'id':
      return withPageSize(paging, startPagingById(endpoint, paging, start));
    case 'page':
      return withPageSize(paging, {
        ...start,
        wire: editArguments(wire, { [paging.page]: wire.get(paging.page) ?? '1' }),
      });
    case 'offset':
      return withPageSize(paging, {
        ...start,
        wire: editArguments(wire, { [paging.offset]: wire.get(paging.offset) ?? '0' }),
      });
  }
}

/** Returns what a page brought and where to go on. `rows` are the rows of the answer to `cursor.wire`. */
export function nextPage(endpoint: Endpoint, cursor: PageCursor, rows: readonly JsonValue[]): PageResult {
  const paging = pagingOf(endpoint);
  const result = pageResult(endpoint, paging, cursor, rows);
  if (cursor.pages + 1 >= PAGES_MAX && result.next !== undefined) throw stalledError(endpoint);
  const { wanted, direction, pages } = cursor;
  const continueAt = (next: PageCursor, left: number | undefined) =>
    withPageSize(paging, { ...next, wanted: left, pages: pages + 1 });
  // Which of these are too many is not known before the older ones are there.
  if (result.isNextOlder && result.next !== undefined)
    return { ...result, next: continueAt(result.next, wanted) };
  // What is too much lies at the far end: going back it is the oldest rows, going on the newest.
  const kept =
    wanted === undefined
      ? result.rows
      : direction === 'backward'
        ? result.rows.slice(Math.max(0, result.rows.length - wanted))
        : result.rows.slice(0, wanted);
  const left = wanted === undefined ? undefined : wanted - kept.length;
  if (left === 0) return { rows: kept, next: undefined };
  if (result.next === undefined) return { ...result, rows: kept };
  const isNextOlder = direction === 'backward' ? { isNextOlder: true as const } : {};
  return { ...result, ...isNextOlder, rows: kept, next: continueAt(result.next, left) };
}

/**
 * Returns the command-line words that go on from here, quoted for a shell, such as `--symbol BTCUSDT
 * --start-time 1700000000000 --all`. Rows of one ms that two pages share are left out by `--skip`.
 */
export function resumeLine(endpoint: Endpoint, cursor: PageCursor): string {
  const { wire, wanted, until, direction, seen } = cursor;
  const paging = pagingOf(endpoint);
  const size = sizeNameOf(paging);
  if (paging.by !== 'time' && paging.by !== 'id') return shellLine([...optionWords(endpoint, wire), '--all']);
  // There --limit is the number of rows wanted; the size of a page is ours to choose.
  const printed = new Map([...wire].filter(([name]) => name !== size));
  if (direction === 'forward' && until !== undefined) {
    printed.set(paging.by === 'id' ? END : paging.to, String(until));
  }
  const skip = direction === 'forward' && seen.length > 0 ? ['--skip', String(seen.length)] : [];
  const rest = wanted === undefined ? ['--all'] : [optionOf(paging.limit), String(wanted)];
  return shellLine([...optionWords(endpoint, printed), ...skip, ...rest]);
}

function pageResult(
  endpoint: Endpoint,
  paging: Paging,
  cursor: PageCursor,
  rows: readonly JsonValue[],
): PageResult {
  const { wire } = cursor;
  switch (paging.by) {
    case 'time':
      return nextPageByTime(endpoint, paging, cursor, rows);
    case 'id':
      return nextPageById(endpoint, paging, cursor, rows);
    case 'page':
      return nextPageByCount(cursor, rows, { [paging.page]: increment(wire.get(paging.page) ?? '1', 1) });
    case 'offset':
      return nextPageByCount(cursor, rows, {
        [paging.offset]: increment(wire.get(paging.offset) ?? '0', rows.length),
      });
  }
}

/**
 * Numbered pages end with one that is short or empty. Where no page size is known (wallet holdings) only an
 * empty page ends them, or one that repeats the page before it.
 */
function nextPageByCount(
  cursor: PageCursor,
  rows: readonly JsonValue[],
  edits: Readonly<Record<string, string>>,
): PageResult {
  const seen = rows.slice(0, 1).map((row) => stringifyJson(row));
  const isRepeat = rows.length > 0 && cursor.pageSize === undefined && seen[0] === cursor.seen[0];
  if (isRepeat) return { rows: [], next: undefined };
  const isShort = cursor.pageSize !== undefined && rows.length < cursor.pageSize;
  if (rows.length === 0 || isShort) return { rows, next: undefined };
  return { rows, next: { ...cursor, seen, wire: editArguments(cursor.wire, edits) } };
}

/**
 * Returns the cursor with its page size in the arguments. Numbered pages keep one size, or their numbers
 * would mean other rows; windows and ids ask for no more than is wanted, and what they will see again.
 */
function withPageSize(paging: Paging, cursor: PageCursor): PageCursor {
  const name = sizeNameOf(paging);
  if (name === undefined || cursor.pageSize === undefined) return cursor;
  // A part of a window's rows would not show whether the exchange brings the oldest or the newest of them.
  const isWhole = paging.by === 'page' || paging.by === 'offset' || hasLimitedWindows(paging, cursor);
  const again = cursor.seen.length + cursor.skip;
  const most = isWhole ? cursor.pageSize : (cursor.wanted ?? cursor.pageSize) + again;
  return { ...cursor, wire: editArguments(cursor.wire, { [name]: String(Math.min(cursor.pageSize, most)) }) };
}

/** Whether a run goes from window to window because one may span only so much. */
function hasLimitedWindows(paging: Paging, { direction }: PageCursor): boolean {
  return paging.by === 'time' && paging.spanMs !== undefined && direction === 'forward';
}

function rowCountError(paging: Paging, wanted: number) {
  const name = sizeNameOf(paging) ?? 'limit';
  const next = `Give the number of rows wanted with ${optionOf(name)}, or --all for all there are.`;
  return usageError(`${name} must be a whole number of 1 or more, was ${wanted}.`, next);
}

function increment(number: string, by: number): string {
  return String(BigInt(number) + BigInt(by));
}

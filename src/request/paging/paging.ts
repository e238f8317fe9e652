/**
 * Computes how a paged run goes on: a pure state machine from the arguments of one page and its rows to the
 * arguments of the next page. It sends nothing and stores no rows.
 */
import type { Endpoint, Paging } from '../../catalogue/types.ts';
import { usageError } from '../../core/errors.ts';
import { stringifyJson } from '../../core/json.ts';
import type { JsonValue, UnixMs } from '../../core/words.ts';
import { optionOf } from '../names.ts';
import { optionWords, shellLine } from '../typed-arguments.ts';
import type { WireArguments } from '../types.ts';
import { END, nextPageById, startPagingById } from './by-id.ts';
import { nextPageByTime, startPagingByTime } from './by-time.ts';
import {
  editArguments,
  type PageCursor,
  type PageResult,
  pageSizeOf,
  pagingOf,
  sizeNameOf,
  stalledError,
} from './cursor.ts';

/**
 * The number of pages after which a run ends, because the exchange must be repeating itself: even all
 * one-second candles of a symbol fit in fewer pages.
 */
const PAGES_MAX = 1_000_000;

export interface PageOptions {
  /** The number of wanted rows, 1 or more; all rows if absent. */
  readonly wanted?: number;
  /** The number of rows at the start time that an interrupted run has already fetched; none if absent. */
  readonly skip?: number;
  readonly now: UnixMs;
}

/**
 * Returns the first request of a paged run. Without a start, all rows are paged from the oldest on, and a
 * wanted number of rows from the newest back, so that a run fetches the rows that one larger page would
 * contain. Throws a usage error for an endpoint without pages, and if a start is needed and not given.
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

/**
 * Returns the new rows of a page and the state for the next page. `rows` are the rows of the answer to
 * `cursor.wire`.
 */
export function nextPage(endpoint: Endpoint, cursor: PageCursor, rows: readonly JsonValue[]): PageResult {
  const paging = pagingOf(endpoint);
  const result = pageResult(endpoint, paging, cursor, rows);
  if (cursor.pages + 1 >= PAGES_MAX && result.next !== undefined) throw stalledError(endpoint);
  const { wanted, direction } = cursor;
  // Which of these rows are too many is known only after the older ones have been fetched.
  if (result.isNextOlder && result.next !== undefined)
    return { ...result, next: continueAfter(paging, cursor, result.next, 0) };
  // Rows beyond the wanted number are the oldest when going back, and the newest when going forward.
  const kept =
    wanted === undefined
      ? result.rows
      : direction === 'backward'
        ? result.rows.slice(Math.max(0, result.rows.length - wanted))
        : result.rows.slice(0, wanted);
  if (wanted === kept.length) return { rows: kept, next: undefined };
  if (result.next === undefined) return { ...result, rows: kept };
  const isNextOlder = direction === 'backward' ? { isNextOlder: true as const } : {};
  return {
    ...result,
    ...isNextOlder,
    rows: kept,
    next: continueAfter(paging, cursor, result.next, kept.length),
  };
}

/** Returns the request for the page `next`, which follows the page of `cursor`, of which `rows` rows were wanted. */
export function continueAfter(
  paging: Paging,
  { wanted, pages }: PageCursor,
  next: PageCursor,
  rows: number,
): PageCursor {
  const left = wanted === undefined ? undefined : wanted - rows;
  return withPageSize(paging, { ...next, wanted: left, pages: pages + 1 });
}

/**
 * Returns the command-line words that continue a run, quoted for a shell, such as `--symbol BTCUSDT
 * --start-time 1700000000000 --all`. Rows of the same ms that two pages share are left out by `--skip`.
 */
export function resumeLine(endpoint: Endpoint, cursor: PageCursor): string {
  const { wire, wanted, until, direction, seen } = cursor;
  const paging = pagingOf(endpoint);
  const size = sizeNameOf(paging);
  if (paging.by !== 'time' && paging.by !== 'id') return shellLine([...optionWords(endpoint, wire), '--all']);
  // On paged endpoints `--limit` is the number of wanted rows, so the page size that bourse chose is not
  // printed.
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
 * Returns the state after a numbered page: the pages end with one that is short or empty. If no page size is
 * known (wallet holdings), only an empty page or one that repeats the page before it ends them.
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
 * Returns the state with a page size in its arguments. All numbered pages have the same size, because the
 * numbers would otherwise mean other rows; requests by time and id ask for no more rows than are wanted, plus
 * those that the next page repeats.
 */
function withPageSize(paging: Paging, cursor: PageCursor): PageCursor {
  const name = sizeNameOf(paging);
  if (name === undefined || cursor.pageSize === undefined) return cursor;
  // A page with only a part of a window's rows would not show whether the exchange sends the oldest or the
  // newest of them.
  const isWhole = paging.by === 'page' || paging.by === 'offset' || hasLimitedWindows(paging, cursor);
  const again = cursor.seen.length + cursor.skip;
  const most = isWhole ? cursor.pageSize : (cursor.wanted ?? cursor.pageSize) + again;
  return { ...cursor, wire: editArguments(cursor.wire, { [name]: String(Math.min(cursor.pageSize, most)) }) };
}

/** Returns whether a run goes from time window to time window because the span of a window is limited. */
export function hasLimitedWindows(paging: Paging, { direction }: PageCursor): boolean {
  return paging.by === 'time' && paging.spanMs !== undefined && direction === 'forward';
}

function rowCountError(paging: Paging, wanted: number) {
  const name = sizeNameOf(paging) ?? 'limit';
  const next = `Give the number of rows wanted with ${optionOf(name)}, or --all for all there are.`;
  return usageError(`${name} must be a whole number of 1 or more, was ${wanted}.`, next);
}

export function increment(number: string, by: number): string {
  return String(BigInt(number) + BigInt(by));
}

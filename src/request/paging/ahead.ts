/**
 * Predicts the requests of a paged run before the answers to the requests before them are known, so that several pages
 * can be fetched at once. A prediction only saves time: the rows of every answer decide which page follows.
 */
import type { Endpoint, Paging } from '../../catalogue/types.ts';
import { candleStepsOf, windowAfter } from './by-time.ts';
import { editArguments, type PageCursor, pagingOf, sizeNameOf } from './cursor.ts';
import { continueAfter, hasLimitedWindows, increment } from './paging.ts';
import { type RowRun, type RowSteps, stepsOf } from './row-steps.ts';

/** The largest number of pages of a history that are fetched at once. */
export const PAGES_AT_ONCE_MAX = 16;

type TimePaging = Extract<Paging, { readonly by: 'time' }>;
type IdPaging = Extract<Paging, { readonly by: 'id' }>;

/**
 * Returns the request that follows the request of `cursor` if that is answered with a full page of consecutive rows;
 * undefined if it cannot be predicted, or if the run would end with that page.
 */
export function expectedPage(endpoint: Endpoint, cursor: PageCursor): PageCursor | undefined {
  const paging = pagingOf(endpoint);
  const sizeName = sizeNameOf(paging);
  const size = sizeName === undefined ? undefined : Number(cursor.wire.get(sizeName) ?? cursor.pageSize);
  if (size === undefined || !Number.isSafeInteger(size)) return undefined;
  if (cursor.windowEnd !== undefined || cursor.skip > 0) return undefined;
  const rows = Math.min(size, cursor.wanted ?? size);
  if (cursor.wanted === rows) return undefined;
  const next = pageAfter(endpoint, paging, cursor, size);
  return next === undefined ? undefined : continueAfter(paging, cursor, next, rows);
}

/**
 * Returns whether it is known where a run ends: after a number of rows, at a time, or at present. Only the last page shows
 * where numbered pages and ids end.
 */
export function isEndKnown(endpoint: Endpoint, { wanted }: PageCursor): boolean {
  return wanted !== undefined || pagingOf(endpoint).by === 'time';
}

/**
 * Returns the keys of the rows that a full page is expected to hold; undefined if they cannot be predicted or do not lie
 * at equal distances. Only pages of which every row is new and wanted are predicted.
 */
export function expectedRows(endpoint: Endpoint, cursor: PageCursor): RowRun | undefined {
  const paging = pagingOf(endpoint);
  const { wire, wanted, direction, pages, seen } = cursor;
  if (!('continuity' in paging) || paging.continuity === undefined || direction === 'backward')
    return undefined;
  if (pages === 0 || seen.length > 0 || cursor.windowEnd !== undefined) return undefined;
  // Rows of a page by id may lie after the end time that is wanted.
  if (paging.by === 'id' && cursor.until !== undefined) return undefined;
  if (paging.by === 'time' && endpoint.view?.candles !== true) return undefined;
  const steps = stepsOf(paging.continuity.step, wire);
  const [from, count] = [wire.get(paging.from), Number(wire.get(paging.limit) ?? cursor.pageSize)];
  if (steps === undefined || from === undefined || (wanted !== undefined && wanted < count)) return undefined;
  // The start time of a further page of candles is the open time of the last candle read plus 1 ms, so its first row is the
  // candle after that one. A page of a time window or by id starts with the row that it asks for.
  const isAfterCandle = paging.by === 'time' && !hasLimitedWindows(paging, cursor);
  const first = isAfterCandle ? steps.move(BigInt(from) - 1n, 1n) : BigInt(from);
  const step = steps.move(first, 1n) - first;
  if (steps.move(first, BigInt(count)) - first !== step * BigInt(count)) return undefined;
  return { first: Number(first), step: Number(step), count };
}

function pageAfter(
  endpoint: Endpoint,
  paging: Paging,
  cursor: PageCursor,
  size: number,
): PageCursor | undefined {
  switch (paging.by) {
    case 'time':
      return timeAfter(endpoint, paging, cursor, size);
    case 'id':
      return idAfter(paging, cursor, size);
    case 'page':
      return atNumber(cursor, paging.page, 1);
    case 'offset':
      return atNumber(cursor, paging.offset, size);
  }
}

/** Only of candles is it known at which time the next row lies; of a window, at which time the next window begins. */
function timeAfter(
  endpoint: Endpoint,
  paging: TimePaging,
  cursor: PageCursor,
  size: number,
): PageCursor | undefined {
  const steps = candleStepsOf(endpoint, paging, cursor);
  if (hasLimitedWindows(paging, cursor)) {
    // How many rows a window holds is known of candles only.
    return steps !== undefined || cursor.wanted === undefined
      ? windowAfter(endpoint, paging, cursor)
      : undefined;
  }
  // The first page shows at which times the candles of the history lie.
  if (steps === undefined || cursor.pages === 0) return undefined;
  return cursor.direction === 'forward'
    ? candlesAfter(paging, cursor, steps, size)
    : candlesBefore(paging, cursor, steps, size);
}

/** The request of `cursor` begins 1 ms after the open time of a candle. */
function candlesAfter(
  { from }: TimePaging,
  cursor: PageCursor,
  steps: RowSteps,
  size: number,
): PageCursor | undefined {
  const since = steps.move(BigInt(cursor.wire.get(from) ?? '0') - 1n, BigInt(size)) + 1n;
  const until = cursor.until ?? BigInt(cursor.now);
  return since > until
    ? undefined
    : { ...cursor, wire: editArguments(cursor.wire, { [from]: String(since) }) };
}

/** The request of `cursor` ends 1 ms before the open time of a candle. */
function candlesBefore(
  { to }: TimePaging,
  cursor: PageCursor,
  steps: RowSteps,
  size: number,
): PageCursor | undefined {
  const until = steps.move(BigInt(cursor.wire.get(to) ?? '0') + 1n, -BigInt(size)) - 1n;
  return until < 0n ? undefined : { ...cursor, wire: editArguments(cursor.wire, { [to]: String(until) }) };
}

/** Only ids without gaps are known in advance: those of public trades. The first page shows the first id. */
function idAfter({ from, continuity }: IdPaging, cursor: PageCursor, size: number): PageCursor | undefined {
  const first = cursor.wire.get(from);
  if (first === undefined || continuity?.step.by !== 'one' || cursor.pages === 0) return undefined;
  if (cursor.direction === 'forward') return atNumber(cursor, from, size);
  const { wanted = size, pageSize = size } = cursor;
  const step = BigInt(Math.min(pageSize, wanted - size));
  const below = BigInt(first);
  if (below === 0n) return undefined;
  const wire = editArguments(cursor.wire, { [from]: String(below > step ? below - step : 0n) });
  return { ...cursor, wire, below };
}

function atNumber(cursor: PageCursor, name: string, by: number): PageCursor {
  const wire = editArguments(cursor.wire, { [name]: increment(cursor.wire.get(name) ?? '0', by) });
  return { ...cursor, wire };
}

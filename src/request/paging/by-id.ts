/** Paging by ascending ids. */
import { isDisputed, isSigned } from '../../catalogue/define.ts';
import type { Endpoint, Paging } from '../../catalogue/types.ts';
import { usageError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/words.ts';
import { optionOf } from '../names.ts';
import { editArguments, integerOf, type PageCursor, type PageResult, stalledError } from './cursor.ts';

type IdPaging = Extract<Paging, { readonly by: 'id' }>;

const START = 'startTime';
/**
 * The end of the time window on endpoints that accept times as well as an id; ids and times are not sent
 * together.
 */
export const END = 'endTime';

/**
 * Returns the first request of a run that is paged by ids. A start time is sent with the first page, ids with
 * the others. Without a start, all rows are paged from id 0 on, and a wanted number of rows from the newest
 * back; going back needs ids without gaps, which only public trades have, so a run over an account's own rows
 * needs a start.
 */
export function startPagingById(endpoint: Endpoint, paging: IdPaging, start: PageCursor): PageCursor {
  const { wire, wanted, pageSize } = start;
  const end = wire.get(END);
  const until = end === undefined ? undefined : BigInt(end);
  // An end time is not sent together with an id, because some endpoints refuse both; it is kept in the state of
  // the run.
  if (wire.has(paging.from)) return { ...start, until, wire: editArguments(wire, { [END]: undefined }) };
  if (wire.has(START)) return { ...start, until };
  if (wanted === undefined)
    return { ...start, until, wire: editArguments(wire, { [END]: undefined, [paging.from]: '0' }) };
  if (pageSize !== undefined && wanted > pageSize && isAccountData(endpoint)) {
    throw startNeededError(endpoint, paging, pageSize);
  }
  return { ...start, direction: 'backward' };
}

/** Returns the new rows of a page by ids, and the state for the next page. */
export function nextPageById(
  endpoint: Endpoint,
  paging: IdPaging,
  cursor: PageCursor,
  rows: readonly JsonValue[],
): PageResult {
  const limit = Number(cursor.wire.get(paging.limit) ?? cursor.pageSize ?? 0);
  const isShort = rows.length === 0 || rows.length < limit;
  return cursor.direction === 'backward'
    ? pageBackward(endpoint, paging, cursor, rows, isShort)
    : pageForward(endpoint, paging, cursor, rows, isShort);
}

function pageForward(
  endpoint: Endpoint,
  paging: IdPaging,
  cursor: PageCursor,
  rows: readonly JsonValue[],
  isShort: boolean,
): PageResult {
  const timeColumn = endpoint.view?.columns.find(({ is }) => is === 'time')?.name;
  const { until } = cursor;
  const kept =
    until === undefined || timeColumn === undefined
      ? rows
      : rows.filter((row) => integerOf(endpoint, row, timeColumn) <= until);
  if (rows.length === 0 || kept.length < rows.length) return { rows: kept, next: undefined };
  const ids = rows.map((row) => integerOf(endpoint, row, paging.at));
  const last = ids.reduce((found, id) => (id > found ? id : found));
  if (isShort && !lacksIds(paging, cursor, ids)) return { rows: kept, next: undefined };
  if (last < BigInt(cursor.wire.get(paging.from) ?? '0')) throw stalledError(endpoint);
  const wire = editArguments(cursor.wire, {
    [START]: undefined,
    [END]: undefined,
    [paging.from]: String(last + 1n),
  });
  return { rows: kept, next: { ...cursor, wire } };
}

/**
 * Returns whether ids are missing in a page that should have none missing: an exchange that lost rows of a
 * page may still have the rows after it.
 */
function lacksIds(
  { continuity, from }: IdPaging,
  { wire, pages }: PageCursor,
  ids: readonly bigint[],
): boolean {
  if (continuity?.step.by !== 'one') return false;
  const [least, most] = [ids, ids].map((all, at) => all.reduce((a, b) => (a < b === (at === 0) ? a : b)));
  // The first id of a history is not known before its first page.
  const first = pages > 0 ? BigInt(wire.get(from) ?? String(least)) : least!;
  return most! - first + 1n > BigInt(ids.length);
}

/**
 * Returns the state after a page when going back: the first page is requested as given, the others by the ids
 * right below the lowest one received.
 */
function pageBackward(
  endpoint: Endpoint,
  paging: IdPaging,
  cursor: PageCursor,
  rows: readonly JsonValue[],
  isShort: boolean,
): PageResult {
  const { below, pageSize = rows.length } = cursor;
  const ids = rows.map((row) => integerOf(endpoint, row, paging.at));
  const fresh = rows.filter((_row, at) => below === undefined || (ids[at] ?? 0n) < below);
  const isFirst = below === undefined;
  if (fresh.length === 0 || (isFirst && isShort)) return { rows: fresh, next: undefined };
  const lowest = ids.reduce((found, id) => (id < found ? id : found));
  if (lowest <= 0n) return { rows: fresh, next: undefined };
  const left = cursor.wanted === undefined ? pageSize : Math.max(1, cursor.wanted - fresh.length);
  const step = BigInt(Math.min(pageSize, left));
  const from = lowest > step ? lowest - step : 0n;
  const wire = editArguments(cursor.wire, {
    [START]: undefined,
    [END]: undefined,
    [paging.from]: String(from),
  });
  return { rows: fresh, next: { ...cursor, wire, below: lowest } };
}

/** Returns whether the rows are an account's own, between whose ids lie those of other accounts. */
function isAccountData({ security }: Endpoint): boolean {
  return security === 'unlisted' || (!isDisputed(security) && isSigned(security));
}

function startNeededError({ id, params }: Endpoint, { from }: IdPaging, pageSize: number) {
  const start = params[START] === undefined ? optionOf(from) : `${optionOf(from)} or ${optionOf(START)}`;
  return usageError(
    `${id} brings at most ${pageSize} of the newest rows, and more only from a start on, found none.`,
    `Add ${start}, or use --all for everything from the oldest on.`,
  );
}

/** Which rows of a history a query wants (public facts, Request rules: list results and their default). */

import type { KeyRanges, Rows } from '../engine/state/rows.ts';

export interface HistoryQuery {
  /** The first id wanted, inclusive. */
  readonly fromId: number | undefined;
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
  readonly limit: number;
}

/**
 * Returns at most `limit` rows, oldest first: with a first id or a start the oldest from there on, else the newest.
 * Bounds are inclusive; `all` ascends by id and by time.
 */
export function selectRows<R>(
  all: readonly R[],
  query: HistoryQuery,
  of: { readonly id: (row: R) => number; readonly time: (row: R) => number },
): readonly R[] {
  const { fromId, startTime, endTime, limit } = query;
  const wanted = all.filter(
    (row) =>
      (fromId === undefined || of.id(row) >= fromId) &&
      (startTime === undefined || of.time(row) >= startTime) &&
      (endTime === undefined || of.time(row) <= endTime),
  );
  const isFromStart = fromId !== undefined || startTime !== undefined;
  return isFromStart ? wanted.slice(0, limit) : wanted.slice(-limit);
}

/** Does the same with rows of an archive that have the marks `id` and `time`, within bounds of marks that go before. */
export function selectKept<R>(
  all: Rows<R>,
  query: HistoryQuery,
  bounds: KeyRanges = {},
  isWanted: (row: R) => boolean = () => true,
): readonly R[] {
  const { fromId, startTime, endTime, limit } = query;
  const within: KeyRanges = {
    ...(fromId === undefined ? {} : { id: [fromId, Number.POSITIVE_INFINITY] }),
    ...(startTime === undefined && endTime === undefined
      ? {}
      : { time: [startTime ?? 0, endTime ?? Number.POSITIVE_INFINITY] }),
    ...bounds,
  };
  const isFromStart = fromId !== undefined || startTime !== undefined;
  const chosen: R[] = [];
  if (limit === 0) return chosen;
  for (const row of isFromStart ? all.within(within) : all.newestFirst(within)) {
    if (!isWanted(row)) continue;
    chosen.push(row);
    if (chosen.length === limit) break;
  }
  return isFromStart ? chosen : chosen.reverse();
}

/** Returns the bounds of trades of one order, or none. */
export function orderBounds(orderId: number | undefined): KeyRanges {
  return orderId === undefined ? {} : { order: [orderId, orderId] };
}

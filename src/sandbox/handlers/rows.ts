/** Which rows of a history a query wants (public facts, Request rules: list results and their default). */

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

/**
 * Selects rows of a history by id, time and limit (public facts, Request rules: list results and their
 * default).
 */

import type { KeyRanges, Rows } from '../engine/state/rows.ts';
import type { SandboxCall } from '../types.ts';
import { optionalId } from './account-values.ts';
import { optionalInteger, requiredInteger } from './request-values.ts';

/** The rows of a history that a request selects; both times are inclusive. */
export interface HistoryQuery {
  /** The first id, inclusive. */
  readonly fromId: number | undefined;
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
  readonly limit: number;
}

/**
 * Returns at most `limit` rows, oldest first: the oldest from `fromId` or `startTime` on, or the newest
 * without either. Bounds are inclusive; `all` must ascend by id and by time.
 */
export function selectRows<R>(
  all: readonly R[],
  query: HistoryQuery,
  of: { readonly id: (row: R) => number; readonly time: (row: R) => number },
): readonly R[] {
  const { fromId, startTime, endTime, limit } = query;
  const matching = all.filter(
    (row) =>
      (fromId === undefined || of.id(row) >= fromId) &&
      (startTime === undefined || of.time(row) >= startTime) &&
      (endTime === undefined || of.time(row) <= endTime),
  );
  const isFromStart = fromId !== undefined || startTime !== undefined;
  return isFromStart ? matching.slice(0, limit) : matching.slice(-limit);
}

/**
 * Selects rows of an archive by the search keys `id` and `time`, in the way of `selectRows`; `bounds` replace
 * those of the query.
 */
export function selectArchiveRows<R>(
  all: Rows<R>,
  query: HistoryQuery,
  bounds: KeyRanges = {},
  matches: (row: R) => boolean = () => true,
): readonly R[] {
  const { fromId, startTime, endTime, limit } = query;
  const queryBounds: KeyRanges = {
    ...(fromId === undefined ? {} : { id: [fromId, Number.POSITIVE_INFINITY] }),
    ...(startTime === undefined && endTime === undefined
      ? {}
      : { time: [startTime ?? 0, endTime ?? Number.POSITIVE_INFINITY] }),
    ...bounds,
  };
  const isFromStart = fromId !== undefined || startTime !== undefined;
  const selected: R[] = [];
  if (limit === 0) return selected;
  for (const row of isFromStart ? all.within(queryBounds) : all.newestFirst(queryBounds)) {
    if (!matches(row)) continue;
    selected.push(row);
    if (selected.length === limit) break;
  }
  return isFromStart ? selected : selected.reverse();
}

/** Returns the history query of a request, whose first id is the parameter `idParam`. */
export function historyQuery(call: SandboxCall, idParam: string): HistoryQuery {
  return {
    fromId: optionalId(call, idParam),
    startTime: optionalInteger(call, 'startTime'),
    endTime: optionalInteger(call, 'endTime'),
    limit: requiredInteger(call, 'limit'),
  };
}

/** Returns the bounds that select the trades of one order; without an order id, no bounds. */
export function orderBounds(orderId: number | undefined): KeyRanges {
  return orderId === undefined ? {} : { order: [orderId, orderId] };
}

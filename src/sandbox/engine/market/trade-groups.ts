/**
 * The trades that an aggregate trade consists of: one for each maker order that the taker matched. Their number is a
 * periodic function of the aggregate id, so that trade ids follow in closed form.
 */

import { blend, fraction } from './noise.ts';
import type { AggregateTrade } from './time-span.ts';
import type { Summary } from './trade-summary.ts';

/** A trade between two orders. */
export interface Trade {
  readonly id: number;
  /** The time of the trade in Unix ms. */
  readonly time: number;
  /** The price of the trade in ticks. */
  readonly price: number;
  readonly lots: number;
  readonly isBuyerMaker: boolean;
  /** The volume of the trade in units of the base asset, where values are counted in it. */
  readonly base?: number | undefined;
}

/**
 * The numbers of trades of sixteen consecutive aggregate trades, which repeat; none is above
 * `TRADE_LOTS_FREE` (`time-span.ts`).
 */
const SIZES = [1, 2, 1, 1, 3, 1, 1, 2, 1, 1, 4, 1, 1, 2, 1, 1] as const;
const STARTS: readonly number[] = SIZES.map((_, index) =>
  SIZES.slice(0, index).reduce<number>((sum, size) => sum + size, 0),
);
const ROUND = SIZES.length;
const ROUND_TRADES = SIZES.reduce<number>((sum, size) => sum + size, 0);

/** Returns the id of the first trade of an aggregate trade. */
export function firstTradeId(aggregateId: number): number {
  const round = Math.floor(aggregateId / ROUND);
  return round * ROUND_TRADES + STARTS[aggregateId - round * ROUND]!;
}

/** Returns the id of the aggregate trade that a trade belongs to. */
export function aggregateIdOf(tradeId: number): number {
  const round = Math.floor(tradeId / ROUND_TRADES);
  const place = tradeId - round * ROUND_TRADES;
  return round * ROUND + STARTS.findLastIndex((start) => start <= place);
}

/**
 * Returns the ids of the first and last trade of a summary (-1 if it has no trades), and the number of its
 * trades.
 */
export function tradeSpan(summary: Pick<Summary, 'count' | 'firstId' | 'span'>): {
  readonly firstId: number;
  readonly lastId: number;
  readonly count: number;
} {
  if (summary.count === 0) return { firstId: -1, lastId: -1, count: 0 };
  const { span } = summary;
  if (span !== undefined) return { ...span, count: span.lastId - span.firstId + 1 };
  const firstId = firstTradeId(summary.firstId);
  const lastId = firstTradeId(summary.firstId + summary.count) - 1;
  return { firstId, lastId, count: lastId - firstId + 1 };
}

/** Returns the ids of the first and the last trade of an aggregate trade. */
export function tradeIdsOf({ id, span }: AggregateTrade): {
  readonly firstId: number;
  readonly lastId: number;
} {
  return span ?? { firstId: firstTradeId(id), lastId: firstTradeId(id + 1) - 1 };
}

/** Returns the trades of an aggregate, whose lots and volumes add up to its own. */
export function tradesOf(aggregate: AggregateTrade, key: number): Trade[] {
  const { time, price, isBuyerMaker, base } = aggregate;
  const firstId = firstTradeId(aggregate.id);
  const size = firstTradeId(aggregate.id + 1) - firstId;
  const trades: Trade[] = [];
  let left = aggregate.lots;
  for (let place = 0; place < size; place += 1) {
    const after = size - 1 - place;
    const spare = left - after - 1;
    const share = fraction(blend(key, firstId + place)) / (after + 1);
    const lots = after === 0 ? left : 1 + Math.floor(spare * 1.6 * share);
    const trade = { id: firstId + place, time, price, lots, isBuyerMaker };
    if (base === undefined) trades.push(trade);
    else {
      const baseLeft = Math.round((base * left) / aggregate.lots);
      trades.push({ ...trade, base: baseLeft - Math.round((base * (left - lots)) / aggregate.lots) });
    }
    left -= lots;
  }
  return trades;
}

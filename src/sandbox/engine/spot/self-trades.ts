/**
 * Self-trade prevention: what becomes of two orders of one user that would have traded with each other (spot API
 * documentation, Self-trade prevention). Users have no trade group, so that orders of two users always trade.
 */

import type { MatchStep, SelfTradePrevention } from '../matching/order-book.ts';
import type { SpotContext } from './context.ts';
import type { OrderExecution } from './execution-reports.ts';
import type { SpotInstrument } from './instrument.ts';
import { closeOrder } from './order-closing.ts';
import type { SpotOrder } from './orders.ts';
import { adjustReserve } from './reserves.ts';

/** Expires or reduces two orders of the same user. The taker's mode decides. */
export function preventSelfTrade(
  context: SpotContext,
  instrument: SpotInstrument,
  taker: SpotOrder,
  { price, preventedLots, ...step }: MatchStep<SpotOrder>,
  time: number,
): void {
  const maker = step.maker!;
  const matchId = instrument.preventedMatches.length;
  const lots = preventedLots ?? Math.min(taker.remaining, maker.remaining);
  const mode = modeOf(taker, maker);
  const takerLots = mode === 'EXPIRE_MAKER' ? undefined : (preventedLots ?? taker.remaining);
  const makerLots = mode === 'EXPIRE_TAKER' ? undefined : (preventedLots ?? maker.remaining);
  instrument.preventedMatches.push({ id: matchId, taker, maker, mode, price, takerLots, makerLots, time });
  const prevent = (order: SpotOrder, counter: SpotOrder, removed: number) => {
    order.preventedMatch = { matchId, lots: (order.preventedMatch?.lots ?? 0) + removed };
    const execution = { type: 'TRADE_PREVENTION', counter, price, lots, removed } as const;
    if (removed === order.remaining)
      closeOrder(context, instrument, order, { status: 'EXPIRED_IN_MATCH', execution, time });
    else reduceOrder(context, instrument, order, execution, time);
  };
  if (makerLots !== undefined) prevent(maker, taker, makerLots);
  if (takerLots !== undefined) prevent(taker, maker, takerLots);
}

/**
 * Returns the self-trade prevention mode that applies to two orders: the taker's, except that TRANSFER
 * applies only where both orders have it and is otherwise DECREMENT.
 */
function modeOf(taker: SpotOrder, maker: SpotOrder): SelfTradePrevention {
  const mode = taker.selfTradePrevention;
  return mode === 'TRANSFER' && maker.selfTradePrevention !== 'TRANSFER' ? 'DECREMENT' : mode;
}

/**
 * Takes lots off an open order and unlocks their funds. The other order of its list keeps its quantity (our choice: not
 * shown in the interface).
 */
function reduceOrder(
  context: SpotContext,
  instrument: SpotInstrument,
  order: SpotOrder,
  execution: OrderExecution & { readonly type: 'TRADE_PREVENTION' },
  time: number,
): void {
  if (order.level === undefined) order.remaining -= execution.removed;
  else instrument.book.takeLots(order, execution.removed);
  order.updateTime = time;
  order.user.updateTime = time;
  adjustReserve(context, instrument, order);
  context.userEvents.emitExecution(order, execution, time);
}

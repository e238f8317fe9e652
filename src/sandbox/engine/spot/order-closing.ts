/** Closes orders that are cancelled or expire, and the other orders of their lists. */

import type { SpotContext } from './context.ts';
import type { OrderExecution } from './execution-reports.ts';
import type { SpotInstrument } from './instrument.ts';
import {
  alternativesOf,
  type ExpiryReason,
  isOpen,
  isPending,
  type OrderStatus,
  type SpotOrder,
} from './orders.ts';
import { adjustReserve } from './reserves.ts';

/** The final status of an order, and the execution type that is reported to its user. */
export interface OrderTermination {
  readonly status: OrderStatus;
  readonly execution: OrderExecution;
  readonly time: number;
  /** Why the order expires; undefined if it does not. */
  readonly reason?: ExpiryReason;
}

/** Returns the termination of an order that the exchange expires. */
export function expiredAt(time: number, reason: ExpiryReason): OrderTermination {
  return { status: 'EXPIRED', execution: { type: 'EXPIRED' }, time, reason };
}

/**
 * Closes an open order wherever it waits, and unlocks its funds. The other open orders of its list are closed
 * too.
 */
export function closeOrder(
  context: SpotContext,
  instrument: SpotInstrument,
  order: SpotOrder,
  termination: OrderTermination,
): void {
  closeSingleOrder(context, instrument, order, termination);
  const { list } = order;
  if (list === undefined) return;
  for (const other of list.orders) {
    if (isOpen(other)) closeSingleOrder(context, instrument, other, terminationOfOther(other, termination));
  }
  completeList(context, order, termination.time);
}

/**
 * Returns how the other order of a list ends: only a user's cancellation cancels it too; if anything else
 * closes the first order, the other order expires.
 */
function terminationOfOther(other: SpotOrder, termination: OrderTermination): OrderTermination {
  const { status, reason, time } = termination;
  if (status === 'CANCELED') return termination;
  return expiredAt(time, isPending(other) ? 'OTO_PHASE_ONE_EXPIRED' : (reason ?? 'OCO_TRIGGER'));
}

/** Expires the alternative of an order that is being filled or was triggered. */
export function expireLinkedOrders(
  context: SpotContext,
  instrument: SpotInstrument,
  order: SpotOrder,
  time: number,
): void {
  for (const other of alternativesOf(order)) {
    if (isOpen(other)) closeSingleOrder(context, instrument, other, expiredAt(time, 'OCO_TRIGGER'));
  }
}

/** Marks a list as done once all of its orders are closed. */
export function completeList(context: SpotContext, { list }: SpotOrder, time: number): void {
  if (list === undefined || list.isDone || list.orders.some(isOpen)) return;
  list.isDone = true;
  context.userEvents.emitListStatus(list, time);
}

function closeSingleOrder(
  context: SpotContext,
  instrument: SpotInstrument,
  order: SpotOrder,
  { status, execution, time, reason }: OrderTermination,
): void {
  instrument.removeIfWaiting(order);
  order.status = status;
  order.expiryReason = reason;
  order.updateTime = time;
  order.user.updateTime = time;
  instrument.historyOf(order.user.id).open.delete(order);
  adjustReserve(context, instrument, order);
  order.remaining = 0;
  context.userEvents.emitExecution(order, execution, time);
}

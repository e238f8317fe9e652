/** Closes orders that are cancelled or expire, and the other orders of their lists. */

import type { SpotContext } from './context.ts';
import type { OrderExecution } from './execution-reports.ts';
import type { SpotInstrument } from './instrument.ts';
import { isOpen, type OrderStatus, type SpotOrder } from './orders.ts';
import { adjustReserve } from './reserves.ts';

/** The final status of an order, and the execution reported to its user. */
export interface OrderTermination {
  readonly status: OrderStatus;
  readonly execution: OrderExecution;
  readonly time: number;
}

/** Returns the termination of an order that the exchange expires. */
export function expiredAt(time: number): OrderTermination {
  return { status: 'EXPIRED', execution: { type: 'EXPIRED' }, time };
}

/**
 * Closes an open order on the book or among the stop orders, and unlocks its funds. The other order of its
 * list is closed with it.
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
    // Only the user cancels orders: if anything else closes the first order, the second one expires.
    if (isOpen(other))
      closeSingleOrder(
        context,
        instrument,
        other,
        termination.status === 'CANCELED' ? termination : expiredAt(termination.time),
      );
  }
  completeList(context, order, termination.time);
}

/** Expires the other order of a list, because this one is being filled or was triggered. */
export function expireLinkedOrders(
  context: SpotContext,
  instrument: SpotInstrument,
  order: SpotOrder,
  time: number,
): void {
  if (order.list === undefined) return;
  for (const other of order.list.orders) {
    if (other !== order && isOpen(other)) closeSingleOrder(context, instrument, other, expiredAt(time));
  }
}

/** Marks a list as done once both of its orders are closed. */
export function completeList(context: SpotContext, { list }: SpotOrder, time: number): void {
  if (list === undefined || list.isDone || list.orders.some(isOpen)) return;
  list.isDone = true;
  context.userEvents.emitListStatus(list, time);
}

function closeSingleOrder(
  context: SpotContext,
  instrument: SpotInstrument,
  order: SpotOrder,
  { status, execution, time }: OrderTermination,
): void {
  if (order.level !== undefined || instrument.stops.find(order.key) === order) instrument.removeOrder(order);
  order.status = status;
  order.updateTime = time;
  order.user.updateTime = time;
  instrument.historyOf(order.user.id).open.delete(order);
  adjustReserve(context, instrument, order);
  order.remaining = 0;
  context.userEvents.emitExecution(order, execution, time);
}

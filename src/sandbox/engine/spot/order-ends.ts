/** How orders end that are not filled, and what that means to the other order of a list. */

import type { SpotContext } from './context.ts';
import type { OrderExecution } from './execution-reports.ts';
import type { SpotInstrument } from './instrument.ts';
import { isOpen, type OrderStatus, type SpotOrder } from './orders.ts';
import { adjustReserve } from './reserves.ts';

/** How an order ends, and as what its user is told. */
export interface OrderTermination {
  readonly status: OrderStatus;
  readonly execution: OrderExecution;
  readonly time: number;
}

/** Returns the ending of an order that the exchange lets expire. */
export function expiredAt(time: number): OrderTermination {
  return { status: 'EXPIRED', execution: { type: 'EXPIRED' }, time };
}

/** Ends an open order, wherever it is; what is set aside is free again. The other of its list ends with it. */
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
    // Only its user cancels an order: whatever else ended the first lets the second expire.
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

/** One order of a list begins to be filled, or to work as a stop: the other one expires. */
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

/** Notes that a list is done once both of its orders are. */
export function completeList(context: SpotContext, { list }: SpotOrder, time: number): void {
  if (list === undefined || list.isDone || list.orders.some(isOpen)) return;
  list.isDone = true;
  context.userEvents.emitListStatus(list, time);
}

function closeSingleOrder(
  context: SpotContext,
  instrument: SpotInstrument,
  order: SpotOrder,
  { status, execution: as, time }: OrderTermination,
): void {
  if (order.level !== undefined || instrument.stops.find(order.key) === order) instrument.removeOrder(order);
  order.status = status;
  order.updateTime = time;
  order.user.updateTime = time;
  instrument.historyOf(order.user.id).open.delete(order);
  adjustReserve(context, instrument, order);
  order.remaining = 0;
  context.userEvents.emitExecution(order, as, time);
}

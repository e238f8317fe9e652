/** How orders end that are not filled, and what that means to the other order of a list. */

import type { Floor } from './context.ts';
import type { Happening } from './execution-reports.ts';
import type { Desk } from './instrument.ts';
import { isOpen, type OrderStatus, type SpotOrder } from './orders.ts';
import { adjustReserve } from './reserves.ts';

/** How an order ends, and as what its user is told. */
export interface Ending {
  readonly status: OrderStatus;
  readonly as: Happening;
  readonly time: number;
}

/** Returns the ending of an order that the exchange lets expire. */
export function expiry(time: number): Ending {
  return { status: 'EXPIRED', as: { type: 'EXPIRED' }, time };
}

/** Ends an open order, wherever it is; what is set aside is free again. The other of its list ends with it. */
export function end(floor: Floor, desk: Desk, order: SpotOrder, ending: Ending): void {
  endOne(floor, desk, order, ending);
  const { list } = order;
  if (list === undefined) return;
  for (const other of list.orders) {
    // Only its user cancels an order: whatever else ended the first lets the second expire.
    if (isOpen(other))
      endOne(floor, desk, other, ending.status === 'CANCELED' ? ending : expiry(ending.time));
  }
  endListOf(floor, order, ending.time);
}

/** One order of a list begins to be filled, or to work as a stop: the other one expires. */
export function expireOther(floor: Floor, desk: Desk, order: SpotOrder, time: number): void {
  if (order.list === undefined) return;
  for (const other of order.list.orders) {
    if (other !== order && isOpen(other)) endOne(floor, desk, other, expiry(time));
  }
}

/** Notes that a list is done once both of its orders are. */
export function endListOf(floor: Floor, { list }: SpotOrder, time: number): void {
  if (list === undefined || list.isDone || list.orders.some(isOpen)) return;
  list.isDone = true;
  floor.notices.tellList(list, time);
}

function endOne(floor: Floor, desk: Desk, order: SpotOrder, { status, as, time }: Ending): void {
  if (order.level !== undefined || desk.stops.find(order.key) === order) desk.withdraw(order);
  order.status = status;
  order.updateTime = time;
  order.user.updateTime = time;
  desk.historyOf(order.user.id).open.delete(order);
  adjustReserve(floor, desk, order);
  order.left = 0;
  floor.notices.tell(order, as, time);
}

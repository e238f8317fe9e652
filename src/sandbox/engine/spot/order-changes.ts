/** Open orders and lists are found, cancelled and made smaller by their user. */

import type { User } from '../ledger/accounts.ts';
import { generateClientId } from '../ledger/client-ids.ts';
import { amendRejected, cancelRejected } from '../refusal.ts';
import type { Floor } from './context.ts';
import type { Desk } from './instrument.ts';
import { end } from './order-ends.ts';
import type { ListIds } from './order-lists.ts';
import { isOpen, type OrderList, type SpotOrder } from './orders.ts';
import { keyOf } from './placement.ts';
import { adjustReserve } from './reserves.ts';

/** By which ids an order is looked for. */
export interface OrderIds {
  readonly orderId: number | undefined;
  readonly clientOrderId: string | undefined;
}

export interface Cancelling extends OrderIds {
  /** The state that the order must be in; undefined takes any open one. */
  readonly only: 'NEW' | 'PARTIALLY_FILLED' | undefined;
  /** The cancellation's own id; one is made where it is undefined. */
  readonly cancelId: string | undefined;
}

/** An order or a list as it stands after its cancellation, and the cancellation's own id. */
export interface Cancelled {
  readonly order: SpotOrder;
  readonly clientOrderId: string;
}

export interface Amending extends OrderIds {
  /** What the order is called from then on; an id is made where it is undefined. */
  readonly newId: string | undefined;
  readonly lots: number;
  /** Refuses lots that no order of the symbol may have. */
  readonly assertLots: (order: SpotOrder) => void;
}

/** An order as it stands after it was made smaller. */
export interface Amended {
  readonly order: SpotOrder;
  /** What it was called before. */
  readonly originalId: string;
  readonly executionId: number;
}

/** Returns an order of the user; with both ids it must have both. */
export function findOrder(desk: Desk, user: User, by: OrderIds): SpotOrder | undefined {
  const { orderId, clientOrderId } = by;
  if (orderId === undefined) {
    return clientOrderId === undefined ? undefined : desk.findByClientId(user, clientOrderId);
  }
  const order = desk.order(orderId);
  if (order === undefined || order.user !== user) return undefined;
  return clientOrderId === undefined || order.clientOrderId === clientOrderId ? order : undefined;
}

/** Cancels an open order, and with it the other one of its list. Refuses with -2011. */
export function cancelOrder(
  floor: Floor,
  desk: Desk,
  user: User,
  cancelling: Cancelling,
  now: number,
): Cancelled {
  const order = findOrder(desk, user, cancelling);
  if (order === undefined || !isOpen(order)) throw cancelRejected('Unknown order sent.');
  if (cancelling.only !== undefined && order.status !== cancelling.only) {
    throw cancelRejected('Order was not canceled due to cancel restrictions.');
  }
  return cancelOpen(floor, desk, order, cancelling.cancelId, now);
}

/** Cancels all open orders of a list; both are returned. Refuses with -2011. */
export function cancelList(
  floor: Floor,
  desk: Desk,
  user: User,
  { cancelId, ...ids }: ListIds & Pick<Cancelling, 'cancelId'>,
  now: number,
): { readonly list: OrderList; readonly cancelled: readonly Cancelled[] } {
  const list = floor.lists.find(user, ids);
  if (list === undefined || list.isDone || list.symbol !== desk.symbol) {
    throw cancelRejected('Unknown order sent.');
  }
  const open = list.orders.find(isOpen)!;
  const { clientOrderId } = cancelOpen(floor, desk, open, cancelId, now);
  return { list, cancelled: list.orders.map((order) => ({ order, clientOrderId })) };
}

/** Cancels all open orders of a user on a symbol, lists among them, in order of their ids. Refuses with -2011. */
export function cancelAll(floor: Floor, desk: Desk, user: User, now: number): readonly Cancelled[] {
  const open = [...desk.historyOf(user.id).open];
  if (open.length === 0) throw cancelRejected('Unknown order sent.');
  // The second order of a list is cancelled with the first.
  return open.filter(isOpen).flatMap((order) => {
    return isOpen(order) ? [cancelOpen(floor, desk, order, undefined, now)] : [];
  });
}

function cancelOpen(
  floor: Floor,
  desk: Desk,
  order: SpotOrder,
  cancelId: string | undefined,
  time: number,
): Cancelled {
  const clientOrderId = cancelId ?? generateClientId(floor.seed, desk.symbol.name, order.orderId, 'cancel');
  end(floor, desk, order, { status: 'CANCELED', as: { type: 'CANCELED', clientOrderId }, time });
  return { order, clientOrderId };
}

/**
 * Makes an open order smaller; it keeps its place, and the other order of its list becomes as small. Refuses with
 * -2038.
 */
export function amendOrder(floor: Floor, desk: Desk, user: User, amending: Amending, now: number): Amended {
  const order = findOrder(desk, user, amending);
  if (order === undefined || !isOpen(order)) throw amendRejected('Unknown order sent.');
  const { lots } = amending;
  if (lots === order.lots) throw amendRejected('The requested action would change no state; rejecting');
  if (lots > order.lots) throw amendRejected('Order amend (quantity increase) is not supported.');
  amending.assertLots(order);
  if (order.amendments.length >= desk.filters.amendmentsMax) {
    throw amendRejected('Filter failure: MAX_NUM_ORDER_AMENDS');
  }
  const originalId = order.clientOrderId;
  const made = () =>
    generateClientId(floor.seed, desk.symbol.name, order.orderId, 'amend', order.amendments.length);
  const newId = amending.newId ?? made();
  const key = keyOf(user, newId);
  if (newId !== originalId && desk.isTaken(key)) throw amendRejected('Duplicate order sent.');
  // Nothing is refused from here on.
  if (newId !== originalId) desk.rename(order, newId, key);
  const all = order.list?.orders.filter(isOpen) ?? [order];
  const originalLots = order.lots;
  for (const one of all) shrink(desk, one, lots, now);
  adjustReserve(floor, desk, order);
  user.updateTime = now;
  for (const one of all) {
    const { clientOrderId } = one;
    const replaced = one === order ? originalId : clientOrderId;
    const executionId = floor.notices.tell(one, { type: 'REPLACED', originalId: replaced }, now);
    const amendment = { executionId, originalId: replaced, clientOrderId, originalLots, lots, time: now };
    one.amendments = [...one.amendments, amendment];
  }
  return { order, originalId, executionId: order.amendments.at(-1)!.executionId };
}

function shrink(desk: Desk, order: SpotOrder, lots: number, now: number): void {
  order.lots = lots;
  if (order.level === undefined) order.left = lots - order.executed;
  else desk.book.reduce(order, lots - order.executed);
  order.updateTime = now;
}

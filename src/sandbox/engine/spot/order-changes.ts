/** Finds, cancels and amends the open orders and lists of a user. */

import type { User } from '../ledger/accounts.ts';
import { generateClientId } from '../ledger/client-ids.ts';
import { amendRejected, cancelRejected } from '../refusal.ts';
import type { SpotContext } from './context.ts';
import type { SpotInstrument } from './instrument.ts';
import { closeOrder } from './order-closing.ts';
import type { ListIds } from './order-lists.ts';
import {
  alternativesOf,
  isOpen,
  isPending,
  type OrderList,
  openOrderKey,
  type SpotOrder,
  usedLots,
} from './orders.ts';
import { adjustReserve } from './reserves.ts';

/** The ids by which an order is looked up. */
export interface OrderIds {
  readonly orderId: number | undefined;
  readonly clientOrderId: string | undefined;
}

export interface CancelRequest extends OrderIds {
  /** The status that the order must have, or undefined for any open order. */
  readonly requiredStatus: 'NEW' | 'PARTIALLY_FILLED' | undefined;
  /** The client order id of the cancellation; if undefined, one is generated. */
  readonly cancelClientOrderId: string | undefined;
}

/** An order after its cancellation, and the client order id of the cancellation. */
export interface CancelledOrder {
  readonly order: SpotOrder;
  readonly clientOrderId: string;
}

export interface AmendRequest extends OrderIds {
  /** The new client order id of the order; if undefined, one is generated. */
  readonly newClientOrderId: string | undefined;
  readonly lots: number;
  /** Rejects a quantity that the filters of the symbol do not allow. */
  readonly assertLots: (order: SpotOrder) => void;
}

/** An order after an amendment. */
export interface AmendedOrder {
  readonly order: SpotOrder;
  /** The client order id before the amendment. */
  readonly originalId: string;
  readonly executionId: number;
}

/** Returns an order of the user. If both ids are given, the order must have both. */
export function findOrder(instrument: SpotInstrument, user: User, by: OrderIds): SpotOrder | undefined {
  const { orderId, clientOrderId } = by;
  if (orderId === undefined) {
    return clientOrderId === undefined ? undefined : instrument.findByClientId(user, clientOrderId);
  }
  const order = instrument.order(orderId);
  if (order === undefined || order.user !== user) return undefined;
  return clientOrderId === undefined || order.clientOrderId === clientOrderId ? order : undefined;
}

/**
 * Cancels an open order together with the other orders of its list. Rejects with -2011 if there is no such
 * order.
 */
export function cancelOrder(
  context: SpotContext,
  instrument: SpotInstrument,
  user: User,
  request: CancelRequest,
  now: number,
): CancelledOrder {
  const order = findOrder(instrument, user, request);
  if (order === undefined || !isOpen(order)) throw cancelRejected('Unknown order sent.');
  if (request.requiredStatus !== undefined && order.status !== request.requiredStatus) {
    throw cancelRejected('Order was not canceled due to cancel restrictions.');
  }
  return cancelOpenOrder(context, instrument, order, request.cancelClientOrderId, now);
}

/**
 * Cancels the open orders of an order list and returns its orders that are not filled. Rejects with -2011 if
 * there are none.
 */
export function cancelList(
  context: SpotContext,
  instrument: SpotInstrument,
  user: User,
  { cancelClientOrderId, ...ids }: ListIds & Pick<CancelRequest, 'cancelClientOrderId'>,
  now: number,
): { readonly list: OrderList; readonly cancelled: readonly CancelledOrder[] } {
  const list = context.lists.find(user, ids);
  if (list === undefined || list.isDone || list.symbol !== instrument.symbol) {
    throw cancelRejected('Unknown order sent.');
  }
  const open = list.orders.find(isOpen)!;
  const { clientOrderId } = cancelOpenOrder(context, instrument, open, cancelClientOrderId, now);
  const ended = list.orders.filter(({ status }) => status !== 'FILLED');
  return { list, cancelled: ended.map((order) => ({ order, clientOrderId })) };
}

/**
 * Cancels all open orders of a user on a symbol, lists included, by ascending order id. Rejects with -2011 if
 * there are none.
 */
export function cancelAllOrders(
  context: SpotContext,
  instrument: SpotInstrument,
  user: User,
  now: number,
): readonly CancelledOrder[] {
  const open = [...instrument.historyOf(user.id).open];
  if (open.length === 0) throw cancelRejected('Unknown order sent.');
  // The second order of a list is left out here, because it was cancelled together with the first.
  return open.filter(isOpen).flatMap((order) => {
    return isOpen(order) ? [cancelOpenOrder(context, instrument, order, undefined, now)] : [];
  });
}

function cancelOpenOrder(
  context: SpotContext,
  instrument: SpotInstrument,
  order: SpotOrder,
  cancelClientOrderId: string | undefined,
  time: number,
): CancelledOrder {
  const clientOrderId =
    cancelClientOrderId ?? generateClientId(context.seed, instrument.symbol.name, order.orderId, 'cancel');
  closeOrder(context, instrument, order, {
    status: 'CANCELED',
    execution: { type: 'CANCELED', clientOrderId },
    time,
  });
  return { order, clientOrderId };
}

/**
 * Reduces the quantity of an open order, which keeps its priority, and of its alternative in an order list.
 * Rejects with -2038 if that is not possible.
 */
export function amendOrder(
  context: SpotContext,
  instrument: SpotInstrument,
  user: User,
  request: AmendRequest,
  now: number,
): AmendedOrder {
  const order = findOrder(instrument, user, request);
  if (order === undefined || !isOpen(order)) throw amendRejected('Unknown order sent.');
  const { lots } = request;
  if (isPending(order) && order.list?.isPaidByWorking === true) {
    throw amendRejected('Order amend (pending OPO order) is not supported.');
  }
  if (lots === order.lots) throw amendRejected('The requested action would change no state; rejecting');
  if (lots > order.lots) throw amendRejected('Order amend (quantity increase) is not supported.');
  request.assertLots(order);
  if (order.amendments.length >= instrument.filters.amendmentsMax) {
    throw amendRejected('Filter failure: MAX_NUM_ORDER_AMENDS');
  }
  const originalId = order.clientOrderId;
  const generateId = () =>
    generateClientId(context.seed, instrument.symbol.name, order.orderId, 'amend', order.amendments.length);
  const newClientOrderId = request.newClientOrderId ?? generateId();
  const key = openOrderKey(user, newClientOrderId);
  if (newClientOrderId !== originalId && instrument.hasOrder(key))
    throw amendRejected('Duplicate order sent.');
  // All checks have passed: from here on the amendment is accepted.
  if (newClientOrderId !== originalId) instrument.changeClientId(order, newClientOrderId, key);
  const amended = [order, ...alternativesOf(order).filter(isOpen)].sort((a, b) => a.orderId - b.orderId);
  const originalLots = order.lots;
  for (const other of amended) reduceOrder(instrument, other, lots, now);
  adjustReserve(context, instrument, order);
  user.updateTime = now;
  for (const other of amended) {
    const { clientOrderId } = other;
    const previousId = other === order ? originalId : clientOrderId;
    const executionId = context.userEvents.emitExecution(
      other,
      { type: 'REPLACED', originalId: previousId },
      now,
    );
    const amendment = { executionId, originalId: previousId, clientOrderId, originalLots, lots, time: now };
    other.amendments = [...other.amendments, amendment];
  }
  return { order, originalId, executionId: order.amendments.at(-1)!.executionId };
}

function reduceOrder(instrument: SpotInstrument, order: SpotOrder, lots: number, now: number): void {
  order.lots = lots;
  if (order.level === undefined) order.remaining = lots - usedLots(order);
  else instrument.book.reduceQuantity(order, lots - usedLots(order));
  order.updateTime = now;
}

/**
 * Modifies price and quantity of resting limit orders (public facts, USD-M trading; error codes are a
 * choice).
 */
import type { User } from '../ledger/accounts.ts';
import { createRefusal } from '../refusal.ts';
import type { FuturesContext, FuturesOrderIds } from './context.ts';
import type { Contract } from './contracts.ts';
import type { FuturesExecution } from './order-execution.ts';
import { closableLots, type FuturesOrder, isOpen } from './orders.ts';
import { marginRefusal, planMatch } from './placement.ts';

/** The largest number of modifications of an order. */
const AMENDMENTS_MAX = 10_000;

/** The new price and quantity of an order; `lots` includes the executed lots. */
export interface OrderChange {
  readonly isBuy: boolean;
  readonly price: number;
  readonly lots: number;
  /** The user's own id of the modification; undefined if none was sent. */
  readonly modifyId: bigint | undefined;
}

/**
 * Modifies an order, which loses its priority or matches at once. The order is cancelled if its new quantity
 * is already executed, or if it is post-only and would match. A rejected modification changes nothing.
 */
export function amendOrder(
  context: FuturesContext,
  execution: FuturesExecution,
  {
    user,
    contract,
    ids,
  }: { readonly user: User; readonly contract: Contract; readonly ids: FuturesOrderIds },
  change: OrderChange,
  now: number,
): FuturesOrder {
  const order = context.findOrder(user, contract, ids);
  assertAmendable(order, change);
  const instrument = context.instrumentOf(contract);
  const remainingLots = change.lots - order.executed;
  if (remainingLots <= 0) {
    context.closeOrder(order, 'CANCELED', now);
    return order;
  }
  const changedOrder = {
    ...order,
    price: change.price,
    lots: change.lots,
    remaining: remainingLots,
    level: undefined,
  };
  if (!context.market.isTrading(contract, now))
    throw createRefusal(-4108, 'Symbol is not on trading status.');
  const position = context.accounts.positions.get(user, contract, order.positionSide);
  if (order.isReduceOnly && remainingLots > closableLots(position, order.isBuy)) {
    throw createRefusal(-2022, 'ReduceOnly Order is rejected.');
  }
  const refusal = order.isReduceOnly
    ? undefined
    : marginRefusal(context, instrument, changedOrder, now, order);
  if (refusal !== undefined) throw refusal;
  const plan = planMatch(context, instrument, changedOrder, now);
  // All checks have passed: from here on the modification cannot be rejected.
  instrument.book.remove(order);
  order.amendments.push({
    id: order.orderId * AMENDMENTS_MAX + order.amendments.length,
    time: now,
    price: { before: order.price, after: change.price },
    lots: { before: order.lots, after: change.lots },
    modifyId: change.modifyId,
  });
  Object.assign(order, { price: change.price, lots: change.lots, remaining: remainingLots, updateTime: now });
  context.userEvents.emitOrder(order, 'AMENDMENT', now);
  if (order.timeInForce === 'GTX' && plan.steps.length > 0) context.closeOrder(order, 'CANCELED', now);
  else execution.executePlan(instrument, order, plan, now);
  context.refreshMargin(user, contract, now);
  return order;
}

function assertAmendable(
  order: FuturesOrder | undefined,
  change: OrderChange,
): asserts order is FuturesOrder {
  if (order === undefined || !isOpen(order)) throw createRefusal(-2013, 'Order does not exist.');
  if (order.level === undefined) throw createRefusal(-5025, 'Only limit order is supported.');
  if (order.isBuy !== change.isBuy) throw createRefusal(-1117, 'Invalid side.');
  if (order.amendments.length >= AMENDMENTS_MAX) {
    throw createRefusal(-5026, 'Exceed maximum modify order limit.');
  }
  if (order.price === change.price && order.lots === change.lots) {
    throw createRefusal(-5027, 'No need to modify the order.');
  }
}

/** Changes price and amount of limit orders that rest (public facts, USD-M trading; codes are a choice). */
import type { User } from '../ledger/accounts.ts';
import type { FuturesBoard, FuturesOrderIds } from './context.ts';
import type { Contract } from './contracts.ts';
import type { FuturesExecution } from './order-execution.ts';
import { closable, type FuturesOrder, isOpen } from './orders.ts';
import { marginRefusal, planFor } from './placement.ts';
import { refused } from './refusals.ts';

/** An order can be changed so often. */
const AMENDMENTS_MAX = 10_000;

/** What becomes of an order; the lots with those that are executed. */
export interface Change {
  readonly isBuy: boolean;
  readonly price: number;
  readonly lots: number;
}

/**
 * Changes an order, which goes to the end of the queue or trades; one whose new amount is executed already, or that may
 * only make and would take, is cancelled. Refuses having changed nothing.
 */
export function amend(
  board: FuturesBoard,
  execution: FuturesExecution,
  {
    user,
    contract,
    ids,
  }: { readonly user: User; readonly contract: Contract; readonly ids: FuturesOrderIds },
  change: Change,
  now: number,
): FuturesOrder {
  const order = board.find(user, contract, ids);
  assertAmendable(order, change);
  const desk = board.deskOf(contract);
  const left = change.lots - order.executed;
  if (left <= 0) {
    board.end(order, 'CANCELED', now);
    return order;
  }
  const changed = { ...order, price: change.price, lots: change.lots, left, level: undefined };
  if (!board.market.isTrading(contract, now)) throw refused(-4108, 'Symbol is not on trading status.');
  const position = board.books.positions.seen(user, contract, order.positionSide);
  if (order.isReduceOnly && left > closable(position, order.isBuy)) {
    throw refused(-2022, 'ReduceOnly Order is rejected.');
  }
  const refusal = order.isReduceOnly ? undefined : marginRefusal(board, desk, changed, now, order);
  if (refusal !== undefined) throw refusal;
  const plan = planFor(board, desk, changed, now);
  // Nothing is refused from here on.
  desk.book.remove(order);
  order.amendments.push({
    id: order.orderId * AMENDMENTS_MAX + order.amendments.length,
    time: now,
    price: { before: order.price, after: change.price },
    lots: { before: order.lots, after: change.lots },
  });
  Object.assign(order, { price: change.price, lots: change.lots, left, updateTime: now });
  board.tell.order(order, 'AMENDMENT', now);
  if (order.timeInForce === 'GTX' && plan.steps.length > 0) board.end(order, 'CANCELED', now);
  else execution.carryOut(desk, order, plan, now);
  board.changed(user, contract, now);
  return order;
}

function assertAmendable(order: FuturesOrder | undefined, change: Change): asserts order is FuturesOrder {
  if (order === undefined || !isOpen(order)) throw refused(-2013, 'Order does not exist.');
  if (order.level === undefined) throw refused(-5025, 'Only limit order is supported.');
  if (order.isBuy !== change.isBuy) throw refused(-1117, 'Invalid side.');
  if (order.amendments.length >= AMENDMENTS_MAX) {
    throw refused(-5026, 'Exceed maximum modify order limit.');
  }
  if (order.price === change.price && order.lots === change.lots) {
    throw refused(-5027, 'No need to modify the order.');
  }
}

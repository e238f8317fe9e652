/**
 * Checks price-time priority independently of the engine: each trade of an operation is compared with every
 * order that rested on the book before the operation and still does after it.
 */
import type { OpenOrder, OpenOrders, TradeSide } from './open-orders.ts';

/** The number of trades between two users, and the first violation of priority. */
export interface PriorityResult {
  readonly userTrades: number;
  readonly fault?: string;
}

/** Checks the trades of an operation on all order books. */
export function checkPriority(orders: OpenOrders, operation: number): PriorityResult {
  let userTrades = 0;
  for (const taker of orders.trades) {
    if (taker.isMaker) continue;
    const maker = orders.trades.find((one) => one.isMaker && isSameTrade(one, taker));
    if (maker !== undefined) userTrades += 1;
    const skipped = skippedOrder(orders, operation, taker, maker);
    if (skipped !== undefined) {
      const fault = `${taker.orderId} of ${taker.user} took ${taker.price} on ${taker.symbol} before ${skipped.orderId} of ${skipped.user} at ${skipped.price}`;
      return { userTrades, fault };
    }
  }
  return { userTrades };
}

function skippedOrder(
  orders: OpenOrders,
  operation: number,
  taker: TradeSide,
  maker: TradeSide | undefined,
): OpenOrder | undefined {
  const product = taker.scope.startsWith('margin') ? 'spot' : taker.scope;
  for (const order of orders.ordersOn(product)) {
    if (order.symbol !== taker.symbol || order.isBuy === taker.isBuy) continue;
    // An order placed within the operation may have been placed after the trade.
    if (!order.isResting || order.prioritySince >= operation || belongsToSameAccount(order, taker)) continue;
    const better = order.isBuy ? order.price - taker.price : taker.price - order.price;
    if (better > 0n) return order;
    if (better === 0n && maker !== undefined && isOlder(order, maker)) return order;
  }
  return undefined;
}

/**
 * Returns whether an order has time priority; icebergs, which lose priority with each slice, are not
 * compared.
 */
function isOlder(order: OpenOrder, { before, orderId }: TradeSide): boolean {
  if (before === undefined || before.slice > 0n || order.slice > 0n || orderId === order.orderId)
    return false;
  return order.prioritySince < before.prioritySince;
}

/** Returns whether an order belongs to the taker's account, where self-trade prevention may skip it. */
function belongsToSameAccount(order: OpenOrder, taker: TradeSide): boolean {
  return order.user === taker.user && order.scope === taker.scope;
}

function isSameTrade(one: TradeSide, other: TradeSide): boolean {
  return one.tradeId === other.tradeId && one.symbol === other.symbol && one.price === other.price;
}

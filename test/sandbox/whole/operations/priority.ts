/**
 * Price before time, judged as plainly as can be: whoever takes takes from the best, and of those at one price from the
 * oldest. Every order that is still on the book when an operation is over, and was there before it, is held against each trade.
 */
import type { OpenOrder, OpenOrders, Traded } from './open-orders.ts';

/** How many trades users made with each other, and the first that came to the wrong one. */
export interface Judged {
  readonly meetings: number;
  readonly fault?: string;
}

/** Judges the trades of an operation on the books of all lines. */
export function judged(orders: OpenOrders, operation: number): Judged {
  let meetings = 0;
  for (const taker of orders.traded) {
    if (taker.isMaker) continue;
    const maker = orders.traded.find((one) => one.isMaker && isSameTrade(one, taker));
    if (maker !== undefined) meetings += 1;
    const passed = passedOver(orders, operation, taker, maker);
    if (passed !== undefined) {
      const fault = `${taker.orderId} of ${taker.user} took ${taker.price} on ${taker.symbol} before ${passed.orderId} of ${passed.user} at ${passed.price}`;
      return { meetings, fault };
    }
  }
  return { meetings };
}

function passedOver(
  orders: OpenOrders,
  operation: number,
  taker: Traded,
  maker: Traded | undefined,
): OpenOrder | undefined {
  const line = taker.scope.startsWith('margin') ? 'spot' : taker.scope;
  for (const order of orders.on(line)) {
    if (order.symbol !== taker.symbol || order.isBuy === taker.isBuy) continue;
    // What came to the book within the operation may have come after the trade.
    if (!order.rests || order.since >= operation || isOfOne(order, taker)) continue;
    const better = order.isBuy ? order.price - taker.price : taker.price - order.price;
    if (better > 0n) return order;
    if (better === 0n && maker !== undefined && isOlder(order, maker)) return order;
  }
  return undefined;
}

/** An iceberg's turn is another with each slice: it is judged by price alone. */
function isOlder(order: OpenOrder, { before, orderId }: Traded): boolean {
  if (before === undefined || before.slice > 0n || order.slice > 0n || orderId === order.orderId)
    return false;
  return order.since < before.since;
}

/** Orders of one account don't trade with each other where they prevent it. */
function isOfOne(order: OpenOrder, taker: Traded): boolean {
  return order.user === taker.user && order.scope === taker.scope;
}

function isSameTrade(one: Traded, other: Traded): boolean {
  return one.tradeId === other.tradeId && one.symbol === other.symbol && one.price === other.price;
}

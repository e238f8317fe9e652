/** What follows from trades: protections that are triggered, and orders that no longer only reduce a position. */

import type { OptionsBoard } from './context.ts';
import type { OptionDesk } from './instrument.ts';
import type { OptionFill } from './orders.ts';

/** Counts a trade of a marked order, and cancels the user's marked orders where that was too much. */
export function protectAfter(board: OptionsBoard, fill: OptionFill): void {
  const { order, time } = fill;
  const { underlying } = order.contract;
  const protection = board.historyOf(order.user).protections.get(underlying.name);
  if (!order.isMmp || protection === undefined || !protection.note(weightOf(board, fill))) return;
  for (const { book, contract } of board.busyDesks) {
    if (contract.underlying !== underlying) continue;
    for (const one of [...book.orders()]) {
      if (one.user === order.user && one.isMmp) board.withdraw(one, 'CANCELED', time);
    }
  }
}

/** Ends orders that may only make a position smaller and no longer would, were all orders of their side filled. */
export function dropReduceOnly(board: OptionsBoard, desk: OptionDesk, now: number): void {
  const orders = [...desk.book.orders()];
  for (const order of orders) {
    if (!order.reduceOnly) continue;
    const lots = desk.positions.get(order.owner)?.lots ?? 0;
    const beside = orders
      .filter((one) => one.owner === order.owner && one.isBuy === order.isBuy && one !== order)
      .reduce((sum, one) => sum + one.left, 0);
    if (order.left + beside > (order.isBuy ? -lots : lots)) board.withdraw(order, 'EXPIRED', now);
  }
}

/** Quantity and delta of a trade, in 10^-8 of the underlying. */
function weightOf({ floor }: OptionsBoard, { order, lots, time }: OptionFill) {
  const { contract, isBuy } = order;
  const quantity = (BigInt(lots) * 10n ** 8n) / 10n ** BigInt(contract.underlying.lotDecimals);
  const perUnit = BigInt(Math.round(floor.quotes.greeks(contract, time).delta * 1e8));
  return { time, quantity, delta: ((isBuy ? perUnit : -perUnit) * quantity) / 10n ** 8n };
}

/** Effects of fills on other orders: market maker protection and reduce-only orders. */

import type { OptionsContext } from './context.ts';
import type { OptionInstrument } from './instrument.ts';
import type { OptionFill } from './orders.ts';

/**
 * Counts a fill of an order with market maker protection, and cancels the user's protected orders on the
 * underlying if the fill triggers the protection.
 */
export function applyProtection(context: OptionsContext, fill: OptionFill): void {
  const { order, time } = fill;
  const { underlying } = order.contract;
  const protection = context.historyOf(order.user).protections.get(underlying.name);
  if (!order.isMmp || protection === undefined || !protection.recordTrade(protectionWeight(context, fill)))
    return;
  for (const { book, contract } of context.activeInstruments) {
    if (contract.underlying !== underlying) continue;
    for (const one of [...book.allOrders()]) {
      if (one.user === order.user && one.isMmp) context.closeRestingOrder(one, 'CANCELED', time);
    }
  }
}

/**
 * Expires reduce-only orders that, together with the user's other orders of their side, exceed the position.
 */
export function expireReduceOnlyOrders(
  context: OptionsContext,
  instrument: OptionInstrument,
  now: number,
): void {
  const orders = [...instrument.book.allOrders()];
  for (const order of orders) {
    if (!order.reduceOnly) continue;
    const lots = instrument.positions.get(order.owner)?.lots ?? 0;
    const otherLots = orders
      .filter((one) => one.owner === order.owner && one.isBuy === order.isBuy && one !== order)
      .reduce((sum, one) => sum + one.remaining, 0);
    if (order.remaining + otherLots > (order.isBuy ? -lots : lots))
      context.closeRestingOrder(order, 'EXPIRED', now);
  }
}

/** Returns the quantity and the delta of a fill, in 10^-8 of the underlying. */
function protectionWeight({ services }: OptionsContext, { order, lots, time }: OptionFill) {
  const { contract, isBuy } = order;
  const quantity = (BigInt(lots) * 10n ** 8n) / 10n ** BigInt(contract.underlying.lotDecimals);
  const deltaPerUnit = BigInt(Math.round(services.quotes.greeksAt(contract, time).delta * 1e8));
  return { time, quantity, delta: ((isBuy ? deltaPerUnit : -deltaPerUnit) * quantity) / 10n ** 8n };
}

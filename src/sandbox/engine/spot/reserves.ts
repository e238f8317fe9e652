/** What orders set aside: quote asset to buy with, base asset to sell. The two orders of a list share one reserve. */

import type { User } from '../ledger/accounts.ts';
import { baseAmount, quoteAmount } from '../ledger/amounts.ts';
import type { Floor } from './context.ts';
import type { Desk } from './instrument.ts';
import { isOpen, type OrderRequest, type Reserve, type SpotOrder, takesAnyPrice } from './orders.ts';

/** Returns an empty reserve for orders of a side. */
export function newReserve(desk: Desk, isBuy: boolean): Reserve {
  return { asset: isBuy ? desk.symbol.quote.name : desk.symbol.base.name, amount: 0n };
}

/**
 * Returns at which price an order must set aside to buy, in ticks: its limit, for a stop that takes any price its
 * stop price, or the last price where it only trails (choice: not shown in the interface). Undefined for a MARKET
 * order, which is matched at once.
 */
export function lockPriceOf(request: OrderRequest, lastPrice: () => number): number | undefined {
  const { type, price, stopPrice } = request;
  if (type === 'MARKET') return undefined;
  if (!takesAnyPrice(type)) return price;
  return stopPrice === 0 ? lastPrice() : stopPrice;
}

/** Returns what must be set aside for so many lots of an order. */
export function lockFor(
  desk: Desk,
  { isBuy, lockPrice }: Pick<SpotOrder, 'isBuy' | 'lockPrice'>,
  lots: number,
): bigint {
  if (lockPrice === undefined) return 0n;
  return isBuy ? quoteAmount(desk.units, lockPrice, lots) : baseAmount(desk.units, lots);
}

/** Sets aside what an order, and the other of its list, need as they stand; frees what is more. */
export function adjustReserve(floor: Floor, desk: Desk, order: SpotOrder): void {
  let needed = 0n;
  for (const one of order.list?.orders ?? [order]) {
    const own = isOpen(one) ? lockFor(desk, one, one.left) : 0n;
    if (own > needed) needed = own;
  }
  setAside(floor, order.user, order.reserve, needed);
}

/** Frees what so many lots of an order needed; a list has only this order left. */
export function release(floor: Floor, desk: Desk, order: SpotOrder, lots: number): void {
  setAside(floor, order.user, order.reserve, lockFor(desk, order, order.left - lots));
}

function setAside({ accounts, notices }: Floor, user: User, reserve: Reserve, needed: bigint): void {
  const { asset, amount } = reserve;
  if (needed === amount) return;
  if (needed > amount) accounts.ledger.lock(asset, needed - amount, user.account);
  else accounts.ledger.unlock(asset, amount - needed, user.account);
  reserve.amount = needed;
  notices.touch(user, asset);
}

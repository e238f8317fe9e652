/**
 * Locks the funds of open orders: the quote asset for buy orders, the base asset for sell orders. Two orders of which
 * one cancels the other share one reserve.
 */

import type { User } from '../ledger/accounts.ts';
import { baseAmount, quoteAmount } from '../ledger/amounts.ts';
import type { SpotContext } from './context.ts';
import type { SpotInstrument } from './instrument.ts';
import {
  alternativesOf,
  executesAtMarket,
  isOpen,
  isPending,
  type OrderRequest,
  type Reserve,
  type SpotOrder,
} from './orders.ts';

/** Returns an empty reserve for orders of a side. */
export function createReserve(instrument: SpotInstrument, isBuy: boolean): Reserve {
  return { asset: isBuy ? instrument.symbol.quote.name : instrument.symbol.base.name, amount: 0n };
}

/**
 * Returns the price in ticks at which a buy order locks funds: its limit price; for a stop order without a
 * limit price its stop price, or the last price if it only has a trailing delta (our choice: not shown in the
 * interface). A pegged stop order counts as one without a limit price, because its price is not known before
 * its trigger. Undefined for a MARKET order, which is matched at once.
 */
export function lockPriceOf(request: OrderRequest, lastPrice: () => number): number | undefined {
  const { type, price, stopPrice } = request;
  if (type === 'MARKET') return undefined;
  if (!executesAtMarket(type) && price !== 0) return price;
  return stopPrice === 0 ? lastPrice() : stopPrice;
}

/** Returns the amount to be locked for a number of lots of an order. */
export function requiredLock(
  instrument: SpotInstrument,
  { isBuy, lockPrice }: Pick<SpotOrder, 'isBuy' | 'lockPrice'>,
  lots: number,
): bigint {
  if (lockPrice === undefined) return 0n;
  return isBuy ? quoteAmount(instrument.units, lockPrice, lots) : baseAmount(instrument.units, lots);
}

/**
 * Locks the funds that an order and its alternatives require at present, and unlocks any excess. A pending
 * order requires nothing yet.
 */
export function adjustReserve(context: SpotContext, instrument: SpotInstrument, order: SpotOrder): void {
  let needed = 0n;
  for (const one of [order, ...alternativesOf(order)]) {
    const required = isOpen(one) && !isPending(one) ? requiredLock(instrument, one, one.remaining) : 0n;
    if (required > needed) needed = required;
  }
  setReserve(context, order.user, order.reserve, needed);
}

/** Locks an additional amount for an order. */
export function addToReserve(context: SpotContext, { user, reserve }: SpotOrder, amount: bigint): void {
  setReserve(context, user, reserve, reserve.amount + amount);
}

/** Unlocks all funds of an order. */
export function clearReserve(context: SpotContext, { user, reserve }: SpotOrder): void {
  setReserve(context, user, reserve, 0n);
}

/**
 * Unlocks the funds of a number of lots that are being filled. By then the alternative order of the same order list
 * has expired.
 */
export function releaseReserve(
  context: SpotContext,
  instrument: SpotInstrument,
  order: SpotOrder,
  lots: number,
): void {
  setReserve(context, order.user, order.reserve, requiredLock(instrument, order, order.remaining - lots));
}

function setReserve(
  { accounts, userEvents }: SpotContext,
  user: User,
  reserve: Reserve,
  needed: bigint,
): void {
  const { asset, amount } = reserve;
  if (needed === amount) return;
  if (needed > amount) accounts.ledger.lock(asset, needed - amount, user.account);
  else accounts.ledger.unlock(asset, amount - needed, user.account);
  reserve.amount = needed;
  userEvents.markBalance(user, asset);
}

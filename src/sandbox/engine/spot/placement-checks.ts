/**
 * Checks of an order besides the filters on its values: its trigger, its funds, its ids and the order book.
 */

import type { User } from '../ledger/accounts.ts';
import { baseAmount, quoteAmount } from '../ledger/amounts.ts';
import { freeBalance } from '../ledger/postings.ts';
import type { MatchPlan, MatchStep } from '../matching/order-book.ts';
import { orderRejected } from '../refusal.ts';
import type { SpotContext } from './context.ts';
import type { SpotInstrument } from './instrument.ts';
import { planMatch } from './order-execution.ts';
import { isRisingStop, isStopType, type OrderRequest, openOrderKey, type SpotOrder } from './orders.ts';
import { lockPriceOf, requiredLock } from './reserves.ts';

/** The plan of an order that is not matched at once. */
export const EMPTY_PLAN: MatchPlan<SpotOrder> = {
  steps: [],
  remaining: 0,
  isSelfTradePrevented: false,
  isBudgetSpent: false,
};

/** Returns the matches of a new order at present. */
export function planRequest(
  instrument: SpotInstrument,
  user: User,
  request: OrderRequest,
  now: number,
): MatchPlan<SpotOrder> {
  const { isBuy, price, lots, quoteQuantity, selfTradePrevention, type } = request;
  const hasBudget = quoteQuantity > 0n;
  const incoming = {
    owner: user.id,
    isBuy,
    limit: type === 'MARKET' ? undefined : price,
    lots: hasBudget ? Number.MAX_SAFE_INTEGER : lots,
    budget: hasBudget ? quoteQuantity / instrument.units.perTickLot : undefined,
    selfTradePrevention,
  };
  return planMatch(instrument, incoming, now);
}

/** Rejects orders beyond the order count limits with -1015. */
export function assertOrderRate({ counts }: SpotContext, user: User, newOrders: number, now: number): void {
  const limitRefusal = counts.limitRefusal(user.id, now, newOrders);
  if (limitRefusal !== undefined) throw limitRefusal;
}

/** Rejects a stop order that the last price would trigger at once. */
export function assertNotTriggered(instrument: SpotInstrument, request: OrderRequest, now: number): void {
  const { type, isBuy, stopPrice } = request;
  if (!isStopType(type) || stopPrice === 0) return;
  const last = instrument.lastPrice(now);
  if (isRisingStop(type, isBuy) ? last >= stopPrice : last <= stopPrice) {
    throw orderRejected('Order would trigger immediately.');
  }
}

/**
 * Rejects an order unless the required funds are free: the amount that it locks, or for a MARKET order the
 * amount of its matches.
 */
export function assertFunds(
  instrument: SpotInstrument,
  user: User,
  request: OrderRequest,
  plan: MatchPlan<SpotOrder>,
  now: number,
): void {
  const { symbol, units } = instrument;
  const { isBuy, type, lots, quoteQuantity } = request;
  let needed: bigint;
  if (type !== 'MARKET') {
    const lockPrice = lockPriceOf(request, () => instrument.lastPrice(now));
    needed = requiredLock(instrument, { isBuy, lockPrice }, lots);
  } else if (!isBuy) needed = baseAmount(units, quoteQuantity > 0n ? totalLots(plan.steps) : lots);
  else if (quoteQuantity > 0n) needed = quoteQuantity;
  else needed = plan.steps.reduce((sum, step) => sum + quoteAmount(units, step.price, step.lots), 0n);
  if (freeBalance(user.account, isBuy ? symbol.quote.name : symbol.base.name) < needed) {
    throw orderRejected('Account has insufficient balance for requested action.');
  }
}

/** Rejects a client order id that an open order already has or that two of the requests share. */
export function assertUniqueIds(
  instrument: SpotInstrument,
  user: User,
  requests: readonly OrderRequest[],
): void {
  const ids = requests.flatMap(({ clientOrderId }) => clientOrderId ?? []);
  const isDuplicate = ids.some((id) => instrument.hasOrder(openOrderKey(user, id)));
  if (isDuplicate || new Set(ids).size < ids.length) throw orderRejected('Duplicate order sent.');
}

/**
 * Rejects a post-only order that would match, and a quote-quantity market order when the opposite side is
 * empty.
 */
export function assertExecutable({ type, quoteQuantity }: OrderRequest, plan: MatchPlan<SpotOrder>): void {
  if (type === 'LIMIT_MAKER' && plan.steps.length > 0) {
    throw orderRejected('Order would immediately match and take.');
  }
  if (quoteQuantity > 0n && totalLots(plan.steps) === 0) {
    throw orderRejected('Order book liquidity is less than `LOT_SIZE` filter minimum quantity.');
  }
}

/** Returns the total lots of the planned matches, including the lots that self-trade prevention removes. */
export function totalLots(steps: readonly MatchStep<SpotOrder>[]): number {
  return steps.reduce((sum, { lots, preventedLots = 0 }) => sum + lots + preventedLots, 0);
}

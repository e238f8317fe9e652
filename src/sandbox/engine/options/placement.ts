/**
 * Checks of a new order: filters, market maker protection, open-order limits, reduce-only, and the required
 * funds.
 */
import type { User } from '../ledger/accounts.ts';
import type { MatchPlan } from '../matching/order-book.ts';
import { createRefusal } from '../refusal.ts';
import type { OptionsContext, OptionsServices } from './context.ts';
import type { OptionContract } from './contracts.ts';
import type { OptionInstrument } from './instrument.ts';
import { initialMargin, tradingFee } from './margin.ts';
import { type OptionOrder, type OptionOrderRequest, premiumOf } from './orders.ts';

/** The largest number of a user's open orders on one option (our choice). */
const OPEN_ORDERS_MAX = 200;
/** The largest value of an order, in US dollars of the underlying (our choice). */
const ORDER_DOLLARS_MAX = 100_000_000;

/** Returns the largest order quantity in lots. */
export function maxOrderLots({ underlying }: OptionContract): number {
  const { spot, lotDecimals } = underlying;
  return Math.round(ORDER_DOLLARS_MAX / spot.base.dollars) * 10 ** lotDecimals;
}

/**
 * Rejects an order that violates a rule, with the codes and texts of futures; which code applies to options
 * is our choice.
 */
export function assertOrderAllowed(
  context: OptionsContext,
  instrument: OptionInstrument,
  user: User,
  request: OptionOrderRequest,
  plan: MatchPlan<OptionOrder>,
  now: number,
): void {
  const { contract, type, price, lots, postOnly, clientOrderId, isMmp, timeInForce } = request;
  const { highLimit } = context.services.quotes.quoteAt(contract, now);
  if (type !== 'MARKET' && price > highLimit) throw createRefusal(-4002, 'Price greater than max price.');
  if (lots > maxOrderLots(contract)) throw createRefusal(-4005, 'Quantity greater than max quantity.');
  if (isMmp && context.historyOf(user).protections.get(contract.underlying.name)?.isFrozen(now) === true) {
    throw createRefusal(-2010, 'Market maker protection is triggered.');
  }
  if (context.countdowns.hasEnded(user, contract.underlying.name)) {
    throw createRefusal(-2010, 'The countdown of the underlying has ended.');
  }
  const userOrders = [...instrument.book.allOrders()].filter((order) => order.user === user);
  if (clientOrderId !== undefined && hasOpenOrder(context, user, clientOrderId)) {
    throw createRefusal(-2010, 'Duplicate order sent.');
  }
  if (userOrders.length >= OPEN_ORDERS_MAX) throw createRefusal(-2025, 'Reach max open order limit.');
  if ((postOnly || timeInForce === 'GTX') && plan.steps.length > 0) {
    throw createRefusal(
      -5022,
      'Due to the order could not be executed as maker, the Post Only order will be rejected. The order will not be recorded in the order history',
    );
  }
  if (request.reduceOnly && lots > closableLots(instrument, user, request.isBuy)) {
    throw createRefusal(-2022, 'ReduceOnly Order is rejected.');
  }
}

/**
 * Returns the amount to reserve for an order: for a buyer the premium and the fee, for a seller the margin of
 * the lots that the order opens. Rejects with -2018 or -2019 if the free balance is smaller.
 */
export function requiredReserve(
  { clearing, quotes }: OptionsServices,
  instrument: OptionInstrument,
  user: User,
  { contract, isBuy, type, price, lots }: OptionOrderRequest,
  plan: MatchPlan<OptionOrder>,
  now: number,
): bigint {
  const quote = quotes.quoteAt(contract, now);
  const free = clearing.freeBalance(user);
  if (!isBuy) {
    const openingLots = Math.max(0, lots - closableLots(instrument, user, false));
    const needed = initialMargin(contract, quote, openingLots);
    if (openingLots > 0 && free < needed) throw createRefusal(-2019, 'Margin is insufficient.');
    return openingLots > 0 ? needed : 0n;
  }
  const costOf = (at: number, count: number) =>
    premiumOf(contract, at, count) + tradingFee(contract, quote.index, at, count);
  const needed =
    type === 'LIMIT'
      ? costOf(price, lots)
      : plan.steps.reduce((sum, step) => sum + costOf(step.price, step.lots), 0n);
  if (free < needed) throw createRefusal(-2018, 'Balance is insufficient.');
  return needed;
}

/**
 * Returns the lots of a position that a new order could close, less the user's open orders on the same side.
 */
export function closableLots(instrument: OptionInstrument, user: User, isBuy: boolean): number {
  const lots = instrument.positions.get(user.id)?.lots ?? 0;
  let closable = isBuy ? -lots : lots;
  for (const order of instrument.book.allOrders()) {
    if (order.user === user && order.isBuy === isBuy) closable -= order.remaining;
  }
  return Math.max(0, closable);
}

function hasOpenOrder(context: OptionsContext, user: User, clientOrderId: string): boolean {
  const last = context.histories.findByClientId(user, clientOrderId);
  return last !== undefined && (last.status === 'NEW' || last.status === 'PARTIALLY_FILLED');
}

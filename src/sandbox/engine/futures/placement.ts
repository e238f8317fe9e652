/**
 * Checks of a new order: position side, order limits, trigger price and margin (public facts, Futures
 * mechanics).
 */
import type { MatchPlan } from '../matching/order-book.ts';
import { createRefusal, type Refusal } from '../refusal.ts';
import type { FuturesAccounts } from './accounts.ts';
import type { FuturesContext } from './context.ts';
import type { FuturesInstrument } from './instrument.ts';
import { MARKET_ORDER_BOUND_PERCENT, notionalMax } from './margin-rules.ts';
import { priceOf } from './market.ts';
import { FEE_RATES, orderLimitsOf } from './order-rules.ts';
import { closableLots, closesPositionSide, type FuturesOrder } from './orders.ts';
import { valueAtPrice } from './valuation.ts';

const ONE = 100_000_000n;

/** Rejects an order that violates a rule; reduces a reduce-only order to the lots that it can close. */
export function assertOrderAllowed(
  context: FuturesContext,
  instrument: FuturesInstrument,
  order: FuturesOrder,
  now: number,
): void {
  const { contract, user } = order;
  assertTradable(context, order, now);
  const openOrders = context.accounts.openOrders(user, contract);
  const limits = orderLimitsOf(contract);
  if (
    openOrders.filter((one) => one.isConditional).length >= limits.conditionalOrdersMax &&
    order.isConditional
  ) {
    throw createRefusal(-4045, 'Reach max stop order limit.');
  }
  if (openOrders.length >= limits.ordersMax) throw createRefusal(-2025, 'Reach max open order limit.');
  if (openOrders.some(({ clientOrderId }) => clientOrderId === order.clientOrderId)) {
    throw createRefusal(-4116, 'ClientOrderId is duplicated.');
  }
  if (order.isConditional) assertNotTriggered(context, order, now);
  if (order.isReduceOnly && !order.isConditional) clampReduceOnly(context, order);
  if (order.isReduceOnly || order.isConditional) return;
  const refusal = marginRefusal(context, instrument, order, now);
  if (refusal !== undefined) throw refusal;
}

/** Rejects an algo order that must not wait for its trigger, for example because it would trigger at once. */
export function assertCanWait(context: FuturesContext, order: FuturesOrder, now: number): void {
  assertTradable(context, order, now);
  assertNotTriggered(context, order, now);
}

function assertTradable(
  context: FuturesContext,
  { contract, user, positionSide }: FuturesOrder,
  now: number,
): void {
  if ((positionSide === 'BOTH') === context.accounts.positions.isHedgeMode(user)) {
    throw createRefusal(-4061, "Order's position side does not match user's setting.");
  }
  if (!context.market.isTrading(contract, now))
    throw createRefusal(-4108, 'Symbol is not on trading status.');
}

/** Plans the matches of an order; a market order matches only up to a bound around the mark price. */
export function planMatch(
  context: FuturesContext,
  instrument: FuturesInstrument,
  order: FuturesOrder,
  now: number,
): MatchPlan<FuturesOrder> {
  const { isBuy, prevention, remaining, user, contract } = order;
  const mark = BigInt(context.markTicksOf(contract, now));
  const priceBound = Number(
    (mark * (100n + (isBuy ? MARKET_ORDER_BOUND_PERCENT : -MARKET_ORDER_BOUND_PERCENT))) / 100n,
  );
  const limit = order.type === 'MARKET' ? priceBound : order.price;
  const offers = instrument.offersTo(isBuy, now);
  return instrument.book.planMatch(
    { owner: user.id, isBuy, limit, lots: remaining, budget: undefined, selfTradePrevention: prevention },
    offers,
  );
}

/** Rejects a conditional order that would trigger immediately. */
function assertNotTriggered(context: FuturesContext, order: FuturesOrder, now: number): void {
  const { contract, isBuy, type, stopPrice, activation } = order;
  const isMark = order.workingType === 'MARK_PRICE';
  const lastPrice = isMark
    ? context.market.markPrice(contract, now)
    : priceOf(contract.market, context.market.lastTicks(contract, now));
  const triggerRefusal = () => createRefusal(-2021, 'Order would immediately trigger.');
  if (type === 'TRAILING_STOP_MARKET') {
    const from = priceOf(contract.market, activation);
    if (activation > 0 && (isBuy ? from >= lastPrice : from <= lastPrice)) throw triggerRefusal();
    return;
  }
  const triggersAbove = isBuy === (type === 'STOP' || type === 'STOP_MARKET');
  const stop = priceOf(contract.market, stopPrice);
  if (triggersAbove ? lastPrice >= stop : lastPrice <= stop) throw triggerRefusal();
}

/**
 * Reduces an order to the lots that it can close. Rejects with -2022 if there are none, or if an order on a
 * hedge-mode side exceeds the position.
 */
function clampReduceOnly(context: FuturesContext, order: FuturesOrder): void {
  const maxLots = closableLots(
    context.accounts.positions.get(order.user, order.contract, order.positionSide),
    order.isBuy,
  );
  if (maxLots === 0 || (closesPositionSide(order) && order.remaining > maxLots))
    throw createRefusal(-2022, 'ReduceOnly Order is rejected.');
  if (order.remaining > maxLots) order.lots = order.remaining = maxLots;
}

/**
 * Returns the rejection of an order that needs more margin than is available, or with which the notional
 * value could exceed the limit of the leverage; undefined if the order is accepted. The order may replace
 * another one (`replaced`).
 */
export function marginRefusal(
  context: FuturesContext,
  instrument: FuturesInstrument,
  order: FuturesOrder,
  now: number,
  replaced?: FuturesOrder,
): Refusal | undefined {
  const { contract, user, isBuy } = order;
  const { accounts } = context;
  const position = accounts.positions.get(user, contract, order.positionSide);
  // A market order is valued at the best opposite price, a limit order at its own price.
  const best = instrument.offersTo(isBuy, now)(0)?.price ?? context.market.lastTicks(contract, now);
  const price = priceOf(contract.market, order.type === 'MARKET' ? best : order.price);
  const value = valueAtPrice(contract, price, order.remaining);
  const before = accounts.maxExposure(position, now);
  const after = accounts.maxExposure(position, now, { isBuy, value }, replaced);
  if (after <= before) return undefined;
  if (after > notionalMax(contract, position.settings.leverage)) {
    return createRefusal(-2027, 'Exceeded the maximum allowable position at current leverage.');
  }
  const needed = (after - before) / BigInt(position.settings.leverage);
  const fee = (value * FEE_RATES.taker) / ONE;
  const { available } = accounts.marginsOf(user, contract.settleAsset, now);
  return available < needed + fee ? createRefusal(-2019, 'Margin is insufficient.') : undefined;
}

/**
 * Rejects a post-only order (GTX) that would match (-5022) and a fill-or-kill order (FOK) that cannot be
 * filled completely (-5021).
 */
export function assertTimeInForce(order: FuturesOrder, plan: MatchPlan<FuturesOrder>): void {
  if (order.timeInForce === 'GTX' && plan.steps.length > 0) {
    throw createRefusal(
      -5022,
      'Due to the order could not be executed as maker, the Post Only order will be rejected. The order will not be recorded in the order history',
    );
  }
  if (order.timeInForce === 'FOK' && order.type === 'LIMIT' && plan.remaining > 0) {
    throw createRefusal(
      -5021,
      'Due to the order could not be filled immediately, the FOK order has been rejected. The order will not be recorded in the order history',
    );
  }
}

/**
 * Returns the reduce-only orders that could do more than reduce the position after a fill: resting ones
 * larger than what is left to close, and waiting conditional ones once nothing is left to close.
 */
export function excessReduceOnlyOrders(
  accounts: FuturesAccounts,
  { user, contract, positionSide }: FuturesOrder,
): readonly FuturesOrder[] {
  const position = accounts.positions.getOrCreate(user, contract, positionSide);
  return accounts.ordersOfPosition(position).filter((order) => {
    const maxLots = closableLots(position, order.isBuy);
    const isTooLarge = order.isReduceOnly && order.level !== undefined && order.remaining > maxLots;
    const hasNothingToClose =
      (order.isReduceOnly || order.closesPosition) && order.isConditional && maxLots === 0;
    return isTooLarge || hasNothingToClose;
  });
}

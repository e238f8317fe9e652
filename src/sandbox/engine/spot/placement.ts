/** Places orders: checks them, matches them, and rests the remaining quantity. */

import type { User } from '../ledger/accounts.ts';
import { generateClientId } from '../ledger/client-ids.ts';
import { afterStepStart } from '../matching/liquidity.ts';
import type { SpotContext } from './context.ts';
import { assertOpenLimits } from './count-filters.ts';
import type { SpotInstrument } from './instrument.ts';
import { matchAndRest } from './order-execution.ts';
import {
  type Fill,
  isRisingStop,
  isStopType,
  type OrderRequest,
  openOrderKey,
  type Reserve,
  type SpotOrder,
  type Stop,
} from './orders.ts';
import { withPeggedPrice } from './pegs.ts';
import {
  assertExecutable,
  assertFunds,
  assertNotTriggered,
  assertOrderRate,
  assertUniqueIds,
  EMPTY_PLAN,
  planRequest,
  totalLots,
} from './placement-checks.ts';
import { adjustReserve, createReserve, lockPriceOf } from './reserves.ts';

/** An order after its placement, and its immediate fills. */
export interface PlacedOrder {
  readonly order: SpotOrder;
  readonly fills: readonly Fill[];
}

/**
 * Places an order that satisfies the filters on its values. Rejects with -2010 or -1015 without changing
 * anything.
 */
export function placeOrder(
  context: SpotContext,
  instrument: SpotInstrument,
  user: User,
  requested: OrderRequest,
  now: number,
): PlacedOrder {
  const request = withPeggedPrice(instrument, requested, now);
  assertOpenLimits(context, instrument, user, [request]);
  assertOrderRate(context, user, 1, now);
  assertNotTriggered(instrument, request, now);
  const plan = isStopType(request.type) ? EMPTY_PLAN : planRequest(instrument, user, request, now);
  assertFunds(instrument, user, request, plan, now);
  assertUniqueIds(instrument, user, [request]);
  assertExecutable(request, plan);
  // All checks have passed: from here on the order is accepted.
  const lots = request.quoteQuantity > 0n ? totalLots(plan.steps) : request.lots;
  const reserve = createReserve(instrument, request.isBuy);
  const order = createOrder(context, instrument, user, { ...request, lots }, { reserve, now });
  openOrders(context, instrument, user, [order], now);
  if (order.stop !== undefined) {
    instrument.addStop(order, now + 1);
    return { order, fills: [] };
  }
  return {
    order,
    fills: matchAndRest(context, instrument, order, plan, { now, pathFrom: afterStepStart(now) }),
  };
}

interface NewOrder {
  readonly reserve: Reserve;
  readonly now: number;
  readonly isPending?: boolean;
}

/** Creates an order and adds it to the history. A pending order waits for the working order of its list. */
export function createOrder(
  context: SpotContext,
  instrument: SpotInstrument,
  user: User,
  request: OrderRequest,
  { reserve, now, isPending = false }: NewOrder,
): SpotOrder {
  const orderId = instrument.nextOrderId;
  const clientOrderId = request.clientOrderId ?? generateClientOrderId(context, instrument, user, orderId);
  const {
    symbol,
    type,
    timeInForce,
    selfTradePrevention,
    strategyId,
    strategyType,
    isBuy,
    price,
    lots,
    peg,
  } = request;
  const stop = createStop(request);
  const order: SpotOrder = {
    key: openOrderKey(user, clientOrderId),
    owner: user.id,
    isBuy,
    price,
    peg,
    remaining: lots,
    icebergLots: request.icebergLots,
    visibleLots: 0,
    level: undefined,
    previous: undefined,
    next: undefined,
    symbol,
    user,
    orderId,
    clientOrderId,
    type,
    timeInForce,
    selfTradePrevention: selfTradePrevention,
    strategyId,
    strategyType,
    quoteQuantity: request.quoteQuantity,
    stop,
    list: undefined,
    routing: undefined,
    reserve,
    lockPrice: lockPriceOf(request, () => instrument.lastPrice(now)),
    lots,
    executedLots: 0,
    quoteFilled: 0n,
    status: isPending ? 'PENDING_NEW' : 'NEW',
    expiryReason: undefined,
    time: now,
    updateTime: now,
    workingTime: stop === undefined && !isPending ? now : -1,
    fillableFrom: 0,
    amendments: [],
    preventedMatch: undefined,
  };
  instrument.recordOrder(order);
  return order;
}

function createStop({ type, isBuy, stopPrice, trailingDelta }: OrderRequest): Stop | undefined {
  if (!isStopType(type)) return undefined;
  const isRising = isRisingStop(type, isBuy);
  return { price: stopPrice, isRising, delta: trailingDelta, trackedSince: -1, extreme: undefined };
}

/**
 * Returns a generated client order id. Generation is repeated while an open order already has the id, which
 * the user may have chosen by chance or on purpose.
 */
function generateClientOrderId(
  { seed }: SpotContext,
  instrument: SpotInstrument,
  user: User,
  orderId: number,
): string {
  for (let attempt = 0; ; attempt += 1) {
    const generated = generateClientId(seed, instrument.symbol.name, orderId, attempt);
    if (!instrument.hasOrder(openOrderKey(user, generated))) return generated;
  }
}

/** Counts new orders against the order limits, locks their funds and reports them to the user. */
export function openOrders(
  context: SpotContext,
  instrument: SpotInstrument,
  user: User,
  orders: readonly SpotOrder[],
  now: number,
): void {
  context.counts.add(user.id, now, orders.length);
  adjustReserve(context, instrument, orders[0]!);
  user.updateTime = now;
  for (const order of orders) {
    context.userEvents.markBalance(user, order.reserve.asset);
    context.userEvents.emitExecution(order, { type: 'NEW' }, now);
  }
}

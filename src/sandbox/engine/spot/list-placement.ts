/** Places order lists, and the pending orders of a list once its working order is filled. */

import type { User } from '../ledger/accounts.ts';
import { generateClientId } from '../ledger/client-ids.ts';
import { afterStepStart } from '../matching/liquidity.ts';
import type { MatchPlan } from '../matching/order-book.ts';
import { orderRejected, Refusal } from '../refusal.ts';
import type { SpotContext } from './context.ts';
import { assertOpenLimits } from './count-filters.ts';
import type { FilledWorkingOrder, SpotInstrument } from './instrument.ts';
import { closeOrder, expiredAt } from './order-closing.ts';
import { matchAndRest } from './order-execution.ts';
import { assertIceberg, assertLots, assertNotional } from './order-filters.ts';
import {
  type Fill,
  isPending,
  isStopType,
  type OrderList,
  type OrderRequest,
  pendingOrders,
  type SpotOrder,
} from './orders.ts';
import { applyPeg, withPeggedPrice } from './pegs.ts';
import { createOrder, openOrders } from './placement.ts';
import {
  assertExecutable,
  assertFunds,
  assertNotTriggered,
  assertOrderRate,
  assertUniqueIds,
  EMPTY_PLAN,
  planRequest,
} from './placement-checks.ts';
import { adjustReserve, clearReserve, createReserve, lockPriceOf } from './reserves.ts';

/** A list to be placed. */
export interface ListRequest {
  readonly clientId: string | undefined;
  /** The order whose fill places the others; undefined for an OCO. */
  readonly working: OrderRequest | undefined;
  /**
   * The other orders of the list: one pending order, or the stop-loss order and the limit or take-profit
   * order, of which one cancels the other.
   */
  readonly others: readonly OrderRequest[];
  /**
   * Whether the other orders sell what the working order receives; the request then gives no quantity for
   * them (0).
   */
  readonly isPaidByWorking: boolean;
}

/** A list after its placement, and the immediate fills of its working order. */
export interface PlacedList {
  readonly list: OrderList;
  readonly fills: readonly Fill[];
}

/** Places an order list. Rejects with -2010 or -1015 without changing anything. */
export function placeList(
  context: SpotContext,
  instrument: SpotInstrument,
  user: User,
  request: ListRequest,
  now: number,
): PlacedList {
  const { isPaidByWorking } = request;
  const pegged = (one: OrderRequest) => withPeggedPrice(instrument, one, now);
  const working = request.working === undefined ? undefined : pegged(request.working);
  const others = working === undefined ? request.others.map(pegged) : request.others;
  const requests = working === undefined ? others : [working, ...others];
  const atOnce = working === undefined ? others : [working];
  assertOpenLimits(context, instrument, user, requests, true);
  assertOrderRate(context, user, requests.length, now);
  if (working === undefined) assertPairPrices(instrument, others, now);
  const plans = atOnce.map((one) => planOf(instrument, user, one, now));
  for (const [index, one] of atOnce.entries()) assertFunds(instrument, user, one, plans[index]!, now);
  assertUniqueIds(instrument, user, requests);
  const { id, clientId } = assignListId(context, user, request.clientId);
  for (const [index, one] of atOnce.entries()) assertExecutable(one, plans[index]!);
  // All checks have passed: from here on the list is accepted.
  const { symbol } = instrument;
  const otherReserve = createReserve(instrument, others[0]!.isBuy);
  const orders = requests.map((one) =>
    createOrder(context, instrument, user, one, {
      reserve: one === working ? createReserve(instrument, one.isBuy) : otherReserve,
      now,
      isPending: working !== undefined && one !== working,
    }),
  );
  const list: OrderList = {
    id,
    symbol,
    user,
    clientId,
    time: now,
    contingency: working === undefined ? 'OCO' : 'OTO',
    isPaidByWorking,
    orders,
    orderCount: orders.length,
    isDone: false,
  };
  for (const order of orders) {
    order.list = list;
    if (isPending(order)) instrument.pending.set(order.key, order);
  }
  context.lists.add(list);
  context.userEvents.emitListStatus(list, now);
  openOrders(context, instrument, user, orders, now);
  const fills = orders
    .slice(0, atOnce.length)
    .flatMap((order, index) => startOrder(context, instrument, order, plans[index]!, now));
  return { list, fills };
}

/**
 * Places the pending orders of a list whose working order was filled. If one of them can't be placed, all of them
 * expire (our choice: not shown in the interface).
 */
export function placePending(
  context: SpotContext,
  instrument: SpotInstrument,
  { order: working, time }: FilledWorkingOrder,
): void {
  const list = working.list!;
  const orders = pendingOrders(list).filter(isPending);
  const [first] = orders;
  if (first === undefined) return;
  const received = first.reserve.amount;
  clearReserve(context, first);
  let plans: readonly MatchPlan<SpotOrder>[];
  try {
    for (const order of orders) {
      if (list.isPaidByWorking) takeReceived(instrument, order, received, time);
      if (order.stop === undefined) applyPeg(instrument, order, time);
    }
    plans = planPending(instrument, orders, time);
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    closeOrder(context, instrument, first, expiredAt(time, 'REJECTED'));
    return;
  }
  for (const order of orders) {
    instrument.pending.delete(order.key);
    order.status = 'NEW';
    order.updateTime = time;
    order.workingTime = order.stop === undefined ? time : -1;
    order.lockPrice = lockPriceOf(requestOf(order), () => instrument.lastPrice(time));
  }
  adjustReserve(context, instrument, first);
  first.user.updateTime = time;
  for (const order of orders) {
    context.userEvents.markBalance(order.user, order.reserve.asset);
    context.userEvents.emitExecution(order, { type: 'NEW' }, time);
  }
  for (const [index, order] of orders.entries()) startOrder(context, instrument, order, plans[index]!, time);
}

/** Sets the quantity of an order to the whole lots of an amount of the base asset. */
function takeReceived(instrument: SpotInstrument, order: SpotOrder, received: bigint, now: number): void {
  const { filters } = instrument;
  const largest = order.type === 'MARKET' ? filters.marketLots.max : filters.lots.max;
  const lots = received / filters.lotUnit;
  order.lots = Number(largest !== 0n && lots > largest ? largest : lots);
  order.remaining = order.lots;
  const { type, price, stop, quoteQuantity, icebergLots } = order;
  assertLots(filters, type, BigInt(order.lots) * filters.lotUnit);
  const size = { price, stopPrice: stop?.price ?? 0, lots: order.lots, quoteQuantity, icebergLots };
  assertNotional(filters, type, size, () => instrument.averagePrice(now));
  assertIceberg(filters, size);
}

/** Returns the matches of pending orders that are to be placed. Rejects like the placement of an order. */
function planPending(
  instrument: SpotInstrument,
  orders: readonly SpotOrder[],
  now: number,
): readonly MatchPlan<SpotOrder>[] {
  const requests = orders.map(requestOf);
  if (requests.length > 1) assertPairPrices(instrument, requests, now);
  return orders.map(({ user }, index) => {
    const request = requests[index]!;
    assertNotTriggered(instrument, request, now);
    const plan = planOf(instrument, user, request, now);
    assertFunds(instrument, user, request, plan, now);
    assertExecutable(request, plan);
    return plan;
  });
}

/** Returns an order as it was requested. */
function requestOf(order: SpotOrder): OrderRequest {
  const { stop } = order;
  return { ...order, stopPrice: stop?.price ?? 0, trailingDelta: stop?.delta };
}

function planOf(instrument: SpotInstrument, user: User, request: OrderRequest, now: number) {
  return isStopType(request.type) ? EMPTY_PLAN : planRequest(instrument, user, request, now);
}

/** Lets an order wait for its trigger, or matches it and rests the remaining quantity; returns its fills. */
function startOrder(
  context: SpotContext,
  instrument: SpotInstrument,
  order: SpotOrder,
  plan: MatchPlan<SpotOrder>,
  now: number,
): readonly Fill[] {
  if (order.stop === undefined)
    return matchAndRest(context, instrument, order, plan, { now, pathFrom: afterStepStart(now) });
  instrument.addStop(order, now + 1);
  return [];
}

/**
 * Rejects two orders of which one cancels the other unless the last price lies between them: the limit or
 * take-profit price on the favourable side, the stop price on the other side. A trailing stop without a stop
 * price lies on neither side.
 */
function assertPairPrices(
  instrument: SpotInstrument,
  [stopLoss, profit]: readonly OrderRequest[],
  now: number,
): void {
  const last = instrument.lastPrice(now);
  const target = isStopType(profit!.type) ? profit!.stopPrice : profit!.price;
  const { isBuy, stopPrice } = stopLoss!;
  const isOutside = (price: number, isAbove: boolean) =>
    price === 0 || (isAbove ? price > last : price < last);
  if (isOutside(target, !isBuy) && isOutside(stopPrice, isBuy)) return;
  throw orderRejected('The relationship of the prices for the orders is not correct.');
}

function assignListId({ lists, seed }: SpotContext, user: User, requested: string | undefined) {
  const id = lists.nextId;
  const clientId = requested ?? generateClientId(seed, 'list', id);
  const isDuplicate = lists.openOf(user).some((list) => list.clientId === clientId);
  if (isDuplicate) throw orderRejected('Duplicate order sent.');
  return { id, clientId };
}

/** Places orders and OCO lists: checks them, matches them, and rests what remains. */

import type { User } from '../ledger/accounts.ts';
import { baseAmount, quoteAmount } from '../ledger/amounts.ts';
import { generateClientId } from '../ledger/client-ids.ts';
import { freeBalance } from '../ledger/postings.ts';
import { afterStepStart } from '../matching/liquidity.ts';
import type { MatchPlan, MatchStep } from '../matching/order-book.ts';
import { orderRejected } from '../refusal.ts';
import type { SpotContext } from './context.ts';
import { assertOpenLimits } from './count-filters.ts';
import type { SpotInstrument } from './instrument.ts';
import { matchAndRest, planMatch } from './order-execution.ts';
import {
  type Fill,
  isRisingStop,
  isStopType,
  type OrderList,
  type OrderRequest,
  type Reserve,
  type SpotOrder,
  type Stop,
} from './orders.ts';
import { adjustReserve, createReserve, lockPriceOf, requiredLock } from './reserves.ts';

/** An order after its placement, and its immediate fills. */
export interface PlacedOrder {
  readonly order: SpotOrder;
  readonly fills: readonly Fill[];
}

/** Two orders of which one cancels the other, with the same side and quantity. */
export interface ListRequest {
  readonly clientId: string | undefined;
  readonly stop: OrderRequest;
  readonly limit: OrderRequest;
}

/** Returns the key of an open order. Client order ids are unique among the open orders of one user. */
export function openOrderKey(user: User, clientOrderId: string): string {
  return `${user.id} ${clientOrderId}`;
}

/**
 * Places an order that satisfies the filters on its values. Rejects with -2010 or -1015 without changing
 * anything.
 */
export function placeOrder(
  context: SpotContext,
  instrument: SpotInstrument,
  user: User,
  request: OrderRequest,
  now: number,
): PlacedOrder {
  assertOpenLimits(context, instrument, user, [request]);
  assertOrderRate(context, user, 1, now);
  assertNotTriggered(instrument, request, now);
  const plan = isStopType(request.type) ? EMPTY_PLAN : planRequest(instrument, user, request, now);
  assertFunds(instrument, user, request, plan, now);
  assertUniqueIds(instrument, user, [request]);
  assertExecutable(request, plan);
  // From here on the request is accepted.
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

/** Places an OCO list. Rejects as `placeOrder` does. */
export function placeList(
  context: SpotContext,
  instrument: SpotInstrument,
  user: User,
  request: ListRequest,
  now: number,
): OrderList {
  const requests = [request.stop, request.limit];
  assertOpenLimits(context, instrument, user, requests, true);
  assertOrderRate(context, user, requests.length, now);
  assertListPrices(instrument, request, now);
  const plan = planRequest(instrument, user, request.limit, now);
  for (const request of requests) assertFunds(instrument, user, request, EMPTY_PLAN, now);
  assertUniqueIds(instrument, user, requests);
  const { id, clientId } = assignListId(context, user, request.clientId);
  assertExecutable(request.limit, plan);
  // From here on the request is accepted.
  const { symbol } = instrument;
  const reserve = createReserve(instrument, request.stop.isBuy);
  const [stop, limit] = requests.map((request) =>
    createOrder(context, instrument, user, request, { reserve, now }),
  );
  const orders = [stop!, limit!];
  const list: OrderList = { id, symbol, user, clientId, time: now, orders, isDone: false };
  for (const order of orders) order.list = list;
  context.lists.add(list);
  context.userEvents.emitListStatus(list, now);
  openOrders(context, instrument, user, orders, now);
  instrument.addStop(stop!, now + 1);
  instrument.restOrder(limit!, afterStepStart(now));
  return list;
}

const EMPTY_PLAN: MatchPlan<SpotOrder> = {
  steps: [],
  remaining: 0,
  isSelfTradePrevented: false,
  isBudgetSpent: false,
};

function planRequest(
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

function assertOrderRate({ counts }: SpotContext, user: User, newOrders: number, now: number): void {
  const limitRefusal = counts.limitRefusal(user.id, now, newOrders);
  if (limitRefusal !== undefined) throw limitRefusal;
}

/** Rejects a stop order that the last price would trigger at once. */
function assertNotTriggered(instrument: SpotInstrument, request: OrderRequest, now: number): void {
  const { type, isBuy, stopPrice } = request;
  if (!isStopType(type) || stopPrice === 0) return;
  const last = instrument.lastPrice(now);
  if (isRisingStop(type, isBuy) ? last >= stopPrice : last <= stopPrice) {
    throw orderRejected('Order would trigger immediately.');
  }
}

/**
 * Rejects a list unless the last price lies between both orders: the limit price on the favourable side, the
 * stop price on the other.
 */
function assertListPrices(instrument: SpotInstrument, { stop, limit }: ListRequest, now: number): void {
  const last = instrument.lastPrice(now);
  const isOrdered = limit.isBuy
    ? limit.price < last && last < stop.stopPrice
    : limit.price > last && last > stop.stopPrice;
  if (!isOrdered) throw orderRejected('The relationship of the prices for the orders is not correct.');
}

/**
 * Rejects an order unless the funds are free: the amount it locks, or for a MARKET order the amount its
 * matches come to.
 */
function assertFunds(
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

/** Rejects a client order id that an open order has or that two of the requests share. */
function assertUniqueIds(instrument: SpotInstrument, user: User, requests: readonly OrderRequest[]): void {
  const ids = requests.flatMap(({ clientOrderId }) => clientOrderId ?? []);
  const isDuplicate = ids.some((id) => instrument.hasOrder(openOrderKey(user, id)));
  if (isDuplicate || new Set(ids).size < ids.length) throw orderRejected('Duplicate order sent.');
}

function assignListId({ lists, seed }: SpotContext, user: User, requested: string | undefined) {
  const id = lists.nextId;
  const clientId = requested ?? generateClientId(seed, 'list', id);
  const isDuplicate = lists.openOf(user).some((list) => list.clientId === clientId);
  if (isDuplicate) throw orderRejected('Duplicate order sent.');
  return { id, clientId };
}

/**
 * Rejects a post-only order that would match, and a quote-quantity market order when the opposite side is
 * empty.
 */
function assertExecutable({ type, quoteQuantity }: OrderRequest, plan: MatchPlan<SpotOrder>): void {
  if (type === 'LIMIT_MAKER' && plan.steps.length > 0) {
    throw orderRejected('Order would immediately match and take.');
  }
  if (quoteQuantity > 0n && totalLots(plan.steps) === 0) {
    throw orderRejected('Order book liquidity is less than `LOT_SIZE` filter minimum quantity.');
  }
}

/** Returns the total lots of the matches. */
function totalLots(steps: readonly MatchStep<SpotOrder>[]): number {
  return steps.reduce((sum, { lots }) => sum + lots, 0);
}

function createOrder(
  context: SpotContext,
  instrument: SpotInstrument,
  user: User,
  request: OrderRequest,
  { reserve, now }: { readonly reserve: Reserve; readonly now: number },
): SpotOrder {
  const orderId = instrument.nextOrderId;
  const clientOrderId = request.clientOrderId ?? generateClientOrderId(context, instrument, user, orderId);
  const { symbol, type, timeInForce, selfTradePrevention, strategyId, strategyType, isBuy, price, lots } =
    request;
  const stop = createStop(request);
  const order: SpotOrder = {
    key: openOrderKey(user, clientOrderId),
    owner: user.id,
    isBuy,
    price,
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
    reserve,
    lockPrice: lockPriceOf(request, () => instrument.lastPrice(now)),
    lots,
    executedLots: 0,
    quoteFilled: 0n,
    status: 'NEW',
    time: now,
    updateTime: now,
    workingTime: stop === undefined ? now : -1,
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
 * Returns a generated id. Attempts are repeated while an open order already has the id, which the user may
 * have chosen by chance or on purpose.
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
function openOrders(
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

/** Orders and lists are placed: what their symbol must have for them, and what becomes of them at once. */

import type { User } from '../ledger/accounts.ts';
import { baseAmount, quoteAmount } from '../ledger/amounts.ts';
import { generateClientId } from '../ledger/client-ids.ts';
import { freeBalance } from '../ledger/postings.ts';
import { afterStep } from '../matching/liquidity.ts';
import type { Plan, Step } from '../matching/order-book.ts';
import { orderRejected } from '../refusal.ts';
import type { Floor } from './context.ts';
import { assertCounts } from './count-filters.ts';
import type { Desk } from './instrument.ts';
import { planFor, work } from './order-execution.ts';
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
import { adjustReserve, lockFor, lockPriceOf, newReserve } from './reserves.ts';

/** An order as it stands after its placement, and what it was filled with at once. */
export interface Placed {
  readonly order: SpotOrder;
  readonly fills: readonly Fill[];
}

/** Two orders of which one cancels the other; both are of one side and quantity. */
export interface ListRequest {
  readonly clientId: string | undefined;
  readonly stop: OrderRequest;
  readonly limit: OrderRequest;
}

/** Returns the key of an open order: client order ids are unique among one user's open orders. */
export function keyOf(user: User, clientOrderId: string): string {
  return `${user.id} ${clientOrderId}`;
}

/** Places an order that keeps to the filters of value. Refuses with -2010 or -1015, having changed nothing. */
export function placeOrder(floor: Floor, desk: Desk, user: User, request: OrderRequest, now: number): Placed {
  assertCounts(floor, desk, user, [request]);
  assertOrderCount(floor, user, 1, now);
  assertTrigger(desk, request, now);
  const plan = isStopType(request.type) ? NO_PLAN : planOf(desk, user, request, now);
  assertFunds(desk, user, request, plan, now);
  assertNewIds(desk, user, [request]);
  assertBook(request, plan);
  // Nothing is refused from here on.
  const lots = request.quoteAsked > 0n ? lotsOf(plan.steps) : request.lots;
  const reserve = newReserve(desk, request.isBuy);
  const order = newOrder(floor, desk, user, { ...request, lots }, { reserve, now });
  begin(floor, desk, user, [order], now);
  if (order.stop !== undefined) {
    desk.wait(order, now + 1);
    return { order, fills: [] };
  }
  return { order, fills: work(floor, desk, order, plan, { now, pathFrom: afterStep(now) }) };
}

/** Places two orders of which one cancels the other. Refuses as `placeOrder` does. */
export function placeList(floor: Floor, desk: Desk, user: User, asked: ListRequest, now: number): OrderList {
  const requests = [asked.stop, asked.limit];
  assertCounts(floor, desk, user, requests, true);
  assertOrderCount(floor, user, requests.length, now);
  assertPrices(desk, asked, now);
  const plan = planOf(desk, user, asked.limit, now);
  for (const request of requests) assertFunds(desk, user, request, NO_PLAN, now);
  assertNewIds(desk, user, requests);
  const { id, clientId } = newListId(floor, user, asked.clientId);
  assertBook(asked.limit, plan);
  // Nothing is refused from here on.
  const { symbol } = desk;
  const reserve = newReserve(desk, asked.stop.isBuy);
  const [stop, limit] = requests.map((request) => newOrder(floor, desk, user, request, { reserve, now }));
  const orders = [stop!, limit!];
  const list: OrderList = { id, symbol, user, clientId, time: now, orders, isDone: false };
  for (const order of orders) order.list = list;
  floor.lists.add(list);
  floor.notices.tellList(list, now);
  begin(floor, desk, user, orders, now);
  desk.wait(stop!, now + 1);
  desk.rest(limit!, afterStep(now));
  return list;
}

const NO_PLAN: Plan<SpotOrder> = { steps: [], left: 0, isPrevented: false, isSpent: false };

function planOf(desk: Desk, user: User, request: OrderRequest, now: number): Plan<SpotOrder> {
  const { isBuy, price, lots, quoteAsked, prevention, type } = request;
  const hasBudget = quoteAsked > 0n;
  const taking = {
    owner: user.id,
    isBuy,
    limit: type === 'MARKET' ? undefined : price,
    lots: hasBudget ? Number.MAX_SAFE_INTEGER : lots,
    budget: hasBudget ? quoteAsked / desk.units.perTickLot : undefined,
    prevention,
  };
  return planFor(desk, taking, now);
}

function assertOrderCount({ counts }: Floor, user: User, added: number, now: number): void {
  const refusal = counts.refusal(user.id, now, added);
  if (refusal !== undefined) throw refusal;
}

/** A stop price that the last trade has reached already is refused. */
function assertTrigger(desk: Desk, request: OrderRequest, now: number): void {
  const { type, isBuy, stopPrice } = request;
  if (!isStopType(type) || stopPrice === 0) return;
  const last = desk.lastPrice(now);
  if (isRisingStop(type, isBuy) ? last >= stopPrice : last <= stopPrice) {
    throw orderRejected('Order would trigger immediately.');
  }
}

/** The last price must lie between both orders: the limit on the better side, the stop on the worse. */
function assertPrices(desk: Desk, { stop, limit }: ListRequest, now: number): void {
  const last = desk.lastPrice(now);
  const isRight = limit.isBuy
    ? limit.price < last && last < stop.stopPrice
    : limit.price > last && last > stop.stopPrice;
  if (!isRight) throw orderRejected('The relationship of the prices for the orders is not correct.');
}

/** What an order needs must be free: what it sets aside, or what a MARKET order would come to now. */
function assertFunds(
  desk: Desk,
  user: User,
  request: OrderRequest,
  plan: Plan<SpotOrder>,
  now: number,
): void {
  const { symbol, units } = desk;
  const { isBuy, type, lots, quoteAsked } = request;
  let needed: bigint;
  if (type !== 'MARKET') {
    const lockPrice = lockPriceOf(request, () => desk.lastPrice(now));
    needed = lockFor(desk, { isBuy, lockPrice }, lots);
  } else if (!isBuy) needed = baseAmount(units, quoteAsked > 0n ? lotsOf(plan.steps) : lots);
  else if (quoteAsked > 0n) needed = quoteAsked;
  else needed = plan.steps.reduce((sum, step) => sum + quoteAmount(units, step.price, step.lots), 0n);
  if (freeBalance(user.account, isBuy ? symbol.quote.name : symbol.base.name) < needed) {
    throw orderRejected('Account has insufficient balance for requested action.');
  }
}

/** Ids that open orders have are refused, and so are two that are the same. */
function assertNewIds(desk: Desk, user: User, requests: readonly OrderRequest[]): void {
  const ids = requests.flatMap(({ clientOrderId }) => clientOrderId ?? []);
  const isTaken = ids.some((id) => desk.isTaken(keyOf(user, id)));
  if (isTaken || new Set(ids).size < ids.length) throw orderRejected('Duplicate order sent.');
}

function newListId({ lists, seed }: Floor, user: User, asked: string | undefined) {
  const id = lists.nextId;
  const clientId = asked ?? generateClientId(seed, 'list', id);
  const isTaken = lists.openOf(user).some((list) => list.clientId === clientId);
  if (isTaken) throw orderRejected('Duplicate order sent.');
  return { id, clientId };
}

/** An order that may not take, and a budget without a book, are refused. */
function assertBook({ type, quoteAsked }: OrderRequest, plan: Plan<SpotOrder>): void {
  if (type === 'LIMIT_MAKER' && plan.steps.length > 0) {
    throw orderRejected('Order would immediately match and take.');
  }
  if (quoteAsked > 0n && lotsOf(plan.steps) === 0) {
    throw orderRejected('Order book liquidity is less than `LOT_SIZE` filter minimum quantity.');
  }
}

/** Returns how many lots change hands in all. */
function lotsOf(steps: readonly Step<SpotOrder>[]): number {
  return steps.reduce((sum, { lots }) => sum + lots, 0);
}

function newOrder(
  floor: Floor,
  desk: Desk,
  user: User,
  request: OrderRequest,
  { reserve, now }: { readonly reserve: Reserve; readonly now: number },
): SpotOrder {
  const orderId = desk.nextOrderId;
  const clientOrderId = request.clientOrderId ?? madeId(floor, desk, user, orderId);
  const { symbol, type, timeInForce, prevention, strategyId, strategyType, isBuy, price, lots } = request;
  const stop = stopOf(request);
  const order: SpotOrder = {
    key: keyOf(user, clientOrderId),
    owner: user.id,
    isBuy,
    price,
    left: lots,
    slice: request.slice,
    shown: 0,
    level: undefined,
    previous: undefined,
    next: undefined,
    symbol,
    user,
    orderId,
    clientOrderId,
    type,
    timeInForce,
    prevention,
    strategyId,
    strategyType,
    quoteAsked: request.quoteAsked,
    stop,
    list: undefined,
    reserve,
    lockPrice: lockPriceOf(request, () => desk.lastPrice(now)),
    lots,
    executed: 0,
    quote: 0n,
    status: 'NEW',
    time: now,
    updateTime: now,
    workingTime: stop === undefined ? now : -1,
    pathFrom: 0,
    amendments: [],
    prevented: undefined,
  };
  desk.record(order);
  return order;
}

function stopOf({ type, isBuy, stopPrice, trailingDelta }: OrderRequest): Stop | undefined {
  if (!isStopType(type)) return undefined;
  const isRising = isRisingStop(type, isBuy);
  return { price: stopPrice, isRising, delta: trailingDelta, trackedSince: -1, extreme: undefined };
}

/** Returns an id that the user has not chosen for an open order, by chance or to see what happens. */
function madeId({ seed }: Floor, desk: Desk, user: User, orderId: number): string {
  for (let attempt = 0; ; attempt += 1) {
    const made = generateClientId(seed, desk.symbol.name, orderId, attempt);
    if (!desk.isTaken(keyOf(user, made))) return made;
  }
}

/** New orders are counted, set aside what they need, and are told. */
function begin(floor: Floor, desk: Desk, user: User, orders: readonly SpotOrder[], now: number): void {
  floor.counts.add(user.id, now, orders.length);
  adjustReserve(floor, desk, orders[0]!);
  user.updateTime = now;
  for (const order of orders) {
    floor.notices.touch(user, order.reserve.asset);
    floor.notices.tell(order, { type: 'NEW' }, now);
  }
}

/**
 * A reference spot exchange, simple and slow: one list of orders that is filtered and sorted for every match,
 * balances that are calculated for every query, and a copy of the state for trial matches. It shares no code
 * with the engine that it is compared with. It has one symbol, BTCUSDT, and no market liquidity.
 */

export type Kind =
  | 'LIMIT'
  | 'MARKET'
  | 'LIMIT_MAKER'
  | 'STOP_LOSS'
  | 'STOP_LOSS_LIMIT'
  | 'TAKE_PROFIT'
  | 'TAKE_PROFIT_LIMIT';

export interface ReferenceRequest {
  readonly isBuy: boolean;
  readonly type: Kind;
  readonly tif: 'GTC' | 'IOC' | 'FOK';
  /** In ticks, lots and 10^-8 of the quote asset; 0 if absent. */
  readonly price: number;
  readonly lots: number;
  readonly quoteQuantity: bigint;
  readonly icebergLots: number;
  readonly stopPrice: number;
  readonly delta: number | undefined;
  readonly selfTradePrevention:
    | 'NONE'
    | 'EXPIRE_TAKER'
    | 'EXPIRE_MAKER'
    | 'EXPIRE_BOTH'
    | 'DECREMENT'
    | 'TRANSFER';
}

export interface ReferenceOrder extends ReferenceRequest {
  readonly id: number;
  readonly user: number;
  readonly list: number | undefined;
  lots: number;
  executed: number;
  /** Lots that self-trade prevention removed while the order stayed open, or that closed it. */
  prevented: number;
  /** Whether self-trade prevention reduced the order instead of its last match. */
  endsPrevented: boolean;
  quote: bigint;
  status: string;
  /** Whether the order waits for its trigger, rests on the book, or neither. */
  bookState: 'waiting' | 'resting' | 'nowhere';
  /** The time priority at its price; lower comes first. */
  priority: number;
  shown: number;
  lockPrice: number;
  /** The sequence number at which trailing started, and the best price since. */
  trailingSince: number | undefined;
  bestPrice: number;
  amendments: number;
}

export interface ReferenceState {
  orders: ReferenceOrder[];
  trades: { price: number; lots: number; maker: number; taker: number }[];
  /** The total balances by user, in 10^-8. */
  balances: { BTC: bigint; USDT: bigint }[];
  last: number;
  lastPriority: number;
  triggered: number[];
  lists: number;
}

/** A lot of BTCUSDT is 10^-5 BTC; a lot at one tick of 0.01 is 10^-7 USDT. */
const LOT = 1000n;
const TICK_LOT = 10n;

export function newState(users: number, each: { BTC: bigint; USDT: bigint }, last: number): ReferenceState {
  const balances = Array.from({ length: users }, () => ({ ...each }));
  return { orders: [], trades: [], balances, last, lastPriority: 0, triggered: [], lists: 0 };
}

export function lockedOf(state: ReferenceState, user: number, asset: 'BTC' | 'USDT'): bigint {
  const needs = new Map<string, bigint>();
  for (const order of state.orders) {
    if (order.user !== user || !isOpen(order) || order.bookState === 'nowhere') continue;
    if (order.isBuy !== (asset === 'USDT')) continue;
    const left = BigInt(remainingLots(order));
    const need = order.isBuy ? left * BigInt(order.lockPrice) * TICK_LOT : left * LOT;
    const key = order.list === undefined ? `order ${order.id}` : `list ${order.list}`;
    const known = needs.get(key) ?? 0n;
    needs.set(key, need > known ? need : known);
  }
  return [...needs.values()].reduce((sum, need) => sum + need, 0n);
}

export function freeOf(state: ReferenceState, user: number, asset: 'BTC' | 'USDT'): bigint {
  return state.balances[user]![asset] - lockedOf(state, user, asset);
}

/** Places an order and returns it, or the rejection text. */
export function placeOrder(
  state: ReferenceState,
  user: number,
  request: ReferenceRequest,
): ReferenceOrder | string {
  const refused = refusal(state, user, request);
  if (refused !== undefined) return refused;
  const order = addOrder(state, user, request, undefined);
  if (isStop(request.type)) waitForTrigger(state, order);
  else executeOrder(state, order, order.price);
  runTriggered(state);
  return order;
}

/** Places an OCO list of a stop order and a limit order. */
export function placeList(
  state: ReferenceState,
  user: number,
  stop: ReferenceRequest,
  limit: ReferenceRequest,
): ReferenceOrder[] | string {
  if (tooManyStops(state, user)) return 'Filter failure: MAX_NUM_ALGO_ORDERS';
  const right = limit.isBuy
    ? limit.price < state.last && state.last < stop.stopPrice
    : limit.price > state.last && state.last > stop.stopPrice;
  if (!right) return 'The relationship of the prices for the orders is not correct.';
  for (const one of [stop, limit])
    if (requiredAmount(state, one) > freeFor(state, user, one)) return INSUFFICIENT_BALANCE;
  if (wouldMatch(state, limit)) return 'Order would immediately match and take.';
  const list = state.lists;
  state.lists += 1;
  const [first, second] = [addOrder(state, user, stop, list), addOrder(state, user, limit, list)];
  waitForTrigger(state, first);
  restOrder(state, second);
  return [first, second];
}

export function cancelOrder(state: ReferenceState, order: ReferenceOrder | undefined): string | undefined {
  if (order === undefined || !isOpen(order)) return 'Unknown order sent.';
  closeOrder(state, order, 'CANCELED');
  return undefined;
}

/** Reduces the quantity of an order, to more than is used. */
export function amendOrder(
  state: ReferenceState,
  order: ReferenceOrder | undefined,
  lots: number,
): string | undefined {
  if (order === undefined || !isOpen(order)) return 'Unknown order sent.';
  if (lots === order.lots) return 'The requested action would change no state; rejecting';
  if (lots > order.lots) return 'Order amend (quantity increase) is not supported.';
  if (order.amendments >= 10) return 'Filter failure: MAX_NUM_ORDER_AMENDS';
  for (const one of [order, ...otherOrdersOfList(state, order).filter(isOpen)]) {
    one.lots = lots;
    one.amendments += 1;
    one.shown = Math.min(one.shown, remainingLots(one));
  }
  return undefined;
}

const INSUFFICIENT_BALANCE = 'Account has insufficient balance for requested action.';

export function isOpen({ status }: ReferenceOrder): boolean {
  return status === 'NEW' || status === 'PARTIALLY_FILLED';
}

export function remainingLots(order: ReferenceOrder): number {
  return order.lots - usedLots(order);
}

/** Returns the lots that were filled or that self-trade prevention removed. */
export function usedLots({ executed, prevented }: ReferenceOrder): number {
  return executed + prevented;
}

function isStop(type: Kind): boolean {
  return type.startsWith('STOP') || type.startsWith('TAKE');
}

function isMarket(type: Kind): boolean {
  return type === 'MARKET' || type === 'STOP_LOSS' || type === 'TAKE_PROFIT';
}

function triggersAbove({ type, isBuy }: ReferenceRequest): boolean {
  return type.startsWith('STOP') ? isBuy : !isBuy;
}

function refusal(state: ReferenceState, user: number, request: ReferenceRequest): string | undefined {
  if (isStop(request.type)) {
    if (tooManyStops(state, user)) return 'Filter failure: MAX_NUM_ALGO_ORDERS';
    if (
      request.stopPrice > 0 &&
      (triggersAbove(request) ? state.last >= request.stopPrice : state.last <= request.stopPrice)
    ) {
      return 'Order would trigger immediately.';
    }
    return requiredAmount(state, request) > freeFor(state, user, request) ? INSUFFICIENT_BALANCE : undefined;
  }
  if (request.type === 'MARKET') {
    const trialState = structuredClone(state);
    const triedOrder = addOrder(trialState, user, request, undefined);
    match(
      trialState,
      triedOrder,
      undefined,
      request.quoteQuantity > 0n ? request.quoteQuantity / TICK_LOT : undefined,
    );
    let needed = triedOrder.quote;
    if (!request.isBuy)
      needed = BigInt(request.quoteQuantity > 0n ? usedLots(triedOrder) : request.lots) * LOT;
    else if (request.quoteQuantity > 0n) needed = request.quoteQuantity;
    if (needed > freeFor(state, user, request)) return INSUFFICIENT_BALANCE;
    const isUnfilled = request.quoteQuantity > 0n && usedLots(triedOrder) === 0;
    return isUnfilled ? 'Order book liquidity is less than `LOT_SIZE` filter minimum quantity.' : undefined;
  }
  if (requiredAmount(state, request) > freeFor(state, user, request)) return INSUFFICIENT_BALANCE;
  const takes = request.type === 'LIMIT_MAKER' && wouldMatch(state, request);
  return takes ? 'Order would immediately match and take.' : undefined;
}

function tooManyStops(state: ReferenceState, user: number): boolean {
  return state.orders.filter((one) => one.user === user && isOpen(one) && isStop(one.type)).length >= 5;
}

function freeFor(state: ReferenceState, user: number, { isBuy }: ReferenceRequest): bigint {
  return freeOf(state, user, isBuy ? 'USDT' : 'BTC');
}

function lockPriceOf(state: ReferenceState, request: ReferenceRequest): number {
  if (!isMarket(request.type)) return request.price;
  return request.stopPrice > 0 ? request.stopPrice : state.last;
}

function requiredAmount(state: ReferenceState, request: ReferenceRequest): bigint {
  return request.isBuy
    ? BigInt(request.lots) * BigInt(lockPriceOf(state, request)) * TICK_LOT
    : BigInt(request.lots) * LOT;
}

function addOrder(
  state: ReferenceState,
  user: number,
  request: ReferenceRequest,
  list: number | undefined,
): ReferenceOrder {
  const order: ReferenceOrder = {
    ...request,
    id: state.orders.length + 1,
    user,
    list,
    executed: 0,
    prevented: 0,
    endsPrevented: false,
    quote: 0n,
    status: 'NEW',
    bookState: 'nowhere',
    priority: 0,
    shown: 0,
    lockPrice: lockPriceOf(state, request),
    trailingSince: undefined,
    bestPrice: 0,
    amendments: 0,
  };
  if (request.quoteQuantity > 0n) order.lots = Number.MAX_SAFE_INTEGER;
  state.orders.push(order);
  return order;
}

function nextPriority(state: ReferenceState): number {
  state.lastPriority += 1;
  return state.lastPriority;
}

function waitForTrigger(state: ReferenceState, order: ReferenceOrder): void {
  order.bookState = 'waiting';
  order.priority = nextPriority(state);
  if (order.stopPrice === 0) order.trailingSince = nextPriority(state);
}

function restOrder(state: ReferenceState, order: ReferenceOrder): void {
  order.bookState = 'resting';
  order.priority = nextPriority(state);
  order.shown =
    order.icebergLots === 0 ? remainingLots(order) : Math.min(order.icebergLots, remainingLots(order));
}

/** Returns the resting orders that an order can match, by price-time priority. */
function makersFor(state: ReferenceState, isBuy: boolean, limit: number | undefined): ReferenceOrder[] {
  return state.orders
    .filter((one) => one.bookState === 'resting' && isOpen(one) && one.isBuy !== isBuy)
    .filter((one) => limit === undefined || (isBuy ? one.price <= limit : one.price >= limit))
    .sort((a, b) => (isBuy ? a.price - b.price : b.price - a.price) || a.priority - b.priority);
}

function wouldMatch(state: ReferenceState, request: ReferenceRequest): boolean {
  return makersFor(state, request.isBuy, request.price).length > 0;
}

function executeOrder(state: ReferenceState, order: ReferenceOrder, price: number, spendable?: bigint): void {
  const limit = isMarket(order.type) ? undefined : price;
  const budget = order.quoteQuantity > 0n ? order.quoteQuantity / TICK_LOT : spendable;
  if (order.tif === 'FOK') {
    const trialState = structuredClone(state);
    const triedOrder = trialState.orders[order.id - 1]!;
    match(trialState, triedOrder, limit, budget);
    if (triedOrder.executed < triedOrder.lots) {
      closeOrder(state, order, 'EXPIRED');
      return;
    }
  }
  const isBudgetSpent = match(state, order, limit, budget);
  if (order.quoteQuantity > 0n) {
    order.lots = usedLots(order);
    if (order.endsPrevented) order.status = 'EXPIRED_IN_MATCH';
    if (order.status !== 'EXPIRED_IN_MATCH') order.status = isBudgetSpent ? 'FILLED' : 'EXPIRED';
    return;
  }
  if (!isOpen(order)) return;
  if (isMarket(order.type) || order.tif !== 'GTC') closeOrder(state, order, 'EXPIRED');
  else restOrder(state, order);
}

/** Matches an order; returns whether the remaining budget is below the price of a lot. */
function match(
  state: ReferenceState,
  taker: ReferenceOrder,
  limit: number | undefined,
  budget?: bigint,
): boolean {
  let budgetLeft = budget;
  while (isOpen(taker)) {
    const maker = makersFor(state, taker.isBuy, limit)[0];
    if (maker === undefined) return false;
    const prevention = maker.user === taker.user ? taker.selfTradePrevention : 'NONE';
    const reducesBoth = prevention === 'DECREMENT' || prevention === 'TRANSFER';
    if (prevention !== 'NONE' && !reducesBoth) {
      if (taker.selfTradePrevention !== 'EXPIRE_TAKER') closeOrder(state, maker, 'EXPIRED_IN_MATCH');
      if (taker.selfTradePrevention !== 'EXPIRE_MAKER') closeOrder(state, taker, 'EXPIRED_IN_MATCH');
      continue;
    }
    const offered = Math.min(remainingLots(taker), maker.shown);
    const lots =
      budgetLeft === undefined ? offered : affordableLots(offered, budgetLeft / BigInt(maker.price));
    if (lots > 0) (reducesBoth ? preventTrade : trade)(state, taker, maker, lots);
    if (budgetLeft !== undefined) budgetLeft -= BigInt(lots) * BigInt(maker.price);
    if (lots < offered) return true;
  }
  return false;
}

function affordableLots(first: number, second: bigint): number {
  return second < BigInt(first) ? Number(second) : first;
}

/** Reduces two orders of a user by what they would have traded. */
function preventTrade(
  state: ReferenceState,
  taker: ReferenceOrder,
  maker: ReferenceOrder,
  lots: number,
): void {
  for (const order of [maker, taker]) order.prevented += lots;
  taker.endsPrevented = true;
  maker.shown -= lots;
  if (remainingLots(maker) === 0) closeOrder(state, maker, 'EXPIRED_IN_MATCH');
  else if (maker.shown === 0) restOrder(state, maker);
  if (remainingLots(taker) === 0) closeOrder(state, taker, 'EXPIRED_IN_MATCH');
}

function trade(state: ReferenceState, taker: ReferenceOrder, maker: ReferenceOrder, lots: number): void {
  for (const other of otherOrdersOfList(state, maker)) if (isOpen(other)) closeSingleOrder(other, 'EXPIRED');
  const base = BigInt(lots) * LOT;
  const quote = BigInt(lots) * BigInt(maker.price) * TICK_LOT;
  for (const order of [taker, maker]) {
    const balance = state.balances[order.user]!;
    balance.BTC += order.isBuy ? base - base / 1000n : -base;
    balance.USDT += order.isBuy ? -quote : quote - quote / 1000n;
    order.executed += lots;
    order.endsPrevented = false;
    order.quote += quote;
    order.status = remainingLots(order) === 0 ? 'FILLED' : 'PARTIALLY_FILLED';
  }
  maker.shown -= lots;
  if (maker.shown === 0 && remainingLots(maker) > 0) restOrder(state, maker);
  state.trades.push({ price: maker.price, lots, maker: maker.id, taker: taker.id });
  applyPrice(state, maker.price);
}

/**
 * Applies a trade price: triggers stop orders by rising price, by falling price, then trailing ones by start.
 */
function applyPrice(state: ReferenceState, price: number): void {
  state.last = price;
  const waiting = state.orders.filter(
    (one) => one.bookState === 'waiting' && isOpen(one) && !state.triggered.includes(one.id),
  );
  const trailing = waiting
    .filter((one) => one.trailingSince !== undefined)
    .sort((a, b) => a.trailingSince! - b.trailingSince!);
  const stopped = waiting.filter((one) => one.trailingSince === undefined);
  const rising = stopped.filter((one) => triggersAbove(one) && one.stopPrice <= price);
  const falling = stopped.filter((one) => !triggersAbove(one) && one.stopPrice >= price);
  rising.sort((a, b) => a.stopPrice - b.stopPrice || a.priority - b.priority);
  falling.sort((a, b) => b.stopPrice - a.stopPrice || a.priority - b.priority);
  for (const order of [...rising, ...falling]) {
    if (order.delta === undefined) state.triggered.push(order.id);
    else {
      order.trailingSince = nextPriority(state);
      order.bestPrice = price;
    }
  }
  for (const order of trailing) {
    const isBetter = order.isBuy ? price < order.bestPrice : price > order.bestPrice;
    if (order.bestPrice === 0 || isBetter) order.bestPrice = price;
    const moved = order.isBuy ? price - order.bestPrice : order.bestPrice - price;
    if (moved * 10_000 >= order.bestPrice * order.delta!) state.triggered.push(order.id);
  }
}

/** Executes triggered orders one after the other. */
function runTriggered(state: ReferenceState): void {
  for (let id = state.triggered.shift(); id !== undefined; id = state.triggered.shift()) {
    const order = state.orders[id - 1]!;
    if (!isOpen(order)) continue;
    for (const other of otherOrdersOfList(state, order))
      if (isOpen(other)) closeSingleOrder(other, 'EXPIRED');
    const buysAtAnyPrice = order.isBuy && isMarket(order.type);
    if (buysAtAnyPrice) order.bookState = 'nowhere';
    const spendable = buysAtAnyPrice ? freeOf(state, order.user, 'USDT') / TICK_LOT : undefined;
    order.bookState = 'nowhere';
    executeOrder(state, order, order.price, spendable);
  }
}

function otherOrdersOfList(state: ReferenceState, order: ReferenceOrder): ReferenceOrder[] {
  if (order.list === undefined) return [];
  return state.orders.filter((one) => one !== order && one.list === order.list);
}

function closeOrder(state: ReferenceState, order: ReferenceOrder, status: string): void {
  closeSingleOrder(order, status);
  for (const other of otherOrdersOfList(state, order)) {
    if (isOpen(other)) closeSingleOrder(other, status === 'CANCELED' ? 'CANCELED' : 'EXPIRED');
  }
}

function closeSingleOrder(order: ReferenceOrder, status: string): void {
  order.status = status;
  order.bookState = 'nowhere';
}

/**
 * The spot exchange in the plainest form there is: one list of orders that is filtered and sorted for every match,
 * balances that are summed again for every query, and a copy of everything where something is only tried. It
 * shares no code with the engine that it judges. There is one symbol, BTCUSDT, and no market but the users.
 */

export type Kind =
  | 'LIMIT'
  | 'MARKET'
  | 'LIMIT_MAKER'
  | 'STOP_LOSS'
  | 'STOP_LOSS_LIMIT'
  | 'TAKE_PROFIT'
  | 'TAKE_PROFIT_LIMIT';

export interface Ask {
  readonly isBuy: boolean;
  readonly type: Kind;
  readonly tif: 'GTC' | 'IOC' | 'FOK';
  /** Ticks, lots, and 10^-8 of the quote asset; 0 for what is not asked. */
  readonly price: number;
  readonly lots: number;
  readonly quoteQuantity: bigint;
  readonly icebergLots: number;
  readonly stopPrice: number;
  readonly delta: number | undefined;
  readonly selfTradePrevention: 'NONE' | 'EXPIRE_TAKER' | 'EXPIRE_MAKER' | 'EXPIRE_BOTH';
}

export interface NaiveOrder extends Ask {
  readonly id: number;
  readonly user: number;
  readonly list: number | undefined;
  lots: number;
  executed: number;
  quote: bigint;
  status: string;
  /** Where it is: it waits for a price, rests on the book, or neither. */
  place: 'waiting' | 'resting' | 'nowhere';
  /** Its turn in the queue at its price. */
  turn: number;
  shown: number;
  lockPrice: number;
  /** When it began to trail, and the best price since. */
  trails: number | undefined;
  extreme: number;
  amendments: number;
}

export interface NaiveState {
  orders: NaiveOrder[];
  trades: { price: number; lots: number; maker: number; taker: number }[];
  /** By user: what they own in all, in 10^-8. */
  owned: { BTC: bigint; USDT: bigint }[];
  last: number;
  turns: number;
  triggered: number[];
  lists: number;
}

/** A lot of BTCUSDT is 10^-5 BTC; a lot at one tick of 0.01 is 10^-7 USDT. */
const LOT = 1000n;
const TICK_LOT = 10n;

export function newState(users: number, each: { BTC: bigint; USDT: bigint }, last: number): NaiveState {
  const owned = Array.from({ length: users }, () => ({ ...each }));
  return { orders: [], trades: [], owned, last, turns: 0, triggered: [], lists: 0 };
}

export function lockedOf(state: NaiveState, user: number, asset: 'BTC' | 'USDT'): bigint {
  const needs = new Map<string, bigint>();
  for (const order of state.orders) {
    if (order.user !== user || !isOpen(order) || order.place === 'nowhere') continue;
    if (order.isBuy !== (asset === 'USDT')) continue;
    const left = BigInt(leftOf(order));
    const need = order.isBuy ? left * BigInt(order.lockPrice) * TICK_LOT : left * LOT;
    const key = order.list === undefined ? `order ${order.id}` : `list ${order.list}`;
    const known = needs.get(key) ?? 0n;
    needs.set(key, need > known ? need : known);
  }
  return [...needs.values()].reduce((sum, need) => sum + need, 0n);
}

export function freeOf(state: NaiveState, user: number, asset: 'BTC' | 'USDT'): bigint {
  return state.owned[user]![asset] - lockedOf(state, user, asset);
}

/** Places an order, or returns why not. */
export function place(state: NaiveState, user: number, ask: Ask): NaiveOrder | string {
  const refused = refusal(state, user, ask);
  if (refused !== undefined) return refused;
  const order = add(state, user, ask, undefined);
  if (isStop(ask.type)) wait(state, order);
  else work(state, order, order.price);
  happen(state);
  return order;
}

/** Places a stop order and a limit order of which one cancels the other. */
export function placeList(state: NaiveState, user: number, stop: Ask, limit: Ask): NaiveOrder[] | string {
  if (tooManyStops(state, user)) return 'Filter failure: MAX_NUM_ALGO_ORDERS';
  const right = limit.isBuy
    ? limit.price < state.last && state.last < stop.stopPrice
    : limit.price > state.last && state.last > stop.stopPrice;
  if (!right) return 'The relationship of the prices for the orders is not correct.';
  for (const one of [stop, limit]) if (need(state, one) > free(state, user, one)) return POOR;
  if (crossed(state, limit)) return 'Order would immediately match and take.';
  const list = state.lists;
  state.lists += 1;
  const [first, second] = [add(state, user, stop, list), add(state, user, limit, list)];
  wait(state, first);
  rest(state, second);
  return [first, second];
}

export function cancel(state: NaiveState, order: NaiveOrder | undefined): string | undefined {
  if (order === undefined || !isOpen(order)) return 'Unknown order sent.';
  end(state, order, 'CANCELED');
  return undefined;
}

/** Makes an order smaller, to more than is executed. */
export function amend(state: NaiveState, order: NaiveOrder | undefined, lots: number): string | undefined {
  if (order === undefined || !isOpen(order)) return 'Unknown order sent.';
  if (lots === order.lots) return 'The requested action would change no state; rejecting';
  if (lots > order.lots) return 'Order amend (quantity increase) is not supported.';
  if (order.amendments >= 10) return 'Filter failure: MAX_NUM_ORDER_AMENDS';
  for (const one of [order, ...siblings(state, order).filter(isOpen)]) {
    one.lots = lots;
    one.amendments += 1;
    one.shown = Math.min(one.shown, leftOf(one));
  }
  return undefined;
}

const POOR = 'Account has insufficient balance for requested action.';

export function isOpen({ status }: NaiveOrder): boolean {
  return status === 'NEW' || status === 'PARTIALLY_FILLED';
}

export function leftOf({ lots, executed }: NaiveOrder): number {
  return lots - executed;
}

function isStop(type: Kind): boolean {
  return type.startsWith('STOP') || type.startsWith('TAKE');
}

function isMarket(type: Kind): boolean {
  return type === 'MARKET' || type === 'STOP_LOSS' || type === 'TAKE_PROFIT';
}

function rises({ type, isBuy }: Ask): boolean {
  return type.startsWith('STOP') ? isBuy : !isBuy;
}

function refusal(state: NaiveState, user: number, ask: Ask): string | undefined {
  if (isStop(ask.type)) {
    if (tooManyStops(state, user)) return 'Filter failure: MAX_NUM_ALGO_ORDERS';
    if (ask.stopPrice > 0 && (rises(ask) ? state.last >= ask.stopPrice : state.last <= ask.stopPrice)) {
      return 'Order would trigger immediately.';
    }
    return need(state, ask) > free(state, user, ask) ? POOR : undefined;
  }
  if (ask.type === 'MARKET') {
    const trial = structuredClone(state);
    const tried = add(trial, user, ask, undefined);
    match(trial, tried, undefined, ask.quoteQuantity > 0n ? ask.quoteQuantity / TICK_LOT : undefined);
    let needed = tried.quote;
    if (!ask.isBuy) needed = BigInt(ask.quoteQuantity > 0n ? tried.executed : ask.lots) * LOT;
    else if (ask.quoteQuantity > 0n) needed = ask.quoteQuantity;
    if (needed > free(state, user, ask)) return POOR;
    const isDry = ask.quoteQuantity > 0n && tried.executed === 0;
    return isDry ? 'Order book liquidity is less than `LOT_SIZE` filter minimum quantity.' : undefined;
  }
  if (need(state, ask) > free(state, user, ask)) return POOR;
  const takes = ask.type === 'LIMIT_MAKER' && crossed(state, ask);
  return takes ? 'Order would immediately match and take.' : undefined;
}

function tooManyStops(state: NaiveState, user: number): boolean {
  return state.orders.filter((one) => one.user === user && isOpen(one) && isStop(one.type)).length >= 5;
}

function free(state: NaiveState, user: number, { isBuy }: Ask): bigint {
  return freeOf(state, user, isBuy ? 'USDT' : 'BTC');
}

function lockPriceOf(state: NaiveState, ask: Ask): number {
  if (!isMarket(ask.type)) return ask.price;
  return ask.stopPrice > 0 ? ask.stopPrice : state.last;
}

function need(state: NaiveState, ask: Ask): bigint {
  return ask.isBuy ? BigInt(ask.lots) * BigInt(lockPriceOf(state, ask)) * TICK_LOT : BigInt(ask.lots) * LOT;
}

function add(state: NaiveState, user: number, ask: Ask, list: number | undefined): NaiveOrder {
  const order: NaiveOrder = {
    ...ask,
    id: state.orders.length + 1,
    user,
    list,
    executed: 0,
    quote: 0n,
    status: 'NEW',
    place: 'nowhere',
    turn: 0,
    shown: 0,
    lockPrice: lockPriceOf(state, ask),
    trails: undefined,
    extreme: 0,
    amendments: 0,
  };
  if (ask.quoteQuantity > 0n) order.lots = Number.MAX_SAFE_INTEGER;
  state.orders.push(order);
  return order;
}

function turn(state: NaiveState): number {
  state.turns += 1;
  return state.turns;
}

function wait(state: NaiveState, order: NaiveOrder): void {
  order.place = 'waiting';
  order.turn = turn(state);
  if (order.stopPrice === 0) order.trails = turn(state);
}

function rest(state: NaiveState, order: NaiveOrder): void {
  order.place = 'resting';
  order.turn = turn(state);
  order.shown = order.icebergLots === 0 ? leftOf(order) : Math.min(order.icebergLots, leftOf(order));
}

/** The resting orders that an order meets, in the order in which it meets them. */
function makersFor(state: NaiveState, isBuy: boolean, limit: number | undefined): NaiveOrder[] {
  return state.orders
    .filter((one) => one.place === 'resting' && isOpen(one) && one.isBuy !== isBuy)
    .filter((one) => limit === undefined || (isBuy ? one.price <= limit : one.price >= limit))
    .sort((a, b) => (isBuy ? a.price - b.price : b.price - a.price) || a.turn - b.turn);
}

function crossed(state: NaiveState, ask: Ask): boolean {
  return makersFor(state, ask.isBuy, ask.price).length > 0;
}

function work(state: NaiveState, order: NaiveOrder, price: number, spendable?: bigint): void {
  const limit = isMarket(order.type) ? undefined : price;
  const budget = order.quoteQuantity > 0n ? order.quoteQuantity / TICK_LOT : spendable;
  if (order.tif === 'FOK') {
    const trial = structuredClone(state);
    const tried = trial.orders[order.id - 1]!;
    match(trial, tried, limit, budget);
    if (leftOf(tried) > 0) {
      end(state, order, 'EXPIRED');
      return;
    }
  }
  const isSpent = match(state, order, limit, budget);
  if (order.quoteQuantity > 0n) {
    order.lots = order.executed;
    if (order.status !== 'EXPIRED_IN_MATCH') order.status = isSpent ? 'FILLED' : 'EXPIRED';
    return;
  }
  if (!isOpen(order)) return;
  if (isMarket(order.type) || order.tif !== 'GTC') end(state, order, 'EXPIRED');
  else rest(state, order);
}

/** Returns whether the budget no longer pays for a lot. */
function match(state: NaiveState, taker: NaiveOrder, limit: number | undefined, budget?: bigint): boolean {
  let rest = budget;
  while (isOpen(taker)) {
    const maker = makersFor(state, taker.isBuy, limit)[0];
    if (maker === undefined) return false;
    if (maker.user === taker.user && taker.selfTradePrevention !== 'NONE') {
      if (taker.selfTradePrevention !== 'EXPIRE_TAKER') end(state, maker, 'EXPIRED_IN_MATCH');
      if (taker.selfTradePrevention !== 'EXPIRE_MAKER') end(state, taker, 'EXPIRED_IN_MATCH');
      continue;
    }
    const offered = Math.min(leftOf(taker), maker.shown);
    const lots = rest === undefined ? offered : least(offered, rest / BigInt(maker.price));
    if (lots > 0) trade(state, taker, maker, lots);
    if (rest !== undefined) rest -= BigInt(lots) * BigInt(maker.price);
    if (lots < offered) return true;
  }
  return false;
}

function least(first: number, second: bigint): number {
  return second < BigInt(first) ? Number(second) : first;
}

function trade(state: NaiveState, taker: NaiveOrder, maker: NaiveOrder, lots: number): void {
  for (const other of siblings(state, maker)) if (isOpen(other)) endOne(other, 'EXPIRED');
  const base = BigInt(lots) * LOT;
  const quote = BigInt(lots) * BigInt(maker.price) * TICK_LOT;
  for (const order of [taker, maker]) {
    const own = state.owned[order.user]!;
    own.BTC += order.isBuy ? base - base / 1000n : -base;
    own.USDT += order.isBuy ? -quote : quote - quote / 1000n;
    order.executed += lots;
    order.quote += quote;
    order.status = leftOf(order) === 0 ? 'FILLED' : 'PARTIALLY_FILLED';
  }
  maker.shown -= lots;
  if (maker.shown === 0 && leftOf(maker) > 0) rest(state, maker);
  state.trades.push({ price: maker.price, lots, maker: maker.id, taker: taker.id });
  print(state, maker.price);
}

/** A trade triggers stops: by rising price, by falling price, and those that trail, in the order they began to. */
function print(state: NaiveState, price: number): void {
  state.last = price;
  const waiting = state.orders.filter(
    (one) => one.place === 'waiting' && isOpen(one) && !state.triggered.includes(one.id),
  );
  const trailing = waiting.filter((one) => one.trails !== undefined).sort((a, b) => a.trails! - b.trails!);
  const stopped = waiting.filter((one) => one.trails === undefined);
  const rising = stopped.filter((one) => rises(one) && one.stopPrice <= price);
  const falling = stopped.filter((one) => !rises(one) && one.stopPrice >= price);
  rising.sort((a, b) => a.stopPrice - b.stopPrice || a.turn - b.turn);
  falling.sort((a, b) => b.stopPrice - a.stopPrice || a.turn - b.turn);
  for (const order of [...rising, ...falling]) {
    if (order.delta === undefined) state.triggered.push(order.id);
    else {
      order.trails = turn(state);
      order.extreme = price;
    }
  }
  for (const order of trailing) {
    const isBetter = order.isBuy ? price < order.extreme : price > order.extreme;
    if (order.extreme === 0 || isBetter) order.extreme = price;
    const moved = order.isBuy ? price - order.extreme : order.extreme - price;
    if (moved * 10_000 >= order.extreme * order.delta!) state.triggered.push(order.id);
  }
}

/** What was triggered goes to work, one after the other. */
function happen(state: NaiveState): void {
  for (let id = state.triggered.shift(); id !== undefined; id = state.triggered.shift()) {
    const order = state.orders[id - 1]!;
    if (!isOpen(order)) continue;
    for (const other of siblings(state, order)) if (isOpen(other)) endOne(other, 'EXPIRED');
    const buysAtAnyPrice = order.isBuy && isMarket(order.type);
    if (buysAtAnyPrice) order.place = 'nowhere';
    const spendable = buysAtAnyPrice ? freeOf(state, order.user, 'USDT') / TICK_LOT : undefined;
    order.place = 'nowhere';
    work(state, order, order.price, spendable);
  }
}

function siblings(state: NaiveState, order: NaiveOrder): NaiveOrder[] {
  if (order.list === undefined) return [];
  return state.orders.filter((one) => one !== order && one.list === order.list);
}

function end(state: NaiveState, order: NaiveOrder, status: string): void {
  endOne(order, status);
  for (const other of siblings(state, order)) {
    if (isOpen(other)) endOne(other, status === 'CANCELED' ? 'CANCELED' : 'EXPIRED');
  }
}

function endOne(order: NaiveOrder, status: string): void {
  order.status = status;
  order.place = 'nowhere';
}

/** Runs commands on the spot engine and on the reference exchange, and reports the first difference. */
import { Accounts, type User } from '../../../src/sandbox/engine/ledger/accounts.ts';
import { Refusal } from '../../../src/sandbox/engine/refusal.ts';
import { SpotEngine } from '../../../src/sandbox/engine/spot/engine.ts';
import { isOpen, type OrderRequest, type SpotOrder } from '../../../src/sandbox/engine/spot/orders.ts';
import { createScriptedMarket, requireSymbol } from '../scripted-market.ts';
import {
  amendOrder,
  cancelOrder,
  freeOf,
  lockedOf,
  newState,
  placeList,
  placeOrder,
  type ReferenceOrder,
  type ReferenceRequest,
  type ReferenceState,
  remainingLots,
  usedLots,
} from './naive-exchange.ts';

/** The fields of a command, in the order in which their random numbers are drawn. */
export const COMMAND_FIELDS = [
  'action',
  'user',
  'type',
  'tif',
  'selfTradePrevention',
  'price',
  'stop',
  'lots',
  'pick',
] as const;

/** One action of a user. Each number selects an option modulo the number of options. */
export type Command = Readonly<Record<(typeof COMMAND_FIELDS)[number], number>>;

export interface ComparisonTotals {
  readonly trades: number;
  readonly lots: number;
  readonly refused: number;
  readonly triggered: number;
}

const BTC = requireSymbol('BTCUSDT');
const LAST = 10_000;
const USERS = 3;
const INITIAL_BALANCES = { BTC: 4000n * 1000n, USDT: 4000n * 10_000n * 10n };
/** Prices are at most this many ticks above or below the last price. */
const SPREAD = 15;

const ACTIONS = ['place', 'place', 'place', 'place', 'place', 'cancel', 'amend', 'list'] as const;
const TYPES = [
  'LIMIT',
  'LIMIT',
  'LIMIT',
  'ICEBERG',
  'MARKET',
  'QUOTE',
  'LIMIT_MAKER',
  'STOP_LOSS',
  'STOP_LOSS_LIMIT',
  'TAKE_PROFIT',
  'TAKE_PROFIT_LIMIT',
  'TRAILING',
  'TRAILING_LIMIT',
] as const;
const TIMES_IN_FORCE = ['GTC', 'GTC', 'GTC', 'IOC', 'FOK'] as const;
const MODES = ['EXPIRE_MAKER', 'EXPIRE_TAKER', 'EXPIRE_BOTH', 'NONE', 'DECREMENT', 'TRANSFER'] as const;

/** Runs the commands on both exchanges; throws an error that names the first difference. */
export function compare(commands: readonly Command[]): ComparisonTotals {
  const accounts = new Accounts();
  const limits = { perSecond: 1e9, perDay: 1e9 };
  const engine = new SpotEngine({ accounts, liquiditySource: createScriptedMarket(LAST), seed: 1, limits });
  const users = Array.from({ length: USERS }, (_, index) => {
    const user = accounts.addUser(`user${index}`, 0)!;
    accounts.deposit(user, 'BTC', INITIAL_BALANCES.BTC, 0);
    accounts.deposit(user, 'USDT', INITIAL_BALANCES.USDT, 0);
    return user;
  });
  const state = newState(USERS, INITIAL_BALANCES, LAST);
  let refused = 0;
  for (const [index, command] of commands.entries()) {
    const now = engine.runDueEvents(1000 + index);
    const expectedRejection = runOnBoth(engine, users, state, command, now);
    if (expectedRejection !== '') refused += 1;
    engine.runDueEvents(now);
    const difference = differenceOf(engine, users, state, accounts.ledger.totals());
    if (difference !== undefined) throw new Error(`after ${index} ${JSON.stringify(command)}: ${difference}`);
  }
  return {
    trades: state.trades.length,
    lots: state.trades.reduce((sum, { lots }) => sum + lots, 0),
    refused,
    triggered: state.orders.filter(({ type, executed }) => type.includes('_') && executed > 0).length,
  };
}

/** Returns the rejection text of both exchanges; empty if both accepted the command. */
function runOnBoth(
  engine: SpotEngine,
  users: readonly User[],
  state: ReferenceState,
  command: Command,
  now: number,
): string {
  const number = command.user % USERS;
  const user = users[number]!;
  const action = ACTIONS[command.action % ACTIONS.length]!;
  const own = state.orders.filter((order) => order.user === number);
  const picked = own[command.pick % Math.max(own.length, 1)];
  let actual: string;
  let expected: ReferenceOrder | ReferenceOrder[] | string | undefined;
  if (action === 'place') {
    const ask = orderOf(command, state.last);
    actual = rejectionOf(() => engine.place(user, requestOf(ask), now));
    expected = placeOrder(state, number, ask);
  } else if (action === 'list') {
    const [stop, limit] = orderListOf(command, state.last);
    const others = [requestOf(stop), requestOf(limit)];
    const request = { clientId: undefined, working: undefined, others, isPaidByWorking: false };
    actual = rejectionOf(() => engine.placeList(user, BTC, request, now));
    expected = placeList(state, number, stop, limit);
  } else {
    const by = { orderId: picked?.id ?? 999_999, clientOrderId: undefined };
    const legs = picked === undefined ? [] : own.filter((one) => one === picked || isInListOf(one, picked));
    const used = Math.max(0, ...legs.map(usedLots));
    const lots = picked === undefined ? 1 : used + 1 + (command.lots % (picked.lots + 1));
    if (action === 'cancel') {
      actual = rejectionOf(() =>
        engine.cancel(user, BTC, { ...by, requiredStatus: undefined, cancelClientOrderId: undefined }, now),
      );
      expected = cancelOrder(state, picked);
    } else {
      const amending = { ...by, newClientOrderId: undefined, lots, assertLots: () => {} };
      actual = rejectionOf(() => engine.amend(user, BTC, amending, now));
      expected = amendOrder(state, picked, lots);
    }
  }
  const expectedRejection = typeof expected === 'string' ? expected : '';
  if (actual !== expectedRejection)
    throw new Error(`${JSON.stringify(command)}: said "${actual}", expected "${expectedRejection}"`);
  return expectedRejection;
}

function isInListOf({ list }: ReferenceOrder, other: ReferenceOrder): boolean {
  return list !== undefined && list === other.list;
}

function rejectionOf(run: () => unknown): string {
  try {
    run();
    return '';
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown.message;
    throw thrown;
  }
}

function orderOf(command: Command, last: number): ReferenceRequest {
  const kind = TYPES[command.type % TYPES.length]!;
  const price = priceNear(last, command.price);
  const lots = 1 + (command.lots % 900);
  const isTrailing = kind.startsWith('TRAILING');
  const isQuote = kind === 'QUOTE';
  const takesAny = ['MARKET', 'QUOTE', 'STOP_LOSS', 'TAKE_PROFIT', 'TRAILING'].includes(kind);
  const isPlain = kind === 'LIMIT' || kind.endsWith('_LIMIT');
  const type = {
    ICEBERG: 'LIMIT',
    QUOTE: 'MARKET',
    TRAILING: 'STOP_LOSS',
    TRAILING_LIMIT: 'TAKE_PROFIT_LIMIT',
  };
  return {
    isBuy: command.pick % 2 === 0,
    type: (type as Record<string, ReferenceRequest['type']>)[kind] ?? (kind as ReferenceRequest['type']),
    tif: isPlain ? TIMES_IN_FORCE[command.tif % TIMES_IN_FORCE.length]! : 'GTC',
    price: takesAny ? 0 : price,
    lots: isQuote ? 0 : lots,
    quoteQuantity: isQuote ? BigInt(lots) * 99_999n : 0n,
    icebergLots: kind === 'ICEBERG' && lots > 1 ? 1 + (command.stop % (lots - 1)) : 0,
    stopPrice:
      kind.includes('_') && kind !== 'LIMIT_MAKER' && !isTrailing
        ? priceNear(last, command.stop)
        : trailingStopPrice(command, last, isTrailing),
    delta: isTrailing ? 3 + (command.tif % 12) : undefined,
    selfTradePrevention: MODES[command.selfTradePrevention % MODES.length]!,
  };
}

/** Returns the stop price of a trailing order, or 0 to start trailing at once. */
function trailingStopPrice(command: Command, last: number, isTrailing: boolean): number {
  return isTrailing && command.stop % 2 === 0 ? priceNear(last, command.stop) : 0;
}

/** Returns an order list around the last price; most lists are valid. */
function orderListOf(command: Command, last: number): [stop: ReferenceRequest, limit: ReferenceRequest] {
  const side = orderOf({ ...command, type: 6 }, last);
  const away = side.isBuy ? -1 : 1;
  const limit: ReferenceRequest = { ...side, price: last + away * (command.price % SPREAD) };
  const takesAny = command.tif % 2 === 0;
  const stopPrice = last - away * (command.stop % SPREAD);
  const stop: ReferenceRequest = {
    ...side,
    type: takesAny ? 'STOP_LOSS' : 'STOP_LOSS_LIMIT',
    price: takesAny ? 0 : priceNear(stopPrice, command.price),
    stopPrice,
  };
  return [stop, limit];
}

function priceNear(last: number, number: number): number {
  return Math.max(1, last - SPREAD + (number % (2 * SPREAD + 1)));
}

function requestOf(ask: ReferenceRequest): OrderRequest {
  const { tif, delta, ...same } = ask;
  return {
    ...same,
    symbol: BTC,
    timeInForce: tif,
    trailingDelta: delta,
    clientOrderId: undefined,
    strategyId: undefined,
    strategyType: undefined,
  };
}

/** Returns the first difference in orders, trades, book or balances, or a ledger sum that is not zero. */
function differenceOf(
  engine: SpotEngine,
  users: readonly User[],
  state: ReferenceState,
  totals: ReadonlyMap<string, bigint>,
): string | undefined {
  const instrument = engine.instrumentOf(BTC);
  for (const expected of state.orders) {
    const actual = instrument.order(expected.id);
    if (actual === undefined) return `no order ${expected.id}`;
    if (orderText(actual) !== referenceText(expected)) {
      return `order ${expected.id} is ${orderText(actual)}, expected ${referenceText(expected)}`;
    }
  }
  const trades = instrument.tape.trades
    .slice(0, instrument.tape.trades.length)
    .map(({ price, lots }) => `${lots}@${price}`)
    .join(' ');
  const wanted = state.trades.map(({ price, lots }) => `${lots}@${price}`).join(' ');
  if (trades !== wanted) return `traded ${trades}, expected ${wanted}`;
  for (const isBuy of [true, false]) {
    const rests = [...instrument.book.sideOrders(isBuy)].map(({ orderId }) => orderId).join(' ');
    const queue = restingOrderIds(state, isBuy).join(' ');
    if (rests !== queue) return `${rests} rest, expected ${queue}`;
  }
  for (const [number, user] of users.entries()) {
    for (const asset of ['BTC', 'USDT'] as const) {
      const { free, locked } = user.account.balances.get(asset)!;
      const [isFree, isLocked] = [freeOf(state, number, asset), lockedOf(state, number, asset)];
      if (free < 0n) return `user ${number} owes ${asset}`;
      if (free !== isFree || locked !== isLocked) {
        return `user ${number} has ${free} ${locked} ${asset}, expected ${isFree} ${isLocked}`;
      }
    }
  }
  for (const [asset, sum] of totals) if (sum !== 0n) return `${asset} sums to ${sum}`;
  return undefined;
}

function restingOrderIds(state: ReferenceState, isBuy: boolean): number[] {
  return state.orders
    .filter((one) => one.bookState === 'resting' && one.isBuy === isBuy)
    .filter((one) => one.status === 'NEW' || one.status === 'PARTIALLY_FILLED')
    .sort((a, b) => (isBuy ? b.price - a.price : a.price - b.price) || a.priority - b.priority)
    .map(({ id }) => id);
}

function orderText(order: SpotOrder): string {
  const shown = order.level === undefined ? 0 : order.icebergLots === 0 ? order.remaining : order.visibleLots;
  const left = isOpen(order) ? order.remaining : 0;
  return `${order.status} ${order.lots} ${order.executedLots} ${order.quoteFilled} left ${left} shown ${shown}`;
}

function referenceText(order: ReferenceOrder): string {
  const open = order.status === 'NEW' || order.status === 'PARTIALLY_FILLED';
  const left = open ? remainingLots(order) : 0;
  const shown = order.bookState !== 'resting' || !open ? 0 : order.icebergLots === 0 ? left : order.shown;
  return `${order.status} ${order.lots} ${order.executed} ${order.quote} left ${left} shown ${shown}`;
}

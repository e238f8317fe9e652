/** What a placement must satisfy beyond its form: position, triggers, margin (public facts, Futures mechanics). */
import type { Plan } from '../matching/order-book.ts';
import type { Refusal } from '../refusal.ts';
import type { FuturesBooks } from './accounts.ts';
import type { FuturesBoard } from './context.ts';
import type { FuturesDesk } from './instrument.ts';
import { notionalMax, TAKE_BOUND_PERCENT } from './margin-rules.ts';
import { priceOf } from './market.ts';
import { RATES, rulesOf } from './order-rules.ts';
import { closable, closesSide, type FuturesOrder } from './orders.ts';
import { refused } from './refusals.ts';
import { worth } from './valuation.ts';

const WHOLE = 100_000_000n;

/** Refuses an order that may not be placed; cuts one that may only make the position smaller. */
export function assertPlaceable(
  board: FuturesBoard,
  desk: FuturesDesk,
  order: FuturesOrder,
  now: number,
): void {
  const { contract, user } = order;
  if ((order.positionSide === 'BOTH') === board.books.positions.isHedged(user)) {
    throw refused(-4061, "Order's position side does not match user's setting.");
  }
  if (!board.market.isTrading(contract, now)) throw refused(-4108, 'Symbol is not on trading status.');
  const open = board.books.openOrders(user, contract);
  const rules = rulesOf(contract);
  if (open.filter((one) => one.isWaiting).length >= rules.stopsMax && order.isWaiting) {
    throw refused(-4045, 'Reach max stop order limit.');
  }
  if (open.length >= rules.ordersMax) throw refused(-2025, 'Reach max open order limit.');
  if (open.some(({ clientOrderId }) => clientOrderId === order.clientOrderId)) {
    throw refused(-4116, 'ClientOrderId is duplicated.');
  }
  if (order.isWaiting) assertWaits(board, order, now);
  if (order.isReduceOnly && !order.isWaiting) reduce(board, order);
  if (order.isReduceOnly || order.isWaiting) return;
  const refusal = marginRefusal(board, desk, order, now);
  if (refusal !== undefined) throw refusal;
}

/** Returns what an order would meet; a market order takes only up to a bound around the mark price. */
export function planFor(
  board: FuturesBoard,
  desk: FuturesDesk,
  order: FuturesOrder,
  now: number,
): Plan<FuturesOrder> {
  const { isBuy, prevention, left, user, contract } = order;
  const mark = BigInt(board.markTicksOf(contract, now));
  const bound = Number((mark * (100n + (isBuy ? TAKE_BOUND_PERCENT : -TAKE_BOUND_PERCENT))) / 100n);
  const limit = order.type === 'MARKET' ? bound : order.price;
  const offers = desk.offersTo(isBuy, now);
  return desk.book.plan({ owner: user.id, isBuy, limit, lots: left, budget: undefined, prevention }, offers);
}

/** An order whose trigger has been reached already is refused. */
function assertWaits(board: FuturesBoard, order: FuturesOrder, now: number): void {
  const { contract, isBuy, type, stopPrice, activation } = order;
  const isMark = order.workingType === 'MARK_PRICE';
  const latest = isMark
    ? priceOf(contract.index, board.market.markTicks(contract, now))
    : priceOf(contract.market, board.market.lastTicks(contract, now));
  const immediately = () => refused(-2021, 'Order would immediately trigger.');
  if (type === 'TRAILING_STOP_MARKET') {
    const from = priceOf(contract.market, activation);
    if (activation > 0 && (isBuy ? from >= latest : from <= latest)) throw immediately();
    return;
  }
  const isAbove = isBuy === (type === 'STOP' || type === 'STOP_MARKET');
  const stop = priceOf(contract.market, stopPrice);
  if (isAbove ? latest >= stop : latest <= stop) throw immediately();
}

/** Cuts an order to what it can close; where that is nothing, or less than it would close of a side, it is refused. */
function reduce(board: FuturesBoard, order: FuturesOrder): void {
  const most = closable(
    board.books.positions.seen(order.user, order.contract, order.positionSide),
    order.isBuy,
  );
  if (most === 0 || (closesSide(order) && order.left > most))
    throw refused(-2022, 'ReduceOnly Order is rejected.');
  if (order.left > most) order.lots = order.left = most;
}

/**
 * What an order adds to the margin beyond one that it takes the place of must be there, and what it could come to must
 * be allowed at the leverage. Returns the refusal of one where that is not so.
 */
export function marginRefusal(
  board: FuturesBoard,
  desk: FuturesDesk,
  order: FuturesOrder,
  now: number,
  replaced?: FuturesOrder,
): Refusal | undefined {
  const { contract, user, isBuy } = order;
  const { books } = board;
  const position = books.positions.seen(user, contract, order.positionSide);
  // A market order is counted at the best price it would meet, a limit order at its own.
  const best = desk.offersTo(isBuy, now)(0)?.price ?? board.market.lastTicks(contract, now);
  const price = priceOf(contract.market, order.type === 'MARKET' ? best : order.price);
  const value = worth(contract, price, order.left);
  const before = books.exposure(position, now);
  const after = books.exposure(position, now, { isBuy, value }, replaced);
  if (after <= before) return undefined;
  if (after > notionalMax(contract, position.settings.leverage)) {
    return refused(-2027, 'Exceeded the maximum allowable position at current leverage.');
  }
  const needed = (after - before) / BigInt(position.settings.leverage);
  const fee = (value * RATES.taker) / WHOLE;
  const { available } = books.margins(user, contract.settleAsset, now);
  return available < needed + fee ? refused(-2019, 'Margin is insufficient.') : undefined;
}

/** What may only make or only fill at once is refused where the book says otherwise (public facts, -5021 and -5022). */
export function assertPlan(order: FuturesOrder, plan: Plan<FuturesOrder>): void {
  if (order.timeInForce === 'GTX' && plan.steps.length > 0) {
    throw refused(
      -5022,
      'Due to the order could not be executed as maker, the Post Only order will be rejected. The order will not be recorded in the order history',
    );
  }
  if (order.timeInForce === 'FOK' && order.type === 'LIMIT' && plan.left > 0) {
    throw refused(
      -5021,
      'Due to the order could not be filled immediately, the FOK order has been rejected. The order will not be recorded in the order history',
    );
  }
}

/** Returns the open orders beside one that may only make the position smaller, and would now do more. */
export function overreaching(
  books: FuturesBooks,
  { user, contract, positionSide }: FuturesOrder,
): readonly FuturesOrder[] {
  const position = books.positions.of(user, contract, positionSide);
  return books.ordersOf(position).filter((order) => {
    const most = closable(position, order.isBuy);
    const isTooLarge = order.isReduceOnly && order.level !== undefined && order.left > most;
    const isPointless = (order.isReduceOnly || order.closesPosition) && order.isWaiting && most === 0;
    return isTooLarge || isPointless;
  });
}

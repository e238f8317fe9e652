/** What a new order must satisfy: the contract's life, its filters, protection, and the money or position behind it. */
import type { User } from '../ledger/accounts.ts';
import type { Plan } from '../matching/order-book.ts';
import { Refusal } from '../refusal.ts';
import type { OptionsBoard, OptionsFloor } from './context.ts';
import type { OptionContract } from './contracts.ts';
import type { OptionDesk } from './instrument.ts';
import { feeOf, initialMargin } from './margin.ts';
import { type OptionOrder, type OptionOrderRequest, premiumOf } from './orders.ts';

/** Orders that a user may have open on one option (choice). */
const OPEN_ORDERS_MAX = 200;
/** The largest order is worth so many dollars of the underlying (choice). */
const ORDER_DOLLARS_MAX = 100_000_000;

/** Returns the lots of the largest order. */
export function lotsMax({ underlying }: OptionContract): number {
  const { spot, lotDecimals } = underlying;
  return Math.round(ORDER_DOLLARS_MAX / spot.base.dollars) * 10 ** lotDecimals;
}

/** Refuses what no order of this kind may be. Codes and texts are those of futures; which applies is a choice. */
export function assertPlaceable(
  board: OptionsBoard,
  desk: OptionDesk,
  user: User,
  request: OptionOrderRequest,
  plan: Plan<OptionOrder>,
  now: number,
): void {
  const { contract, type, price, lots, postOnly, clientOrderId, isMmp } = request;
  const { highLimit } = board.floor.quotes.quote(contract, now);
  if (type === 'LIMIT' && price > highLimit) throw refuse(-4002, 'Price greater than max price.');
  if (lots > lotsMax(contract)) throw refuse(-4005, 'Quantity greater than max quantity.');
  if (isMmp && board.historyOf(user).protections.get(contract.underlying.name)?.isFrozen(now) === true) {
    throw refuse(-2010, 'Market maker protection is triggered.');
  }
  const own = [...desk.book.orders()].filter((order) => order.user === user);
  if (clientOrderId !== undefined && isOpenAnywhere(board, user, clientOrderId)) {
    throw refuse(-2010, 'Duplicate order sent.');
  }
  if (own.length >= OPEN_ORDERS_MAX) throw refuse(-2025, 'Reach max open order limit.');
  if (postOnly && plan.steps.length > 0) {
    throw refuse(
      -5022,
      'Due to the order could not be executed as maker, the Post Only order will be rejected. The order will not be recorded in the order history',
    );
  }
  if (request.reduceOnly && lots > reducibleLots(desk, user, request.isBuy)) {
    throw refuse(-2022, 'ReduceOnly Order is rejected.');
  }
}

/**
 * Returns the money that the order sets aside: a buyer's premium and fee, a seller's margin for what the order opens.
 * Refuses where it is not free.
 */
export function holdFor(
  { clearing, quotes }: OptionsFloor,
  desk: OptionDesk,
  user: User,
  { contract, isBuy, type, price, lots }: OptionOrderRequest,
  plan: Plan<OptionOrder>,
  now: number,
): bigint {
  const quote = quotes.quote(contract, now);
  const free = clearing.freeOf(user);
  if (!isBuy) {
    const opening = Math.max(0, lots - reducibleLots(desk, user, false));
    const needed = initialMargin(contract, quote, opening);
    if (opening > 0 && free < needed) throw refuse(-2019, 'Margin is insufficient.');
    return opening > 0 ? needed : 0n;
  }
  const costOf = (at: number, count: number) =>
    premiumOf(contract, at, count) + feeOf(contract, quote.index, at, count);
  const needed =
    type === 'LIMIT'
      ? costOf(price, lots)
      : plan.steps.reduce((sum, step) => sum + costOf(step.price, step.lots), 0n);
  if (free < needed) throw refuse(-2018, 'Balance is insufficient.');
  return needed;
}

/** Returns the lots of a position that an order of a side can still close: other orders of the side come first. */
export function reducibleLots(desk: OptionDesk, user: User, isBuy: boolean): number {
  const lots = desk.positions.get(user.id)?.lots ?? 0;
  let reducible = isBuy ? -lots : lots;
  for (const order of desk.book.orders()) {
    if (order.user === user && order.isBuy === isBuy) reducible -= order.left;
  }
  return Math.max(0, reducible);
}

function isOpenAnywhere(board: OptionsBoard, user: User, clientOrderId: string): boolean {
  const last = board.histories.findByClientId(user, clientOrderId);
  return last !== undefined && (last.status === 'NEW' || last.status === 'PARTIALLY_FILLED');
}

function refuse(code: number, text: string): Refusal {
  return new Refusal(400, code, text);
}

/** What a placement must find on its symbol beyond the filters: funds, a free id, and a book where it needs one. */
import type { User } from './accounts.ts';
import { baseOf, quoteAt } from './amounts.ts';
import type { Desk } from './desk.ts';
import { freeOf } from './ledger.ts';
import type { Plan, Step } from './matching.ts';
import type { OrderRequest, SpotOrder } from './orders.ts';
import { orderRejected } from './refusal.ts';

/** By which ids an order is looked for. */
export interface OrderIds {
  readonly orderId: number | undefined;
  readonly clientOrderId: string | undefined;
}

/** Returns the key under which an order rests: client order ids are unique among one user's open orders. */
export function keyOf(user: User, clientOrderId: string): string {
  return `${user.id} ${clientOrderId}`;
}

/** Returns an order of the user; with both ids it must have both. */
export function find(desk: Desk, user: User, by: OrderIds): SpotOrder | undefined {
  const { orderId, clientOrderId } = by;
  if (orderId === undefined) {
    return clientOrderId === undefined ? undefined : desk.historyOf(user.id).byClientId.get(clientOrderId);
  }
  const order = desk.order(orderId);
  if (order === undefined || order.user !== user) return undefined;
  return clientOrderId === undefined || order.clientOrderId === clientOrderId ? order : undefined;
}

/** Returns how many lots change hands in all. */
export function lotsOf(steps: readonly Step<SpotOrder>[]): number {
  return steps.reduce((sum, { lots }) => sum + lots, 0);
}

/** What an order needs must be free: its whole limit price, or what a market order would come to now. */
export function assertFunds(desk: Desk, user: User, request: OrderRequest, plan: Plan<SpotOrder>): void {
  const { symbol, units } = desk;
  const { isBuy, type, price, lots, quoteAsked } = request;
  let needed: bigint;
  if (!isBuy) needed = baseOf(units, quoteAsked > 0n ? lotsOf(plan.steps) : lots);
  else if (type !== 'MARKET') needed = quoteAt(units, price, lots);
  else if (quoteAsked > 0n) needed = quoteAsked;
  else needed = plan.steps.reduce((sum, step) => sum + quoteAt(units, step.price, step.lots), 0n);
  if (freeOf(user.account, isBuy ? symbol.quote.name : symbol.base.name) < needed) {
    throw orderRejected('Account has insufficient balance for requested action.');
  }
}

/** An id that is in use, an order that may not take, and a budget without a book are refused. */
export function assertNew(desk: Desk, user: User, request: OrderRequest, plan: Plan<SpotOrder>): void {
  const { type, quoteAsked, clientOrderId } = request;
  if (clientOrderId !== undefined && desk.book.find(keyOf(user, clientOrderId)) !== undefined) {
    throw orderRejected('Duplicate order sent.');
  }
  if (type === 'LIMIT_MAKER' && plan.steps.length > 0) {
    throw orderRejected('Order would immediately match and take.');
  }
  if (quoteAsked > 0n && lotsOf(plan.steps) === 0) {
    throw orderRejected('Order book liquidity is less than `LOT_SIZE` filter minimum quantity.');
  }
}

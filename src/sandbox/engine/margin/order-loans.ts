/** Repays loans from fills of AUTO_REPAY orders, and returns loans of orders that end unfilled. */

import { baseAmount } from '../ledger/amounts.ts';
import type { SpotEngine } from '../spot/engine.ts';
import { type Fill, isOpen, type SpotOrder } from '../spot/orders.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { MarginAccount } from './accounts.ts';
import type { Lending } from './lending.ts';
import type { RequiredFunds } from './required-funds.ts';

/** An order whose fills or whose end repay a loan. */
export interface TrackedOrder {
  readonly order: SpotOrder;
  /** Further orders for which the same loan was taken, such as those of a list of which one cancels the other. */
  readonly partners: readonly SpotOrder[];
  readonly repaysFromFills: boolean;
  /** The loan that is returned if the order ends unfilled; undefined if none is. */
  readonly loanToReturn: RequiredFunds | undefined;
}

/** Returns whether an order is closed, and all orders that share its loan are closed too. */
function isOver({ order, partners }: TrackedOrder): boolean {
  return !isOpen(order) && !partners.some(isOpen);
}

export class OrderLoans {
  readonly #spot: SpotEngine;
  readonly #lending: Lending;
  /** The tracked orders, each with the number of lots that were executed at the last update. */
  readonly #orders = new Map<MarginAccount, Map<TrackedOrder, number>>();

  constructor(spot: SpotEngine, lending: Lending) {
    this.#spot = spot;
    this.#lending = lending;
  }

  track(account: MarginAccount, tracked: TrackedOrder): void {
    if (!tracked.repaysFromFills && tracked.loanToReturn === undefined) return;
    const trackedOrders = this.#orders.get(account) ?? new Map<TrackedOrder, number>();
    this.#orders.set(account, trackedOrders.set(tracked, 0));
  }

  /** Returns the time of the earliest fill or end that has not been applied yet. */
  nextUpdateTime(): number | undefined {
    const times = [...this.#orders.values()].flatMap((tracked) =>
      [...tracked]
        .filter(([one, executedBefore]) => isOver(one) || one.order.executedLots > executedBefore)
        .map(([{ order, partners }]) => Math.max(order.updateTime, ...partners.map((one) => one.updateTime))),
    );
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /**
   * Applies new fills and the ends of an account's tracked orders to its loans; returns whether there were
   * any.
   */
  applyUpdates(account: MarginAccount, time: number): boolean {
    const tracked = this.#orders.get(account);
    let hasUpdates = false;
    for (const [order2, executedBefore] of tracked ?? []) {
      const fills = this.#fillsSince(order2.order, executedBefore);
      for (const fill of fills) this.#repayFromFill(account, order2, fill, time);
      tracked!.set(order2, order2.order.executedLots);
      hasUpdates ||= fills.length > 0 || isOver(order2);
      if (!isOver(order2)) continue;
      tracked!.delete(order2);
      this.#returnUnusedLoan(account, order2, time);
    }
    if (tracked?.size === 0) this.#orders.delete(account);
    return hasUpdates;
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#orders);
  }

  #repayFromFill(account: MarginAccount, tracked: TrackedOrder, fill: Fill, time: number): void {
    if (!tracked.repaysFromFills) return;
    const { symbol, isBuy } = tracked.order;
    const gross = isBuy ? baseAmount(this.#spot.instrumentOf(symbol).units, fill.lots) : fill.quoteFilled;
    const { name } = isBuy ? symbol.base : symbol.quote;
    const received = fill.commissionAsset === name ? gross - fill.commission : gross;
    this.#lending.repayAvailable(account, name, received, time);
  }

  /** Repays the unfilled share of the loan that was taken for an order. */
  #returnUnusedLoan(
    account: MarginAccount,
    { order, partners, loanToReturn }: TrackedOrder,
    time: number,
  ): void {
    if (loanToReturn === undefined || order.lots === 0) return;
    const executed = [order, ...partners].reduce((sum, one) => sum + one.executedLots, 0);
    const unfilled = BigInt(Math.max(order.lots - executed, 0));
    const share = (loanToReturn.amount * unfilled) / BigInt(order.lots);
    this.#lending.repayAvailable(account, loanToReturn.asset, share, time);
  }

  /** Returns the fills of an order after its first `executedBefore` lots, oldest first. */
  #fillsSince(
    { symbol, user, orderId, executedLots: executed }: SpotOrder,
    executedBefore: number,
  ): readonly Fill[] {
    const found: Fill[] = [];
    if (executed === executedBefore) return found;
    let lotsLeft = executed - executedBefore;
    const { fills } = this.#spot.instrumentOf(symbol).historyOf(user.id);
    for (const fill of fills.newestFirst({ order: [orderId, orderId] })) {
      found.unshift(fill);
      lotsLeft -= fill.lots;
      if (lotsLeft === 0) break;
    }
    return found;
  }
}

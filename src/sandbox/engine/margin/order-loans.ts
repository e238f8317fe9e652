/** What fills and ends of margin orders do to loans: AUTO_REPAY, and what was borrowed for an order that was cancelled. */

import { baseAmount } from '../ledger/amounts.ts';
import type { SpotEngine } from '../spot/engine.ts';
import { type Fill, isOpen, type SpotOrder } from '../spot/orders.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { MarginAccount } from './accounts.ts';
import type { Lending } from './lending.ts';
import type { RequiredFunds } from './required-funds.ts';

/** An order whose fills or end still do something to loans. */
export interface TrackedOrder {
  readonly order: SpotOrder;
  readonly repaysFromFills: boolean;
  /** What was borrowed for it and goes back where it ends unfilled; undefined where nothing does. */
  readonly loanToReturn: RequiredFunds | undefined;
}

export class OrderLoans {
  readonly #spot: SpotEngine;
  readonly #lending: Lending;
  /** With each order how much of it had been executed when it was last dealt with, in lots. */
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

  /** Returns when the first of what is not yet dealt with happened. */
  nextUpdateTime(): number | undefined {
    const times = [...this.#orders.values()].flatMap((tracked) =>
      [...tracked]
        .filter(([{ order }, executedBefore]) => !isOpen(order) || order.executed > executedBefore)
        .map(([{ order }]) => order.updateTime),
    );
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Deals with what happened to an account's orders; returns whether anything had. */
  applyUpdates(account: MarginAccount, time: number): boolean {
    const tracked = this.#orders.get(account);
    let hasUpdates = false;
    for (const [order2, executedBefore] of tracked ?? []) {
      const fills = this.#fillsSince(order2.order, executedBefore);
      for (const fill of fills) this.#repayFromFill(account, order2, fill, time);
      tracked!.set(order2, order2.order.executed);
      hasUpdates ||= fills.length > 0 || !isOpen(order2.order);
      if (isOpen(order2.order)) continue;
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
    const gross = isBuy ? baseAmount(this.#spot.deskOf(symbol).units, fill.lots) : fill.quote;
    const { name } = isBuy ? symbol.base : symbol.quote;
    const received = fill.commissionAsset === name ? gross - fill.commission : gross;
    this.#lending.repayWhatIsThere(account, name, received, time);
  }

  /** Of what was borrowed only the share of what was not filled is there to go back. */
  #returnUnusedLoan(
    account: MarginAccount,
    { order, loanToReturn: returns }: TrackedOrder,
    time: number,
  ): void {
    if (returns === undefined || order.lots === 0) return;
    const unfilled = BigInt(order.lots - order.executed);
    const share = (returns.amount * unfilled) / BigInt(order.lots);
    this.#lending.repayWhatIsThere(account, returns.asset, share, time);
  }

  /** Returns the fills of an order since it had been executed so far, the oldest first. */
  #fillsSince({ symbol, user, orderId, executed }: SpotOrder, executedBefore: number): readonly Fill[] {
    const found: Fill[] = [];
    if (executed === executedBefore) return found;
    let lotsLeft = executed - executedBefore;
    const { fills } = this.#spot.deskOf(symbol).historyOf(user.id);
    for (const fill of fills.newestFirst({ order: [orderId, orderId] })) {
      found.unshift(fill);
      lotsLeft -= fill.lots;
      if (lotsLeft === 0) break;
    }
    return found;
  }
}

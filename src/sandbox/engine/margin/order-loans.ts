/** What fills and ends of margin orders do to loans: AUTO_REPAY, and what was borrowed for an order that was cancelled. */

import { baseAmount } from '../ledger/amounts.ts';
import type { SpotEngine } from '../spot/engine.ts';
import { type Fill, isOpen, type SpotOrder } from '../spot/orders.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { MarginAccount } from './accounts.ts';
import type { Lending } from './lending.ts';
import type { Need } from './required-funds.ts';

/** An order whose fills or end still do something to loans. */
export interface FollowedOrder {
  readonly order: SpotOrder;
  readonly repaysFromFills: boolean;
  /** What was borrowed for it and goes back where it ends unfilled; undefined where nothing does. */
  readonly returns: Need | undefined;
}

export class Following {
  readonly #spot: SpotEngine;
  readonly #lending: Lending;
  /** With each order how much of it had been executed when it was last dealt with, in lots. */
  readonly #orders = new Map<MarginAccount, Map<FollowedOrder, number>>();

  constructor(spot: SpotEngine, lending: Lending) {
    this.#spot = spot;
    this.#lending = lending;
  }

  add(account: MarginAccount, followed: FollowedOrder): void {
    if (!followed.repaysFromFills && followed.returns === undefined) return;
    const known = this.#orders.get(account) ?? new Map<FollowedOrder, number>();
    this.#orders.set(account, known.set(followed, 0));
  }

  /** Returns when the first of what is not yet dealt with happened. */
  next(): number | undefined {
    const times = [...this.#orders.values()].flatMap((followed) =>
      [...followed]
        .filter(([{ order }, seen]) => !isOpen(order) || order.executed > seen)
        .map(([{ order }]) => order.updateTime),
    );
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Deals with what happened to an account's orders; returns whether anything had. */
  follow(account: MarginAccount, time: number): boolean {
    const followed = this.#orders.get(account);
    let hasHappened = false;
    for (const [one, seen] of followed ?? []) {
      const fills = this.#fillsOf(one.order, seen);
      for (const fill of fills) this.#repayFrom(account, one, fill, time);
      followed!.set(one, one.order.executed);
      hasHappened ||= fills.length > 0 || !isOpen(one.order);
      if (isOpen(one.order)) continue;
      followed!.delete(one);
      this.#giveBack(account, one, time);
    }
    if (followed?.size === 0) this.#orders.delete(account);
    return hasHappened;
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#orders);
  }

  #repayFrom(account: MarginAccount, followed: FollowedOrder, fill: Fill, time: number): void {
    if (!followed.repaysFromFills) return;
    const { symbol, isBuy } = followed.order;
    const gross = isBuy ? baseAmount(this.#spot.deskOf(symbol).units, fill.lots) : fill.quote;
    const { name } = isBuy ? symbol.base : symbol.quote;
    const received = fill.commissionAsset === name ? gross - fill.commission : gross;
    this.#lending.repayWhatIsThere(account, name, received, time);
  }

  /** Of what was borrowed only the share of what was not filled is there to go back. */
  #giveBack(account: MarginAccount, { order, returns }: FollowedOrder, time: number): void {
    if (returns === undefined || order.lots === 0) return;
    const unfilled = BigInt(order.lots - order.executed);
    const share = (returns.amount * unfilled) / BigInt(order.lots);
    this.#lending.repayWhatIsThere(account, returns.asset, share, time);
  }

  /** Returns the fills of an order since it had been executed so far, the oldest first. */
  #fillsOf({ symbol, user, orderId, executed }: SpotOrder, seen: number): readonly Fill[] {
    const found: Fill[] = [];
    if (executed === seen) return found;
    let left = executed - seen;
    const { fills } = this.#spot.deskOf(symbol).historyOf(user.id);
    for (const fill of fills.newestFirst({ order: [orderId, orderId] })) {
      found.unshift(fill);
      left -= fill.lots;
      if (left === 0) break;
    }
    return found;
  }
}

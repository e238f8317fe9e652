/**
 * Orders and order lists of margin accounts on the spot book: the funds that they lack are borrowed, and
 * their fills or their end repay the loan.
 */
import type { Accounts } from '../ledger/accounts.ts';
import { freeBalance } from '../ledger/postings.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import { createRefusal } from '../refusal.ts';
import type { SpotEngine } from '../spot/engine.ts';
import type { ListRequest, PlacedList } from '../spot/list-placement.ts';
import type { CancelledOrder, CancelRequest } from '../spot/order-changes.ts';
import type { OrderRequest, SpotOrder } from '../spot/orders.ts';
import type { PlacedOrder } from '../spot/placement.ts';
import type { MarginAccount } from './accounts.ts';
import type { Lending } from './lending.ts';
import type { OrderLoans } from './order-loans.ts';
import { type RequiredFunds, requiredFunds } from './required-funds.ts';

/**
 * What an order does to loans when it is placed or filled (interface document, margin side effect; the last one from
 * public facts, Margin today).
 */
export type SideEffect = 'NO_SIDE_EFFECT' | 'MARGIN_BUY' | 'AUTO_REPAY' | 'AUTO_BORROW_REPAY';

export interface MarginOrderRequest {
  readonly order: OrderRequest;
  readonly sideEffect: SideEffect;
  readonly repaysAtCancel: boolean;
}

/** An order list on margin. */
export interface MarginListRequest {
  readonly symbol: MarketSymbol;
  readonly list: ListRequest;
  readonly sideEffect: SideEffect;
  readonly repaysAtCancel: boolean;
}

/** A placed order list and the amount that was borrowed for it. */
export interface PlacedMarginList extends PlacedList {
  readonly borrowed: RequiredFunds | undefined;
}

/** A placed order and the amount that was borrowed for it. */
export interface PlacedMarginOrder extends PlacedOrder {
  readonly borrowed: RequiredFunds | undefined;
}

/** The state and functions that orders of margin accounts use. */
interface OrderContext {
  readonly accounts: Accounts;
  readonly spot: SpotEngine;
  readonly lending: Lending;
  readonly loans: OrderLoans;
  /** Throws if the account accepts no orders. */
  readonly assertUsable: (account: MarginAccount) => void;
  /** Throws if the funds may not be borrowed on the account. */
  readonly assertBorrowable: (account: MarginAccount, funds: RequiredFunds, now: number) => void;
  /** Called after the balances or debts of an account have changed. */
  readonly onChange: (account: MarginAccount, now: number) => void;
}

export class MarginOrders {
  readonly #context: OrderContext;

  constructor(context: OrderContext) {
    this.#context = context;
  }

  /** Places an order on the spot book; with MARGIN_BUY the missing funds are borrowed first. */
  placeOrder(account: MarginAccount, request: MarginOrderRequest, now: number): PlacedMarginOrder {
    const { order, sideEffect, repaysAtCancel } = request;
    this.#assertPlaceable(account, order.symbol);
    const borrowed = mayBorrow(sideEffect) ? this.#shortfallOf(account, [order], now) : undefined;
    const placed = this.#borrowAndRun<PlacedOrder>(account, borrowed, now, (spot) =>
      spot.place(account.trader, order, now),
    );
    this.#track(account, [placed.order], sideEffect, repaysAtCancel ? borrowed : undefined);
    this.#applyChanges(account, now);
    return { ...placed, borrowed };
  }

  /**
   * Places an order list on the spot book; with MARGIN_BUY the funds that its first orders lack are borrowed. A pending
   * order borrows nothing (our choice: not shown in the interface).
   */
  placeList(account: MarginAccount, request: MarginListRequest, now: number): PlacedMarginList {
    const { symbol, list, sideEffect, repaysAtCancel } = request;
    this.#assertPlaceable(account, symbol);
    const atOnce = list.working === undefined ? list.others : [list.working];
    const borrowed = mayBorrow(sideEffect) ? this.#shortfallOf(account, atOnce, now) : undefined;
    const placed = this.#borrowAndRun(account, borrowed, now, (spot) =>
      spot.placeList(account.trader, symbol, list, now),
    );
    const orders = placed.list.orders.slice(0, atOnce.length);
    this.#track(account, orders, sideEffect, repaysAtCancel ? borrowed : undefined);
    this.#applyChanges(account, now);
    return { ...placed, borrowed };
  }

  /** Cancels an open order of a margin account. Rejects with -2011 if there is none. */
  cancelOrder(
    account: MarginAccount,
    symbol: MarketSymbol,
    cancelling: CancelRequest,
    now: number,
  ): CancelledOrder {
    const cancelled = this.#context.spot.cancel(account.trader, symbol, cancelling, now);
    this.#applyChanges(account, now);
    return cancelled;
  }

  /** Cancels the open orders of an order list. Rejects with -2011 if there are none. */
  cancelList(
    account: MarginAccount,
    symbol: MarketSymbol,
    cancelling: Parameters<SpotEngine['cancelList']>[2],
    now: number,
  ): ReturnType<SpotEngine['cancelList']> {
    const cancelled = this.#context.spot.cancelList(account.trader, symbol, cancelling, now);
    this.#applyChanges(account, now);
    return cancelled;
  }

  /** Cancels all open orders of an account on a symbol. Rejects with -2011 if there are none. */
  cancelAll(account: MarginAccount, symbol: MarketSymbol, now: number): readonly CancelledOrder[] {
    const cancelled = this.#context.spot.cancelAll(account.trader, symbol, now);
    this.#applyChanges(account, now);
    return cancelled;
  }

  #assertPlaceable(account: MarginAccount, symbol: MarketSymbol): void {
    if (!symbol.isMarginAllowed) {
      throw createRefusal(-3021, 'Margin account are not allowed to trade this trading pair.');
    }
    this.#context.assertUsable(account);
  }

  /** Starts tracking orders that share a loan, such as those of which one cancels the other. */
  #track(
    account: MarginAccount,
    orders: readonly SpotOrder[],
    sideEffect: SideEffect,
    loan: RequiredFunds | undefined,
  ): void {
    const repaysFromFills = sideEffect === 'AUTO_REPAY' || sideEffect === 'AUTO_BORROW_REPAY';
    for (const [index, order] of orders.entries()) {
      const loanToReturn = index === 0 ? loan : undefined;
      this.#context.loans.track(account, { order, partners: orders.slice(1), repaysFromFills, loanToReturn });
    }
  }

  #applyChanges(account: MarginAccount, now: number): void {
    this.#context.loans.applyUpdates(account, now);
    this.#context.onChange(account, now);
  }

  /**
   * Returns the funds that an order requires beyond the free balance (of several orders that share their
   * funds, the one that requires most); undefined if the balance is sufficient.
   */
  #shortfallOf(
    account: MarginAccount,
    orders: readonly OrderRequest[],
    now: number,
  ): RequiredFunds | undefined {
    const { spot } = this.#context;
    const needed = orders.map((order) =>
      requiredFunds(spot.instrumentOf(order.symbol), account.trader.id, order, now),
    );
    const { asset, amount } = needed.reduce((most, one) => (one.amount > most.amount ? one : most));
    const shortfall = amount - freeBalance(account.trader.account, asset);
    return shortfall > 0n ? { asset, amount: shortfall } : undefined;
  }

  /**
   * Borrows the missing funds and places the order, or does neither: if the order is rejected, the loan is
   * undone without a user event.
   */
  #borrowAndRun<T>(
    account: MarginAccount,
    shortfall: RequiredFunds | undefined,
    now: number,
    run: (spot: SpotEngine) => T,
  ): T {
    const { spot, accounts, lending, assertBorrowable } = this.#context;
    if (shortfall === undefined) return run(spot);
    assertBorrowable(account, shortfall, now);
    const { asset, amount } = shortfall;
    const { ledger } = accounts;
    const lender = accounts.houseAccount('margin lender');
    ledger.transfer(asset, amount, lender, account.trader.account);
    let placed: T;
    try {
      placed = run(spot);
    } catch (error) {
      ledger.transfer(asset, amount, account.trader.account, lender);
      throw error;
    }
    lending.recordLoan(account, { asset, amount, cause: 'AUTO' }, now);
    return placed;
  }
}

function mayBorrow(sideEffect: SideEffect): boolean {
  return sideEffect === 'MARGIN_BUY' || sideEffect === 'AUTO_BORROW_REPAY';
}

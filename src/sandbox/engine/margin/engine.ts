/**
 * The margin engine: transfers, loans and repayments, orders of margin accounts on the spot book, hourly
 * interest, margin calls and liquidations. A rejected request changes nothing.
 */
import { HOUR_MS } from '../../../core/time-units.ts';
import type { EngineKey, ProductEngine } from '../exchange.ts';
import type { Accounts, User, WalletName } from '../ledger/accounts.ts';
import { amountText } from '../ledger/amounts.ts';
import { freeBalance } from '../ledger/postings.ts';
import type { UserEvents } from '../ledger/user-events.ts';
import type { Market } from '../market/market.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import { createRefusal } from '../refusal.ts';
import type { SpotEngine } from '../spot/engine.ts';
import { emitBalanceUpdate } from '../spot/user-events.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { type MarginAccount, MarginAccounts, type MarginStatus } from './accounts.ts';
import { borrowableAmount, lendableAmount, transferableAmount } from './allowances.ts';
import { IsolatedAccounts } from './isolated-accounts.ts';
import { debtAmount, Lending } from './lending.ts';
import { liquidate } from './liquidation.ts';
import { MarginStatusWatch } from './next-status-change.ts';
import { OrderLoans } from './order-loans.ts';
import { MarginOrders } from './orders.ts';
import { marginAssets } from './rates.ts';
import { MarginValuation, statusOf } from './valuation.ts';

/**
 * The name under which the engines of an exchange are opened, and the order in which their due events run;
 * `parts.ts` says why it has this rank.
 */
export const MARGIN: EngineKey<MarginEngine> = {
  name: 'margin',
  rank: 1,
  open: ({ accounts, market, spot, userEvents }) => new MarginEngine({ accounts, market, spot, userEvents }),
};

export interface MarginContext {
  readonly accounts: Accounts;
  readonly market: Market;
  readonly spot: SpotEngine;
  readonly userEvents: UserEvents;
}

export class MarginEngine implements ProductEngine {
  readonly accounts: MarginAccounts;
  readonly values: MarginValuation;
  readonly isolated: IsolatedAccounts;
  readonly orders: MarginOrders;
  readonly #context: MarginContext;
  readonly #lending: Lending;
  readonly #orderLoans: OrderLoans;
  /** Accounts with debts; for each, the hour up to which interest has been charged. */
  readonly #debtors = new Map<MarginAccount, { readonly watch: MarginStatusWatch; hour: number }>();

  #now = 0;

  constructor(context: MarginContext) {
    this.accounts = new MarginAccounts(context.accounts, context.market.symbols);
    this.values = new MarginValuation(context.market);
    this.isolated = new IsolatedAccounts(this.accounts, context.market.symbols);
    this.#context = context;
    this.#lending = new Lending(context.accounts, context.userEvents, this.values);
    this.#orderLoans = new OrderLoans(context.spot, this.#lending);
    this.orders = new MarginOrders({
      ...context,
      lending: this.#lending,
      loans: this.#orderLoans,
      assertUsable: (account) => this.isolated.assertNotDisabled(account),
      assertBorrowable: (account, { asset, amount }, now) =>
        this.#assertBorrowable(account, asset, amount, now),
      onChange: (account, now) => this.#refreshWatch(account, now),
    });
  }

  nextDueAt(now: number): number | undefined {
    this.#now = now;
    const dueTimes = [...this.#debtors.values()].flatMap(({ watch, hour }) => {
      const due = (hour + 1) * HOUR_MS;
      // Status changes are searched only up to the next interest charge, after which the debts are not known yet.
      const change = watch.nextChange(now, Math.min(now, due - 1));
      return change ?? (due <= now ? due : []);
    });
    const next = Math.min(this.#orderLoans.nextUpdateTime() ?? Number.POSITIVE_INFINITY, ...dueTimes);
    return next <= now ? next : undefined;
  }

  /**
   * Runs what falls due at one time: fills first, then interest, then status changes, because a margin level
   * includes the debts of that time.
   */
  runDueEvent(time: number): void {
    for (const account of this.accounts.all()) {
      if (this.#orderLoans.applyUpdates(account, time)) this.#refreshWatch(account, time);
    }
    for (const account of this.accounts.all()) {
      const debtor = this.#debtors.get(account);
      if (debtor === undefined || (debtor.hour + 1) * HOUR_MS !== time) continue;
      this.#lending.accrue(account, time);
      debtor.hour += 1;
      debtor.watch.markChecked(time - 1);
    }
    for (const account of this.accounts.all()) {
      if (this.#debtors.get(account)?.watch.nextChange(time, time) === time)
        this.#updateStatus(account, time);
    }
  }

  /**
   * Returns the amount that may leave a margin wallet by a universal transfer; undefined for an account
   * without debts.
   */
  maxTransferable(user: User, wallet: WalletName, asset: string): bigint | undefined {
    const account = this.accounts.find(user, wallet);
    if (account === undefined || account.debts.size === 0) return undefined;
    return this.transferableAmount(account, asset, this.#now);
  }

  /**
   * Transfers an amount from the spot wallet to the cross margin wallet or back; returns the transaction id.
   */
  transferWithSpot(user: User, asset: string, amount: bigint, isIn: boolean, now: number): number {
    this.#assertAsset(asset, now);
    const account = this.accounts.getOrOpen(user);
    const { ledger } = this.#context.accounts;
    if (isIn) {
      if (freeBalance(user.account, asset) < amount) throw createRefusal(-3041, 'Balance is not enough');
      ledger.transfer(asset, amount, user.account, account.trader.account);
    } else {
      if (this.transferableAmount(account, asset, now) < amount) {
        const isFree = freeBalance(account.trader.account, asset) >= amount;
        throw isFree
          ? createRefusal(-3020, 'Transfer out amount exceeds max amount.')
          : createRefusal(-3041, 'Balance is not enough');
      }
      ledger.transfer(asset, amount, account.trader.account, user.account);
    }
    for (const [party, sign] of [
      [user, isIn ? -1n : 1n],
      [account.trader, isIn ? 1n : -1n],
    ] as const) {
      party.updateTime = now;
      emitBalanceUpdate(this.#context.userEvents, party, { asset, amount: sign * amount, time: now });
    }
    this.#refreshWatch(account, now);
    const id = this.#lending.nextTransactionId();
    account.spotTransfers.push({ id, asset, amount, isIn, time: now });
    return id;
  }

  /** Returns how much of an asset (10^-8) may leave a margin wallet. */
  transferableAmount(account: MarginAccount, asset: string, now: number): bigint {
    return transferableAmount(this.values, account, asset, now);
  }

  /** Enables a disabled isolated account again if an amount was transferred into it. */
  onTransfer(user: User, wallet: WalletName, _asset: string, amount: bigint): void {
    this.isolated.onTransfer(user, wallet, amount);
  }

  /**
   * Borrows an asset. Rejects an asset that cannot be borrowed, and a loan that would bring the margin level
   * below 1.5.
   */
  borrow(account: MarginAccount, asset: string, amount: bigint, now: number): number {
    this.#assertBorrowable(account, asset, amount, now);
    const id = this.#lending.borrow(account, asset, amount, now);
    this.#refreshWatch(account, now);
    return id;
  }

  repay(account: MarginAccount, asset: string, amount: bigint, now: number): number {
    this.#assertAsset(asset, now, account.pair);
    if (debtAmount(account, asset) < amount)
      throw createRefusal(-3015, 'Repay amount exceeds borrow amount.');
    if (freeBalance(account.trader.account, asset) < amount)
      throw createRefusal(-3041, 'Balance is not enough');
    const id = this.#lending.repay(account, asset, amount, now);
    this.#refreshWatch(account, now);
    return id;
  }

  /**
   * Sets the largest leverage of the cross account. Refuses with -3004 a leverage that is not simulated, and
   * one with which the account would get a margin call or be liquidated.
   */
  setMaxLeverage(account: MarginAccount, leverage: number, now: number): void {
    if (leverage !== 3 && leverage !== 5) throw createRefusal(-3004, 'Trade not allowed.');
    const level = this.values.levelOf(account, now);
    if (statusOf({ maxLeverage: leverage }, level) !== 'NORMAL')
      throw createRefusal(-3004, 'Trade not allowed.');
    account.maxLeverage = leverage;
    this.#refreshWatch(account, now);
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.accounts.checkpoint(checkpointer);
    this.#lending.checkpoint(checkpointer);
    this.#orderLoans.checkpoint(checkpointer);
    checkpointer.entries(
      this.#debtors,
      (account) => ({ watch: new MarginStatusWatch(account, this.values, 0), hour: 0 }),
      (debtor) => {
        debtor.watch.checkpoint(checkpointer);
        debtor.hour = checkpointer.value(debtor.hour);
      },
    );
    this.#now = checkpointer.value(this.#now);
  }

  #updateStatus(account: MarginAccount, time: number): void {
    const marginLevel = this.values.levelOf(account, time);
    account.status = statusOf(account, marginLevel);
    this.#emitStatus(account, marginLevel, account.status, time);
    if (account.status === 'FORCE_LIQUIDATION') {
      liquidate({ ...this.#context, lending: this.#lending }, account, time);
      account.status = 'NORMAL';
    }
    this.#refreshWatch(account, time);
  }

  /**
   * Starts or stops watching an account's margin level, depending on its debts, after its balances have
   * changed.
   */
  #refreshWatch(account: MarginAccount, now: number): void {
    if (account.debts.size === 0) {
      this.#debtors.delete(account);
      account.status = 'NORMAL';
      return;
    }
    let debtor = this.#debtors.get(account);
    if (debtor === undefined) {
      const watch = new MarginStatusWatch(account, this.values, now);
      debtor = { watch, hour: Math.floor(now / HOUR_MS) };
      this.#debtors.set(account, debtor);
    }
    debtor.watch.markChecked(now);
  }

  #assertBorrowable(account: MarginAccount, asset: string, amount: bigint, now: number): void {
    this.#assertAsset(asset, now, account.pair);
    this.isolated.assertNotDisabled(account);
    if (amount > borrowableAmount(this.values, account, asset, now)) {
      throw createRefusal(-3006, 'Your borrow amount has exceed maximum borrow amount.');
    }
    if (amount > lendableAmount(this.#context.accounts.houseAccount('margin lender'), asset)) {
      throw createRefusal(-3045, "The system doesn't have enough asset now.");
    }
  }

  #assertAsset(asset: string, now: number, pair?: MarketSymbol): void {
    const allowedAssets =
      pair === undefined
        ? marginAssets(this.#context.market.symbols, now)
        : [pair.base.name, pair.quote.name];
    if (!allowedAssets.includes(asset)) throw createRefusal(-3027, 'Not a valid margin asset.');
  }

  #emitStatus({ trader }: MarginAccount, marginLevel: bigint, status: MarginStatus, time: number): void {
    const payload = () =>
      JSON.stringify({ e: 'MARGIN_LEVEL_STATUS_CHANGE', E: time, l: amountText(marginLevel), s: status });
    this.#context.userEvents.emit({ scope: 'margin', user: trader, time, isRisk: true, payload });
  }
}

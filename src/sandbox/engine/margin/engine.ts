/**
 * The margin exchange: money moves in and out, is borrowed and repaid, orders of margin accounts go to the spot book,
 * interest accrues every hour, and an account whose level falls too low is called and closed. Whatever is refused
 * has changed nothing.
 */
import { HOUR_MS } from '../../../core/time-units.ts';
import type { EngineKey, ProductEngine } from '../exchange.ts';
import type { Accounts, User, WalletName } from '../ledger/accounts.ts';
import { amountText } from '../ledger/amounts.ts';
import { freeBalance } from '../ledger/postings.ts';
import type { UserEvents } from '../ledger/user-events.ts';
import type { Market } from '../market/market.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import { Refusal } from '../refusal.ts';
import type { SpotEngine } from '../spot/engine.ts';
import type { Cancelled, Cancelling } from '../spot/order-changes.ts';
import type { OrderRequest } from '../spot/orders.ts';
import type { Placed } from '../spot/placement.ts';
import { tellBalanceUpdate } from '../spot/user-events.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { type MarginAccount, MarginAccounts, type MarginStatus } from './accounts.ts';
import { Lending, owedOf } from './lending.ts';
import { liquidate } from './liquidation.ts';
import { LevelWatch } from './next-status-change.ts';
import { Following } from './order-loans.ts';
import { marginAssets } from './rates.ts';
import { type Need, needOf } from './required-funds.ts';
import { LEVELS, level, MarginValues, statusAt } from './valuation.ts';

/** How the margin part is found; see `parts.ts` for the rank. */
export const MARGIN: EngineKey<MarginEngine> = {
  name: 'margin',
  rank: 1,
  open: ({ accounts, market, spot, userEvents: notices }) =>
    new MarginEngine({ accounts, market, spot, notices }),
};

export interface MarginFloor {
  readonly accounts: Accounts;
  readonly market: Market;
  readonly spot: SpotEngine;
  readonly notices: UserEvents;
}

/** What happens to loans when an order is placed or filled (interface document, margin side effect). */
export type SideEffect = 'NO_SIDE_EFFECT' | 'MARGIN_BUY' | 'AUTO_REPAY';

export interface MarginOrderRequest {
  readonly order: OrderRequest;
  readonly effect: SideEffect;
  readonly repaysAtCancel: boolean;
}

/** An order as it was placed, and what was borrowed for it. */
export interface MarginPlaced extends Placed {
  readonly borrowed: Need | undefined;
}

export class MarginEngine implements ProductEngine {
  readonly accounts: MarginAccounts;
  readonly values: MarginValues;
  readonly #floor: MarginFloor;
  readonly #lending: Lending;
  readonly #following: Following;
  /** Accounts that owe something, each with the hour up to which interest is charged. */
  readonly #indebted = new Map<MarginAccount, { readonly watch: LevelWatch; hour: number }>();

  #now = 0;

  constructor(floor: MarginFloor) {
    this.accounts = new MarginAccounts(floor.accounts, floor.market.symbols);
    this.values = new MarginValues(floor.market);
    this.#floor = floor;
    this.#lending = new Lending(floor.accounts, floor.notices);
    this.#following = new Following(floor.spot, this.#lending);
  }

  nextDueAt(now: number): number | undefined {
    this.#now = now;
    const times = [...this.#indebted.values()].flatMap(({ watch, hour }) => {
      const due = (hour + 1) * HOUR_MS;
      // What is owed after that hour is not known before it has come.
      const change = watch.next(now, Math.min(now, due - 1));
      return change ?? (due <= now ? due : []);
    });
    const next = Math.min(this.#following.next() ?? Number.POSITIVE_INFINITY, ...times);
    return next <= now ? next : undefined;
  }

  /** Within one ms fills come first, then interest, then levels: a level counts what is owed by then. */
  runDueEvent(time: number): void {
    for (const account of this.accounts.all()) {
      if (this.#following.follow(account, time)) this.#touched(account, time);
    }
    for (const account of this.accounts.all()) {
      const debt = this.#indebted.get(account);
      if (debt === undefined || (debt.hour + 1) * HOUR_MS !== time) continue;
      this.#lending.accrue(account, time);
      debt.hour += 1;
      debt.watch.passed(time - 1);
    }
    for (const account of this.accounts.all()) {
      if (this.#indebted.get(account)?.watch.next(time, time) === time) this.#judge(account, time);
    }
  }

  /** Returns how much may leave a margin wallet by a universal transfer; undefined where nothing is owed. */
  maxTransferable(user: User, wallet: WalletName, asset: string): bigint | undefined {
    const account = this.accounts.find(user, wallet);
    if (account === undefined || account.debts.size === 0) return undefined;
    return this.mostTransferable(account, asset, this.#now);
  }

  /** Moves money between the spot and the cross margin wallet; above 0 into margin. Returns its number. */
  transfer(user: User, asset: string, amount: bigint, isIn: boolean, now: number): number {
    this.#assertAsset(asset, now);
    const account = this.accounts.of(user);
    const { ledger } = this.#floor.accounts;
    if (isIn) {
      if (freeBalance(user.account, asset) < amount) throw refuse(-3041, 'Balance is not enough');
      ledger.transfer(asset, amount, user.account, account.trader.account);
    } else {
      if (this.mostTransferable(account, asset, now) < amount) {
        const isThere = freeBalance(account.trader.account, asset) >= amount;
        throw isThere
          ? refuse(-3020, 'Transfer out amount exceeds max amount.')
          : refuse(-3041, 'Balance is not enough');
      }
      ledger.transfer(asset, amount, account.trader.account, user.account);
    }
    for (const [one, sign] of [
      [user, isIn ? -1n : 1n],
      [account.trader, isIn ? 1n : -1n],
    ] as const) {
      one.updateTime = now;
      tellBalanceUpdate(this.#floor.notices, one, { asset, amount: sign * amount, time: now });
    }
    this.#touched(account, now);
    return this.#lending.nextId();
  }

  /** Returns how much of an asset may leave a margin wallet: with debts the level must stay above 2. */
  mostTransferable(account: MarginAccount, asset: string, now: number): bigint {
    const free = freeBalance(account.trader.account, asset);
    const { assets, debts } = this.values.worth(account, now);
    if (debts === 0n) return free;
    const spare = assets - (debts * LEVELS.transferOut) / 10n ** 8n;
    const perUnit = this.values.worthOf(asset, 10n ** 8n, now);
    if (perUnit === 0n) return free;
    const most = spare <= 0n ? 0n : (spare * 10n ** 8n) / perUnit;
    return most < free ? most : free;
  }

  /** Lends an asset. Refuses what can't be borrowed, and what would leave the level at 1.5 or below. */
  borrow(account: MarginAccount, asset: string, amount: bigint, now: number): number {
    this.#assertBorrowable(account, asset, amount, now);
    const id = this.#lending.borrow(account, asset, amount, now);
    this.#touched(account, now);
    return id;
  }

  repay(account: MarginAccount, asset: string, amount: bigint, now: number): number {
    this.#assertAsset(asset, now, account.pair);
    if (owedOf(account, asset) < amount) throw refuse(-3015, 'Repay amount exceeds borrow amount.');
    if (freeBalance(account.trader.account, asset) < amount) throw refuse(-3041, 'Balance is not enough');
    const id = this.#lending.repay(account, asset, amount, now);
    this.#touched(account, now);
    return id;
  }

  /** Places an order on the spot book; MARGIN_BUY borrows first what it lacks. */
  place(account: MarginAccount, request: MarginOrderRequest, now: number): MarginPlaced {
    const { order, effect, repaysAtCancel } = request;
    if (!order.symbol.isMarginAllowed) {
      throw refuse(-3021, 'Margin account are not allowed to trade this trading pair.');
    }
    const missing = effect === 'MARGIN_BUY' ? this.#missing(account, order, now) : undefined;
    if (missing !== undefined) this.#assertBorrowable(account, missing.asset, missing.amount, now);
    const placed = this.#placeWith(account, order, missing, now);
    this.#following.add(account, {
      order: placed.order,
      repaysFromFills: effect === 'AUTO_REPAY',
      returns: repaysAtCancel ? missing : undefined,
    });
    this.#following.follow(account, now);
    this.#touched(account, now);
    return { ...placed, borrowed: missing };
  }

  cancel(account: MarginAccount, symbol: MarketSymbol, cancelling: Cancelling, now: number): Cancelled {
    const cancelled = this.#floor.spot.cancel(account.trader, symbol, cancelling, now);
    this.#following.follow(account, now);
    this.#touched(account, now);
    return cancelled;
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.accounts.checkpoint(checkpointer);
    this.#lending.checkpoint(checkpointer);
    this.#following.checkpoint(checkpointer);
    checkpointer.entries(
      this.#indebted,
      (account) => ({ watch: new LevelWatch(account, this.values, 0), hour: 0 }),
      (debt) => {
        debt.watch.checkpoint(checkpointer);
        debt.hour = checkpointer.value(debt.hour);
      },
    );
    this.#now = checkpointer.value(this.#now);
  }

  /** Returns what an order lacks of what it needs. */
  #missing(account: MarginAccount, order: OrderRequest, now: number): Need | undefined {
    const { spot } = this.#floor;
    const { asset, amount } = needOf(spot.deskOf(order.symbol), account.trader.id, order, now);
    const missing = amount - freeBalance(account.trader.account, asset);
    return missing > 0n ? { asset, amount: missing } : undefined;
  }

  /** Borrows and places, or does neither: the money goes back untold where the book refuses the order. */
  #placeWith(account: MarginAccount, order: OrderRequest, missing: Need | undefined, now: number): Placed {
    const { spot, accounts } = this.#floor;
    if (missing === undefined) return spot.place(account.trader, order, now);
    const { asset, amount } = missing;
    const { ledger } = accounts;
    const lender = accounts.houseAccount('margin lender');
    ledger.transfer(asset, amount, lender, account.trader.account);
    let placed: Placed;
    try {
      placed = spot.place(account.trader, order, now);
    } catch (refused) {
      ledger.transfer(asset, amount, account.trader.account, lender);
      throw refused;
    }
    this.#lending.book(account, asset, amount, now);
    return placed;
  }

  #judge(account: MarginAccount, time: number): void {
    const marginLevel = this.values.levelOf(account, time);
    account.status = statusAt(marginLevel);
    this.#tellStatus(account, marginLevel, account.status, time);
    if (account.status === 'FORCE_LIQUIDATION') {
      liquidate({ ...this.#floor, lending: this.#lending }, account, time);
      account.status = 'NORMAL';
    }
    this.#touched(account, time);
  }

  /** Begins or ends watching an account, and lets the watch know what it holds from now on. */
  #touched(account: MarginAccount, now: number): void {
    if (account.debts.size === 0) {
      this.#indebted.delete(account);
      account.status = 'NORMAL';
      return;
    }
    let debt = this.#indebted.get(account);
    if (debt === undefined) {
      const watch = new LevelWatch(account, this.values, now);
      debt = { watch, hour: Math.floor(now / HOUR_MS) };
      this.#indebted.set(account, debt);
    }
    debt.watch.passed(now);
  }

  #assertBorrowable(account: MarginAccount, asset: string, amount: bigint, now: number): void {
    this.#assertAsset(asset, now, account.pair);
    const { assets, debts } = this.values.worth(account, now);
    const worth = this.values.worthOf(asset, amount, now);
    if (level({ assets: assets + worth, debts: debts + worth }) < LEVELS.borrow) {
      throw refuse(-3006, 'Your borrow amount has exceed maximum borrow amount.');
    }
  }

  #assertAsset(asset: string, now: number, pair?: MarketSymbol): void {
    const known =
      pair === undefined ? marginAssets(this.#floor.market.symbols, now) : [pair.base.name, pair.quote.name];
    if (!known.includes(asset)) throw refuse(-3027, 'Not a valid margin asset.');
  }

  #tellStatus({ trader }: MarginAccount, marginLevel: bigint, status: MarginStatus, time: number): void {
    const payload = () =>
      JSON.stringify({ e: 'MARGIN_LEVEL_STATUS_CHANGE', E: time, l: amountText(marginLevel), s: status });
    this.#floor.notices.emit({ scope: 'margin', user: trader, time, payload });
  }
}

/** The codes of the wallet service; their texts are public, which of them applies is a choice. */
function refuse(code: number, text: string): Refusal {
  return new Refusal(400, code, text);
}

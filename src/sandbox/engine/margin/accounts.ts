/**
 * Margin accounts: one cross account for each user and an isolated one for each of their pairs. On the spot book each
 * trades as a user of its own, with its own orders and its own money.
 */

import type { Accounts, User, WalletName } from '../ledger/accounts.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import type { Checkpointer } from '../state/checkpointer.ts';

/** What is owed of an asset, in 10^-8. */
export interface Debt {
  principal: bigint;
  interest: bigint;
}

export interface LoanRecord {
  readonly id: number;
  readonly asset: string;
  readonly principal: bigint;
  readonly time: number;
}

export interface RepaymentRecord {
  readonly id: number;
  readonly asset: string;
  readonly principal: bigint;
  readonly interest: bigint;
  readonly time: number;
}

export interface InterestRecord {
  readonly id: number;
  readonly asset: string;
  /** What the interest was charged on. */
  readonly principal: bigint;
  readonly interest: bigint;
  readonly time: number;
  readonly kind: 'ON_BORROW' | 'PERIODIC';
}

export type MarginStatus = 'NORMAL' | 'MARGIN_CALL' | 'FORCE_LIQUIDATION';

export interface MarginAccount {
  readonly owner: User;
  /** The pair of an isolated account; undefined for the cross account. */
  readonly pair: MarketSymbol | undefined;
  /** Who trades on the spot book; its `account` holds the money. */
  readonly trader: User;
  /** What is owed, by asset; assets that nothing is owed of are not there. */
  readonly debts: Map<string, Debt>;
  /** The newest last. */
  readonly loans: LoanRecord[];
  readonly repayments: RepaymentRecord[];
  readonly interest: InterestRecord[];
  /** Ids of orders that the exchange placed to close the account. */
  readonly liquidationOrders: { readonly symbol: MarketSymbol; readonly orderId: number }[];
  status: MarginStatus;
}

/** Ids of margin accounts as traders; they lie above every user's own. */
const FIRST_TRADER_ID = 1_000_000_000;
/** More users than there can be. */
const USER_ID_LIMIT = 1_000_000;

/** The margin accounts of an exchange. */
export class MarginAccounts {
  readonly #accounts: Accounts;
  readonly #symbols: readonly MarketSymbol[];
  readonly #opened = new Map<number, MarginAccount>();

  constructor(accounts: Accounts, symbols: readonly MarketSymbol[]) {
    this.#accounts = accounts;
    this.#symbols = symbols;
  }

  /** Returns all accounts that were opened, in order of their ids. */
  all(): readonly MarginAccount[] {
    return [...this.#opened.values()].sort((a, b) => a.trader.id - b.trader.id);
  }

  /** Returns a user's cross account, or the isolated one of a pair; it is opened where it was not. */
  getOrOpen(owner: User, pair?: MarketSymbol): MarginAccount {
    const accountIndex = pair === undefined ? 0 : this.#symbols.indexOf(pair) + 1;
    const id = FIRST_TRADER_ID + accountIndex * USER_ID_LIMIT + owner.id;
    let account = this.#opened.get(id);
    if (account === undefined) {
      account = this.#openAccount(owner, pair, id);
      this.#opened.set(id, account);
    }
    return account;
  }

  /** Returns the account of a wallet if it was opened. */
  find(owner: User, wallet: WalletName): MarginAccount | undefined {
    const walletAccount = owner.wallets.get(wallet);
    return this.all().find(({ trader }) => trader.account === walletAccount);
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#opened);
  }

  #openAccount(owner: User, pair: MarketSymbol | undefined, id: number): MarginAccount {
    const wallet: WalletName = pair === undefined ? 'MARGIN' : `ISOLATED ${pair.name}`;
    const scope = pair === undefined ? 'margin' : (`margin ${pair.name}` as const);
    const trader = this.#accounts.addMarginTrader({
      id,
      name: `${owner.name} ${wallet}`,
      account: this.#accounts.walletOf(owner, wallet),
      wallets: new Map(),
      updateTime: owner.updateTime,
      onBehalfOf: { user: owner, scope },
    });
    const records = { loans: [], repayments: [], interest: [], liquidationOrders: [] };
    return { owner, pair, trader, debts: new Map(), ...records, status: 'NORMAL' };
  }
}

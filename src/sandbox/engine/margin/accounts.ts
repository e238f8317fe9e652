/**
 * Margin accounts: one cross account per user and one isolated account per user and pair. On the spot book
 * each account trades as a separate user with its own orders and balances.
 */

import type { Accounts, User, WalletName } from '../ledger/accounts.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import type { Checkpointer } from '../state/checkpointer.ts';

/** A margin account's debt in one asset, in 10^-8. */
export interface Debt {
  principal: bigint;
  interest: bigint;
}

/** Whether a debt was changed by a call, or by an order or a liquidation (public facts, Margin today). */
export type DebtCause = 'MANUAL' | 'AUTO';

export interface LoanRecord {
  readonly id: number;
  readonly asset: string;
  readonly principal: bigint;
  readonly time: number;
  readonly cause: DebtCause;
}

export interface RepaymentRecord {
  readonly id: number;
  readonly asset: string;
  readonly principal: bigint;
  readonly interest: bigint;
  readonly time: number;
  readonly cause: DebtCause;
}

/** A transfer between the spot wallet and the cross margin wallet that was made by a call of margin. */
export interface SpotTransferRecord {
  readonly id: number;
  readonly asset: string;
  readonly amount: bigint;
  readonly isIn: boolean;
  readonly time: number;
}

/**
 * The kinds of interest charges: when an asset is borrowed, and every hour. A charge that was paid in BNB is
 * shown as CONVERTED.
 */
export type InterestKind = 'ON_BORROW' | 'PERIODIC';

export interface InterestRecord {
  readonly id: number;
  readonly asset: string;
  /** The asset of the debt; `asset` is BNB if the interest was paid in BNB. */
  readonly rawAsset: string;
  /** The principal on which the interest was charged, in 10^-8. */
  readonly principal: bigint;
  readonly interest: bigint;
  readonly time: number;
  readonly kind: InterestKind | `${InterestKind}_CONVERTED`;
}

export type MarginStatus = 'NORMAL' | 'MARGIN_CALL' | 'FORCE_LIQUIDATION';

export interface MarginAccount {
  readonly owner: User;
  /** The pair of an isolated account; undefined for the cross account. */
  readonly pair: MarketSymbol | undefined;
  /** The user as which the account trades on the spot book; its `account` holds the balances. */
  readonly trader: User;
  /** The debts by asset, without zero debts. */
  readonly debts: Map<string, Debt>;
  /** In order of time. */
  readonly loans: LoanRecord[];
  readonly repayments: RepaymentRecord[];
  readonly interest: InterestRecord[];
  readonly spotTransfers: SpotTransferRecord[];
  /** The liquidation orders that the exchange placed for the account. */
  readonly liquidationOrders: { readonly symbol: MarketSymbol; readonly orderId: number }[];
  status: MarginStatus;
  /** The largest leverage of the cross account. */
  maxLeverage: 3 | 5;
  /**
   * For an isolated account: when a call first enabled it, whether it is disabled, and when it was last
   * disabled.
   */
  enabledAt: number | undefined;
  isDisabled: boolean;
  disabledAt: number | undefined;
}

/** The first id under which margin accounts trade; it is above the ids of all users. */
const FIRST_TRADER_ID = 1_000_000_000;
/** An upper bound of user ids. */
const USER_ID_LIMIT = 1_000_000;

/** The cross and isolated margin accounts of all users. */
export class MarginAccounts {
  readonly #accounts: Accounts;
  readonly #symbols: readonly MarketSymbol[];
  readonly #opened = new Map<number, MarginAccount>();

  constructor(accounts: Accounts, symbols: readonly MarketSymbol[]) {
    this.#accounts = accounts;
    this.#symbols = symbols;
  }

  /** Returns all opened accounts in order of their trader ids. */
  all(): readonly MarginAccount[] {
    return [...this.#opened.values()].sort((a, b) => a.trader.id - b.trader.id);
  }

  /** Returns a user's cross account, or the isolated account of a pair, and opens it if necessary. */
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

  /** Returns the margin account of a wallet, if it was opened. */
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
    const records = { loans: [], repayments: [], interest: [], spotTransfers: [], liquidationOrders: [] };
    const isolation = {
      maxLeverage: 3,
      enabledAt: undefined,
      isDisabled: false,
      disabledAt: undefined,
    } as const;
    return { owner, pair, trader, debts: new Map(), ...records, status: 'NORMAL', ...isolation };
  }
}

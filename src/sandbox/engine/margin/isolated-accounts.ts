/**
 * Which isolated margin accounts a user has, and which of them are enabled (public facts, Margin today). A transfer
 * into an isolated account creates it, and enables it again if it was disabled.
 */
import { DAY_MS } from '../../../core/time-units.ts';
import type { User, WalletName } from '../ledger/accounts.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import { createRefusal, type Refusal } from '../refusal.ts';
import type { MarginAccount, MarginAccounts } from './accounts.ts';

/**
 * The largest number of isolated accounts that a user may have enabled (public facts, Margin today: the
 * sample).
 */
export const ENABLED_ACCOUNTS_MAX = 20;

/** The time within which an isolated account may be disabled only once, in ms. */
const DISABLE_INTERVAL_MS = DAY_MS;

const ISOLATED = 'ISOLATED ';

export class IsolatedAccounts {
  readonly #accounts: MarginAccounts;
  readonly #symbols: readonly MarketSymbol[];

  constructor(accounts: MarginAccounts, symbols: readonly MarketSymbol[]) {
    this.#accounts = accounts;
    this.#symbols = symbols;
  }

  /** Returns the isolated accounts that a user has created, in the order of the market's symbols. */
  createdBy(owner: User): readonly MarginAccount[] {
    return this.#symbols
      .filter(({ name }) => owner.wallets.has(`${ISOLATED}${name}`))
      .map((pair) => this.#accounts.getOrOpen(owner, pair))
      .filter((account) => this.isCreated(account));
  }

  /** Returns whether an account was enabled by a call, or something was ever transferred into it. */
  isCreated({ trader, enabledAt }: MarginAccount): boolean {
    return enabledAt !== undefined || trader.account.balances.size > 0;
  }

  isEnabled(account: MarginAccount): boolean {
    return this.isCreated(account) && !account.isDisabled;
  }

  /**
   * Creates or enables an isolated account. Refuses with -3004 if the user has the largest number of enabled
   * accounts.
   */
  enable(account: MarginAccount, now: number): void {
    if (this.isEnabled(account)) return;
    const enabled = this.createdBy(account.owner).filter((one) => this.isEnabled(one));
    if (enabled.length >= ENABLED_ACCOUNTS_MAX) throw notAllowed();
    account.enabledAt = now;
    account.isDisabled = false;
  }

  /**
   * Disables an isolated account. Refuses with -3003 an account that is not enabled, and with -3004 one that
   * is not empty or that was disabled less than a day ago (our choice of codes).
   */
  disable(account: MarginAccount, now: number): void {
    if (!this.isEnabled(account)) throw noAccount();
    // An account with an open order is not empty, because the order locks a balance.
    const hasBalance = [...account.trader.account.balances.values()].some(
      ({ free, locked }) => free > 0n || locked > 0n,
    );
    const isTooSoon = account.disabledAt !== undefined && now - account.disabledAt < DISABLE_INTERVAL_MS;
    if (hasBalance || account.debts.size > 0 || isTooSoon) throw notAllowed();
    account.isDisabled = true;
    account.disabledAt = now;
  }

  /** Throws -3003 if an isolated account was disabled. */
  assertNotDisabled({ isDisabled }: MarginAccount): void {
    if (isDisabled) throw noAccount();
  }

  /** Enables an isolated account again if an amount was transferred into it. */
  onTransfer(owner: User, wallet: WalletName, amount: bigint): void {
    if (!wallet.startsWith(ISOLATED) || amount <= 0n) return;
    const account = this.#accounts.find(owner, wallet);
    if (account !== undefined) account.isDisabled = false;
  }
}

function noAccount(): Refusal {
  return createRefusal(-3003, 'Margin account does not exist.');
}

function notAllowed(): Refusal {
  return createRefusal(-3004, 'Trade not allowed.');
}

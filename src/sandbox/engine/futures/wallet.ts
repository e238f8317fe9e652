/**
 * Balances of users in one futures product, in double-entry bookkeeping. Profit and funding are paid through
 * a clearing account of the exchange. The exchange lends a loss that exceeds the wallet, since unrealized
 * profit may cover it; in a liquidation the insurance fund pays the rest.
 */

import type { FuturesProduct } from '../../../catalogue/futures-products.ts';
import type { Accounts, User, WalletName } from '../ledger/accounts.ts';
import { freeBalance, type LedgerAccount } from '../ledger/postings.ts';
import type { Checkpointer } from '../state/checkpointer.ts';

/** The names of the wallets of the two futures products. */
export const FUTURES_WALLETS = { usdm: 'UMFUTURE', coinm: 'CMFUTURE' } as const satisfies Record<
  FuturesProduct,
  WalletName
>;

interface AssetAmount {
  readonly asset: string;
  readonly amount: bigint;
}

export class FuturesWallet {
  readonly #accounts: Accounts;
  readonly #product: FuturesProduct;
  /** Debts of users to the exchange, by user and asset. */
  readonly #debts = new Map<string, bigint>();

  constructor(accounts: Accounts, product: FuturesProduct) {
    this.#accounts = accounts;
    this.#product = product;
  }

  /** Returns the wallet balance: the wallet's holdings less the debt. */
  walletBalance(user: User, asset: string): bigint {
    return totalIn(this.accountOf(user), asset) - this.#debt(user, asset);
  }

  accountOf(user: User) {
    return this.#accounts.walletOf(user, FUTURES_WALLETS[this.#product]);
  }

  /** Credits a profit or funding to the wallet, or debits it if the amount is below 0. */
  creditProfit(user: User, asset: string, amount: bigint): void {
    this.#post(user, asset, amount, this.#accounts.houseAccount(`${this.#product} clearing`));
  }

  /** Pays a commission. */
  payFee(user: User, asset: string, amount: bigint): void {
    this.#post(user, asset, -amount, this.#accounts.fees);
  }

  /**
   * Exchanges an amount of one asset for an amount of another, with the exchange itself as the counterparty.
   */
  exchange(user: User, sold: AssetAmount, bought: AssetAmount): void {
    const counterparty = this.#accounts.houseAccount(`${this.#product} asset exchange`);
    this.#post(user, sold.asset, -sold.amount, counterparty);
    this.#post(user, bought.asset, bought.amount, counterparty);
  }

  /** Pays a missing amount from the insurance fund (above 0), or a liquidation fee to it (below 0). */
  payFromInsuranceFund(user: User, asset: string, amount: bigint): void {
    this.#post(user, asset, amount, this.#accounts.houseAccount(`${this.#product} insurance`));
  }

  /** Returns the balances of the insurance fund by asset. */
  insuranceBalances(): ReadonlyMap<string, bigint> {
    const fund = this.#accounts.ledger.accounts.find(({ name }) => name === `${this.#product} insurance`);
    return new Map([...(fund?.balances ?? [])].map(([asset, { free, locked }]) => [asset, free + locked]));
  }

  /**
   * Locks the margin that positions and orders require, up to the balance, so that it cannot be transferred.
   */
  reserve(user: User, asset: string, amount: bigint): void {
    const wallet = this.accountOf(user);
    this.#release(wallet, asset);
    const available = freeBalance(wallet, asset);
    if (available > 0n && amount > 0n)
      this.#accounts.ledger.lock(asset, amount < available ? amount : available, wallet);
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#debts);
  }

  #release(wallet: LedgerAccount, asset: string): void {
    const locked = wallet.balances.get(asset)?.locked ?? 0n;
    if (locked > 0n) this.#accounts.ledger.unlock(asset, locked, wallet);
  }

  #post(user: User, asset: string, amount: bigint, counterparty: ReturnType<Accounts['houseAccount']>): void {
    const { ledger } = this.#accounts;
    const wallet = this.accountOf(user);
    const debt = this.#debt(user, asset);
    this.#release(wallet, asset);
    if (amount >= 0n) {
      ledger.transfer(asset, amount, counterparty, wallet);
      const repaid = amount < debt ? amount : debt;
      if (repaid > 0n) ledger.transfer(asset, repaid, wallet, this.#loanAccount());
      this.#debts.set(debtKey(user, asset), debt - repaid);
      return;
    }
    const free = freeBalance(wallet, asset);
    const paid = free < -amount ? free : -amount;
    ledger.transfer(asset, paid, wallet, counterparty);
    const loan = -amount - paid;
    if (loan === 0n) return;
    ledger.transfer(asset, loan, this.#loanAccount(), counterparty);
    this.#debts.set(debtKey(user, asset), debt + loan);
  }

  #debt(user: User, asset: string): bigint {
    return this.#debts.get(debtKey(user, asset)) ?? 0n;
  }

  #loanAccount() {
    return this.#accounts.houseAccount(`${this.#product} loans`);
  }
}

function totalIn(wallet: LedgerAccount, asset: string): bigint {
  const { free, locked } = wallet.balances.get(asset) ?? { free: 0n, locked: 0n };
  return free + locked;
}

function debtKey(user: User, asset: string): string {
  return `${user.id} ${asset}`;
}

/**
 * The money of a user in one line of futures, by double entry. All profit and funding goes through a clearing account
 * of the exchange. A loss beyond what the wallet holds is lent by the exchange, so that an unrealised profit may
 * carry it; in a liquidation the insurance fund pays what is missing.
 */

import type { Accounts, User, WalletName } from '../ledger/accounts.ts';
import { freeBalance, type LedgerAccount } from '../ledger/postings.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { Line } from './contracts.ts';

/** The wallet of each line. */
export const WALLETS = { usdm: 'UMFUTURE', coinm: 'CMFUTURE' } as const satisfies Record<Line, WalletName>;

export class Purse {
  readonly #accounts: Accounts;
  readonly #line: Line;
  /** What users owe, by user and asset. */
  readonly #debts = new Map<string, bigint>();

  constructor(accounts: Accounts, line: Line) {
    this.#accounts = accounts;
    this.#line = line;
  }

  /** Returns the wallet balance: what is there less what is owed. */
  balance(user: User, asset: string): bigint {
    return heldBy(this.wallet(user), asset) - this.#debt(user, asset);
  }

  wallet(user: User) {
    return this.#accounts.walletOf(user, WALLETS[this.#line]);
  }

  /** Credits profit or funding (above 0), or debits it (below 0). */
  settle(user: User, asset: string, amount: bigint): void {
    this.#move(user, asset, amount, this.#accounts.houseAccount(`${this.#line} clearing`));
  }

  /** Pays a commission. */
  payFee(user: User, asset: string, amount: bigint): void {
    this.#move(user, asset, -amount, this.#accounts.fees);
  }

  /** Lets the insurance fund pay what is missing (above 0), or pays it a liquidation's fee (below 0). */
  insure(user: User, asset: string, amount: bigint): void {
    this.#move(user, asset, amount, this.#accounts.houseAccount(`${this.#line} insurance`));
  }

  /** Sets aside what positions and orders need, as far as it is there, so that no transfer takes it away. */
  reserve(user: User, asset: string, amount: bigint): void {
    const wallet = this.wallet(user);
    this.#release(wallet, asset);
    const all = freeBalance(wallet, asset);
    if (all > 0n && amount > 0n) this.#accounts.ledger.lock(asset, amount < all ? amount : all, wallet);
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#debts);
  }

  #release(wallet: LedgerAccount, asset: string): void {
    const locked = wallet.balances.get(asset)?.locked ?? 0n;
    if (locked > 0n) this.#accounts.ledger.unlock(asset, locked, wallet);
  }

  #move(user: User, asset: string, amount: bigint, other: ReturnType<Accounts['houseAccount']>): void {
    const { ledger } = this.#accounts;
    const wallet = this.wallet(user);
    const debt = this.#debt(user, asset);
    this.#release(wallet, asset);
    if (amount >= 0n) {
      ledger.transfer(asset, amount, other, wallet);
      const repaid = amount < debt ? amount : debt;
      if (repaid > 0n) ledger.transfer(asset, repaid, wallet, this.#loans());
      this.#debts.set(keyOf(user, asset), debt - repaid);
      return;
    }
    const free = freeBalance(wallet, asset);
    const own = free < -amount ? free : -amount;
    ledger.transfer(asset, own, wallet, other);
    const lent = -amount - own;
    if (lent === 0n) return;
    ledger.transfer(asset, lent, this.#loans(), other);
    this.#debts.set(keyOf(user, asset), debt + lent);
  }

  #debt(user: User, asset: string): bigint {
    return this.#debts.get(keyOf(user, asset)) ?? 0n;
  }

  #loans() {
    return this.#accounts.houseAccount(`${this.#line} loans`);
  }
}

function heldBy(wallet: LedgerAccount, asset: string): bigint {
  const { free, locked } = wallet.balances.get(asset) ?? { free: 0n, locked: 0n };
  return free + locked;
}

function keyOf(user: User, asset: string): string {
  return `${user.id} ${asset}`;
}

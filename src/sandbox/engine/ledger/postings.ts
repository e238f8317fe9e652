/**
 * A double-entry ledger: every posting takes from one balance what it adds to another, so that the balances
 * of each asset always sum to zero. Amounts are whole numbers of 10^-8 of the asset.
 */

import type { Checkpointer } from '../state/checkpointer.ts';

/** The balance of one asset in an account. */
export interface AssetBalance {
  free: bigint;
  /** Reserved for open orders. */
  locked: bigint;
}

/** An account with its balances by asset. */
export interface LedgerAccount {
  readonly name: string;
  /**
   * Whether a balance may be negative: allowed for the outside world and the simulated market, not for users
   * and fees.
   */
  readonly mayGoNegative: boolean;
  readonly balances: Map<string, AssetBalance>;
}

export class Ledger {
  readonly accounts: LedgerAccount[] = [];

  /** Opens an empty account. */
  openAccount(name: string, mayGoNegative: boolean): LedgerAccount {
    const account: LedgerAccount = { name, mayGoNegative, balances: new Map() };
    this.accounts.push(account);
    return account;
  }

  /** Moves a free amount (0 or more) between two accounts. Throws if the source has less. */
  transfer(asset: string, amount: bigint, from: LedgerAccount, to: LedgerAccount): void {
    assertAmount(amount);
    const source = balanceOf(from, asset);
    if (source.free < amount && !from.mayGoNegative) throw insufficientBalance(from, asset, amount);
    source.free -= amount;
    balanceOf(to, asset).free += amount;
  }

  /** Locks a free amount. Throws if the account has less. */
  lock(asset: string, amount: bigint, account: LedgerAccount): void {
    assertAmount(amount);
    const balance = balanceOf(account, asset);
    if (balance.free < amount) throw insufficientBalance(account, asset, amount);
    balance.free -= amount;
    balance.locked += amount;
  }

  /** Unlocks a locked amount. Throws if less is locked. */
  unlock(asset: string, amount: bigint, account: LedgerAccount): void {
    assertAmount(amount);
    const balance = balanceOf(account, asset);
    if (balance.locked < amount) throw insufficientBalance(account, asset, amount);
    balance.locked -= amount;
    balance.free += amount;
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.accounts);
  }

  /** Returns the sum of all balances by asset. Every sum is 0 unless the ledger is broken. */
  totals(): ReadonlyMap<string, bigint> {
    const totals = new Map<string, bigint>();
    for (const { balances } of this.accounts) {
      for (const [asset, { free, locked }] of balances) {
        totals.set(asset, (totals.get(asset) ?? 0n) + free + locked);
      }
    }
    return totals;
  }
}

/** Returns the free balance of an asset. */
export function freeBalance(account: LedgerAccount, asset: string): bigint {
  return account.balances.get(asset)?.free ?? 0n;
}

function balanceOf(account: LedgerAccount, asset: string): AssetBalance {
  let balance = account.balances.get(asset);
  if (balance === undefined) {
    balance = { free: 0n, locked: 0n };
    account.balances.set(asset, balance);
  }
  return balance;
}

function assertAmount(amount: bigint): void {
  if (amount < 0n) throw new RangeError(`an amount must be 0 or more: ${amount}`);
}

function insufficientBalance({ name }: LedgerAccount, asset: string, amount: bigint): Error {
  return new RangeError(`${name} does not have ${amount} of ${asset}`);
}

/**
 * Money by double entry: every movement takes from one holding what it gives to another, so that for each asset
 * all holdings together are worth nothing, at any moment. Amounts are whole numbers of 10^-8 of the asset.
 */

import type { Checkpointer } from '../state/checkpointer.ts';

/** What an account holds of one asset. */
export interface AssetBalance {
  free: bigint;
  /** Set aside for open orders. */
  locked: bigint;
}

/** The owner of holdings. */
export interface LedgerAccount {
  readonly name: string;
  /** Whether it may owe: the world outside and the procedural market may, users and fees may not. */
  readonly mayGoNegative: boolean;
  readonly balances: Map<string, AssetBalance>;
}

export class Ledger {
  readonly accounts: LedgerAccount[] = [];

  /** Opens an account that holds nothing. */
  openAccount(name: string, mayGoNegative: boolean): LedgerAccount {
    const account: LedgerAccount = { name, mayGoNegative, balances: new Map() };
    this.accounts.push(account);
    return account;
  }

  /** Moves a free amount (0 or more) between accounts; asserts that it is there. */
  transfer(asset: string, amount: bigint, from: LedgerAccount, to: LedgerAccount): void {
    assertAmount(amount);
    const source = balanceOf(from, asset);
    if (source.free < amount && !from.mayGoNegative) throw insufficientBalance(from, asset, amount);
    source.free -= amount;
    balanceOf(to, asset).free += amount;
  }

  /** Sets a free amount aside; asserts that it is there. */
  lock(asset: string, amount: bigint, account: LedgerAccount): void {
    assertAmount(amount);
    const balance = balanceOf(account, asset);
    if (balance.free < amount) throw insufficientBalance(account, asset, amount);
    balance.free -= amount;
    balance.locked += amount;
  }

  /** Frees an amount that was set aside; asserts that it is. */
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

  /** Returns the sum of all holdings by asset; every one of them is 0 unless the ledger is broken. */
  totals(): ReadonlyMap<string, bigint> {
    const totals = new Map<string, bigint>();
    for (const { balances: holdings } of this.accounts) {
      for (const [asset, { free, locked }] of holdings) {
        totals.set(asset, (totals.get(asset) ?? 0n) + free + locked);
      }
    }
    return totals;
  }
}

/** Returns what is free of an asset. */
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

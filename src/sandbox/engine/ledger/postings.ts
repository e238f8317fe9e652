/**
 * Money by double entry: every movement takes from one holding what it gives to another, so that for each asset
 * all holdings together are worth nothing, at any moment. Amounts are whole numbers of 10^-8 of the asset.
 */

import type { Checkpointer } from '../state/checkpointer.ts';

/** What an account holds of one asset. */
export interface Holding {
  free: bigint;
  /** Set aside for open orders. */
  locked: bigint;
}

/** The owner of holdings. */
export interface Account {
  readonly name: string;
  /** Whether it may owe: the world outside and the procedural market may, users and fees may not. */
  readonly mayOwe: boolean;
  readonly holdings: Map<string, Holding>;
}

export class Ledger {
  readonly accounts: Account[] = [];

  /** Opens an account that holds nothing. */
  open(name: string, mayOwe: boolean): Account {
    const account: Account = { name, mayOwe, holdings: new Map() };
    this.accounts.push(account);
    return account;
  }

  /** Moves a free amount (0 or more) between accounts; asserts that it is there. */
  pay(asset: string, amount: bigint, from: Account, to: Account): void {
    assertAmount(amount);
    const source = holdingOf(from, asset);
    if (source.free < amount && !from.mayOwe) throw short(from, asset, amount);
    source.free -= amount;
    holdingOf(to, asset).free += amount;
  }

  /** Sets a free amount aside; asserts that it is there. */
  lock(asset: string, amount: bigint, account: Account): void {
    assertAmount(amount);
    const holding = holdingOf(account, asset);
    if (holding.free < amount) throw short(account, asset, amount);
    holding.free -= amount;
    holding.locked += amount;
  }

  /** Frees an amount that was set aside; asserts that it is. */
  unlock(asset: string, amount: bigint, account: Account): void {
    assertAmount(amount);
    const holding = holdingOf(account, asset);
    if (holding.locked < amount) throw short(account, asset, amount);
    holding.locked -= amount;
    holding.free += amount;
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.accounts);
  }

  /** Returns the sum of all holdings by asset; every one of them is 0 unless the ledger is broken. */
  totals(): ReadonlyMap<string, bigint> {
    const totals = new Map<string, bigint>();
    for (const { holdings } of this.accounts) {
      for (const [asset, { free, locked }] of holdings) {
        totals.set(asset, (totals.get(asset) ?? 0n) + free + locked);
      }
    }
    return totals;
  }
}

/** Returns what is free of an asset. */
export function freeOf(account: Account, asset: string): bigint {
  return account.holdings.get(asset)?.free ?? 0n;
}

function holdingOf(account: Account, asset: string): Holding {
  let holding = account.holdings.get(asset);
  if (holding === undefined) {
    holding = { free: 0n, locked: 0n };
    account.holdings.set(asset, holding);
  }
  return holding;
}

function assertAmount(amount: bigint): void {
  if (amount < 0n) throw new RangeError(`an amount must be 0 or more: ${amount}`);
}

function short({ name }: Account, asset: string, amount: bigint): Error {
  return new RangeError(`${name} does not have ${amount} of ${asset}`);
}

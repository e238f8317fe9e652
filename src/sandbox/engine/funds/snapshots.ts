/** Daily snapshots of wallet balances at midnight UTC, stored for as many days as the endpoint can return. */
import { DAY_MS } from '../../../core/time-units.ts';
import type { Exchange } from '../exchange.ts';
import type { User } from '../ledger/accounts.ts';
import type { LedgerAccount } from '../ledger/postings.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { accountOf, type Wallet } from './wallet-types.ts';

export interface SnapshotBalance {
  readonly asset: string;
  readonly free: bigint;
  readonly locked: bigint;
}

/** The balances of one user at one midnight. */
export interface BalanceSnapshot {
  /** The last ms of the day that the snapshot shows. */
  readonly time: number;
  /** The balances of each wallet; zero balances are left out. */
  readonly wallets: ReadonlyMap<Wallet, readonly SnapshotBalance[]>;
}

/** The largest number of days that the endpoint returns (interface document, Wallet). */
const SNAPSHOT_DAYS_MAX = 30;

const SNAPSHOT_WALLETS: readonly Wallet[] = ['MAIN', 'MARGIN', 'UMFUTURE', 'CMFUTURE'];

export class Snapshots {
  readonly #exchange: Exchange;
  readonly #byUser = new Map<User, BalanceSnapshot[]>();
  /** The day of the last snapshot, counted in days from 1970-01-01. */
  #lastDay = 0;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /** Returns a user's snapshots of the last `SNAPSHOT_DAYS_MAX` days, oldest first. */
  of(user: User, now: number): readonly BalanceSnapshot[] {
    const from = now - SNAPSHOT_DAYS_MAX * DAY_MS;
    return (this.#byUser.get(user) ?? []).filter(({ time }) => time >= from);
  }

  /**
   * Returns the next midnight for which there is no snapshot yet, skipping days that are too old to be
   * returned.
   */
  nextDueAt(now: number): number | undefined {
    const today = Math.floor(now / DAY_MS);
    const day = Math.max(this.#lastDay + 1, today - SNAPSHOT_DAYS_MAX);
    return day <= today ? day * DAY_MS : undefined;
  }

  /** Stores the balances of all users at a midnight. */
  takeSnapshots(midnight: number): void {
    this.#lastDay = midnight / DAY_MS;
    for (const user of this.#exchange.accounts.users) {
      const snapshots = this.#byUser.get(user) ?? [];
      this.#byUser.set(user, snapshots);
      snapshots.push(takeSnapshot(this.#exchange, user, midnight - 1));
      if (snapshots.length > SNAPSHOT_DAYS_MAX) snapshots.shift();
    }
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#byUser);
    this.#lastDay = checkpointer.value(this.#lastDay);
  }
}

function takeSnapshot({ accounts }: Exchange, user: User, time: number): BalanceSnapshot {
  const openedWallets = SNAPSHOT_WALLETS.filter(
    (wallet) => wallet === 'MAIN' || user.wallets.has(wallet as never),
  );
  const wallets = new Map(
    openedWallets.map((wallet) => [wallet, nonZeroBalances(accountOf(accounts, { user, wallet }))]),
  );
  return { time, wallets };
}

/** Returns the balances of an account without zero balances. */
export function nonZeroBalances({ balances }: LedgerAccount): readonly SnapshotBalance[] {
  return [...balances]
    .filter(([, { free, locked }]) => free !== 0n || locked !== 0n)
    .map(([asset, { free, locked }]) => ({ asset, free, locked }));
}

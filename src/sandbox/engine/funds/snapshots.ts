/** What wallets held at each midnight UTC, kept for as many days as can be asked for. */
import { DAY_MS } from '../../../core/time-units.ts';
import type { Exchange } from '../exchange.ts';
import type { User } from '../ledger/accounts.ts';
import type { Account } from '../ledger/postings.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { accountAt, type Wallet } from './wallet-types.ts';

export interface Held {
  readonly asset: string;
  readonly free: bigint;
  readonly locked: bigint;
}

/** The balances of one user at a midnight. */
export interface Snapshot {
  /** The ms before midnight: the end of the day it is of. */
  readonly time: number;
  /** What each wallet held, without what was all zero. */
  readonly wallets: ReadonlyMap<Wallet, readonly Held[]>;
}

/** The most days that can be asked for (interface document, Wallet). */
const DAYS_MAX = 30;

const WALLETS: readonly Wallet[] = ['MAIN', 'MARGIN', 'UMFUTURE', 'CMFUTURE'];

export class Snapshots {
  readonly #exchange: Exchange;
  readonly #byUser = new Map<User, Snapshot[]>();
  /** The number of the last midnight that was seen. */
  #day = 0;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /** Returns a user's snapshots that are no older than can be asked for, oldest first. */
  of(user: User, now: number): readonly Snapshot[] {
    const from = now - DAYS_MAX * DAY_MS;
    return (this.#byUser.get(user) ?? []).filter(({ time }) => time >= from);
  }

  /** Returns the next midnight that passed; days older than can be asked for are left out. */
  next(now: number): number | undefined {
    const today = Math.floor(now / DAY_MS);
    const day = Math.max(this.#day + 1, today - DAYS_MAX);
    return day <= today ? day * DAY_MS : undefined;
  }

  /** Keeps what everybody holds at a midnight. */
  happen(midnight: number): void {
    this.#day = midnight / DAY_MS;
    for (const user of this.#exchange.accounts.users) {
      const own = this.#byUser.get(user) ?? [];
      this.#byUser.set(user, own);
      own.push(snapshotOf(this.#exchange, user, midnight - 1));
      if (own.length > DAYS_MAX) own.shift();
    }
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#byUser);
    this.#day = checkpointer.value(this.#day);
  }
}

function snapshotOf({ accounts }: Exchange, user: User, time: number): Snapshot {
  const opened = WALLETS.filter((wallet) => wallet === 'MAIN' || user.wallets.has(wallet as never));
  const wallets = new Map(opened.map((wallet) => [wallet, heldIn(accountAt(accounts, { user, wallet }))]));
  return { time, wallets };
}

/** Returns what an account holds, without what is all zero. */
export function heldIn({ holdings }: Account): readonly Held[] {
  return [...holdings]
    .filter(([, { free, locked }]) => free !== 0n || locked !== 0n)
    .map(([asset, { free, locked }]) => ({ asset, free, locked }));
}

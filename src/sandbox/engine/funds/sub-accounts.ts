/** Sub-accounts: separate users that belong to a master account, which addresses them by e-mail. */

import type { Exchange } from '../exchange.ts';
import type { User } from '../ledger/accounts.ts';
import { createRefusal } from '../refusal.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { Wallet } from './wallet-types.ts';

/** The domain of the sub-accounts' e-mail addresses; it is reserved and has no owner. */
const EMAIL_DOMAIN = 'example.com';

/** A transfer between two accounts of one master account, or between two wallets of one of them. */
export interface SubTransfer {
  readonly tranId: number;
  readonly from: User;
  readonly to: User;
  readonly asset: string;
  readonly amount: bigint;
  readonly time: number;
  /** The source and the target wallet; spot wallets if absent. */
  readonly fromWallet?: Wallet;
  readonly toWallet?: Wallet;
  /** Whether the master account requested it as a universal transfer, and with which client id. */
  readonly isUniversal?: true;
  readonly clientTranId?: string;
}

/** When a sub-account was opened and which products it may trade. */
export interface SubAccountStatus {
  /** In ms since 1970. */
  readonly openedAt: number;
  /** Whether the sub-account may trade margin; spot is always allowed. */
  isMarginEnabled: boolean;
  isFuturesEnabled: boolean;
}

/** The sub-accounts of all master accounts. */
export class SubAccounts {
  readonly #exchange: Exchange;
  readonly #statuses = new Map<User, SubAccountStatus>();
  readonly #transfers = new Map<User, SubTransfer[]>();
  readonly #clientIds = new Map<User, Set<string>>();

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    for (const user of exchange.accounts.users) this.open(user, 0);
  }

  /** Registers a new sub-account; margin and futures are enabled if the user already has such a wallet. */
  open(user: User, now: number): void {
    this.#statuses.set(user, {
      openedAt: now,
      isMarginEnabled: user.wallets.has('MARGIN'),
      isFuturesEnabled: user.wallets.has('UMFUTURE') || user.wallets.has('CMFUTURE'),
    });
  }

  /** Returns the sub-accounts of a master account in the order in which they were opened. */
  of(master: User): readonly User[] {
    return this.#exchange.accounts.users.filter((user) => user.master === master);
  }

  /**
   * Returns a master account's sub-account. Rejects with -1130 an e-mail address that is not one of its own.
   */
  find(master: User, email: string, param = 'email'): User {
    const subAccount = this.of(master).find((user) => emailOf(user) === email);
    if (subAccount === undefined)
      throw createRefusal(-1130, `Data sent for parameter '${param}' is not valid.`);
    return subAccount;
  }

  /** Returns the status of a user; writing to its fields enables or disables products. */
  statusOf(user: User): SubAccountStatus {
    const status = this.#statuses.get(user);
    if (status === undefined) throw new Error(`no status is recorded for the user ${user.name}`);
    return status;
  }

  /**
   * Returns the transfers among the wallets of a master account and its sub-accounts, oldest first.
   */
  transfersOf(master: User): readonly SubTransfer[] {
    return this.#transfers.get(master) ?? [];
  }

  recordTransfer(transfer: SubTransfer): void {
    const master = transfer.from.master ?? transfer.from;
    const own = this.#transfers.get(master);
    if (own === undefined) this.#transfers.set(master, [transfer]);
    else own.push(transfer);
  }

  hasClientId(master: User, id: string): boolean {
    return this.#clientIds.get(master)?.has(id) === true;
  }

  recordClientId(master: User, id: string): void {
    const own = this.#clientIds.get(master) ?? new Set();
    this.#clientIds.set(master, own.add(id));
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#statuses);
    checkpointer.value(this.#transfers);
    checkpointer.value(this.#clientIds);
  }
}

/** Returns the e-mail address of a user. */
export function emailOf({ name }: User): string {
  return `${name}@${EMAIL_DOMAIN}`;
}

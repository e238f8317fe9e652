/** Sub-accounts: users of their own that belong to a master account, known to it by an e-mail address. */

import type { Exchange } from '../exchange.ts';
import type { User } from '../ledger/accounts.ts';
import { Refusal } from '../refusal.ts';
import type { Checkpointer } from '../state/checkpointer.ts';

/** Sub-accounts are addressed under a domain that is nobody's. */
const EMAIL_DOMAIN = 'example.com';

export interface SubTransfer {
  readonly tranId: number;
  readonly from: User;
  readonly to: User;
  readonly asset: string;
  readonly amount: bigint;
  readonly time: number;
}

/** What is known of a sub-account beside its wallets. */
export interface SubAccountStatus {
  /** When it was opened. */
  readonly openedAt: number;
  /** What it may trade beside spot. */
  isMarginEnabled: boolean;
  isFuturesEnabled: boolean;
}

/** The sub-accounts of all masters. */
export class SubAccounts {
  readonly #exchange: Exchange;
  readonly #statuses = new Map<User, SubAccountStatus>();
  readonly #transfers = new Map<User, SubTransfer[]>();
  readonly #clientIds = new Map<User, Set<string>>();

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    for (const user of exchange.accounts.users) this.open(user, 0);
  }

  /** Takes a user in who was just added; one that has wallets of margin or futures already may trade from them. */
  open(user: User, now: number): void {
    this.#statuses.set(user, {
      openedAt: now,
      isMarginEnabled: user.wallets.has('MARGIN'),
      isFuturesEnabled: user.wallets.has('UMFUTURE') || user.wallets.has('CMFUTURE'),
    });
  }

  /** Returns a master's sub-accounts in the order in which they were opened. */
  of(master: User): readonly User[] {
    return this.#exchange.accounts.users.filter((user) => user.master === master);
  }

  /** Returns a master's sub-account. Refuses with -1130 an address that is none of its own. */
  find(master: User, email: string, param = 'email'): User {
    const subAccount = this.of(master).find((user) => emailOf(user) === email);
    if (subAccount === undefined)
      throw new Refusal(400, -1130, `Data sent for parameter '${param}' is not valid.`);
    return subAccount;
  }

  /** Returns what is known of a user; enabling something is writing to it. */
  statusOf(user: User): SubAccountStatus {
    const status = this.#statuses.get(user);
    if (status === undefined) throw new Error(`nothing is known of ${user.name}`);
    return status;
  }

  /** Returns the transfers between the spot wallets of a master's accounts, oldest first. */
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

/** Returns the e-mail address by which a user is known. */
export function emailOf({ name }: User): string {
  return `${name}@${EMAIL_DOMAIN}`;
}

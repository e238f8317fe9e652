/** The users of an exchange, their wallets, and the API keys that act for them. */
import type { Checkpointer } from '../state/checkpointer.ts';
import { NameRegistry } from '../state/name-registry.ts';
import { Ledger, type LedgerAccount } from './postings.ts';

/** The permissions of an API key (public facts, Key permission facts). */
export const PERMISSIONS = [
  'reading',
  'spot',
  'margin',
  'futures',
  'options',
  'withdrawals',
  'transfers',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The signature algorithms of API keys (interface document, Authentication). */
export const KEY_KINDS = ['HMAC', 'RSA', 'Ed25519'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/**
 * The wallets of a user other than the spot wallet, by the names that transfers use (interface document,
 * Universal transfer). Every isolated margin account is a wallet. The spot wallet, MAIN in transfers, is
 * `User.account`.
 */
export type WalletName =
  | 'FUNDING'
  | 'UMFUTURE'
  | 'CMFUTURE'
  | 'OPTION'
  | 'MARGIN'
  | 'MINING'
  | `ISOLATED ${string}`;

export interface User {
  readonly id: number;
  readonly name: string;
  /** The spot wallet. */
  readonly account: LedgerAccount;
  /** The wallets of the user, besides the spot wallet, that have been opened so far. */
  readonly wallets: Map<WalletName, LedgerAccount>;
  /** Whether commissions on the spot market are paid in BNB at a discount. */
  paysCommissionInBnb?: boolean;
  /** Whether interest on margin is paid in BNB. */
  paysInterestInBnb?: boolean;
  /** The time at which a balance last changed; initially the time at which the user was added. */
  updateTime: number;
  /** The master account, set for a sub-account only. A master account is never itself a sub-account. */
  readonly master?: User;
  /**
   * Set for a margin account, which trades on the spot book as a user of its own: the owner, and the user
   * stream on which the owner receives the events.
   */
  readonly onBehalfOf?: { readonly user: User; readonly scope: 'margin' | `margin ${string}` };
}

export interface ApiKey {
  /** 64 letters and digits. */
  readonly apiKey: string;
  readonly user: User;
  readonly kind: KeyKind;
  /** The shared secret of an HMAC key; for other keys the public key in PEM form. */
  readonly secret: string;
  readonly permissions: ReadonlySet<Permission>;
  /** IP addresses that may use the key; if omitted, any address may. */
  readonly addresses?: readonly string[];
}

/** Maximum numbers of users and keys, which bound the memory of the process and of its clients. */
const USERS_MAX = 10_000;
const KEYS_MAX = 10_000;

/** The first user id; large enough that a user id is not mistaken for a count. */
const FIRST_USER_ID = 100_001;

/**
 * The users of one exchange and the counterparty accounts of their postings. The first accounts are opened when a user, a
 * key or a balance is first looked at: a public read of the market needs none of them.
 */
export class Accounts {
  readonly #ledger = new Ledger();
  /** The objects that a checkpoint refers to by name. */
  readonly names = new NameRegistry();
  #outside: LedgerAccount = this.#ledger.openAccount('outside', true);
  #market: LedgerAccount = this.#ledger.openAccount('market', true);
  #fees: LedgerAccount = this.#ledger.openAccount('fees', false);
  /** Opens the first accounts; undefined once that was done. */
  #openFirst: ((accounts: Accounts) => void) | undefined;
  readonly #houseAccounts = new Map<string, LedgerAccount>();
  readonly #users: User[] = [];
  /** Cross and isolated margin accounts, each of which places orders like a user with balances of its own. */
  readonly #marginTraders: User[] = [];
  readonly #usersByName = new Map<string, User>();
  readonly #keys = new Map<string, ApiKey>();

  constructor(openFirst?: (accounts: Accounts) => void) {
    this.#openFirst = openFirst;
    this.names.registerLazily(
      'user',
      () => this.users,
      ({ id }) => String(id),
    );
  }

  /** The balances of all accounts. */
  get ledger(): Ledger {
    this.#ensureOpen();
    return this.#ledger;
  }

  /** The ledger account that deposits come from and withdrawals go to. */
  get outside(): LedgerAccount {
    return this.#outside;
  }

  /** The ledger account that is the counterparty of trades with the simulated market. */
  get market(): LedgerAccount {
    return this.#market;
  }

  /** The ledger account that receives commissions. */
  get fees(): LedgerAccount {
    return this.#fees;
  }

  get users(): readonly User[] {
    this.#ensureOpen();
    return this.#users;
  }

  get keys(): Iterable<ApiKey> {
    this.#ensureOpen();
    return this.#keys.values();
  }

  /**
   * Adds a user, or a sub-account if a master is given, and returns it. Returns undefined if the name is in
   * use or the number of users is at its maximum.
   */
  addUser(name: string, now: number, master?: User): User | undefined {
    this.#ensureOpen();
    if (this.#usersByName.has(name) || this.#users.length >= USERS_MAX) return undefined;
    const user: User = {
      id: FIRST_USER_ID + this.#users.length,
      name,
      account: this.ledger.openAccount(`user ${name}`, false),
      wallets: new Map(),
      updateTime: now,
      ...(master === undefined ? {} : { master }),
    };
    this.#users.push(user);
    this.#usersByName.set(name, user);
    this.#registerName(user);
    return user;
  }

  /** Adds a margin account that trades as a user of its own, under an id that no user has. */
  addMarginTrader(trader: User): User {
    this.#ensureOpen();
    this.#marginTraders.push(trader);
    this.#registerName(trader);
    return trader;
  }

  /** Returns a wallet of a user, and opens an empty one on first use. */
  walletOf(user: User, name: WalletName): LedgerAccount {
    this.#ensureOpen();
    let wallet = user.wallets.get(name);
    if (wallet === undefined) {
      wallet = this.ledger.openAccount(`user ${user.name} ${name}`, false);
      user.wallets.set(name, wallet);
    }
    return wallet;
  }

  /** Returns an account of the exchange itself, such as an insurance fund. Its balance may be negative. */
  houseAccount(name: string): LedgerAccount {
    let account = this.#houseAccounts.get(name);
    if (account === undefined) {
      account = this.ledger.openAccount(name, true);
      this.#houseAccounts.set(name, account);
    }
    return account;
  }

  findUser(name: string): User | undefined {
    this.#ensureOpen();
    return this.#usersByName.get(name);
  }

  /** Adds an API key. Returns false if the same key exists or the number of keys is at its maximum. */
  addKey(key: ApiKey): boolean {
    this.#ensureOpen();
    if (this.#keys.has(key.apiKey) || this.#keys.size >= KEYS_MAX) return false;
    this.#keys.set(key.apiKey, key);
    return true;
  }

  findKey(apiKey: string): ApiKey | undefined {
    this.#ensureOpen();
    return this.#keys.get(apiKey);
  }

  /** Removes an API key. Returns whether it existed. */
  removeKey(apiKey: string): boolean {
    this.#ensureOpen();
    return this.#keys.delete(apiKey);
  }

  /** Writes or restores the users before all other rows, because other rows refer to users. */
  checkpoint(checkpointer: Checkpointer): void {
    this.#ensureOpen();
    this.#ledger.checkpoint(checkpointer);
    this.#outside = checkpointer.value(this.#outside);
    this.#market = checkpointer.value(this.#market);
    this.#fees = checkpointer.value(this.#fees);
    checkpointer.value(this.#houseAccounts);
    checkpointer.inline(this.#users, (user) => this.#registerName(user));
    checkpointer.inline(this.#marginTraders, (trader) => this.#registerName(trader));
    checkpointer.value(this.#usersByName);
    checkpointer.value(this.#keys);
  }

  #ensureOpen(): void {
    const openFirst = this.#openFirst;
    if (openFirst === undefined) return;
    this.#openFirst = undefined;
    openFirst(this);
  }

  #registerName(user: User): void {
    this.names.register('user', user.id, user);
  }

  /**
   * Credits a user with an amount from outside the exchange. The amount is in 10^-8 of the asset and above 0.
   */
  deposit(user: User, asset: string, amount: bigint, now: number): void {
    this.ledger.transfer(asset, amount, this.outside, user.account);
    user.updateTime = now;
  }
}

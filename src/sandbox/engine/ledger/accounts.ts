/** Who may do what: the users of an exchange, their money, and the API keys that act for them. */
import type { Checkpointer } from '../state/checkpointer.ts';
import { NameRegistry } from '../state/names.ts';
import { Ledger, type LedgerAccount } from './postings.ts';

/** What a key can be allowed (public facts, Key permission facts). */
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

/** The signature algorithms (interface document, Authentication). */
export const KEY_KINDS = ['HMAC', 'RSA', 'Ed25519'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/**
 * A user's other wallets, by the names that transfers use (interface document, Universal transfer); each isolated
 * margin account is one. The spot wallet, MAIN there, is `User.account`.
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
  /** The other wallets that were opened so far. */
  readonly wallets: Map<WalletName, LedgerAccount>;
  /** Whether commissions on the spot market are paid in BNB, at a discount. */
  paysCommissionInBnb?: boolean;
  /** When a balance last changed; the user's first day at first. */
  updateTime: number;
  /** Set for a sub-account: the user it belongs to, who is nobody's sub-account. */
  readonly master?: User;
  /**
   * Set where this is not a person but a margin account that trades on the spot book as a user of its own: who it
   * belongs to, and whose stream tells of it.
   */
  readonly onBehalfOf?: { readonly user: User; readonly scope: 'margin' | `margin ${string}` };
}

/** An API key of a user. */
export interface ApiKey {
  /** 64 letters and digits. */
  readonly apiKey: string;
  readonly user: User;
  readonly kind: KeyKind;
  /** The shared secret of an HMAC key, the public key as PEM of the others. */
  readonly secret: string;
  readonly permissions: ReadonlySet<Permission>;
  /** Addresses that may use it; any where absent. */
  readonly addresses?: readonly string[];
}

/** Users and keys known at once; memory and the account of a client must stay within bounds. */
const USERS_MAX = 10_000;
const KEYS_MAX = 10_000;

/** Ids that users see begin here, so that none is taken for a small number of something else. */
const FIRST_USER_ID = 100_001;

/** The users of one exchange and the accounts on the other side of their postings. */
export class Accounts {
  readonly ledger = new Ledger();
  /** What stands in an image by its name. */
  readonly names = new NameRegistry();
  #outside: LedgerAccount = this.ledger.openAccount('outside', true);
  #market: LedgerAccount = this.ledger.openAccount('market', true);
  #fees: LedgerAccount = this.ledger.openAccount('fees', false);
  readonly #houseAccounts = new Map<string, LedgerAccount>();
  readonly #users: User[] = [];
  /** Margin accounts that trade as users of their own. */
  readonly #marginTraders: User[] = [];
  readonly #usersByName = new Map<string, User>();
  readonly #keys = new Map<string, ApiKey>();

  /** Where deposits come from and withdrawals go to. */
  get outside(): LedgerAccount {
    return this.#outside;
  }

  /** The other side of trades with the procedural market. */
  get market(): LedgerAccount {
    return this.#market;
  }

  /** What commissions were paid to. */
  get fees(): LedgerAccount {
    return this.#fees;
  }

  get users(): readonly User[] {
    return this.#users;
  }

  get keys(): Iterable<ApiKey> {
    return this.#keys.values();
  }

  /** Returns a new user, a sub-account where a master is given, or undefined where the name is taken or there is no room. */
  addUser(name: string, now: number, master?: User): User | undefined {
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

  /** Takes in a margin account that trades as a user of its own, under an id that no user has. */
  addMarginTrader(trader: User): User {
    this.#marginTraders.push(trader);
    this.#registerName(trader);
    return trader;
  }

  /** Returns a user's wallet, an empty one where there was none. */
  walletOf(user: User, name: WalletName): LedgerAccount {
    let wallet = user.wallets.get(name);
    if (wallet === undefined) {
      wallet = this.ledger.openAccount(`user ${user.name} ${name}`, false);
      user.wallets.set(name, wallet);
    }
    return wallet;
  }

  /** Returns an account of the exchange's own, such as an insurance fund, which may owe: it stands for the world. */
  houseAccount(name: string): LedgerAccount {
    let account = this.#houseAccounts.get(name);
    if (account === undefined) {
      account = this.ledger.openAccount(name, true);
      this.#houseAccounts.set(name, account);
    }
    return account;
  }

  findUser(name: string): User | undefined {
    return this.#usersByName.get(name);
  }

  /** Adds a key; returns whether there was none of that text and there is room. */
  addKey(key: ApiKey): boolean {
    if (this.#keys.has(key.apiKey) || this.#keys.size >= KEYS_MAX) return false;
    this.#keys.set(key.apiKey, key);
    return true;
  }

  findKey(apiKey: string): ApiKey | undefined {
    return this.#keys.get(apiKey);
  }

  /** Removes a key; returns whether there was one. */
  removeKey(apiKey: string): boolean {
    return this.#keys.delete(apiKey);
  }

  /** Users come first: everything else mentions them. */
  checkpoint(checkpointer: Checkpointer): void {
    this.ledger.checkpoint(checkpointer);
    this.#outside = checkpointer.value(this.#outside);
    this.#market = checkpointer.value(this.#market);
    this.#fees = checkpointer.value(this.#fees);
    checkpointer.value(this.#houseAccounts);
    checkpointer.inline(this.#users, (user) => this.#registerName(user));
    checkpointer.inline(this.#marginTraders, (trader) => this.#registerName(trader));
    checkpointer.value(this.#usersByName);
    checkpointer.value(this.#keys);
  }

  #registerName(user: User): void {
    this.names.register('user', user.id, user);
  }

  /** Credits a user from outside. The amount is in 10^-8 of the asset, above 0. */
  deposit(user: User, asset: string, amount: bigint, now: number): void {
    this.ledger.transfer(asset, amount, this.outside, user.account);
    user.updateTime = now;
  }
}

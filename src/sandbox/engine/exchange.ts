/** The exchange as its product engines see it, and what each product engine provides to the exchange. */
import type { LimitSet } from '../../catalogue/limits/sets.ts';
import type { Clock } from '../../core/clock.ts';
import type { Accounts, User, WalletName } from './ledger/accounts.ts';
import type { ListenKeyStore } from './ledger/listen-keys.ts';
import type { ListenTokenStore } from './ledger/listen-tokens.ts';
import type { UserEvents } from './ledger/user-events.ts';
import type { Market } from './market/market.ts';
import type { MarketSymbol } from './market/symbols.ts';
import type { UserActivity } from './matching/public-market.ts';
import type { SpotEngine } from './spot/engine.ts';
import type { Checkpointer } from './state/checkpointer.ts';

/** The state of one exchange, from which its handlers answer. */
export interface Exchange {
  readonly clock: Clock;
  readonly seed: number;
  /** The limits of request weight and orders that are in force. */
  readonly limits: LimitSet;
  /** The simulated market without the orders of users: a pure function of seed, symbol and time. */
  readonly market: Market;
  /** The public market: the simulated market together with the orders and trades of users. */
  readonly publicMarket: Market;
  readonly accounts: Accounts;
  readonly spot: SpotEngine;
  /** The engines of all products. */
  readonly engines: OpenEngines;
  readonly listenKeys: ListenKeyStore;
  readonly listenTokens: ListenTokenStore;
  readonly userEvents: UserEvents;
}

/**
 * The engine of one product. Its due events (such as a triggered stop, funding, or an expiry) occur without a
 * request.
 */
export interface ProductEngine {
  /**
   * Returns the time (ms) of the earliest event that falls due up to and including `now`; changes nothing
   * visible.
   */
  nextDueAt(now: number): number | undefined;
  /** Executes one event that falls due at `time`, a time that `nextDueAt` has returned. */
  runDueEvent(time: number): void;
  /**
   * Returns the amount (10^-8) of an asset that may leave one of the engine's wallets while positions and
   * debts stay covered, from 0 to the free balance; undefined for a wallet of another engine. Engines that
   * never restrict balances leave the method out.
   */
  maxTransferable?(user: User, wallet: WalletName, asset: string, now: number): bigint | undefined;
  /**
   * Returns the trades and orders of users that the public market shows, by symbol. Engines whose market data depends on
   * more than these leave the method out.
   */
  publicActivity?(): Iterable<readonly [symbol: MarketSymbol, activity: UserActivity]>;
  /** Writes the state of the engine to a checkpoint, or restores it from one. */
  checkpoint(checkpointer: Checkpointer): void;
  /**
   * Called after a transfer that the engine did not make itself added an amount (10^-8) of an asset to any wallet,
   * or removed it (negative amount).
   */
  onTransfer?(user: User, wallet: WalletName, asset: string, amount: bigint, now: number): void;
}

/** The key by which a product engine is found, and the function that opens it. */
export interface EngineKey<T extends ProductEngine> {
  readonly name: string;
  /**
   * Orders due events of different engines at the same ms: the engine of the lowest rank runs first. Ranks
   * are unique.
   */
  readonly rank: number;
  /** Opens the engine. The state of a new engine must not depend on the time. */
  open(exchange: Exchange): T;
}

/** The open product engines of an exchange. */
export interface OpenEngines {
  /** Returns the engine that belongs to a key; opens it when it is first used. */
  get<T extends ProductEngine>(key: EngineKey<T>): T;
  /** Returns the amount (10^-8) of an asset that may leave a wallet; undefined if no engine limits it. */
  maxTransferable(user: User, wallet: WalletName, asset: string): bigint | undefined;
  /** Notifies every engine that an amount (10^-8) of an asset entered a wallet, or left it (negative amount). */
  notifyTransfer(user: User, wallet: WalletName, asset: string, amount: bigint): void;
}

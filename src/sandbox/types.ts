/** What the rooms of the sandbox hand to each other. */
import type { Endpoint } from '../catalogue/types.ts';
import type { Clock } from '../core/clock.ts';
import type { UnixMs } from '../core/words.ts';
import type { Accounts, User, WalletName } from './engine/ledger/accounts.ts';
import type { ListenKeys } from './engine/ledger/listen-keys.ts';
import type { Notices } from './engine/ledger/user-events.ts';
import type { Market } from './engine/market/market.ts';
import { Refusal } from './engine/refusal.ts';
import type { SpotEngine } from './engine/spot/engine.ts';
import type { Checkpointer } from './storage/checkpoint/checkpoint-codec.ts';

/** One exchange: everything that its handlers answer from. */
export interface Exchange {
  readonly clock: Clock;
  readonly seed: number;
  /** The market's own path: a pure function of seed, symbol and time. */
  readonly market: Market;
  /** The market as everybody sees it, with the trades and orders of users. */
  readonly publicMarket: Market;
  readonly accounts: Accounts;
  readonly spot: SpotEngine;
  /** The engines of the other product lines. */
  readonly engines: OpenEngines;
  readonly listenKeys: ListenKeys;
  readonly notices: Notices;
}

/** An engine that things happen in without a call. */
export interface ProductEngine {
  /** Returns when the next thing happens, if it does by `now`; looking changes nothing that can be seen. */
  nextDueAt(now: number): number | undefined;
  /** Lets happen what happens at that moment; afterwards `next` has moved on. */
  runDueEvent(time: number): void;
  /**
   * Returns how much of an asset may leave one of the part's wallets while positions and debts stay covered, 0 or
   * more and at most what is free; undefined for a wallet of another part. Absent where nothing holds any back.
   */
  maxTransferable?(user: User, wallet: WalletName, asset: string, now: number): bigint | undefined;
  /** Hands all that it holds to an image. */
  checkpoint(checkpointer: Checkpointer): void;
  /**
   * Hears that an amount (10^-8) of an asset came into a wallet, or left it where it is below 0, other than through
   * the part itself; the wallet may be one of its own.
   */
  onTransfer?(user: User, wallet: WalletName, asset: string, amount: bigint, now: number): void;
}

/** How a part is found and opened. */
export interface EngineKey<T extends ProductEngine> {
  readonly name: string;
  /** Where things of two parts happen in the same ms, the lower rank is first. No two parts have the same. */
  readonly rank: number;
  /** Opens the part; what it begins with must not depend on the time. */
  open(exchange: Exchange): T;
}

/** The parts of an exchange that are open. */
export interface OpenEngines {
  /** Returns the part of a key, opened where it was not yet. */
  of<T extends ProductEngine>(key: EngineKey<T>): T;
  /** Returns how much of an asset they let leave a wallet; undefined where none holds any back. */
  maxTransferable(user: User, wallet: WalletName, asset: string): bigint | undefined;
  /** Lets them hear that an asset came into a wallet or left it. */
  notifyTransfer(user: User, wallet: WalletName, asset: string, amount: bigint): void;
}

/** A call that passed the gate. */
export interface SandboxCall {
  readonly endpoint: Endpoint;
  /** Wire text by name, checked; defaults of the catalogue filled in where they are a fixed value. */
  readonly params: ReadonlyMap<string, string>;
  /** The exchange's time at which the call is answered. */
  readonly now: UnixMs;
  /** What the exchange's clock shows where a fault sets it wrong; nothing happens by it. */
  readonly shownTime?: UnixMs;
  readonly exchange: Exchange;
  /** Whose key was sent; absent on rows that take none. */
  readonly user?: User;
  /** Adds headers to the answer. */
  readonly addHeaders?: (headers: Readonly<Record<string, string>>) => void;
}

/**
 * Answers a call with the JSON text of the body. Refuses by throwing `SandboxRefusal`, and has then changed nothing.
 * What it changes follows from the call alone, so that a replay repeats it.
 */
export type Handler = (call: SandboxCall) => string;

/** A request as it stands on the wire. */
export interface WireRequest {
  readonly method: string;
  /** Path and query exactly as sent, such as "/api/v3/klines?symbol=BTCUSDT". */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whose limits are used up; one for each address on loopback. */
  readonly client: string;
  /** What the target and the headers do not say of a call of the WebSocket API. */
  readonly known?: KnownCall;
}

/** A call that names its endpoint, and says in its own way who calls. */
export interface KnownCall {
  readonly endpoint: Endpoint;
  /** Returns whose call it is, undefined on one that is open to all, or why it may not come in. */
  readonly admit: (times: Times) => User | SandboxRefusal | undefined;
}

/** What a timestamp is held against. */
export interface Times {
  /** The exchange's time in ms. */
  readonly now: UnixMs;
  /** The machine's time, where the exchange's is another. */
  readonly machineNow: UnixMs | undefined;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What becomes of it on its way; absent where it arrives. */
  readonly fault?: { readonly cut: Cut; readonly ms: number };
}

/** How an answer goes wrong on its way: not at all there, in part, with a wrong length, or another in its place. */
export type Cut = 'reset' | 'half' | 'slow' | 'short-length' | 'long-length' | 'html';

/** The exchange's own refusal: a code, its exact text and the HTTP status. */
export class SandboxRefusal extends Refusal {}

/** What the rooms of the sandbox hand to each other. */
import type { Endpoint } from '../catalogue/types.ts';
import type { UnixMs } from '../core/words.ts';
import type { Exchange } from './engine/exchange.ts';
import type { User } from './engine/ledger/accounts.ts';
import { Refusal } from './engine/refusal.ts';

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
  readonly resolved?: ResolvedCall;
}

/** A call that names its endpoint, and says in its own way who calls. */
export interface ResolvedCall {
  readonly endpoint: Endpoint;
  /** Returns whose call it is, undefined on one that is open to all, or why it may not come in. */
  readonly authenticate: (times: ExchangeTimes) => User | SandboxRefusal | undefined;
}

/** What a timestamp is held against. */
export interface ExchangeTimes {
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
  readonly fault?: { readonly cut: TransportFault; readonly ms: number };
}

/** How an answer goes wrong on its way: not at all there, in part, with a wrong length, or another in its place. */
export type TransportFault = 'reset' | 'half' | 'slow' | 'short-length' | 'long-length' | 'html';

/** The exchange's own refusal: a code, its exact text and the HTTP status. */
export class SandboxRefusal extends Refusal {}

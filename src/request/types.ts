/**
 * The types that pass between the layers: a prepared request down, an answer up, and the function that sends.
 */
import type { HostName } from '../catalogue/hosts.ts';
import type { Effect, Method, Product, Security } from '../catalogue/types.ts';
import type { UnixMs } from '../core/words.ts';

/** The request weight of a call by each listing, and the larger one, which the rate limiter counts. */
export interface CallWeight {
  readonly first: number;
  readonly second: number;
  readonly counted: number;
}

/** The exact bytes of a request, without the address of the host. */
export interface PreparedRequest {
  /** The endpoint's id; "raw" for a path that the catalogue does not know. */
  readonly endpoint: string;
  readonly product: Product;
  readonly host: HostName;
  readonly method: Method;
  readonly path: string;
  /** The path that the public hosts use today, when it differs. */
  readonly pathToday?: string;
  /** Percent-encoded, without the question mark; empty when there is none. */
  readonly query: string;
  /** Percent-encoded form body; undefined when there is none. */
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether only `headers` and the headers required by HTTP are sent. */
  readonly exactHeaders: boolean;
  readonly security: Security;
  readonly effect: Effect;
  readonly weight: CallWeight;
  /** Set for cancellations and lookups, for which the rate limiter reserves a part of the weight. */
  readonly isUrgent?: true;
}

/** The usage headers of an answer. Keys are intervals such as "1m" or "10s". */
export interface Usage {
  readonly weight: Readonly<Record<string, number>>;
  readonly orders: Readonly<Record<string, number>>;
}

/** A complete answer; its body has passed the size and decompression limits. */
export interface Answer {
  readonly status: number;
  /** Names in lower case; several of one name joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The address that answered, such as "https://api.binance.com". */
  readonly origin: string;
  readonly receivedAt: UnixMs;
  readonly usage: Usage;
}

/**
 * Sends a request and resolves with any complete HTTP answer, whatever its status. Rejects with a ToolError
 * of kind `unavailable` when no complete answer was received; its `execution` says whether the request may
 * have been sent.
 */
export type Send = (request: PreparedRequest, signal: AbortSignal) => Promise<Answer>;

/** Signs the exact bytes of a request; `apiKey` goes into its header. */
export interface Signer {
  readonly apiKey: string;
  sign(payload: string): string;
}

/** The ways to sign a request (interface document, Authentication). */
export type KeyType = 'hmac' | 'rsa' | 'ed25519';

/** A signer that names its key type and fingerprint. Printing or serialising it shows no keys. */
export interface KeySigner extends Signer {
  readonly keyType: KeyType;
  /** 16 hexadecimal digits that identify the key without revealing it. */
  readonly fingerprint: string;
}

/** Arguments as wire text by parameter name, in the order of sending. */
export type WireArguments = ReadonlyMap<string, string>;

/** The rules that a fault can name, a stable vocabulary. The sandbox maps them to error codes. */
export type ArgumentRule =
  | 'unknown-parameter'
  | 'missing'
  | 'empty'
  | 'repeated'
  | 'type'
  | 'values'
  | 'minimum'
  | 'above'
  | 'maximum'
  | 'length'
  | 'format'
  | 'at-least-one'
  | 'exactly-one'
  | 'at-most-one'
  | 'only-with'
  | 'needs-by-value'
  | 'combinations'
  | 'max-span'
  | 'not-after'
  | 'conflict'
  | 'address-of-chain';

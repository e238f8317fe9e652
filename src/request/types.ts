/** What passes between the floors: a prepared request down, an answer up, and the functions that carry them. */
import type { HostName } from '../catalogue/hosts.ts';
import type { Effect, Method, Product, Security } from '../catalogue/types.ts';
import type { UnixMs } from '../core/words.ts';

/** What a call costs by each listing, and what the budget counts: the larger. */
export interface CallWeight {
  readonly first: number;
  readonly second: number;
  readonly counted: number;
}

/** A request that lacks nothing but an address: the exact bytes to send. */
export interface PreparedRequest {
  /** The endpoint's id; "raw" for a path that the catalogue does not know. */
  readonly endpoint: string;
  readonly product: Product;
  readonly host: HostName;
  readonly method: Method;
  readonly path: string;
  /** The path at the public hosts where it is another there today. */
  readonly pathToday?: string;
  /** Percent-encoded, without the question mark; empty when there is none. */
  readonly query: string;
  /** Percent-encoded form body; undefined when there is none. */
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** No header besides `headers` and those HTTP cannot do without. */
  readonly exactHeaders: boolean;
  readonly security: Security;
  readonly effect: Effect;
  readonly weight: CallWeight;
  /** It settles or ends what is under way at the exchange: a part of the weight is kept free for it. */
  readonly isUrgent?: true;
}

/** What the usage headers of an answer said. Keys are intervals such as "1m" or "10s". */
export interface Usage {
  readonly weight: Readonly<Record<string, number>>;
  readonly orders: Readonly<Record<string, number>>;
}

/** A whole answer; its body has passed the size and inflate caps. */
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
 * Sends a request and resolves with any whole HTTP answer, whatever its status. Rejects with a ToolError
 * of kind `unavailable` when no whole answer came; its `execution` says whether anything was sent.
 */
export type Send = (request: PreparedRequest, signal: AbortSignal) => Promise<Answer>;

/** Signs the exact bytes that are sent and says which key header goes with them. */
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

/** Arguments as wire text by parameter name, in the order they will be sent. */
export type WireArguments = ReadonlyMap<string, string>;

/** The rules a fault can name, a stable vocabulary: the client explains them, the sandbox maps them to codes. */
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
  | 'address-of-chain';

/**
 * The types that pass between the layers: the prepared request, the answer, and the function that sends a
 * request.
 */
import type { HostName } from '../catalogue/hosts.ts';
import type { Effect, Method, Product, Security } from '../catalogue/types.ts';
import type { OrderRules, WriteProof } from '../catalogue/write-types.ts';
import type { UnixMs } from '../core/words.ts';

/**
 * The request weight of a call by each listing of the interface document, and the larger one, which the rate
 * limiter counts.
 */
export interface CallWeight {
  readonly first: number;
  readonly second: number;
  readonly counted: number;
  /** Whether the weight counts towards the limit of the account; otherwise towards that of the IP address. */
  readonly isByAccount?: true;
}

/** The exact bytes of a request, without the address of the host. */
export interface PreparedRequest {
  /** The endpoint's id; "raw" for a path that the catalogue does not know. */
  readonly endpoint: string;
  readonly product: Product;
  readonly host: HostName;
  readonly method: Method;
  readonly path: string;
  /** The path that the public hosts use for this call today, if it differs. */
  readonly pathToday?: string;
  /** The percent-encoded query without the question mark; empty if there is none. */
  readonly query: string;
  /** The percent-encoded form body; undefined if there is none. */
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the request is sent with only `headers` and the headers that HTTP requires. */
  readonly exactHeaders: boolean;
  readonly security: Security;
  readonly effect: Effect;
  readonly weight: CallWeight;
  /** The weight that the public hosts count for this call today, if it differs. */
  readonly weightToday?: CallWeight;
  /** What the answer must have to prove that the write was done, for a write of the catalogue. */
  readonly proof?: WriteProof;
  /** Set for a read that is sent once only, because it has much weight or because its caller repeats it. */
  readonly isSentOnce?: true;
  /** Set for cancellations and look-ups, for which the rate limiter reserves a part of the request weight. */
  readonly isUrgent?: true;
  /** The number of orders that the request places; absent if it places none. */
  readonly orders?: number;
  /** Of a write: what it intends, for the journal that is written before it is sent. */
  readonly intent?: WriteIntent;
}

/** What a write intends. */
export interface WriteIntent {
  /** The name in messages for what the call creates or changes, such as "order". */
  readonly noun: string;
  /** A cancellation, or orders that can only reduce a position: never held back. */
  readonly isReducing: boolean;
  /** At least one order of it may open or enlarge a position. */
  readonly addsExposure: boolean;
  /** Set if it places orders, may enlarge one, or is a path outside the catalogue that may do either. */
  readonly isOrder?: true;
  /** How the orders of an endpoint are valued; absent if their worth is not known. */
  readonly orderRules?: OrderRules;
  /** The write itself, or each order of a batch; never empty. */
  readonly parts: readonly IntentPart[];
  /** The cancellation that the same call makes before it places its order. */
  readonly cancellation?: IntentPart;
}

/** One write, one order of a batch, or one half of a call that replaces an order. */
export interface IntentPart {
  /** The name in messages, if it is not that of the whole call. */
  readonly noun?: string;
  /** The endpoint by whose query this part is looked up, if it is not the endpoint that is called. */
  readonly endpoint?: string;
  readonly clientOrderId?: string;
  readonly symbol?: string;
  /** Set for an order of a batch that can only reduce a position. */
  readonly isReducing?: true;
  /** The parameters as they are sent, by name, without timestamp and signature. */
  readonly params: Readonly<Record<string, string>>;
}

/** The used limits that the headers of an answer report. Keys are intervals such as "1m" or "10s". */
export interface Usage {
  readonly weight: Readonly<Record<string, number>>;
  readonly orders: Readonly<Record<string, number>>;
}

/** A complete answer; its body has passed the size and decompression limits. */
export interface Answer {
  readonly status: number;
  /** The headers by name in lowercase; several headers of one name are joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text. Bytes that are not valid UTF-8 are U+FFFD in it. */
  readonly body: string;
  /**
   * The same body as bytes, which are decoded only when `body` is read; absent where an answer has only a text. A copy of the
   * answer with another body has none.
   */
  readonly bytes?: Buffer;
  /**
   * Gives the memory of the bytes back for the body of a later answer; the body and the bytes cannot be read afterwards. A
   * copy of the answer has no such function.
   */
  readonly release?: () => void;
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

/** Arguments as the text that is sent, by parameter name, in the order of sending. */
export type WireArguments = ReadonlyMap<string, string>;

/** The names of rules in faults, which are stable. The sandbox maps each to an error code. */
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

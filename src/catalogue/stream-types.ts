/** Types in which streams, user events and WebSocket API methods are declared, and the fields they share. */
import type { Effect, Endpoint, Origin, Params, Rule, Stated, Weight } from './types.ts';
import type { OrderReplacement, WriteProof } from './write-types.ts';
import type { WsApiProduct } from './ws-apis.ts';

/** Products with market streams. */
export type StreamProduct = 'spot' | 'usdm' | 'coinm' | 'options';

/**
 * Accounts with a user data stream. `margin-risk` is a second stream of the cross margin account, with its level and
 * its debts (public facts, Margin today).
 */
export type UserStreamProduct = StreamProduct | 'margin' | 'margin-risk';

/**
 * A field of a message. A decimal is text on the wire, `integer` and `time` are JSON numbers (`time` in ms unless
 * the connection asks for microseconds), `levels` are rows of price and quantity.
 */
export interface Field {
  readonly is: 'text' | 'decimal' | 'integer' | 'time' | 'boolean' | 'number' | 'levels' | 'object' | 'list';
  readonly about: string;
  /** The field's name in words; if absent, the first clause of `about` in camel case (see `fieldName`). */
  readonly name?: string;
  /** Whether the field is absent or null in some messages. */
  readonly isOptional?: true;
  /** Fields of an object, or of each element of a list. */
  readonly fields?: Fields;
  readonly origin?: 'today';
}

/** Fields by their names on the wire, in the order in which the exchange writes them. */
export type Fields = Readonly<Record<string, Field>>;

/** A column of the lines in which a terminal shows events. */
export interface EventColumn {
  /**
   * The path of the value by names on the wire: `p` is a field of the message, `k.o` one of its object `k`, `b.0.0`
   * the price of the first level in its list `b`. `name.symbol` is the part `symbol` of the stream's name, for messages
   * that do not contain it.
   */
  readonly at: string;
  /** The heading; if absent, the field's name with blanks between its words. */
  readonly title?: string;
  /** What is shown instead of these values, such as "sell" for a trade whose buyer is the maker. */
  readonly words?: Readonly<Record<string, string>>;
  /** Whether the number of elements of a list is shown instead of the list. */
  readonly isCount?: true;
  /** Whether the column is among the last to be left out of a terminal that is too narrow for all. */
  readonly pinned?: true;
}

/**
 * What colours a line green or red: the `side` in a column (buy or sell), the `sign` of a number, a number that is
 * above or below another field of the message (`against`), or that rose or fell since the line before of the same
 * symbol (`since-last`).
 */
export type EventTint =
  | { readonly by: 'side' | 'sign' | 'since-last'; readonly at: string }
  | { readonly by: 'against'; readonly at: string; readonly other: string };

/** How a terminal shows events of one kind: one line an event, or one line for each element of an array. */
export interface EventView {
  /** The word for the event among events of several kinds; the kind of its stream if absent. */
  readonly title?: string;
  readonly columns: readonly EventColumn[];
  readonly tint?: EventTint;
  /** The path of the value by which lines of several symbols are distinguished; absent for events without a symbol. */
  readonly symbolAt?: string;
  /**
   * Whether each event stands for itself, such as a trade: a table that is updated in place shows the last events, not
   * the last one of each symbol.
   */
  readonly isLog?: true;
}

/** A part of a stream's name that is filled in, such as the symbol. */
export interface NameSlot {
  readonly about: string;
  /** The allowed values; any text if absent. */
  readonly values?: readonly string[];
  /** The value that applies if an optional part of the name is omitted. */
  readonly default?: string;
  /** Whether the value is written in lowercase in the stream's name or as it is given. */
  readonly letterCase?: 'lower' | 'as-given';
}

/**
 * The number by which a consumer detects order, duplicates and gaps of a stream. `step`: grows by one with each
 * message, so a jump is a gap. `range`: a message covers first to last; `previous`, if present, is the `last` of the
 * message before. `ascent`: only grows, so duplicates are detected but gaps are not.
 */
export type Sequence =
  | { readonly by: 'step'; readonly at: string }
  | { readonly by: 'range'; readonly first: string; readonly last: string; readonly previous?: string }
  | { readonly by: 'ascent'; readonly at: string; readonly per?: string };

/** A market stream. */
export interface Stream {
  /** `product.noun`, such as "spot.agg-trade". */
  readonly id: string;
  readonly product: StreamProduct;
  /** The word that is typed after `bourse stream`, such as "trades". */
  readonly kind: string;
  /** The name's pattern: `<slot>` is filled in, a part in brackets may be left out. */
  readonly name: string;
  /** The pattern of the stream's name on the public hosts today, if it differs from the document's. */
  readonly nameToday?: string;
  readonly slots: Readonly<Record<string, NameSlot>>;
  readonly summary: string;
  readonly origin: Origin;
  /** The value of `e`, the event type, in each message; absent for messages without an event type. */
  readonly event?: string;
  /** A message is one object, or an array of objects with these fields. */
  readonly payload: 'object' | 'array';
  readonly fields: Fields;
  readonly view: EventView;
  readonly sequence: Sequence;
  /** Time between messages in ms: one number, or one for each speed; absent for real time. */
  readonly periodMs?: number | Readonly<Record<string, number>>;
  /**
   * Whether the stream sends only when something unusual happens, so that hours without a message are no sign
   * of a fault.
   */
  readonly isRare?: true;
  /** The prefix in front of /ws and /stream on today's public futures and options hosts. */
  readonly routeToday?: 'public' | 'market';
  /**
   * How the public hosts send contracts of the other futures product today: `merged` with those of this product, or
   * `by-name` if the name of the stream names one (public facts of today, Futures stream addresses).
   */
  readonly otherContractsToday?: 'merged' | 'by-name';
  /** Whether the public hosts no longer send the stream, which the document lists. */
  readonly isRetiredToday?: true;
  /** Why the sandbox does not simulate it, as a clause; absent where the sandbox simulates it. */
  readonly unsimulated?: string;
  readonly notes?: readonly string[];
}

/** An event of a user data stream. */
export interface UserEvent {
  /** The value of `e`. */
  readonly event: string;
  readonly products: readonly UserStreamProduct[];
  readonly summary: string;
  readonly origin: Origin;
  readonly fields: Fields;
  readonly view: EventView;
  /** The path of the id that identifies the event, by which duplicates are detected. */
  readonly identity?: readonly string[];
  readonly notes?: readonly string[];
}

/** The fields of a method of the WebSocket API. */
interface WsMethodFields {
  /** The product whose WebSocket API has the method; another product may have one of the same name. */
  readonly api: WsApiProduct;
  readonly method: string;
  readonly summary: string;
  /**
   * What a call of the method does, in words for its confirmation (a template like `Endpoint.inWords`); if
   * absent, the words of `endpoint` apply.
   */
  readonly inWords?: string;
  readonly origin: Exclude<Origin, 'document'>;
  /**
   * What a call must carry: `KEY` sends apiKey; `SIGNED` also timestamp and signature; `SESSION` works on a
   * connection that is logged on.
   */
  readonly security: 'NONE' | 'KEY' | 'SIGNED' | 'SESSION';
  readonly effect: Effect;
  readonly weight: Stated<Weight>;
  /**
   * The REST endpoint whose result the method gives; its parameters and rules apply unless the method
   * declares its own.
   */
  readonly endpoint?: Endpoint;
  /**
   * Id of the REST endpoint that does the same to a listen key as this method, with parameters and an answer
   * of its own.
   */
  readonly restEndpoint?: string;
  readonly params: Params;
  readonly rules?: readonly Rule[];
  /** Fields of the answer of the REST endpoint that are missing in the result of the method. */
  readonly omits?: readonly string[];
  /**
   * Set if one call of the method cancels an order and places another, each of which succeeds or fails on its
   * own.
   */
  readonly cancelReplace?: CancelReplaceParts;
  /**
   * What the answer of a WebSocket API write must have to prove that the write was done. Given only for a
   * method without `endpoint`; otherwise the proof of that REST endpoint applies.
   */
  readonly proof?: WriteProof;
}

/**
 * A method of the WebSocket API. A method that writes either names a REST endpoint, whose proof it shares, or
 * declares a proof of its own.
 */
export type WsMethod = WsMethodFields &
  (
    | { readonly effect: 'read' | 'dry-run' }
    | { readonly endpoint: Endpoint }
    | { readonly proof: WriteProof }
  );

/** The two parts of a method that cancels one order and places another. */
export interface CancelReplaceParts extends OrderReplacement {
  /** The names of the methods that only cancel (`cancels`) and only place an order. */
  readonly cancels: string;
  readonly places: string;
}

const field =
  <const K extends Field['is']>(is: K) =>
  <const A extends string>(about: A, name?: string) =>
    ({ is, about, ...(name === undefined ? {} : { name }) }) as const;

export const text = field('text');
export const decimal = field('decimal');
export const integer = field('integer');
export const time = field('time');
export const flag = field('boolean');
export const float = field('number');
export const levels = field('levels');

/** An object inside a message. */
export function object<const F extends Fields>(about: string, fields: F) {
  return { is: 'object', about, fields } as const;
}

/** A list of objects inside a message. */
export function list<const F extends Fields>(about: string, fields: F) {
  return { is: 'list', about, fields } as const;
}

/** Declares a field that some messages lack. */
export function optional<const F extends Field>(declared: F): F & { readonly isOptional: true } {
  return { ...declared, isOptional: true };
}

/** A field that messages of the public hosts have today and older messages lack. */
export function today<const F extends Field>(
  declared: F,
): F & { readonly isOptional: true; readonly origin: 'today' } {
  return { ...declared, isOptional: true, origin: 'today' };
}

/** A stream of futures that today carries the contracts of USD-M and COIN-M together. */
export const MERGED_TODAY = {
  otherContractsToday: 'merged',
  notes: ['Today the public hosts send the contracts of USD-M and COIN-M together.'],
} as const;

/** Returns the stream as declared. */
export function stream<const S extends Stream>(declared: S): S {
  return declared;
}

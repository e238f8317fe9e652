/** Types in which streams, user events and WebSocket API methods are declared, and the fields they share. */
import type { Effect, Endpoint, Origin, Params, Rule, Stated, Weight } from './types.ts';

/** Products with market streams. */
export type StreamProduct = 'spot' | 'usdm' | 'coinm' | 'options';

/** Accounts with a user data stream. */
export type UserStreamProduct = StreamProduct | 'margin';

/**
 * A field of a message. A decimal is text on the wire, `integer` and `time` are JSON numbers (`time` in ms unless
 * the connection asks for microseconds), `levels` are rows of price and quantity.
 */
export interface Field {
  readonly is: 'text' | 'decimal' | 'integer' | 'time' | 'boolean' | 'number' | 'levels' | 'object' | 'list';
  readonly about: string;
  /** Absent or null in some messages. */
  readonly isOptional?: true;
  /** Fields of an object, or of each element of a list. */
  readonly fields?: Fields;
  readonly origin?: 'today';
}

/** Fields by the letters of the wire, in the order the exchange writes them. */
export type Fields = Readonly<Record<string, Field>>;

/** A part of a stream's name that is filled in. */
export interface NameSlot {
  readonly about: string;
  /** A closed set; free text if absent. */
  readonly values?: readonly string[];
  /** The value if an optional part is omitted. */
  readonly default?: string;
  /** How the value is written in the name. */
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
  /** The word typed after `bourse stream`. */
  readonly kind: string;
  /** The name's pattern: `<slot>` is filled in, a part in brackets may be left out. */
  readonly name: string;
  /** The pattern of the public hosts where it differs from the document's today. */
  readonly nameToday?: string;
  readonly slots: Readonly<Record<string, NameSlot>>;
  readonly summary: string;
  readonly origin: Origin;
  /** The value of `e` in each message; absent where messages have none. */
  readonly event?: string;
  /** A message is one object, or an array of objects with these fields. */
  readonly payload: 'object' | 'array';
  readonly fields: Fields;
  readonly sequence: Sequence;
  /** Time between messages in ms: one number, or one for each speed; absent for real time. */
  readonly periodMs?: number | Readonly<Record<string, number>>;
  /** Sends only when something unusual happens, so that no message for hours is no sign of a fault. */
  readonly isRare?: true;
  /** The prefix in front of /ws and /stream on today's public futures and options hosts. */
  readonly routeToday?: 'public' | 'market';
  /** Listed by the document but no longer sent by the public hosts. */
  readonly isRetiredToday?: true;
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
  /** The path of the id that identifies the event, by which duplicates are detected. */
  readonly identity?: readonly string[];
  readonly notes?: readonly string[];
}

/** A method of the WebSocket API. */
export interface WsMethod {
  readonly method: string;
  readonly summary: string;
  /** What a call does, for its confirmation, in the form of an endpoint's; that of `endpoint` where absent. */
  readonly inWords?: string;
  readonly origin: Exclude<Origin, 'document'>;
  /** `KEY` sends apiKey; `SIGNED` also timestamp and signature; `SESSION` works on a connection that is logged on. */
  readonly security: 'NONE' | 'KEY' | 'SIGNED' | 'SESSION';
  readonly effect: Effect;
  readonly weight: Stated<Weight>;
  /** The REST endpoint whose result it gives; its parameters and rules hold where none are named here. */
  readonly endpoint?: Endpoint;
  /** Id of the REST endpoint that does the same to a listen key, with parameters and an answer of its own. */
  readonly restEndpoint?: string;
  readonly params: Params;
  readonly rules?: readonly Rule[];
  /** A cancellation and a placement in one call, each of which succeeds or fails on its own. */
  readonly cancelReplace?: CancelReplaceParts;
}

/** What a method that cancels one order and places another consists of. */
export interface CancelReplaceParts {
  /** The methods that only cancel and only place. */
  readonly cancels: string;
  readonly places: string;
  /** Ids of the REST endpoints that only cancel and only place. */
  readonly cancelEndpoint: string;
  readonly placeEndpoint: string;
  /** Parameters of the cancellation, by their names in the method `cancels`. */
  readonly cancelNames: Readonly<Record<string, string>>;
}

const field =
  <const K extends Field['is']>(is: K) =>
  <const A extends string>(about: A) =>
    ({ is, about }) as const;

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

/** A field that the public interface has today and older builds lack. */
export function today<const F extends Field>(
  declared: F,
): F & { readonly isOptional: true; readonly origin: 'today' } {
  return { ...declared, isOptional: true, origin: 'today' };
}

/** Returns the stream as declared. */
export function stream<const S extends Stream>(declared: S): S {
  return declared;
}

/** User data streams: the user events of an account, for readers of its listen key (interface document, User data stream). */

import type { Fields, UserStreamProduct } from '../../catalogue/stream-types.ts';
import { USER_EVENTS } from '../../catalogue/user-events.ts';
import type { Exchange } from '../engine/exchange.ts';
import type { ListenKey } from '../engine/ledger/listen-keys.ts';
import type { UserStreamEvent, UserStreamScope } from '../engine/ledger/user-events.ts';
import type { StreamReader } from './hub.ts';
import { Batch, type Message, TIME_FORMATS } from './message.ts';

/** A subscriber of user data streams. */
export interface UserStreamReader extends StreamReader {
  /** Called when the listen key has expired and its stream has ended. */
  onKeyExpired(listenKey: string): void;
}

/** The kinds of events that a reader of a user data stream is sent; if undefined, every kind. */
export type EventKinds = ReadonlySet<string> | undefined;

interface Session {
  readonly key: ListenKey;
  readonly readers: Map<UserStreamReader, EventKinds>;
}

/** Returns the product of a user data stream; for an isolated margin account the product is `margin`. */
export function productOf(scope: UserStreamScope): UserStreamProduct {
  return scope.startsWith('margin ') ? 'margin' : (scope as UserStreamProduct);
}

/**
 * Returns whether a user data stream sends an event. The stream of the cross margin account also sends the
 * account's risk events, which today's clients read from a separate stream.
 */
function carries(stream: UserStreamScope, { scope, isRisk }: UserStreamEvent): boolean {
  return stream === scope || (stream === 'margin-risk' && scope === 'margin' && isRisk === true);
}

export class UserStreams {
  readonly #exchange: Exchange;
  readonly #sessions = new Map<string, Session>();
  readonly #onDelivered: () => void;
  #stopListening: (() => void) | undefined;

  /** Takes `onDelivered`, which is called after events were delivered between the regular ticks. */
  constructor(exchange: Exchange, onDelivered: () => void) {
    this.#exchange = exchange;
    this.#onDelivered = onDelivered;
  }

  get isIdle(): boolean {
    return this.#sessions.size === 0;
  }

  /** Returns the listen key named by a stream, if it is valid and belongs to one of the products. */
  find(name: string, products: readonly UserStreamProduct[]): ListenKey | undefined {
    const { listenKeys, clock } = this.#exchange;
    const key = listenKeys.find(name, clock.now());
    return key !== undefined && products.includes(productOf(key.scope)) ? key : undefined;
  }

  subscribe(key: ListenKey, reader: UserStreamReader, kinds?: EventKinds): void {
    const session = this.#sessions.get(key.listenKey);
    if (session === undefined)
      this.#sessions.set(key.listenKey, { key, readers: new Map([[reader, kinds]]) });
    else session.readers.set(reader, kinds);
    this.#stopListening ??= this.#exchange.userEvents.subscribe((notice) => this.#deliver(notice));
  }

  unsubscribe(listenKey: string, reader: UserStreamReader): void {
    const session = this.#sessions.get(listenKey);
    session?.readers.delete(reader);
    if (session?.readers.size === 0) this.#remove(listenKey);
  }

  /** Ends the streams of listen keys that were closed or have expired. */
  endExpired(now: number): void {
    for (const [listenKey, { key, readers }] of this.#sessions) {
      if (this.#exchange.listenKeys.find(listenKey, now) === key) continue;
      this.#remove(listenKey);
      const batch = new Batch(listenKey, [expiredMessage(listenKey, now)]);
      for (const [reader, kinds] of readers) {
        if (includesKind(kinds, 'listenKeyExpired')) reader.receive(batch);
        reader.onKeyExpired(listenKey);
      }
    }
  }

  #remove(listenKey: string): void {
    this.#sessions.delete(listenKey);
    if (this.#sessions.size > 0) return;
    this.#stopListening?.();
    this.#stopListening = undefined;
  }

  #deliver(event: UserStreamEvent): void {
    const receivers = [...this.#sessions.values()].filter(
      ({ key }) => key.user === event.user && carries(key.scope, event),
    );
    if (receivers.length === 0) return;
    const text = event.payload();
    const kind = kindOf(text);
    const message = eventMessage(text, productOf(event.scope));
    for (const { key, readers } of receivers) {
      const batch = new Batch(key.listenKey, [message]);
      for (const [reader, kinds] of readers) if (includesKind(kinds, kind)) reader.receive(batch);
    }
    this.#onDelivered();
  }
}

function includesKind(kinds: EventKinds, kind: string): boolean {
  return kinds === undefined || kinds.has(kind);
}

/** Returns a user event as a message; the catalogue declares which of its fields are times. */
export function eventMessage(text: string, product: UserStreamProduct): Message {
  return (times) => (times === TIME_FORMATS.MILLISECOND ? text : inMicroseconds(text, product));
}

/** Returns the message that a listen key has expired (public facts, Spot user data stream). */
export function expiredMessage(listenKey: string, now: number): Message {
  return (times) => `{"e":"listenKeyExpired","E":${times.at(now)},"listenKey":"${listenKey}"}`;
}

/** The time fields by product and event, because the same letter is a time in one event and a number in another. */
const TIME_LETTERS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  USER_EVENTS.flatMap(({ event, products, fields }) =>
    products.map((product) => [`${product} ${event}`, new Set(timeLetters(fields))] as const),
  ),
);

function timeLetters(fields: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([letter, field]) =>
    field.is === 'time' ? [letter] : timeLetters(field.fields ?? {}),
  );
}

const EVENT = /^\{"e":"(\w+)"/;

function kindOf(text: string): string {
  return EVENT.exec(text)?.[1] ?? '';
}

/** Appends "000" to each time field of an event; times in ms have 13 digits until the year 2286. */
function inMicroseconds(text: string, product: UserStreamProduct): string {
  const letters = TIME_LETTERS.get(`${product} ${kindOf(text)}`);
  return text.replace(/"(\w+)":(\d{13})(?=[,}])/g, (whole, letter: string, ms: string) =>
    letters?.has(letter) === true ? `"${letter}":${ms}000` : whole,
  );
}

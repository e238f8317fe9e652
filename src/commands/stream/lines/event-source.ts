/** Reads messages as events, and finds the kind of each event in the catalogue. */
import {
  integer,
  levels,
  object,
  type StreamProduct,
  text,
  time,
  type UserStreamProduct,
} from '../../../catalogue/stream-types.ts';
import { STREAMS } from '../../../catalogue/streams.ts';
import { USER_EVENTS } from '../../../catalogue/user-events.ts';
import { readJson } from '../../../core/json.ts';
import { isObject, type JsonValue } from '../../../core/words.ts';
import { type SlotValues, streamNameParser } from '../../../request/stream-name.ts';
import type { EventKind } from '../../../stream/events/event-fields.ts';
import { EventReader } from '../../../stream/events/event-reader.ts';

/** What is known of the events that a command writes. */
export interface EventSource {
  /** The kinds of events that are expected; empty if none is known. */
  readonly kinds: readonly EventKind[];
  /** Whether lines of several kinds stand below each other. */
  readonly isMixed: boolean;
  /** Whether events of several streams are written, so that csv names the stream of each. */
  readonly hasStreams: boolean;
  /** Returns the kind of an event, if it is known, and the parts of its stream's name. */
  readonly kindOf: (event: JsonValue, stream: string | undefined) => KnownKind;
  /** Returns whether an event is shown; all are if absent. */
  readonly isShown?: (event: ReadEvent) => boolean;
  /** Says that none of the events so far is shown; undefined if one was, or if there was none. */
  readonly noMatch?: () => string | undefined;
  /** Returns the event as it is shown, such as with times in another form; as it was sent if absent. */
  readonly shownValue?: (event: ReadEvent) => JsonValue;
}

export interface KnownKind {
  readonly kind: EventKind | undefined;
  readonly inName: SlotValues;
}

/** An event of a message. */
export interface ReadEvent extends KnownKind {
  readonly value: JsonValue;
  readonly stream: string | undefined;
}

/** A message as its events: an array of events is divided, a wrapper with the stream's name removed. */
export interface ReadMessage {
  readonly events: readonly ReadEvent[];
  /** Whether the message was an array of events. */
  readonly isArray: boolean;
  /** Whether the events are all of the message, as they were sent. */
  readonly isUnchanged: boolean;
  /** The name of the stream in the wrapper; undefined without a wrapper. */
  readonly wrappedAs: string | undefined;
}

const EVENTS = new EventReader();
const UNKNOWN: KnownKind = { kind: undefined, inName: {} };

/** Returns the source of market streams by their names. With `isChanging` others are subscribed to later. */
export function marketSource(
  product: StreamProduct,
  names: readonly string[],
  isChanging: boolean,
): EventSource {
  const parse = streamNameParser(STREAMS.filter((stream) => stream.product === product));
  const known = new Map<string, KnownKind>();
  const kindsById = new Map<string, EventKind>();
  const find = (name: string): KnownKind => {
    const found = parse(name);
    if (found === undefined) return UNKNOWN;
    const { id, kind: title, fields, view } = found.stream;
    const kind = kindsById.get(id) ?? { title, fields, view };
    kindsById.set(id, kind);
    return { kind, inName: found.values };
  };
  const ofName = (name: string): KnownKind => {
    const found = known.get(name) ?? find(name);
    known.set(name, found);
    return found;
  };
  const kinds = [...new Set(names.map((name) => ofName(name).kind))].filter((kind) => kind !== undefined);
  return {
    kinds,
    isMixed: isChanging || kinds.length > 1,
    hasStreams: isChanging || names.length > 1,
    kindOf: (_event, stream) => (stream === undefined ? UNKNOWN : ofName(stream)),
  };
}

/** Lines that bourse writes for what it learned by queries instead of events. */
const QUERIED: EventKind = {
  title: 'queried',
  fields: {
    source: text('source'),
    kind: text('kind'),
    at: time('time of the answer', 'at'),
    data: object('data', {}),
  },
  view: {
    columns: [
      { at: 'at', title: 'time' },
      { at: 'kind', pinned: true },
      { at: 'data', pinned: true },
    ],
  },
};

/** Returns the source of the events of an account. */
export function userSource(product: UserStreamProduct): EventSource {
  const kinds = new Map<string, EventKind>();
  for (const { event, products, fields, view } of USER_EVENTS) {
    if ((products as readonly string[]).includes(product))
      kinds.set(event, { title: view.title ?? event, fields, view });
  }
  return {
    kinds: [...kinds.values(), QUERIED],
    isMixed: true,
    hasStreams: false,
    kindOf(event) {
      if (!isObject(event)) return UNKNOWN;
      const kind = event['source'] === 'rest' ? QUERIED : kinds.get(String(event['e']));
      return { kind, inName: {} };
    },
  };
}

/** Returns the source of the lines of order books. */
export function bookSource(): EventSource {
  const kind: EventKind = {
    title: 'book',
    fields: {
      symbol: text('symbol'),
      state: text('state'),
      lastUpdateId: integer('last update id'),
      eventTime: time('event time'),
      bids: levels('bids'),
      asks: levels('asks'),
    },
    view: {
      columns: [
        { at: 'eventTime', title: 'time' },
        { at: 'symbol', pinned: true },
        { at: 'state' },
        { at: 'bids.0.0', title: 'bid', pinned: true },
        { at: 'bids.0.1', title: 'bid quantity' },
        { at: 'asks.0.0', title: 'ask', pinned: true },
        { at: 'asks.0.1', title: 'ask quantity' },
        { at: 'lastUpdateId' },
      ],
      tint: { by: 'since-last', at: 'bids.0.0' },
      symbolAt: 'symbol',
    },
  };
  return { kinds: [kind], isMixed: false, hasStreams: false, kindOf: () => ({ kind, inName: {} }) };
}

/**
 * Returns the events of a message; undefined if it is not JSON. `stream` is the name of its stream, if that is known.
 */
export function readMessage(
  source: EventSource,
  message: Buffer,
  stream: string | undefined,
): ReadMessage | undefined {
  const value = readValue(message);
  if (value === undefined) return undefined;
  const isWrapped = isObject(value) && typeof value['stream'] === 'string' && value['data'] !== undefined;
  const wrappedAs = isWrapped ? (value['stream'] as string) : undefined;
  const data = isWrapped ? value['data']! : value;
  const name = wrappedAs ?? stream;
  const isArray = Array.isArray(data);
  const all = isArray ? (data as readonly JsonValue[]) : [data];
  const events = chosenEvents(
    source,
    all.map((one) => ({ value: one, stream: name, ...source.kindOf(one, name) })),
  );
  const isUnchanged = events.length === all.length && source.shownValue === undefined;
  return { events, isArray, isUnchanged, wrappedAs };
}

function readValue(message: Buffer): JsonValue | undefined {
  const event = EVENTS.readMessage(message);
  if (event !== undefined) return event;
  const read = readJson(message.toString('utf8'));
  return read.ok ? read.value : undefined;
}

/** Returns the events that are shown, as they are shown. */
export function chosenEvents(
  { isShown, shownValue }: EventSource,
  events: readonly ReadEvent[],
): readonly ReadEvent[] {
  const shown = isShown === undefined ? events : events.filter(isShown);
  return shownValue === undefined ? shown : shown.map((event) => ({ ...event, value: shownValue(event) }));
}

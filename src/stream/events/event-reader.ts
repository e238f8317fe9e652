/**
 * Reads events of the commonest kinds from their bytes by their known layout. An event with any surprise, such as
 * another member, a space, an escaped character or a number of more than 15 digits, is left to the JSON parser.
 */
import type { JsonObject, JsonValue } from '../../core/words.ts';
import { EventCursor, matches } from './event-cursor.ts';
import { EVENT_LAYOUTS } from './event-layouts.ts';
import { type ReadUsual, USUAL_EVENTS } from './usual-events.ts';

type SlotKind = '#' | '$' | '?' | '~' | '@';

interface Slot {
  /** The bytes before the value, up to the colon. */
  readonly before: Buffer;
  readonly kind: SlotKind;
  readonly key: string;
  /** Whether the value belongs to the inner object. */
  readonly isInner: boolean;
}

interface Layout {
  readonly slots: readonly Slot[];
  readonly after: Buffer;
  /** An event with its members in their order, which is copied for each event. */
  readonly shape: JsonObject;
  /** The member that is an object itself, if there is one. */
  readonly innerKey: string | undefined;
  /** Reads the event after the bytes before its first value; absent from all but the busiest layouts. */
  readonly read: ReadUsual | undefined;
}

/** The values of a shape. Numbers that are no small integers keep objects of all events in one form within V8. */
const PLACEHOLDERS: Readonly<Record<SlotKind, string>> = {
  '#': '1710506096000',
  $: '""',
  '?': 'true',
  '~': 'null',
  '@': '[]',
};
const SLOT = /"(\w+)":([#$?~@])/g;
const OPTIONAL = /\[([^\]]*)\]/;

const CLOSING_BRACE = 0x7d;
const WRAPPER = Buffer.from('{"stream":"');
const DATA = Buffer.from(',"data":');
const NULL = Buffer.from('null');

/** The member that holds the symbol in every layout. */
const SYMBOL = 's';

/** Reads events; it tries the layout of the last event first. */
export class EventReader {
  readonly #layouts: Layout[] = EVENT_LAYOUTS.flatMap(variantsOf).map(layoutOf);
  readonly #cursor = new EventCursor();

  /**
   * Returns the event from `start` to `end`, equal to what the JSON parser returns for it; undefined if it does not have a
   * known layout. The bytes must be valid UTF-8.
   */
  read(bytes: Buffer, start = 0, end = bytes.length): JsonObject | undefined {
    const layouts = this.#layouts;
    for (let index = 0; index < layouts.length; index += 1) {
      const layout = layouts[index]!;
      const { before } = layout.slots[0]!;
      if (!matches(bytes, before, start, end)) continue;
      this.#cursor.begin(start + before.length, end);
      const event = layout.read === undefined ? this.#readAs(layout, bytes) : this.#readUsual(layout, bytes);
      if (event === undefined) continue;
      if (index > 0) {
        layouts[index] = layouts[0]!;
        layouts[0] = layout;
      }
      return event;
    }
    return undefined;
  }

  /**
   * Returns the value of a message, which may wrap an event as `{"stream":…,"data":…}`; undefined if it is left to the
   * parser.
   */
  readMessage(message: Buffer): JsonObject | undefined {
    const last = message.length - 1;
    if (!matches(message, WRAPPER, 0, last) || message[last] !== CLOSING_BRACE) return this.read(message);
    const cursor = this.#cursor;
    cursor.begin(WRAPPER.length - 1, last);
    const stream = cursor.text(message);
    if (cursor.isSurprised || !cursor.skip(message, DATA)) return undefined;
    const data = this.read(message, cursor.at, last);
    return data === undefined ? undefined : { stream, data };
  }

  /** Reads the rest of an event by the function for its layout. */
  #readUsual({ read, after }: Layout, bytes: Buffer): JsonObject | undefined {
    const event = read!(this.#cursor, bytes);
    return this.#isWhole(bytes, after) ? event : undefined;
  }

  /** Reads the rest of an event, one value after another. */
  #readAs({ slots, after, shape, innerKey }: Layout, bytes: Buffer): JsonObject | undefined {
    const cursor = this.#cursor;
    const event: Record<string, JsonValue> = { ...shape };
    const inner: Record<string, JsonValue> | undefined =
      innerKey === undefined ? undefined : { ...(shape[innerKey] as JsonObject) };
    if (inner !== undefined) event[innerKey!] = inner;
    for (let index = 0; index < slots.length; index += 1) {
      const { before, kind, key, isInner } = slots[index]!;
      if (index > 0 && !cursor.skip(bytes, before)) return undefined;
      const value = key === SYMBOL ? cursor.symbol(bytes) : this.#value(kind, bytes);
      if (cursor.isSurprised) return undefined;
      if (isInner) inner![key] = value;
      else event[key] = value;
    }
    return this.#isWhole(bytes, after) ? event : undefined;
  }

  /** Returns whether the event ends, without a surprise, after the given bytes. */
  #isWhole(bytes: Buffer, after: Buffer): boolean {
    const { at, end, isSurprised } = this.#cursor;
    return !isSurprised && at + after.length === end && matches(bytes, after, at, end);
  }

  #value(kind: SlotKind, bytes: Buffer): JsonValue {
    const cursor = this.#cursor;
    if (kind === '$') return cursor.text(bytes);
    if (kind === '#') return cursor.integer(bytes);
    if (kind === '@') return cursor.levels(bytes);
    if (kind === '?') return cursor.flag(bytes);
    return cursor.skip(bytes, NULL) ? null : cursor.text(bytes);
  }
}

/** Returns the layouts with and without each part in brackets. */
function variantsOf(text: string): readonly string[] {
  const optional = OPTIONAL.exec(text);
  if (optional === null) return [text];
  const [part, inside = ''] = optional;
  return [...variantsOf(text.replace(part, inside)), ...variantsOf(text.replace(part, ''))];
}

function layoutOf(text: string): Layout {
  const innerAt = text.indexOf('{', 1);
  const innerKey = /"(\w+)":\{/.exec(text)?.[1];
  const slots: Slot[] = [];
  let at = 0;
  for (const {
    0: { length },
    1: key = '',
    2: kind,
    index,
  } of text.matchAll(SLOT)) {
    const end = index + length;
    const before = Buffer.from(text.slice(at, end - 1));
    slots.push({ before, kind: kind as SlotKind, key, isInner: innerAt !== -1 && index > innerAt });
    at = end;
  }
  const sample = text.replace(SLOT, (_, key: string, kind: SlotKind) => `"${key}":${PLACEHOLDERS[kind]}`);
  const shape = JSON.parse(sample) as JsonObject;
  return { slots, after: Buffer.from(text.slice(at)), shape, innerKey, read: USUAL_EVENTS.get(text) };
}

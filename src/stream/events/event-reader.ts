/**
 * Reads events of the commonest kinds from their bytes by their known layout. An event with any surprise, such as
 * another member, a space, an escaped character or a number of more than 15 digits, is left to the JSON parser.
 */
import type { JsonObject, JsonValue } from '../../core/words.ts';
import { EVENT_LAYOUTS } from './event-layouts.ts';

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

/** The number of digits up to which a JavaScript number holds every integer exactly. */
const SAFE_DIGITS = 15;
const ZERO = 0x30;
const NINE = 0x39;
const MINUS = 0x2d;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const SPACE = 0x20;
const LAST_ASCII = 0x7f;
const CLOSING_BRACE = 0x7d;
const WRAPPER = Buffer.from('{"stream":"');
const DATA = Buffer.from(',"data":');
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL = Buffer.from('null');

/** The member that holds the symbol in every layout. */
const SYMBOL = 's';

/** A method of Node's buffers without the checks of `toString`; the types lack it. */
interface Latin1Bytes {
  latin1Slice(start: number, end: number): string;
}

/** Reads events; it tries the layout of the last event first. */
export class EventReader {
  readonly #layouts: Layout[] = EVENT_LAYOUTS.flatMap(variantsOf).map(layoutOf);
  /** The position up to which the bytes are read, and the end of the event. */
  #at = 0;
  #end = 0;
  #isSurprised = false;
  #lastSymbol = '';

  /**
   * Returns the event from `start` to `end`, equal to what the JSON parser returns for it; undefined if it does not have a
   * known layout. The bytes must be valid UTF-8.
   */
  read(bytes: Buffer, start = 0, end = bytes.length): JsonObject | undefined {
    const layouts = this.#layouts;
    for (let index = 0; index < layouts.length; index += 1) {
      const layout = layouts[index]!;
      if (!matches(bytes, layout.slots[0]!.before, start, end)) continue;
      const event = this.#readAs(layout, bytes, start, end);
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
    this.#at = WRAPPER.length - 1;
    this.#end = last;
    this.#isSurprised = false;
    const stream = this.#text(message);
    if (this.#isSurprised || !this.#skip(message, DATA)) return undefined;
    const data = this.read(message, this.#at, last);
    return data === undefined ? undefined : { stream, data };
  }

  #readAs({ slots, after, shape, innerKey }: Layout, bytes: Buffer, start: number, end: number) {
    const event: Record<string, JsonValue> = { ...shape };
    const inner: Record<string, JsonValue> | undefined =
      innerKey === undefined ? undefined : { ...(shape[innerKey] as JsonObject) };
    if (inner !== undefined) event[innerKey!] = inner;
    this.#at = start;
    this.#end = end;
    this.#isSurprised = false;
    for (let index = 0; index < slots.length; index += 1) {
      const { before, kind, key, isInner } = slots[index]!;
      if (!matches(bytes, before, this.#at, end)) return undefined;
      this.#at += before.length;
      const value = key === SYMBOL ? this.#symbol(bytes) : this.#value(kind, bytes);
      if (this.#isSurprised) return undefined;
      if (isInner) inner![key] = value;
      else event[key] = value;
    }
    const isWhole = this.#at + after.length === end && matches(bytes, after, this.#at, end);
    return isWhole ? event : undefined;
  }

  #value(kind: SlotKind, bytes: Buffer): JsonValue {
    if (kind === '$') return this.#text(bytes);
    if (kind === '#') return this.#integer(bytes);
    if (kind === '@') return this.#levels(bytes);
    if (kind === '?') return this.#skip(bytes, TRUE) || !(this.#skip(bytes, FALSE) || this.#surprise());
    return this.#skip(bytes, NULL) ? null : this.#text(bytes);
  }

  #integer(bytes: Buffer): number {
    const isNegative = bytes[this.#at] === MINUS;
    const start = isNegative ? this.#at + 1 : this.#at;
    const first = bytes[start]!;
    let at = start;
    let value = 0;
    for (; at < this.#end; at += 1) {
      const digit = bytes[at]!;
      if (digit < ZERO || digit > NINE) break;
      value = value * 10 + (digit - ZERO);
    }
    const digits = at - start;
    // A zero in front is no JSON number, and minus zero no integer.
    const isOdd = first === ZERO && (digits > 1 || isNegative);
    if (digits === 0 || digits > SAFE_DIGITS || isOdd) this.#surprise();
    this.#at = at;
    return isNegative ? -value : value;
  }

  #text(bytes: Buffer): string {
    if (bytes[this.#at] !== QUOTE) this.#surprise();
    const start = this.#at + 1;
    let at = start;
    let byte = QUOTE;
    for (; at < this.#end; at += 1) {
      byte = bytes[at]!;
      if (byte === QUOTE || byte === BACKSLASH || byte < SPACE || byte > LAST_ASCII) break;
    }
    if (byte !== QUOTE || at >= this.#end) this.#surprise();
    this.#at = at + 1;
    if (this.#isSurprised) return '';
    return (bytes as Buffer & Latin1Bytes).latin1Slice(start, at);
  }

  /** Reads the symbol of an event, which mostly is that of the last event. */
  #symbol(bytes: Buffer): string {
    const last = this.#lastSymbol;
    const start = this.#at + 1;
    const end = start + last.length;
    if (end < this.#end && bytes[this.#at] === QUOTE && bytes[end] === QUOTE) {
      let index = 0;
      while (index < last.length && bytes[start + index] === last.charCodeAt(index)) index += 1;
      if (index === last.length) {
        this.#at = end + 1;
        return last;
      }
    }
    this.#lastSymbol = this.#text(bytes);
    return this.#lastSymbol;
  }

  /** Reads a list of pairs of texts, such as [["70000.00","0.5"]]. */
  #levels(bytes: Buffer): JsonValue {
    const levels: JsonValue[] = [];
    this.#take(bytes, OPENING_BRACKET);
    while (!this.#isSurprised && bytes[this.#at] !== CLOSING_BRACKET) {
      if (levels.length > 0) this.#take(bytes, COMMA);
      this.#take(bytes, OPENING_BRACKET);
      const price = this.#text(bytes);
      this.#take(bytes, COMMA);
      levels.push([price, this.#text(bytes)]);
      this.#take(bytes, CLOSING_BRACKET);
    }
    this.#take(bytes, CLOSING_BRACKET);
    return levels;
  }

  #take(bytes: Buffer, byte: number): void {
    if (this.#at >= this.#end || bytes[this.#at] !== byte) this.#surprise();
    this.#at += 1;
  }

  #skip(bytes: Buffer, word: Buffer): boolean {
    if (!matches(bytes, word, this.#at, this.#end)) return false;
    this.#at += word.length;
    return true;
  }

  #surprise(): false {
    this.#isSurprised = true;
    return false;
  }
}

function matches(bytes: Buffer, part: Buffer, at: number, end: number): boolean {
  const { length } = part;
  if (at + length > end) return false;
  for (let index = 0; index < length; index += 1) if (bytes[at + index] !== part[index]) return false;
  return true;
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
  return { slots, after: Buffer.from(text.slice(at)), shape: JSON.parse(sample) as JsonObject, innerKey };
}

/**
 * Reads the values of an event from its bytes. Whatever the known layouts don't have is a surprise: the values read then
 * mean nothing, and the event is left to the JSON parser.
 */
import type { JsonValue } from '../../core/words.ts';

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
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');

/** A method of Node's buffers without the checks of `toString`; the types lack it. */
interface Latin1Bytes {
  latin1Slice(start: number, end: number): string;
}

/** A position in the bytes of an event; each method reads from it and moves it behind what it has read. */
export class EventCursor {
  /** The position up to which the bytes are read, and the end of the event. */
  at = 0;
  end = 0;
  isSurprised = false;
  #lastSymbol = '';

  /** Starts to read at a position. */
  begin(at: number, end: number): void {
    this.at = at;
    this.end = end;
    this.isSurprised = false;
  }

  /** Reads an integer of at most 15 digits. */
  integer(bytes: Buffer): number {
    const { end } = this;
    const isNegative = bytes[this.at] === MINUS;
    const start = isNegative ? this.at + 1 : this.at;
    const first = bytes[start]!;
    let at = start;
    let value = 0;
    for (; at < end; at += 1) {
      const digit = bytes[at]!;
      if (digit < ZERO || digit > NINE) break;
      value = value * 10 + (digit - ZERO);
    }
    const digits = at - start;
    // A zero in front is no JSON number, and minus zero no integer.
    const isOdd = first === ZERO && (digits > 1 || isNegative);
    if (digits === 0 || digits > SAFE_DIGITS || isOdd) this.#surprise();
    this.at = at;
    return isNegative ? -value : value;
  }

  /** Reads a string of ASCII without escaped characters; empty after a surprise. */
  text(bytes: Buffer): string {
    const { end } = this;
    if (bytes[this.at] !== QUOTE) this.#surprise();
    const start = this.at + 1;
    let at = start;
    let byte = QUOTE;
    for (; at < end; at += 1) {
      byte = bytes[at]!;
      if (byte === QUOTE || byte === BACKSLASH || byte < SPACE || byte > LAST_ASCII) break;
    }
    if (byte !== QUOTE || at >= end) this.#surprise();
    this.at = at + 1;
    if (this.isSurprised) return '';
    return (bytes as Buffer & Latin1Bytes).latin1Slice(start, at);
  }

  /** Reads true or false. */
  flag(bytes: Buffer): boolean {
    return this.skip(bytes, TRUE) || !(this.skip(bytes, FALSE) || this.#surprise());
  }

  /** Passes over the name of the next member; other bytes are a surprise. */
  key(bytes: Buffer, key: Buffer): this {
    if (!this.skip(bytes, key)) this.#surprise();
    return this;
  }

  /** Reads the symbol of an event, which mostly is that of the last event. */
  symbol(bytes: Buffer): string {
    const last = this.#lastSymbol;
    const start = this.at + 1;
    const end = start + last.length;
    if (end < this.end && bytes[this.at] === QUOTE && bytes[end] === QUOTE) {
      let index = 0;
      while (index < last.length && bytes[start + index] === last.charCodeAt(index)) index += 1;
      if (index === last.length) {
        this.at = end + 1;
        return last;
      }
    }
    this.#lastSymbol = this.text(bytes);
    return this.#lastSymbol;
  }

  /** Reads a list of pairs of texts, such as [["70000.00","0.5"]]. */
  levels(bytes: Buffer): JsonValue {
    const levels: JsonValue[] = [];
    this.#take(bytes, OPENING_BRACKET);
    while (!this.isSurprised && bytes[this.at] !== CLOSING_BRACKET) {
      if (levels.length > 0) this.#take(bytes, COMMA);
      this.#take(bytes, OPENING_BRACKET);
      const price = this.text(bytes);
      this.#take(bytes, COMMA);
      levels.push([price, this.text(bytes)]);
      this.#take(bytes, CLOSING_BRACKET);
    }
    this.#take(bytes, CLOSING_BRACKET);
    return levels;
  }

  #take(bytes: Buffer, byte: number): void {
    if (this.at >= this.end || bytes[this.at] !== byte) this.#surprise();
    this.at += 1;
  }

  /** Passes over the given bytes; returns false, and stays, if others are there. */
  skip(bytes: Buffer, word: Buffer): boolean {
    if (!matches(bytes, word, this.at, this.end)) return false;
    this.at += word.length;
    return true;
  }

  #surprise(): false {
    this.isSurprised = true;
    return false;
  }
}

/** Returns whether `part` stands at a position, before the end. */
export function matches(bytes: Buffer, part: Buffer, at: number, end: number): boolean {
  const { length } = part;
  if (at + length > end) return false;
  for (let index = 0; index < length; index += 1) if (bytes[at + index] !== part[index]) return false;
  return true;
}

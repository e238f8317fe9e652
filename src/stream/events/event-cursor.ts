/**
 * Reads the values of an event from its bytes. Whatever the known layouts don't have is a surprise: the values read then
 * mean nothing, and the event is left to the JSON parser.
 */
import type { JsonValue } from '../../core/words.ts';

/** The powers of ten for the digits of an integer after its first nine. */
const POWERS = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6];
/** The number of bytes between the texts of a pair, as in `","q":"`. */
export const PAIR_GAP = 7;
const MINUS = 0x2d;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const FALSE = Buffer.from('false');

/** A method of Node's buffers without the checks of `toString`; the types lack it. */
interface Latin1Bytes {
  latin1Slice(start: number, end: number): string;
}

/**
 * A position in the bytes of an event; each method reads from it and moves it behind what it has read. The methods that
 * read most bytes have constants of their own: those of a module are variables in a bundle, which V8 loads for each byte.
 */
export class EventCursor {
  /** The position up to which the bytes are read, and the end of the event. */
  at = 0;
  end = 0;
  isSurprised = false;
  /** The length of the first of the two texts that `pair` read last. */
  firstLength = 0;
  #lastSymbol = '';

  /** Starts to read at a position. */
  begin(at: number, end: number): void {
    this.at = at;
    this.end = end;
    this.isSurprised = false;
  }

  /**
   * Reads an integer of at most 15 digits, which a JavaScript number holds exactly; a further digit is a surprise of
   * whatever is read next. It does so in two parts, because V8 multiplies integers of 32 bits faster than larger ones.
   */
  integer(bytes: Buffer): number {
    const zero = 0x30;
    const isNegative = bytes[this.at] === MINUS;
    const start = isNegative ? this.at + 1 : this.at;
    const middle = Math.min(start + 9, this.end);
    let at = start;
    let value = 0;
    for (; at < middle; at += 1) {
      const digit = bytes[at]! - zero;
      // As an unsigned number, a byte below the zero is above nine.
      if (digit >>> 0 > 9) break;
      value = (value * 10 + digit) | 0;
    }
    if (at === start + 9) {
      const end = Math.min(start + 15, this.end);
      let low = 0;
      for (; at < end; at += 1) {
        const digit = bytes[at]! - zero;
        if (digit >>> 0 > 9) break;
        low = (low * 10 + digit) | 0;
      }
      value = value * POWERS[at - middle]! + low;
    }
    const digits = at - start;
    // A zero in front is no JSON number, and minus zero no integer.
    const isOdd = bytes[start] === zero && (digits > 1 || isNegative);
    if (digits === 0 || isOdd) this.#surprise();
    this.at = at;
    return isNegative ? -value : value;
  }

  /** Reads a string of ASCII without escaped characters; empty after a surprise. */
  text(bytes: Buffer): string {
    const start = this.at + 1;
    this.#passText(bytes);
    return this.isSurprised ? '' : latin1(bytes, start, this.at - 1);
  }

  /**
   * Reads two members whose values are texts and whose names are one letter each, such as a price and its quantity. Returns
   * the texts with the bytes between them, because V8 takes longer to make a string from bytes than to cut two from a string:
   * the first has `firstLength` characters, the second begins `PAIR_GAP` characters after it. Empty after a surprise.
   */
  pair(bytes: Buffer, firstLetter: number, secondLetter: number): string {
    const start = this.key(bytes, firstLetter).at + 1;
    this.#passText(bytes);
    this.firstLength = this.at - 1 - start;
    this.key(bytes, secondLetter).#passText(bytes);
    return this.isSurprised ? '' : latin1(bytes, start, this.at - 1);
  }

  /** Passes over a string of ASCII without escaped characters. */
  #passText(bytes: Buffer): void {
    const quote = 0x22;
    const backslash = 0x5c;
    const point = 0x2e;
    const nine = 0x39;
    const space = 0x20;
    const lastAscii = 0x7f;
    const { end } = this;
    if (bytes[this.at] !== quote) this.#surprise();
    let at = this.at + 1;
    let byte = quote;
    for (; at < end; at += 1) {
      byte = bytes[at]!;
      // One comparison for the digits and the point of a decimal.
      if ((byte - point) >>> 0 <= nine - point) continue;
      if (byte === quote || byte === backslash || byte < space || byte > lastAscii) break;
    }
    if (byte !== quote || at >= end) this.#surprise();
    this.at = at + 1;
  }

  /** Reads true or false. One that begins before the end of the event and ends behind it is a surprise of the end. */
  flag(bytes: Buffer): boolean {
    const { at } = this;
    const isTrue =
      bytes[at] === 0x74 && bytes[at + 1] === 0x72 && bytes[at + 2] === 0x75 && bytes[at + 3] === 0x65;
    if (isTrue) this.at = at + 4;
    else if (!this.skip(bytes, FALSE)) this.#surprise();
    return isTrue;
  }

  /** Passes over the name of the next member, which is one letter, as in `,"p":`; other bytes are a surprise. */
  key(bytes: Buffer, letter: number): this {
    const comma = 0x2c;
    const quote = 0x22;
    const colon = 0x3a;
    const { at } = this;
    // One by one they take half the time of a loop over the bytes of the name. Past the end, the value is a surprise.
    const isKey =
      bytes[at] === comma &&
      bytes[at + 1] === quote &&
      bytes[at + 2] === letter &&
      bytes[at + 3] === quote &&
      bytes[at + 4] === colon;
    if (!isKey) this.#surprise();
    this.at = at + 5;
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

function latin1(bytes: Buffer, start: number, end: number): string {
  return (bytes as Buffer & Latin1Bytes).latin1Slice(start, end);
}

/** Returns whether `part` stands at a position, before the end. */
export function matches(bytes: Buffer, part: Buffer, at: number, end: number): boolean {
  const { length } = part;
  if (at + length > end) return false;
  for (let index = 0; index < length; index += 1) if (bytes[at + index] !== part[index]) return false;
  return true;
}

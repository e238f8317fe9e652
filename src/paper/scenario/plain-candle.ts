/**
 * Reads candles of a scenario file from their bytes. Most lines of a scenario file are candles, and reading their
 * digits takes a fraction of the time of a JSON parser.
 */
import type { CandleUnits } from '../market/price-lists.ts';
import { type CandleInterval, INTERVALS } from './records.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const POINT = 0x2e;
const DIGIT_0 = 0x30;
const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const LAST_ASCII = 0x7f;

/** An integer of at most this many digits is safe. */
const DIGITS_MAX = 15;
/** Texts are compared and digits are read by words of this many bytes, where a word is left. */
const WORD_BYTES = 4;
/** In a word of four ASCII digits, the upper halves of all bytes, also if 6 is added to each byte. */
const UPPER_HALVES = 0xf0f0f0f0;
const DIGITS_UPPER = 0x30303030;
const SIXES = 0x06060606;

const NOTHING = viewOf(Buffer.alloc(0));

/** The members of a candle. The first four are the prices, in the order of the arrays that hold them. */
const NAMES = ['o', 'h', 'l', 'c', 't', 'interval', 'symbol', 'kind'];
const TIME = 4;
const INTERVAL = 5;
const SYMBOL = 6;
const KIND = 7;
const ALL_MEMBERS = (1 << NAMES.length) - 1;
/** The members that most lines have in common with the line before them. */
const SHARED_MEMBERS = (1 << INTERVAL) | (1 << SYMBOL) | (1 << KIND);
/** The names with their closing quotes and colons. */
const NAME_BYTES = NAMES.map((name) => Buffer.from(`${name}":`));
/** The members by the first letters of their names; -1 for other letters. */
const BY_LETTER = new Int8Array(256).fill(-1);
for (const [member, name] of NAMES.entries()) BY_LETTER[name.charCodeAt(0)] = member;

const KIND_BYTES = Buffer.from('"candle"');
const MINUTE_BYTES = Buffer.from('"1m"');
const SECOND_BYTES = Buffer.from('"1s"');

/**
 * The candle that was read last from bytes. One object serves all lines, because otherwise most of the time would go
 * into creating objects.
 */
export class PlainCandle implements CandleUnits {
  /** The symbol as it is written. */
  symbol = '';
  interval: CandleInterval = '1m';
  time = 0;
  scale = 0;
  open = 0;
  high = 0;
  low = 0;
  close = 0;
  #bytes: Uint8Array = KIND_BYTES;
  #view = viewOf(KIND_BYTES);
  #at = 0;
  /** The bytes of the symbol and its closing quote. */
  #symbolBytes: Uint8Array = Buffer.from('"');
  /**
   * The bytes of the line before up to its time, if its shared members, and no others, are there; else none. A line that
   * begins with the same bytes has the same members.
   */
  #head = NOTHING;
  readonly #units = new Float64Array(4);
  readonly #scales = new Uint8Array(4);

  /**
   * Reads the candle in the line that starts at an index of the bytes, and returns the index after its line feed.
   * Returns -1 where the line must be read as JSON: it is not a candle or not complete, it has a fault, further
   * members, escapes, characters outside ASCII, numbers of many digits, or white space other than single spaces after
   * punctuation.
   */
  read(bytes: Uint8Array, start: number): number {
    if (bytes !== this.#bytes) {
      this.#bytes = bytes;
      this.#view = viewOf(bytes);
    }
    this.#at = start;
    let seen = this.#readHead();
    if (seen < 0) return -1;
    while (seen === 0 || this.#pass(COMMA)) {
      this.#pass(SPACE);
      const member = this.#readName();
      if (member < 0 || (seen & (1 << member)) !== 0) return -1;
      if (member === TIME && seen === SHARED_MEMBERS) {
        this.#head = viewOf(Buffer.from(this.#bytes.subarray(start, this.#at)));
      }
      if (!this.#readValue(member)) return -1;
      seen |= 1 << member;
    }
    if (seen !== ALL_MEMBERS || !this.#pass(CLOSING_BRACE)) return -1;
    this.#pass(CARRIAGE_RETURN);
    return this.#pass(LINE_FEED) && this.#takePrices() && this.time % INTERVALS[this.interval] === 0
      ? this.#at
      : -1;
  }

  /**
   * Moves past the head of the line before and the time after it, or past an opening brace. Returns the members that were
   * read; -1 where there is neither.
   */
  #readHead(): number {
    if (this.#head.byteLength > 0 && this.#passHead()) {
      return this.#readTime() ? SHARED_MEMBERS | (1 << TIME) : -1;
    }
    // What follows may set another symbol or interval than those of the head.
    this.#head = NOTHING;
    return this.#pass(OPENING_BRACE) ? 0 : -1;
  }

  /** Moves past the head of the line before; returns false if other bytes are here. */
  #passHead(): boolean {
    const view = this.#view;
    const head = this.#head;
    const from = this.#at;
    const { byteLength } = head;
    if (from + byteLength > view.byteLength) return false;
    let at = 0;
    for (; at + WORD_BYTES <= byteLength; at += WORD_BYTES) {
      if (view.getInt32(from + at, true) !== head.getInt32(at, true)) return false;
    }
    for (; at < byteLength; at += 1) if (view.getUint8(from + at) !== head.getUint8(at)) return false;
    this.#at = from + byteLength;
    return true;
  }

  /** Moves past a byte; returns false if another one is here. */
  #pass(byte: number): boolean {
    if (this.#bytes[this.#at] !== byte) return false;
    this.#at += 1;
    return true;
  }

  /** Moves past a text; returns false if another one is here. */
  #passText(text: Uint8Array): boolean {
    const bytes = this.#bytes;
    const from = this.#at;
    for (let index = 0; index < text.length; index += 1) {
      if (bytes[from + index] !== text[index]) return false;
    }
    this.#at = from + text.length;
    return true;
  }

  /** Moves past the name of a member and returns its number; -1 for any other name. */
  #readName(): number {
    if (!this.#pass(QUOTE)) return -1;
    const member = BY_LETTER[this.#bytes[this.#at]!] ?? -1;
    if (member < 0 || !this.#passText(NAME_BYTES[member]!)) return -1;
    this.#pass(SPACE);
    return member;
  }

  #readValue(member: number): boolean {
    if (member < TIME) return this.#readPrice(member);
    if (member === TIME) return this.#readTime();
    if (member === INTERVAL) return this.#readInterval();
    if (member === SYMBOL) return this.#readSymbol();
    return this.#passText(KIND_BYTES);
  }

  #readTime(): boolean {
    const from = this.#at;
    if (this.#bytes[from] === DIGIT_0) return false;
    this.time = this.#readDigits(0);
    return this.#at > from && this.#at - from <= DIGITS_MAX;
  }

  #readInterval(): boolean {
    const isMinute = this.#passText(MINUTE_BYTES);
    this.interval = isMinute ? '1m' : '1s';
    return isMinute || this.#passText(SECOND_BYTES);
  }

  #readSymbol(): boolean {
    if (!this.#pass(QUOTE)) return false;
    if (this.#passText(this.#symbolBytes)) return this.symbol !== '';
    const bytes = this.#bytes;
    const from = this.#at;
    let to = from;
    for (let byte = bytes[to]; byte !== QUOTE; byte = bytes[to]) {
      if (byte === undefined || byte < SPACE || byte > LAST_ASCII || byte === BACKSLASH) return false;
      to += 1;
    }
    this.#at = to + 1;
    this.#symbolBytes = Buffer.from(bytes.subarray(from, to + 1));
    this.symbol = this.#symbolBytes.subarray(0, -1).toString();
    return this.symbol !== '';
  }

  #readPrice(place: number): boolean {
    if (!this.#pass(QUOTE)) return false;
    const from = this.#at;
    const whole = this.#readDigits(0);
    const point = this.#at;
    if (point === from) return false;
    let units = whole;
    let scale = 0;
    if (this.#pass(POINT)) {
      units = this.#readDigits(whole);
      scale = this.#at - point - 1;
      if (scale === 0) return false;
    }
    this.#units[place] = units;
    this.#scales[place] = scale;
    return this.#at - from <= DIGITS_MAX && this.#pass(QUOTE);
  }

  /** Moves past digits, and returns the integer that they make when appended to a number's digits. */
  #readDigits(number: number): number {
    const view = this.#view;
    const { byteLength } = view;
    let at = this.#at;
    let integer = number;
    while (at + WORD_BYTES <= byteLength) {
      const word = view.getInt32(at, true);
      if (!isDigits(word)) break;
      integer = integer * 10_000 + integerOf(word);
      at += WORD_BYTES;
    }
    for (; at < byteLength; at += 1) {
      const digit = view.getUint8(at) - DIGIT_0;
      if (digit < 0 || digit > 9) break;
      integer = integer * 10 + digit;
    }
    this.#at = at;
    return integer;
  }

  /**
   * Takes the prices over in units of the largest scale among them. Returns false for prices that a candle cannot have,
   * and for prices that would not be safe integers.
   */
  #takePrices(): boolean {
    const scales = this.#scales;
    const scale = Math.max(scales[0]!, scales[1]!, scales[2]!, scales[3]!);
    this.scale = scale;
    this.open = this.#unitsIn(scale, 0);
    this.high = this.#unitsIn(scale, 1);
    this.low = this.#unitsIn(scale, 2);
    this.close = this.#unitsIn(scale, 3);
    const { open, high, low, close } = this;
    return (
      low > 0 &&
      low <= open &&
      low <= close &&
      high >= open &&
      high >= close &&
      high <= Number.MAX_SAFE_INTEGER
    );
  }

  /** Returns a price as units of 10^-scale. */
  #unitsIn(scale: number, place: number): number {
    const own = this.#scales[place]!;
    return own === scale ? this.#units[place]! : this.#units[place]! * 10 ** (scale - own);
  }
}

/** Returns whether the four bytes of a word are ASCII digits. */
function isDigits(word: number): boolean {
  return (word & UPPER_HALVES) === DIGITS_UPPER && ((word + SIXES) & UPPER_HALVES) === DIGITS_UPPER;
}

/** Returns the integer of four ASCII digits, the first in the lowest byte: pairs of digits first, then both pairs. */
function integerOf(word: number): number {
  const pairs = (Math.imul(word & 0x0f0f0f0f, 10 * 0x100 + 1) >>> 8) & 0x00ff00ff;
  return Math.imul(pairs, 100 * 0x10000 + 1) >>> 16;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

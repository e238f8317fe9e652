/**
 * Checks the csv of an archive file in one pass over its bytes. Most files are plain: every value has the form of its column, the
 * keys ascend, times are in one unit. DuckDB then reads the bytes as they are, which takes a third of the time. A file that is not
 * plain in any way is left to the check of each value, which knows what is wrong with it.
 */
import type { PageCell } from './sync/page-layouts.ts';
import { type LakeTable, partitionEnd, partitionOf, type Series } from './tables.ts';

/** Consecutive rows between which nothing is missing: their times, Unix ms, and their ids if they have some. */
export interface PlainRun {
  readonly from: number;
  /** The first moment after the last row. */
  readonly to: number;
  readonly minId: number | null;
  readonly maxId: number | null;
}

/** The lines of one partition. */
export interface PlainStretch {
  readonly partition: string;
  /** The bytes from the first one to before `end`. */
  readonly start: number;
  readonly end: number;
  readonly rows: number;
  readonly firstMs: number;
  readonly lastMs: number;
  /** Whether an amount has too many digits for the type through which the others are read faster. */
  readonly hasLongAmounts: boolean;
  readonly runs: readonly PlainRun[];
}

/** A file whose every line is plain. */
export interface PlainFile {
  /** The values of its lines. */
  readonly cells: readonly PageCell[];
  readonly unit: 'ms' | 'us';
  readonly stretches: readonly PlainStretch[];
}

export interface PlainOptions {
  /** The values of a line, of which the last `optional` ones may be absent in all lines. */
  readonly cells: readonly PageCell[];
  readonly optional: number;
  readonly series: Series;
  readonly table: LakeTable;
  /** The length of a candle, ms; undefined for rows with ids. */
  readonly spanMs: number | undefined;
  /** Times must be multiples of it, ms. */
  readonly stepMs: number;
  /** Rows from this moment on are not final, Unix ms. */
  readonly now: number;
}

const LINE_FEED = 0x0a;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const DIGIT_0 = 0x30;

const PRICE_DIGITS = 10;
const AMOUNT_DIGITS = 30;
const DECIMALS = 8;
const INTEGER_DIGITS = 16;
/** Integers with more digits may not be exact as a JavaScript number. */
const KEY_DIGITS = 15;
const MS_DIGITS = 13;
const US_DIGITS = 16;

/** Returns what a file has, or undefined if it is not plain or has no rows. */
export function readPlain(bytes: Buffer, options: PlainOptions): PlainFile | undefined {
  const start = isDigit(bytes[0]) ? 0 : bytes.indexOf(LINE_FEED) + 1;
  const cells = cellsInLine(bytes, start, options);
  if (cells === undefined) return undefined;
  return new PlainScan(bytes, cells, options).read(start);
}

/** Returns the values that the lines have by the number of commas in the first one. */
function cellsInLine(bytes: Buffer, start: number, { cells, optional }: PlainOptions) {
  let count = 1;
  for (let at = start; at < bytes.length && bytes[at] !== LINE_FEED; at += 1)
    if (bytes[at] === COMMA) count += 1;
  return count <= cells.length && count >= cells.length - optional ? cells.slice(0, count) : undefined;
}

type Growing<T> = { -readonly [Name in keyof T]: T[Name] };

const NO_LINES = { end: 0, rows: 0, lastMs: 0, hasLongAmounts: false };

/** One pass over a file. */
class PlainScan {
  readonly #bytes: Buffer;
  readonly #cells: readonly PageCell[];
  readonly #options: PlainOptions;
  readonly #timeAt: number;
  readonly #idAt: number;
  readonly #stretches: PlainStretch[] = [];
  #timeDigits = 0;
  #hasLongAmounts = false;
  /** The time and the id of the line that was read, and of the one before it. */
  #time = 0;
  #id = 0;
  #lastTime = Number.NEGATIVE_INFINITY;
  #lastId = Number.NEGATIVE_INFINITY;
  /** The stretch of the last line, when its partition ends, and its runs. */
  #stretch: Growing<PlainStretch> = { ...NO_LINES, partition: '', start: 0, firstMs: 0, runs: [] };
  #partEnd = Number.NEGATIVE_INFINITY;
  #runs: Growing<PlainRun>[] = [];

  constructor(bytes: Buffer, cells: readonly PageCell[], options: PlainOptions) {
    this.#bytes = bytes;
    this.#cells = cells;
    this.#options = options;
    const { time, id } = options.table;
    this.#timeAt = cells.findIndex(({ name }) => name === time);
    this.#idAt = cells.findIndex(({ name }) => name === id);
  }

  read(start: number): PlainFile | undefined {
    for (let at = start; at < this.#bytes.length; ) {
      const end = this.#lineEnd(at);
      if (end < 0 || !this.#isInOrder() || !this.#isFinal()) return undefined;
      this.#enter(at, end);
      at = end;
    }
    if (this.#stretches.length === 0) return undefined;
    const unit = this.#timeDigits === MS_DIGITS ? 'ms' : 'us';
    return { cells: this.#cells, unit, stretches: this.#stretches };
  }

  #isInOrder(): boolean {
    if (this.#idAt < 0) return this.#time > this.#lastTime;
    return this.#id > this.#lastId && this.#time >= this.#lastTime;
  }

  #isFinal(): boolean {
    const { spanMs = 0, stepMs, now } = this.#options;
    return this.#time % stepMs === 0 && this.#time + spanMs <= now;
  }

  /** Adds the line that was read to its stretch and its run. */
  #enter(start: number, end: number): void {
    const { series, table, spanMs } = this.#options;
    const time = this.#time;
    if (time >= this.#partEnd) {
      this.#partEnd = partitionEnd(table.name, time);
      this.#runs = [];
      const partition = partitionOf(series, time);
      this.#stretch = { ...NO_LINES, partition, start, firstMs: time, runs: this.#runs };
      this.#stretches.push(this.#stretch);
    }
    const stretch = this.#stretch;
    stretch.rows += 1;
    stretch.lastMs = time;
    stretch.end = end;
    stretch.hasLongAmounts ||= this.#hasLongAmounts;
    this.#hasLongAmounts = false;
    const id = this.#idAt < 0 ? null : this.#id;
    const follows = id === null ? time === this.#lastTime + spanMs! : id === this.#lastId + 1;
    const run = this.#runs.at(-1);
    if (run !== undefined && follows) {
      run.to = time + (spanMs ?? 1);
      run.maxId = id;
    } else this.#runs.push({ from: time, to: time + (spanMs ?? 1), minId: id, maxId: id });
    this.#lastTime = time;
    this.#lastId = this.#id;
  }

  /** Reads a line and returns where the next one begins; -1 for a line that is not plain. */
  #lineEnd(start: number): number {
    const bytes = this.#bytes;
    const last = this.#cells.length - 1;
    let at = start;
    for (let index = 0; index <= last; index += 1) {
      at = this.#cellEnd(at, index);
      if (at < 0) return -1;
      if (index === last) return at === bytes.length ? at : bytes[at] === LINE_FEED ? at + 1 : -1;
      if (bytes[at] !== COMMA) return -1;
      at += 1;
    }
    return -1;
  }

  /** Returns the index after a value; -1 for one without the form of its column. */
  #cellEnd(at: number, index: number): number {
    const bytes = this.#bytes;
    switch (this.#cells[index]!.kind) {
      case 'price':
        return numberEnd(bytes, at, PRICE_DIGITS, DECIMALS);
      case 'amount': {
        const end = numberEnd(bytes, at, PRICE_DIGITS, DECIMALS);
        if (end >= 0) return end;
        this.#hasLongAmounts = true;
        return numberEnd(bytes, at, AMOUNT_DIGITS, DECIMALS);
      }
      case 'integer':
        return index === this.#idAt ? this.#idEnd(at) : numberEnd(bytes, at, INTEGER_DIGITS, 0);
      case 'time':
        return this.#timeEnd(at, index);
      case 'flag':
        return flagEnd(bytes, at);
      case 'ignored':
        return ignoredEnd(bytes, at);
      default:
        return -1;
    }
  }

  #idEnd(at: number): number {
    const end = digitsEnd(this.#bytes, at);
    if (end === at || end - at > KEY_DIGITS) return -1;
    this.#id = numberFrom(this.#bytes, at, end);
    return end;
  }

  #timeEnd(at: number, index: number): number {
    const end = digitsEnd(this.#bytes, at);
    const digits = end - at;
    if (digits !== this.#timeDigits) {
      if (this.#timeDigits !== 0 || (digits !== MS_DIGITS && digits !== US_DIGITS)) return -1;
      this.#timeDigits = digits;
    }
    if (index === this.#timeAt) this.#time = numberFrom(this.#bytes, at, at + MS_DIGITS);
    return end;
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= DIGIT_0 && byte < DIGIT_0 + 10;
}

function digitsEnd(bytes: Buffer, start: number): number {
  let at = start;
  for (let byte = bytes[at]!; byte >= DIGIT_0 && byte < DIGIT_0 + 10; byte = bytes[at]!) at += 1;
  return at;
}

function numberFrom(bytes: Buffer, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) value = value * 10 + bytes[at]! - DIGIT_0;
  return value;
}

/** Returns the index after a number with at most so many digits before and after the point; -1 for no such number. */
function numberEnd(bytes: Buffer, at: number, digits: number, decimals: number): number {
  const start = bytes[at] === MINUS ? at + 1 : at;
  const end = digitsEnd(bytes, start);
  if (end === start || end - start > digits) return -1;
  if (bytes[end] !== POINT) return end;
  const after = digitsEnd(bytes, end + 1);
  const count = after - end - 1;
  return count === 0 || count > decimals ? -1 : after;
}

const FLAGS = ['true', 'false', 'True', 'False'].map((word) => Buffer.from(word));

function flagEnd(bytes: Buffer, at: number): number {
  for (const word of FLAGS) {
    let index = 0;
    while (index < word.length && bytes[at + index] === word[index]) index += 1;
    if (index === word.length) return at + index;
  }
  return -1;
}

/** Whether a byte may be in a value that no column keeps. */
const IGNORED = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[A-Za-z0-9_.+-]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/** A value that no column keeps has letters, digits, points and signs. */
function ignoredEnd(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && IGNORED[bytes[at]!] === 1) at += 1;
  return at;
}

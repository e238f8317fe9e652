/**
 * Checks the csv of an archive file in one pass over its bytes. Most files are plain: every value has the form of its column, the
 * keys ascend, times are in one unit. DuckDB then reads the bytes as they are, which takes a third of the time. A file that is not
 * plain in any way is left to the check of each value, which knows what is wrong with it.
 */
import { headerEnd } from '../archive/rows.ts';
import {
  countCells,
  integerAt,
  type LineLayout,
  layoutOf,
  lineEnd,
  lineNotes,
  MS_DIGITS,
  timeAt,
} from './plain-lines.ts';
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

/** Returns what a file has, or undefined if it is not plain or has no rows. */
export function readPlain(bytes: Buffer, options: PlainOptions): PlainFile | undefined {
  const start = headerEnd(bytes);
  const count = countCells(bytes, start);
  if (count > options.cells.length || count < options.cells.length - options.optional) return undefined;
  const cells = options.cells.slice(0, count);
  const idAt = cells.findIndex(({ name }) => name === options.table.id);
  const layout = layoutOf(bytes, start, cells, idAt);
  return layout === undefined ? undefined : new PlainScan(bytes, cells, layout, options).read(start);
}

type Growing<T> = { -readonly [Name in keyof T]: T[Name] };

const NO_LINES = { end: 0, rows: 0, lastMs: 0, hasLongAmounts: false };

/** One pass over a file. */
class PlainScan {
  readonly #bytes: Buffer;
  readonly #words: DataView;
  readonly #cells: readonly PageCell[];
  readonly #layout: LineLayout;
  readonly #notes: Int32Array;
  readonly #options: PlainOptions;
  readonly #timeAt: number;
  readonly #idAt: number;
  readonly #longAt: number;
  readonly #stretches: PlainStretch[] = [];
  /** The time and the id of the last line. */
  #time = Number.NEGATIVE_INFINITY;
  #id = Number.NEGATIVE_INFINITY;
  /** The stretch of the last line, when its partition ends, and its runs. */
  #stretch: Growing<PlainStretch> = { ...NO_LINES, partition: '', start: 0, firstMs: 0, runs: [] };
  #partEnd = Number.NEGATIVE_INFINITY;
  #runs: Growing<PlainRun>[] = [];

  constructor(bytes: Buffer, cells: readonly PageCell[], layout: LineLayout, options: PlainOptions) {
    this.#bytes = bytes;
    this.#words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#cells = cells;
    this.#layout = layout;
    this.#notes = lineNotes(layout);
    this.#options = options;
    const { time, id } = options.table;
    this.#timeAt = cells.findIndex(({ name }) => name === time);
    this.#idAt = cells.findIndex(({ name }) => name === id);
    this.#longAt = this.#notes.length - 1;
  }

  read(start: number): PlainFile | undefined {
    for (let at = start; at < this.#bytes.length; ) {
      const end = this.#enterFirst(at);
      if (end < 0) return undefined;
      at = this.#enterFollowing(end);
    }
    if (this.#stretches.length === 0) return undefined;
    const unit = this.#layout.timeDigits === MS_DIGITS ? 'ms' : 'us';
    return { cells: this.#cells, unit, stretches: this.#stretches };
  }

  /** Enters a line that need not follow the one before it, and returns where the next one begins; -1 for one that is not plain. */
  #enterFirst(start: number): number {
    const bytes = this.#bytes;
    const { series, table, spanMs = 0, stepMs, now } = this.#options;
    this.#notes[this.#longAt] = 0;
    const end = lineEnd(bytes, this.#words, this.#layout.forms, this.#notes, start);
    if (end < 0) return -1;
    const time = timeAt(bytes, this.#words, this.#notes[this.#timeAt]!);
    const id = this.#idAt < 0 ? null : integerAt(bytes, this.#notes[this.#idAt]!);
    const isInOrder = id === null ? time > this.#time : id > this.#id && time >= this.#time;
    if (!isInOrder || time % stepMs !== 0 || time + spanMs > now) return -1;
    if (time >= this.#partEnd) {
      this.#partEnd = partitionEnd(table.name, time);
      this.#runs = [];
      const partition = partitionOf(series, time);
      this.#stretch = { ...NO_LINES, partition, start, firstMs: time, runs: this.#runs };
      this.#stretches.push(this.#stretch);
    }
    this.#runs.push({ from: time, to: 0, minId: id, maxId: id });
    this.#enter(1, time, id, end, this.#notes[this.#longAt] === 1);
    return end;
  }

  /**
   * Enters the lines that follow each other in a run and a partition, and returns where the first other one begins. What follows
   * a candle on its interval is on it too.
   */
  #enterFollowing(start: number): number {
    const bytes = this.#bytes;
    const words = this.#words;
    const { forms } = this.#layout;
    const notes = this.#notes;
    const timeIndex = this.#timeAt;
    const idIndex = this.#idAt;
    const longAt = this.#longAt;
    const { spanMs = 0, now } = this.#options;
    const timeEnd = Math.min(this.#partEnd, now - spanMs + 1);
    let rows = 0;
    let time = this.#time;
    let id = this.#id;
    let hasLongAmounts = 0;
    let at = start;
    notes[longAt] = 0;
    while (at < bytes.length) {
      const end = lineEnd(bytes, words, forms, notes, at);
      if (end < 0) break;
      const ownTime = timeAt(bytes, words, notes[timeIndex]!);
      if (idIndex < 0 ? ownTime !== time + spanMs : ownTime < time) break;
      if (ownTime >= timeEnd) break;
      if (idIndex >= 0) {
        const ownId = integerAt(bytes, notes[idIndex]!);
        if (ownId !== id + 1) break;
        id = ownId;
      }
      hasLongAmounts = notes[longAt]!;
      time = ownTime;
      rows += 1;
      at = end;
    }
    if (rows > 0) this.#enter(rows, time, idIndex < 0 ? null : id, at, hasLongAmounts === 1);
    return at;
  }

  /** Adds lines to their stretch and their run, of which the last one has this time and id. */
  #enter(rows: number, time: number, id: number | null, end: number, hasLongAmounts: boolean): void {
    const stretch = this.#stretch;
    stretch.rows += rows;
    stretch.lastMs = time;
    stretch.end = end;
    const run = this.#runs.at(-1)!;
    run.to = time + (this.#options.spanMs ?? 1);
    run.maxId = id;
    this.#time = time;
    if (id !== null) this.#id = id;
    stretch.hasLongAmounts ||= hasLongAmounts;
  }
}

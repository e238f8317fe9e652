/**
 * Histories that only grow: the last rows are objects, older ones stand in blocks of bytes and are objects again while
 * somebody looks at them. A million finished orders then cost little memory, and an image of them is read in one go.
 * A row that may still change stays the object that it is, however old.
 */
import { lowerBound } from '../../../core/sorted-search.ts';
import type { Checkpointer } from './checkpointer.ts';
import type { Names } from './names.ts';
import { type Link, RowBytes } from './row-bytes.ts';
import { type Bounds, Rows } from './rows.ts';

/** What an archive must know of its rows. */
export interface RowKind<R extends object> {
  /**
   * Whole numbers by which rows are looked for, or the field whose link is one; none of a row ever changes. Of a block
   * only the least and the greatest are known at once.
   */
  readonly marks: Readonly<Record<string, ((row: R) => number) | keyof R>>;
  /** Whether nothing of a row changes any more; true of all where absent. */
  readonly isFinal?: (row: R) => boolean;
  /** Whether old rows are forgotten: what soon is gone does not go to the pages, where all stays. */
  readonly isPassing?: boolean;
  readonly links?: { readonly [Key in keyof R]?: Link<R, R[Key]> };
}

interface Block<R> {
  bytes: Uint8Array;
  /** The least and the greatest of each mark, in the order of the marks. */
  ranges: number[];
  /** Rows that were not done when the block was packed, by their places in it. */
  late: Map<number, R>;
}

/** Rows of a block: as many as are quickly unpacked, and so many that fields' names hardly count. */
const BLOCK_ROWS = 250;

/** Blocks that stay unpacked after a look; a page of a history lies in two at most. */
const OPEN_BLOCKS_MAX = 4;

export class Archive<R extends object> extends Rows<R> {
  readonly #isFinal: (row: R) => boolean;
  readonly #isPassing: boolean;
  readonly #marks = new Map<string, (row: R) => number>();
  /** Marks that have never fallen from a row to the next, with the last row's: such rows are searched, not gone through. */
  readonly #rising = new Map<string, number>();
  readonly #bytes: RowBytes<R>;
  #blocks: Block<R>[] = [];
  /** Rows before the first block. */
  #forgotten = 0;
  #tail: R[] = [];
  /** Made anew: a look decides what is in it. */
  #open: { readonly block: Block<R>; readonly rows: readonly R[] }[] = [];

  constructor(names: Names, kind: RowKind<R>) {
    super();
    this.#isFinal = kind.isFinal ?? (() => true);
    this.#isPassing = kind.isPassing === true;
    const links = kind.links ?? {};
    this.#bytes = new RowBytes(names, links);
    for (const [name, mark] of Object.entries(kind.marks)) {
      const idOf = (row: R) => this.#bytes.idOf(row, mark as string, links[mark as never])!;
      this.#marks.set(name, typeof mark === 'function' ? mark : idOf);
      this.#rising.set(name, Number.NEGATIVE_INFINITY);
    }
  }

  get length(): number {
    return this.#forgotten + this.#blocks.length * BLOCK_ROWS + this.#tail.length;
  }

  push(row: R): void {
    for (const [name, last] of this.#rising) {
      const mark = this.#marks.get(name)!(row);
      if (mark >= last) this.#rising.set(name, mark);
      else this.#rising.delete(name);
    }
    this.#tail.push(row);
    if (this.#tail.length < BLOCK_ROWS) return;
    for (const block of this.#blocks) this.#packAgain(block);
    this.#blocks.push(this.#packed(this.#tail));
    this.#tail = [];
  }

  /** Forgets blocks whose rows all stand before a place. */
  forgetBefore(place: number): void {
    while (this.#blocks.length > 0 && this.#forgotten + BLOCK_ROWS <= place) {
      this.#blocks.shift();
      this.#forgotten += BLOCK_ROWS;
    }
  }

  /** Returns the row at a place; those that are forgotten are not looked for. */
  at(place: number): R | undefined {
    const from = place - this.#forgotten;
    const number = Math.floor(from / BLOCK_ROWS);
    const block = this.#blocks[number];
    if (block === undefined) return this.#tail[from - this.#blocks.length * BLOCK_ROWS];
    const within = from - number * BLOCK_ROWS;
    return block.late.get(within) ?? this.#rowsOf(block)[within];
  }

  *within(bounds: Bounds): Iterable<R> {
    const [first, end] = this.#blocksWithin(bounds);
    for (let number = first; number < end; number += 1) {
      const rows = this.#candidates(number, bounds);
      const [from, to] = this.#span(rows, bounds);
      for (let place = from; place < to; place += 1) {
        if (this.isWithin(rows[place]!, bounds)) yield rows[place]!;
      }
    }
  }

  *newest(bounds: Bounds = {}): Iterable<R> {
    const [first, end] = this.#blocksWithin(bounds);
    for (let number = end - 1; number >= first; number -= 1) {
      const rows = this.#candidates(number, bounds);
      const [from, to] = this.#span(rows, bounds);
      for (let place = to - 1; place >= from; place -= 1) {
        if (this.isWithin(rows[place]!, bounds)) yield rows[place]!;
      }
    }
  }

  /** Returns the first place that may be within bounds, and the one after the last, without unpacking anything. */
  placesWithin(bounds: Bounds): readonly [first: number, end: number] {
    const [first, end] = this.#blocksWithin(bounds);
    const placeOfBlock = (number: number) => this.#forgotten + number * BLOCK_ROWS;
    return [placeOfBlock(first), Math.min(placeOfBlock(end), this.length)];
  }

  /** Returns whether the row at a place may be within bounds, without unpacking it. */
  mayBeWithin(place: number, bounds: Bounds): boolean {
    const block = this.#blocks[Math.floor((place - this.#forgotten) / BLOCK_ROWS)];
    return block === undefined || this.#overlaps(block, bounds);
  }

  /** Returns whether all marks of a row lie within bounds. */
  isWithin(row: R, bounds: Bounds): boolean {
    for (const name in bounds) {
      const mark = this.#marks.get(name)!(row);
      const [least, most] = bounds[name]!;
      if (mark < least || mark > most) return false;
    }
    return true;
  }

  checkpoint(checkpointer: Checkpointer): void {
    const rows = {
      packedFields: (row: R) => this.#bytes.linked(row),
      restore: (row: Record<string, unknown>) => this.#bytes.live(row),
      isFinal: this.#isFinal,
    };
    const bytes = this.#blocks.map((block) => block.bytes);
    this.#forgotten = checkpointer.value(this.#forgotten);
    checkpointer.value(this.#rising);
    const ranges = checkpointer.value(this.#blocks.map((block) => block.ranges));
    const lates = checkpointer.value(this.#blocks.map(({ late }) => [...late.keys()]));
    const late = checkpointer.rows(
      this.#blocks.flatMap((block) => [...block.late.values()]),
      rows,
    );
    this.#tail = checkpointer.rows(this.#tail, rows);
    if (this.#isPassing) checkpointer.immutable(bytes);
    else checkpointer.pages(bytes, (page) => page);
    if (!checkpointer.isRestoring) return;
    let next = 0;
    this.#blocks = bytes.map((page, number) => ({
      bytes: page,
      ranges: ranges[number]!,
      late: new Map(lates[number]!.map((place) => [place, late[next++]!])),
    }));
  }

  /** Returns the first block that may hold rows within bounds, and the one after the last; the end counts as one. */
  #blocksWithin(bounds: Bounds): readonly [first: number, end: number] {
    let [first, end] = [0, this.#blocks.length + 1];
    let place = 0;
    for (const name of this.#marks.keys()) {
      const bound = this.#rising.has(name) ? bounds[name] : undefined;
      const [least, most] = [place, place + 1];
      place += 2;
      if (bound === undefined) continue;
      first = Math.max(
        first,
        lowerBound(this.#blocks, ({ ranges }) => ranges[most]!, bound[0]),
      );
      const after = lowerBound(this.#blocks, ({ ranges }) => ranges[least]!, bound[1] + 1);
      // What comes after a block that begins too late does so as well, the end among it.
      if (after < this.#blocks.length) end = Math.min(end, after);
    }
    return [first, end];
  }

  /** Returns the rows of a block, or of the end, that bounds do not rule out. */
  #candidates(number: number, bounds: Bounds): readonly R[] {
    const block = this.#blocks[number];
    if (block === undefined) return this.#tail;
    if (!this.#overlaps(block, bounds)) return [];
    const rows = this.#rowsOf(block);
    return block.late.size === 0 ? rows : rows.map((row, place) => block.late.get(place) ?? row);
  }

  /** Returns the part of neighbouring rows outside which none is within bounds. */
  #span(rows: readonly R[], bounds: Bounds): readonly [from: number, to: number] {
    let [from, to] = [0, rows.length];
    for (const name in bounds) {
      if (!this.#rising.has(name)) continue;
      const markOf = this.#marks.get(name)!;
      const [least, most] = bounds[name]!;
      from = Math.max(from, lowerBound(rows, markOf, least));
      to = Math.min(to, lowerBound(rows, markOf, most + 1));
    }
    return [from, to];
  }

  #overlaps({ ranges }: Block<R>, bounds: Bounds): boolean {
    let place = 0;
    for (const name of this.#marks.keys()) {
      const bound = bounds[name];
      if (bound !== undefined && (ranges[place + 1]! < bound[0] || ranges[place]! > bound[1])) return false;
      place += 2;
    }
    return true;
  }

  #rowsOf(block: Block<R>): readonly R[] {
    const known = this.#open.find((one) => one.block === block);
    if (known !== undefined) return known.rows;
    const rows = this.#bytes.rowsOf(block.bytes);
    this.#open.push({ block, rows });
    if (this.#open.length > OPEN_BLOCKS_MAX) this.#open.shift();
    return rows;
  }

  #packed(rows: readonly R[]): Block<R> {
    const late = new Map<number, R>();
    for (const [place, row] of rows.entries()) if (!this.#isFinal(row)) late.set(place, row);
    const ranges = [...this.#marks.values()].flatMap((markOf) => {
      let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (const row of rows) {
        const mark = markOf(row);
        if (mark < least) least = mark;
        if (mark > most) most = mark;
      }
      return [least, most];
    });
    return { bytes: this.#bytes.of(rows), ranges, late };
  }

  /** Packs a block again once half of its late rows are done: each time half as many are left to wait for. */
  #packAgain(block: Block<R>): void {
    if (block.late.size === 0) return;
    let done = 0;
    for (const row of block.late.values()) if (this.#isFinal(row)) done += 1;
    if (2 * done < block.late.size) return;
    const rows = this.#rowsOf(block).map((row, place) => block.late.get(place) ?? row);
    this.#open = this.#open.filter((one) => one.block !== block);
    Object.assign(block, this.#packed(rows));
  }
}

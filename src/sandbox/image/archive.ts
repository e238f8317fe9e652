/**
 * Histories that only grow: the last rows are objects, older ones stand in blocks of bytes and are objects again while
 * somebody looks at them. A million finished orders then cost little memory, and an image of them is read in one go.
 * A row that may still change stays the object that it is, however old.
 */
import { deserialize, serialize } from 'node:v8';
import type { Keeping } from './keeping.ts';
import type { Names } from './names.ts';
import { Packer, Unpacker } from './packing.ts';
import { type Bounds, Rows } from './rows.ts';

/** What a field refers to that is kept elsewhere: it is packed as a number, and found again when it is asked for. */
export interface Link<R, T> {
  readonly idOf: (value: NonNullable<T>) => number;
  readonly find: (id: number, row: R) => NonNullable<T>;
}

/** What an archive must know of its rows. */
export interface RowKind<R extends object> {
  /**
   * Numbers by which rows are looked for, or the field whose link is one; of a block only the least and the greatest
   * are known at once.
   */
  readonly marks: Readonly<Record<string, ((row: R) => number) | keyof R>>;
  /** Whether nothing of a row changes any more; true of all where absent. */
  readonly isDone?: (row: R) => boolean;
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

/** What the bytes of a block hold: rows as values, and the names of their fields once. */
interface PackedBlock {
  readonly shapes: string[][];
  readonly rows: unknown[][];
}

/** Rows of a block: as many as are quickly unpacked, and so many that fields' names hardly count. */
const BLOCK_ROWS = 250;

/** Blocks that stay unpacked after a look; a page of a history lies in two at most. */
const OPEN_BLOCKS_MAX = 4;

export class Archive<R extends object> extends Rows<R> {
  readonly #names: Names;
  readonly #kind: RowKind<R>;
  readonly #marks = new Map<string, (row: R) => number>();
  readonly #links: readonly (readonly [field: string, Link<R, unknown>])[];
  /** Made anew: of rows that were unpacked, the numbers of what they refer to, which need not be found for that. */
  readonly #ids = new WeakMap<object, Record<string, number>>();
  #blocks: Block<R>[] = [];
  /** Rows before the first block. */
  #forgotten = 0;
  #tail: R[] = [];
  /** Made anew: a look decides what is in it. */
  #open: { readonly block: Block<R>; readonly rows: readonly R[] }[] = [];

  constructor(names: Names, kind: RowKind<R>) {
    super();
    this.#names = names;
    this.#kind = kind;
    const links = kind.links ?? {};
    this.#links = Object.entries(links) as never;
    for (const [name, mark] of Object.entries(kind.marks)) {
      const idOf = (row: R) => this.#idOf(row, mark as string, links[mark as never])!;
      this.#marks.set(name, typeof mark === 'function' ? mark : idOf);
    }
  }

  get length(): number {
    return this.#forgotten + this.#blocks.length * BLOCK_ROWS + this.#tail.length;
  }

  push(row: R): void {
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
    for (let number = 0; number <= this.#blocks.length; number += 1) {
      const rows = this.#candidates(number, bounds);
      for (const row of rows) if (this.isWithin(row, bounds)) yield row;
    }
  }

  *newest(bounds: Bounds = {}): Iterable<R> {
    for (let number = this.#blocks.length; number >= 0; number -= 1) {
      const rows = this.#candidates(number, bounds);
      for (let place = rows.length - 1; place >= 0; place -= 1) {
        if (this.isWithin(rows[place]!, bounds)) yield rows[place]!;
      }
    }
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

  keep(keeping: Keeping): void {
    const given = (row: R) => this.#linked(row);
    const live = (row: Record<string, unknown>) => this.#live(row);
    const bytes = this.#blocks.map((block) => block.bytes);
    this.#forgotten = keeping.value(this.#forgotten);
    const ranges = keeping.value(this.#blocks.map((block) => block.ranges));
    const lates = keeping.value(this.#blocks.map(({ late }) => [...late.keys()]));
    const late = keeping.rows(
      this.#blocks.flatMap((block) => [...block.late.values()]),
      given,
      live,
    );
    this.#tail = keeping.rows(this.#tail, given, live);
    if (this.#kind.isPassing === true) keeping.value(bytes);
    else keeping.pages(bytes, (page) => page);
    if (!keeping.isReading) return;
    let next = 0;
    this.#blocks = bytes.map((page, number) => ({
      bytes: page,
      ranges: ranges[number]!,
      late: new Map(lates[number]!.map((place) => [place, late[next++]!])),
    }));
  }

  /** Returns the rows of a block, or of the end, that bounds do not rule out. */
  #candidates(number: number, bounds: Bounds): readonly R[] {
    const block = this.#blocks[number];
    if (block === undefined) return number === this.#blocks.length ? this.#tail : [];
    if (!this.#overlaps(block, bounds)) return [];
    const rows = this.#rowsOf(block);
    return block.late.size === 0 ? rows : rows.map((row, place) => block.late.get(place) ?? row);
  }

  /** What may still change may come to lie within any bounds. */
  #overlaps({ ranges, late }: Block<R>, bounds: Bounds): boolean {
    if (late.size > 0) return true;
    return [...this.#marks.keys()].every((name, place) => {
      const bound = bounds[name];
      return bound === undefined || (ranges[2 * place + 1]! >= bound[0] && ranges[2 * place]! <= bound[1]);
    });
  }

  #rowsOf(block: Block<R>): readonly R[] {
    const known = this.#open.find((one) => one.block === block);
    if (known !== undefined) return known.rows;
    const { shapes, rows: packed } = deserialize(block.bytes) as PackedBlock;
    const unpacker = new Unpacker(this.#names);
    const rows = packed.map(([shape, ...values]) => {
      const row: Record<string, unknown> = {};
      const fields = shapes[shape as number]!;
      for (let place = 0; place < fields.length; place += 1) {
        const value = values[place];
        row[fields[place]!] = typeof value === 'object' ? unpacker.unpack(value) : value;
      }
      return this.#live(row);
    });
    this.#open.push({ block, rows });
    if (this.#open.length > OPEN_BLOCKS_MAX) this.#open.shift();
    return rows;
  }

  #packed(rows: readonly R[]): Block<R> {
    const isDone = this.#kind.isDone ?? (() => true);
    const late = new Map<number, R>();
    for (const [place, row] of rows.entries()) if (!isDone(row)) late.set(place, row);
    const ranges = [...this.#marks.values()].flatMap((markOf) => {
      let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (const row of rows) {
        const mark = markOf(row);
        if (mark < least) least = mark;
        if (mark > most) most = mark;
      }
      return [least, most];
    });
    return { bytes: this.#bytesOf(rows), ranges, late };
  }

  /** Packs a block again once half of its late rows are done: each time half as many are left to wait for. */
  #packAgain(block: Block<R>): void {
    if (block.late.size === 0) return;
    const isDone = this.#kind.isDone!;
    let done = 0;
    for (const row of block.late.values()) if (isDone(row)) done += 1;
    if (2 * done < block.late.size) return;
    const rows = this.#rowsOf(block).map((row, place) => block.late.get(place) ?? row);
    this.#open = this.#open.filter((one) => one.block !== block);
    Object.assign(block, this.#packed(rows));
  }

  #bytesOf(rows: readonly R[]): Uint8Array {
    const packer = new Packer(this.#names);
    const shapes: string[][] = [];
    const places = new Map<string, number>();
    const packed = rows.map((row) => {
      const fields = packer.packFields(row, this.#linked(row));
      const names = Object.keys(fields);
      const shape = names.join();
      let place = places.get(shape);
      if (place === undefined) {
        place = shapes.push(names) - 1;
        places.set(shape, place);
      }
      return [place, ...Object.values(fields)];
    });
    return serialize({ shapes, rows: packed } satisfies PackedBlock);
  }

  /** Returns the fields that refer to rows elsewhere, as numbers. */
  #linked(row: R): Readonly<Record<string, unknown>> {
    const given: Record<string, unknown> = {};
    for (const [name, link] of this.#links) given[name] = this.#idOf(row, name, link);
    return given;
  }

  /** Returns the number of what a field refers to, undefined where it refers to nothing. */
  #idOf(row: R, name: string, link: Link<R, unknown>): number | undefined {
    const known = this.#ids.get(row)?.[name];
    if (known !== undefined) return known;
    const value = row[name as keyof R];
    return value === undefined ? undefined : link.idOf(value as never);
  }

  /** Lets fields that refer to rows elsewhere find them when they are asked for. */
  #live(row: Record<string, unknown>): R {
    if (this.#links.length === 0) return row as R;
    const ids: Record<string, number> = {};
    for (const [name, link] of this.#links) {
      const id = row[name] as number | undefined;
      if (id === undefined) continue;
      ids[name] = id;
      const get = () => link.find(id, row as R);
      Object.defineProperty(row, name, { get, enumerable: true, configurable: true });
    }
    this.#ids.set(row, ids);
    return row as R;
  }
}

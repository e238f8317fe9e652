/**
 * Append-only histories. The newest rows are objects; older rows are packed into blocks of bytes and unpacked
 * on demand, so that a million finished orders take little memory and a checkpoint of them is read in one go.
 * A row that may still change remains an object, however old it is.
 */
import { lowerBound } from '../../../core/sorted-search.ts';
import type { Checkpointer } from './checkpointer.ts';
import type { NameRegistry } from './name-registry.ts';
import { type RowLink, RowPacker } from './row-packer.ts';
import { type KeyRanges, Rows } from './rows.ts';

/** What an archive needs to know about its rows. */
export interface ArchiveOptions<R extends object> {
  /**
   * The search keys of a row: a function that returns a whole number, or the name of a linked field, whose
   * linked id is the key. The keys of a row never change. For a packed block only the minimum and maximum of
   * each key are known without unpacking.
   */
  readonly searchKeys: Readonly<Record<string, ((row: R) => number) | keyof R>>;
  /** Returns whether a row can no longer change. If absent, every row is final from the start. */
  readonly isFinal?: (row: R) => boolean;
  /**
   * Whether old rows of the table are dropped. Such rows are not written to the page file of the checkpoint, from which
   * nothing is ever removed.
   */
  readonly isTransient?: boolean;
  readonly links?: { readonly [Key in keyof R]?: RowLink<R, R[Key]> };
}

interface Block<R> {
  bytes: Uint8Array;
  /** The minimum and maximum of each search key, in the order of the keys. */
  ranges: number[];
  /** The rows that were not final when the block was packed, by their index in the block. */
  mutableRows: Map<number, R>;
}

/**
 * The number of rows per block: few enough to unpack quickly, and enough that the stored field names hardly
 * count.
 */
const BLOCK_ROWS = 250;

/**
 * The number of blocks that stay unpacked after they were read. One page of a history spans at most two
 * blocks.
 */
const UNPACKED_BLOCKS_MAX = 4;

export class Archive<R extends object> extends Rows<R> {
  readonly #isFinal: (row: R) => boolean;
  readonly #isTransient: boolean;
  readonly #searchKeys = new Map<string, (row: R) => number>();
  /**
   * The search keys that have never decreased from one row to the next, with the key of the last row. Rows
   * are found by these keys with a binary search instead of a scan.
   */
  readonly #ascending = new Map<string, number>();
  readonly #packer: RowPacker<R>;
  #blocks: Block<R>[] = [];
  /** The number of rows that were dropped before the first block. */
  #droppedRows = 0;
  #recentRows: R[] = [];
  /** Recently unpacked blocks, a cache that no checkpoint contains. */
  #unpackedBlocks: { readonly block: Block<R>; readonly rows: readonly R[] }[] = [];

  constructor(names: NameRegistry, options: ArchiveOptions<R>) {
    super();
    this.#isFinal = options.isFinal ?? (() => true);
    this.#isTransient = options.isTransient === true;
    const links = options.links ?? {};
    this.#packer = new RowPacker(names, links);
    for (const [name, key] of Object.entries(options.searchKeys)) {
      const idOf = (row: R) => this.#packer.idOf(row, key as string, links[key as never])!;
      this.#searchKeys.set(name, typeof key === 'function' ? key : idOf);
      this.#ascending.set(name, Number.NEGATIVE_INFINITY);
    }
  }

  get length(): number {
    return this.#droppedRows + this.#blocks.length * BLOCK_ROWS + this.#recentRows.length;
  }

  push(row: R): void {
    for (const [name, last] of this.#ascending) {
      const key = this.#searchKeys.get(name)!(row);
      if (key >= last) this.#ascending.set(name, key);
      else this.#ascending.delete(name);
    }
    this.#recentRows.push(row);
    if (this.#recentRows.length < BLOCK_ROWS) return;
    for (const block of this.#blocks) this.#repackIfFinal(block);
    this.#blocks.push(this.#packBlock(this.#recentRows));
    this.#recentRows = [];
  }

  /** Drops every block whose rows all come before an index. */
  dropBefore(index: number): void {
    while (this.#blocks.length > 0 && this.#droppedRows + BLOCK_ROWS <= index) {
      this.#blocks.shift();
      this.#droppedRows += BLOCK_ROWS;
    }
  }

  /** Returns the row at an index, which must not be the index of a dropped row. */
  at(index: number): R | undefined {
    const from = index - this.#droppedRows;
    const number = Math.floor(from / BLOCK_ROWS);
    const block = this.#blocks[number];
    if (block === undefined) return this.#recentRows[from - this.#blocks.length * BLOCK_ROWS];
    const within = from - number * BLOCK_ROWS;
    return block.mutableRows.get(within) ?? this.#unpackedRows(block)[within];
  }

  *within(keyRanges: KeyRanges): Iterable<R> {
    const [first, end] = this.#blocksWithin(keyRanges);
    for (let number = first; number < end; number += 1) {
      const rows = this.#candidateRows(number, keyRanges);
      const [from, to] = this.#matchingSpan(rows, keyRanges);
      for (let index = from; index < to; index += 1) {
        if (this.matches(rows[index]!, keyRanges)) yield rows[index]!;
      }
    }
  }

  *newestFirst(keyRanges: KeyRanges = {}): Iterable<R> {
    const [first, end] = this.#blocksWithin(keyRanges);
    for (let number = end - 1; number >= first; number -= 1) {
      const rows = this.#candidateRows(number, keyRanges);
      const [from, to] = this.#matchingSpan(rows, keyRanges);
      for (let index = to - 1; index >= from; index -= 1) {
        if (this.matches(rows[index]!, keyRanges)) yield rows[index]!;
      }
    }
  }

  /** Returns the first index that may match and the index after the last one, without unpacking a block. */
  indexRange(keyRanges: KeyRanges): readonly [first: number, end: number] {
    const [first, end] = this.#blocksWithin(keyRanges);
    const firstIndexOf = (number: number) => this.#droppedRows + number * BLOCK_ROWS;
    return [firstIndexOf(first), Math.min(firstIndexOf(end), this.length)];
  }

  /** Returns whether the row at an index may match the key ranges, without unpacking a block. */
  mayMatch(index: number, keyRanges: KeyRanges): boolean {
    const block = this.#blocks[Math.floor((index - this.#droppedRows) / BLOCK_ROWS)];
    return block === undefined || this.#overlaps(block, keyRanges);
  }

  /** Returns whether every search key of a row lies within its range. */
  matches(row: R, keyRanges: KeyRanges): boolean {
    for (const name in keyRanges) {
      const key = this.#searchKeys.get(name)!(row);
      const [min, max] = keyRanges[name]!;
      if (key < min || key > max) return false;
    }
    return true;
  }

  checkpoint(checkpointer: Checkpointer): void {
    const rows = {
      packedFields: (row: R) => this.#packer.packedLinks(row),
      restore: (row: Record<string, unknown>) => this.#packer.restoreLinks(row),
      isFinal: this.#isFinal,
    };
    const bytes = this.#blocks.map((block) => block.bytes);
    this.#droppedRows = checkpointer.value(this.#droppedRows);
    checkpointer.value(this.#ascending);
    const ranges = checkpointer.value(this.#blocks.map((block) => block.ranges));
    const mutableIndexes = checkpointer.value(this.#blocks.map(({ mutableRows }) => [...mutableRows.keys()]));
    const mutableRows = checkpointer.rows(
      this.#blocks.flatMap((block) => [...block.mutableRows.values()]),
      rows,
    );
    this.#recentRows = checkpointer.rows(this.#recentRows, rows);
    if (this.#isTransient) checkpointer.immutable(bytes);
    else checkpointer.pages(bytes, (page) => page);
    if (!checkpointer.isRestoring) return;
    let next = 0;
    this.#blocks = bytes.map((page, number) => ({
      bytes: page,
      ranges: ranges[number]!,
      mutableRows: new Map(mutableIndexes[number]!.map((index) => [index, mutableRows[next++]!])),
    }));
  }

  /**
   * Returns the number of the first block that may contain a matching row, and of the block after the last
   * such block. The unpacked recent rows count as the last block.
   */
  #blocksWithin(keyRanges: KeyRanges): readonly [first: number, end: number] {
    let [first, end] = [0, this.#blocks.length + 1];
    let index = 0;
    for (const name of this.#searchKeys.keys()) {
      const keyRange = this.#ascending.has(name) ? keyRanges[name] : undefined;
      const [min, max] = [index, index + 1];
      index += 2;
      if (keyRange === undefined) continue;
      first = Math.max(
        first,
        lowerBound(this.#blocks, ({ ranges }) => ranges[max]!, keyRange[0]),
      );
      const after = lowerBound(this.#blocks, ({ ranges }) => ranges[min]!, keyRange[1] + 1);
      // If a block begins after the key ranges, so do all later blocks and the recent rows.
      if (after < this.#blocks.length) end = Math.min(end, after);
    }
    return [first, end];
  }

  /** Returns the rows of a block, or the recent rows, unless the key ranges exclude the whole block. */
  #candidateRows(number: number, keyRanges: KeyRanges): readonly R[] {
    const block = this.#blocks[number];
    if (block === undefined) return this.#recentRows;
    if (!this.#overlaps(block, keyRanges)) return [];
    const rows = this.#unpackedRows(block);
    return block.mutableRows.size === 0
      ? rows
      : rows.map((row, index) => block.mutableRows.get(index) ?? row);
  }

  /** Returns the range of consecutive rows that contains all matching rows. */
  #matchingSpan(rows: readonly R[], keyRanges: KeyRanges): readonly [from: number, to: number] {
    let [from, to] = [0, rows.length];
    for (const name in keyRanges) {
      if (!this.#ascending.has(name)) continue;
      const keyOf = this.#searchKeys.get(name)!;
      const [min, max] = keyRanges[name]!;
      from = Math.max(from, lowerBound(rows, keyOf, min));
      to = Math.min(to, lowerBound(rows, keyOf, max + 1));
    }
    return [from, to];
  }

  #overlaps({ ranges }: Block<R>, keyRanges: KeyRanges): boolean {
    let index = 0;
    for (const name of this.#searchKeys.keys()) {
      const keyRange = keyRanges[name];
      if (keyRange !== undefined && (ranges[index + 1]! < keyRange[0] || ranges[index]! > keyRange[1]))
        return false;
      index += 2;
    }
    return true;
  }

  #unpackedRows(block: Block<R>): readonly R[] {
    const unpacked = this.#unpackedBlocks.find((one) => one.block === block);
    if (unpacked !== undefined) return unpacked.rows;
    const rows = this.#packer.unpack(block.bytes);
    this.#unpackedBlocks.push({ block, rows });
    if (this.#unpackedBlocks.length > UNPACKED_BLOCKS_MAX) this.#unpackedBlocks.shift();
    return rows;
  }

  #packBlock(rows: readonly R[]): Block<R> {
    const mutableRows = new Map<number, R>();
    for (const [index, row] of rows.entries()) if (!this.#isFinal(row)) mutableRows.set(index, row);
    const ranges = [...this.#searchKeys.values()].flatMap((keyOf) => {
      let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (const row of rows) {
        const key = keyOf(row);
        if (key < min) min = key;
        if (key > max) max = key;
      }
      return [min, max];
    });
    return { bytes: this.#packer.pack(rows), ranges, mutableRows };
  }

  /** Repacks a block once half of its mutable rows are final, so that every repacking halves their number. */
  #repackIfFinal(block: Block<R>): void {
    if (block.mutableRows.size === 0) return;
    let finalRows = 0;
    for (const row of block.mutableRows.values()) if (this.#isFinal(row)) finalRows += 1;
    if (2 * finalRows < block.mutableRows.size) return;
    const rows = this.#unpackedRows(block).map((row, index) => block.mutableRows.get(index) ?? row);
    this.#unpackedBlocks = this.#unpackedBlocks.filter((one) => one.block !== block);
    Object.assign(block, this.#packBlock(rows));
  }
}

/** An append-only table of numbers: a million trades take 48 MB instead of a million objects. */
import type { Checkpointer } from './checkpointer.ts';

const CHUNK_ROWS = 1024;
/** The initial number of rows of a chunk, which doubles until the chunk is full. */
const INITIAL_CHUNK_ROWS = 16;

/** Numbers in rows of equal width. */
export interface NumberRows {
  readonly length: number;
  /** Returns a number of an existing row. */
  get(row: number, column: number): number;
}

export class NumberTable implements NumberRows {
  readonly #width: number;
  readonly #chunks: Float64Array[] = [];
  #length = 0;

  /** Takes the number of columns (`width`). */
  constructor(width: number) {
    this.#width = width;
  }

  get length(): number {
    return this.#length;
  }

  push(numbers: readonly number[]): void {
    const rowInChunk = this.#length % CHUNK_ROWS;
    if (rowInChunk === 0) this.#chunks.push(new Float64Array(INITIAL_CHUNK_ROWS * this.#width));
    let chunk = this.#chunks.at(-1)!;
    if (rowInChunk * this.#width === chunk.length) {
      const larger = new Float64Array(2 * chunk.length);
      larger.set(chunk);
      this.#chunks[this.#chunks.length - 1] = larger;
      chunk = larger;
    }
    chunk.set(numbers, rowInChunk * this.#width);
    this.#length += 1;
  }

  /** Returns a number of an existing row. */
  get(row: number, column: number): number {
    return this.#chunks[Math.floor(row / CHUNK_ROWS)]![(row % CHUNK_ROWS) * this.#width + column]!;
  }

  /** Overwrites a number of the last row. */
  setLast(column: number, value: number): void {
    this.#chunks.at(-1)![((this.#length - 1) % CHUNK_ROWS) * this.#width + column] = value;
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#length = checkpointer.value(this.#length);
    // The last row, and therefore the last chunk, may still change.
    const fullChunks = this.#chunks.slice(0, -1);
    const lastChunk = checkpointer.value(this.#chunks.slice(-1).map((chunk) => chunk.slice()));
    checkpointer.pages(
      fullChunks,
      (bytes) => new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8),
    );
    if (checkpointer.isRestoring) this.#chunks.splice(0, this.#chunks.length, ...fullChunks, ...lastChunk);
  }
}

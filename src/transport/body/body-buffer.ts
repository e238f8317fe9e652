/** Collects the chunks of a body in one buffer, so that its memory follows its bytes and not its chunks. */
import type { BodyMemory } from './body-memory.ts';

/** The size in bytes of the first buffer into which the chunks of a body are copied, once it has two. */
const CAPACITY_FIRST = 4_096;

/** The largest length in bytes that an answer may announce and have memory for at once. */
const EXPECTED_MAX = 1 << 20;

/** A body, and the memory that it occupies unless that is the memory of a chunk. */
export interface CollectedBody {
  readonly bytes: Buffer;
  readonly memory: Buffer | undefined;
}

const NO_BYTES = Buffer.alloc(0);

/** The bytes of a body that was received in chunks. */
export class BodyBuffer {
  readonly #memory: BodyMemory;
  #bytes: Buffer = NO_BYTES;
  #length = 0;
  #chunkCount = 0;
  /** Whether the bytes were copied out of their chunks. */
  #isCopy = false;
  #expected = 0;

  constructor(memory: BodyMemory) {
    this.#memory = memory;
  }

  /** The number of bytes of the body that were received. */
  get length(): number {
    return this.#length;
  }

  /** The number of chunks in which the body arrived so far. */
  get chunkCount(): number {
    return this.#chunkCount;
  }

  /** The number of bytes that the buffer occupies. */
  get capacity(): number {
    return this.#bytes.length;
  }

  /** Prepares for a body of so many bytes, so that it is copied once; without this its buffer grows with its chunks. */
  expect(length: number): void {
    this.#expected = Math.min(length, EXPECTED_MAX);
  }

  /** Adds a chunk. A body of one chunk is kept as it is; the chunks of others are copied. */
  append(chunk: Buffer): void {
    this.#chunkCount += 1;
    const length = this.#length + chunk.length;
    if (this.#length === 0) this.#bytes = chunk;
    else {
      if (length > this.#bytes.length) this.#grow(length);
      chunk.copy(this.#bytes, this.#length);
    }
    this.#length = length;
  }

  /** Returns the bytes of the body that were received, and keeps no reference to them. */
  take(): CollectedBody {
    const { length } = this.#bytes;
    const bytes = length === this.#length ? this.#bytes : this.#bytes.subarray(0, this.#length);
    const memory = this.#isCopy ? this.#bytes : undefined;
    this.#bytes = NO_BYTES;
    this.#length = 0;
    this.#isCopy = false;
    return { bytes, memory };
  }

  #grow(length: number): void {
    const grown = this.#memory.take(
      Math.max(CAPACITY_FIRST, length, this.#expected >= length ? this.#expected : 2 * this.#bytes.length),
    );
    this.#bytes.copy(grown, 0, 0, this.#length);
    if (this.#isCopy) this.#memory.give(this.#bytes);
    this.#bytes = grown;
    this.#isCopy = true;
  }
}

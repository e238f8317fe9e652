/**
 * Buffers lines for a reader that may be slower than the exchange. Lines are collected into blocks while a
 * block is being written, so that a fast stream needs few writes and a quiet one has no delay. The buffer is
 * bounded.
 */

export interface SpoolOptions {
  /** Writes a block; resolves when the reader has accepted it. */
  readonly write: (block: Uint8Array) => Promise<void>;
  /** The largest number of buffered bytes. */
  readonly bytesMax?: number;
  /**
   * Called when more bytes are buffered than allowed (`onFull`), and when fewer than half of that are
   * buffered again (`onRoom`).
   */
  readonly onFull: () => void;
  readonly onRoom: () => void;
  /** Called when a write failed; nothing more is written then. */
  readonly onFailure: (error: unknown) => void;
}

/** The default of the largest number of buffered bytes: a few seconds of the busiest streams. */
export const SPOOL_BYTES_MAX = 8 * 1024 * 1024;
/** The size of a block in bytes. Larger blocks need fewer writes; written blocks are reused. */
const BLOCK_BYTES = 512 * 1024;
const SPARE_MAX = 4;
const NEW_LINE = 0x0a;
const SPACE = 0x20;

export class LineSpool {
  readonly #options: Required<SpoolOptions>;
  #block: Buffer = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  #filled = 0;
  #full: Buffer[] = [];
  readonly #spare: Buffer[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> | undefined;
  #failure: unknown;
  #isFull = false;

  constructor(options: SpoolOptions) {
    this.#options = { bytesMax: SPOOL_BYTES_MAX, ...options };
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  /** Adds a copy of a line. Line breaks between JSON members become spaces. */
  push(line: Buffer): void {
    if (this.#failure !== undefined) return;
    const at = this.#reserve(line.length + 1);
    line.copy(this.#block, at);
    this.#block[at + line.length] = NEW_LINE;
    if (line.includes(NEW_LINE)) replaceLineBreaks(this.#block, at, at + line.length);
    this.#startWriting();
  }

  /** Adds a copy of whole lines, each with its line break. */
  pushLines(lines: Buffer): void {
    if (this.#failure !== undefined) return;
    const at = this.#reserve(lines.length);
    this.#block.set(lines, at);
    this.#startWriting();
  }

  /** Returns whether so many more bytes would make the buffer full. */
  wouldFill(bytes: number): boolean {
    return this.#waitingBytes + bytes > this.#options.bytesMax;
  }

  /** Returns the position in the block for so many more bytes. */
  #reserve(length: number): number {
    if (length > this.#block.length - this.#filled) this.#startBlock(length);
    const at = this.#filled;
    this.#filled += length;
    this.#waitingBytes += length;
    return at;
  }

  #startWriting(): void {
    if (this.#writing === undefined) this.#writing = this.#writeSoon();
    if (!this.#isFull && this.#waitingBytes > this.#options.bytesMax) {
      this.#isFull = true;
      this.#options.onFull();
    }
  }

  /** Resolves when everything is written. Throws the error of a failed write. */
  async drain(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
    if (this.#failure !== undefined) throw this.#failure;
  }

  #startBlock(length: number): void {
    if (this.#filled > 0) this.#full.push(this.#block.subarray(0, this.#filled));
    this.#block = this.#fresh(length);
    this.#filled = 0;
  }

  /**
   * Waits until the other lines of the same network packet were added, then writes until the buffer is empty.
   */
  async #writeSoon(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    try {
      while (this.#waitingBytes > 0) {
        const block = this.#take();
        await this.#options.write(block);
        this.#waitingBytes -= block.length;
        this.#keep(block);
        if (this.#isFull && this.#waitingBytes < this.#options.bytesMax / 2) {
          this.#isFull = false;
          this.#options.onRoom();
        }
      }
    } catch (error) {
      this.#failure = error;
      this.#waitingBytes = 0;
      this.#full = [];
      this.#options.onFailure(error);
    }
    this.#writing = undefined;
  }

  #take(): Buffer {
    const oldest = this.#full.shift();
    if (oldest !== undefined) return oldest;
    const block = this.#block.subarray(0, this.#filled);
    this.#block = this.#fresh(0);
    this.#filled = 0;
    return block;
  }

  #fresh(length: number): Buffer {
    if (length > BLOCK_BYTES) return Buffer.allocUnsafeSlow(length);
    return this.#spare.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);
  }

  /** Keeps a written block of the usual size for reuse. */
  #keep(block: Buffer): void {
    if (block.buffer.byteLength !== BLOCK_BYTES || this.#spare.length >= SPARE_MAX) return;
    this.#spare.push(Buffer.from(block.buffer));
  }
}

function replaceLineBreaks(block: Buffer, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    if (block[at] === NEW_LINE) block[at] = SPACE;
  }
}

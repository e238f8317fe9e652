/**
 * Memory for long bodies that is used again. A history of many pages would otherwise ask the system for a hundred kilobytes
 * a page, which V8 collects together with a mark of its whole heap.
 */

/** Shorter memory is not kept: it costs little to get. In bytes. */
const KEPT_MIN = 64 * 1024;
/** Longer memory is not kept, so that one long answer does not hold it for ever. In bytes. */
const KEPT_MAX = 1 << 20;
/** The largest number of buffers that are kept: one more than the pages of a history that are fetched at once. */
const KEPT_BUFFERS_MAX = 17;

export class BodyMemory {
  readonly #free: Buffer[] = [];

  /** Returns memory of at least so many bytes, whose content is arbitrary. */
  take(length: number): Buffer {
    if (length < KEPT_MIN || length > KEPT_MAX) return Buffer.allocUnsafeSlow(length);
    const found = this.#free.findIndex((one) => one.length >= length);
    // Pages of a history differ a little in length, and each should fit where an earlier one was.
    if (found === -1) return Buffer.allocUnsafeSlow(Math.ceil(length / KEPT_MIN) * KEPT_MIN);
    return this.#free.splice(found, 1)[0]!;
  }

  /** Takes memory back that nobody reads any more. */
  give(memory: Buffer): void {
    const { length } = memory;
    if (length < KEPT_MIN || length > KEPT_MAX || this.#free.length >= KEPT_BUFFERS_MAX) return;
    this.#free.push(memory);
  }
}

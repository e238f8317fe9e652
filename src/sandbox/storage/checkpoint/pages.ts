/**
 * Pages: immutable bytes, such as a block of finished orders. Each page is written once, however many
 * checkpoints refer to it, so that a checkpoint costs only as much as has changed since the last one.
 */

/** The offset and length of a page in the file. */
export type PageLocation = readonly [at: number, length: number];

/**
 * The number of bytes of which the position of each page is a multiple, so that numbers in a page can be read
 * in place.
 */
const ALIGNMENT = 8;

export class PageStore {
  readonly #locations = new WeakMap<object, PageLocation>();
  readonly #loaded: Uint8Array;
  #added: Uint8Array[] = [];
  #size: number;

  /** Takes the content of the page file (`loaded`). */
  constructor(loaded: Uint8Array = new Uint8Array()) {
    this.#loaded = loaded;
    this.#size = loaded.length;
  }

  /** The size of all pages in bytes, including those not yet written. */
  get size(): number {
    return this.#size;
  }

  /** Returns the location of a page; adds a new page at the end. */
  locate(page: NodeJS.ArrayBufferView): PageLocation {
    const known = this.#locations.get(page);
    if (known !== undefined) return known;
    const bytes = new Uint8Array(page.buffer, page.byteOffset, page.byteLength);
    const place = [this.#size, bytes.length] as const;
    this.#locations.set(page, place);
    this.#added.push(bytes);
    this.#size += bytes.length;
    const remainder = this.#size % ALIGNMENT;
    if (remainder > 0) {
      this.#added.push(new Uint8Array(ALIGNMENT - remainder));
      this.#size += ALIGNMENT - remainder;
    }
    return place;
  }

  /** Returns a page of the file, with its bytes wrapped by `wrap`. */
  load<T extends NodeJS.ArrayBufferView>([at, length]: PageLocation, wrap: (bytes: Uint8Array) => T): T {
    if (at + length > this.#loaded.length) throw new Error('a page lies beyond the end of the pages');
    const page = wrap(this.#loaded.subarray(at, at + length));
    this.#locations.set(page, [at, length]);
    return page;
  }

  /** Returns the pages that were added since the previous call, to be written at the end of the file. */
  takeAdded(): readonly Uint8Array[] {
    const added = this.#added;
    this.#added = [];
    return added;
  }
}

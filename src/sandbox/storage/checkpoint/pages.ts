/**
 * Pages: bytes that never change any more, such as a block of finished orders. Each is written once, whatever number of
 * images mention it, so that an image costs what has changed since the last one.
 */

/** Where a page stands in the file, and how long it is. */
export type PageLocation = readonly [at: number, length: number];

/** Pages begin at multiples of this, so that numbers in them can be read where they lie. */
const ALIGNMENT = 8;

export class PageStore {
  readonly #locations = new WeakMap<object, PageLocation>();
  readonly #loaded: Uint8Array;
  #added: Uint8Array[] = [];
  #size: number;

  /** Begins with what the file holds. */
  constructor(loaded: Uint8Array = new Uint8Array()) {
    this.#loaded = loaded;
    this.#size = loaded.length;
  }

  /** How many bytes all pages have, those that are not written yet among them. */
  get size(): number {
    return this.#size;
  }

  /** Returns the place of a page, a new one at the end where it has none. */
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

  /** Returns a page that the file holds, as what `wrap` makes of its bytes. */
  load<T extends NodeJS.ArrayBufferView>([at, length]: PageLocation, wrap: (bytes: Uint8Array) => T): T {
    if (at + length > this.#loaded.length) throw new Error('a page lies beyond the end of the pages');
    const page = wrap(this.#loaded.subarray(at, at + length));
    this.#locations.set(page, [at, length]);
    return page;
  }

  /** Returns what was added since the last time, to be written at the end of the file. */
  takeAdded(): readonly Uint8Array[] {
    const added = this.#added;
    this.#added = [];
    return added;
  }
}

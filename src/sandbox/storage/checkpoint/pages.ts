/**
 * Pages: bytes that never change any more, such as a block of finished orders. Each is written once, whatever number of
 * images mention it, so that an image costs what has changed since the last one.
 */

/** Where a page stands in the file, and how long it is. */
export type PagePlace = readonly [at: number, length: number];

/** Pages begin at multiples of this, so that numbers in them can be read where they lie. */
const ALIGNMENT = 8;

export class PageStore {
  readonly #places = new WeakMap<object, PagePlace>();
  readonly #kept: Uint8Array;
  #added: Uint8Array[] = [];
  #size: number;

  /** Begins with what the file holds. */
  constructor(kept: Uint8Array = new Uint8Array()) {
    this.#kept = kept;
    this.#size = kept.length;
  }

  /** How many bytes all pages have, those that are not written yet among them. */
  get size(): number {
    return this.#size;
  }

  /** Returns the place of a page, a new one at the end where it has none. */
  place(page: NodeJS.ArrayBufferView): PagePlace {
    const known = this.#places.get(page);
    if (known !== undefined) return known;
    const bytes = new Uint8Array(page.buffer, page.byteOffset, page.byteLength);
    const place = [this.#size, bytes.length] as const;
    this.#places.set(page, place);
    this.#added.push(bytes);
    this.#size += bytes.length;
    const odd = this.#size % ALIGNMENT;
    if (odd > 0) {
      this.#added.push(new Uint8Array(ALIGNMENT - odd));
      this.#size += ALIGNMENT - odd;
    }
    return place;
  }

  /** Returns a page that the file holds, as what `wrap` makes of its bytes. */
  taken<T extends NodeJS.ArrayBufferView>([at, length]: PagePlace, wrap: (bytes: Uint8Array) => T): T {
    if (at + length > this.#kept.length) throw new Error('a page lies beyond the end of the pages');
    const page = wrap(this.#kept.subarray(at, at + length));
    this.#places.set(page, [at, length]);
    return page;
  }

  /** Returns what was added since the last time, to be written at the end of the file. */
  takeAdded(): readonly Uint8Array[] {
    const added = this.#added;
    this.#added = [];
    return added;
  }
}

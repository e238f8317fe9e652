/**
 * One side of an order book: quantities by price, exactly as text, with the best price always available. All
 * prices of a book have the same number of decimals, so they can be compared as text; only the best of them
 * are kept sorted.
 */

/**
 * The number of best prices that are kept sorted; when all of them are removed, the best are searched again among all
 * prices of the side.
 */
const SORTED_MIN = 64;
/** Zero as it is written on spot, where most removals come from. */
const ZERO_QUANTITY = '0.00000000';
const POINT = 0x2e;
const ZERO = 0x30;

export type PriceLevel = readonly [price: string, quantity: string];

export class BookSide {
  readonly #levels = new Map<string, string>();
  readonly #isBid: boolean;
  /**
   * The best prices in ascending quality, the best last; every price outside this list is worse than its first. A removed
   * price stays in it until it would be the best, or until the list is cut: most of them return.
   */
  #sorted: string[] = [];
  /** Whether all prices of the side are in the list. */
  #isWhole = true;
  /** Whether the last price of the list may be a removed one. */
  #isBestRemoved = false;

  constructor(isBid: boolean) {
    this.#isBid = isBid;
  }

  get size(): number {
    return this.#levels.size;
  }

  /**
   * Sets the quantity at a price with the decimals of the book; 0 removes the level. Removing an absent level
   * is allowed.
   */
  set(price: string, quantity: string): void {
    const levels = this.#levels;
    if (isZero(quantity)) {
      if (levels.delete(price) && price === this.#lastSorted()) this.#isBestRemoved = true;
      return;
    }
    const before = levels.size;
    levels.set(price, quantity);
    if (levels.size !== before) this.#insert(price);
  }

  get(price: string): string | undefined {
    return this.#levels.get(price);
  }

  /** Returns the best price, or undefined where the side is empty. */
  best(): string | undefined {
    if (this.#isBestRemoved) this.#dropRemovedBest();
    return this.#lastSorted();
  }

  /** Returns the best levels, the best first. */
  top(count: number): PriceLevel[] {
    const wanted = Math.min(count, this.#levels.size);
    this.#dropRemoved();
    if (this.#sorted.length < wanted) this.#sortAgain(wanted);
    const prices = this.#sorted;
    return Array.from({ length: wanted }, (_, index) => {
      const price = prices[prices.length - 1 - index]!;
      return [price, this.#levels.get(price)!];
    });
  }

  clear(): void {
    this.#levels.clear();
    this.#sorted = [];
    this.#isWhole = true;
    this.#isBestRemoved = false;
  }

  /** Returns all levels, unsorted. */
  entries(): IterableIterator<[string, string]> {
    return this.#levels.entries();
  }

  /** Returns the best price of the list, which may be a removed one; undefined if the list is empty. */
  #lastSorted(): string | undefined {
    const sorted = this.#sorted;
    // V8 compiles an index into the caller, but calls `at`.
    return sorted[sorted.length - 1];
  }

  #insert(price: string): void {
    const sorted = this.#sorted;
    if (!this.#isWhole && (sorted.length === 0 || !this.#isBetter(price, sorted[0]!))) return;
    const at = this.#indexOf(price);
    if (sorted[at] === price) return;
    if (at === sorted.length) sorted.push(price);
    else sorted.splice(at, 0, price);
    if (sorted.length > 2 * SORTED_MIN) this.#cut();
  }

  /** Drops half of the sorted prices, so that this happens rarely. */
  #cut(): void {
    this.#dropRemoved();
    if (this.#sorted.length <= SORTED_MIN) return;
    this.#sorted = this.#sorted.slice(-SORTED_MIN);
    this.#isWhole = false;
  }

  #dropRemoved(): void {
    this.#sorted = this.#sorted.filter((price) => this.#levels.has(price));
  }

  /** Drops removed prices from the end of the list; searches the best of all prices again if none is left. */
  #dropRemovedBest(): void {
    const levels = this.#levels;
    this.#isBestRemoved = false;
    for (let price = this.#lastSorted(); price !== undefined; price = this.#lastSorted()) {
      if (levels.has(price)) return;
      this.#sorted.pop();
    }
    // Most prices are not among the best, and need one comparison each, where a sort would need many.
    this.#isWhole = true;
    for (const price of levels.keys()) this.#insert(price);
  }

  /** Returns the index of a price among the sorted ones: the number of worse prices. */
  #indexOf(price: string): number {
    const sorted = this.#sorted;
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#isBetter(price, sorted[middle]!)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #isBetter(one: string, other: string): boolean {
    return this.#isBid ? isBelow(other, one) : isBelow(one, other);
  }

  #sortAgain(count: number): void {
    const worseFirst = (a: string, b: string) => (a === b ? 0 : this.#isBetter(a, b) ? 1 : -1);
    this.#sorted = [...this.#levels.keys()].sort(worseFirst).slice(-count);
    this.#isWhole = this.#sorted.length === this.#levels.size;
  }
}

/** Returns whether the first of two prices with the same number of decimals is lower. */
export function isBelow(one: string, other: string): boolean {
  return one.length === other.length ? one < other : one.length < other.length;
}

function isZero(quantity: string): boolean {
  if (quantity === ZERO_QUANTITY) return true;
  for (let at = 0; at < quantity.length; at += 1) {
    const letter = quantity.charCodeAt(at);
    if (letter !== ZERO && letter !== POINT) return false;
  }
  return true;
}

/** Returns whether a price has exactly so many decimals and no leading zero. */
export function hasDecimals(price: string, decimals: number): boolean {
  const point = price.length - decimals - 1;
  if (decimals === 0 ? price.includes('.') : price.charCodeAt(point) !== POINT) return false;
  const whole = decimals === 0 ? price.length : point;
  return whole === 1 || (whole > 1 && price.charCodeAt(0) !== ZERO);
}

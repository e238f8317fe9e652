/**
 * One side of an order book: quantities by price, exactly as text, with the best price always available. All
 * prices of a book have the same number of decimals, so they can be compared as text; only the best of them
 * are kept sorted. A removed price is remembered, because most of them return: then a change of it costs one look-up,
 * and its place among the sorted ones is known.
 */

/**
 * The number of best prices that are kept sorted; when all of them are removed, the best are searched again among all
 * prices of the side.
 */
const SORTED_MIN = 64;
/** The number of removed prices that are remembered beyond as many as the side has levels. */
export const REMOVED_MAX = 256;
/** Zero as it is written on spot, where most removals come from. */
const ZERO_QUANTITY = '0.00000000';
const POINT = 0x2e;
const ZERO = 0x30;

export type PriceLevel = readonly [price: string, quantity: string];

interface Level {
  readonly price: string;
  /** Undefined if the level is removed. */
  quantity: string | undefined;
  /** Whether the level is in the sorted list. */
  isSorted: boolean;
}

export class BookSide {
  /** The levels by price, with the removed ones that are remembered. */
  readonly #levels = new Map<string, Level>();
  readonly #isBid: boolean;
  /**
   * The best levels in ascending quality, the best last; every level outside this list is worse than its first. A removed
   * level stays in it until it would be the best, or until the list is cut.
   */
  #sorted: Level[] = [];
  /** Whether all levels of the side are in the list. */
  #isWhole = true;
  /** The number of removed levels that are remembered. */
  #removed = 0;

  constructor(isBid: boolean) {
    this.#isBid = isBid;
  }

  get size(): number {
    return this.#levels.size - this.#removed;
  }

  /** The number of prices in memory: those of the levels, and the removed ones that are remembered. */
  get knownPrices(): number {
    return this.#levels.size;
  }

  /**
   * Sets the quantity at a price with the decimals of the book; 0 removes the level. Removing an absent level
   * is allowed.
   */
  set(price: string, quantity: string): void {
    if (this.setKnown(price, quantity) || isZero(quantity)) return;
    const level = { price, quantity, isSorted: false };
    this.#levels.set(price, level);
    this.#insert(level);
  }

  /** Does the same as `set` if the price is in memory as this very text; else returns false and changes nothing. */
  setKnown(price: string, quantity: string): boolean {
    const level = this.#levels.get(price);
    if (level === undefined) return false;
    if (isZero(quantity)) {
      if (level.quantity !== undefined) this.#remove(level);
    } else if (level.quantity !== undefined) level.quantity = quantity;
    else this.#restore(level, quantity);
    return true;
  }

  get(price: string): string | undefined {
    return this.#levels.get(price)?.quantity;
  }

  /** Returns the best price, or undefined where the side is empty. */
  best(): string | undefined {
    const last = this.#lastSorted();
    if (last !== undefined && last.quantity !== undefined) return last.price;
    this.#dropRemovedBest();
    return this.#lastSorted()?.price;
  }

  /** Returns the best levels, the best first. */
  top(count: number): PriceLevel[] {
    const wanted = Math.min(count, this.size);
    this.#dropRemoved();
    if (this.#sorted.length < wanted) this.#sortAgain(wanted);
    const sorted = this.#sorted;
    return Array.from({ length: wanted }, (_, index) => {
      const { price, quantity } = sorted[sorted.length - 1 - index]!;
      return [price, quantity!];
    });
  }

  clear(): void {
    this.#levels.clear();
    this.#sorted = [];
    this.#isWhole = true;
    this.#removed = 0;
  }

  /** Yields all levels, unsorted. */
  *entries(): Generator<PriceLevel> {
    for (const { price, quantity } of this.#levels.values())
      if (quantity !== undefined) yield [price, quantity];
  }

  /** Returns the best level of the list, which may be a removed one; undefined if the list is empty. */
  #lastSorted(): Level | undefined {
    const sorted = this.#sorted;
    // V8 compiles an index into the caller, but calls `at`.
    return sorted[sorted.length - 1];
  }

  #remove(level: Level): void {
    level.quantity = undefined;
    this.#removed += 1;
    if (this.#removed > this.size + REMOVED_MAX) this.#forgetRemoved();
  }

  #restore(level: Level, quantity: string): void {
    level.quantity = quantity;
    this.#removed -= 1;
    if (!level.isSorted) this.#insert(level);
  }

  /**
   * Forgets all removed levels: a price that moves for a day would leave ever more of them. Those in the list stay there,
   * without a quantity, for as long as any removed one does.
   */
  #forgetRemoved(): void {
    for (const { price, quantity } of this.#levels.values())
      if (quantity === undefined) this.#levels.delete(price);
    this.#removed = 0;
  }

  /** Puts a level that is not in the list into it, if it is one of the best. */
  #insert(level: Level): void {
    const sorted = this.#sorted;
    if (!this.#isWhole && (sorted.length === 0 || !this.#isBetter(level, sorted[0]!))) return;
    level.isSorted = true;
    const at = this.#indexOf(level);
    if (at === sorted.length) sorted.push(level);
    else sorted.splice(at, 0, level);
    if (sorted.length > 2 * SORTED_MIN) this.#cut();
  }

  /** Drops half of the sorted levels, so that this happens rarely. */
  #cut(): void {
    this.#dropRemoved();
    const { length } = this.#sorted;
    if (length <= SORTED_MIN) return;
    for (const level of this.#sorted.splice(0, length - SORTED_MIN)) level.isSorted = false;
    this.#isWhole = false;
  }

  #dropRemoved(): void {
    this.#sorted = this.#sorted.filter((level) => {
      level.isSorted = level.quantity !== undefined;
      return level.isSorted;
    });
  }

  /** Drops removed levels from the end of the list; searches the best of all levels again if none is left. */
  #dropRemovedBest(): void {
    for (let last = this.#lastSorted(); last !== undefined; last = this.#lastSorted()) {
      if (last.quantity !== undefined) return;
      last.isSorted = false;
      this.#sorted.pop();
    }
    // Most levels are not among the best, and need one comparison each, where a sort would need many.
    this.#isWhole = true;
    for (const level of this.#levels.values()) if (level.quantity !== undefined) this.#insert(level);
  }

  /** Returns the index of a level among the sorted ones: the number of worse ones. */
  #indexOf(level: Level): number {
    const sorted = this.#sorted;
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#isBetter(level, sorted[middle]!)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #isBetter({ price: one }: Level, { price: other }: Level): boolean {
    return this.#isBid ? isBelow(other, one) : isBelow(one, other);
  }

  #sortAgain(count: number): void {
    const worseFirst = (a: Level, b: Level) => (a === b ? 0 : this.#isBetter(a, b) ? 1 : -1);
    const all = [...this.#levels.values()].filter(({ quantity }) => quantity !== undefined).sort(worseFirst);
    // All that were in the list are among them.
    this.#sorted = all.slice(-count);
    for (const level of this.#sorted) level.isSorted = true;
    this.#isWhole = this.#sorted.length === this.size;
  }
}

/** Returns whether the first of two prices with the same number of decimals is lower. */
export function isBelow(one: string, other: string): boolean {
  return one.length === other.length ? one < other : one.length < other.length;
}

function isZero(quantity: string): boolean {
  // Most quantities have a digit above zero in front.
  if (quantity.charCodeAt(0) > ZERO) return false;
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

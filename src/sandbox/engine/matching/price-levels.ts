/** The queue of orders at one price, the oldest first. */
export interface LevelQueue<O> {
  readonly price: number;
  first: O | undefined;
  last: O | undefined;
}

/**
 * The price levels of one side of a book. The best level is the last element, because most changes are near
 * it.
 */
export class PriceLadder<O> {
  readonly #levels: LevelQueue<O>[] = [];
  readonly #byPrice = new Map<number, LevelQueue<O>>();
  /** Is 1 if higher prices are better, -1 if lower prices are better. */
  readonly #sign: 1 | -1;

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  /** Returns the level at a depth; depth 0 is the best level. */
  atDepth(depth: number): LevelQueue<O> | undefined {
    return this.#levels[this.#levels.length - 1 - depth];
  }

  /** Returns the level of a price; adds one if there is none. */
  getOrCreate(price: number): LevelQueue<O> {
    const existing = this.#byPrice.get(price);
    if (existing !== undefined) return existing;
    const level: LevelQueue<O> = { price, first: undefined, last: undefined };
    this.#byPrice.set(price, level);
    const index = this.#indexOf(price);
    if (index === this.#levels.length) this.#levels.push(level);
    else this.#levels.splice(index, 0, level);
    return level;
  }

  remove(level: LevelQueue<O>): void {
    this.#byPrice.delete(level.price);
    if (this.atDepth(0) === level) this.#levels.pop();
    else this.#levels.splice(this.#indexOf(level.price), 1);
  }

  /** Returns the index of the first level that is not worse than a price. */
  #indexOf(price: number): number {
    const levels = this.#levels;
    const sign = this.#sign;
    let low = 0;
    let high = levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((levels[middle]!.price - price) * sign < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

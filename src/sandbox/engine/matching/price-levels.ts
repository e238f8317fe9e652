/** The prices of one side of a book. */

/** The orders at one price, the oldest first. */
export interface Level<O> {
  readonly price: number;
  first: O | undefined;
  last: O | undefined;
}

/** The levels of one side in order of price, the best last, since most comes and goes near the best. */
export class Ladder<O> {
  readonly #levels: Level<O>[] = [];
  readonly #byPrice = new Map<number, Level<O>>();
  /** 1 where a higher price is better, -1 where a lower one is. */
  readonly #sign: 1 | -1;

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  /** Returns the level that is `depth` levels behind the best. */
  behind(depth: number): Level<O> | undefined {
    return this.#levels[this.#levels.length - 1 - depth];
  }

  /** Returns the level of a price, a new one where there is none. */
  at(price: number): Level<O> {
    const known = this.#byPrice.get(price);
    if (known !== undefined) return known;
    const level: Level<O> = { price, first: undefined, last: undefined };
    this.#byPrice.set(price, level);
    const place = this.#placeOf(price);
    if (place === this.#levels.length) this.#levels.push(level);
    else this.#levels.splice(place, 0, level);
    return level;
  }

  drop(level: Level<O>): void {
    this.#byPrice.delete(level.price);
    if (this.behind(0) === level) this.#levels.pop();
    else this.#levels.splice(this.#placeOf(level.price), 1);
  }

  /** Returns the place of the first level that isn't worse than a price. */
  #placeOf(price: number): number {
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

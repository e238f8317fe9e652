/** Long lists of prices, stored in little memory and compared without big integers. */
import { type Decimal, rescale } from '../../core/decimal.ts';

const FIRST_CAPACITY = 16;
/** A column of a year of minutes grows about fifty times; doubling would leave up to half of it unused. */
const GROWTH = 1.25;
/** A price with more decimal places is stored as a decimal; a double holds at most as many digits exactly. */
const SCALE_MAX = 15;

/** Stands in the array for a price that is stored elsewhere; every comparison with it is false. */
const ELSEWHERE = Number.NaN;

/**
 * A growing list of prices, none below zero. Almost all take eight bytes each: an integer of units of 10^-scale, where
 * the scale is one for the whole list, the largest that a price needed. A price whose integer would not be safe is
 * stored as a decimal.
 */
export class PriceColumn {
  #units = new Float64Array(FIRST_CAPACITY);
  #length = 0;
  #scale = 0;
  #unitsMax = 0;
  /** The prices that are no safe integers of the column's units, by index. */
  readonly #long = new Map<number, Decimal>();

  get length(): number {
    return this.#length;
  }

  push(price: Decimal): void {
    const units = Number(price.value);
    if (Number.isSafeInteger(units)) this.pushUnits(units, price.scale);
    else this.#pushLong(price);
  }

  /** Appends the price `units / 10^scale`; `units` is a safe integer. */
  pushUnits(units: number, scale: number): void {
    if (scale > this.#scale) this.#raiseScale(scale);
    const scaled = scale === this.#scale ? units : units * 10 ** (this.#scale - scale);
    if (scale > this.#scale || scaled > Number.MAX_SAFE_INTEGER) {
      this.#pushLong({ value: BigInt(units), scale });
      return;
    }
    if (scaled > this.#unitsMax) this.#unitsMax = scaled;
    this.#append(scaled);
  }

  at(index: number): Decimal {
    const units = this.#units[index]!;
    return Number.isNaN(units) ? this.#long.get(index)! : { value: BigInt(units), scale: this.#scale };
  }

  /** Returns a price in the units of the column; NaN for a price that is stored as a decimal. */
  unitsAt(index: number): number {
    return this.#units[index]!;
  }

  /**
   * Returns any price in the units of the column, rounded to an integer. A price above all safe integers stays above
   * them, but is not exact.
   */
  toUnits(price: Decimal, rounding: 'floor' | 'ceil'): number {
    return Number(rescale(price, this.#scale, rounding).value);
  }

  /** Returns the list with its prices in the order of the given indexes. */
  inOrder(indexes: readonly number[]): PriceColumn {
    const sorted = new PriceColumn();
    sorted.#units = new Float64Array(Math.max(FIRST_CAPACITY, indexes.length));
    for (const [position, index] of indexes.entries()) {
      sorted.#units[position] = this.#units[index]!;
      const long = this.#long.get(index);
      if (long !== undefined) sorted.#long.set(position, long);
    }
    sorted.#length = indexes.length;
    sorted.#scale = this.#scale;
    sorted.#unitsMax = this.#unitsMax;
    return sorted;
  }

  /** Returns a copy of the first prices of the list. */
  firstOnes(count: number): PriceColumn {
    const copy = new PriceColumn();
    copy.#units = this.#units.slice(0, Math.max(FIRST_CAPACITY, count));
    for (const [index, price] of this.#long) if (index < count) copy.#long.set(index, price);
    copy.#length = count;
    copy.#scale = this.#scale;
    copy.#unitsMax = this.#unitsMax;
    return copy;
  }

  /** Converts all prices to units of a larger scale, unless one of them would not stay a safe integer. */
  #raiseScale(scale: number): void {
    const factor = 10 ** (scale - this.#scale);
    if (scale > SCALE_MAX || this.#unitsMax * factor > Number.MAX_SAFE_INTEGER) return;
    for (let index = 0; index < this.#length; index += 1) this.#units[index] = this.#units[index]! * factor;
    this.#unitsMax *= factor;
    this.#scale = scale;
  }

  #pushLong(price: Decimal): void {
    this.#long.set(this.#length, price);
    this.#append(ELSEWHERE);
  }

  #append(units: number): void {
    if (this.#length === this.#units.length) {
      const larger = new Float64Array(Math.ceil(this.#units.length * GROWTH));
      larger.set(this.#units);
      this.#units = larger;
    }
    this.#units[this.#length] = units;
    this.#length += 1;
  }
}

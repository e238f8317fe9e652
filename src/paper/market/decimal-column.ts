/** Long lists of decimals, stored in little memory. */
import type { Decimal } from '../../core/decimal.ts';

/** A decimal of more digits than this may not fit into a 64-bit integer. */
const COMPACT_TEXT_MAX = 18;

const FIRST_CAPACITY = 16;
/** A column of a year of minutes grows about fifty times; doubling would leave up to half of it unused. */
const GROWTH = 1.25;

/** A growing list of decimals, none below zero; almost all take nine bytes each. */
export class DecimalColumn {
  #values = new BigInt64Array(FIRST_CAPACITY);
  #scales = new Uint8Array(FIRST_CAPACITY);
  #length = 0;
  /** The decimals that do not fit into 64-bit integers, by index. */
  readonly #long = new Map<number, Decimal>();

  get length(): number {
    return this.#length;
  }

  /** Appends the number written in a decimal string of digits with at most one point between them. */
  push(text: string): void {
    if (this.#length === this.#values.length) this.#grow();
    const point = text.indexOf('.');
    const scale = point === -1 ? 0 : text.length - point - 1;
    const value = BigInt(point === -1 ? text : text.slice(0, point) + text.slice(point + 1));
    if (text.length <= COMPACT_TEXT_MAX) {
      this.#values[this.#length] = value;
      this.#scales[this.#length] = scale;
    } else this.#long.set(this.#length, { value, scale });
    this.#length += 1;
  }

  at(index: number): Decimal {
    return this.#long.get(index) ?? { value: this.#values[index]!, scale: this.#scales[index]! };
  }

  /** Returns the list with its decimals in the order of the given indexes. */
  inOrder(indexes: readonly number[]): DecimalColumn {
    const sorted = new DecimalColumn();
    sorted.#values = new BigInt64Array(Math.max(FIRST_CAPACITY, indexes.length));
    sorted.#scales = new Uint8Array(Math.max(FIRST_CAPACITY, indexes.length));
    for (const [position, index] of indexes.entries()) {
      sorted.#values[position] = this.#values[index]!;
      sorted.#scales[position] = this.#scales[index]!;
      const long = this.#long.get(index);
      if (long !== undefined) sorted.#long.set(position, long);
    }
    sorted.#length = indexes.length;
    return sorted;
  }

  #grow(): void {
    const capacity = Math.ceil(this.#values.length * GROWTH);
    const values = new BigInt64Array(capacity);
    const scales = new Uint8Array(capacity);
    values.set(this.#values);
    scales.set(this.#scales);
    this.#values = values;
    this.#scales = scales;
  }
}

/** Random choices, and what random scenarios and random theses know about a market. */
import { seededRandom } from '../../../src/core/clock.ts';

/** Random choices from one seed. */
export class Dice {
  readonly #random: () => number;

  constructor(seed: number) {
    const random = seededRandom(seed);
    this.#random = () => random.next();
  }

  /** An integer from `from` to `to`, both included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.#random() * (to - from + 1));
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  of<T>(values: readonly T[]): T {
    return values[this.int(0, values.length - 1)]!;
  }
}

/** What differs between the symbols of a scenario. */
export interface Market {
  readonly symbol: string;
  /** Prices are whole numbers of these. */
  readonly unit: (price: number) => string;
  price: number;
}

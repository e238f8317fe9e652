/** A seeded random number generator. */
export class RandomSource {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 to 1, exclusive (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    const state = this.#state;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns an integer from `min` to `max`, both inclusive. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** Returns true with a probability. */
  isTrueWith(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.next() * values.length)]!;
  }

  /** Returns one of the values, with probabilities in proportion to their weights. */
  pickWeighted<T>(values: readonly (readonly [weight: number, one: T])[]): T {
    let remaining = this.next() * values.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, one] of values) {
      remaining -= weight;
      if (remaining < 0) return one;
    }
    return values.at(-1)![1];
  }
}

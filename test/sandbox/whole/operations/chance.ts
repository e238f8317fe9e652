/** Numbers that follow from a seed. */
export class Chance {
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

  /** Returns a whole number from `least` to `most`, both inclusive. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** Returns whether something happens that happens so often. */
  isLess(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.next() * from.length)]!;
  }

  /** Returns one of several, each as often as its weight says. */
  weighted<T>(from: readonly (readonly [weight: number, one: T])[]): T {
    let place = this.next() * from.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, one] of from) {
      place -= weight;
      if (place < 0) return one;
    }
    return from.at(-1)![1];
  }
}

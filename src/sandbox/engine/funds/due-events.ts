/** What is still to happen in a part, in order of time; what falls on one ms happens as it was put down. */
import type { Checkpointer } from '../state/checkpointer.ts';

interface Entry<P> {
  readonly time: number;
  readonly number: number;
  readonly planned: P;
}

/** A queue by time: a binary heap of what is planned, as plain data. */
export class Agenda<P> {
  readonly #heap: Entry<P>[] = [];
  readonly #carryOut: (planned: P, time: number) => void;
  #count = 0;

  constructor(carryOut: (planned: P, time: number) => void) {
    this.#carryOut = carryOut;
  }

  /** Puts down what happens at a time, which may not be one that is past. */
  add(time: number, planned: P): void {
    const entry = { time, number: this.#count, planned };
    this.#count += 1;
    let at = this.#heap.push(entry) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(entry, this.#heap[above]!)) break;
      this.#heap[at] = this.#heap[above]!;
      at = above;
    }
    this.#heap[at] = entry;
  }

  /** Returns when the next thing happens, if it does by `now`. */
  next(now: number): number | undefined {
    const time = this.#heap[0]?.time;
    return time !== undefined && time <= now ? time : undefined;
  }

  /** Lets the next thing happen; asserts that there is one. */
  happen(): void {
    const first = this.#heap[0];
    if (first === undefined) throw new Error('nothing is on the agenda');
    const last = this.#heap.pop()!;
    if (last !== first) this.#sink(last);
    this.#carryOut(first.planned, first.time);
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#heap);
    this.#count = checkpointer.value(this.#count);
  }

  /** Puts an entry in place of the first, below all that is before it. */
  #sink(entry: Entry<P>): void {
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= this.#heap.length) break;
      const right = below + 1;
      if (right < this.#heap.length && isBefore(this.#heap[right]!, this.#heap[below]!)) below = right;
      if (!isBefore(this.#heap[below]!, entry)) break;
      this.#heap[at] = this.#heap[below]!;
      at = below;
    }
    this.#heap[at] = entry;
  }
}

function isBefore(a: Entry<unknown>, b: Entry<unknown>): boolean {
  return a.time < b.time || (a.time === b.time && a.number < b.number);
}

/** What is still to happen in a part, in order of time; what falls on one ms happens as it was put down. */
import type { Checkpointer } from '../state/checkpointer.ts';

interface QueueEntry<E> {
  readonly time: number;
  readonly sequence: number;
  readonly planned: E;
}

/** A queue by time: a binary heap of what is planned, as plain data. */
export class DueEventQueue<E> {
  readonly #heap: QueueEntry<E>[] = [];
  readonly #run: (planned: E, time: number) => void;
  #count = 0;

  constructor(run: (planned: E, time: number) => void) {
    this.#run = run;
  }

  /** Puts down what happens at a time, which may not be one that is past. */
  add(time: number, planned: E): void {
    const entry = { time, sequence: this.#count, planned };
    this.#count += 1;
    let index = this.#heap.push(entry) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(entry, this.#heap[parent]!)) break;
      this.#heap[index] = this.#heap[parent]!;
      index = parent;
    }
    this.#heap[index] = entry;
  }

  /** Returns when the next thing happens, if it does by `now`. */
  nextDueAt(now: number): number | undefined {
    const time = this.#heap[0]?.time;
    return time !== undefined && time <= now ? time : undefined;
  }

  /** Lets the next thing happen; asserts that there is one. */
  runNext(): void {
    const first = this.#heap[0];
    if (first === undefined) throw new Error('nothing is on the agenda');
    const last = this.#heap.pop()!;
    if (last !== first) this.#replaceRoot(last);
    this.#run(first.planned, first.time);
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#heap);
    this.#count = checkpointer.value(this.#count);
  }

  /** Puts an entry in place of the first, below all that is before it. */
  #replaceRoot(entry: QueueEntry<E>): void {
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= this.#heap.length) break;
      const right = child + 1;
      if (right < this.#heap.length && isBefore(this.#heap[right]!, this.#heap[child]!)) child = right;
      if (!isBefore(this.#heap[child]!, entry)) break;
      this.#heap[index] = this.#heap[child]!;
      index = child;
    }
    this.#heap[index] = entry;
  }
}

function isBefore(a: QueueEntry<unknown>, b: QueueEntry<unknown>): boolean {
  return a.time < b.time || (a.time === b.time && a.sequence < b.sequence);
}

/**
 * The scheduled events of an engine, in order of time; events of the same ms run in the order of their
 * scheduling.
 */
import type { Checkpointer } from '../state/checkpointer.ts';

interface QueueEntry<E> {
  readonly time: number;
  readonly sequence: number;
  readonly event: E;
}

/** A priority queue of scheduled events: a binary heap of plain data, so that a checkpoint can hold it. */
export class DueEventQueue<E> {
  readonly #heap: QueueEntry<E>[] = [];
  readonly #run: (event: E, time: number) => void;
  #count = 0;

  constructor(run: (event: E, time: number) => void) {
    this.#run = run;
  }

  /** Schedules an event; its time must not be in the past. */
  add(time: number, event: E): void {
    const entry = { time, sequence: this.#count, event };
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

  /** Returns when the next event is due, if that is at or before `now`. */
  nextDueAt(now: number): number | undefined {
    const time = this.#heap[0]?.time;
    return time !== undefined && time <= now ? time : undefined;
  }

  /** Removes the next event from the queue and runs it; throws if the queue is empty. */
  runNext(): void {
    const first = this.#heap[0];
    if (first === undefined) throw new Error('no event is scheduled');
    const last = this.#heap.pop()!;
    if (last !== first) this.#replaceRoot(last);
    this.#run(first.event, first.time);
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#heap);
    this.#count = checkpointer.value(this.#count);
  }

  /** Replaces the root of the heap and sifts it down. */
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

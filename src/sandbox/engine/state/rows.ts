/** Inclusive ranges of search keys, such as ids and times, by key name. */
export type KeyRanges = Readonly<Record<string, readonly [min: number, max: number]>>;

/** The rows of a history in the order in which they were added, wherever they are stored. */
export abstract class Rows<R> implements Iterable<R> {
  abstract readonly length: number;

  /** Returns the row at an index, counted from 0. */
  abstract at(index: number): R | undefined;

  /** Returns the rows within the key ranges, the oldest first. */
  abstract within(keyRanges: KeyRanges): Iterable<R>;

  /** Returns the rows within the key ranges, the newest first. */
  abstract newestFirst(keyRanges?: KeyRanges): Iterable<R>;

  /** Returns the oldest row within the key ranges. */
  first(keyRanges: KeyRanges): R | undefined {
    for (const row of this.within(keyRanges)) return row;
    return undefined;
  }

  get last(): R | undefined {
    return this.length === 0 ? undefined : this.at(this.length - 1);
  }

  [Symbol.iterator](): Iterator<R> {
    return this.within({})[Symbol.iterator]();
  }

  /** Returns the rows that satisfy a predicate. Without key ranges every row is read, however old. */
  filter(predicate: (row: R) => boolean, keyRanges: KeyRanges = {}): R[] {
    return [...this.within(keyRanges)].filter(predicate);
  }

  map<T>(transform: (row: R) => T): T[] {
    return [...this].map(transform);
  }

  reduce<T>(reducer: (sum: T, row: R) => T, start: T): T {
    return [...this].reduce(reducer, start);
  }
}

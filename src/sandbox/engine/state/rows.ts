/** What can be asked of a history, wherever its rows are kept. */

/** Bounds of marks, both inclusive: numbers by which rows are looked for, such as ids and times. */
export type KeyRanges = Readonly<Record<string, readonly [least: number, most: number]>>;

/** Rows in the order in which they were added. */
export abstract class Rows<R> implements Iterable<R> {
  abstract readonly length: number;

  /** Returns the row at a place, counted from 0. */
  abstract at(index: number): R | undefined;

  /** Returns the rows within bounds, the oldest first. */
  abstract within(keyRanges: KeyRanges): Iterable<R>;

  /** Returns the rows within bounds, the newest first. */
  abstract newestFirst(keyRanges?: KeyRanges): Iterable<R>;

  /** Returns the oldest row within bounds. */
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

  /** Looks at every row, however old, where no bounds are known. */
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

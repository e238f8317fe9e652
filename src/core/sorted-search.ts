/** Binary search in rows that are sorted by a number. */

/** A list, or any container with a length and access by index, that is sorted in ascending order. */
export interface SortedRows<R> {
  readonly length: number;
  at(index: number): R | undefined;
}

/**
 * Returns the index of the first row whose key is at least `bound`, or the number of rows when there is none.
 */
export function lowerBound<R>(rows: SortedRows<R>, keyOf: (row: R) => number, bound: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keyOf(rows.at(middle)!) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Finds places in rows whose numbers ascend. */

/** What a search needs of rows. */
export interface SortedRows<R> {
  readonly length: number;
  at(index: number): R | undefined;
}

/** Returns the first place in ascending rows whose number isn't below a bound. */
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

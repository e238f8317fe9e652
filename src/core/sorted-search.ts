/** Finds places in rows whose numbers ascend. */

/** What a search needs of rows. */
export interface Laid<R> {
  readonly length: number;
  at(place: number): R | undefined;
}

/** Returns the first place in ascending rows whose number isn't below a bound. */
export function placeOf<R>(rows: Laid<R>, numberOf: (row: R) => number, bound: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numberOf(rows.at(middle)!) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

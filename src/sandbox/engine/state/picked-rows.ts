/** Some rows of an archive, such as the orders of one user: only their places are kept. */

import { lowerBound } from '../../../core/sorted-search.ts';
import type { Archive } from './archive.ts';
import type { Checkpointer } from './checkpointer.ts';
import { NumberTable } from './number-table.ts';
import { type Bounds, Rows } from './rows.ts';

export class PickedRows<R extends object> extends Rows<R> {
  readonly #of: Archive<R>;
  readonly #places = new NumberTable(1);

  constructor(of: Archive<R>) {
    super();
    this.#of = of;
  }

  get length(): number {
    return this.#places.length;
  }

  /** Adds the row at a place of the archive; places ascend. */
  push(place: number): void {
    this.#places.push([place]);
  }

  at(place: number): R | undefined {
    return place >= 0 && place < this.length ? this.#of.at(this.#places.get(place, 0)) : undefined;
  }

  *within(bounds: Bounds): Iterable<R> {
    const [first, end] = this.#span(bounds);
    for (let place = first; place < end; place += 1) yield* this.#rowAt(place, bounds);
  }

  *newest(bounds: Bounds = {}): Iterable<R> {
    const [first, end] = this.#span(bounds);
    for (let place = end - 1; place >= first; place -= 1) yield* this.#rowAt(place, bounds);
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#places.checkpoint(checkpointer);
  }

  /** Returns which of these rows may be within bounds: those from a first one up to an end. */
  #span(bounds: Bounds): readonly [first: number, end: number] {
    const [first, end] = this.#of.placesWithin(bounds);
    const places = { length: this.length, at: (place: number) => this.#places.get(place, 0) };
    const placeFrom = (bound: number) => lowerBound<number>(places, (place) => place, bound);
    return [placeFrom(first), placeFrom(end)];
  }

  #rowAt(place: number, bounds: Bounds): readonly R[] {
    const at = this.#places.get(place, 0);
    if (!this.#of.mayBeWithin(at, bounds)) return [];
    const row = this.#of.at(at)!;
    return this.#of.isWithin(row, bounds) ? [row] : [];
  }
}

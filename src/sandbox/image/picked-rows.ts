/** Some rows of an archive, such as the orders of one user: only their places are kept. */
import type { Archive } from './archive.ts';
import type { Keeping } from './keeping.ts';
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
    for (let place = 0; place < this.length; place += 1) yield* this.#rowAt(place, bounds);
  }

  *newest(bounds: Bounds = {}): Iterable<R> {
    for (let place = this.length - 1; place >= 0; place -= 1) yield* this.#rowAt(place, bounds);
  }

  keep(keeping: Keeping): void {
    this.#places.keep(keeping);
  }

  #rowAt(place: number, bounds: Bounds): readonly R[] {
    const at = this.#places.get(place, 0);
    if (!this.#of.mayBeWithin(at, bounds)) return [];
    const row = this.#of.at(at)!;
    return this.#of.isWithin(row, bounds) ? [row] : [];
  }
}

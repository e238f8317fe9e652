/** A subset of the rows of an archive, such as the orders of one user, stored as indexes into the archive. */

import { lowerBound } from '../../../core/sorted-search.ts';
import type { Archive } from './archive.ts';
import type { Checkpointer } from './checkpointer.ts';
import { NumberTable } from './number-table.ts';
import { type KeyRanges, Rows } from './rows.ts';

export class ArchiveSubset<R extends object> extends Rows<R> {
  readonly #archive: Archive<R>;
  readonly #indexes = new NumberTable(1);

  constructor(archive: Archive<R>) {
    super();
    this.#archive = archive;
  }

  get length(): number {
    return this.#indexes.length;
  }

  /** Adds the row at an index of the archive. Indexes must ascend. */
  push(index: number): void {
    this.#indexes.push([index]);
  }

  at(index: number): R | undefined {
    return index >= 0 && index < this.length ? this.#archive.at(this.#indexes.get(index, 0)) : undefined;
  }

  *within(keyRanges: KeyRanges): Iterable<R> {
    const [first, end] = this.#span(keyRanges);
    for (let index = first; index < end; index += 1) yield* this.#rowAt(index, keyRanges);
  }

  *newestFirst(keyRanges: KeyRanges = {}): Iterable<R> {
    const [first, end] = this.#span(keyRanges);
    for (let index = end - 1; index >= first; index -= 1) yield* this.#rowAt(index, keyRanges);
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#indexes.checkpoint(checkpointer);
  }

  /**
   * Returns the positions of the first row of the subset that may match and of the row after the last one.
   */
  #span(keyRanges: KeyRanges): readonly [first: number, end: number] {
    const [first, end] = this.#archive.indexRange(keyRanges);
    const indexes = { length: this.length, at: (index: number) => this.#indexes.get(index, 0) };
    const positionOf = (bound: number) => lowerBound<number>(indexes, (index) => index, bound);
    return [positionOf(first), positionOf(end)];
  }

  #rowAt(index: number, keyRanges: KeyRanges): readonly R[] {
    const archiveIndex = this.#indexes.get(index, 0);
    if (!this.#archive.mayMatch(archiveIndex, keyRanges)) return [];
    const row = this.#archive.at(archiveIndex)!;
    return this.#archive.matches(row, keyRanges) ? [row] : [];
  }
}

/**
 * The cells of one symbol, the day's and what they divide into. Whoever asks mostly asks again about the same minutes:
 * the cells on the way there stay at hand for a while, and are the same cells when they are made again.
 */

import { type Part, split } from './span-split.ts';
import type { Character } from './symbol-profile.ts';
import { type Cell, dayCell } from './time-span.ts';

/** Where cells come from. */
export interface CellSource {
  /** Returns the cell of a day, counted from 1970; that of the day before, where it is at hand, saves half of the work. */
  day(day: number, before?: Cell): Cell;
  /** Returns the parts of a cell, in order of time. */
  parts(cell: Cell): readonly [Part, Part];
}

/**
 * Divisions that stay at hand, some 100 kB of them for a symbol: ten ways from a day to a millisecond have as many. When
 * there are more, all are forgotten at once.
 */
const DIVISIONS_MAX = 200;
/** The same for days, which a symbol that is hardly looked into would gather. */
const DAYS_MAX = 8;

export class Cells implements CellSource {
  readonly character: Character;
  /** Makes every cell anew: for long sweeps, which come to each but once. */
  readonly fresh: CellSource;
  readonly #days = new Map<number, Cell>();
  readonly #parts = new Map<Cell, readonly [Part, Part]>();

  constructor(character: Character) {
    this.character = character;
    this.fresh = { day: (day, before) => dayCell(character, day, before), parts: split };
  }

  day(day: number, before?: Cell): Cell {
    let cell = this.#days.get(day);
    if (cell !== undefined) return cell;
    if (this.#days.size >= DAYS_MAX) this.#forget();
    cell = dayCell(this.character, day, before);
    this.#days.set(day, cell);
    return cell;
  }

  parts(cell: Cell): readonly [Part, Part] {
    let parts = this.#parts.get(cell);
    if (parts !== undefined) return parts;
    if (this.#parts.size >= DIVISIONS_MAX) this.#forget();
    parts = split(cell);
    this.#parts.set(cell, parts);
    return parts;
  }

  #forget(): void {
    this.#days.clear();
    this.#parts.clear();
  }
}

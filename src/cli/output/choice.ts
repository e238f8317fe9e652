/** The rows of a list that are shown, and their order: `--where`, `--sort`, `--desc` and `--top`. */
import type { View } from '../../catalogue/types.ts';
import type { Chunk } from '../../commands/types.ts';
import { plainCell } from '../../core/cells.ts';
import {
  type CellOf,
  type Condition,
  noMatchText,
  numberOf,
  parseCondition,
  type TestedCount,
} from '../../core/condition.ts';
import { compare, type Decimal } from '../../core/decimal.ts';
import { stringifyJson } from '../../core/json.ts';
import type { TimeZone } from '../../core/time-zone.ts';
import type { JsonValue, UnixMs } from '../../core/words.ts';
import { assertKnownFields, columnsOfPages, listOf, namedCells } from './rows.ts';

/** Which rows are shown, as typed. */
export interface ChoiceOptions {
  /** A condition such as "quoteVolume > 1e6". */
  readonly where?: string | undefined;
  /** The fields by which rows are sorted, the first one first; missing values come last. */
  readonly sort?: readonly string[] | undefined;
  /** Whether the largest values come first. */
  readonly isDescending?: boolean;
  /** The most rows that are shown; a whole number from 1. */
  readonly top?: number | undefined;
}

/** A list reduced to the chosen rows, in their order. */
export interface ChosenRows {
  readonly rows: readonly JsonValue[];
  /** The number of rows from which they were chosen. */
  readonly of: number;
  /** The view of the rows, which stand in no other object any more. */
  readonly view: View | undefined;
}

/** A row with the values by which it is sorted. */
interface SortedRow {
  readonly row: JsonValue;
  readonly keys: readonly SortKey[];
}

/** A value to sort by: a number, else its text; undefined if the row has none. */
type SortKey = { readonly text: string; readonly number: Decimal | undefined } | undefined;

/** While a long list is sorted, rows beyond the first `top` are dropped when this many times as many are kept. */
const SPARE_FACTOR = 4;

/** Chooses rows of lists. */
export class RowChoice {
  readonly #where: string | undefined;
  readonly #condition: Condition | undefined;
  readonly #sort: readonly string[] | undefined;
  /** The fields of the condition and those to sort by. */
  readonly #fields: readonly string[];
  readonly #isDescending: boolean;
  readonly #top: number;
  #isUsed = false;
  /** The number of rows that the condition was tested on, and of those that met it. */
  readonly #counts: TestedCount = { tested: 0, met: 0 };

  /** Throws a usage error for a condition that cannot be read. */
  constructor({ where, sort, isDescending, top }: ChoiceOptions, now: UnixMs, zone?: TimeZone) {
    this.#where = where;
    this.#condition = where === undefined ? undefined : parseCondition(where, now, zone);
    this.#sort = sort;
    this.#fields = [...(this.#condition?.fields ?? []), ...(sort ?? [])];
    this.#isDescending = isDescending === true;
    this.#top = top ?? Number.POSITIVE_INFINITY;
  }

  /** Whether rows of a list were chosen. */
  get isUsed(): boolean {
    return this.#isUsed;
  }

  /** Says that no row met the condition; undefined if one did, or if there was none to test. */
  get noMatch(): string | undefined {
    return this.#where === undefined ? undefined : noMatchText(this.#counts, 'row', this.#where);
  }

  /**
   * Returns the chosen rows of an answer, unchanged and in their new order; undefined if the answer holds no list.
   * Throws a usage error for a field that no row has.
   */
  of(value: JsonValue, view: View | undefined): ChosenRows | undefined {
    const list = listOf(value, view);
    if (list === undefined) return undefined;
    this.#assertFields(list, view);
    const rows = this.#sorted(this.#filtered(list, view).map((row) => this.#withKeys(row, view)));
    this.#isUsed = true;
    return { rows: rows.slice(0, this.#top), of: list.length, view: view && this.#rowsView(view) };
  }

  /**
   * Yields the chosen rows of a long list. A list that is not sorted is passed on as it arrives and ends after the
   * last row that is shown; a sorted one is written when all its rows have arrived.
   */
  async *chunks(chunks: AsyncIterable<Chunk>, view: View | undefined): AsyncGenerator<Chunk> {
    this.#isUsed = true;
    if (this.#sort === undefined) yield* this.#passing(chunks, view);
    else yield* this.#collected(chunks, view);
  }

  async *#passing(chunks: AsyncIterable<Chunk>, view: View | undefined): AsyncGenerator<Chunk> {
    let left = this.#top;
    for await (const list of this.#filteredLists(chunks, view)) {
      const rows = list.slice(0, left);
      left -= rows.length;
      if (rows.length > 0) yield chunkOf(rows);
      if (left <= 0) return;
    }
  }

  async *#collected(chunks: AsyncIterable<Chunk>, view: View | undefined): AsyncGenerator<Chunk> {
    let kept: SortedRow[] = [];
    for await (const list of this.#filteredLists(chunks, view)) {
      for (const row of list) kept.push(this.#withKeys(row, view));
      if (kept.length > SPARE_FACTOR * this.#top) kept = this.#byKeys(kept).slice(0, this.#top);
    }
    const rows = this.#sorted(kept).slice(0, this.#top);
    if (rows.length > 0) yield chunkOf(rows);
  }

  /** Yields the rows of each chunk that meet the condition. The first rows decide which fields are known. */
  async *#filteredLists(
    chunks: AsyncIterable<Chunk>,
    view: View | undefined,
  ): AsyncGenerator<readonly JsonValue[]> {
    let isChecked = false;
    for await (const { value } of chunks) {
      const list = value as readonly JsonValue[];
      if (!isChecked && list.length > 0) {
        this.#assertFields(list, view);
        isChecked = true;
      }
      yield this.#filtered(list, view);
    }
  }

  #filtered(list: readonly JsonValue[], view: View | undefined): readonly JsonValue[] {
    const condition = this.#condition;
    if (condition === undefined) return list;
    const rows = list.filter((row) => condition.isMet(namedCells(row, view)));
    this.#counts.tested += list.length;
    this.#counts.met += rows.length;
    return rows;
  }

  #withKeys(row: JsonValue, view: View | undefined): SortedRow {
    const cellOf = namedCells(row, view);
    return { row, keys: (this.#sort ?? []).map((field) => sortKey(field, cellOf)) };
  }

  #sorted(rows: readonly SortedRow[]): readonly JsonValue[] {
    return (this.#sort === undefined ? rows : this.#byKeys(rows)).map(({ row }) => row);
  }

  /** Sorts rows by their keys. Rows with equal keys stay in the order in which the exchange sent them. */
  #byKeys(rows: readonly SortedRow[]): SortedRow[] {
    const sign = this.#isDescending ? -1 : 1;
    return [...rows].sort((a, b) => {
      for (const [at, key] of a.keys.entries()) {
        const order = orderOf(key, b.keys[at], sign);
        if (order !== 0) return order;
      }
      return 0;
    });
  }

  /**
   * Returns the view of rows that were taken out of the answer around them. A table that is too narrow for all columns
   * keeps those by which its rows were chosen.
   */
  #rowsView({ rowsAt: _inside, headerFields: _around, ...view }: View): View {
    const columns = view.columns.map((column) =>
      this.#fields.includes(column.name) ? ({ ...column, pinned: true } as const) : column,
    );
    return { ...view, shape: 'rows', columns };
  }

  #assertFields(list: readonly JsonValue[], view: View | undefined): void {
    assertKnownFields(list, columnsOfPages(list, view), this.#fields);
  }
}

/** Returns a chunk of rows. Its JSON text is made only if an output reads it, which tables and csv do not. */
function chunkOf(rows: readonly JsonValue[]): Chunk {
  return {
    value: rows,
    get text() {
      return stringifyJson(rows);
    },
  };
}

function sortKey(field: string, cellOf: CellOf): SortKey {
  const cell = cellOf(field);
  return cell === null || cell === '' ? undefined : { text: plainCell(cell), number: numberOf(cell) };
}

/** Compares two values: numbers before text, numbers by value, text by code units, a missing value last. */
function orderOf(a: SortKey, b: SortKey, sign: 1 | -1): number {
  if (a === undefined || b === undefined) return (a === undefined ? 1 : 0) - (b === undefined ? 1 : 0);
  if (a.number !== undefined && b.number !== undefined) return sign * compare(a.number, b.number);
  if (a.number !== undefined || b.number !== undefined) return sign * (a.number === undefined ? 1 : -1);
  return a.text === b.text ? 0 : sign * (a.text < b.text ? -1 : 1);
}

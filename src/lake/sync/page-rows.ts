/**
 * Reads pages of the API as text: a page whose every value has the form of its column becomes csv by leaving out what JSON
 * has around the values, without parsing it.
 */
import { ToolError } from '../../core/errors.ts';
import { parseJson, stringifyJson } from '../../core/json.ts';
import { safeText } from '../../core/text.ts';
import { isObject, type JsonValue } from '../../core/words.ts';
import { VALUE_FORMS } from '../staging.ts';
import type { LakeTable } from '../tables.ts';
import type { PageCell, PageLayout } from './page-layouts.ts';

/** The rows of a page. */
export interface PageRows {
  /** One line a row, with the values of the layout. */
  readonly csv: string;
  /** The time of each row, Unix ms. */
  readonly times: readonly number[];
  /** The id of each row; empty for a table without ids. */
  readonly ids: readonly number[];
  /** Whether an amount has too many digits for the type through which the others are read faster. */
  readonly hasLongAmounts: boolean;
}

const FORMS: Readonly<Record<PageCell['kind'], string>> = {
  price: '-?\\d{1,10}(?:\\.\\d{1,8})?',
  amount: '-?\\d{1,10}(?:\\.\\d{1,8})?',
  value: '-?\\d{1,20}(?:\\.\\d{1,18})?',
  integer: '-?\\d{1,16}',
  time: '\\d{13}',
  flag: '(?:true|false)',
  text: '[A-Za-z0-9_]*',
  ignored: '[A-Za-z0-9_.+-]*',
};

const LONG_AMOUNT = '-?\\d{1,30}(?:\\.\\d{1,8})?';

/** Reads the pages of one endpoint. */
export class PageReader {
  readonly #layout: PageLayout;
  readonly #timeAt: number;
  readonly #hasIds: boolean;
  readonly #members: readonly string[];
  readonly #short: RegExp;
  readonly #long: RegExp;

  /** Ids are the first value of a row. */
  constructor(layout: PageLayout, { time, id }: LakeTable) {
    this.#layout = layout;
    this.#timeAt = layout.cells.findIndex(({ name }) => name === time);
    this.#hasIds = id !== undefined;
    this.#members = layout.cells.flatMap(({ member }) => (member === undefined ? [] : [`"${member}":`]));
    this.#short = pageForm(layout.cells, FORMS);
    this.#long = pageForm(layout.cells, { ...FORMS, amount: LONG_AMOUNT });
  }

  /** Returns the rows of a page. Throws kind `unavailable` for a row without a value, or with one that no column holds. */
  read(text: string): PageRows {
    if (text === '[]') return NO_ROWS;
    const isShort = this.#short.test(text);
    const csv = isShort || this.#long.test(text) ? this.#stripped(text) : this.#parsed(text);
    return {
      csv,
      times: numbersOf(csv, this.#timeAt),
      ids: this.#hasIds ? numbersOf(csv, 0) : [],
      hasLongAmounts: !isShort,
    };
  }

  #stripped(text: string): string {
    let csv = text;
    for (const member of this.#members) csv = csv.replaceAll(member, '');
    const between = this.#members.length === 0 ? '],[' : '},{';
    return `${csv.slice(2, -2).replaceAll('"', '').replaceAll(between, '\n')}\n`;
  }

  #parsed(text: string): string {
    const rows = parseJson(text, { what: 'the answer', kind: 'unavailable' });
    if (!Array.isArray(rows)) throw this.#fault(0, 'a list of rows', rows);
    return (rows as readonly JsonValue[])
      .map((row, at) => {
        const cells = this.#layout.cells.map((cell, index) => {
          const value = valueAt(row, cell, index);
          if (cell.kind === 'ignored') return '';
          const found = typeof value === 'string' ? value : stringifyJson(value ?? null);
          if (cell.kind === 'text' || VALUE_FORMS[cell.kind].form.test(found)) return found;
          throw this.#fault(at + 1, `${VALUE_FORMS[cell.kind].expected} in ${cell.name}`, value ?? null);
        });
        return `${cells.join(',')}\n`;
      })
      .join('');
  }

  #fault(row: number, expected: string, found: JsonValue): ToolError {
    return new ToolError({
      kind: 'unavailable',
      message: `Row ${row} of the answer must have ${expected}, was ${safeText(stringifyJson(found).slice(0, 60))}.`,
      hint: 'The lake keeps values exactly or not at all, so this page was not stored.',
      endpoint: this.#layout.endpoint,
    });
  }
}

/** Returns the form of a page of at least one row, each value with or without quotes. */
function pageForm(cells: readonly PageCell[], forms: typeof FORMS): RegExp {
  const row = cells
    .map(
      ({ kind, member }) =>
        `${member === undefined ? '' : `"${member}":`}(?:"${forms[kind]}"|${forms[kind]})`,
    )
    .join(',');
  const one = cells[0]?.member === undefined ? `\\[${row}\\]` : `\\{${row}\\}`;
  return new RegExp(`^\\[${one}(?:,${one})*\\]$`);
}

function valueAt(row: JsonValue, { member }: PageCell, index: number): JsonValue | undefined {
  if (member === undefined) return Array.isArray(row) ? (row as readonly JsonValue[])[index] : undefined;
  return isObject(row) && Object.hasOwn(row, member) ? row[member] : undefined;
}

/** Returns the whole numbers in a column. */
function numbersOf(csv: string, column: number): readonly number[] {
  const numbers: number[] = [];
  for (let line = 0; line < csv.length; line = csv.indexOf('\n', line) + 1) {
    let at = line;
    for (let cell = 0; cell < column; cell += 1) at = csv.indexOf(',', at) + 1;
    numbers.push(Number.parseInt(csv.slice(at, at + DIGITS_MAX), 10));
  }
  return numbers;
}

/** Times and ids have at most so many digits. */
const DIGITS_MAX = 16;

/** A page without rows. */
const NO_ROWS: PageRows = { csv: '', times: [], ids: [], hasLongAmounts: false };

/** Returns the rows of a page from one on to before another. */
export function rowsFrom(page: PageRows, begin: number, end: number): PageRows {
  const { csv, times, ids, hasLongAmounts } = page;
  if (begin === 0 && end === times.length) return page;
  let [start, line] = [0, 0];
  for (let row = 0; row < end; row += 1) {
    if (row === begin) start = line;
    line = csv.indexOf('\n', line) + 1;
  }
  return {
    csv: csv.slice(start, line),
    times: times.slice(begin, end),
    ids: ids.slice(begin, end),
    hasLongAmounts,
  };
}

/**
 * Rows as lines for programs: NDJSON and csv. Long answers go through here, so it is written to be quick, and
 * yields blocks of lines: who reads the first is at work while the next is made.
 */
import type { Column, View } from '../../catalogue/types.ts';
import { stringifyJson } from '../../core/json.ts';
import { csvCell } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { listAt, plainCell, type Rows, rowsOf } from './rows.ts';

/** A block of candles is half of what a pipe of Linux holds. */
const BLOCK_ROWS = 128;

/**
 * Yields the lines of the rows in blocks. The engine makes the round of a block, and each line is a call: a loop
 * over all rows would be compiled while it runs, and the process wait for that at its end.
 */
export function* blocksOf<Row>(rows: readonly Row[], lineOf: (row: Row) => string): Generator<string> {
  for (let at = 0; at < rows.length; at += BLOCK_ROWS) {
    const block = rows.slice(at, at + BLOCK_ROWS).map(lineOf);
    yield `${block.join('\n')}\n`;
  }
}

/**
 * Returns blocks of one line for each row; objects as they came, candles and book levels with their fields
 * named. `text` is the JSON that the value was read from.
 */
export function ndjson(value: JsonValue, view: View | undefined, text: string): Iterable<string> {
  const found = view?.shape === 'book' ? undefined : listAt(value, view?.rowsAt);
  const isList = Array.isArray(found);
  if (isList && view !== undefined && found.length > 0 && found.every(Array.isArray)) {
    const rows = found as readonly (readonly JsonValue[])[];
    return blocksOf(rows, namedLine(view.columns, quoteFor(text)));
  }
  if (found === undefined || (isList && view !== undefined && Array.isArray(found[0]))) {
    const { columns, rows } = rowsOf(value, view);
    const inOrder = columns.map(({ name }, at) => ({ name, at }));
    return blocksOf(rows, namedLine(inOrder, quoteFor(text)));
  }
  const rows = isList ? (found as readonly JsonValue[]) : [found];
  return blocksOf(rows, (row) => stringifyJson(row));
}

/**
 * Returns how strings of a JSON text are quoted. What a JSON string has to escape stands behind a backslash, so
 * where the text has none, none of its strings needs escapes.
 */
function quoteFor(text: string): (cell: string) => string {
  return text.includes('\\') ? JSON.stringify : (cell) => `"${cell}"`;
}

/** Returns how a row becomes a line: each column at its place, with its name. */
function namedLine(
  columns: readonly Pick<Column, 'name' | 'at'>[],
  quote: (cell: string) => string,
): (row: readonly JsonValue[]) => string {
  const keys = columns.map(({ name }, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  const places = columns.map(({ at }) => at ?? -1);
  return (row) => {
    let line = '';
    for (let index = 0; index < keys.length; index += 1) {
      const cell = row[places[index]!] ?? null;
      if (typeof cell === 'string') line += keys[index]! + quote(cell);
      else line += keys[index]! + (typeof cell === 'number' ? String(cell) : stringifyJson(cell));
    }
    return `${line}}`;
  };
}

/** Returns the first line of csv, the names of the columns. */
export function csvHead({ columns }: Rows): string {
  return `${columns.map((column) => csvCell(column.name, 'text')).join(',')}\n`;
}

/** Returns blocks of one line of csv for each row. */
export function csvBody({ columns, rows }: Rows): Iterable<string> {
  const kinds = columns.map((column) => (column.is === 'text' ? 'text' : 'number'));
  return blocksOf(rows, (row) => {
    let line = '';
    for (let at = 0; at < kinds.length; at += 1) {
      line += (at === 0 ? '' : ',') + csvCell(plainCell(row[at]!), kinds[at]!);
    }
    return line;
  });
}

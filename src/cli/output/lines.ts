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

/** Adds the pieces of a row's line, its line feed last, to those of the block. */
export type PutLine<Row> = (row: Row, pieces: unknown[]) => void;

/**
 * Yields the lines of the rows in blocks. A block is joined from its pieces once: adding text to text piece by
 * piece leaves a tree that has to be walked for every line. The engine makes the round of a block, and each line is
 * a call: a loop over all rows would be compiled while it runs, and the process wait for that at its end.
 */
export function* blocksOf<Row>(rows: readonly Row[], put: PutLine<Row>): Generator<string> {
  let pieces: unknown[] = [];
  // One function for all blocks: the engine would compile that of each block anew.
  const add = (row: Row) => {
    put(row, pieces);
  };
  for (let at = 0; at < rows.length; at += BLOCK_ROWS) {
    pieces = [];
    rows.slice(at, at + BLOCK_ROWS).forEach(add);
    yield pieces.join('');
  }
}

/**
 * Returns blocks of one line for each row; objects as they came, candles and book levels with their fields
 * named. `read` gives the value of the text; rows that are only
 * passed on are not read.
 */
export function ndjson(text: string, view: View | undefined, read: () => JsonValue): Iterable<string> {
  const alike = alikeLines(text, view);
  if (alike !== undefined) return [alike];
  const value = read();
  const found = view?.shape === 'book' ? undefined : listAt(value, view?.rowsAt);
  const isList = Array.isArray(found);
  if (isList && view !== undefined && found.length > 0 && found.every(Array.isArray)) {
    const rows = found as readonly (readonly JsonValue[])[];
    return blocksOf(rows, namedLine(view.columns, text));
  }
  if (found === undefined || (isList && view !== undefined && Array.isArray(found[0]))) {
    const { columns, rows } = rowsOf(value, view);
    const inOrder = columns.map(({ name }, at) => ({ name, at }));
    return blocksOf(rows, namedLine(inOrder, text));
  }
  const rows = isList ? (found as readonly JsonValue[]) : [found];
  return blocksOf(rows, (row, pieces) => void pieces.push(stringifyJson(row), '\n'));
}

/** Longer text is no page of an exchange, and the engine's expressions have limits of their own. */
const ALIKE_LENGTH_MAX = 1 << 22;

/**
 * Returns the lines of an answer whose rows are lists that are alike, as those of candles: one look at its text
 * proves what each row holds, and then names are put between cells that are passed on as they came, unread.
 * Undefined where the rows are not alike, or something in them would have to be read: escapes, fractions.
 */
export function alikeLines(text: string, view: View | undefined): string | undefined {
  if (view === undefined || view.shape === 'book' || view.rowsAt !== undefined) return undefined;
  const first = text.length > ALIKE_LENGTH_MAX ? undefined : FIRST_ROW.exec(text)?.[1];
  if (first === undefined) return undefined;
  const cells = first
    .split(',')
    .map((cell) => (cell.startsWith('"') ? '"[^"\\\\\\u0000-\\u001f]*"' : '(?:0|-?[1-9]\\d*)'));
  const one = `\\[${cells.join(',')}\\]`;
  const isInOrder =
    view.columns.length <= cells.length && view.columns.every(({ at }, index) => at === index);
  if (!isInOrder || !new RegExp(`^\\[${one}(?:,${one})*\\]$`).test(text)) return undefined;
  const row = new RegExp(`\\[${cells.map((cell) => `(${cell})`).join(',')}\\],?`, 'g');
  const named = view.columns.map(({ name }, at) => `${JSON.stringify(name)}:$${at + 1}`);
  return text.slice(1, -1).replace(row, `{${named.join(',')}}\n`);
}

/** A first row without escapes, brackets or commas within its cells. */
const FIRST_ROW = /^\[\[((?:"[^"\\[\],]*"|-?\d+)(?:,(?:"[^"\\[\],]*"|-?\d+))*)\]/;

/**
 * Returns how a row becomes a line: each column at its place, with its name. What a JSON string has to escape stands
 * behind a backslash, so where the text has none, strings are taken as they are; their quotes stand with the names.
 */
function namedLine(
  columns: readonly Pick<Column, 'name' | 'at'>[],
  text: string,
): PutLine<readonly JsonValue[]> {
  const isBare = !text.includes('\\');
  const betweens = columns.map(({ name }, index) => betweenCells(JSON.stringify(name), index === 0));
  const places = columns.map(({ at }) => at ?? -1);
  return (row, pieces) => {
    let isInQuotes = false;
    for (let index = 0; index < places.length; index += 1) {
      const cell = row[places[index]!] ?? null;
      const between = betweens[index]![isInQuotes ? 1 : 0];
      isInQuotes = isBare && typeof cell === 'string';
      if (isInQuotes) pieces.push(between.text, cell);
      else pieces.push(between.value, typeof cell === 'number' ? cell : stringifyJson(cell));
    }
    pieces.push(isInQuotes ? '"}\n' : '}\n');
  };
}

/** Returns what stands before a cell: where the cell before it has no quotes that are open, and where it has. */
function betweenCells(key: string, isFirst: boolean) {
  return ['', '"'].map((shut) => {
    const value = `${isFirst ? '{' : `${shut},`}${key}:`;
    return { value, text: `${value}"` };
  }) as [Between, Between];
}

/** What stands before a cell that is any value, and before one that is text between quotes. */
interface Between {
  readonly value: string;
  readonly text: string;
}

/** Returns the first line of csv, the names of the columns. */
export function csvHead({ columns }: Rows): string {
  return `${columns.map((column) => csvCell(column.name, 'text')).join(',')}\n`;
}

/** Returns blocks of one line of csv for each row. */
export function csvBody({ columns, rows }: Rows): Iterable<string> {
  const kinds = columns.map((column) => (column.is === 'text' ? 'text' : 'number'));
  return blocksOf(rows, (row, pieces) => {
    for (let at = 0; at < kinds.length; at += 1) {
      if (at > 0) pieces.push(',');
      pieces.push(csvCell(plainCell(row[at]!), kinds[at]!));
    }
    pieces.push('\n');
  });
}

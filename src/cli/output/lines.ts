/**
 * Formats rows as NDJSON and csv. The code is optimised for long responses and yields blocks of lines, so
 * that a reader can process the first block while the next one is made.
 */
import type { Column, View } from '../../catalogue/types.ts';
import { isUnsetTime, plainCell } from '../../core/cells.ts';
import { stringifyJson } from '../../core/json.ts';
import { csvCell } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { listAt, type OutputRows, rowsOf } from './rows.ts';

/** The number of rows of a block: a block of candles fills half of a Linux pipe buffer. */
const BLOCK_ROWS = 128;

/** Appends the pieces of a row's line, with the line feed last, to the pieces of the block. */
export type PutLine<Row> = (row: Row, pieces: unknown[]) => void;

/**
 * Yields the lines of the rows in blocks. The pieces of a block are joined once, because repeated
 * concatenation builds a tree of strings that V8 has to walk for each line. `forEach` calls a function for
 * each line instead of one loop over all rows, which V8 would compile while it runs, and the process would
 * wait for that compilation at exit.
 */
export function* blocksOf<Row>(rows: readonly Row[], put: PutLine<Row>): Generator<string> {
  let pieces: unknown[] = [];
  // All blocks share one function, because V8 would otherwise compile it once per block.
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
 * Returns blocks of one line of JSON for each row: objects unchanged, candles and order book levels as
 * objects with named fields. `read` parses the text, and is not called where the text can be converted
 * without parsing.
 */
export function ndjson(text: string, view: View | undefined, read: () => JsonValue): Iterable<string> {
  const uniform = uniformRowLines(text, view);
  if (uniform !== undefined) return [uniform];
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

/**
 * The longest text, in UTF-16 code units, that is converted without parsing: no page of an exchange is
 * longer, and regular expressions have limits.
 */
const UNIFORM_LENGTH_MAX = 1 << 22;

/**
 * Returns the lines of a response whose rows are lists with the same types of cells, such as candles, without
 * parsing it: one regular expression checks the whole text, and another inserts the field names. Undefined
 * where the rows differ or hold escapes or fractions, which have to be parsed.
 */
export function uniformRowLines(text: string, view: View | undefined): string | undefined {
  if (view === undefined || view.shape === 'book' || view.rowsAt !== undefined) return undefined;
  const first = text.length > UNIFORM_LENGTH_MAX ? undefined : FIRST_ROW.exec(text)?.[1];
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

/** Matches a first row without escapes, brackets or commas in its cells. */
const FIRST_ROW = /^\[\[((?:"[^"\\[\],]*"|-?\d+)(?:,(?:"[^"\\[\],]*"|-?\d+))*)\]/;

/**
 * Returns the function that formats a row as a JSON object of its columns. In JSON text without a backslash
 * no string needs escapes, so strings are copied unchanged, and their quotes are part of the pieces between
 * them.
 */
function namedLine(
  columns: readonly Pick<Column, 'name' | 'at'>[],
  text: string,
): PutLine<readonly JsonValue[]> {
  const hasNoEscapes = !text.includes('\\');
  const separators = columns.map(({ name }, index) => separatorsBefore(JSON.stringify(name), index === 0));
  const positions = columns.map(({ at }) => at ?? -1);
  return (row, pieces) => {
    let isQuoteOpen = false;
    for (let index = 0; index < positions.length; index += 1) {
      const cell = row[positions[index]!] ?? null;
      const separator = separators[index]![isQuoteOpen ? 1 : 0];
      isQuoteOpen = hasNoEscapes && typeof cell === 'string';
      if (isQuoteOpen) pieces.push(separator.text, cell);
      else pieces.push(separator.value, typeof cell === 'number' ? cell : stringifyJson(cell));
    }
    pieces.push(isQuoteOpen ? '"}\n' : '}\n');
  };
}

/**
 * Returns the separators before a cell: after a value, and after a string whose closing quote is still to be
 * written.
 */
function separatorsBefore(key: string, isFirst: boolean) {
  return ['', '"'].map((closingQuote) => {
    const value = `${isFirst ? '{' : `${closingQuote},`}${key}:`;
    return { value, text: `${value}"` };
  }) as [Separator, Separator];
}

/** The text before a cell: `value` before any JSON value, `text` before a string without its quotes. */
interface Separator {
  readonly value: string;
  readonly text: string;
}

/** Returns the header line of csv. */
export function csvHeader({ columns }: OutputRows): string {
  return `${columns.map((column) => csvCell(column.name, 'text')).join(',')}\n`;
}

/** Returns blocks of csv lines, one line for each row; the cell of a time that is not set is empty. */
export function csvLines({ columns, rows }: OutputRows): Iterable<string> {
  const kinds = columns.map((column) => (column.is === 'text' ? 'text' : 'number'));
  const isTime = columns.map((column) => column.is === 'time');
  return blocksOf(rows, (row, pieces) => {
    for (let at = 0; at < kinds.length; at += 1) {
      if (at > 0) pieces.push(',');
      const value = row[at]!;
      if (!isTime[at] || !isUnsetTime(value)) pieces.push(csvCell(plainCell(value), kinds[at]!));
    }
    pieces.push('\n');
  });
}

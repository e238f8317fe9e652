/**
 * Rows as lines for programs: NDJSON and csv. Long answers go through here, so it is written to be quick, and
 * yields blocks of some thousand characters: who reads the first is at work while the next is made.
 */
import type { View } from '../../catalogue/types.ts';
import { stringifyJson } from '../../core/json.ts';
import { csvCell } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { listAt, plainCell, type Rows, rowsOf } from './rows.ts';

/** Two blocks fit into a pipe of Linux, which holds 64 KiB. */
const BLOCK_LENGTH = 32_000;

/** Yields the lines in blocks that are written at once. */
export function* blocksOf(lines: Iterable<string>): Generator<string> {
  let block = '';
  for (const line of lines) {
    block += line;
    if (block.length < BLOCK_LENGTH) continue;
    yield block;
    block = '';
  }
  if (block !== '') yield block;
}

/**
 * Yields one line for each row; objects as they came, candles and book levels with their fields named. `text`
 * is the JSON that the value was read from.
 */
export function* ndjson(value: JsonValue, view: View | undefined, text: string): Generator<string> {
  const found = view?.shape === 'book' ? undefined : listAt(value, view?.rowsAt);
  if (found === undefined || (Array.isArray(found) && Array.isArray(found[0]) && view !== undefined)) {
    yield* namedLines(rowsOf(value, view), quoteFor(text));
  } else if (Array.isArray(found)) {
    for (const row of found as readonly JsonValue[]) yield `${stringifyJson(row)}\n`;
  } else yield `${stringifyJson(found)}\n`;
}

/**
 * Returns how strings of a JSON text are quoted. What a JSON string has to escape stands behind a backslash, so
 * where the text has none, none of its strings needs escapes.
 */
function quoteFor(text: string): (cell: string) => string {
  return text.includes('\\') ? JSON.stringify : (cell) => `"${cell}"`;
}

function* namedLines({ columns, rows }: Rows, quote: (cell: string) => string): Generator<string> {
  const keys = columns.map((column, at) => `${at === 0 ? '{' : ','}${JSON.stringify(column.name)}:`);
  for (const row of rows) {
    let line = '';
    for (let at = 0; at < keys.length; at += 1) {
      const cell = row[at]!;
      if (typeof cell === 'string') line += keys[at]! + quote(cell);
      else line += keys[at]! + (typeof cell === 'number' ? String(cell) : stringifyJson(cell));
    }
    yield `${line}}\n`;
  }
}

/** Returns the first line of csv, the names of the columns. */
export function csvHead({ columns }: Rows): string {
  return `${columns.map((column) => csvCell(column.name, 'text')).join(',')}\n`;
}

/** Yields a line of csv for each row. */
export function* csvBody({ columns, rows }: Rows): Generator<string> {
  const kinds = columns.map((column) => (column.is === 'text' ? 'text' : 'number'));
  for (const row of rows) {
    let line = '';
    for (let at = 0; at < kinds.length; at += 1) {
      line += (at === 0 ? '' : ',') + csvCell(plainCell(row[at]!), kinds[at]!);
    }
    yield `${line}\n`;
  }
}

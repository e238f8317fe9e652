/**
 * Rows as lines for programs: NDJSON and csv. Long answers go through here, so it is written to be quick, and
 * yields blocks of some thousand characters: who reads the first is at work while the next is made.
 */
import type { Column, View } from '../../catalogue/types.ts';
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
  const isList = Array.isArray(found);
  if (isList && view !== undefined && found.length > 0 && found.every(Array.isArray)) {
    return yield* namedLines(view.columns, found as readonly (readonly JsonValue[])[], quoteFor(text));
  }
  if (found === undefined || (isList && view !== undefined && Array.isArray(found[0]))) {
    const { columns, rows } = rowsOf(value, view);
    return yield* namedLines(
      columns.map(({ name }, at) => ({ name, at })),
      rows,
      quoteFor(text),
    );
  }
  if (!isList) return yield `${stringifyJson(found)}\n`;
  for (const row of found as readonly JsonValue[]) yield `${stringifyJson(row)}\n`;
}

/**
 * Returns how strings of a JSON text are quoted. What a JSON string has to escape stands behind a backslash, so
 * where the text has none, none of its strings needs escapes.
 */
function quoteFor(text: string): (cell: string) => string {
  return text.includes('\\') ? JSON.stringify : (cell) => `"${cell}"`;
}

function* namedLines(
  columns: readonly Pick<Column, 'name' | 'at'>[],
  rows: readonly (readonly JsonValue[])[],
  quote: (cell: string) => string,
): Generator<string> {
  const keys = columns.map(({ name }, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  const places = columns.map(({ at }) => at ?? -1);
  for (const row of rows) {
    let line = '';
    for (let index = 0; index < keys.length; index += 1) {
      const cell = row[places[index]!] ?? null;
      if (typeof cell === 'string') line += keys[index]! + quote(cell);
      else line += keys[index]! + (typeof cell === 'number' ? String(cell) : stringifyJson(cell));
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

/** Rows as lines for programs: NDJSON and csv. Long answers go through here, so it is written to be quick. */
import type { View } from '../../catalogue/types.ts';
import { stringifyJson } from '../../core/json.ts';
import { csvCell } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { listAt, plainCell, type Rows, rowsOf } from './rows.ts';

/**
 * Returns one line for each row; objects as they came, candles and book levels with their fields named. `text`
 * is the JSON that the value was read from.
 */
export function ndjson(value: JsonValue, view: View | undefined, text: string): string {
  if (view?.shape === 'book') return namedLines(rowsOf(value, view), quoteFor(text));
  const found = listAt(value, view?.rowsAt);
  if (!Array.isArray(found)) return `${stringifyJson(found)}\n`;
  if (Array.isArray(found[0]) && view !== undefined) return namedLines(rowsOf(value, view), quoteFor(text));
  let lines = '';
  for (const row of found as readonly JsonValue[]) lines += `${stringifyJson(row)}\n`;
  return lines;
}

/**
 * Returns how strings of a JSON text are quoted. What a JSON string has to escape stands behind a backslash, so
 * where the text has none, none of its strings needs escapes.
 */
function quoteFor(text: string): (cell: string) => string {
  return text.includes('\\') ? JSON.stringify : (cell) => `"${cell}"`;
}

function namedLines({ columns, rows }: Rows, quote: (cell: string) => string): string {
  const keys = columns.map((column, at) => `${at === 0 ? '{' : ','}${JSON.stringify(column.name)}:`);
  let lines = '';
  for (const row of rows) {
    for (let at = 0; at < keys.length; at += 1) {
      const cell = row[at]!;
      if (typeof cell === 'string') lines += keys[at]! + quote(cell);
      else lines += keys[at]! + (typeof cell === 'number' ? String(cell) : stringifyJson(cell));
    }
    lines += '}\n';
  }
  return lines;
}

/** Returns the first line of csv, the names of the columns. */
export function csvHead({ columns }: Rows): string {
  return `${columns.map((column) => csvCell(column.name, 'text')).join(',')}\n`;
}

/** Returns a line of csv for each row. */
export function csvBody({ columns, rows }: Rows): string {
  let text = '';
  for (const row of rows) {
    for (let at = 0; at < columns.length; at += 1) {
      const cell = plainCell(row[at]!);
      text += (at === 0 ? '' : ',') + csvCell(cell, columns[at]!.is === 'text' ? 'text' : 'number');
    }
    text += '\n';
  }
  return text;
}

/** Draws one object: a line for each field, and a table for each list within it. */
import type { Column } from '../../catalogue/types.ts';
import { plainCell } from '../../core/cells.ts';
import { displayWidth, padEnd, safeText, wrap } from '../../core/text.ts';
import { isObject, type JsonObject, type JsonValue } from '../../core/words.ts';
import { type OutputRows, rowsOf } from './rows.ts';
import { columnCells, type DrawnTable, drawTable, memberText, type TableOptions } from './table.ts';

const GAP = '  ';
/** The least width in columns to which text wraps. */
const TEXT_WIDTH_MIN = 10;

/** A field of the object that holds a list of objects, such as the fills of an order. */
interface NestedList {
  readonly column: Column;
  readonly list: readonly JsonObject[];
}

/** Returns whether the only row of a response holds lists of objects, which don't fit in a table row. */
export function holdsLists({ rows }: OutputRows): boolean {
  return rows.length === 1 && rows[0]!.some((value) => objectList(value) !== undefined);
}

/** Prints the only row of an answer as a record. */
export async function drawRecord(rows: OutputRows, options: TableOptions): Promise<DrawnTable> {
  const row = rows.rows[0]!;
  const fields: { readonly column: Column; readonly value: JsonValue }[] = [];
  const nested: NestedList[] = [];
  for (const [at, column] of rows.columns.entries()) {
    const list = objectList(row[at]!);
    if (list === undefined) fields.push({ column, value: row[at]! });
    else nested.push({ column, list });
  }
  const texts = fields
    .map(({ column, value }) => ({ column, shown: fieldText(column, value, options) }))
    .filter(({ column, shown }) => column.noneAt === undefined || shown !== '');
  const names = texts.map(({ column }) => titleOf(column));
  const width = Math.max(0, ...names.map(displayWidth));
  const lines = texts.map(({ shown: field }, at) => {
    const shown = wrapBeside(field, width + GAP.length, options);
    return `${options.paint.bold(padEnd(names[at]!, width))}${GAP}${shown}`.trimEnd();
  });
  const drawn = await Promise.all(nested.map((one) => drawList(one, options)));
  return {
    blocks: [lines.map((line) => `${line}\n`).join(''), ...drawn.flatMap(({ blocks }) => [...blocks])],
    leftOut: drawn.flatMap(({ leftOut }) => leftOut),
  };
}

/** Returns the text of a field: the words of a list joined by commas, "none" for an empty list, other values as in a table. */
function fieldText(column: Column, value: JsonValue, options: TableOptions): string {
  const words = Array.isArray(value) ? (value as readonly JsonValue[]) : [];
  if (Array.isArray(value) && words.length === 0) return 'none';
  if (words.length > 0 && words.every((one) => typeof one === 'string')) return words.map(text).join(', ');
  // A number is written as in a table; a text is not cut to the width of a table's column.
  const isNumber = column.is === 'decimal' || column.is === 'percent';
  return columnCells(column, [value], isNumber ? options : { ...options, width: undefined }).cells[0]!;
}

async function drawList({ column, list }: NestedList, options: TableOptions): Promise<DrawnTable> {
  const heading = `\n${options.paint.bold(titleOf(column))}\n`;
  if (!haveSameKeys(list)) return { blocks: [heading, mixedLines(list, options)], leftOut: [] };
  const { blocks, leftOut } = await drawTable(
    rowsOf(list, column.items && { shape: 'rows', columns: column.items }),
    options,
  );
  return { blocks: [heading, ...blocks], leftOut };
}

/**
 * Returns a line for each object of a mixed list, such as filters: the value of its first field, then the
 * other fields.
 */
function mixedLines(list: readonly JsonObject[], options: TableOptions): string {
  const rows = list.map((one) => {
    const [[, kind = null] = [], ...rest] = Object.entries(one);
    return {
      kind: text(kind),
      rest: rest.map(([name, value]) =>
        `${safeText(name)} ${safeText(memberText(name, value, options))}`.trimEnd(),
      ),
    };
  });
  const widest = Math.max(...rows.map(({ kind }) => displayWidth(kind)));
  const indent = widest + GAP.length;
  return rows
    .map(({ kind, rest }) => `${padEnd(kind, widest)}${GAP}${wrapBeside(rest.join(', '), indent, options)}`)
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

/** Wraps text that begins at column `indent` at the terminal's width, and indents its further lines. */
function wrapBeside(text: string, indent: number, { width }: TableOptions): string {
  return width === undefined ? text : wrap(text, Math.max(width, indent + TEXT_WIDTH_MIN), indent);
}

function haveSameKeys([first, ...others]: readonly JsonObject[]): boolean {
  const names = Object.keys(first!);
  return others.every(
    (one) => Object.keys(one).length === names.length && names.every((name) => Object.hasOwn(one, name)),
  );
}

function objectList(value: JsonValue): readonly JsonObject[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const list = value as readonly JsonValue[];
  return list.every(isObject) ? (list as readonly JsonObject[]) : undefined;
}

function titleOf(column: Column): string {
  return safeText(column.title ?? column.name);
}

function text(value: JsonValue): string {
  return safeText(plainCell(value));
}

/** One object for people: a line for each of its fields, and a table of its own for each list in it. */
import type { Column } from '../../catalogue/types.ts';
import { displayWidth, padEnd, safeText, wrap } from '../../core/text.ts';
import { isObject, type JsonObject, type JsonValue } from '../../core/words.ts';
import { plainCell, type Rows, rowsOf } from './rows.ts';
import { columnCells, type DrawnTable, drawTable, type TableOptions } from './table.ts';

const GAP = '  ';
/** Text is broken no narrower than this; a terminal below breaks lines itself. */
const MIN_ROOM = 10;

/** A field of the object that holds a list of objects, such as the fills of an order. */
interface Within {
  readonly column: Column;
  readonly list: readonly JsonObject[];
}

/** Returns whether the only row of an answer holds lists, for which a row of a table has no room. */
export function holdsLists({ rows }: Rows): boolean {
  return rows.length === 1 && rows[0]!.some((value) => listIn(value) !== undefined);
}

/** Draws the only row of an answer. */
export async function drawRecord(rows: Rows, options: TableOptions): Promise<DrawnTable> {
  const row = rows.rows[0]!;
  const fields: { readonly column: Column; readonly value: JsonValue }[] = [];
  const within: Within[] = [];
  for (const [at, column] of rows.columns.entries()) {
    const list = listIn(row[at]!);
    if (list === undefined) fields.push({ column, value: row[at]! });
    else within.push({ column, list });
  }
  const names = fields.map(({ column }) => titleOf(column));
  const width = Math.max(0, ...names.map(displayWidth));
  const lines = fields.map(({ column, value }, at) => {
    const told = fitted(fieldText(column, value, options), width + GAP.length, options);
    return `${options.paint.bold(padEnd(names[at]!, width))}${GAP}${told}`.trimEnd();
  });
  const drawn = await Promise.all(within.map((one) => drawList(one, options)));
  return {
    blocks: [lines.map((line) => `${line}\n`).join(''), ...drawn.flatMap(({ blocks }) => [...blocks])],
    leftOut: drawn.flatMap(({ leftOut }) => leftOut),
  };
}

/** Words in a list stand in a row; everything else as in a table. */
function fieldText(column: Column, value: JsonValue, options: TableOptions): string {
  const words = Array.isArray(value) ? (value as readonly JsonValue[]) : [];
  if (words.length > 0 && words.every((one) => typeof one === 'string')) return words.map(text).join(', ');
  return columnCells(column, [value], { ...options, width: undefined }).cells[0]!;
}

async function drawList({ column, list }: Within, options: TableOptions): Promise<DrawnTable> {
  const heading = `\n${options.paint.bold(titleOf(column))}\n`;
  if (!areAlike(list)) return { blocks: [heading, unlikeLines(list, options)], leftOut: [] };
  const { blocks, leftOut } = await drawTable(rowsOf(list, undefined), options);
  return { blocks: [heading, ...blocks], leftOut };
}

/** Objects of several kinds, such as filters: each begins with what it is and goes on with what it has. */
function unlikeLines(list: readonly JsonObject[], options: TableOptions): string {
  const rows = list.map((one) => {
    const [[, kind = null] = [], ...rest] = Object.entries(one);
    return { kind: text(kind), rest: rest.map(([name, value]) => `${safeText(name)} ${text(value)}`) };
  });
  const widest = Math.max(...rows.map(({ kind }) => displayWidth(kind)));
  const indent = widest + GAP.length;
  return rows
    .map(({ kind, rest }) => `${padEnd(kind, widest)}${GAP}${fitted(rest.join(', '), indent, options)}`)
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

/** Breaks text that stands beside a name into lines of the terminal, each indented to where it begins. */
function fitted(text: string, indent: number, { width }: TableOptions): string {
  return width === undefined ? text : wrap(text, Math.max(width, indent + MIN_ROOM), indent);
}

function areAlike([first, ...others]: readonly JsonObject[]): boolean {
  const names = Object.keys(first!);
  return others.every(
    (one) => Object.keys(one).length === names.length && names.every((name) => Object.hasOwn(one, name)),
  );
}

function listIn(value: JsonValue): readonly JsonObject[] | undefined {
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

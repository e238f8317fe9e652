/** Tables for people: values as sent, aligned, times in UTC, text harmless, fitted to the terminal. */
import type { Column } from '../../catalogue/types.ts';
import type { Paint } from '../../commands/types.ts';
import { formatDecimal, parseDecimal, rescale } from '../../core/decimal.ts';
import { displayWidth, padEnd, padStart, safeText, truncate } from '../../core/text.ts';
import { formatTime } from '../../core/time.ts';
import { isObject, type JsonValue } from '../../core/words.ts';
import type { ColumnText } from './library-table.ts';
import { blocksOf, type PutLine } from './lines.ts';
import { plainCell, type Rows } from './rows.ts';

/** cli-table3 draws up to this many rows; beyond, its cost shows, and the columns are written here. */
const LIBRARY_ROWS = 50;
const GAP = '  ';
/** Cells of text are cut at this width where the table has a terminal to fit. */
const WIDEST_TEXT = 40;

export interface TableOptions {
  /** Columns of the terminal; undefined where nothing needs to fit. */
  readonly width: number | undefined;
  readonly paint: Paint;
  /** Shows columns that are set aside too. */
  readonly isWhole: boolean;
  /** The time by which an open candle is told from a closed one, and the column of its close. */
  readonly openAfter?: { readonly now: number; readonly column: string };
}

export interface DrawnTable {
  /** Each ends with a line feed. */
  readonly blocks: Iterable<string>;
  /** Titles of the columns for which the terminal had no room. */
  readonly leftOut: readonly string[];
}

/** Draws rows as a table. */
export async function drawTable(rows: Rows, options: TableOptions): Promise<DrawnTable> {
  const shown = rows.columns
    .map((column, at) => ({ column, at }))
    .filter(({ column }) => options.isWhole || !column.aside);
  const columns: DrawnColumn[] = shown.map(({ column, at }) => ({
    title: safeText(column.title ?? column.name),
    stays: column.stays === true,
    alignsRight: column.is === 'decimal' || column.is === 'integer' || column.is === 'percent',
    ...columnCells(
      column,
      rows.rows.map((row) => row[at]!),
      options,
    ),
  }));
  const marks = openMarks(rows, options);
  if (marks !== undefined)
    columns.push({ title: '', stays: true, alignsRight: false, cells: marks, isPlain: true });
  const { kept, leftOut } = fitColumns(columns, options.width);
  if (rows.rows.length > LIBRARY_ROWS) return { blocks: drawColumns(kept, options.paint), leftOut };
  const { drawWithLibrary } = await import('./library-table.ts');
  return { blocks: [drawWithLibrary(kept, options.paint)], leftOut };
}

/** Cells that are ready to print. */
interface Cells {
  readonly cells: readonly string[];
  /** Whether each character takes one column of the terminal. */
  readonly isPlain: boolean;
}

/** A column with what is known of its cells. */
interface DrawnColumn extends Cells, ColumnText {
  readonly stays: boolean;
}

/** Yields the columns in blocks of lines; the look is the library's. Tables of many thousand rows go through here. */
export function* drawColumns(columns: readonly DrawnColumn[], paint: Paint): Generator<string> {
  const widths = columns.map(widthOf);
  const heading = columns.map(({ title, alignsRight }, at) =>
    (alignsRight ? padStart : padEnd)(title, widths[at]!),
  );
  yield `${paint.bold(heading.join(GAP).trimEnd())}\n`;
  const spaces = Array.from({ length: Math.max(0, ...widths) + GAP.length + 1 }, (_, count) =>
    ' '.repeat(count),
  );
  const blank = (count: number) => spaces[count] ?? ' '.repeat(count);
  const putLine: PutLine<number> = (row, pieces) => {
    // Space that is due before the next cell; what follows the last one is never written.
    let due = 0;
    for (let at = 0; at < columns.length; at += 1) {
      const { cells, isPlain, alignsRight } = columns[at]!;
      const cell = cells[row]!;
      const missing = widths[at]! - (isPlain ? cell.length : displayWidth(cell));
      if (cell !== '') pieces.push(blank(alignsRight ? due + missing : due), cell);
      due = GAP.length + (cell === '' ? due + widths[at]! : alignsRight ? 0 : missing);
    }
    pieces.push('\n');
  };
  yield* blocksOf([...(columns[0]?.cells ?? []).keys()], putLine);
}

/** Returns how many columns of the terminal a column of cells takes. */
function widthOf({ title, cells, isPlain }: DrawnColumn): number {
  const width = isPlain ? (cell: string) => cell.length : displayWidth;
  return cells.reduce((most, cell) => Math.max(most, width(cell)), displayWidth(title));
}

/** Returns a column's cells as text: decimals share as many decimals as one of them needs. */
export function columnCells(column: Column, values: readonly JsonValue[], options: TableOptions): Cells {
  if (column.is === 'decimal' || column.is === 'percent') {
    const texts =
      column.places === undefined
        ? values.map(plainCell)
        : values.map((value) => shortened(plainCell(value), column.places));
    const cells = numberCells(texts);
    if (cells !== undefined) return { cells, isPlain: true };
    const places = sharedPlaces(texts);
    return judged(texts.map((text) => (NUMBER.test(text) ? withPlaces(text, places) : safeText(text))));
  }
  if (values.every((value) => typeof value === 'number')) {
    return { cells: column.is === 'time' ? values.map(timeCell) : values.map(String), isPlain: true };
  }
  return judged(
    values.map((value) => {
      if (typeof value === 'number') return column.is === 'time' ? timeCell(value) : String(value);
      if (column.is === 'boolean' && typeof value === 'boolean') return value ? 'yes' : 'no';
      const text = safeText(shownCell(value));
      return options.width === undefined ? text : truncate(text, WIDEST_TEXT);
    }),
  );
}

/** An object within a row is told member by member, and an empty list as nothing; csv has both as JSON. */
function shownCell(value: JsonValue): string {
  if (Array.isArray(value) && value.length === 0) return '';
  if (!isObject(value)) return plainCell(value);
  return Object.entries(value)
    .map(([name, member]) => `${name} ${shortNumber(plainCell(member))}`)
    .join(', ');
}

function shortNumber(text: string): string {
  return NUMBER.test(text) ? withPlaces(text, sharedPlaces([text])) : text;
}

/** The exchange writes 0 for a moment that is not set. */
function timeCell(time: number): string {
  return time === 0 ? '' : formatTime(time);
}

/** Looks at all cells at once, which spares a look at each when it is drawn. */
function judged(cells: readonly string[]): Cells {
  return { cells, isPlain: /^[ -~]*$/.test(cells.join('')) };
}

/** Rounds for the eye where the column says so; what rounds to nothing keeps its first digits. */
function shortened(text: string, places: number | undefined): string {
  const value = places === undefined ? undefined : parseDecimal(text);
  if (value === undefined || places === undefined) return text;
  const rounded = rescale(value, Math.min(places, value.scale), 'half-even');
  return rounded.value === 0n && value.value !== 0n
    ? `${value.value < 0n ? '-' : ''}<${formatDecimal({ value: 1n, scale: places })}`
    : formatDecimal(rounded);
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Returns the cells of a column of numbers; undefined where one of them is none. An exchange gives the numbers of a
 * column the same number of decimals, and then the engine looks at all of them in one step and cuts their zeros in
 * another: a look at each cell would take many times as long.
 */
function numberCells(texts: readonly string[]): readonly string[] | undefined {
  const joined = texts.join('\n');
  if (!/^-?\d+(?:\.\d+)?(?:\n-?\d+(?:\.\d+)?)*$/.test(joined)) return undefined;
  // A cell that brings a line feed of its own is no number, and makes one line too many.
  const hasAll = (lines: readonly string[]) => lines.length === texts.length;
  const [first = ''] = texts;
  const scale = first.includes('.') ? first.length - first.indexOf('.') - 1 : 0;
  const zerosMax = Math.min(scale, first.length - first.replace(/0+$/, '').length);
  for (let zeros = zerosMax; scale > 0 && zeros >= 0; zeros -= 1) {
    const end = `\\.\\d{${scale - zeros}}0{${zeros}}`;
    if (!new RegExp(`^-?\\d+${end}(?:\\n-?\\d+${end})*$`).test(joined)) continue;
    // Where all decimals are zeros, the point goes with them.
    const cut = zeros < scale ? '0'.repeat(zeros) : `.${'0'.repeat(scale)}`;
    const cells = `${joined}\n`.replaceAll(`${cut}\n`, '\n').split('\n');
    cells.pop();
    return hasAll(cells) ? cells : undefined;
  }
  if (!hasAll(joined.split('\n'))) return undefined;
  const places = sharedPlaces(texts);
  return texts.map((text) => withPlaces(text, places));
}

/** Returns how many decimals the cell needs that needs the most. */
function sharedPlaces(texts: readonly string[]): number {
  const zeros: string[] = [];
  let places = 0;
  for (const text of texts) {
    const dot = text.indexOf('.');
    const beyond = dot === -1 ? 0 : text.length - dot - 1 - places;
    if (beyond <= 0) continue;
    zeros[beyond] ??= '0'.repeat(beyond);
    // Most cells have only zeros beyond, which the engine sees in one step.
    if (!text.endsWith(zeros[beyond])) places = text.replace(/0+$/, '').length - dot - 1;
  }
  return places;
}

/** Cuts zeros of a number that no cell of the column needs, and fills up to the same number of decimals. */
function withPlaces(text: string, places: number): string {
  const dot = text.indexOf('.');
  const whole = dot === -1 ? text.length : dot;
  if (places === 0) return text.slice(0, whole);
  const missing = whole + 1 + places - text.length;
  if (missing <= 0) return text.slice(0, whole + 1 + places);
  return dot === -1 ? `${text}.${'0'.repeat(places)}` : text + '0'.repeat(missing);
}

function openMarks(rows: Rows, options: TableOptions): string[] | undefined {
  const { openAfter } = options;
  if (openAfter === undefined) return undefined;
  const at = rows.columns.findIndex((column) => column.name === openAfter.column);
  const isOpen = rows.rows.map((row) => typeof row[at] === 'number' && (row[at] as number) >= openAfter.now);
  return isOpen.some(Boolean) ? isOpen.map((open) => (open ? 'open' : '')) : undefined;
}

/** Chooses the columns that fit, from the left, and those that stay; at least the first two. */
function fitColumns(columns: readonly DrawnColumn[], width: number | undefined) {
  if (width === undefined) return { kept: columns, leftOut: [] };
  const kept = [...columns];
  const total = () => kept.reduce((sum, column) => sum + widthOf(column) + GAP.length, -GAP.length);
  const leftOut: string[] = [];
  while (kept.length > 2 && total() > width) {
    const least = kept.findLastIndex(({ stays }) => !stays);
    const at = least < 2 ? kept.length - 1 : least;
    leftOut.push(kept[at]!.title);
    kept.splice(at, 1);
  }
  const order = columns.map(({ title }) => title);
  return { kept, leftOut: leftOut.sort((a, b) => order.indexOf(a) - order.indexOf(b)) };
}

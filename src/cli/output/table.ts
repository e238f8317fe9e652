/** Tables for people: values as sent, aligned, times in UTC, text harmless, fitted to the terminal. */
import type { Column } from '../../catalogue/types.ts';
import type { Paint } from '../../commands/types.ts';
import { formatDecimal, parseDecimal, rescale } from '../../core/decimal.ts';
import { displayWidth, padEnd, padStart, safeText, truncate } from '../../core/text.ts';
import { formatTime } from '../../core/time.ts';
import type { JsonValue } from '../../core/words.ts';
import { blocksOf } from './lines.ts';
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

/** Draws rows as a table, or one object as a list of its fields. */
export async function drawTable(rows: Rows, options: TableOptions): Promise<DrawnTable> {
  if (rows.isSingle && rows.rows.length === 1) return { blocks: [drawRecord(rows, options)], leftOut: [] };
  const shown = rows.columns
    .map((column, at) => ({ column, at }))
    .filter(({ column }) => options.isWhole || !column.aside);
  const cells = shown.map(({ column, at }) =>
    columnCells(
      column,
      rows.rows.map((row) => row[at]!),
      options,
    ),
  );
  const marks = openMarks(rows, options);
  const titles = shown.map(({ column }) => safeText(column.title ?? column.name));
  const alignsRight = shown.map(
    ({ column }) => column.is === 'decimal' || column.is === 'integer' || column.is === 'percent',
  );
  if (marks !== undefined) {
    titles.push('');
    cells.push(marks);
    alignsRight.push(false);
  }
  const { kept, leftOut } = fitColumns(titles, cells, options.width);
  const pick = <T>(list: readonly T[]) => kept.map((at) => list[at]!);
  const drawn = { titles: pick(titles), cells: pick(cells), alignsRight: pick(alignsRight) };
  if (rows.rows.length > LIBRARY_ROWS) return { blocks: drawColumns(drawn, options.paint), leftOut };
  const { drawWithLibrary } = await import('./library-table.ts');
  return { blocks: [drawWithLibrary(drawn, options.paint)], leftOut };
}

/** A table as columns of cells that are ready to print. */
export interface DrawnColumns {
  readonly titles: readonly string[];
  readonly cells: readonly (readonly string[])[];
  readonly alignsRight: readonly boolean[];
}

/** Yields the columns in blocks of lines; the look is the library's. Tables of many thousand rows go through here. */
export function* drawColumns({ titles, cells, alignsRight }: DrawnColumns, paint: Paint): Generator<string> {
  const measures = titles.map((title, at) => measure(title, cells[at]!));
  const widest = Math.max(0, ...measures.map(({ width }) => width));
  const spaces = Array.from({ length: widest + 1 }, (_, count) => ' '.repeat(count));
  const line = (row: number): string => {
    let text = '';
    for (let at = 0; at < measures.length; at += 1) {
      const cell = cells[at]![row]!;
      const { width, isPlain } = measures[at]!;
      const missing = spaces[width - (isPlain ? cell.length : displayWidth(cell))]!;
      text += (at === 0 ? '' : GAP) + (alignsRight[at] ? missing + cell : cell + missing);
    }
    return text.trimEnd();
  };
  const heading = titles.map((title, at) =>
    (alignsRight[at] ? padStart : padEnd)(title, measures[at]!.width),
  );
  yield `${paint.bold(heading.join(GAP).trimEnd())}\n`;
  yield* blocksOf([...(cells[0] ?? []).keys()], line);
}

/** Returns how wide a column is, and whether it is plain: one look at all of it spares one at each cell. */
function measure(title: string, cells: readonly string[]): { width: number; isPlain: boolean } {
  const isPlain = /^[ -~]*$/.test(cells.join(''));
  const widthOf = isPlain ? (cell: string) => cell.length : displayWidth;
  const width = cells.reduce((most, cell) => Math.max(most, widthOf(cell)), displayWidth(title));
  return { width, isPlain };
}

function drawRecord(rows: Rows, options: TableOptions): string {
  const names = rows.columns.map((column) => safeText(column.title ?? column.name));
  const width = Math.max(0, ...names.map(displayWidth));
  return rows.columns
    .map((column, at) => {
      const [text] = columnCells(column, [rows.rows[0]![at]!], { ...options, width: undefined });
      return `${options.paint.bold(padEnd(names[at]!, width))}${GAP}${text}\n`;
    })
    .join('');
}

/** Returns a column's cells as text: decimals share as many decimals as one of them needs. */
function columnCells(column: Column, values: readonly JsonValue[], options: TableOptions): string[] {
  if (column.is === 'decimal' || column.is === 'percent') {
    const texts =
      column.places === undefined
        ? values.map(plainCell)
        : values.map((value) => shortened(plainCell(value), column.places));
    const places = sharedPlaces(texts);
    if (areNumbers(texts)) return texts.map((text) => withPlaces(text, places));
    return texts.map((text) => (areNumbers([text]) ? withPlaces(text, places) : safeText(text)));
  }
  return values.map((value) => {
    if (typeof value === 'number') return column.is === 'time' ? formatTime(value) : String(value);
    if (column.is === 'boolean' && typeof value === 'boolean') return value ? 'yes' : 'no';
    const text = safeText(plainCell(value));
    return options.width === undefined ? text : truncate(text, WIDEST_TEXT);
  });
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

/** Returns whether all are plain numbers: one look at a whole column spares one at each of its cells. */
function areNumbers(texts: readonly string[]): boolean {
  const joined = texts.join('\n');
  // A cell that brings a line feed of its own is no number, and makes one line too many.
  return /^-?\d+(?:\.\d+)?(?:\n-?\d+(?:\.\d+)?)*$/.test(joined) && joined.split('\n').length === texts.length;
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

/** Chooses the columns that fit, from the left; at least the first two stay. */
function fitColumns(
  titles: readonly string[],
  cells: readonly (readonly string[])[],
  width: number | undefined,
) {
  const all = titles.map((_, at) => at);
  if (width === undefined) return { kept: all, leftOut: [] };
  const widths = titles.map((title, at) => measure(title, cells[at]!).width);
  const kept = [...all];
  const total = () => kept.reduce((sum, at) => sum + widths[at]! + GAP.length, -GAP.length);
  const leftOut: string[] = [];
  while (kept.length > 2 && total() > width) {
    // An unnamed last column is the mark of the open candle; it goes last.
    const at = titles[kept.at(-1)!] === '' && kept.length > 3 ? kept.length - 2 : kept.length - 1;
    leftOut.unshift(titles[kept[at]!]!);
    kept.splice(at, 1);
  }
  return { kept, leftOut };
}

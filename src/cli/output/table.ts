/** Draws tables for people: aligned values, times in UTC, escaped text, fitted to the terminal's width. */
import type { Column } from '../../catalogue/types.ts';
import type { Paint } from '../../commands/types.ts';
import { groupThousands, plainCell } from '../../core/cells.ts';
import { formatDecimal, parseDecimal, rescale } from '../../core/decimal.ts';
import { displayWidth, padEnd, padStart, safeText, truncate } from '../../core/text.ts';
import { UTC } from '../../core/time-zone.ts';
import { isObject, type JsonValue } from '../../core/words.ts';
import { type ColumnText, paintCell } from './column-text.ts';
import { blocksOf, type PutLine } from './lines.ts';
import { isNamedTime, type OutputRows } from './rows.ts';
import { type TimeStyle, timeCell } from './times.ts';

/** The most rows drawn with cli-table3, which is too slow for longer tables. */
const LIBRARY_ROWS = 50;
const GAP = '  ';
/** The width at which text cells are cut on a terminal. */
const TEXT_WIDTH_MAX = 40;

export interface TableOptions {
  /** The terminal's width in columns; undefined for no limit. */
  readonly width: number | undefined;
  readonly paint: Paint;
  /** Shows hidden columns too. */
  readonly showsHidden: boolean;
  /** Draws numbers without commas between their thousands, as everywhere but on a terminal. */
  readonly hasPlainNumbers?: boolean;
  /** How times are printed; readable and in UTC if absent. */
  readonly times?: TimeStyle | undefined;
  /** Marks rows whose time in `column` is not before `now`, such as candles that are still open. */
  readonly openAfter?: { readonly now: number; readonly column: string };
}

export interface DrawnTable {
  /** The text of the table in blocks, each ending with a line feed. */
  readonly blocks: Iterable<string>;
  /** Titles of the columns that didn't fit in the terminal. */
  readonly leftOut: readonly string[];
}

/** Draws rows as a table. */
export async function drawTable(rows: OutputRows, options: TableOptions): Promise<DrawnTable> {
  const grouped = fitColumns(drawnColumns(rows, options), options.width);
  // A narrow terminal shows more columns without commas in their numbers.
  const { kept, leftOut } =
    grouped.leftOut.length === 0
      ? grouped
      : fitColumns(drawnColumns(rows, { ...options, hasPlainNumbers: true }), options.width);
  if (rows.rows.length > LIBRARY_ROWS) return { blocks: drawColumns(kept, options.paint), leftOut };
  const { drawWithLibrary } = await import('./library-table.ts');
  return { blocks: [drawWithLibrary(kept, options.paint)], leftOut };
}

/** Returns the columns of rows, ready to be drawn, whether or not they fit. */
function drawnColumns(rows: OutputRows, options: TableOptions): readonly DrawnColumn[] {
  const shown = rows.columns
    .map((column, at) => ({ column, at }))
    .filter(({ column }) => options.showsHidden || !column.hidden);
  const columns: DrawnColumn[] = shown.flatMap(({ column, at }) => {
    const drawn = columnCells(
      column,
      rows.rows.map((row) => row[at]!),
      options,
    );
    if (column.noneAt !== undefined && drawn.cells.every((cell) => cell === '')) return [];
    return {
      title: safeText(column.title ?? column.name),
      isPinned: column.pinned === true,
      alignsRight: column.is === 'decimal' || column.is === 'integer' || column.is === 'percent',
      isProfit: column.isProfit === true,
      ...drawn,
    };
  });
  const marks = openMarks(rows, options);
  if (marks !== undefined)
    columns.push({
      title: '',
      isPinned: true,
      alignsRight: false,
      isProfit: false,
      cells: marks,
      isPlain: true,
    });
  return columns;
}

/** Returns whether a value is the one that means none; zero may have decimal places, such as "0.00000000". */
function isNone(value: JsonValue, none: NonNullable<Column['noneAt']>): boolean {
  const text = plainCell(value);
  return none === '0' ? /^0(?:\.0+)?$/.test(text) : text === none;
}

/** The cells of a column as text. */
interface Cells {
  readonly cells: readonly string[];
  /** Whether every character of the cells is one terminal column wide. */
  readonly isPlain: boolean;
}

/** A column ready to be drawn. */
interface DrawnColumn extends Cells, ColumnText {
  readonly isPinned: boolean;
}

/**
 * Yields a table in blocks of lines that look like those of cli-table3; fast enough for many thousand rows.
 */
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
    // Blanks to write before the next cell; those after the last cell are never written.
    let pending = 0;
    for (let at = 0; at < columns.length; at += 1) {
      const column = columns[at]!;
      const { cells, isPlain, alignsRight } = column;
      const cell = cells[row]!;
      const missing = widths[at]! - (isPlain ? cell.length : displayWidth(cell));
      if (cell !== '') {
        pieces.push(blank(alignsRight ? pending + missing : pending), paintCell(cell, column, paint));
      }
      pending = GAP.length + (cell === '' ? pending + widths[at]! : alignsRight ? 0 : missing);
    }
    pieces.push('\n');
  };
  yield* blocksOf([...(columns[0]?.cells ?? []).keys()], putLine);
}

/** Returns the width of a column in terminal columns. */
function widthOf({ title, cells, isPlain }: DrawnColumn): number {
  const width = isPlain ? (cell: string) => cell.length : displayWidth;
  return cells.reduce((most, cell) => Math.max(most, width(cell)), displayWidth(title));
}

/** Returns the cells of a column as text; all decimals of a column get the same number of decimal places. */
export function columnCells(column: Column, all: readonly JsonValue[], options: TableOptions): Cells {
  const { noneAt } = column;
  const values = noneAt === undefined ? all : all.map((value) => (isNone(value, noneAt) ? null : value));
  if (column.is === 'decimal' || column.is === 'percent') {
    const texts =
      column.places === undefined
        ? values.map(plainCell)
        : values.map((value) => roundedForDisplay(plainCell(value), column.places));
    // Commas are for the eye only: what goes through a pipe has plain digits.
    const isPlain = options.width === undefined || options.hasPlainNumbers === true;
    const shown = isPlain ? (text: string) => text : groupThousands;
    const cells = numberCells(texts);
    if (cells !== undefined) return { cells: cells.map(shown), isPlain: true };
    const places = sharedPlaces(texts);
    return withPlainness(
      texts.map((text) => (NUMBER.test(text) ? shown(withPlaces(text, places)) : safeText(text))),
    );
  }
  const isTime = column.is === 'time';
  if (values.every((value) => typeof value === 'number')) {
    return { cells: values.map(isTime ? (value) => timeText(value, options) : String), isPlain: true };
  }
  return withPlainness(
    values.map((value) => {
      if (isTime) return safeText(timeText(value, options));
      if (typeof value === 'number') return String(value);
      if (column.is === 'boolean' && typeof value === 'boolean') return value ? 'yes' : 'no';
      const text = safeText(displayedCell(value, options));
      return options.width === undefined ? text : truncate(text, TEXT_WIDTH_MAX);
    }),
  );
}

/** Returns an object as its members and an empty list as an empty cell, both of which csv prints as JSON. */
function displayedCell(value: JsonValue, options: TableOptions): string {
  if (Array.isArray(value) && value.length === 0) return '';
  if (!isObject(value)) return plainCell(value);
  return Object.entries(value)
    .map(([name, member]) => `${name} ${shortNumber(memberText(name, member, options))}`.trimEnd())
    .join(', ');
}

/** Returns the value of a member within a cell: a time as in a column of times, other values as plain text. */
export function memberText(name: string, value: JsonValue, options: TableOptions): string {
  if (isNamedTime(name, value)) return timeText(value, options);
  return plainCell(value);
}

function shortNumber(text: string): string {
  return NUMBER.test(text) ? withPlaces(text, sharedPlaces([text])) : text;
}

/** Returns a time as text; nothing for one that is not set, and other values as they are. */
function timeText(value: JsonValue, { times = READABLE_TIMES }: TableOptions): string {
  return timeCell(value, times) ?? plainCell(value);
}

const READABLE_TIMES: TimeStyle = { form: undefined, zone: UTC };

/**
 * Returns the cells with the answer whether all of them are plain; one check of all cells is faster than
 * measuring each when it is drawn.
 */
function withPlainness(cells: readonly string[]): Cells {
  return { cells, isPlain: /^[ -~]*$/.test(cells.join('')) };
}

/**
 * Rounds a decimal to the column's decimal places; a number that would round to zero becomes `<` the smallest
 * step, or `>` the smallest step below zero.
 */
function roundedForDisplay(text: string, places: number | undefined): string {
  const value = places === undefined ? undefined : parseDecimal(text);
  if (value === undefined || places === undefined) return text;
  const rounded = rescale(value, Math.min(places, value.scale), 'half-even');
  return rounded.value === 0n && value.value !== 0n
    ? `${value.value < 0n ? '>-' : '<'}${formatDecimal({ value: 1n, scale: places })}`
    : formatDecimal(rounded);
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Returns the cells of a column of numbers; undefined where a cell is not a number. An exchange sends the
 * numbers of a column with the same number of decimals, so one regular expression checks all of them and one
 * replacement cuts their trailing zeros, which is many times faster than a check of each cell.
 */
function numberCells(texts: readonly string[]): readonly string[] | undefined {
  const joined = texts.join('\n');
  if (!/^-?\d+(?:\.\d+)?(?:\n-?\d+(?:\.\d+)?)*$/.test(joined)) return undefined;
  // A cell that contains a line feed is not a number, and gives one line too many.
  const hasAll = (lines: readonly string[]) => lines.length === texts.length;
  const [first = ''] = texts;
  const scale = first.includes('.') ? first.length - first.indexOf('.') - 1 : 0;
  const zerosMax = Math.min(scale, first.length - first.replace(/0+$/, '').length);
  for (let zeros = zerosMax; scale > 0 && zeros >= 0; zeros -= 1) {
    const end = `\\.\\d{${scale - zeros}}0{${zeros}}`;
    if (!new RegExp(`^-?\\d+${end}(?:\\n-?\\d+${end})*$`).test(joined)) continue;
    // If all decimals of a column are zeros, the decimal point is cut as well.
    const cut = zeros < scale ? '0'.repeat(zeros) : `.${'0'.repeat(scale)}`;
    const cells = `${joined}\n`.replaceAll(`${cut}\n`, '\n').split('\n');
    cells.pop();
    return hasAll(cells) ? cells : undefined;
  }
  if (!hasAll(joined.split('\n'))) return undefined;
  const places = sharedPlaces(texts);
  return texts.map((text) => withPlaces(text, places));
}

/** Returns the largest number of significant decimals in the cells. */
function sharedPlaces(texts: readonly string[]): number {
  const zeros: string[] = [];
  let places = 0;
  for (const text of texts) {
    const dot = text.indexOf('.');
    const beyond = dot === -1 ? 0 : text.length - dot - 1 - places;
    if (beyond <= 0) continue;
    zeros[beyond] ??= '0'.repeat(beyond);
    // Most cells have only zeros beyond the decimals found so far, which `endsWith` finds in one step.
    if (!text.endsWith(zeros[beyond])) places = text.replace(/0+$/, '').length - dot - 1;
  }
  return places;
}

/** Returns a number with exactly this many decimals, cutting or appending zeros. */
function withPlaces(text: string, places: number): string {
  const dot = text.indexOf('.');
  const whole = dot === -1 ? text.length : dot;
  if (places === 0) return text.slice(0, whole);
  const missing = whole + 1 + places - text.length;
  if (missing <= 0) return text.slice(0, whole + 1 + places);
  return dot === -1 ? `${text}.${'0'.repeat(places)}` : text + '0'.repeat(missing);
}

function openMarks(rows: OutputRows, options: TableOptions): string[] | undefined {
  const { openAfter } = options;
  if (openAfter === undefined) return undefined;
  const at = rows.columns.findIndex((column) => column.name === openAfter.column);
  const isOpen = rows.rows.map((row) => typeof row[at] === 'number' && (row[at] as number) >= openAfter.now);
  return isOpen.some(Boolean) ? isOpen.map((open) => (open ? 'open' : '')) : undefined;
}

/**
 * Returns the columns that fit: the pinned ones, then others from the left, and at least the first two. If not all fit,
 * columns without any value go first, and are not counted among those that are left out.
 */
function fitColumns(columns: readonly DrawnColumn[], width: number | undefined) {
  if (width === undefined || totalWidth(columns) <= width) return { kept: columns, leftOut: [] };
  const kept = columns.filter(({ cells }, at) => at < 2 || cells.some((cell) => cell !== ''));
  const leftOut: string[] = [];
  while (kept.length > 2 && totalWidth(kept) > width) {
    const last = kept.findLastIndex(({ isPinned }) => !isPinned);
    const at = last < 2 ? kept.length - 1 : last;
    leftOut.push(kept[at]!.title);
    kept.splice(at, 1);
  }
  const order = columns.map(({ title }) => title);
  return { kept, leftOut: leftOut.sort((a, b) => order.indexOf(a) - order.indexOf(b)) };
}

function totalWidth(columns: readonly DrawnColumn[]): number {
  return columns.reduce((sum, column) => sum + widthOf(column) + GAP.length, -GAP.length);
}

/** Splits the text of archive files into rows. */
import { type ToolError, usageError } from '../core/errors.ts';
import type { ColumnSet } from './columns.ts';

/** A row of an archive file. */
export interface ArchiveRow {
  /** The file's name without folders, and the number of the line, counted from 1. */
  readonly file: string;
  readonly number: number;
  /** Unix ms; microseconds are cut down. */
  readonly time: number;
  readonly line: string;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/**
 * Returns where the rows of a file begin: after its first line if that is a header, which begins with a letter, perhaps in
 * quotes and after a byte order mark. Any other first line is a row: one that cannot be read is refused, not left out.
 */
export function headerEnd(bytes: Buffer): number {
  const hasMark = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  const start = hasMark ? BYTE_ORDER_MARK.length : 0;
  const first = String.fromCharCode(bytes[bytes[start] === QUOTE ? start + 1 : start] ?? 0);
  if (!/[A-Za-z_]/.test(first)) return 0;
  const feed = bytes.indexOf(LINE_FEED);
  return feed < 0 ? bytes.length : feed + 1;
}

/**
 * Yields the rows of an archive file in its order, without its header. Times of 13 digits are milliseconds, of 16 digits
 * microseconds, which each row decides for itself. Throws a usage error that names file and row for a row of another number
 * of columns or another time.
 */
export function* rowsIn(bytes: Buffer, file: string, columns: ColumnSet): Generator<ArchiveRow> {
  let start = headerEnd(bytes);
  for (let number = start === 0 ? 1 : 2; start < bytes.length; number += 1) {
    const feed = bytes.indexOf(LINE_FEED, start);
    let end = feed < 0 ? bytes.length : feed;
    const next = end + 1;
    if (end > start && bytes[end - 1] === CARRIAGE_RETURN) end -= 1;
    if (end > start) {
      const line = bytes.toString('latin1', start, end);
      yield { file, number, time: timeIn(line, { file, number }, columns), line };
    }
    start = next;
  }
}

function timeIn(line: string, place: Pick<ArchiveRow, 'file' | 'number'>, columns: ColumnSet): number {
  const { length } = columns.names;
  let count = 1;
  let timeStart = 0;
  for (let comma = line.indexOf(','); comma >= 0; comma = line.indexOf(',', comma + 1)) {
    if (count === columns.time) timeStart = comma + 1;
    count += 1;
  }
  if (count > length || count < length - columns.optional) {
    const fewest = columns.optional === 0 ? '' : `${length - columns.optional} or `;
    throw rowError(place, `${fewest}${length} columns`);
  }
  const comma = line.indexOf(',', timeStart);
  const time = line.slice(timeStart, comma < 0 ? undefined : comma);
  if (/^\d{13}$/.test(time)) return Number(time);
  if (/^\d{16}$/.test(time)) return Number(time.slice(0, -3));
  throw rowError(
    place,
    `a time of 13 digits (milliseconds) or 16 (microseconds) in column ${columns.time + 1}`,
  );
}

/** Returns the cells of a row. */
export function cellsOf({ line }: ArchiveRow): readonly string[] {
  return line.split(',');
}

/** Returns the usage error of a row that is not as expected. */
export function rowError({ file, number }: Pick<ArchiveRow, 'file' | 'number'>, expected: string): ToolError {
  return usageError(`Row ${number} of ${file} must have ${expected}.`);
}

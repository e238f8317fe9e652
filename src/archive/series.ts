/** Reads archive files and merges the rows of each symbol. */
import { basename } from 'node:path';
import { ToolError, usageError } from '../core/errors.ts';
import { plural, safeText } from '../core/text.ts';
import { DAY_MS } from '../core/time-units.ts';
import { checksumDifference } from './checksum.ts';
import { type ArchiveProduct, type ColumnSet, columnsOf } from './columns.ts';
import { type ArchiveName, parseArchivePath } from './file-name.ts';
import { type ArchiveRow, cellsOf, rowError, rowsIn } from './rows.ts';
import { unzipOne } from './zip.ts';

/** An archive file, whose bytes the caller read. */
export interface ArchiveFile {
  readonly path: string;
  readonly bytes: Buffer;
  /** The text of the file's .CHECKSUM, if there is one. */
  readonly checksum?: string;
}

export interface ArchiveReadOptions {
  /** The product of files outside the folders of the archive. */
  readonly product: ArchiveProduct;
  /** The most rows of all files together. */
  readonly rowsMax: number;
  /** Whether a file is read although its checksum is another; a note states both. */
  readonly acceptsMismatch?: boolean;
}

/** The rows of one product, kind and symbol, and of one interval if they are candles. */
export interface ArchiveSeries extends Pick<ArchiveName, 'dataset' | 'symbol' | 'interval' | 'spanMs'> {
  readonly product: ArchiveProduct;
  readonly columns: ColumnSet;
  /** In the order of time, each once. */
  readonly rows: readonly ArchiveRow[];
}

/** What was read, with a sentence about each defect that was found. */
export interface ArchiveContent {
  readonly series: readonly ArchiveSeries[];
  readonly notes: readonly string[];
}

/** The rows of a series while its files are read. */
interface Gathered {
  readonly series: Omit<ArchiveSeries, 'rows'>;
  readonly files: { readonly isDaily: boolean; readonly rows: readonly ArchiveRow[] }[];
}

/**
 * Reads archive files. Of a row that stands in several files, that of a daily file counts. Throws a usage error for a file
 * that is not named as in the archive, a checksum that does not match, a damaged file, and rows that contradict each
 * other.
 */
export function readArchive(files: Iterable<ArchiveFile>, options: ArchiveReadOptions): ArchiveContent {
  const gathered = new Map<string, Gathered>();
  const notes: string[] = [];
  let total = 0;
  for (const { path, bytes, checksum } of files) {
    const file = safeText(basename(path));
    const name = nameOf(path, file);
    const note = checkSum(bytes, checksum, file, options.acceptsMismatch === true);
    if (note !== undefined) notes.push(note);
    const product = name.product ?? options.product;
    const columns = columnsOf(name.dataset, product);
    const content = path.endsWith('.zip') ? unzipOne(bytes, file) : bytes;
    const rows: ArchiveRow[] = [];
    for (const row of rowsIn(content, file, columns)) {
      total += 1;
      if (total > options.rowsMax) {
        throw usageError(`The files have more than ${options.rowsMax} rows together.`, 'Give fewer files.');
      }
      rows.push(checkedRow(row, name));
    }
    if (rows.length === 0) throw usageError(`The file ${file} has no rows.`);
    const { dataset, symbol, interval, spanMs } = name;
    const key = [product, dataset, symbol, interval].join(' ');
    const one = gathered.get(key) ?? {
      series: { product, dataset, symbol, interval, spanMs, columns },
      files: [],
    };
    one.files.push({ isDaily: name.isDaily, rows });
    gathered.set(key, one);
  }
  const series = [...gathered.values()].map((one) => mergeFiles(one, notes));
  return { series, notes };
}

function nameOf(path: string, file: string): ArchiveName {
  const name = parseArchivePath(path);
  if (name !== undefined) return name;
  throw usageError(
    `An archive file must be named as in the archive, such as BTCUSDT-1m-2024-01.csv or .zip, was "${file}".`,
  );
}

/** Returns a row whose time lies on the interval, if it is a candle. */
function checkedRow(row: ArchiveRow, { spanMs }: ArchiveName): ArchiveRow {
  if (spanMs !== undefined && row.time % Math.min(spanMs, DAY_MS) !== 0) {
    throw rowError(row, 'a time on the interval');
  }
  return row;
}

/** Compares the SHA-256 of a file with its .CHECKSUM. Returns a note of a difference that is accepted. */
function checkSum(
  bytes: Buffer,
  checksum: string | undefined,
  file: string,
  acceptsMismatch: boolean,
): string | undefined {
  const difference = checksumDifference(bytes, checksum, file);
  if (difference === undefined) return undefined;
  if (acceptsMismatch) return `${file} is read although its checksum does not match: ${difference}.`;
  throw new ToolError({
    kind: 'usage',
    code: 'checksum_mismatch',
    name: 'checksum_mismatch',
    message: `The checksum of ${file} does not match: ${difference}.`,
    hint: 'Download both files again; the exchange replaces files now and then.',
    execution: 'not_executed',
  });
}

/** Merges the rows of a series: each key once, in the order of time. */
function mergeFiles({ series, files }: Gathered, notes: string[]): ArchiveSeries {
  const byKey = new Map<string, { readonly row: ArchiveRow; readonly isDaily: boolean }>();
  let repeated = 0;
  let corrected = 0;
  // Daily files first: they are made from the same source as the answers of the API.
  for (const { isDaily, rows } of [...files].sort((a, b) => Number(b.isDaily) - Number(a.isDaily))) {
    for (const row of rows) {
      const key = keyOf(row, series.columns);
      const before = byKey.get(key);
      if (before === undefined) byKey.set(key, { row, isDaily });
      else if (isEqual(before.row, row, series.columns)) repeated += 1;
      else if (before.isDaily !== isDaily) corrected += 1;
      else throw contradiction(before.row, row);
    }
  }
  const rows = Array.from(byKey.values(), ({ row }) => row).sort((a, b) => a.time - b.time);
  const name = [series.symbol, series.interval ?? series.dataset].join(' ');
  if (repeated > 0) notes.push(`${name}: ${plural(repeated, 'row')} stood there more than once, equal.`);
  if (corrected > 0)
    notes.push(`${name}: ${plural(corrected, 'row')} of monthly files differ from daily files, which count.`);
  const absent = countAbsent(rows, series);
  if (absent > 0)
    notes.push(`${name}: ${plural(absent, series.spanMs === undefined ? 'id' : 'candle')} absent.`);
  return { ...series, rows };
}

function keyOf(row: ArchiveRow, { key, time }: ColumnSet): string {
  return key === time ? String(row.time) : cellsOf(row)[key]!;
}

/** Returns whether two rows say the same; times may be written in different units. */
function isEqual(a: ArchiveRow, b: ArchiveRow, { times }: ColumnSet): boolean {
  if (a.line === b.line) return true;
  const [left, right] = [cellsOf(a), cellsOf(b)];
  const plain = (cell: string, index: number) => (times.includes(index) ? cell.slice(0, 13) : cell);
  return (
    left.length === right.length &&
    left.every((cell, index) => plain(cell, index) === plain(right[index]!, index))
  );
}

function contradiction(first: ArchiveRow, second: ArchiveRow): ToolError {
  return usageError(
    `Row ${second.number} of ${second.file} contradicts row ${first.number} of ${first.file}, which has the same key.`,
    'Download both files again; of rows that differ within one kind of file none can be trusted.',
  );
}

/** Returns how many candles or ids are absent between the first row and the last. */
function countAbsent(
  rows: readonly ArchiveRow[],
  { columns, spanMs, dataset }: Omit<ArchiveSeries, 'rows'>,
): number {
  if (dataset === 'fundingRate') return 0;
  const [first, last] = [rows[0]!, rows.at(-1)!];
  if (spanMs !== undefined) return (last.time - first.time) / spanMs + 1 - rows.length;
  const idOf = (row: ArchiveRow) => Number(cellsOf(row)[columns.key]);
  return Math.max(0, idOf(last) - idOf(first) + 1 - rows.length);
}

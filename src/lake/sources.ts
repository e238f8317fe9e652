/** What can be imported: files of the archive, csv files with the archive's columns, and files of recordings. */
import { createHash } from 'node:crypto';
import { checksumDifference } from '../archive/checksum.ts';
import { type ArchiveProduct, type ColumnSet, columnsOf, type Dataset } from '../archive/columns.ts';
import { type ArchiveName, parseArchivePath } from '../archive/file-name.ts';
import { type ArchiveRow, cellsOf, rowError, rowsIn } from '../archive/rows.ts';
import type { ArchiveFile } from '../archive/series.ts';
import { unzipOne } from '../archive/zip.ts';
import { intervalSpan } from '../catalogue/candle-intervals.ts';
import { usageError } from '../core/errors.ts';
import { safeText } from '../core/text.ts';
import { DAY_MS } from '../core/time-units.ts';
import type { SourceOrigin } from './ledger-records.ts';
import { type PlainFile, readPlain } from './plain-csv.ts';
import type { SourceRow } from './staging.ts';
import { archiveCells } from './sync/page-layouts.ts';
import { type LakeTable, type Series, SYMBOL, TABLE_OF, tableOf } from './tables.ts';

/** What the caller says about files whose names do not say it. */
export interface NamedAs {
  readonly product: ArchiveProduct;
  readonly dataset?: Dataset;
  readonly symbol?: string;
  readonly interval?: string;
}

/** A file that is about to be imported. */
export interface ImportSource extends Series {
  /** The file's name without folders, escaped. */
  readonly name: string;
  readonly sha256: string;
  readonly origin: SourceOrigin;
  readonly spanMs: number | undefined;
  /** The time that the file covers by its name; undefined if its rows decide. */
  readonly covers: { readonly from: number; readonly to: number } | undefined;
  /** How the file differs from its .CHECKSUM; undefined if it does not. */
  readonly mismatch: string | undefined;
  /** Returns the csv and what it has if all its rows are plain and final at `now`; undefined for other files and sources. */
  readonly plain?: (now: number) => PlainSource | undefined;
  /** Yields the rows, each with its series and table, in the order of the file. */
  readonly rows: () => Iterable<TableRow> | AsyncIterable<TableRow>;
}

/** A file whose lines can be read as they are. */
export interface PlainSource {
  readonly bytes: Buffer;
  readonly file: PlainFile;
}

export interface TableRow {
  readonly series: Series;
  readonly table: LakeTable;
  readonly row: SourceRow;
}

/**
 * Returns what an archive file or csv file holds. Throws a usage error for a file of which neither its name nor the caller
 * says that, and for a symbol that is none. Rows are checked when they are read.
 */
export function archiveSource({ path, bytes, checksum }: ArchiveFile, named: NamedAs): ImportSource {
  const file = path.replace(/^.*[/\\]/, '');
  const name = safeText(file);
  const about = parseArchivePath(path) ?? aboutPlainFile(path, name, named);
  const { symbol, interval = '', spanMs } = about;
  if (!SYMBOL.test(symbol)) {
    throw usageError(
      `Expected a symbol such as BTCUSDT in ${name}, found "${safeText(symbol.slice(0, 60))}".`,
    );
  }
  const product = about.product ?? named.product;
  const series: Series = { table: TABLE_OF[about.dataset], product, symbol, interval };
  const isArchived = about.to > about.from;
  return {
    ...series,
    name,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    origin: isArchived ? (about.isDaily ? 'daily' : 'monthly') : 'csv',
    spanMs,
    covers: isArchived ? { from: about.from, to: about.to } : undefined,
    mismatch: checksumDifference(bytes, checksum, file),
    plain: (now) => plainSource({ path, bytes, name, dataset: about.dataset, series, spanMs }, now),
    rows: () => archiveRows({ path, bytes, name, dataset: about.dataset, series, spanMs }),
  };
}

/** Returns what the caller says about a csv file that is not named as in the archive. */
function aboutPlainFile(path: string, name: string, named: NamedAs): ArchiveName {
  const { product, dataset, symbol, interval } = named;
  if (!path.endsWith('.csv') || dataset === undefined || symbol === undefined) {
    throw usageError(
      `Expected a file named as in the archive, such as BTCUSDT-1m-2024-01.zip, or a recording, found "${name}".`,
      'For a csv file with the columns of the archive add --dataset and --symbol, and --interval for candles.',
    );
  }
  const spanMs = dataset === 'klines' ? intervalSpan(interval ?? '') : undefined;
  if (dataset === 'klines' && spanMs === undefined) {
    throw usageError(
      `Expected with --dataset klines an --interval from 1s to 1w, found ${JSON.stringify(interval ?? '')}.`,
    );
  }
  return {
    product,
    dataset,
    symbol: symbol.toUpperCase(),
    interval: spanMs === undefined ? undefined : interval,
    spanMs,
    isDaily: false,
    from: 0,
    to: 0,
  };
}

interface ArchiveRows {
  readonly path: string;
  readonly bytes: Buffer;
  readonly name: string;
  readonly dataset: Dataset;
  readonly series: Series;
  readonly spanMs: number | undefined;
}

function contentOf({ path, bytes, name }: Pick<ArchiveRows, 'path' | 'bytes' | 'name'>): Buffer {
  return path.endsWith('.zip') ? unzipOne(bytes, name) : bytes;
}

/** Rows of funding rates lack their symbol, and candles of a month their length. */
function plainSource(rows: ArchiveRows, now: number): PlainSource | undefined {
  const { dataset, series, spanMs } = rows;
  if (dataset === 'fundingRate' || (dataset === 'klines' && spanMs === undefined)) return undefined;
  const table = tableOf(series.table, series.product);
  const columns = columnsOf(dataset, series.product);
  const { optional } = columns;
  const cells = archiveCells(columns, table);
  const bytes = contentOf(rows);
  const stepMs = spanMs === undefined ? 1 : stepOf(spanMs);
  const file = readPlain(bytes, { cells, optional, series, table, spanMs, stepMs, now });
  return file === undefined ? undefined : { bytes, file };
}

/** Returns what times of candles are multiples of, ms. */
function stepOf(spanMs: number): number {
  return Math.min(spanMs, DAY_MS);
}

function* archiveRows(rows: ArchiveRows): Generator<TableRow> {
  const { name, dataset, series, spanMs } = rows;
  const table = tableOf(series.table, series.product);
  const columns = columnsOf(dataset, series.product);
  for (const archived of rowsIn(contentOf(rows), name, columns)) {
    if (spanMs !== undefined && archived.time % stepOf(spanMs) !== 0) {
      throw rowError(archived, 'a time on the interval');
    }
    const row = new ArchivedRow(archived, columns, dataset, series.symbol);
    yield { series, table, row };
  }
}

/** A row of an archive file, whose line is split only if somebody asks for its cells. */
class ArchivedRow implements SourceRow {
  readonly number: number;
  readonly timeMs: number;
  readonly #archived: ArchiveRow;
  readonly #columns: ColumnSet;
  readonly #dataset: Dataset;
  readonly #symbol: string;

  constructor(archived: ArchiveRow, columns: ColumnSet, dataset: Dataset, symbol: string) {
    this.number = archived.number;
    this.timeMs = archived.time;
    this.#archived = archived;
    this.#columns = columns;
    this.#dataset = dataset;
    this.#symbol = symbol;
  }

  get unit(): 'ms' | 'us' {
    return cellsOf(this.#archived)[this.#columns.time]!.length === 16 ? 'us' : 'ms';
  }

  get cells(): readonly string[] {
    const cells = cellsOf(this.#archived);
    return this.#dataset === 'fundingRate'
      ? [this.#symbol, ...cells]
      : withMilliseconds(cells, this.#dataset);
  }
}

/**
 * Returns the cells of a candle with times in milliseconds, so that files in either unit agree: the last microsecond of a
 * candle is written as its last millisecond. Other rows keep the unit that they have.
 */
function withMilliseconds(cells: readonly string[], dataset: Dataset): readonly string[] {
  if (dataset !== 'klines' || cells[0]!.length === 13) return cells;
  const cut = [...cells];
  cut[0] = cut[0]!.slice(0, 13);
  cut[6] = cut[6]!.slice(0, 13);
  return cut;
}

/**
 * Checks the rows of a source and writes them as text, one file a partition, for DuckDB to read. DuckDB rounds text that is
 * too fine without an error, so each amount is checked here first.
 */
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { usageError } from '../core/errors.ts';
import { safeText } from '../core/text.ts';
import { DAY_MS } from '../core/time-units.ts';
import { literal } from './duckdb.ts';
import { type LakeHome, lakePath } from './home.ts';
import type { PlainFile, PlainRun } from './plain-csv.ts';
import type { PageCell } from './sync/page-layouts.ts';
import {
  type ColumnKind,
  type LakeColumn,
  type LakeTable,
  partitionOf,
  type Series,
  SQL_TYPES,
} from './tables.ts';

/** How much text of a partition is gathered before it is written. */
const BUFFER_CHARACTERS = 1 << 20;

/** The longest message, in bytes. An order book of 5000 levels has 300 kB. */
const LINE_BYTES_MAX = 8 << 20;

/** The rows of one partition, as text in a file. */
export interface StagedPartition {
  readonly partition: string;
  readonly series: Series;
  readonly table: LakeTable;
  /** The file with the text. */
  readonly path: string;
  readonly rows: number;
  readonly firstMs: number;
  readonly lastMs: number;
  /** Whether an amount has too many digits for the type through which the others are read faster. */
  readonly hasLongAmounts: boolean;
  readonly unit: string;
  /** The values of a line where they are those of a page of the API or of a file; undefined for the table's columns and a number. */
  readonly cells?: readonly PageCell[];
  /** What is known of rows whose keys ascend; undefined for others. */
  readonly runs?: readonly PlainRun[];
}

/** A row of a source: the values of the table's columns in their order, as text; empty for an absent one. */
export interface SourceRow {
  readonly number: number;
  readonly timeMs: number;
  readonly cells: readonly string[];
  /** The unit of the row's times. */
  readonly unit: 'ms' | 'us';
}

interface Open {
  text: string;
  rows: number;
  firstMs: number;
  lastMs: number;
  hasLongAmounts: boolean;
  readonly units: Set<string>;
  readonly series: Series;
  readonly table: LakeTable;
  readonly path: string;
}

/** The forms of values that the columns hold exactly. */
export const VALUE_FORMS: Readonly<
  Record<Exclude<ColumnKind, 'text'>, { readonly form: RegExp; readonly expected: string }>
> = {
  price: {
    form: /^-?\d{1,10}(?:\.\d{1,8})?$/,
    expected: 'a number of at most 10 digits and 8 decimals',
  },
  amount: {
    form: /^-?\d{1,30}(?:\.\d{1,8})?$/,
    expected: 'a number of at most 30 digits and 8 decimals',
  },
  value: {
    form: /^-?\d{1,20}(?:\.\d{1,18})?$/,
    expected: 'a number of at most 20 digits and 18 decimals',
  },
  integer: { form: /^-?\d{1,16}$/, expected: 'a whole number' },
  time: { form: /^\d{13}(?:\d{3})?$/, expected: 'a time of 13 or 16 digits' },
  flag: { form: /^(?:true|false)$/i, expected: 'true or false' },
};

/** Rows of a source while they are staged. */
export class Staging {
  readonly #home: LakeHome;
  /** The name of the source in errors. */
  readonly #file: string;
  readonly #prefix: string;
  readonly #partitions = new Map<string, Open>();
  /** The partition of the row before, with its series and day. */
  #last: { readonly series: Series; readonly day: number; readonly open: Open } | undefined;

  constructor(home: LakeHome, file: string, prefix: string) {
    this.#home = home;
    this.#file = file;
    this.#prefix = prefix;
  }

  /** Adds a row. Throws a usage error that names row and column for a value that its column cannot hold exactly. */
  add(series: Series, table: LakeTable, row: SourceRow): void {
    const open = this.#openFor(series, table, row.timeMs);
    this.#addCells(open, table, row);
    open.rows += 1;
    if (row.timeMs < open.firstMs) open.firstMs = row.timeMs;
    if (row.timeMs > open.lastMs) open.lastMs = row.timeMs;
    if (open.text.length >= BUFFER_CHARACTERS) flush(open);
  }

  #addCells(open: Open, table: LakeTable, row: SourceRow): void {
    const { cells } = row;
    let line = '';
    for (let index = 0; index < table.columns.length; index += 1) {
      const column = table.columns[index]!;
      const cell = cells[index] ?? '';
      line += this.#checked(row, column, cell);
      if (column.kind === 'amount' && hasLongInteger(cell)) open.hasLongAmounts = true;
    }
    open.text += `${line}${row.number}\n`;
    open.units.add(row.unit);
  }

  /** Writes the rest and returns the partitions in the order of their names. */
  finish(): readonly StagedPartition[] {
    return [...this.#partitions]
      .map(([partition, open]) => {
        flush(open);
        const { series, table, path, rows, firstMs, lastMs, hasLongAmounts, units } = open;
        const unit = units.size > 1 ? 'mixed' : [...units][0]!;
        return { partition, series, table, path, rows, firstMs, lastMs, hasLongAmounts, unit };
      })
      .sort((a, b) => (a.partition < b.partition ? -1 : 1));
  }

  /** Removes the files. */
  remove(): void {
    for (const { path } of this.#partitions.values()) rmSync(path, { force: true });
  }

  /** Returns a value as text for DuckDB, with the comma after it. */
  #checked(row: SourceRow, { name, kind, optional }: LakeColumn, cell: string): string {
    if (kind === 'text') return `"${cell.replaceAll('"', '""')}",`;
    if (cell === '' && optional === true) return ',';
    if (!VALUE_FORMS[kind].form.test(cell)) throw this.#fault(row, name, kind, cell);
    return `${kind === 'time' ? microseconds(cell) : cell},`;
  }

  #openFor(series: Series, table: LakeTable, timeMs: number): Open {
    const day = Math.floor(timeMs / DAY_MS);
    if (this.#last?.series === series && this.#last.day === day) return this.#last.open;
    const partition = partitionOf(series, timeMs);
    const open = this.#partitions.get(partition) ?? this.#start(partition, series, table);
    this.#last = { series, day, open };
    return open;
  }

  #start(partition: string, series: Series, table: LakeTable): Open {
    const path = lakePath(this.#home, `${this.#prefix}-${this.#partitions.size}.rows.tmp`);
    const open = {
      text: '',
      rows: 0,
      firstMs: Number.POSITIVE_INFINITY,
      lastMs: 0,
      hasLongAmounts: false,
      units: new Set<string>(),
      series,
      table,
      path,
    };
    this.#partitions.set(partition, open);
    return open;
  }

  #fault(row: SourceRow, column: string, kind: Exclude<ColumnKind, 'text'>, found: string) {
    return usageError(
      `Row ${row.number} of ${this.#file} must have ${VALUE_FORMS[kind].expected} in ${column}, was "${safeText(found.slice(0, 60))}".`,
      'The lake keeps values exactly or not at all, so nothing of this file was imported.',
    );
  }
}

/** Writes the lines of a plain file, one file a partition. */
export function stagePlain(
  home: LakeHome,
  prefix: string,
  bytes: Buffer,
  { cells, unit, stretches }: PlainFile,
  about: Pick<StagedPartition, 'series' | 'table'>,
): readonly StagedPartition[] {
  return stretches.map(({ start, end, ...facts }, index) => {
    const path = lakePath(home, `${prefix}-${index}.rows.tmp`);
    writeFileSync(path, bytes.subarray(start, end), { mode: 0o600 });
    return { ...about, ...facts, path, cells, unit };
  });
}

/** Returns the statement that reads staged rows into the table `incoming`, with their types and numbers. */
export function readStaged(staged: StagedPartition, pathSql: string): string {
  if (staged.cells !== undefined) {
    const lines = selectLines(staged, staged.cells, pathSql, ', row_number() OVER () AS row_number');
    return `CREATE OR REPLACE TEMP TABLE incoming AS ${lines}`;
  }
  const { columns } = staged.table;
  const read = columns.map(({ name, kind }) => `'${name}': '${readType(kind, staged.hasLongAmounts)}'`);
  const cast = columns.map(({ name, kind }) => {
    if (kind === 'time') return `make_timestamp("${name}") AS "${name}"`;
    return `"${name}"::${SQL_TYPES[kind]} AS "${name}"`;
  });
  return `CREATE OR REPLACE TEMP TABLE incoming AS SELECT ${cast.join(', ')}, row_number
    FROM read_csv(${pathSql}, header = false, auto_detect = false, delim = ',', quote = '"', escape = '"',
      new_line = '\\n'${longLines(staged.table)}, columns = {${read.join(', ')}, 'row_number': 'BIGINT'})`;
}

/** Returns the query for rows with the values of a page or of a file. Values that it lacks are null; the series says their symbol. */
export function selectLines(
  { table, series, hasLongAmounts, unit }: StagedPartition,
  cells: readonly PageCell[],
  pathSql: string,
  more = '',
): string {
  const read = cells.map(({ name, kind }) => {
    return `'${name}': '${kind === 'ignored' ? 'VARCHAR' : readType(kind, hasLongAmounts)}'`;
  });
  const cast = table.columns.map(({ name, kind }) => {
    if (!cells.some((cell) => cell.name === name)) {
      return `${name === 'symbol' ? literal(series.symbol) : 'NULL'}::${SQL_TYPES[kind]} AS "${name}"`;
    }
    if (kind === 'time') return `make_timestamp(${inMicroseconds(table, name, unit)}) AS "${name}"`;
    return `"${name}"::${SQL_TYPES[kind]} AS "${name}"`;
  });
  return `SELECT ${cast.join(', ')}${more}
    FROM read_csv(${pathSql}, header = false, auto_detect = false, delim = ',', quote = '"', escape = '"',
      new_line = '\\n', columns = {${read.join(', ')}})`;
}

/** Times of candles are kept in milliseconds, so that files in either unit agree; others keep their microseconds. */
function inMicroseconds({ name: table }: LakeTable, name: string, unit: string): string {
  if (unit !== 'us') return `"${name}" * 1000`;
  return table === 'candles' ? `"${name}" // 1000 * 1000` : `"${name}"`;
}

/** Messages may be longer than DuckDB expects of a line; the buffer is given too, or it would be sixteen lines. */
function longLines({ columns }: LakeTable): string {
  if (!columns.some(({ kind }) => kind === 'text')) return '';
  return `, max_line_size = ${LINE_BYTES_MAX}, buffer_size = ${2 * LINE_BYTES_MAX}`;
}

/** Reading amounts through the short decimal type takes a fortieth of the time. */
function readType(kind: ColumnKind, hasLongAmounts: boolean): string {
  if (kind === 'time') return 'BIGINT';
  return kind === 'amount' && !hasLongAmounts ? SQL_TYPES.price : SQL_TYPES[kind];
}

function microseconds(time: string): string {
  return time.length === 13 ? `${time}000` : time;
}

function hasLongInteger(amount: string): boolean {
  if (amount.length <= 10) return false;
  const point = amount.indexOf('.');
  const digits = (point < 0 ? amount.length : point) - (amount.startsWith('-') ? 1 : 0);
  return digits > 10;
}

function flush(open: Open): void {
  appendFileSync(open.path, open.text, { mode: 0o600 });
  open.text = '';
}

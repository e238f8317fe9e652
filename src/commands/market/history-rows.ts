/** Reads the rows of a downloaded history: csv, ndjson or JSON as bourse writes it, in constant memory. */
import { candleColumns } from '../../catalogue/columns/candles.ts';
import { usageError } from '../../core/errors.ts';
import { parseJson, stringifyJson } from '../../core/json.ts';
import { safeText } from '../../core/text.ts';
import { isObject, type JsonValue } from '../../core/words.ts';

/** A row by its column names, or what is wrong with it. */
export interface HistoryRow {
  /** Where it stands: ":12" for a line, ": row 12" in JSON, "" for the whole file. */
  readonly place: string;
  readonly cells?: Readonly<Record<string, string>>;
  readonly fault?: string;
}

/** A longer row is none that an exchange sent. */
const ROW_LENGTH_MAX = 1 << 20;

/** Yields the rows of each chunk of bytes together. Throws a usage error for a text that begins with no rows. */
export async function* readHistory(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<readonly HistoryRow[]> {
  const decoder = new TextDecoder();
  let reader: RowReader | undefined;
  let start = '';
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (reader !== undefined) {
      yield reader.take(text);
      continue;
    }
    start += text;
    // The first letter shows the format.
    if (start.trim() === '') continue;
    reader = readerOf(start, name);
    yield reader.take(start);
  }
  if (reader === undefined) throw usageError(`${safeText(name)} is empty.`, FORMATS_HINT);
  yield reader.end();
}

const FORMATS_HINT =
  'market verify reads csv with a header, ndjson and json as bourse writes them, such as of market klines --all -o csv.';

interface RowReader {
  take(text: string): readonly HistoryRow[];
  /** Returns what is left when the text has ended. */
  end(): readonly HistoryRow[];
}

function readerOf(start: string, name: string): RowReader {
  const text = start.trimStart();
  if (text.startsWith('[')) return new JsonRows();
  return text.startsWith('{') ? new LineRows(new ObjectLines()) : new LineRows(new CsvLines(name));
}

/** Turns a line into a row. */
interface LineFormat {
  /** Returns undefined for a line that holds no row, such as the header. */
  row(line: string): Omit<HistoryRow, 'place'> | undefined;
}

/** Splits text into lines. A line without its line feed at the end was torn off. */
class LineRows implements RowReader {
  readonly #format: LineFormat;
  #rest = '';
  #line = 0;

  constructor(format: LineFormat) {
    this.#format = format;
  }

  take(text: string): readonly HistoryRow[] {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop()!;
    if (this.#rest.length > ROW_LENGTH_MAX)
      throw usageError(`Line ${this.#line + 1} is longer than ${ROW_LENGTH_MAX} characters.`, FORMATS_HINT);
    const rows: HistoryRow[] = [];
    for (const line of lines) {
      this.#line += 1;
      const row = line.trim() === '' ? undefined : this.#format.row(line.replace(/\r$/, ''));
      if (row !== undefined) rows.push({ place: `:${this.#line}`, ...row });
    }
    return rows;
  }

  end(): readonly HistoryRow[] {
    if (this.#rest.trim() === '') return [];
    return [{ place: `:${this.#line + 1}`, fault: 'the file ends within this line.' }];
  }
}

class ObjectLines implements LineFormat {
  row(line: string) {
    try {
      const value = parseJson(line);
      if (isObject(value)) return { cells: textsOf(value) };
    } catch {
      // The fault below says it.
    }
    return { fault: 'is no JSON object.' };
  }
}

class CsvLines implements LineFormat {
  readonly #name: string;
  #header: readonly string[] | undefined;
  #headerLine = '';

  constructor(name: string) {
    this.#name = name;
  }

  row(line: string) {
    const cells = csvCells(line);
    const header = this.#header;
    if (header === undefined) {
      this.#header = this.#readHeader(line, cells);
      return undefined;
    }
    if (line === this.#headerLine) return { fault: 'the header stands here again.' };
    if (cells.length !== header.length)
      return { fault: `has ${cells.length} cells, the header has ${header.length}.` };
    return { cells: Object.fromEntries(header.map((name, at) => [name, cells[at]!])) };
  }

  #readHeader(line: string, cells: readonly string[]): readonly string[] {
    if (!cells.every((cell) => /^[A-Za-z]\w*$/.test(cell)))
      throw usageError(
        `Expected a header of column names in the first line of ${safeText(this.#name)}, found "${safeText(line.slice(0, 60))}".`,
        'Download it without --no-header, or put the header in front.',
      );
    this.#headerLine = line;
    return cells;
  }
}

/** Returns the cells of a line (RFC 4180); no row of a history holds a line feed in a cell. */
function csvCells(line: string): string[] {
  if (!line.includes('"')) return line.split(',');
  return [...`${line},`.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*)),/g)].map(([, quoted, plain]) =>
    quoted === undefined ? plain! : quoted.replaceAll('""', '"'),
  );
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Splits one JSON list into its elements without parsing the whole. */
class JsonRows implements RowReader {
  #text = '';
  #at = 0;
  #depth = 0;
  #isInString = false;
  /** Where the element begins in the text, -1 between elements. */
  #start = -1;
  #row = 0;

  take(text: string): readonly HistoryRow[] {
    this.#text += text;
    const rows: HistoryRow[] = [];
    for (; this.#at < this.#text.length; this.#at += 1) {
      const code = this.#text.charCodeAt(this.#at);
      if (this.#isInString) {
        if (code === BACKSLASH) this.#at += 1;
        else if (code === QUOTE) this.#isInString = false;
      } else if (code === QUOTE) this.#isInString = true;
      else if (OPENING.has(code)) this.#open();
      else if (CLOSING.has(code)) this.#close(rows);
    }
    this.#forget();
    return rows;
  }

  end(): readonly HistoryRow[] {
    if (this.#depth === 0) return [];
    return [{ place: '', fault: `the list ends within row ${this.#row + 1}.` }];
  }

  #open(): void {
    this.#depth += 1;
    if (this.#depth === 2) this.#start = this.#at;
  }

  #close(rows: HistoryRow[]): void {
    this.#depth -= 1;
    if (this.#depth !== 1) return;
    this.#row += 1;
    rows.push(this.#readRow(this.#text.slice(this.#start, this.#at + 1)));
    this.#start = -1;
  }

  /** Drops the text that was read. */
  #forget(): void {
    const from = this.#start === -1 ? this.#at : this.#start;
    if (this.#text.length - from > ROW_LENGTH_MAX)
      throw usageError(`Row ${this.#row + 1} is longer than ${ROW_LENGTH_MAX} characters.`, FORMATS_HINT);
    this.#text = this.#text.slice(from);
    this.#at -= from;
    if (this.#start !== -1) this.#start = 0;
  }

  #readRow(text: string): HistoryRow {
    const place = `: row ${this.#row}`;
    try {
      const value = parseJson(text);
      if (isObject(value)) return { place, cells: textsOf(value) };
      if (Array.isArray(value)) {
        const cells = value as readonly JsonValue[];
        return {
          place,
          cells: Object.fromEntries(cells.map((cell, at) => [candleColumnAt(at), textOf(cell)])),
        };
      }
    } catch {
      // The fault below says it.
    }
    return { place, fault: 'is no JSON object and no list.' };
  }
}

/** Rows that are lists are candles. */
function candleColumnAt(at: number): string {
  return candleColumns[at]?.name ?? `column ${at + 1}`;
}

function textsOf(value: Readonly<Record<string, JsonValue>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(value).map(([name, cell]) => [name, textOf(cell)]));
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

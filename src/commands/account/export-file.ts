/** The csv file of an export, which an interrupted run leaves and a later run continues. */
import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { ToolError, usageError } from '../../core/errors.ts';
import { csvCell, safeText } from '../../core/text.ts';
import { EXPORT_VIEW, type ExportRow } from './export-rows.ts';

const HEADER = EXPORT_VIEW.columns.map(({ name }) => name).join(',');

/** A csv file that is appended to; every line in it is there once. */
export class ExportFile {
  readonly #path: string;
  readonly #shown: string;
  readonly #descriptor: number;
  /** The lines below the header, in the order of the file. */
  readonly #lines: Set<string>;
  #added = 0;

  private constructor(path: string, shown: string, descriptor: number, lines: readonly string[]) {
    this.#path = path;
    this.#shown = shown;
    this.#descriptor = descriptor;
    this.#lines = new Set(lines);
  }

  /**
   * Opens a file, or creates it with a header, readable by its owner only. A line that an interrupted run did not finish is
   * removed. Throws a usage error for a file that is no export, and kind `storage` if it cannot be written.
   */
  static open(path: string, shown: string): ExportFile {
    try {
      const descriptor = openSync(path, 'a+', 0o600);
      const text = readFileSync(path, 'utf8');
      const finished = text.slice(0, text.lastIndexOf('\n') + 1);
      const [header, ...lines] = finished.split('\n').slice(0, -1);
      if (header !== undefined && header !== HEADER) {
        closeSync(descriptor);
        throw usageError(
          `${safeText(shown)} is no export of this command: its first line has other columns.`,
          'Give the name of a new file, or of one that an earlier run of this command wrote.',
        );
      }
      if (finished.length < text.length) ftruncateSync(descriptor, Buffer.byteLength(finished));
      if (header === undefined) writeSync(descriptor, `${HEADER}\n`);
      return new ExportFile(path, shown, descriptor, lines);
    } catch (cause) {
      throw storageError(cause, shown);
    }
  }

  /** The number of rows that this run has added. */
  get added(): number {
    return this.#added;
  }

  /** Appends the rows that the file does not have yet. */
  add(rows: readonly ExportRow[]): void {
    const fresh = rows.map(lineOf).filter((line) => !this.#lines.has(line));
    if (fresh.length === 0) return;
    writeSync(this.#descriptor, fresh.map((line) => `${line}\n`).join(''));
    for (const line of fresh) this.#lines.add(line);
    this.#added += fresh.length;
  }

  /**
   * Orders the lines by time, if a later run has added older rows. The file is replaced as a whole. Throws kind `storage`
   * if that fails; the file is then as it was.
   */
  sort(): void {
    const lines = [...this.#lines];
    const sorted = [...lines].sort((one, other) => compareTimes(timeOf(one), timeOf(other)));
    if (sorted.every((line, at) => line === lines[at])) return;
    try {
      const path = realpathSync(this.#path);
      writeFileSync(`${path}.part`, `${[HEADER, ...sorted].join('\n')}\n`, { mode: 0o600, flush: true });
      renameSync(`${path}.part`, path);
    } catch (cause) {
      throw storageError(cause, this.#shown);
    }
  }

  close(): void {
    fsyncSync(this.#descriptor);
    closeSync(this.#descriptor);
  }
}

/** Returns the first cell of a line, which is a time in ISO 8601. */
function timeOf(line: string): string {
  return line.slice(0, line.indexOf(','));
}

function compareTimes(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function lineOf(row: ExportRow): string {
  return EXPORT_VIEW.columns
    .map(({ name, is }) => {
      const value = row[name];
      return value === null || value === undefined
        ? ''
        : csvCell(String(value), is === 'decimal' ? 'number' : 'text');
    })
    .join(',');
}

function storageError(cause: unknown, shown: string): unknown {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (cause instanceof ToolError || code === undefined) return cause;
  return new ToolError({
    kind: 'storage',
    message: `${safeText(shown)} cannot be written: ${safeText(message)}.`,
    hint: 'Choose another file.',
    cause,
  });
}

/** What all kinds of output write with: the format, the terminal's width, tables and the header of csv. */
import type { View } from '../../catalogue/types.ts';
import type { AnswerOptions, OutputFormat, Paint } from '../../commands/types.ts';
import { isTimeName } from '../../core/cells.ts';
import { plural, wrap } from '../../core/text.ts';
import type { RowChoice } from './choice.ts';
import { csvHeader } from './lines.ts';
import type { OutputRows } from './rows.ts';
import type { TimeStyle } from './times.ts';

/** Writes the output of a command in its format. */
export interface Writer {
  readonly write: (text: string) => Promise<void>;
  /** Writes bytes of UTF-8 unchanged; absent on a terminal, where control characters are escaped. */
  readonly writeBytes?: ((bytes: Uint8Array) => Promise<void>) | undefined;
  readonly note: (text: string) => void;
  readonly format: OutputFormat;
  readonly fields: readonly string[] | undefined;
  readonly paint: Paint;
  readonly hasHeader: boolean;
  /** Chooses the rows of lists that are shown; undefined if all are. */
  readonly choice: RowChoice | undefined;
  /** How times are printed; if undefined, readable in tables and else as the exchange sent them. */
  readonly times?: TimeStyle | undefined;
  /** The terminal's width in columns; undefined without a terminal. */
  readonly width: number | undefined;
}

/** Writes one block of text after another. */
export async function writeBlocks(writer: Writer, blocks: Iterable<string>) {
  for (const block of blocks) await writer.write(block);
}

/** Writes the first line of csv, unless it is not wanted. */
export async function writeCsvHeader(writer: Writer, rows: OutputRows): Promise<void> {
  if (writer.hasHeader) await writer.write(csvHeader(rows));
}

/** Writes rows as a table, or as a record a row that is the only one. */
export async function writeTable(
  writer: Writer,
  rows: OutputRows,
  view: View | undefined,
  extra: AnswerOptions | undefined,
) {
  if (rows.rows.length === 0) return writer.note('No rows.');
  if (rows.columns.length === 0) return writer.write('ok\n');
  const { drawRecord, holdsLists } = await import('./record.ts');
  const { drawTable } = await import('./table.ts');
  const isRecord = rows.rows.length === 1 && (rows.isSingle || holdsLists(rows));
  const drawn = await (isRecord ? drawRecord : drawTable)(rows, {
    width: writer.width,
    paint: writer.paint,
    showsHidden: writer.fields !== undefined,
    times: writer.times,
    ...(view?.candles && extra?.now !== undefined
      ? { openAfter: { now: extra.now, column: 'closeTime' } }
      : {}),
  });
  await writeBlocks(writer, drawn.blocks);
  if (drawn.leftOut.length > 0) {
    const hidden = drawn.leftOut.filter((name) => name !== '').join(', ');
    writer.note(
      wrap(
        `Hidden columns: ${hidden}. Use a wider terminal, --fields or -o csv to show them.`,
        writer.width!,
      ),
    );
  }
}

/** Lists of at least this many rows are followed by their number, on a terminal. */
const COUNTED_ROWS_MIN = 10;

/** Notes the number of rows below a table on a terminal; a short one can be counted at a glance. */
export function noteRows(writer: Writer, count: number): void {
  if (count >= COUNTED_ROWS_MIN) noteCount(writer, `${plural(count, 'row')}.`);
}

/** Notes a number of rows below a table on a terminal. */
export function noteCount({ format, width, note }: Writer, text: string): void {
  if (format === 'table' && width !== undefined) note(text);
}

/**
 * Returns the view of the selected fields, with the column types of the original view; without a selection,
 * that view.
 */
export function viewOfFields(
  view: View | undefined,
  fields: readonly string[] | undefined,
): View | undefined {
  if (fields === undefined) return view;
  const columns = fields.map((name) => {
    const known = view?.columns.find((column) => column.name === name);
    if (known === undefined) return { name, is: isTimeName(name) ? 'time' : 'text' } as const;
    const { at: _at, hidden: _aside, ...rest } = known;
    return rest;
  });
  return { shape: 'rows', columns };
}

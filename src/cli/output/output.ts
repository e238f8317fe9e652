/** Writes a command's answer to stdout in the requested format, and notes and progress to stderr. */
import type { World } from '../../app/world.ts';
import type { Column, View } from '../../catalogue/types.ts';
import type { AnswerOptions, Chunk, Output, OutputFormat, Paint } from '../../commands/types.ts';
import { parseJson, stringifyJson } from '../../core/json.ts';
import { indentJson } from '../../core/json-text.ts';
import { safeJson, safeLines, safeText, wrap } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { csvHeader, csvLines, ndjson } from './lines.ts';
import { columnsOfPages, extraColumns, isTimeName, type OutputRows, rowsOf, selectFields } from './rows.ts';

export interface OutputOptions {
  readonly format: OutputFormat;
  readonly isAsked: boolean;
  readonly fields: readonly string[] | undefined;
  readonly paint: Paint;
  readonly isQuiet: boolean;
  /** Whether the first line of csv output names the columns. */
  readonly hasHeader?: boolean;
}

/** Returns the output of a command. */
export function createOutput(world: World, options: OutputOptions): Output {
  const { format, fields } = options;
  const { stdout, stderr } = world;
  let progressWidth = 0;
  const progress = (text: string) => {
    if (options.isQuiet || !stderr.isTerminal || (text === '' && progressWidth === 0)) return;
    const shown = text.slice(0, Math.max(0, stderr.columns - 1));
    stderr.write(`\r${shown.padEnd(progressWidth)}${text === '' ? '\r' : ''}`).catch(() => undefined);
    progressWidth = shown.length;
  };
  const writeUnescaped = (text: string) => {
    // On a terminal the progress text is cleared first, so that the answer does not follow it on the same line.
    if (stdout.isTerminal) progress('');
    return stdout.write(text);
  };
  const write = stdout.isTerminal
    ? (text: string) => writeUnescaped(escapeForTerminal(text, format))
    : writeUnescaped;
  const note = (text: string) => {
    progress('');
    // A note that can't be written, as after the terminal was closed, must not end a command that sent an order.
    if (!options.isQuiet) stderr.write(`${text}\n`).catch(() => undefined);
  };
  const writer: Writer = {
    write,
    note,
    format,
    fields,
    paint: options.paint,
    hasHeader: options.hasHeader !== false,
    width: stdout.isTerminal ? stdout.columns : undefined,
  };
  return {
    format,
    isFormatExplicit: options.isAsked,
    isTerminal: stdout.isTerminal,
    width: stdout.columns,
    paint: options.paint,
    answer: (text, view, extra) => writeAnswer(writer, text, undefined, view, extra),
    chunks: (chunks, view, extra) => writeChunks(writer, chunks, view, extra),
    value: (value, view) => writeAnswer(writer, stringifyJson(value), value, view, undefined),
    text: (text) => writeUnescaped(text.endsWith('\n') ? text : `${text}\n`),
    write,
    note,
    progress,
  };
}

/**
 * Escapes control characters in data, which a terminal would execute. The cells of tables are escaped
 * already.
 */
function escapeForTerminal(text: string, format: OutputFormat): string {
  if (format === 'table') return text;
  return format === 'csv' ? safeLines(text) : safeJson(text);
}

interface Writer {
  readonly write: (text: string) => Promise<void>;
  readonly note: (text: string) => void;
  readonly format: OutputFormat;
  readonly fields: readonly string[] | undefined;
  readonly paint: Paint;
  readonly hasHeader: boolean;
  /** The terminal's width in columns; undefined without a terminal. */
  readonly width: number | undefined;
}

async function writeAnswer(
  writer: Writer,
  text: string,
  known: JsonValue | undefined,
  view: View | undefined,
  extra: AnswerOptions | undefined,
) {
  const { format, fields } = writer;
  if (format === 'json' && fields === undefined) {
    // The exchange's response is written unchanged; the caller has checked that it is JSON.
    return writer.write(`${writer.width === undefined ? text : indentJson(text, 2)}\n`);
  }
  if (format === 'ndjson' && fields === undefined) {
    return writeBlocks(
      writer,
      ndjson(text, view, () => known ?? parseAnswer(text)),
    );
  }
  const parsed = known ?? parseAnswer(text);
  const value = fields === undefined ? parsed : selectFields(parsed, view, fields);
  if (format === 'json') {
    const selected = stringifyJson(value);
    return writer.write(`${writer.width === undefined ? selected : indentJson(selected, 2)}\n`);
  }
  const shown = viewOfFields(view, fields);
  if (format === 'ndjson')
    return writeBlocks(
      writer,
      ndjson(text, shown, () => value),
    );
  // Selected fields of an order book are printed as rows, not as a ladder.
  if (format === 'table' && writer.width !== undefined && view?.shape === 'book' && fields === undefined) {
    const { drawLadder } = await import('./ladder.ts');
    const ladder = drawLadder(value, { width: writer.width, paint: writer.paint });
    if (ladder !== undefined) return writer.write(ladder);
  }
  const rows = rowsOf(value, shown);
  if (format === 'csv') {
    await writeCsvHeader(writer, rows);
    return writeBlocks(writer, csvLines(rows));
  }
  if (view?.headerFields !== undefined && fields === undefined)
    await writeSummary(writer, value, view.headerFields);
  await writeTable(writer, rows, shown, extra);
}

/** Returns the value of a response. Throws kind `unavailable` if it nests deeper than any of the exchange does. */
function parseAnswer(text: string): JsonValue {
  return parseJson(text, { what: 'the answer', kind: 'unavailable' });
}

/** Writes the fields that concern all rows, as far as the answer has them, as a record above their table. */
async function writeSummary(writer: Writer, value: JsonValue, known: readonly Column[]) {
  const found = rowsOf(value, { shape: 'record', columns: known });
  const columns = found.columns.filter((column) => known.includes(column));
  if (columns.length === 0) return;
  const { rows } = rowsOf(value, { shape: 'record', columns }, columns);
  const { drawRecord } = await import('./record.ts');
  const { blocks } = await drawRecord({ columns, rows, isSingle: true }, { ...writer, showsHidden: false });
  await writeBlocks(writer, [...blocks, '\n']);
}

async function writeBlocks(writer: Writer, blocks: Iterable<string>) {
  for (const block of blocks) await writer.write(block);
}

async function writeTable(
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

/**
 * Returns the view of the selected fields, with the column types of the original view; without a selection,
 * that view.
 */
function viewOfFields(view: View | undefined, fields: readonly string[] | undefined): View | undefined {
  if (fields === undefined) return view;
  const columns = fields.map((name) => {
    const known = view?.columns.find((column) => column.name === name);
    if (known === undefined) return { name, is: isTimeName(name) ? 'time' : 'text' } as const;
    const { at: _at, hidden: _aside, ...rest } = known;
    return rest;
  });
  return { shape: 'rows', columns };
}

/** Writes rows as they arrive. */
function writeChunks(
  writer: Writer,
  chunks: AsyncIterable<Chunk>,
  view: View | undefined,
  extra: AnswerOptions | undefined,
): Promise<void> {
  switch (writer.format) {
    case 'table':
      return writeTableChunks(writer, chunks, view, extra);
    case 'json':
      return writeJsonChunks(writer, chunks, view);
    case 'ndjson':
      return writeNdjsonChunks(writer, chunks, view);
    case 'csv':
      return writeCsvChunks(writer, chunks, view);
  }
}

/** A chunk reduced to the selected fields. */
interface SelectedChunk {
  readonly text: string;
  /** Returns the rows; parses them only then where they are not parsed yet. */
  readonly read: () => JsonValue;
  readonly isFirst: boolean;
}

async function* selectChunks(
  chunks: AsyncIterable<Chunk>,
  view: View | undefined,
  fields: readonly string[] | undefined,
): AsyncGenerator<SelectedChunk> {
  let isFirst = true;
  for await (const chunk of chunks) {
    const isFirstChunk = isFirst;
    const read = () =>
      fields === undefined ? chunk.value : selectFields(chunk.value, view, fields, isFirstChunk);
    yield { text: chunk.text, read, isFirst };
    isFirst = false;
  }
}

/** Writes all chunks as one JSON array, which is closed also when a later chunk fails. */
async function writeJsonChunks(
  writer: Writer,
  chunks: AsyncIterable<Chunk>,
  view: View | undefined,
): Promise<void> {
  const { fields } = writer;
  let isOpen = false;
  const writeItems = async (array: string) => {
    const items = array.trim().slice(1, -1);
    if (items.trim() !== '') await writer.write(`${isOpen ? ',' : '['}${items}`);
    else if (!isOpen) await writer.write('[');
    isOpen = true;
  };
  try {
    if (fields === undefined) for await (const { text } of chunks) await writeItems(text);
    else
      for await (const { read } of selectChunks(chunks, view, fields))
        await writeItems(stringifyJson(read()));
  } finally {
    if (isOpen) await writer.write(']\n');
  }
  if (!isOpen) await writer.write('[]\n');
}

async function writeNdjsonChunks(
  writer: Writer,
  chunks: AsyncIterable<Chunk>,
  view: View | undefined,
): Promise<void> {
  const shown = viewOfFields(view, writer.fields);
  for await (const { text, read } of selectChunks(chunks, view, writer.fields))
    await writeBlocks(writer, ndjson(text, shown, read));
}

/** Writes all chunks below one header: a row with fewer or more fields must not shift the cells. */
async function writeCsvChunks(
  writer: Writer,
  chunks: AsyncIterable<Chunk>,
  view: View | undefined,
): Promise<void> {
  const shown = viewOfFields(view, writer.fields);
  let columns: readonly Column[] | undefined;
  for await (const { read, isFirst } of selectChunks(chunks, view, writer.fields)) {
    const value = read();
    const list = value as readonly JsonValue[];
    columns ??= columnsOfPages(list, shown);
    const rows = rowsOf(value, shown, columns);
    if (isFirst) await writeCsvHeader(writer, rows);
    else noteDroppedColumns(writer, list, columns);
    await writeBlocks(writer, csvLines(rows));
  }
  if (columns === undefined) await writeCsvHeader(writer, rowsOf([], shown));
}

function noteDroppedColumns(writer: Writer, rows: readonly JsonValue[], columns: readonly Column[]): void {
  const dropped = extraColumns(rows, columns).map(({ name }) => safeText(name));
  if (dropped.length > 0)
    writer.note(
      `Columns missing from the csv header were dropped: ${dropped.join(', ')}. Use -o ndjson to keep them.`,
    );
}

async function writeCsvHeader(writer: Writer, rows: OutputRows): Promise<void> {
  if (writer.hasHeader) await writer.write(csvHeader(rows));
}

/** Writes each chunk as a table of its own, so that memory use doesn't grow with the number of rows. */
async function writeTableChunks(
  writer: Writer,
  chunks: AsyncIterable<Chunk>,
  view: View | undefined,
  extra: AnswerOptions | undefined,
) {
  const shown = viewOfFields(view, writer.fields);
  let hasRows = false;
  for await (const { read } of selectChunks(chunks, view, writer.fields)) {
    const rows = rowsOf(read(), shown);
    if (rows.rows.length === 0) continue;
    hasRows = true;
    await writeTable(writer, rows, shown, extra);
  }
  if (!hasRows) writer.note('No rows.');
}

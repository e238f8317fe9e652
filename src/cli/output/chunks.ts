/** Writes long lists part by part, as their pages arrive. */
import type { Column, View } from '../../catalogue/types.ts';
import type { AnswerOptions, Chunk } from '../../commands/types.ts';
import { stringifyJson } from '../../core/json.ts';
import { safeText } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { csvLines, ndjson } from './lines.ts';
import { columnsOfPages, extraColumns, rowsOf, selectFields } from './rows.ts';
import type { TimeStyle } from './times.ts';
import { noteRows, viewOfFields, type Writer, writeBlocks, writeCsvHeader, writeTable } from './writer.ts';

const COMMA = 0x2c;

/** Writes rows as they arrive; with a choice, the chosen ones. */
export function writeChunks(
  writer: Writer,
  all: AsyncIterable<Chunk>,
  view: View | undefined,
  extra: AnswerOptions | undefined,
): Promise<void> {
  const chosen = writer.choice?.chunks(all, view) ?? all;
  const isTimed = writer.times?.form !== undefined && writer.format !== 'table';
  const chunks = isTimed ? timedChunks(chosen, view, writer.times!) : chosen;
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

/** Yields chunks with their times in the form of `--time`. */
async function* timedChunks(
  chunks: AsyncIterable<Chunk>,
  view: View | undefined,
  times: TimeStyle,
): AsyncGenerator<Chunk> {
  const { withTimes } = await import('./times.ts');
  for await (const chunk of chunks) {
    const value = withTimes(chunk.value, view, times);
    yield { value, text: stringifyJson(value) };
  }
}

/** A chunk reduced to the selected fields. */
interface SelectedChunk {
  readonly chunk: Chunk;
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
    yield { chunk, read, isFirst };
    isFirst = false;
  }
}

/** Writes all chunks as one JSON array, which is closed also when a later chunk fails. */
async function writeJsonChunks(
  writer: Writer,
  chunks: AsyncIterable<Chunk>,
  view: View | undefined,
): Promise<void> {
  const { fields, writeBytes } = writer;
  let isOpen = false;
  const writeItems = async (array: string) => {
    const items = array.trim().slice(1, -1);
    if (items.trim() !== '') await writer.write(`${isOpen ? ',' : '['}${items}`);
    else if (!isOpen) await writer.write('[');
    isOpen = true;
  };
  try {
    if (fields === undefined)
      for await (const chunk of chunks) {
        const { bytes } = chunk;
        if (bytes === undefined || writeBytes === undefined) await writeItems(chunk.text);
        else {
          await writeFollowing(bytes, isOpen, writeBytes);
          isOpen = true;
        }
      }
    else
      for await (const { read } of selectChunks(chunks, view, fields))
        await writeItems(stringifyJson(read()));
  } finally {
    if (isOpen) await writer.write(']\n');
  }
  if (!isOpen) await writer.write('[]\n');
}

/**
 * Writes an array without its closing bracket by a single call of the system. After other rows a comma replaces
 * the opening bracket until the bytes are written.
 */
async function writeFollowing(
  array: Uint8Array,
  isOpen: boolean,
  writeBytes: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const [first] = array;
  if (isOpen) array[0] = COMMA;
  try {
    await writeBytes(array.subarray(0, -1));
  } finally {
    array[0] = first!;
  }
}

async function writeNdjsonChunks(
  writer: Writer,
  chunks: AsyncIterable<Chunk>,
  view: View | undefined,
): Promise<void> {
  const shown = viewOfFields(view, writer.fields);
  for await (const { chunk, read } of selectChunks(chunks, view, writer.fields))
    await writeBlocks(writer, ndjson(chunk.text, shown, read));
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

/** Writes each chunk as a table of its own, so that memory use doesn't grow with the number of rows. */
async function writeTableChunks(
  writer: Writer,
  chunks: AsyncIterable<Chunk>,
  view: View | undefined,
  extra: AnswerOptions | undefined,
) {
  const shown = viewOfFields(view, writer.fields);
  let count = 0;
  for await (const { read } of selectChunks(chunks, view, writer.fields)) {
    const rows = rowsOf(read(), shown);
    if (rows.rows.length === 0) continue;
    count += rows.rows.length;
    await writeTable(writer, rows, shown, extra);
  }
  if (count === 0) writer.note('No rows.');
  else noteRows(writer, count);
}

/** The answer on stdout in the format asked for; talk on stderr. */
import type { World } from '../../app/world.ts';
import type { Column, View } from '../../catalogue/types.ts';
import type { AnswerOptions, Chunk, Output, OutputFormat, Paint } from '../../commands/types.ts';
import { parseJson, stringifyJson } from '../../core/json.ts';
import { indentJson } from '../../core/json-text.ts';
import { safeJson, safeLines, safeText } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { csvBody, csvHead, ndjson } from './lines.ts';
import { columnsOfPages, extraColumns, type Rows, rowsOf, selectFields } from './rows.ts';

export interface OutputOptions {
  readonly format: OutputFormat;
  readonly isAsked: boolean;
  readonly fields: readonly string[] | undefined;
  readonly paint: Paint;
  readonly isQuiet: boolean;
  /** Whether csv begins with the names of its columns. */
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
    void stderr.write(`\r${shown.padEnd(progressWidth)}${text === '' ? '\r' : ''}`);
    progressWidth = shown.length;
  };
  const writeAsIs = (text: string) => {
    // What comes next on the terminal begins where the progress stood.
    if (stdout.isTerminal) progress('');
    return stdout.write(text);
  };
  const write = stdout.isTerminal ? (text: string) => writeAsIs(harmless(text, format)) : writeAsIs;
  const note = (text: string) => {
    progress('');
    if (!options.isQuiet) void stderr.write(`${text}\n`);
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
    isAsked: options.isAsked,
    isTerminal: stdout.isTerminal,
    width: stdout.columns,
    paint: options.paint,
    answer: (text, view, extra) => writeAnswer(writer, text, undefined, view, extra),
    chunks: (chunks, view, extra) => writeChunks(writer, chunks, view, extra),
    value: (value, view) => writeAnswer(writer, stringifyJson(value), value, view, undefined),
    text: (text) => writeAsIs(text.endsWith('\n') ? text : `${text}\n`),
    write,
    note,
    progress,
  };
}

/** Data may hold text that a terminal would obey; JSON has escapes of its own. Tables are made of safe cells. */
function harmless(text: string, format: OutputFormat): string {
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
  /** Undefined where there is no terminal to fit. */
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
    // What the exchange sent goes out as it came; the caller has made sure that it is JSON.
    return writer.write(`${writer.width === undefined ? text : indentJson(text, 2)}\n`);
  }
  if (format === 'ndjson' && fields === undefined) {
    return writeBlocks(
      writer,
      ndjson(text, view, () => known ?? parseJson(text)),
    );
  }
  const whole = known ?? parseJson(text);
  const value = fields === undefined ? whole : selectFields(whole, view, fields);
  if (format === 'json') {
    const picked = stringifyJson(value);
    return writer.write(`${writer.width === undefined ? picked : indentJson(picked, 2)}\n`);
  }
  const chosen = fields === undefined ? view : viewOfFields(view, fields);
  if (format === 'ndjson')
    return writeBlocks(
      writer,
      ndjson(text, chosen, () => value),
    );
  // Picked fields of a book are rows like any others.
  if (format === 'table' && writer.width !== undefined && view?.shape === 'book' && fields === undefined) {
    const { drawLadder } = await import('./ladder.ts');
    const ladder = drawLadder(value, { width: writer.width, paint: writer.paint });
    if (ladder !== undefined) return writer.write(ladder);
  }
  const rows = rowsOf(value, chosen);
  if (format === 'csv') {
    await writeHead(writer, rows);
    return writeBlocks(writer, csvBody(rows));
  }
  if (view?.around !== undefined && fields === undefined) await writeAround(writer, value, view.around);
  await writeTable(writer, rows, chosen, extra);
}

/** What an answer says of all its rows stands above their table. */
async function writeAround(writer: Writer, value: JsonValue, columns: readonly Column[]) {
  const { rows } = rowsOf(value, { shape: 'record', columns }, columns);
  const { drawRecord } = await import('./record.ts');
  const { blocks } = await drawRecord({ columns, rows, isSingle: true }, { ...writer, isWhole: false });
  await writeBlocks(writer, [...blocks, '\n']);
}

async function writeBlocks(writer: Writer, blocks: Iterable<string>) {
  for (const block of blocks) await writer.write(block);
}

async function writeTable(
  writer: Writer,
  rows: Rows,
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
    isWhole: writer.fields !== undefined,
    ...(view?.candles && extra?.now !== undefined
      ? { openAfter: { now: extra.now, column: 'closeTime' } }
      : {}),
  });
  await writeBlocks(writer, drawn.blocks);
  if (drawn.leftOut.length > 0) {
    writer.note(
      `No room for ${drawn.leftOut.filter((name) => name !== '').join(', ')}; a wider terminal, --fields or -o csv shows all.`,
    );
  }
}

/** Fields that were picked are columns of the same kind as in the view they came from. */
function viewOfFields(view: View | undefined, fields: readonly string[]): View {
  const columns = fields.map((name) => {
    const known = view?.columns.find((column) => column.name === name);
    if (known === undefined) return { name, is: 'text' } as const;
    const { at: _at, aside: _aside, ...rest } = known;
    return rest;
  });
  return { shape: 'rows', columns };
}

/** Writes chunk by chunk; JSON stays one array, closed also when a later chunk fails. */
async function writeChunks(
  writer: Writer,
  chunks: AsyncIterable<Chunk>,
  view: View | undefined,
  extra: AnswerOptions | undefined,
) {
  const { format, fields } = writer;
  if (format === 'table') return writeTableChunks(writer, chunks, view, extra);
  let columns: readonly Column[] | undefined;
  let isOpen = false;
  let isFirst = true;
  try {
    for await (const chunk of chunks) {
      if (format === 'json' && fields === undefined) {
        const inner = chunk.text.trim().slice(1, -1);
        if (inner.trim() !== '') await writer.write(`${isOpen ? ',' : '['}${inner}`);
        else if (!isOpen) await writer.write('[');
        isOpen = true;
        continue;
      }
      const value = fields === undefined ? chunk.value : selectFields(chunk.value, view, fields, isFirst);
      const chosen = fields === undefined ? view : viewOfFields(view, fields);
      if (format === 'json') {
        const inner = stringifyJson(value).slice(1, -1);
        await writer.write(`${isOpen ? (inner === '' ? '' : ',') : '['}${inner}`);
        isOpen = true;
      } else if (format === 'ndjson')
        await writeBlocks(
          writer,
          ndjson(chunk.text, chosen, () => value),
        );
      else {
        const list = value as readonly JsonValue[];
        // One header stands for all pages: a page that has less or more must not shift the cells below it.
        columns ??= columnsOfPages(list, chosen);
        const rows = rowsOf(value, chosen, columns);
        if (isFirst) await writeHead(writer, rows);
        else tellLeftOut(writer, list, columns);
        await writeBlocks(writer, csvBody(rows));
      }
      isFirst = false;
    }
  } finally {
    if (isOpen) await writer.write(']\n');
  }
  if (format === 'json' && !isOpen) await writer.write('[]\n');
  if (format === 'csv' && columns === undefined)
    await writeHead(writer, rowsOf([], fields === undefined ? view : viewOfFields(view, fields)));
}

/** What the header has no name for cannot be written below it. */
function tellLeftOut(writer: Writer, rows: readonly JsonValue[], columns: readonly Column[]): void {
  const left = extraColumns(rows, columns).map(({ name }) => safeText(name));
  if (left.length > 0)
    writer.note(`${left.join(', ')} came after the header was written and is left out; -o ndjson has it.`);
}

async function writeHead(writer: Writer, rows: Rows): Promise<void> {
  if (writer.hasHeader) await writer.write(csvHead(rows));
}

/** A long table is drawn in blocks, so that memory stays flat; each block has its heading. */
async function writeTableChunks(
  writer: Writer,
  chunks: AsyncIterable<Chunk>,
  view: View | undefined,
  extra: AnswerOptions | undefined,
) {
  let any = false;
  let isFirst = true;
  for await (const chunk of chunks) {
    const { fields } = writer;
    const value = fields === undefined ? chunk.value : selectFields(chunk.value, view, fields, isFirst);
    isFirst = false;
    const chosen = writer.fields === undefined ? view : viewOfFields(view, writer.fields);
    const rows = rowsOf(value, chosen);
    if (rows.rows.length === 0) continue;
    any = true;
    await writeTable(writer, rows, chosen, extra);
  }
  if (!any) writer.note('No rows.');
}

/** Writes a command's answer to stdout in the requested format, and notes and progress to stderr. */
import { isUtf8 } from 'node:buffer';
import { PipeClosed, type World } from '../../app/world.ts';
import type { Column, View } from '../../catalogue/types.ts';
import type { AnswerOptions, Output, OutputFormat, Paint, ReceivedAnswer } from '../../commands/types.ts';
import { parseJson, stringifyJson } from '../../core/json.ts';
import { indentJson } from '../../core/json-text.ts';
import { plural, safeJson, safeLines, wrapMessage } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import type { RowChoice } from './choice.ts';
import { writeChunks } from './chunks.ts';
import { csvLines, ndjson } from './lines.ts';
import { rowsOf, selectFields } from './rows.ts';
import type { TimeStyle } from './times.ts';
import {
  noteCount,
  noteRows,
  viewOfFields,
  type Writer,
  writeBlocks,
  writeCsvHeader,
  writeTable,
} from './writer.ts';

export interface OutputOptions {
  readonly format: OutputFormat;
  readonly isAsked: boolean;
  readonly fields: readonly string[] | undefined;
  readonly paint: Paint;
  readonly isQuiet: boolean;
  /** Whether the first line of csv output names the columns. */
  readonly hasHeader?: boolean;
  /** Whether tables that are longer than the screen of a terminal are shown in the pager. */
  readonly isPaged?: boolean;
  /** How times are printed; if absent, readable in tables and else as the exchange sent them. */
  readonly times?: TimeStyle | undefined;
  /** Chooses the rows of lists that are shown; all of them if absent. */
  readonly choice?: RowChoice | undefined;
}

/** Returns the output of a command. */
export function createOutput(world: World, options: OutputOptions): Output {
  const { format, fields } = options;
  const { stdout, stderr } = world;
  let progressWidth = 0;
  // Notes wait while the pager has the screen.
  let heldNotes: string[] | undefined;
  const progress = (text: string) => {
    if (
      heldNotes !== undefined ||
      options.isQuiet ||
      !stderr.isTerminal ||
      (text === '' && progressWidth === 0)
    )
      return;
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
    if (heldNotes !== undefined) {
      heldNotes.push(text);
      return;
    }
    progress('');
    // A note that can't be written, as after the terminal was closed, must not end a command that sent an order.
    if (options.isQuiet) return;
    const shown = stderr.isTerminal ? wrapMessage(text, stderr.columns) : text;
    stderr.write(`${shown}\n`).catch(() => undefined);
  };
  const writer: Writer = {
    write,
    writeBytes: stdout.isTerminal ? undefined : (bytes) => stdout.write(bytes),
    note,
    format,
    fields,
    paint: options.paint,
    hasHeader: options.hasHeader !== false,
    choice: options.choice,
    times: options.times,
    width: stdout.isTerminal ? stdout.columns : undefined,
  };
  /** Shows a table in the pager if it is longer than the screen; leaving the pager ends the run where more would follow. */
  const paged = async (show: (to: Writer) => Promise<void>, hasMore = false) => {
    const isPaged = options.isPaged === true && format === 'table' && stdout.isTerminal;
    const program = isPaged ? await world.findPager?.() : undefined;
    if (program === undefined) return show(writer);
    const { PagedText } = await import('./paged.ts');
    const text = new PagedText(program, () => {
      progress('');
      heldNotes = [];
    });
    const notes: string[] = [];
    try {
      await show({ ...writer, write: (part) => text.write(part), note: (one) => notes.push(one) });
    } catch (thrown) {
      if (hasMore || !(thrown instanceof PipeClosed)) throw thrown;
    } finally {
      const rest = await text.end();
      notes.unshift(...(heldNotes ?? []));
      heldNotes = undefined;
      if (rest !== '') await write(rest);
      notes.forEach(note);
    }
  };
  return {
    format,
    isFormatExplicit: options.isAsked,
    isTerminal: stdout.isTerminal,
    width: stdout.columns,
    paint: options.paint,
    answer: (answer, view, extra) => paged((to) => writeReceived(to, answer, view, extra)),
    chunks: (chunks, view, extra) => paged((to) => writeChunks(to, chunks, view, extra), true),
    value: (value, view) => paged((to) => writeChosen(to, stringifyJson(value), value, view, undefined)),
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

/** Writes an answer that was received, without making its text where its bytes are written unchanged. */
async function writeReceived(
  writer: Writer,
  answer: string | ReceivedAnswer,
  view: View | undefined,
  extra: AnswerOptions | undefined,
) {
  if (typeof answer === 'string') return writeChosen(writer, answer, undefined, view, extra);
  const { format, fields, choice, times, writeBytes } = writer;
  const isUnchanged =
    format === 'json' && fields === undefined && choice === undefined && times?.form === undefined;
  const { bytes } = answer;
  // Where bytes are not UTF-8, their text has U+FFFD.
  if (!isUnchanged || writeBytes === undefined || bytes === undefined || !isUtf8(bytes))
    return writeChosen(writer, answer.body, undefined, view, extra);
  await writeBytes(bytes);
  await writer.write('\n');
}

/** Writes an answer; of a list only the chosen rows, if rows are chosen. */
async function writeChosen(
  writer: Writer,
  text: string,
  known: JsonValue | undefined,
  view: View | undefined,
  extra: AnswerOptions | undefined,
) {
  const chosen = writer.choice?.of(known ?? parseAnswer(text), view);
  if (chosen === undefined) return writeTimed(writer, text, known, view, extra);
  await writeTimed(writer, stringifyJson(chosen.rows), chosen.rows, chosen.view, extra);
  noteCount(writer, `${chosen.rows.length} of ${plural(chosen.of, 'row')}.`);
}

/** Writes an answer with its times in the form of `--time`; a table converts its cells itself. */
async function writeTimed(
  writer: Writer,
  text: string,
  known: JsonValue | undefined,
  view: View | undefined,
  extra: AnswerOptions | undefined,
) {
  const { times, format } = writer;
  if (times?.form === undefined || format === 'table') return writeAnswer(writer, text, known, view, extra);
  const { withTimes } = await import('./times.ts');
  const timed = withTimes(known ?? parseAnswer(text), view, times);
  return writeAnswer(writer, stringifyJson(timed), timed, view, extra);
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
  if (writer.choice === undefined) noteRows(writer, rows.rows.length);
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

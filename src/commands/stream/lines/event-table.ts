/**
 * Draws events as aligned lines below each other. The columns of a stream have names above them, which are repeated
 * after some lines and whenever the columns change; lines of several kinds name each of their values instead.
 */
import { padEnd, padStart, safeText, truncate } from '../../../core/text.ts';
import type { JsonValue } from '../../../core/words.ts';
import { isObject } from '../../../core/words.ts';
import { type EventCell, type EventKind, shownCells } from '../../../stream/events/event-fields.ts';
import type { Paint } from '../../types.ts';
import { CellText } from './cell-text.ts';
import { type ChosenFields, STREAM_FIELD, unlistedCell } from './chosen-fields.ts';
import type { EventSource, ReadEvent } from './event-source.ts';
import { EventTints } from './event-tints.ts';

/** Lines after which the names of the columns are written again. */
const LINES_BELOW_HEADER_MAX = 40;
const GAP = '  ';
/** The least width of a column of numbers: enough for most prices, so that few lines widen it. */
const NUMBER_WIDTH_MIN = 9;

export interface EventTableOptions {
  readonly source: EventSource;
  readonly fields: ChosenFields | undefined;
  readonly paint: Paint;
  /** Returns the width of the terminal in columns, which may change; undefined without a terminal. */
  readonly width: () => number | undefined;
}

/** A column of the table and the widest cell that it had. */
interface TableColumn {
  readonly cell: EventCell;
  readonly alignsRight: boolean;
  /** The width with commas between thousands (`grouped`), and without. */
  grouped: number;
  plain: number;
}

/** A row of cells, as text with and without commas between thousands. */
interface TableRow {
  readonly event: ReadEvent;
  readonly texts: readonly string[];
  readonly date: string | undefined;
}

/** What was written as the last header: columns and widths that still fit need no other one. */
interface Layout {
  readonly columns: readonly number[];
  readonly widths: readonly number[];
  readonly isGrouped: boolean;
  readonly date: string | undefined;
}

/** Formats events as lines of a table. */
export class EventTable {
  readonly #options: EventTableOptions;
  readonly #text: CellText;
  readonly #tints = new EventTints();
  readonly #columns: readonly TableColumn[];
  #layout: Layout | undefined;
  #linesBelowHeader = 0;
  #date: string | undefined;
  /** The widths of the first two columns of lines of several kinds. */
  #titleWidth = 0;
  #symbolWidth = 0;

  constructor(options: EventTableOptions) {
    const { source, fields } = options;
    this.#options = options;
    this.#text = new CellText(options.width() !== undefined);
    const [kind] = source.kinds;
    this.#columns =
      kind === undefined || source.isMixed ? [] : cellsOf(kind, fields).map((cell) => columnOf(cell));
    for (const { title } of source.kinds) this.#titleWidth = Math.max(this.#titleWidth, title.length);
  }

  /** Returns the lines of the events of one message. */
  lines(events: readonly ReadEvent[]): readonly string[] {
    if (this.#columns.length === 0) return events.flatMap((event) => this.#describe(event));
    const rows = events.map((event) => this.#row(event));
    return rows.flatMap((row) => {
      const header = this.#header(row.date);
      this.#linesBelowHeader += 1;
      return [...header, this.#line(row)];
    });
  }

  /** Returns the lines of events that replace all lines before, below a header of their own. */
  page(events: readonly ReadEvent[]): readonly string[] {
    this.#layout = undefined;
    return this.lines(events);
  }

  /** Returns the line of a record that stands between the events, such as the loss of a connection. */
  record(value: JsonValue): readonly string[] {
    const text = this.#text.plain(value);
    return [this.#options.paint.dim(this.#fit(safeText(text)))];
  }

  #row(event: ReadEvent): TableRow {
    const symbol = this.#symbolOf(event);
    const texts = this.#columns.map((column) => {
      const text =
        column.cell.name === STREAM_FIELD
          ? safeText(event.stream ?? '')
          : this.#text.of(event, column.cell, symbol);
      column.plain = Math.max(column.plain, this.#text.width(text));
      column.grouped = Math.max(column.grouped, this.#text.width(this.#text.grouped(text, column.cell)));
      return text;
    });
    const first = this.#columns[0]!.cell;
    return { event, texts, date: isClock(first) ? this.#text.dateOf(event, first) : undefined };
  }

  /** Returns the header if one is due: at the start, after a page of lines, or when columns or the day changed. */
  #header(ownDate: string | undefined): readonly string[] {
    // A row without a time, such as a snapshot of a book, stands below the header of any day.
    const date = ownDate ?? this.#layout?.date;
    const layout = this.#fitted(date);
    const isFirst = this.#layout === undefined;
    const isPiped = this.#options.width() === undefined;
    const isDue =
      isFirst ||
      (!isPiped && (this.#linesBelowHeader >= LINES_BELOW_HEADER_MAX || !isSame(layout, this.#layout!)));
    this.#layout = layout;
    if (!isDue) return [];
    this.#linesBelowHeader = 0;
    const titles = layout.columns.map((at, index) => {
      const { cell, alignsRight } = this.#columns[at]!;
      const title = at === 0 && isClock(cell) ? `${date ?? cell.title} UTC` : safeText(cell.title);
      return (alignsRight ? padStart : padEnd)(title, layout.widths[index]!);
    });
    return [this.#options.paint.bold(this.#fit(titles.join(GAP).trimEnd()))];
  }

  #line({ event, texts }: TableRow): string {
    const { columns, widths, isGrouped } = this.#layout!;
    const cells = columns.map((at, index) => {
      const { cell, alignsRight } = this.#columns[at]!;
      const text = isGrouped ? this.#text.grouped(texts[at]!, cell) : texts[at]!;
      return (alignsRight ? padStart : padEnd)(text, widths[index]!);
    });
    const line = this.#fit(cells.join(GAP).trimEnd());
    const clockWidth = isClock(this.#columns[0]!.cell) && columns[0] === 0 ? widths[0]! : 0;
    return line.slice(0, clockWidth) + this.#painted(event, line.slice(clockWidth));
  }

  /** Returns the columns that fit: the pinned ones, then others from the left, at least the first two. */
  #fitted(date: string | undefined): Layout {
    const width = this.#options.width();
    const widthsOf = (isGrouped: boolean, columns: readonly number[]) =>
      columns.map((at) => this.#columns[at]![isGrouped ? 'grouped' : 'plain']);
    const all = [...this.#columns.keys()];
    const total = (widths: readonly number[]) =>
      widths.reduce((sum, one) => sum + one + GAP.length, -GAP.length);
    const grouped = widthsOf(true, all);
    if (width !== undefined && total(grouped) <= width)
      return { columns: all, widths: grouped, isGrouped: true, date };
    const kept = [...all];
    while (width !== undefined && kept.length > 2 && total(widthsOf(false, kept)) > width) {
      const last = kept.findLastIndex((at) => !this.#columns[at]!.cell.isPinned);
      kept.splice(last < 1 ? kept.length - 1 : last, 1);
    }
    return { columns: kept, widths: widthsOf(false, kept), isGrouped: false, date };
  }

  /** Returns an event as its time, its kind, its symbol, and its other values with their names. */
  #describe(event: ReadEvent): readonly string[] {
    const { kind } = event;
    const cells =
      kind === undefined ? unlistedCells(event, this.#options.fields) : cellsOf(kind, this.#options.fields);
    const symbolAt = kind?.view.symbolAt?.split('.').join('.');
    const symbol = this.#symbolOf(event);
    const clock = cells.find(isClock);
    const subject = cells.find(({ path }) => path.join('.') === symbolAt);
    const subjectText = subject === undefined ? '' : this.#text.of(event, subject, symbol);
    this.#symbolWidth = Math.max(this.#symbolWidth, this.#text.width(subjectText));
    const start = [
      ...(clock === undefined ? [] : [this.#text.of(event, clock, symbol)]),
      padEnd(safeText(kind?.title ?? event.stream ?? 'event'), this.#titleWidth),
      ...(this.#symbolWidth === 0 ? [] : [padEnd(subjectText, this.#symbolWidth)]),
    ];
    const values = cells
      .filter((cell) => cell !== clock && cell !== subject)
      .map((cell) => ({ cell, text: this.#text.of(event, cell, symbol) }))
      .filter(({ text }) => text !== '')
      .map(({ cell, text }) => ({
        text: `${safeText(cell.title)} ${this.#text.grouped(text, cell)}`,
        isPinned: cell.isPinned,
      }));
    const width = this.#options.width();
    const joined = () => [...start, ...values.map(({ text }) => text)].join(GAP);
    while (width !== undefined && this.#text.width(joined()) > width) {
      const last = values.findLastIndex(({ isPinned }) => !isPinned);
      if (last === -1) break;
      values.splice(last, 1);
    }
    const line = this.#painted(event, this.#fit(joined()));
    const date = clock === undefined ? undefined : this.#text.dateOf(event, clock);
    if (date === undefined || date === this.#date) return [line];
    this.#date = date;
    return [this.#options.paint.bold(`${date} UTC`), line];
  }

  #symbolOf(event: ReadEvent): string {
    const at = event.kind?.view.symbolAt;
    return at === undefined ? '' : this.#text.plain(this.#text.valueAt(event, at));
  }

  #painted(event: ReadEvent, text: string): string {
    const tint = this.#tints.of(event, this.#symbolOf(event));
    return tint === undefined ? text : this.#options.paint[tint](text);
  }

  #fit(line: string): string {
    const width = this.#options.width();
    return width === undefined ? line : truncate(line, width);
  }
}

/** Returns the columns of a kind of events: the chosen fields, or those that its view shows. */
function cellsOf(kind: EventKind, fields: ChosenFields | undefined): readonly EventCell[] {
  if (fields === undefined) return shownCells(kind);
  return fields.names.flatMap((name) =>
    name === STREAM_FIELD ? [unlistedCell(name)] : (fields.cell(kind, name) ?? []),
  );
}

/** Returns the columns of an event that the catalogue does not list. */
function unlistedCells({ value }: ReadEvent, fields: ChosenFields | undefined): readonly EventCell[] {
  const names = fields?.names ?? (isObject(value) ? Object.keys(value) : ['']);
  return names.map(unlistedCell);
}

function columnOf(cell: EventCell): TableColumn {
  const isNumber = cell.is === 'decimal' || cell.is === 'integer' || cell.is === 'number';
  const words = Object.values(cell.words ?? {}).map((word) => word.length);
  const date = isClock(cell) ? '2024-01-31 UTC'.length : 0;
  const least = Math.max(cell.title.length, date, isNumber ? NUMBER_WIDTH_MIN : 0, ...words);
  return { cell, alignsRight: isNumber || cell.isCount, grouped: least, plain: least };
}

/** Returns whether a value is the time of an event, of which a line shows the time of day. */
function isClock({ is, title }: EventCell): boolean {
  return is === 'time' && title === 'time';
}

/** Returns whether lines of the layout `a` can stand below the header of `b`, which may have no date yet. */
function isSame(a: Layout, b: Layout): boolean {
  return (
    a.isGrouped === b.isGrouped &&
    (a.date === b.date || b.date === undefined) &&
    a.columns.join() === b.columns.join() &&
    a.widths.join() === b.widths.join()
  );
}

/** Writes events as csv below a header that is known before the first event. */

import { plainCell } from '../../../core/cells.ts';
import { usageError } from '../../../core/errors.ts';
import { csvCell } from '../../../core/text.ts';
import { allCells, type EventCell, type EventKind, eventValue } from '../../../stream/events/event-fields.ts';
import { type ChosenFields, STREAM_FIELD } from './chosen-fields.ts';
import type { EventSource, ReadEvent } from './event-source.ts';

/** Formats events as lines of csv. */
export class EventCsv {
  readonly #columns: readonly string[];
  readonly #fields: ChosenFields | undefined;
  readonly #cells = new Map<EventKind, ReadonlyMap<string, EventCell>>();

  /** Throws a usage error for streams whose fields the catalogue does not list, unless fields were chosen. */
  constructor(source: EventSource, fields: ChosenFields | undefined) {
    this.#fields = fields;
    if (source.kinds.length === 0 && fields === undefined)
      throw usageError(
        'The columns of these streams are not known, so csv would have no header.',
        'Choose columns with --fields, or use -o ndjson.',
      );
    for (const kind of source.kinds)
      this.#cells.set(kind, new Map(allCells(kind).map((cell) => [cell.name, cell])));
    const names = [...new Set([...this.#cells.values()].flatMap((cells) => [...cells.keys()]))];
    this.#columns = fields?.names ?? [...(source.hasStreams ? [STREAM_FIELD] : []), ...names];
  }

  /** Returns the first line, which names the columns. */
  header(): string {
    return this.#columns.map((name) => csvCell(name)).join(',');
  }

  line(event: ReadEvent): string {
    return this.#columns.map((name) => this.#cell(event, name)).join(',');
  }

  #cell(event: ReadEvent, name: string): string {
    const { kind, value, inName, stream } = event;
    if (name === STREAM_FIELD) return csvCell(stream ?? '');
    const cell =
      this.#fields === undefined ? kind && this.#cells.get(kind)?.get(name) : this.#fields.cell(kind, name);
    if (cell === undefined) return '';
    return csvCell(plainCell(eventValue(value, cell, inName)), cell.is === 'decimal' ? 'number' : 'text');
  }
}

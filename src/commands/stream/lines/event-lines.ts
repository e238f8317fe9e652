/**
 * The lines in which a stream command writes events: as the exchange sent them, or as a table, csv, chosen fields or
 * fields named in words.
 */
import { stringifyJson } from '../../../core/json.ts';
import { safeJson, safeText } from '../../../core/text.ts';
import type { JsonValue } from '../../../core/words.ts';
import { namedEvent } from '../../../stream/events/event-fields.ts';
import type { CommandCall } from '../../types.ts';
import { type ChosenFields, readFields } from './chosen-fields.ts';
import { EventCsv } from './event-csv.ts';
import {
  chosenEvents,
  type EventSource,
  type ReadEvent,
  type ReadMessage,
  readMessage,
} from './event-source.ts';
import { EventTable } from './event-table.ts';

/** Formats messages of streams as lines. */
export interface EventLines {
  /** The lines before the first event, such as the header of csv. */
  readonly head: readonly string[];
  /**
   * Returns the lines of a message; undefined if it is not JSON. `stream` is the name of its stream, if that is known.
   */
  message(bytes: Buffer, stream: string | undefined): readonly string[] | undefined;
  /** Returns the lines of a value that bourse made, such as the state of an order book. */
  event(value: JsonValue): readonly string[];
  /** Returns the lines of a record between events; undefined if the format has no place for records. */
  record(value: JsonValue): readonly string[] | undefined;
  /** Says that `--where` left no event; undefined if it left one, or if there was none. */
  noMatch(): string | undefined;
}

/**
 * Returns how the options of a command format its events. JSON is written with all fields named in words, unless
 * fields were chosen. Throws a usage error for fields that its events do not have.
 */
export function eventLines({ options, output, services }: CommandCall, source: EventSource): EventLines {
  const { format } = output;
  const { stdout } = services.world;
  const fields = readFields('fields', options['fields'], source);
  const isSafe = stdout.isTerminal ? (text: string) => safeText(text) : (text: string) => text;
  switch (format) {
    case 'table': {
      const width = () => (stdout.isTerminal ? stdout.columns : undefined);
      const table = new EventTable({ source, fields, paint: output.paint, width });
      return linesOf(
        source,
        [],
        ({ events }) => table.lines(events),
        (value) => table.record(value),
      );
    }
    case 'csv': {
      const csv = new EventCsv(source, fields);
      const head = options['no-header'] === true ? [] : [csv.header()];
      return linesOf(source, head, ({ events }) => events.map((event) => isSafe(csv.line(event))));
    }
    case 'json':
    case 'ndjson': {
      const write = stdout.isTerminal ? (text: string) => safeJson(text) : (text: string) => text;
      const reduce = reducerOf(options['named'] === true, fields);
      return linesOf(
        source,
        [],
        (message, sent) => {
          if (message.events.length === 0) return [];
          const isSent = sent !== undefined && reduce === undefined && message.isUnchanged;
          return [
            write(isSent ? sent.toString('utf8') : stringifyJson(rewritten(message, reduce ?? asSent))),
          ];
        },
        (value) => [write(stringifyJson(value))],
      );
    }
  }
}

function linesOf(
  source: EventSource,
  head: readonly string[],
  format: (message: ReadMessage, sent?: Buffer) => readonly string[],
  record?: (value: JsonValue) => readonly string[],
): EventLines {
  return {
    head,
    message(bytes, stream) {
      const read = readMessage(source, bytes, stream);
      return read === undefined ? undefined : format(read, bytes);
    },
    event: (value) => {
      const event = { value, stream: undefined, ...source.kindOf(value, undefined) };
      const events = chosenEvents(source, [event]);
      return format({ events, isArray: false, isUnchanged: false, wrappedAs: undefined });
    },
    record: (value) => record?.(value),
    noMatch: () => source.noMatch?.(),
  };
}

/** Returns what json shows of each event; undefined if events are written as they were sent. */
function reducerOf(
  isNamed: boolean,
  fields: ChosenFields | undefined,
): ((event: ReadEvent) => JsonValue) | undefined {
  if (fields !== undefined) return (event) => selected(event, fields);
  return isNamed ? named : undefined;
}

function asSent({ value }: ReadEvent): JsonValue {
  return value;
}

function named({ kind, value }: ReadEvent): JsonValue {
  return kind === undefined ? value : namedEvent(value, kind.fields);
}

function selected(event: ReadEvent, fields: ChosenFields): JsonValue {
  return Object.fromEntries(fields.names.map((name) => [name, fields.value(event, name)]));
}

/** Returns a message with each of its events changed: one message stays one line. */
function rewritten(
  { events, isArray, wrappedAs }: ReadMessage,
  change: (event: ReadEvent) => JsonValue,
): JsonValue {
  const changed = events.map(change);
  const data: JsonValue = isArray ? changed : changed[0]!;
  return wrappedAs === undefined ? data : { stream: wrappedAs, data };
}

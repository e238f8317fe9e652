/** The values of events that are written: those of `--fields`, or all of them. */
import { usageError } from '../../../core/errors.ts';
import { nearestWord, safeText } from '../../../core/text.ts';
import type { JsonValue } from '../../../core/words.ts';
import {
  allCells,
  cellNamed,
  type EventCell,
  type EventKind,
  eventValue,
} from '../../../stream/events/event-fields.ts';
import type { CommandCall } from '../../types.ts';
import type { EventSource, ReadEvent } from './event-source.ts';

/** The field that stands for the name of an event's stream. */
export const STREAM_FIELD = 'stream';

/** Finds the fields of `--fields` in events of each kind. */
export class ChosenFields {
  readonly names: readonly string[];
  readonly #cells = new Map<EventKind, ReadonlyMap<string, EventCell>>();

  /** Throws a usage error for a field that no expected kind of event has. */
  constructor(names: readonly string[], { kinds }: EventSource) {
    this.names = names;
    const unknown = names.find(
      (name) => name !== STREAM_FIELD && kinds.length > 0 && !kinds.some((kind) => cellNamed(kind, name)),
    );
    if (unknown !== undefined) throw unknownField(unknown, kinds);
  }

  /** Returns the value that a field names; undefined if events of this kind have none. */
  cell(kind: EventKind | undefined, name: string): EventCell | undefined {
    if (kind === undefined) return unlistedCell(name);
    let cells = this.#cells.get(kind);
    if (cells === undefined) {
      const found = this.names.map((one) => [one, cellNamed(kind, one)] as const);
      cells = new Map(found.filter((one): one is [string, EventCell] => one[1] !== undefined));
      this.#cells.set(kind, cells);
    }
    return cells.get(name);
  }

  /** Returns the value of a field in an event; null if it has none. */
  value({ kind, value, inName, stream }: ReadEvent, name: string): JsonValue {
    if (name === STREAM_FIELD) return stream ?? null;
    const cell = this.cell(kind, name);
    return cell === undefined ? null : eventValue(value, cell, inName);
  }
}

/** Returns the fields that an option lists; undefined without the option. Throws a usage error for unknown fields. */
export function readFields(
  option: 'fields' | 'sort',
  typed: CommandCall['options'][string],
  source: EventSource,
): ChosenFields | undefined {
  if (typeof typed !== 'string') return undefined;
  const names = typed
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  if (names.length === 0)
    throw usageError(`--${option} needs at least one field.`, `Example: --${option} symbol,price`);
  return new ChosenFields(names, source);
}

/** Returns the value at a path of an event that the catalogue does not list. */
export function unlistedCell(name: string): EventCell {
  return { path: name.split('.'), name, title: name, is: 'text', isCount: false, isPinned: false };
}

function unknownField(field: string, kinds: readonly EventKind[]): Error {
  const names = [...new Set(kinds.flatMap((kind) => allCells(kind).map(({ name }) => name)))];
  const close = nearestWord(field, names);
  return usageError(
    `Unknown field "${safeText(field.slice(0, 60))}"; the events have ${names.join(', ')}.`,
    close === undefined ? undefined : `Did you mean ${close}?`,
  );
}

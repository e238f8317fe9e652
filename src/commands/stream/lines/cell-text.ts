/** The values of events as text for a terminal: times of day, aligned decimals, words instead of codes. */
import { groupThousands, isUnsetTime, plainCell } from '../../../core/cells.ts';
import { displayWidth, safeText } from '../../../core/text.ts';
import { formatTime } from '../../../core/time.ts';
import { isObject, type JsonValue } from '../../../core/words.ts';
import { type EventCell, eventValue, namedEvent } from '../../../stream/events/event-fields.ts';
import { decimalPlaces, withDecimalPlaces } from '../screen.ts';
import type { ReadEvent } from './event-source.ts';

const TRAILING_ZEROS = /^-?\d+\.\d*0$/;

/** Formats values of events. */
export class CellText {
  /** The largest number of decimals that a column had for a symbol. */
  readonly #places = new Map<string, number>();
  readonly #groupsThousands: boolean;

  /** With `groupsThousands` numbers may get commas, which are for the eye only. */
  constructor(groupsThousands: boolean) {
    this.#groupsThousands = groupsThousands;
  }

  /**
   * Returns a value as text that is safe on a terminal, without commas. A decimal has as many decimals as an earlier
   * one of its column and symbol, so that they stand below each other.
   */
  of(event: ReadEvent, cell: EventCell, symbol: string): string {
    const value = eventValue(event.value, cell, event.inName);
    if (value === null) return '';
    if (cell.isCount) return Array.isArray(value) ? String(value.length) : '';
    const plain = this.plain(cell.fields === undefined ? value : namedEvent(value, cell.fields));
    if (cell.words !== undefined) return safeText(cell.words[plain] ?? plain);
    if (cell.is === 'time') return isUnsetTime(value) ? '' : timeText(value, cell);
    if (cell.is === 'boolean' && typeof value === 'boolean') return value ? 'yes' : 'no';
    if (cell.is !== 'decimal') return safeText(plain);
    const key = `${symbol} ${cell.name}`;
    const places = Math.max(this.#places.get(key) ?? 0, decimalPlaces(plain));
    this.#places.set(key, places);
    return safeText(withDecimalPlaces(plain, places));
  }

  /** Returns the text of a number with commas between its thousands; other text unchanged. */
  grouped(text: string, { is }: EventCell): string {
    return this.#groupsThousands && is === 'decimal' && /^-?\d+(\.\d+)?$/.test(text)
      ? groupThousands(text)
      : text;
  }

  /** Returns the day of a time, such as "2024-01-31"; undefined for a value that is not a time. */
  dateOf(event: ReadEvent, cell: EventCell): string | undefined {
    const value = eventValue(event.value, cell, event.inName);
    return typeof value === 'number' ? /^\S+(?= )/.exec(formatTime(value))?.[0] : undefined;
  }

  /** Returns the value of an event at a path on the wire. */
  valueAt({ value, inName }: ReadEvent, at: string): JsonValue {
    return eventValue(value, { path: at.split('.') }, inName);
  }

  /** Returns a value as text; of objects and lists their members, as far as they are not empty. */
  plain(value: JsonValue): string {
    if (Array.isArray(value))
      return (value as readonly JsonValue[])
        .map((one) => this.plain(one))
        .join(isObject(value[0]) ? '; ' : ' ');
    if (typeof value === 'string') return TRAILING_ZEROS.test(value) ? withDecimalPlaces(value, 0) : value;
    if (!isObject(value)) return plainCell(value);
    return Object.entries(value)
      .map(([name, member]) => `${name} ${this.plain(member)}`)
      .join(', ');
  }

  width(text: string): number {
    return displayWidth(text);
  }
}

/** Returns the time of day of an event's own time, and other times with their day. */
function timeText(value: JsonValue, { title }: EventCell): string {
  if (typeof value !== 'number') return safeText(plainCell(value));
  const text = formatTime(value);
  const clock = /^\d{4}-\d\d-\d\d (.*)Z$/.exec(text)?.[1];
  if (title !== 'time' || clock === undefined) return text;
  return clock.includes('.') ? clock : `${clock}.000`;
}

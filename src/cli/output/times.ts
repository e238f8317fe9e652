/** The points in time of an answer in another form: `--time iso|ms|s` and `--zone`. */
import type { Column, View } from '../../catalogue/types.ts';
import { isUnsetTime } from '../../core/cells.ts';
import { formatIso, formatTime, formatUnix } from '../../core/time.ts';
import { convertTime, readTime } from '../../core/time-form.ts';
import type { TimeForm } from '../../core/time-units.ts';
import type { TimeZone } from '../../core/time-zone.ts';
import { isObject, type JsonObject, type JsonValue } from '../../core/words.ts';
import { isNamedTime } from './rows.ts';

/** How times are printed. */
export interface TimeStyle {
  /** The form of `--time`; if undefined, as the exchange sent them, and in tables for people to read. */
  readonly form: TimeForm | undefined;
  readonly zone: TimeZone;
}

/** Returns a time as the text of a table's cell; undefined for a value that is no time. */
export function timeCell(value: JsonValue, { form, zone }: TimeStyle): string | undefined {
  if (isUnsetTime(value)) return '';
  const time = readTime(value);
  if (time === undefined) return undefined;
  if (form === undefined) return formatTime(time, zone);
  return form === 'iso' ? formatIso(time, zone) : formatUnix(time, form);
}

/**
 * Returns an answer with its times in the form of `--time`: text for `iso`, numbers for `ms` and `s`, null for a time
 * that is not set. A field is a time if the view says so; fields that the view does not list are times by their names.
 */
export function withTimes(value: JsonValue, view: View | undefined, style: TimeStyle): JsonValue {
  const { form } = style;
  if (form === undefined) return value;
  const convert = (time: JsonValue) => convertTime(time, form, style.zone);
  const rows = new TimeFields(view?.columns ?? [], convert);
  const around = new TimeFields([...(view?.headerFields ?? []), ...(view?.timesAround ?? [])], convert);
  const visit = (at: JsonValue, path: readonly string[]): JsonValue => {
    const [key, ...rest] = path;
    if (key === undefined) return rows.ofRows(at);
    if (!isObject(at) || at[key] === undefined) return at;
    return { ...(around.of({ ...at, [key]: null }) as JsonObject), [key]: visit(at[key], rest) };
  };
  if (view?.shape === 'book') return around.of(value);
  return visit(value, view?.rowsAt?.split('.') ?? []);
}

/** Finds the times among the fields of rows or of one object. */
class TimeFields {
  /** Whether a field is a time, by its dotted path; only the fields of which the catalogue says what they are. */
  readonly #known: ReadonlyMap<string, boolean>;
  /** The positions of times in rows that are lists. */
  readonly #positions: ReadonlySet<number | undefined>;
  readonly #convert: (time: JsonValue) => JsonValue;

  constructor(columns: readonly Column[], convert: (time: JsonValue) => JsonValue) {
    this.#known = new Map(columns.map(({ name, is }) => [name, is === 'time']));
    this.#positions = new Set(columns.filter(({ is }) => is === 'time').map(({ at }) => at));
    this.#convert = convert;
  }

  /** Returns rows, or the only row, with converted times. */
  ofRows(value: JsonValue): JsonValue {
    return Array.isArray(value)
      ? (value as readonly JsonValue[]).map((row) => this.#ofRow(row))
      : this.of(value);
  }

  /** Returns an object with converted times, also in the objects and lists within it. */
  of(value: JsonValue, path = ''): JsonValue {
    if (Array.isArray(value))
      return (value as readonly JsonValue[]).map((item, at) => this.of(item, `${path}${at}.`));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, this.#member(name, member, path)]),
    );
  }

  #ofRow(row: JsonValue): JsonValue {
    if (!Array.isArray(row)) return this.of(row);
    return (row as readonly JsonValue[]).map((cell, at) =>
      this.#positions.has(at) ? this.#convert(cell) : cell,
    );
  }

  #member(name: string, member: JsonValue, path: string): JsonValue {
    if (Array.isArray(member) || isObject(member)) return this.of(member, `${path}${name}.`);
    const isTime = this.#known.get(`${path}${name}`) ?? isNamedTime(name, member);
    return isTime ? this.#convert(member) : member;
  }
}

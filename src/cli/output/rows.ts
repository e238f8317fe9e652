/** Converts a response to rows with named columns, as its endpoint's view describes them. */
import type { Column, View } from '../../catalogue/types.ts';
import { isTimeName, isUnsetTime } from '../../core/cells.ts';
import { ToolError, usageError } from '../../core/errors.ts';
import { nearestWord, safeText } from '../../core/text.ts';
import { isObject, type JsonObject, type JsonValue } from '../../core/words.ts';

/** Rows for a table, csv or NDJSON, with one value for each column. */
export interface OutputRows {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly JsonValue[])[];
  /** Whether the response was one object rather than a list. */
  readonly isSingle: boolean;
}

/**
 * Returns the rows of a response. Columns without a value in any row are left out, and keys that the view
 * doesn't list come last. With `fixed`, such as the columns of a written csv header, the rows have exactly
 * these columns.
 */
export function rowsOf(value: JsonValue, view: View | undefined, fixed?: readonly Column[]): OutputRows {
  if (view?.shape === 'book') return bookRows(value as JsonObject, view);
  const found = listAt(value, view?.rowsAt);
  const list = Array.isArray(found) ? found : [found];
  const columns = fixed ?? columnsOf(list as readonly JsonValue[], view);
  const isSingle = !Array.isArray(found);
  if (haveColumnOrder(list as readonly JsonValue[], columns)) return { columns, rows: list, isSingle };
  return {
    columns,
    rows: (list as readonly JsonValue[]).map((row) => columns.map((column) => cellOf(row, column))),
    isSingle,
  };
}

/** Returns whether each row is a list in the order of the columns, such as a candle, and needs no copy. */
function haveColumnOrder(
  list: readonly JsonValue[],
  columns: readonly Column[],
): list is readonly (readonly JsonValue[])[] {
  return (
    columns.every((column, index) => column.at === index) &&
    list.every((row) => Array.isArray(row) && row.length >= columns.length)
  );
}

/** Returns the part of a response that holds its rows; `path` is dotted, undefined for the whole response. */
export function listAt(value: JsonValue, path: string | undefined): JsonValue {
  if (path === undefined) return value;
  let at = value;
  for (const key of path.split('.')) at = isObject(at) ? (at[key] ?? null) : null;
  return at;
}

function bookRows(book: JsonObject, view: View): OutputRows {
  const side = (name: string, key: string) =>
    levelsOf(book, key).map((level) => [name, level[0] ?? null, level[1] ?? null]);
  return {
    columns: view.columns,
    rows: [...side('ask', 'asks').reverse(), ...side('bid', 'bids')],
    isSingle: false,
  };
}

/** Returns one side of an order book. Throws kind `unavailable` if it is no list of levels. */
function levelsOf(book: JsonObject, key: string): readonly (readonly JsonValue[])[] {
  const levels = book[key] ?? [];
  if (Array.isArray(levels) && levels.every((level) => Array.isArray(level))) return levels;
  throw new ToolError({
    kind: 'unavailable',
    message: `The answer is no order book: ${key} must be a list of price and quantity pairs.`,
    hint: 'Try again; if it persists, something else answers in place of the exchange.',
  });
}

function columnsOf(rows: readonly JsonValue[], view: View | undefined): readonly Column[] {
  const first = rows[0];
  if (Array.isArray(first))
    return view?.columns ?? first.map((_, at) => ({ name: String(at), is: 'text', at }) as const);
  const known = view?.columns ?? [];
  if (!isObject(first)) return known.length > 0 ? known : [{ name: 'value', is: 'text', at: -1 }];
  const present = known.filter((column) =>
    rows.some((row) => isObject(row) && valueAt(row, column.name) !== undefined),
  );
  return [...present, ...extraColumns(rows, known)];
}

/**
 * Returns the columns for all pages of a list: every column of the view, and further keys of the first page's
 * rows.
 */
export function columnsOfPages(rows: readonly JsonValue[], view: View | undefined): readonly Column[] {
  const known = view?.columns ?? [];
  return isObject(rows[0]) ? [...known, ...extraColumns(rows, known)] : columnsOf(rows, view);
}

/** Returns columns for the fields of rows that are not among the known columns. */
export function extraColumns(rows: readonly JsonValue[], known: readonly Column[]): readonly Column[] {
  const names = new Set(known.map(({ name }) => name));
  const extra: Column[] = [];
  for (const row of rows) {
    if (!isObject(row)) continue;
    for (const [name, value] of fieldsBeside(row, known)) {
      if (names.has(name)) continue;
      names.add(name);
      extra.push({ name, is: kindOf(name, value), hidden: known.length > 0 } as Column);
    }
  }
  return extra;
}

/**
 * Yields the fields of a row by name. An object or list of which columns name members, such as `detail` for the column
 * "detail.apr" or `legs` for "legs.0.price", is replaced by its members.
 */
function* fieldsBeside(
  object: JsonObject | readonly JsonValue[],
  known: readonly Column[],
  path = '',
): Generator<readonly [name: string, value: JsonValue]> {
  for (const [key, value] of Object.entries<JsonValue>(object)) {
    const name = `${path}${key}`;
    const isDivided =
      known.some((column) => column.name.startsWith(`${name}.`)) &&
      !known.some((column) => column.name === name);
    if (isDivided && (isObject(value) || Array.isArray(value))) yield* fieldsBeside(value, known, `${name}.`);
    else yield [name, value];
  }
}

function kindOf(name: string, value: JsonValue): Column['is'] {
  if (typeof value === 'boolean') return 'boolean';
  if (isNamedTime(name, value)) return 'time';
  if (typeof value === 'number' || typeof value === 'bigint') return 'integer';
  // An id may be sent as text of digits, but it is no number.
  const isNumber = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) && !/id$/i.test(name);
  return isNumber ? 'decimal' : 'text';
}

/** Unix times in ms from 1973 on; a smaller number under the name of a time is a span, such as minutes. */
const TIME_MS_MIN = 100_000_000_000;

/** Returns whether a field that no view lists is a point in time, by its name and its value. */
export function isNamedTime(name: string, value: JsonValue): value is number {
  return typeof value === 'number' && isTimeName(name) && (value >= TIME_MS_MIN || isUnsetTime(value));
}

function cellOf(row: JsonValue, column: Column): JsonValue {
  if (Array.isArray(row)) return (row as readonly JsonValue[])[column.at ?? -1] ?? null;
  if (isObject(row)) return valueAt(row, column.name) ?? null;
  return row;
}

/**
 * Returns the response with only the selected fields, in the order of `fields`; rows become objects. A field
 * is a column's name or a dotted path. Throws a usage error that lists the available fields for a field that
 * neither the view nor any row has, except on pages after the first, whose rows may lack it.
 */
export function selectFields(
  value: JsonValue,
  view: View | undefined,
  fields: readonly string[],
  isFirst = true,
): JsonValue {
  const list = listOf(value, view);
  const found = list ?? [listAt(value, view?.rowsAt)];
  const columns = columnsOfPages(found, view);
  if (isFirst) assertKnownFields(found, columns, fields);
  const selected = found.map((row) => selectFromRow(namedRow(row, columns), fields));
  return list === undefined ? selected[0]! : selected;
}

/** Returns the rows of a response, those of an order book as objects; undefined if the response is no list. */
export function listOf(value: JsonValue, view: View | undefined): readonly JsonValue[] | undefined {
  if (view?.shape === 'book') {
    const { columns, rows } = bookRows(value as JsonObject, view);
    return rows.map((row) => Object.fromEntries(columns.map((column, at) => [column.name, row[at]!])));
  }
  const found = listAt(value, view?.rowsAt);
  return Array.isArray(found) ? found : undefined;
}

/**
 * Throws a usage error that lists the available fields if one of the fields is neither a column, as `columnsOfPages`
 * returns them, nor in any of the rows.
 */
export function assertKnownFields(
  rows: readonly JsonValue[],
  columns: readonly Column[],
  fields: readonly string[],
): void {
  for (const field of fields) {
    const isKnown =
      columns.some((column) => column.name === field) ||
      rows.some((row) => valueAt(namedRow(row, columns), field) !== undefined);
    if (!isKnown) throw unknownField(field, columns);
  }
}

/** Returns the function that gives the cells of a row by a column's name or a dotted path; null where it has none. */
export function namedCells(row: JsonValue, view: View | undefined): (field: string) => JsonValue {
  if (!Array.isArray(row)) return (field) => (isObject(row) ? (valueAt(row, field) ?? null) : row);
  return (field) => {
    const known = view?.columns.find((column) => column.name === field);
    return (row as readonly JsonValue[])[known?.at ?? Number(field)] ?? null;
  };
}

/** Returns a row that is a list, such as a candle, as an object; other rows unchanged. */
function namedRow(row: JsonValue, columns: readonly Column[]): JsonValue {
  if (!Array.isArray(row)) return row;
  return Object.fromEntries(columns.map((column) => [column.name, cellOf(row, column)]));
}

function selectFromRow(row: JsonValue, fields: readonly string[]): JsonValue {
  return Object.fromEntries(fields.map((field) => [field, valueAt(row, field) ?? null]));
}

function unknownField(field: string, columns: readonly Column[]): Error {
  const names = columns.map((column) => column.name);
  const close = nearestWord(field, names);
  return usageError(
    `Unknown field "${safeText(field.slice(0, 60))}"; the response has ${names.join(', ')}.`,
    close === undefined ? undefined : `Did you mean ${close}?`,
  );
}

function valueAt(row: JsonValue, path: string): JsonValue | undefined {
  let at: JsonValue | undefined = row;
  if (isObject(at) && Object.hasOwn(at, path)) return at[path];
  if (!path.includes('.')) return undefined;
  for (const key of path.split('.')) {
    if (Array.isArray(at)) at = /^\d+$/.test(key) ? (at as readonly JsonValue[])[Number(key)] : undefined;
    else at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
    if (at === undefined) return undefined;
  }
  return at;
}

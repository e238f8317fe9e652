/** Rows of a list of the account, such as its open orders: filled by a query, changed by events. */
import { type WatchedColumn, type WatchedList, watchedFields } from '../../catalogue/watched-account.ts';
import { plainCell } from '../../core/cells.ts';
import { isZero, parseDecimal } from '../../core/decimal.ts';
import { isObject, type JsonObject, type JsonValue } from '../../core/words.ts';
import { type EventKind, eventValue } from '../../stream/events/event-fields.ts';
import { isFinalStatus } from '../../stream/user/state.ts';

export class WatchedRows {
  readonly list: WatchedList;
  /** How a table shows the rows. */
  readonly kind: EventKind;
  readonly #rows = new Map<string, JsonObject>();

  constructor(list: WatchedList) {
    this.list = list;
    const columns = list.columns.map(({ row, pinned }) => ({
      at: row,
      ...(pinned === undefined ? {} : { pinned }),
    }));
    this.kind = { title: list.title, fields: watchedFields(list), view: { columns } };
  }

  /** The rows that are shown, in the order in which they came. */
  get shown(): readonly JsonObject[] {
    return [...this.#rows.values()];
  }

  /** Takes over what a query showed: an answer about the account replaces all rows, an order is one row. */
  query(kind: string, data: JsonValue): void {
    const { query } = this.list;
    if (kind === 'gone' && query.kind === 'order') this.#rows.delete(this.#keyOf(rowsAt(data)[0] ?? {}));
    if (kind !== query.kind) return;
    if (kind === 'account') this.#rows.clear();
    for (const row of rowsAt(data, query.at)) this.#set(row, ({ row: name }) => name);
  }

  /** Takes over an event, if it is that of this list. */
  event(event: JsonObject): void {
    const { name, at } = this.list.event;
    if (event['e'] !== name) return;
    for (const row of rowsAt(event, at)) this.#set(row, (column) => column.event);
  }

  #set(from: JsonObject, nameOf: (column: WatchedColumn) => string | undefined): void {
    const carried = this.list.columns.flatMap((column) => {
      const value = from[nameOf(column) ?? ''];
      return value === undefined ? [] : [[column.row, value] as const];
    });
    const row = Object.fromEntries(carried);
    const key = this.#keyOf(row);
    const merged = { ...this.#rows.get(key), ...row };
    if (this.#isOver(merged)) this.#rows.delete(key);
    else this.#rows.set(key, merged);
  }

  #keyOf(row: JsonObject): string {
    const keys = this.list.columns.filter(({ isKey }) => isKey === true);
    return keys.map(({ row: name }) => plainCell(row[name] ?? null)).join(' ');
  }

  #isOver(row: JsonObject): boolean {
    const { amounts, status } = this.list;
    if (status !== undefined) return isFinalStatus(plainCell(row[status] ?? null));
    return (amounts ?? []).every((name) => isNothing(row[name]));
  }
}

function isNothing(value: JsonValue | undefined): boolean {
  const number = parseDecimal(plainCell(value ?? null));
  return number === undefined || isZero(number);
}

/** Returns the rows at a path of a value: the elements of a list, or one object. */
function rowsAt(value: JsonValue, at?: string): readonly JsonObject[] {
  const found = at === undefined ? value : eventValue(value, { path: at.split('.') });
  return (Array.isArray(found) ? (found as readonly JsonValue[]) : [found]).filter(isObject);
}

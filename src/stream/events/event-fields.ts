/** Names the fields of events in words, and lists the values of an event as columns. */
import type { EventColumn, EventView, Field, Fields } from '../../catalogue/stream-types.ts';
import { isObject, type JsonObject, type JsonValue } from '../../core/words.ts';

/** A kind of events: of one market stream, one event of an account, or lines that bourse itself writes. */
export interface EventKind {
  /** The word for the kind among events of several kinds. */
  readonly title: string;
  readonly fields: Fields;
  readonly view: EventView;
}

/** A value of an event. */
export interface EventCell {
  /** The path of the value in the message by names on the wire. */
  readonly path: readonly string[];
  /** The path in words, such as "candle.open". */
  readonly name: string;
  /** The heading in a table. */
  readonly title: string;
  readonly is: Field['is'];
  /** The fields of an object, or of each element of a list. */
  readonly fields?: Fields;
  readonly words?: Readonly<Record<string, string>>;
  readonly isCount: boolean;
  readonly isPinned: boolean;
}

/** The first word of the path of a value that stands in the stream's name instead of in the message. */
const IN_NAME = 'name';

/** Returns the name of a field in words: "isBuyerMaker", or "aggregateTradeId" for "aggregate trade id". */
export function fieldName({ name, about }: Pick<Field, 'name' | 'about'>): string {
  if (name !== undefined) return name;
  const [clause = ''] = about.split(/[,;:]/);
  return clause.replace(/[^A-Za-z0-9]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the columns that a table shows of a kind of events, in their order. */
export function shownCells({ fields, view }: Pick<EventKind, 'fields' | 'view'>): readonly EventCell[] {
  return view.columns.map((column) => cellAt(fields, column)!);
}

/**
 * Returns every value of a kind of events, each once: values that only the stream's name has come first, objects are
 * divided into their fields, and lists stay whole.
 */
export function allCells({ fields, view }: Pick<EventKind, 'fields' | 'view'>): readonly EventCell[] {
  const inName = view.columns.filter(({ at }) => at.startsWith(`${IN_NAME}.`));
  return [...inName.map((column) => cellAt(fields, column)!), ...leavesOf(fields, [])];
}

function leavesOf(fields: Fields, path: readonly string[], root: Fields = fields): readonly EventCell[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    const below = [...path, key];
    const isDivided = field.is === 'object' && Object.keys(field.fields ?? {}).length > 0;
    return isDivided ? leavesOf(field.fields!, below, root) : [cellAt(root, { at: below.join('.') })!];
  });
}

/** Returns the value at a column's path, in words or on the wire; undefined if the fields have none. */
export function cellAt(fields: Fields, column: EventColumn): EventCell | undefined {
  const path = column.at.split('.');
  const found: Location | undefined =
    path[0] === IN_NAME ? { path, names: path.slice(1), is: 'text' } : locate(fields, path);
  if (found === undefined) return undefined;
  return {
    path: found.path,
    name: found.names.join('.'),
    title: column.title ?? wordsOf(found.names.at(-1)!),
    is: found.is,
    ...(found.fields === undefined ? {} : { fields: found.fields }),
    ...(column.words === undefined ? {} : { words: column.words }),
    isCount: column.isCount === true,
    isPinned: column.pinned === true,
  };
}

/**
 * Returns the value that a field of `--fields` names: by its path in words or on the wire, or by the last word of a
 * path that no other value has, such as "open" for "candle.open". Undefined if there is none.
 */
export function cellNamed(kind: Pick<EventKind, 'fields' | 'view'>, typed: string): EventCell | undefined {
  const all = allCells(kind);
  const shown = shownCells(kind).find(({ name, path }) => name === typed || path.join('.') === typed);
  const byLastWord = all.filter(({ name }) => name.endsWith(`.${typed}`));
  return (
    shown ??
    all.find(({ name }) => name === typed) ??
    cellAt(kind.fields, { at: typed }) ??
    (byLastWord.length === 1 ? byLastWord[0] : undefined)
  );
}

interface Location {
  /** The path on the wire. */
  readonly path: readonly string[];
  /** The path in words. */
  readonly names: readonly string[];
  readonly is: Field['is'];
  readonly fields?: Fields;
}

/** Finds a value by its path, each part of which is a name on the wire or in words, or a position in a list. */
function locate(fields: Fields, [part = '', ...rest]: readonly string[]): Location | undefined {
  const key = Object.hasOwn(fields, part)
    ? part
    : Object.keys(fields).find((one) => fieldName(fields[one]!) === part);
  if (key === undefined) return undefined;
  const field = fields[key]!;
  const below = rest.length === 0 ? { ...field, path: [], names: [] } : locateInside(field, rest);
  if (below === undefined) return undefined;
  const { path, names, is, fields: inside } = below;
  return {
    path: [key, ...path],
    names: [fieldName(field), ...names],
    is,
    ...(inside === undefined ? {} : { fields: inside }),
  };
}

function locateInside(field: Field, path: readonly string[]): Location | undefined {
  if (field.is !== 'levels' && field.is !== 'list') return locate(field.fields ?? {}, path);
  const [index = '', ...rest] = path;
  if (!/^\d+$/.test(index)) return undefined;
  if (field.is === 'list') {
    const below =
      rest.length === 0
        ? { ...field, is: 'object' as const, path: [], names: [] }
        : locate(field.fields ?? {}, rest);
    return below && { ...below, path: [index, ...below.path], names: [index, ...below.names] };
  }
  // A level is a list of its price and its quantity.
  if (rest.length === 0) return { path, names: path, is: 'list' };
  return /^[01]$/.test(rest.join('.')) ? { path, names: path, is: 'decimal' } : undefined;
}

/** Returns the words of a name: "last update id" for "lastUpdateId". */
function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Returns a value of an event; null where the event has none. `inName` are the parts of the stream's name. */
export function eventValue(
  event: JsonValue,
  { path }: Pick<EventCell, 'path'>,
  inName: Readonly<Record<string, string>> = {},
): JsonValue {
  if (path[0] === IN_NAME && path.length > 1) return inName[path[1]!]?.toUpperCase() ?? null;
  let at: JsonValue | undefined = event;
  for (const key of path) {
    if (Array.isArray(at)) at = (at as readonly JsonValue[])[Number(key)];
    else at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
    if (at === undefined) return null;
  }
  return at ?? null;
}

/**
 * Returns an event with its fields named in words. A field that the catalogue does not list keeps its name on the
 * wire, and so does one whose name in words the event has already, so that no field is lost.
 */
export function namedEvent(event: JsonValue, fields: Fields): JsonValue {
  if (Array.isArray(event)) return (event as readonly JsonValue[]).map((one) => namedEvent(one, fields));
  if (!isObject(event)) return event;
  return Object.fromEntries(
    Object.entries(event as JsonObject).map(([key, value]) => {
      const field = Object.hasOwn(fields, key) ? fields[key]! : undefined;
      if (field === undefined) return [key, value];
      const name = fieldName(field);
      const isTaken = name !== key && Object.hasOwn(event, name);
      return [isTaken ? key : name, field.fields === undefined ? value : namedEvent(value, field.fields)];
    }),
  );
}

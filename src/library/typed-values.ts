/**
 * Converts the JSON of an answer to the values of the library: decimals are text, integers bigint, times numbers. Nothing is
 * left out: fields that no view lists keep the form in which the exchange sent them.
 */
import type { Column, Endpoint, View } from '../catalogue/types.ts';
import { parseJson } from '../core/json.ts';
import { ExactNumber, isObject, type JsonObject, type JsonValue } from '../core/words.ts';
import { type ColumnNode, type ColumnTree, columnTree } from '../request/column-tree.ts';
import type { AnswerValue } from './types.ts';

/** What the form of an answer follows from. */
type AnswerForm = Pick<Endpoint, 'view' | 'answersOne'>;

/** Returns the answer of an endpoint, given as the JSON text that was received, as a value of the library. */
export function typedAnswer(text: string, form: AnswerForm): AnswerValue {
  return typedValue(parseJson(text, { what: 'the answer', kind: 'unavailable' }), form);
}

/** Returns a parsed answer as a value of the library; an endpoint that answers one row or several always gives a list. */
export function typedValue(value: JsonValue, { view, answersOne }: AnswerForm): AnswerValue {
  if (view === undefined || view.shape === 'book') return bookOrPlain(value, view);
  const { columns, headerFields = [], rowsAt, shape } = view;
  if (rowsAt === undefined) {
    if (Array.isArray(value)) return typedRows(value, columns);
    const row = typedRow(value, treeOf(columns), columns);
    return shape === 'rows' && answersOne !== true ? [row] : row;
  }
  return typedAround(value, rowsAt.split('.'), columns, treeOf(headerFields));
}

/** Returns rows as values of the library. */
export function typedRows(rows: readonly JsonValue[], columns: readonly Column[]): readonly AnswerValue[] {
  const tree = treeOf(columns);
  return rows.map((row) => typedRow(row, tree, columns));
}

/** The trees of columns that were used before. */
const trees = new WeakMap<readonly Column[], ColumnTree>();

function treeOf(columns: readonly Column[]): ColumnTree {
  let tree = trees.get(columns);
  if (tree === undefined) {
    tree = columnTree(columns);
    trees.set(columns, tree);
  }
  return tree;
}

function typedRow(row: JsonValue, tree: ColumnTree, columns: readonly Column[]): AnswerValue {
  if (Array.isArray(row) && columns.some(({ at }) => at !== undefined)) return rowOfList(row, columns);
  if (isObject(row)) return typedObject(row, tree);
  // A row may be a bare value, such as the name of an asset.
  const [only] = columns;
  return only === undefined || Array.isArray(row) ? plainValue(row) : typedCell(row, only.is);
}

/** Returns a row that is a list, such as a candle, as an object with named fields. */
function rowOfList(row: readonly JsonValue[], columns: readonly Column[]): AnswerValue {
  const named: Record<string, AnswerValue> = {};
  for (const { name, is, at } of columns) {
    const cell = at === undefined ? undefined : row[at];
    if (cell !== undefined) named[name] = typedCell(cell, is);
  }
  return named;
}

/** Returns an object as a value of the library, whose fields have the kinds of the tree. */
export function typedObject(object: JsonObject, tree: ColumnTree): AnswerValue {
  const typed: Record<string, AnswerValue> = {};
  for (const [name, value] of Object.entries<JsonValue>(object)) {
    const node = tree.get(name);
    // Defined rather than assigned, so that a field named __proto__ is a field.
    const field = node === undefined ? plainValue(value) : typedField(value, node);
    if (name === '__proto__') Object.defineProperty(typed, name, { value: field, enumerable: true });
    else typed[name] = field;
  }
  return typed;
}

function typedField(value: JsonValue, node: ColumnNode): AnswerValue {
  const inner = node.items ?? (node.members.size > 0 ? node.members : undefined);
  if (inner !== undefined && Array.isArray(value))
    return (value as readonly JsonValue[]).map((one) =>
      isObject(one) ? typedObject(one, inner) : plainValue(one),
    );
  if (inner !== undefined && isObject(value)) return typedObject(value, inner);
  return node.is === undefined ? plainValue(value) : typedCell(value, node.is);
}

/** Returns the object around rows, whose list lies at the path and whose other fields the tree describes. */
function typedAround(
  value: JsonValue,
  [name, ...rest]: readonly string[],
  columns: readonly Column[],
  tree: ColumnTree,
): AnswerValue {
  if (!isObject(value)) return Array.isArray(value) ? typedRows(value, columns) : plainValue(value);
  const typed = typedObject(value, tree) as Record<string, AnswerValue>;
  const inner = Object.hasOwn(value, name!) ? value[name!] : undefined;
  if (inner === undefined) return typed;
  if (rest.length > 0) typed[name!] = typedAround(inner, rest, columns, tree);
  else if (Array.isArray(inner)) typed[name!] = typedRows(inner, columns);
  else if (isObject(inner)) typed[name!] = typedRow(inner, treeOf(columns), columns);
  return typed;
}

/** Returns an order book, whose levels are pairs of texts and whose header fields are typed, or any other answer. */
function bookOrPlain(value: JsonValue, view: View | undefined): AnswerValue {
  if (view === undefined || !isObject(value)) return plainValue(value);
  return typedObject(value, treeOf(BOOK_FIELDS));
}

/** The fields of an order book beside its levels. */
const BOOK_FIELDS: readonly Column[] = [
  { name: 'lastUpdateId', is: 'integer' },
  { name: 'u', is: 'integer' },
  { name: 'E', is: 'time' },
  { name: 'T', is: 'time' },
];

/**
 * Returns a value as its kind says. A value that is not of its kind, such as "N/A" for a decimal, keeps the form in which it
 * was sent, because the answer to an executed order must not be lost.
 */
function typedCell(value: JsonValue, is: Column['is']): AnswerValue {
  if (value === null || isObject(value) || Array.isArray(value)) return plainValue(value);
  switch (is) {
    case 'decimal':
    case 'percent':
    case 'text':
      return typeof value === 'boolean' ? value : String(value);
    case 'integer':
      return /^-?\d{1,100}$/.test(String(value)) ? BigInt(String(value)) : plainValue(value);
    case 'time':
      return /^-?\d{1,15}$/.test(String(value)) ? Number(value) : plainValue(value);
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : plainValue(value);
  }
}

/** Returns a value that no view describes; a number with a fraction is text. */
function plainValue(value: JsonValue): AnswerValue {
  if (value instanceof ExactNumber) return value.text;
  if (typeof value === 'number' && !Number.isInteger(value)) return String(value);
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(plainValue);
  if (isObject(value)) return typedObject(value, NO_COLUMNS);
  return value as AnswerValue;
}

const NO_COLUMNS: ColumnTree = new Map();

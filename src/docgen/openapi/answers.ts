/** The schemas of answers as they are on the wire, made from the views of the catalogue. */
import type { Column, Endpoint, View, WireType } from '../../catalogue/types.ts';
import { type ColumnTree, columnTree } from '../../request/column-tree.ts';
import type { Schema } from '../parameter-schema.ts';
import { pascalCase, type SharedSchemas } from './shared-schemas.ts';

/** The values of a column on the wire. Amounts are text, except where a service sends them as numbers. */
const KINDS: Readonly<Record<Column['is'], Schema>> = {
  text: { type: 'string' },
  decimal: { type: 'string', format: 'decimal' },
  percent: { type: 'string', format: 'decimal' },
  integer: { type: 'integer', format: 'int64' },
  time: { type: 'integer', format: 'int64' },
  boolean: { type: 'boolean' },
};

/** The schemas of the JSON types by which a column may differ. */
const WIRE: Readonly<Record<WireType, string>> = {
  text: 'string',
  number: 'number',
  list: 'array',
  object: 'object',
  null: 'null',
};

/** Returns the schema of a value on the wire. */
function cellSchema(is: Column['is'], wire: Column['wire'] | undefined): Schema {
  if (wire === undefined) return KINDS[is];
  const types = [wire].flat().map((one: WireType) => WIRE[one]);
  return { type: types.length === 1 ? types[0] : types };
}

/** Returns the schema of the answer of an endpoint; objects may have further fields. */
export function answerSchema(endpoint: Endpoint, shared: SharedSchemas): Schema {
  const { view, answersOne, answersOneWith } = endpoint;
  const name = pascalCase(endpoint.id);
  if (view === undefined || (view.columns.length === 0 && view.shape !== 'book')) return {};
  if (view.shape === 'book') return shared.named('OrderBook', bookSchema(view, shared));
  const row = rowSchema(endpoint, view, name, shared);
  const isOne = view.shape === 'record' || answersOne === true;
  const answer = isOne ? row : { type: 'array', items: row };
  if (view.rowsAt !== undefined)
    return shared.named(
      `${name}Answer`,
      aroundSchema(view.rowsAt.split('.'), answer, view.headerFields ?? []),
    );
  return answersOneWith === undefined ? answer : { anyOf: [row, answer] };
}

function bookSchema({ timesAround = [] }: View, shared: SharedSchemas): Schema {
  const levels = { type: 'array', items: shared.named('BookLevel', shared.tuple(LEVEL)) };
  return {
    type: 'object',
    properties: {
      lastUpdateId: KINDS.integer,
      ...Object.fromEntries(
        timesAround.map(({ name, title = name }) => [name, { ...KINDS.time, description: title }]),
      ),
      bids: levels,
      asks: levels,
    },
    required: ['bids', 'asks'],
  };
}

const LEVEL: readonly Schema[] = [
  { ...KINDS.decimal, description: 'price' },
  { ...KINDS.decimal, description: 'quantity' },
];

function rowSchema(endpoint: Endpoint, { columns }: View, name: string, shared: SharedSchemas): Schema {
  const lists = columns.filter(({ at }) => at !== undefined && at >= 0);
  if (lists.length > 0)
    return shared.named(
      `${name}Row`,
      shared.tuple(
        [...lists]
          .sort((one, other) => one.at! - other.at!)
          .map((column) => ({ ...cellSchema(column.is, column.wire), description: column.name })),
      ),
    );
  if (columns.length === 1 && columns[0]!.at === -1) return cellSchema(columns[0]!.is, columns[0]!.wire);
  return shared.named(`${name}Row`, treeSchema(columnTree(columns), certainFields(endpoint)));
}

/** Returns the fields that each row has: the key by which its history is paged, and what proves a write. */
function certainFields({ pages, proof }: Endpoint): readonly string[] {
  const keys = pages !== undefined && 'at' in pages ? [pages.at] : [];
  const holds =
    proof !== undefined && 'holds' in proof && !('at' in proof) ? (proof.holds as readonly string[]) : [];
  return [...new Set([...keys, ...holds])];
}

function aroundSchema([name, ...rest]: readonly string[], answer: Schema, header: readonly Column[]): Schema {
  const inner = rest.length === 0 ? answer : aroundSchema(rest, answer, []);
  const fields = treeSchema(columnTree(header.filter((one) => one.name !== name)), []) as {
    readonly properties: Schema;
  };
  return { ...fields, properties: { ...fields.properties, [name!]: inner } };
}

function treeSchema(tree: ColumnTree, certain: readonly string[]): Schema {
  const properties = Object.fromEntries(
    [...tree].map(([name, node]) => {
      const members = node.items ?? node.members;
      const object = members.size > 0 ? treeSchema(members, []) : undefined;
      const isList = node.items !== undefined || node.isList;
      const type =
        object === undefined
          ? cellSchema(node.is ?? 'text', node.wire)
          : isList
            ? { type: 'array', items: object }
            : object;
      return [name, type];
    }),
  );
  return { type: 'object', properties, ...(certain.length === 0 ? {} : { required: certain }) };
}

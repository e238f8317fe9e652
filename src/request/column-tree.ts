/** The columns of a view as a tree that follows the objects and lists of the answer. */
import type { Column } from '../catalogue/types.ts';

/** One field of an answer: a value of a known kind, or an object or list with fields of its own. */
export interface ColumnNode {
  /** The kind of the value; undefined for a field of which only members are known. */
  readonly is: Column['is'] | undefined;
  /** The JSON types of the value, if they are not the usual ones of `is`. */
  readonly wire?: Column['wire'];
  /** The fields of the objects of a list, such as the fills of an order; undefined if the field is no list of objects. */
  readonly items: ColumnTree | undefined;
  /** The members of an object; empty if none are known. */
  readonly members: ColumnTree;
  /** Whether the field is a list whose objects have `members`, as `legs` in "legs.0.price". */
  readonly isList: boolean;
}

/** Fields by name. */
export type ColumnTree = ReadonlyMap<string, ColumnNode>;

interface Draft {
  is: Column['is'] | undefined;
  wire?: Column['wire'];
  items: ColumnTree | undefined;
  members: Map<string, Draft>;
  isList: boolean;
}

/** Returns the tree of columns: "detail.apr" is the member `apr` of the field `detail`. */
export function columnTree(columns: readonly Column[]): ColumnTree {
  const root = new Map<string, Draft>();
  for (const column of columns) add(root, column.name.split('.'), column);
  return root;
}

function add(fields: Map<string, Draft>, [name, ...rest]: readonly string[], column: Column): void {
  let field = fields.get(name!);
  if (field === undefined) {
    field = { is: undefined, items: undefined, members: new Map(), isList: false };
    fields.set(name!, field);
  }
  const [next] = rest;
  if (next === undefined) {
    field.is = column.is;
    if (column.wire !== undefined) field.wire = column.wire;
    if (column.items === undefined) return;
    if (column.wire !== 'object') field.items = columnTree(column.items);
    else for (const item of column.items) add(field.members, item.name.split('.'), item);
    return;
  }
  // All objects of a list have the same members: "legs.0.price" and "legs.1.price" are one.
  const isIndex = /^\d+$/.test(next);
  if (isIndex) field.isList = true;
  if (!isIndex) add(field.members, rest, column);
  else if (rest.length > 1) add(field.members, rest.slice(1), column);
}

/** The types of arguments and answers in Python, and the shapes by which a client reads decimals. */
import type { Field, Fields } from '../../catalogue/stream-types.ts';
import type { Column, Endpoint, Param, Params } from '../../catalogue/types.ts';
import { isBoolean } from '../../commands/command-text.ts';
import { type ColumnNode, type ColumnTree, columnTree } from '../../request/column-tree.ts';
import { itemOf, itemsOf } from '../../request/elements.ts';
import { fieldName } from '../../stream/events/event-fields.ts';

/** Where the decimals of an answer are: 1 is a decimal, 2 a list of levels, an object names the fields that hold some. */
export type Shape = 1 | 2 | { readonly [name: string]: Shape };

/** Types that are declared once under a name: those of endpoints are often alike. */
export class PythonTypes {
  readonly #byText = new Map<string, string>();
  readonly #names = new Set<string>();

  /** Returns the name of a class of dictionaries with these fields, in the order of the fields. */
  dictionary(name: string, fields: ReadonlyMap<string, string>): string {
    if (fields.size === 0) return 'Dict[str, Any]';
    const members = [...fields].map(([field, type]) => `${text(field)}: ${text(type)}`);
    const body = [...fields.keys()].every(isIdentifier)
      ? `class NAME(TypedDict, total=False):\n${[...fields].map(([field, type]) => `    ${field}: ${type}\n`).join('')}`
      : `NAME = TypedDict("NAME", {${members.join(', ')}}, total=False)\n`;
    return this.#named(name, body);
  }

  /** Returns a type for one of several values; the name of one if the list is long. */
  literal(name: string, values: readonly string[]): string {
    const type = `Literal[${values.map(text).join(', ')}]`;
    return type.length < LONG_LITERAL ? type : this.#named(name, `NAME = ${type}\n`);
  }

  /** Returns the declarations, in the order in which they were named. */
  text(): string {
    return [...this.#byText].map(([body, name]) => body.replaceAll('NAME', name)).join('\n\n');
  }

  #named(wanted: string, body: string): string {
    const known = this.#byText.get(body);
    if (known !== undefined) return known;
    let name = wanted;
    for (let count = 2; this.#names.has(name); count += 1) name = `${wanted}${count}`;
    this.#names.add(name);
    this.#byText.set(body, name);
    return name;
  }
}

/** A literal type of more characters has a name. */
const LONG_LITERAL = 60;

/** Returns a text as a literal of Python. */
export function text(value: string): string {
  return JSON.stringify(value);
}

/** Words that cannot be names in Python, and `self`, the first argument of a method. */
const RESERVED = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield self'.split(
    ' ',
  ),
);

function isIdentifier(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !RESERVED.has(name);
}

/** Returns a name of the interface as a name of Python: "startTime" is start_time, and "from" is from_. */
export function snakeCase(name: string): string {
  const snake = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .replace(/\W/g, '_')
    .toLowerCase();
  return RESERVED.has(snake) ? `${snake}_` : snake;
}

export function pascalCase(id: string): string {
  return id.replace(/(?:^|[.-])(\w)/g, (_mark, letter: string) => letter.toUpperCase());
}

/** Returns the type of an argument. A decimal takes no float, because it would have lost digits. */
export function argumentType(name: string, param: Param, types: PythonTypes): string {
  if (param.type === 'LIST') return `Sequence[${elementType(name, itemsOf(param) ?? {}, types)}]`;
  if (param.type === 'ARRAY') return `Sequence[${argumentType(name, itemOf(param), types)}]`;
  if (isBoolean(param)) return 'bool';
  const isWhole = param.type === 'INT' || param.type === 'LONG';
  if (param.values !== undefined && param.clamps !== true && !isWhole)
    return types.literal(pascalCase(name), param.values.map(String));
  if (param.unit === 'ms' && param.type !== 'INT') return 'Time';
  switch (param.type) {
    case 'INT':
      return 'int';
    case 'LONG':
      return 'Id';
    case 'DECIMAL':
      return 'Amount';
    default:
      return 'str';
  }
}

/** Elements of a list are dictionaries with the names of the interface. */
function elementType(name: string, params: Params, types: PythonTypes): string {
  const fields = Object.entries(params).map(
    ([field, param]) => [field, argumentType(field, param, types)] as const,
  );
  return types.dictionary(`${pascalCase(name)}Element`, new Map(fields));
}

/** The type of an answer, that of its rows if it has any, and where their decimals are. */
export interface PythonAnswer {
  readonly answer: string;
  readonly row: string;
  readonly shape: Shape;
  readonly rowShape: Shape;
}

/** Returns the types of an endpoint's answer, in the form that the library gives it. */
export function answerOf(endpoint: Endpoint, name: string, types: PythonTypes): PythonAnswer {
  const { view } = endpoint;
  if (view?.shape === 'book') return { answer: 'OrderBook', row: 'Any', shape: BOOK, rowShape: {} };
  if (view === undefined || view.columns.length === 0)
    return { answer: 'Any', row: 'Any', shape: {}, rowShape: {} };
  const { columns, rowsAt, headerFields = [], shape } = view;
  const isBare = columns.length === 1 && columns[0]!.at === -1;
  const row = isBare ? KINDS[columns[0]!.is] : rowType(columns, name, types);
  const rowShape = isBare ? (isDecimal(columns[0]!.is) ? 1 : {}) : shapeOfColumns(columns);
  if (rowsAt !== undefined) {
    const isOne = shape === 'record' || endpoint.answersOne === true;
    const path = rowsAt.split('.');
    const header = columnTree(headerFields.filter((one) => one.name !== path[0]));
    const fields = new Map([...fieldsOf(header, name, types), [path[0]!, around(path, row, isOne)]]);
    return {
      answer: types.dictionary(`${name}Answer`, fields),
      row,
      shape: {
        ...(shapeOfTree(header) as Record<string, Shape>),
        ...(path.reduceRight<Shape>((inner, one) => ({ [one]: inner }), rowShape) as Record<string, Shape>),
      },
      rowShape,
    };
  }
  const isList = shape === 'rows' && endpoint.answersOne !== true;
  return { answer: isList ? `List[${row}]` : row, row, shape: rowShape, rowShape };
}

const BOOK: Shape = { bids: 2, asks: 2 };

function around([, ...rest]: readonly string[], row: string, isOne: boolean): string {
  if (rest.length > 0) return 'Dict[str, Any]';
  return isOne ? row : `List[${row}]`;
}

function rowType(columns: readonly Column[], name: string, types: PythonTypes): string {
  const lists = columns.filter(({ at }) => at !== undefined && at >= 0);
  if (lists.length > 0)
    return types.dictionary(`${name}Row`, new Map(lists.map((column) => [column.name, KINDS[column.is]])));
  return types.dictionary(`${name}Row`, fieldsOf(columnTree(columns), name, types));
}

function fieldsOf(tree: ColumnTree, name: string, types: PythonTypes): ReadonlyMap<string, string> {
  return new Map([...tree].map(([field, node]) => [field, nodeType(field, node, name, types)]));
}

function nodeType(field: string, node: ColumnNode, name: string, types: PythonTypes): string {
  const members = node.items ?? node.members;
  const isList = node.items !== undefined || node.isList;
  if (members.size > 0) {
    const inner = `${name}${pascalCase(field).replace(/\W/g, '')}`;
    const object = types.dictionary(inner, fieldsOf(members, inner, types));
    return isList ? `List[${object}]` : object;
  }
  if (node.wire === 'list') return 'List[Any]';
  return node.wire === 'object' ? 'Any' : KINDS[node.is ?? 'text'];
}

const KINDS: Readonly<Record<Column['is'], string>> = {
  text: 'str',
  decimal: 'Decimal',
  percent: 'Decimal',
  integer: 'int',
  time: 'int',
  boolean: 'bool',
};

function isDecimal(is: Column['is'] | undefined): boolean {
  return is === 'decimal' || is === 'percent';
}

function shapeOfColumns(columns: readonly Column[]): Shape {
  const lists = columns.filter(({ at }) => at !== undefined && at >= 0);
  if (lists.length === 0) return shapeOfTree(columnTree(columns));
  return Object.fromEntries(lists.flatMap(({ name, is }) => (isDecimal(is) ? [[name, 1 as const]] : [])));
}

function shapeOfTree(tree: ColumnTree): Shape {
  return Object.fromEntries(
    [...tree].flatMap(([name, node]): [string, Shape][] => {
      const members = node.items ?? node.members;
      if (members.size === 0) return isDecimal(node.is) && node.wire === undefined ? [[name, 1]] : [];
      const inner = shapeOfTree(members);
      return Object.keys(inner).length === 0 ? [] : [[name, inner]];
    }),
  );
}

/** Returns the type of the events of a stream with one kind of events. */
export function eventType(name: string, fields: Fields, types: PythonTypes): string {
  return types.dictionary(
    name,
    new Map(Object.values(fields).map((field) => [fieldName(field), fieldType(name, field, types)])),
  );
}

function fieldType(name: string, field: Field, types: PythonTypes): string {
  const { is, fields = {} } = field;
  if (is !== 'object' && is !== 'list') return EVENT_KINDS[is];
  const inner = `${name}${pascalCase(fieldName(field)).replace(/\W/g, '')}`;
  const object = Object.keys(fields).length === 0 ? 'Any' : eventType(inner, fields, types);
  return is === 'list' ? `List[${object}]` : object;
}

const EVENT_KINDS: Readonly<Record<Exclude<Field['is'], 'object' | 'list'>, string>> = {
  text: 'str',
  decimal: 'Decimal',
  number: 'Decimal',
  integer: 'int',
  time: 'int',
  boolean: 'bool',
  levels: 'List[Level]',
};

/** Returns where the decimals of events are; several kinds of events share the names of their fields. */
export function shapeOfEvents(all: readonly Fields[]): Shape {
  const shape: Record<string, Shape> = {};
  for (const fields of all)
    for (const field of Object.values(fields)) {
      const inner = shapeOfField(field);
      const known = shape[fieldName(field)];
      if (inner !== undefined)
        shape[fieldName(field)] =
          typeof known === 'object' && typeof inner === 'object' ? { ...known, ...inner } : inner;
    }
  return shape;
}

function shapeOfField({ is, fields = {} }: Field): Shape | undefined {
  if (is === 'decimal' || is === 'number') return 1;
  if (is === 'levels') return 2;
  if (is !== 'object' && is !== 'list') return undefined;
  const inner = shapeOfEvents([fields]);
  return Object.keys(inner).length === 0 ? undefined : inner;
}

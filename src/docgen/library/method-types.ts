/** The types of the library's methods as text, made from the catalogue: arguments, answers, and doc comments. */
import type { Column, Endpoint, Param, Params, View } from '../../catalogue/types.ts';
import { callSummary, describeParam, isBoolean } from '../../commands/command-text.ts';
import { type ColumnNode, type ColumnTree, columnTree } from '../../request/column-tree.ts';
import { itemOf, itemsOf } from '../../request/elements.ts';
import { asEitherInterface } from '../../request/today.ts';
import { likelyErrors } from '../likely-errors.ts';
import type { LocalCommand } from './local-commands.ts';
import { type LibraryStream, libraryStreams } from './streams.ts';

/** A method of the library. */
export interface LibraryMethod {
  readonly endpoint: Endpoint;
  /** Where it is offered, the name of the method last. */
  readonly path: readonly string[];
  /** The words of its command. */
  readonly words: string;
  /** The product of `--on`; undefined if the command has none or it is the command's first. */
  readonly on: string | undefined;
}

/** Something that the library offers: where, its doc comment as lines, and its type. */
interface Offer {
  readonly path: readonly string[];
  readonly about: readonly string[];
  readonly type: string;
}

/** Returns the text of the declarations: an interface for each group of methods, and the types that they name. */
export function methodTypes(
  methods: readonly LibraryMethod[],
  commands: readonly LocalCommand[],
  streams: readonly LibraryStream[] = libraryStreams(),
): string {
  const types = new NamedTypes();
  const offers = [
    ...methods.map((method) => ({
      path: method.path,
      about: aboutMethod(method),
      type: methodType(method, types),
    })),
    ...streams.map(({ path, about, given, events, kind }) => ({
      path,
      about,
      type:
        kind === 'book'
          ? `KeptBookMethod<${given}>`
          : `StreamMethod<${given}, ${eventType(path, events, types)}>`,
    })),
  ];
  const local = commands.map(({ path, about, given }) => ({
    path,
    about,
    type: `ReadMethod<${types.alias(`${path.map(pascalCase).join('')}Arguments`, given)}, AnswerValue>`,
  }));
  const groups = groupsOf([...offers, ...local]);
  return `/** The methods of the library, made from the catalogue. Not edited by hand. */
import type { AnswerValue, BookLevel, Flag, Having, Id, KeptBookMethod, NoArguments, OrderBook, PagedMethod, ReadMethod, StreamMethod, Time, TimeWindow, WriteMethod } from './types.ts';

${groups}
${types.text()}`;
}

/** Returns the type of the events of a stream: a union if there are several kinds of them. */
function eventType(path: readonly string[], events: LibraryStream['events'], types: NamedTypes): string {
  const stream = path.map(pascalCase).join('');
  if (events.length === 1) return types.alias(`${stream}Event`, events[0]![1]);
  const union = events.map(([name, text]) => types.alias(`${stream}${pascalCase(name)}`, text));
  return types.alias(`${stream}Event`, union.join(' | '));
}

/** Members of the library's object: a method, or a group of members. */
type Members = Map<string, Offer | Members>;

function groupsOf(offers: readonly Offer[]): string {
  const root: Members = new Map();
  for (const offer of offers) {
    let members = root;
    for (const name of offer.path.slice(0, -1)) {
      const inner: Members | Offer = members.get(name) ?? new Map<string, never>();
      if (!(inner instanceof Map)) throw new Error(`${name} is a method and a group`);
      members.set(name, inner);
      members = inner;
    }
    members.set(offer.path.at(-1)!, offer);
  }
  return `/** The endpoints and streams of the exchange, by group and method. */\nexport interface Endpoints ${membersText(root, '')}`;
}

function membersText(members: Members, indent: string): string {
  const inner = `${indent}  `;
  const lines = [...members].map(([name, member]) =>
    member instanceof Map
      ? `${inner}${name}: ${membersText(member, inner)};\n`
      : `${docComment(member.about, inner)}${inner}${name}: ${member.type};\n`,
  );
  return `{\n${lines.join('')}${indent}}`;
}

/**
 * Codes that need no mention: of arguments that are missing or out of bounds, which bourse finds before it sends a call, and of a
 * symbol that does not exist, which every call with a symbol can meet.
 */
const OF_ARGUMENTS = new Set([-1102, -1120, -1121, -1130]);

export function aboutMethod({ endpoint }: LibraryMethod): readonly string[] {
  const errors = likelyErrors(endpoint).flatMap(({ code, name }) =>
    OF_ARGUMENTS.has(Number(code)) ? [] : [/^[A-Z_]+$/.test(name) ? `${code} ${name}` : String(code)],
  );
  return [
    `${endpoint.summary}.`,
    // That it reads or writes is said by the type of the method.
    callSummary(endpoint).replace(/ · (?:reads only|changes orders or settings)/, ''),
    ...(endpoint.notes ?? []),
    ...(errors.length === 0 ? [] : [`Errors: ${errors.join(', ')}`]),
  ];
}

function docComment(lines: readonly string[], indent: string): string {
  const safe = lines.map((line) => line.replaceAll('*/', '*\\/'));
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`;
  return `${indent}/**\n${safe.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}

function methodType({ endpoint }: LibraryMethod, types: NamedTypes): string {
  const wide = asEitherInterface(endpoint);
  types.product = endpoint.product;
  const name = pascalCase(endpoint.id);
  const args = argumentsType(wide.params, `${name}Arguments`, types);
  const { answer, row } = answerTypes(endpoint, name, types);
  if (endpoint.effect !== 'read') return `WriteMethod<${args}, ${answer}>`;
  return endpoint.pages === undefined || row === undefined
    ? `ReadMethod<${args}, ${answer}>`
    : `PagedMethod<${args}, ${answer}, ${row}>`;
}

function isNeeded({ required, default: value }: Param): boolean {
  return required === true && value === undefined;
}

function argumentsType(params: Params, name: string, types: NamedTypes): string {
  if (Object.keys(params).length === 0) return 'NoArguments';
  return types.named(name, fieldsText(params, types, ''));
}

function fieldsText(params: Params, types: NamedTypes, indent: string): string {
  const inner = `${indent}  `;
  const fields = Object.entries(params).map(
    ([name, param]) =>
      `${docComment([aboutParam(param)], inner)}${inner}${keyText(name)}${isNeeded(param) ? '' : '?'}: ${argumentType(name, param, types, inner)};\n`,
  );
  return `{\n${fields.join('')}${indent}}`;
}

/** Returns the type of an argument; a JS number is no decimal, because it would lose digits. */
/** Returns what a parameter means; its values are in its type, unless they have meanings of their own. */
function aboutParam(param: Param): string {
  const { values: _values, ...rest } = param;
  return describeParam(param.meanings === undefined ? rest : param);
}

function argumentType(name: string, param: Param, types: NamedTypes, indent: string): string {
  if (param.type === 'LIST') return `readonly ${fieldsText(itemsOf(param) ?? {}, types, indent)}[]`;
  if (param.type === 'ARRAY')
    return `readonly ${inParentheses(argumentType(name, itemOf(param), types, indent))}[]`;
  if (isBoolean(param)) return 'Flag';
  if (param.values !== undefined && param.clamps !== true)
    return types.union(
      param.values.map((value) => JSON.stringify(value)).join(' | '),
      `${types.product}.${name}`,
    );
  if (param.unit === 'ms' && param.type !== 'INT') return 'Time';
  switch (param.type) {
    case 'INT':
      return 'number';
    case 'LONG':
      return 'Id';
    default:
      return 'string';
  }
}

function inParentheses(type: string): string {
  return type.includes('|') ? `(${type})` : type;
}

/** The type of an answer, and that of its rows if it has any. */
interface AnswerTypes {
  readonly answer: string;
  readonly row: string | undefined;
}

function answerTypes(endpoint: Endpoint, name: string, types: NamedTypes): AnswerTypes {
  const { view } = endpoint;
  if (view === undefined) return { answer: 'AnswerValue', row: undefined };
  if (view.shape === 'book') return { answer: 'OrderBook', row: undefined };
  if (view.columns.length === 0) return { answer: 'AnswerValue', row: undefined };
  const row = rowType(endpoint, view, name, types);
  if (view.rowsAt !== undefined) {
    const isOne = view.shape === 'record' || endpoint.answersOne === true;
    const inner = isOne ? row : `readonly ${inParentheses(row)}[]`;
    const around = aroundText(view.rowsAt.split('.'), inner, view.headerFields ?? []);
    return { answer: types.named(`${name}Answer`, around), row };
  }
  const isList = view.shape === 'rows' && endpoint.answersOne !== true;
  return { answer: isList ? `readonly ${row}[]` : row, row };
}

/** Returns the type of a row: of a list every field is there, of an object those that are known to be. */
function rowType(endpoint: Endpoint, { columns }: View, name: string, types: NamedTypes): string {
  const lists = columns.filter(({ at }) => at !== undefined && at >= 0);
  if (lists.length > 0)
    return types.named(
      `${name}Row`,
      `{\n${lists.map((column) => `  readonly ${keyText(column.name)}: ${KINDS[column.is]};\n`).join('')}}`,
    );
  if (columns.length === 1 && columns[0]!.at === -1) return KINDS[columns[0]!.is];
  const tree = columnTree(columns);
  const row = types.named(`${name}Row`, treeText(tree, certainFields(endpoint), ''));
  const proving = provingFields(endpoint).filter((field) => tree.has(field));
  return proving.length === 0 ? row : `Having<${row}, ${proving.map((field) => `'${field}'`).join(' | ')}>`;
}

/** Returns the fields that each row has: the key by which its history is paged. */
function certainFields({ pages }: Endpoint): ReadonlySet<string> {
  return new Set(pages !== undefined && 'at' in pages ? [pages.at] : []);
}

/**
 * Returns the fields of an answer that prove the write, without which it counts as not confirmed: ids that the exchange made,
 * stated results, and the client order id, which is always sent.
 */
function provingFields({ proof, clientIds }: Endpoint): readonly string[] {
  if (proof === undefined || proof.by !== 'fields') return [];
  const forms = proof.forms.map(({ at, holds = [], values = {}, echoes = {} }) => {
    const clientId = echoes[clientIds?.param ?? ''];
    if (at !== undefined) return [];
    return [...holds, ...Object.keys(values), ...(clientId === undefined ? [] : [clientId])];
  });
  const [first = [], ...others] = forms;
  return first.filter((name) => !name.includes('.') && others.every((form) => form.includes(name)));
}

function aroundText([name, ...rest]: readonly string[], answer: string, header: readonly Column[]): string {
  const inner = rest.length === 0 ? answer : aroundText(rest, answer, []);
  const fields = treeText(columnTree(header.filter((one) => one.name !== name)), new Set(), '');
  return fields.replace(/\}$/, `  readonly ${keyText(name!)}: ${inner};\n}`);
}

/** The types of values by the kind of their column. */
const KINDS: Readonly<Record<Column['is'], string>> = {
  text: 'string',
  decimal: 'string',
  percent: 'string',
  integer: 'bigint',
  time: 'number',
  boolean: 'boolean',
};

function treeText(tree: ColumnTree, certain: ReadonlySet<string>, indent: string): string {
  const inner = `${indent}  `;
  const fields = [...tree].map(([name, node]) => {
    const members = node.items ?? node.members;
    const object = members.size > 0 ? treeText(members, new Set(), inner) : undefined;
    const isList = node.items !== undefined || node.isList;
    const type = object === undefined ? cellType(node) : isList ? `readonly ${object}[]` : object;
    return `${inner}readonly ${keyText(name)}${certain.has(name) ? '' : '?'}: ${type};\n`;
  });
  return `{\n${fields.join('')}${indent}}`;
}

/** Returns the type of a value of an answer; lists and objects without columns of their own have any fields. */
function cellType({ is = 'text', wire }: ColumnNode): string {
  if (wire === 'list') return 'readonly AnswerValue[]';
  return wire === 'object' ? 'AnswerValue' : KINDS[is];
}

function keyText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function pascalCase(id: string): string {
  return id.replace(/(?:^|[.-])(\w)/g, (_mark, letter: string) => letter.toUpperCase());
}

/** Unions of more characters have a name. */
const LONG_UNION = 40;

/** Named types of which each text is declared once: the types of endpoints are often alike. */
class NamedTypes {
  /** The product of the endpoint whose types are being named. */
  product = '';
  readonly #names = new Map<string, string>();
  readonly #unions = new Map<string, string>();

  /** Returns the name of the type with this text; the first name that is asked for. */
  named(name: string, text: string): string {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    this.#names.set(text, name);
    return name;
  }

  /** Returns the name of the type with this text, which need not be an object; a name is its own. */
  alias(name: string, text: string): string {
    if (/^\w+$/.test(text)) return text;
    const known = this.#unions.get(text);
    if (known === undefined) this.#unions.set(text, name);
    return known ?? name;
  }

  /** Returns a union of values; the name of a type if the union is long. */
  union(text: string, param: string): string {
    if (text.length < LONG_UNION) return text;
    const known = this.#unions.get(text);
    if (known !== undefined) return known;
    const same = [...this.#unions.values()].filter((one) => one.replace(/\d+$/, '') === pascalCase(param));
    const name = `${pascalCase(param)}${same.length === 0 ? '' : same.length + 1}`;
    this.#unions.set(text, name);
    return name;
  }

  text(): string {
    const aliases = [...this.#unions].map(([text, name]) => declaration(name, text, 'type'));
    const interfaces = [...this.#names].map(([text, name]) => declaration(name, text, 'interface'));
    return [...aliases, ...interfaces].join('\n');
  }
}

/** The bounds that most histories take, which their arguments share. */
const WINDOW = [
  '  /** Start of the window, inclusive */\n  startTime?: Time;\n',
  '  /** End of the window, inclusive */\n  endTime?: Time;\n',
];

/** Returns the declaration of a type; of an object whose fields are all readonly the word stands once. */
function declaration(name: string, text: string, kind: 'type' | 'interface'): string {
  if (kind === 'interface' && WINDOW.every((bound) => text.includes(bound))) {
    const rest = WINDOW.reduce((left, bound) => left.replace(bound, ''), text);
    return `export interface ${name} extends TimeWindow ${rest}\n`;
  }
  if (text.startsWith('{') && /^ {2}readonly /m.test(text))
    return `export type ${name} = Readonly<${text.replaceAll(/^ {2}readonly /gm, '  ')}>;\n`;
  return kind === 'interface' ? `export interface ${name} ${text}\n` : `export type ${name} = ${text};\n`;
}

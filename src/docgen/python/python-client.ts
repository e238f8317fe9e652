/** Writes the Python client of `bourse serve`: a class for each group of methods, made from the catalogue. */
import type { Param } from '../../catalogue/types.ts';
import { describeParam } from '../../commands/command-text.ts';
import { asEitherInterface } from '../../request/today.ts';
import type { LocalCommand } from '../library/local-commands.ts';
import { aboutMethod, type LibraryMethod } from '../library/method-types.ts';
import type { LibraryStream } from '../library/streams.ts';
import {
  answerOf,
  argumentType,
  eventType,
  PythonTypes,
  pascalCase,
  type Shape,
  shapeOfEvents,
  snakeCase,
  text,
} from './python-types.ts';

/** What the client is made from. */
export interface PythonParts {
  /** The part of the client that is the same for every catalogue. */
  readonly runtime: string;
  readonly version: string;
  readonly methods: readonly LibraryMethod[];
  readonly streams: readonly LibraryStream[];
  readonly commands: readonly LocalCommand[];
}

/** A group of methods, and the groups in it. */
interface Group {
  readonly groups: Map<string, Group>;
  readonly methods: string[];
}

interface Argument {
  readonly name: string;
  readonly type: string;
  readonly about: string;
  readonly isNeeded: boolean;
}

/** The options of a call that changes something. */
const WRITE_OPTIONS =
  'idempotency_key: Optional[str] = None, round_to: Optional[Round] = None, skip_filters: bool = False, despite_unresolved: bool = False';

/** Returns the text of the client. */
export function pythonClient({ runtime, version, methods, streams, commands }: PythonParts): string {
  const client = new ClientText();
  for (const method of methods) client.addMethod(method);
  for (const stream of streams) client.addStream(stream);
  for (const command of commands) client.addCommand(command);
  return `${runtime.replaceAll('@VERSION@', version).trimEnd()}\n\n\n${client.text()}`;
}

class ClientText {
  readonly #types = new PythonTypes();
  readonly #shapes = new Map<string, string>();
  readonly #wire = new Map<string, string>();
  readonly #root: Group = { groups: new Map(), methods: [] };

  addMethod(method: LibraryMethod): void {
    const { endpoint, path } = method;
    const { params } = asEitherInterface(endpoint);
    const own = Object.entries(params).map(
      ([name, param]): Argument => ({
        name,
        type: argumentType(name, param, this.#types),
        about: meaningOf(param),
        isNeeded: param.required === true && param.default === undefined,
      }),
    );
    const { answer, row, shape, rowShape } = answerOf(endpoint, pascalCase(endpoint.id), this.#types);
    const isWrite = endpoint.effect !== 'read';
    const word = isWrite ? '_write' : '_read';
    const doc = docText(aboutMethod(method), own);
    const call = (kind: string, given: Shape) =>
      `return self.${kind}(${text(path.join('.'))}, locals(), ${this.#shape(given)})`;
    this.#add(path, {
      arguments: own,
      options: isWrite ? WRITE_OPTIONS : '',
      answer,
      doc,
      call: call(word, shape),
    });
    if (isWrite || endpoint.pages === undefined) return;
    const name = path.at(-1)!;
    this.#add([...path.slice(0, -1), `${name}All`], {
      arguments: own,
      options: 'parallel: Optional[int] = None, on_gap: Optional[Callable[[str], None]] = None',
      answer: `Iterator[${row}]`,
      doc: `"""All rows of the asked period, oldest first, as \`${snakeCase(name)}\` gives one page of them."""`,
      call: call('_all', rowShape),
    });
  }

  addStream({ path, about, arguments: given, fields }: LibraryStream): void {
    const own = given.map(({ name, about: meaning, isNeeded, values, isSubject }): Argument => {
      const one = values === undefined ? 'str' : this.#types.literal(pascalCase(name), values);
      return { name, about: meaning, isNeeded, type: isSubject ? `Union[${one}, Sequence[${one}]]` : one };
    });
    const event =
      fields.length === 1
        ? eventType(`${path.map(pascalCase).join('')}Event`, fields[0]!, this.#types)
        : 'Any';
    this.#add(path, {
      arguments: own,
      options: 'when_slow: Literal["pause", "drop"] = "pause"',
      answer: `Iterator[${event}]`,
      doc: docText(
        [
          ...about,
          'Records of gaps and of the connection come between the events; they have the field "bourse".',
        ],
        own,
      ),
      call: `return self._follow(${text(path.join('.'))}, locals(), ${this.#shape(shapeOfEvents(fields))})`,
    });
  }

  addCommand({ path, about, fields }: LocalCommand): void {
    const own = fields.map(({ name, about: meaning, isNeeded }): Argument => {
      return { name, about: meaning, isNeeded, type: 'Any' };
    });
    this.#add(path, {
      arguments: own,
      options: '',
      answer: 'Any',
      doc: docText(about, own),
      call: `return self._local(${text(path.join('.'))}, locals())`,
    });
  }

  text(): string {
    const classes: string[] = [];
    const names = this.#classes(this.#root, '', classes);
    const shapes = [...this.#shapes].map(([shape, name]) => `${name}: Any = ${shape}\n`);
    const wire = [...this.#wire].filter(([name, own]) => name !== own);
    return [
      `_WIRE: Dict[str, str] = {\n${wire.map(([name, own]) => `    ${text(name)}: ${text(own)},\n`).join('')}}\n`,
      `Round = Literal["down", "up", "nearest"]\n`,
      ORDER_BOOK,
      `${this.#types.text()}\n`,
      shapes.join(''),
      ...classes,
      rootText(names, this.#root.methods),
    ].join('\n\n');
  }

  #shape(shape: Shape): string {
    const literal = shapeText(shape);
    if (literal === '{}' || literal === '1') return literal;
    const known = this.#shapes.get(literal);
    if (known !== undefined) return known;
    const name = `_S${this.#shapes.size + 1}`;
    this.#shapes.set(literal, name);
    return name;
  }

  #add(
    path: readonly string[],
    method: {
      readonly arguments: readonly Argument[];
      readonly options: string;
      readonly answer: string;
      readonly doc: string;
      readonly call: string;
    },
  ): void {
    const needed = method.arguments.filter(({ isNeeded }) => isNeeded);
    const others = method.arguments.filter(({ isNeeded }) => !isNeeded);
    const given = [
      ...needed.map(({ name, type }) => `${this.#name(name)}: ${type}`),
      ...others.map(({ name, type }) => `${this.#name(name)}: Optional[${type}] = None`),
      ...(method.options === '' ? [] : [method.options]),
    ];
    const head = `def ${snakeCase(path.at(-1)!)}(self${given.length === 0 ? '' : `, *, ${given.join(', ')}`}) -> ${method.answer}:`;
    let group = this.#root;
    for (const name of path.slice(0, -1)) {
      const inner: Group = group.groups.get(name) ?? { groups: new Map(), methods: [] };
      group.groups.set(name, inner);
      group = inner;
    }
    const body = method.doc.replaceAll('\n', '\n        ').replaceAll(/ +\n/g, '\n');
    group.methods.push(`    ${head}\n        ${body}\n        ${method.call}\n`);
  }

  /** Returns the name of an argument in Python. Throws if it already stands for another name of the interface. */
  #name(wire: string): string {
    const name = snakeCase(wire);
    const known = this.#wire.get(name);
    if (known !== undefined && known !== wire) throw new Error(`${name} stands for ${known} and for ${wire}`);
    this.#wire.set(name, wire);
    return name;
  }

  /** Adds the classes of the groups in a group, the inner ones first; returns the classes by the names of the groups. */
  #classes(group: Group, prefix: string, classes: string[]): ReadonlyMap<string, string> {
    const names = new Map<string, string>();
    for (const [name, inner] of group.groups) {
      const own = `${prefix}${pascalCase(name)}Group`;
      const members = this.#classes(inner, `${prefix}${pascalCase(name)}`, classes);
      const lines = [...members].map(([word, type]) => `        self.${snakeCase(word)} = ${type}(caller)\n`);
      const start =
        lines.length === 0
          ? ''
          : `    def __init__(self, caller: _Caller) -> None:\n        super().__init__(caller)\n${lines.join('')}\n`;
      classes.push(`class ${own}(_Group):\n${start}${inner.methods.join('\n')}`);
      names.set(name, own);
    }
    return names;
  }
}

function meaningOf(param: Param): string {
  const { values: _values, ...rest } = param;
  return describeParam(param.meanings === undefined ? rest : param);
}

function docText(about: readonly string[], own: readonly Argument[]): string {
  const lines = [
    ...about,
    ...(own.length === 0 ? [] : ['']),
    ...own.map(({ name, about: one }) => `${snakeCase(name)}: ${one}`),
  ];
  const safe = lines.map((line) => line.replaceAll('\\', '\\\\').replaceAll('"""', "'''").trim());
  return safe.length === 1 && !safe[0]!.endsWith('"') ? `"""${safe[0]}"""` : `"""${safe.join('\n')}\n"""`;
}

function shapeText(shape: Shape): string {
  if (typeof shape === 'number') return String(shape);
  return `{${Object.entries(shape)
    .map(([name, inner]) => `${text(name)}: ${shapeText(inner)}`)
    .join(', ')}}`;
}

const ORDER_BOOK = `class OrderBook(TypedDict, total=False):
    lastUpdateId: int
    bids: List[Level]
    asks: List[Level]
`;

function rootText(names: ReadonlyMap<string, string>, methods: readonly string[]): string {
  const members = [...names].map(
    ([word, type]) => `        self.${snakeCase(word)} = ${type}(self._caller)\n`,
  );
  return `class Bourse(_Group):
    """The calls of the exchange. \`Bourse()\` calls a running \`bourse serve\`, \`Bourse.start()\` starts bourse itself."""

    def __init__(self, *, token_file: Optional[str] = None, timeout: float = 180.0, _caller: Optional[_Caller] = None) -> None:
        """\`token_file\` is the file that \`bourse serve\` names when it starts; \`timeout\` is in seconds, and longer than the
        longest look-up of an order."""
        super().__init__(_caller or _HttpCaller(token_file or os.path.join(_state_folder(), "serve.json"), timeout))
${members.join('')}
    @classmethod
    def start(cls, *, env: Optional[str] = None, profile: Optional[str] = None, command: Sequence[str] = ("bourse",), environment: Optional[Mapping[str, str]] = None) -> "Bourse":
        """Starts bourse as a child process and speaks to it over a pipe. \`env\` is sandbox, testnet or live; \`command\` are the
        words that start bourse."""
        chosen = {**(environment or {}), **({"BOURSE_ENV": env} if env else {}), **({"BOURSE_PROFILE": profile} if profile else {})}
        return cls(_caller=_PipeCaller(command, chosen))

    def close(self) -> None:
        """Closes the connections; a bourse that was started ends when its running calls have ended."""
        self._caller.close()

    def __enter__(self) -> "Bourse":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

${methods.join('\n')}`;
}

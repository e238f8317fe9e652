/** The streams of the library: one method for each kind of stream of a product, with the type of its events. */

import type {
  Field,
  Fields,
  NameSlot,
  Stream,
  StreamProduct,
  UserStreamProduct,
} from '../../catalogue/stream-types.ts';
import { BOOK_ACCESS, STREAMS } from '../../catalogue/streams.ts';
import { USER_EVENTS } from '../../catalogue/user-events.ts';
import { camelCase } from '../../core/text.ts';
import { fieldName } from '../../stream/events/event-fields.ts';

/** A stream as the library offers it. */
export interface LibraryStream {
  /** Where it is offered, the name of the method last. */
  readonly path: readonly string[];
  /** Its doc comment, by line. */
  readonly about: readonly string[];
  /** The type of its arguments, an object. */
  readonly given: string;
  readonly arguments: readonly StreamArgument[];
  /** The fields of its events; of an account those of all its events. */
  readonly fields: readonly Fields[];
  /** The types of its events, by the name of an event that is one of several. */
  readonly events: readonly (readonly [name: string, text: string])[];
  /** The word of the command after `bourse stream`. */
  readonly kind: string;
  readonly on: string;
  /** The parts of the stream's name that may be several, such as the symbol; undefined for a stream without one. */
  readonly subject: string | undefined;
}

/** An argument of a stream. */
export interface StreamArgument {
  readonly name: string;
  readonly about: string;
  readonly isNeeded: boolean;
  /** Its values; any text if undefined. */
  readonly values?: readonly string[] | undefined;
  /** Whether it may be a list. */
  readonly isSubject: boolean;
}

/** Returns the streams of all products, the order books that bourse keeps, and the streams of accounts. */
export function libraryStreams(): readonly LibraryStream[] {
  return [...STREAMS.map(marketStream), ...BOOK_PRODUCTS.map(bookStream), ...ACCOUNTS.map(accountStream)];
}

const BOOK_PRODUCTS = Object.keys(BOOK_ACCESS) as readonly (keyof typeof BOOK_ACCESS)[];
const ACCOUNTS = [
  'spot',
  'margin',
  'usdm',
  'coinm',
  'options',
] as const satisfies readonly UserStreamProduct[];

/** What changed in an account without an event, as a query showed it. */
const QUERIED = `{
  readonly eventType?: undefined;
  readonly source: 'rest';
  readonly [field: string]: AnswerValue | undefined;
}`;

/** The parts of stream names of which a stream may follow several. */
const SUBJECTS = ['symbol', 'pair', 'underlying'];

function marketStream({
  kind,
  product,
  name,
  summary,
  slots,
  fields,
  payload,
  notes = [],
}: Stream): LibraryStream {
  const subject = Object.keys(slots).find((slot) => SUBJECTS.includes(slot));
  const event = fieldsText(fields, '');
  return {
    path: pathOf(product, kind),
    about: [`${summary}.`, name, ...notes],
    given: givenText(slots),
    arguments: argumentsOf(slots),
    fields: [fields],
    events: [['', payload === 'array' ? `readonly ${event}[]` : event]],
    kind,
    on: product,
    subject,
  };
}

function bookStream(product: (typeof BOOK_PRODUCTS)[number]): LibraryStream {
  return {
    path: pathOf(product, 'book'),
    about: [
      'An order book that is kept up to date from a snapshot and its changes; one event for each change of the shown levels.',
      'After a gap its state is stale until a new snapshot fits.',
    ],
    given: `{
    /** One symbol, or several. */
    readonly symbol: string | readonly string[];
    /** Levels per side, 10 if omitted. */
    readonly levels?: number | 'all';
    /** Write at this interval in place of each change, such as "1s". */
    readonly every?: string;
  }`,
    arguments: BOOK_ARGUMENTS,
    fields: [KEPT_BOOK],
    events: [['', 'KeptBook']],
    kind: 'book',
    on: product,
    subject: 'symbol',
  };
}

function accountStream(account: (typeof ACCOUNTS)[number]): LibraryStream {
  const events = USER_EVENTS.filter(({ products }) => (products as readonly string[]).includes(account));
  const union = events.map(
    ({ event, fields }) => [event, fieldsText(fields, '', { eventType: event })] as const,
  );
  return {
    path: pathOf(account, 'user'),
    about: [
      "The account's order updates, fills and balance changes.",
      'After a lost connection, orders, fills and balances are queried, and what changed without an event comes as { source: "rest" }.',
    ],
    given: 'NoArguments',
    arguments: [],
    fields: events.map(({ fields }) => fields),
    events: [...union, ['queried', QUERIED]],
    kind: 'user',
    on: account,
    subject: undefined,
  };
}

function pathOf(product: StreamProduct | UserStreamProduct, kind: string): readonly string[] {
  const method = camelCase(kind);
  return product === 'spot' ? ['stream', method] : [product, 'stream', method];
}

const BOOK_ARGUMENTS: readonly StreamArgument[] = [
  { name: 'symbol', about: 'One symbol, or several.', isNeeded: true, isSubject: true },
  { name: 'levels', about: 'Levels per side, or all; 10 if omitted.', isNeeded: false, isSubject: false },
  {
    name: 'every',
    about: 'Write at this interval in place of each change, such as "1s".',
    isNeeded: false,
    isSubject: false,
  },
];

/** The fields of a kept book that are decimals. */
const KEPT_BOOK: Fields = {
  bids: { is: 'levels', about: 'bids' },
  asks: { is: 'levels', about: 'asks' },
};

/** Returns what a part of a stream's name means. */
function slotMeaning({ about, default: value }: NameSlot): string {
  const meaning = value === undefined ? about : `${about} (default ${value})`;
  return meaning.replace(', lowercase', '');
}

function argumentsOf(slots: Readonly<Record<string, NameSlot>>): readonly StreamArgument[] {
  return Object.entries(slots).map(([name, slot]) => ({
    name,
    about: slotMeaning(slot),
    isNeeded: slot.default === undefined,
    values: slot.values,
    isSubject: SUBJECTS.includes(name),
  }));
}

function givenText(slots: Readonly<Record<string, NameSlot>>): string {
  const entries = Object.entries(slots);
  if (entries.length === 0) return 'NoArguments';
  const fields = entries.map(([name, slot]) => {
    const { values, default: value } = slot;
    const one = values === undefined ? 'string' : values.map((text) => JSON.stringify(text)).join(' | ');
    const type = SUBJECTS.includes(name) ? 'string | readonly string[]' : one;
    return `    /** ${slotMeaning(slot)} */\n    readonly ${name}${value === undefined ? '' : '?'}: ${type};\n`;
  });
  return `{\n${fields.join('')}  }`;
}

const KINDS: Readonly<Record<Exclude<Field['is'], 'object' | 'list'>, string>> = {
  text: 'string',
  decimal: 'string',
  number: 'string',
  integer: 'bigint',
  time: 'number',
  boolean: 'boolean',
  levels: 'readonly BookLevel[]',
};

/** Returns the type of a message by the names of its fields in words; `fixed` are fields with one value. */
function fieldsText(fields: Fields, indent: string, fixed: Readonly<Record<string, string>> = {}): string {
  const inner = `${indent}  `;
  const lines = Object.values(fields).map((field) => {
    const name = fieldName(field);
    const type = fixed[name] === undefined ? fieldType(field, inner) : JSON.stringify(fixed[name]);
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${inner}readonly ${key}${field.isOptional === true ? '?' : ''}: ${type};\n`;
  });
  return `{\n${[...new Set(lines)].join('')}${indent}}`;
}

function fieldType({ is, fields = {} }: Field, indent: string): string {
  if (is !== 'object' && is !== 'list') return KINDS[is];
  const inner = Object.keys(fields).length === 0 ? 'AnswerValue' : fieldsText(fields, indent);
  return is === 'list' ? `readonly ${inner}[]` : inner;
}

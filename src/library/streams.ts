/** Follows streams: runs their command, and converts the lines that it writes to events and records. */
import type { Field, Fields } from '../catalogue/stream-types.ts';
import { STREAMS } from '../catalogue/streams.ts';
import { USER_EVENTS } from '../catalogue/user-events.ts';
import { usageError } from '../core/errors.ts';
import { parseJson } from '../core/json.ts';
import { safeText } from '../core/text.ts';
import { isObject, type JsonObject, type JsonValue } from '../core/words.ts';
import type { ColumnNode, ColumnTree } from '../request/column-tree.ts';
import { fieldName } from '../stream/events/event-fields.ts';
import { LineQueue } from './line-queue.ts';
import { streamOptions } from './options.ts';
import type { Session } from './session.ts';
import { typedObject } from './typed-values.ts';
import type { AnswerValue, StreamOptions, StreamRecord } from './types.ts';

/** A stream as the table of streams has it: its kind, its product, and the part of its name that may be several. */
export type StreamEntry = readonly [kind: string, on: string, subject?: string];

/** Yields the events of a stream, and its records if the options ask for them. */
export async function* followStream(
  session: Session,
  entry: StreamEntry,
  name: string,
  [given, options, ...rest]: readonly unknown[],
): AsyncGenerator<AnswerValue> {
  if (rest.length > 0) throw usageError(`${name} takes an object of arguments and an object of options.`);
  const { records = false, whenSlow = 'pause', onGap, signal } = streamOptions(name, options);
  const [kind, on] = entry;
  checkWhenSlow(name, kind, whenSlow);
  const isLatest = whenSlow === 'latest';
  const queue = new LineQueue(isLatest ? bookSymbol : undefined);
  const stop = new AbortController();
  const signals = [stop.signal, session.closing, ...(signal === undefined ? [] : [signal])];
  const ending = AbortSignal.any(signals);
  // The command waits until its lines are read, which nobody may do once the stream is to end. A reader of records gets
  // what was received, and the record of its counts; any other loop ends at once.
  const onEnding = () => (records && !stop.signal.aborted ? queue.release() : queue.discard());
  ending.addEventListener('abort', onEnding, { once: true });
  let failure: unknown;
  const ended = session
    .follow(`stream ${kind}`, name, {
      ...streamWords(entry, name, given),
      more: {
        on,
        named: true,
        records: true,
        ...(kind === 'user' ? {} : { 'when-slow': isLatest ? 'pause' : whenSlow }),
      },
      stdout: queue.sink,
      signal: ending,
    })
    .catch((thrown: unknown) => {
      // A loop that was left needs no reason for the end of its stream.
      if (!stop.signal.aborted && !session.closing.aborted) failure = thrown;
    })
    .finally(() => queue.end());
  const trees = eventTrees(kind, on);
  try {
    for await (const line of queue.read()) {
      const value = parseJson(line, { what: 'an event', kind: 'unavailable' });
      if (!isRecord(value)) yield typedEvent(value, trees);
      else if (records) yield value as unknown as AnswerValue;
      else if (value['bourse'] === 'gap') reportGap(value, session, onGap);
    }
    if (failure !== undefined) throw failure;
  } finally {
    stop.abort(new Error('the loop was left'));
    queue.end();
    await ended;
  }
}

function checkWhenSlow(name: string, kind: string, whenSlow: string): void {
  const known = kind === 'book' ? ['pause', 'drop', 'latest'] : ['pause', 'drop'];
  if (!known.includes(whenSlow))
    throw usageError(
      `whenSlow of ${name} must be ${known.join(' or ')}, was ${JSON.stringify(safeText(String(whenSlow)))}.`,
    );
}

/** Returns the symbol of a line with the state of a book; undefined for a record. */
function bookSymbol(line: string): string | undefined {
  return /^\{"symbol":"([^"]*)"/.exec(line)?.[1];
}

function isRecord(value: JsonValue): value is JsonObject {
  return isObject(value) && Object.hasOwn(value, 'bourse');
}

function reportGap(record: JsonObject, session: Session, onGap: StreamOptions['onGap']): void {
  const gap = record as unknown as StreamRecord & { readonly bourse: 'gap' };
  const count = gap.missing === null ? 'Messages' : `${gap.missing} messages`;
  if (onGap !== undefined) onGap(gap);
  else session.note(`${count} of ${gap.stream ?? 'the stream'} are missing (${gap.reason}).`);
}

/** Returns the words and options of the command for the arguments of a method. */
function streamWords(
  [kind, , subject]: StreamEntry,
  name: string,
  given: unknown,
): { readonly words: readonly string[]; readonly options: Readonly<Record<string, string>> } {
  if (given !== undefined && (typeof given !== 'object' || given === null || Array.isArray(given)))
    throw usageError(`Expected an object of arguments for ${name}, found ${String(given)}.`);
  const words: string[] = [];
  const options: Record<string, string> = {};
  for (const [key, value] of Object.entries((given ?? {}) as Readonly<Record<string, unknown>>)) {
    if (value === undefined) continue;
    const texts = (Array.isArray(value) ? value : [value]).map((one: unknown) => wordOf(name, key, one));
    if (key === subject) words.push(...texts);
    else if (isOption(kind, key) && texts.length === 1)
      options[key === 'contractType' ? 'contract-type' : key] = texts[0]!;
    else
      throw usageError(
        `${name} has no argument ${key}.`,
        'Its arguments are in docs/reference/library.d.ts.',
      );
  }
  return { words, options };
}

function wordOf(name: string, key: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  // A word that begins with a dash would be read as an option, and an empty one as none.
  if (/^[^\s-]\S*$/.test(text) || /^-\d\d:\d\d$/.test(text)) return text;
  throw usageError(`${key} of ${name} must be text without blanks, was ${JSON.stringify(String(value))}.`);
}

function isOption(kind: string, key: string): boolean {
  if (kind === 'book') return ['levels', 'every'].includes(key);
  return STREAMS.some((stream) => stream.kind === kind && Object.hasOwn(stream.slots, key));
}

/** The trees of the fields of events: one of a market stream, or one for each event of an account by its type. */
type EventTrees = { readonly all: ColumnTree } | { readonly byType: ReadonlyMap<string, ColumnTree> };

function eventTrees(kind: string, on: string): EventTrees {
  if (kind === 'book') return { all: BOOK };
  const stream = STREAMS.find((one) => one.kind === kind && one.product === on);
  if (stream !== undefined) return { all: fieldTree(stream.fields) };
  const events = USER_EVENTS.filter(({ products }) => (products as readonly string[]).includes(on));
  return { byType: new Map(events.map(({ event, fields }) => [event, fieldTree(fields)])) };
}

/** Returns the tree of the fields of a message, by their names in words. */
function fieldTree(fields: Fields): ColumnTree {
  return new Map(Object.values(fields).map((field) => [fieldName(field), fieldNode(field)]));
}

function fieldNode({ is, fields = {} }: Field): ColumnNode {
  const inner = is === 'object' || is === 'list' ? fieldTree(fields) : new Map<string, ColumnNode>();
  const kind =
    is === 'number' ? 'decimal' : is === 'levels' || is === 'object' || is === 'list' ? undefined : is;
  return {
    is: kind,
    items: is === 'list' ? inner : undefined,
    members: is === 'object' ? inner : new Map(),
    isList: is === 'list',
  };
}

const node = (is: ColumnNode['is']): ColumnNode => ({
  is,
  items: undefined,
  members: new Map(),
  isList: false,
});
const BOOK: ColumnTree = new Map([
  ['lastUpdateId', node('integer')],
  ['eventTime', node('time')],
]);

function typedEvent(value: JsonValue, trees: EventTrees): AnswerValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((one) => typedEvent(one, trees));
  if (!isObject(value)) return value as AnswerValue;
  // Messages of several streams are wrapped with the name of theirs.
  if (Object.keys(value).join() === 'stream,data') return typedEvent(value['data']!, trees);
  const tree = 'all' in trees ? trees.all : trees.byType.get(String(value['eventType']));
  return typedObject(value, tree ?? new Map());
}

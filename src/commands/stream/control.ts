/**
 * Changes a running stream: lines on stdin become control messages, sent in order; each reply of the exchange
 * is written as a record between the messages.
 */
import { CONNECTION_PROPERTIES } from '../../catalogue/streams.ts';
import { asToolError, envelopeOf, ToolError, usageError } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import { safeText } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import type { Feed } from '../../stream/feed.ts';
import type { FeedStream } from '../../stream/feed-connection.ts';
import type { CommandCall } from '../types.ts';
import { readLines } from '../ws/session-lines.ts';

export interface ControlTarget {
  readonly feed: Feed;
  /** Returns the streams with these names; throws a usage error for an invalid one. */
  readonly streamsOf: (names: readonly string[]) => readonly FeedStream[];
  readonly emit: (record: Readonly<Record<string, JsonValue>>) => void;
  readonly signal: AbortSignal;
}

/** The fields of a control line: one operation, and an optional `id` that its reply repeats. */
type ControlFields = Readonly<Record<string, JsonValue>>;

const FORMS =
  'A control line is one of {"subscribe":["btcusdt@trade"]}, {"unsubscribe":["btcusdt@trade"]}, {"list":true}, ' +
  `{"set":{"combined":true}}, {"get":"combined"}; the properties are ${CONNECTION_PROPERTIES.join(', ')}.`;

/** Executes the control lines of stdin until stdin or the stream command ends. */
export async function followControls({ services }: CommandCall, controls: ControlTarget): Promise<void> {
  const { clock, stdin } = services.world;
  for await (const line of readLines(stdin.follow(controls.signal))) {
    if (controls.signal.aborted) return;
    if (typeof line === 'string' && line.trim() === '') continue;
    let id: JsonValue = null;
    const emit = (reply: ControlFields) =>
      controls.emit({ bourse: 'control', at: clock.now(), id, ...reply });
    try {
      if (line instanceof ToolError) throw line;
      const { id: own = null, ...request } = readObject(line);
      id = own;
      emit({ ...request, ...(await execute(request, controls)) });
    } catch (thrown) {
      emit({ error: envelopeOf(asToolError(thrown)) as unknown as JsonValue });
    }
  }
}

function readObject(line: string): ControlFields {
  let value: JsonValue;
  try {
    value = parseJson(line);
  } catch {
    throw usageError(`"${safeText(line.slice(0, 60))}" is not JSON.`, FORMS);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw usageError('A control line must be one JSON object.', FORMS);
  return value as ControlFields;
}

/** Executes a control line; returns the replies of the exchange without their ids. */
async function execute(request: ControlFields, { feed, streamsOf }: ControlTarget): Promise<ControlFields> {
  const entries = Object.entries(request);
  if (entries.length !== 1)
    throw usageError(`A control line must have one operation, found ${entries.length}.`, FORMS);
  const [[operation, value]] = entries as [[string, JsonValue]];
  switch (operation) {
    case 'subscribe':
      return changeStreams(feed, namesIn(value), true, () => feed.subscribe(streamsOf(namesIn(value))));
    case 'unsubscribe':
      return changeStreams(feed, namesIn(value), false, () => feed.unsubscribe(namesIn(value)));
    case 'list':
      return replyFields(await feed.ask('LIST_SUBSCRIPTIONS'), feed);
    case 'get':
      return replyFields(await feed.ask('GET_PROPERTY', [textIn(value)]), feed);
    case 'set':
      return replyFields(await setProperty(value, feed), feed);
    default:
      throw usageError(`"${safeText(operation.slice(0, 40))}" is an unknown operation.`, FORMS);
  }
}

function setProperty(value: JsonValue, feed: Feed): Promise<readonly JsonValue[]> {
  const pairs = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const [[name, wanted] = ['', null]] = pairs;
  if (pairs.length !== 1 || typeof wanted !== 'boolean')
    throw usageError('"set" requires one property with true or false.', FORMS);
  // The property `combined` changes how messages are parsed by bourse; other properties concern only the
  // exchange.
  return name === 'combined' ? feed.setCombined(wanted) : feed.ask('SET_PROPERTY', [name, wanted]);
}

/** Subscribes or unsubscribes streams; names that need no change are returned as `unchanged`. */
async function changeStreams(
  feed: Feed,
  names: readonly string[],
  isWanted: boolean,
  change: () => Promise<readonly JsonValue[]>,
): Promise<ControlFields> {
  const followed = new Set(feed.names);
  const unchanged = names.filter((name) => followed.has(name) === isWanted);
  const isRedundant = unchanged.length === names.length;
  const reply = replyFields(await change(), feed, isRedundant);
  return unchanged.length === 0 ? reply : { ...reply, unchanged };
}

/**
 * Returns the fields of the record that answers a control line: the exchange's replies, or the reason why
 * there are none.
 */
function replyFields(answers: readonly JsonValue[], feed: Feed, isRedundant = false): ControlFields {
  const reply = { answers: answers.map(withoutId), streams: feed.names };
  if (answers.length > 0) return reply;
  if (isRedundant) return { ...reply, why: 'nothing to change' };
  const why = feed.isOpen
    ? 'no answer came in time'
    : 'no connection is open; applied to the next connection';
  return { ...reply, why };
}

function withoutId(answer: JsonValue): JsonValue {
  const { id: _id, ...rest } = answer as Readonly<Record<string, JsonValue>>;
  return rest;
}

function namesIn(value: JsonValue): readonly string[] {
  const names = Array.isArray(value) ? (value as readonly JsonValue[]) : [];
  if (names.length === 0 || !names.every((one) => typeof one === 'string'))
    throw usageError('Streams must be a list of names.', FORMS);
  return names as readonly string[];
}

function textIn(value: JsonValue): string {
  if (typeof value === 'string') return value;
  throw usageError('"get" requires the name of a property.', FORMS);
}

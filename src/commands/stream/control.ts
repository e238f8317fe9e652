/**
 * Changes a stream while it runs: lines on stdin become control messages, one after another, and what the exchange
 * answers becomes a record in line.
 */
import { CONNECTION_PROPERTIES } from '../../catalogue/streams.ts';
import { asToolError, envelopeOf, ToolError, usageError } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import { safeText } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import type { Feed } from '../../stream/feed.ts';
import type { FeedStream } from '../../stream/feed-part.ts';
import type { CommandCall } from '../types.ts';
import { linesOf } from '../ws/session-lines.ts';

export interface Controls {
  readonly feed: Feed;
  /** Returns the streams of names as they are typed; throws a usage error. */
  readonly streamsOf: (names: readonly string[]) => readonly FeedStream[];
  readonly tell: (record: Readonly<Record<string, JsonValue>>) => void;
  readonly signal: AbortSignal;
}

/** What a line says: one thing that is asked for, and an `id` that comes back with the answer. */
type Wish = Readonly<Record<string, JsonValue>>;

const FORMS =
  'A control line is one of {"subscribe":["btcusdt@trade"]}, {"unsubscribe":["btcusdt@trade"]}, {"list":true}, ' +
  `{"set":{"combined":true}}, {"get":"combined"}; the properties are ${CONNECTION_PROPERTIES.join(', ')}.`;

/** Carries out the lines of stdin until it ends, or the stream does. */
export async function followControls({ services }: CommandCall, controls: Controls): Promise<void> {
  const { clock, stdin } = services.world;
  for await (const line of linesOf(stdin.follow(controls.signal))) {
    if (controls.signal.aborted) return;
    if (typeof line === 'string' && line.trim() === '') continue;
    let id: JsonValue = null;
    const tell = (said: Wish) => controls.tell({ bourse: 'control', at: clock.now(), id, ...said });
    try {
      if (line instanceof ToolError) throw line;
      const { id: own = null, ...asked } = readObject(line);
      id = own;
      tell({ ...asked, ...(await carryOut(asked, controls)) });
    } catch (thrown) {
      tell({ error: envelopeOf(asToolError(thrown)) as unknown as JsonValue });
    }
  }
}

function readObject(line: string): Wish {
  let value: JsonValue;
  try {
    value = parseJson(line);
  } catch {
    throw usageError(`"${safeText(line.slice(0, 60))}" is no JSON.`, FORMS);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw usageError('A control line must be one JSON object.', FORMS);
  return value as Wish;
}

/** Answers are told as they came, but for their ids. */
async function carryOut(asked: Wish, { feed, streamsOf }: Controls): Promise<Wish> {
  const words = Object.entries(asked);
  if (words.length !== 1)
    throw usageError(`A control line asks for one thing, found ${words.length}.`, FORMS);
  const [[word, value]] = words as [[string, JsonValue]];
  switch (word) {
    case 'subscribe':
      return changed(feed, namesIn(value), true, () => feed.subscribe(streamsOf(namesIn(value))));
    case 'unsubscribe':
      return changed(feed, namesIn(value), false, () => feed.unsubscribe(namesIn(value)));
    case 'list':
      return told(await feed.ask('LIST_SUBSCRIPTIONS'), feed);
    case 'get':
      return told(await feed.ask('GET_PROPERTY', [textIn(value)]), feed);
    case 'set':
      return told(await setProperty(value, feed), feed);
    default:
      throw usageError(`"${safeText(word.slice(0, 40))}" is nothing that can be asked for.`, FORMS);
  }
}

function setProperty(value: JsonValue, feed: Feed): Promise<readonly JsonValue[]> {
  const pairs = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const [[name, wanted] = ['', null]] = pairs;
  if (pairs.length !== 1 || typeof wanted !== 'boolean')
    throw usageError('"set" takes one property with true or false.', FORMS);
  // The one property that is known changes how messages are told apart; another is the exchange's alone.
  return name === 'combined' ? feed.setCombined(wanted) : feed.ask('SET_PROPERTY', [name, wanted]);
}

/** Names that are followed already, or are not, need no message: they are told beside the answers. */
async function changed(
  feed: Feed,
  names: readonly string[],
  isWanted: boolean,
  change: () => Promise<readonly JsonValue[]>,
): Promise<Wish> {
  const followed = new Set(feed.names);
  const unchanged = names.filter((name) => followed.has(name) === isWanted);
  const isNeedless = unchanged.length === names.length;
  const said = told(await change(), feed, isNeedless);
  return unchanged.length === 0 ? said : { ...said, unchanged };
}

/** Answers, and where there are none why that is so. */
function told(answers: readonly JsonValue[], feed: Feed, isNeedless = false): Wish {
  const said = { answers: answers.map(withoutId), streams: feed.names };
  if (answers.length > 0) return said;
  if (isNeedless) return { ...said, why: 'nothing had to be changed' };
  const why = feed.isOpen ? 'no answer came in time' : 'no connection is open: the next one carries it';
  return { ...said, why };
}

function withoutId(answer: JsonValue): JsonValue {
  const { id: _id, ...rest } = answer as Readonly<Record<string, JsonValue>>;
  return rest;
}

function namesIn(value: JsonValue): readonly string[] {
  const names = Array.isArray(value) ? (value as readonly JsonValue[]) : [];
  if (names.length === 0 || !names.every((one) => typeof one === 'string'))
    throw usageError('Streams are a list of names.', FORMS);
  return names as readonly string[];
}

function textIn(value: JsonValue): string {
  if (typeof value === 'string') return value;
  throw usageError('"get" takes the name of a property.', FORMS);
}

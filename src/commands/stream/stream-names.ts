/**
 * Parses command-line words into stream names: `trades btcusdt ethusdt`, `klines btcusdt 1m`, or raw names.
 */
import type { Interface } from '../../catalogue/environments.ts';
import type { NameSlot, Stream, StreamProduct } from '../../catalogue/stream-types.ts';
import { STREAMS } from '../../catalogue/streams.ts';
import { usageError } from '../../core/errors.ts';
import { nearestWord, safeText } from '../../core/text.ts';
import { streamName } from '../../request/stream-name.ts';
import type { FeedStream } from '../../stream/feed-connection.ts';
import { checkRawName } from './raw-name.ts';

/** The parts of a stream name that name a market; a command accepts several values of them. */
export const SUBJECTS: readonly string[] = ['symbol', 'pair', 'underlying'];

export interface StreamRequest {
  readonly product: StreamProduct;
  /**
   * The interface that the host serves: in today's interface some streams have other names, and a prefix in
   * their path.
   */
  readonly interface: Interface;
  /** Values that were given as options, by the part of the stream name that they fill. */
  readonly slots: Readonly<Record<string, string>>;
  /** Whether raw names that the catalogue does not list are accepted. */
  readonly isForced?: boolean;
}

/** Parses a kind of stream and its markets. Throws a usage error that names the fault. */
export function parseStreams(words: readonly string[], request: StreamRequest): readonly FeedStream[] {
  const [kind = '', ...rest] = words;
  if (kind === 'raw') return rest.flatMap((word) => word.split('/')).map((name) => rawStream(name, request));
  const productStreams = STREAMS.filter(({ product }) => product === request.product);
  const stream = productStreams.find((one) => one.kind === kind);
  if (stream === undefined) throw unknownKindError(kind, productStreams, request.product);
  const { subjects, slots } = assignWords(stream, rest, request.slots);
  const subject = SUBJECTS.find((name) => name in stream.slots);
  const pattern = request.interface === 'today' ? stream.nameToday : undefined;
  if (subject === undefined) {
    if (subjects.length > 0)
      throw usageError(`stream ${kind} accepts no symbols, was "${quoted(subjects[0]!)}".`);
    return [feedStream(stream, streamName(stream, slots, pattern), request)];
  }
  if (subjects.length === 0) {
    throw usageError(`stream ${kind} requires ${subject}: ${stream.slots[subject]?.about}.`);
  }
  return subjects.map((one) =>
    feedStream(stream, streamName(stream, { ...slots, [subject]: one }, pattern), request),
  );
}

/** Returns each stream once, in the order in which the command line first names it. */
export function uniqueStreams(streams: readonly FeedStream[]): readonly FeedStream[] {
  return [...new Map(streams.map((one) => [one.name, one])).values()];
}

function feedStream(stream: Stream, name: string, request: StreamRequest): FeedStream {
  const route = request.interface === 'today' ? stream.routeToday : undefined;
  return { name, sequence: stream.sequence, ...(route === undefined ? {} : { route }) };
}

/** Returns the stream of a raw name, which is sent unchanged; gaps are detected if the catalogue knows the name. */
function rawStream(name: string, request: StreamRequest): FeedStream {
  const found = checkRawName(name, request.product, request.isForced === true);
  return found === undefined ? { name } : feedStream(found.stream, name, request);
}

/**
 * Assigns words to the parts of a stream name: a word that is an allowed value of a part fills that part, all
 * other words are symbols.
 */
function assignWords(stream: Stream, words: readonly string[], given: Readonly<Record<string, string>>) {
  const slots: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (stream.slots[name] === undefined) {
      throw usageError(
        `stream ${stream.kind} has no option ${name}.`,
        `See bourse stream ${stream.kind} --help.`,
      );
    }
    slots[name] = value;
  }
  const subjects: string[] = [];
  for (const word of words.flatMap((one) => one.split(',')).filter((one) => one !== '')) {
    const slot = Object.entries(stream.slots).find(
      ([name, declared]) =>
        slots[name] === undefined && !SUBJECTS.includes(name) && fitsSlot(name, declared, word),
    );
    if (slot === undefined) subjects.push(word);
    else slots[slot[0]] = word;
  }
  rejectMisfit(stream, subjects, slots);
  return { subjects, slots };
}

/**
 * Throws a usage error for a last word that was meant for an empty part of the stream name but is not one of
 * its values.
 */
function rejectMisfit(stream: Stream, subjects: readonly string[], slots: Readonly<Record<string, string>>) {
  const [open] = Object.entries(stream.slots).filter(
    ([name, { values, default: usual }]) =>
      values !== undefined && usual === undefined && slots[name] === undefined,
  );
  if (open === undefined || subjects.length < 2) return;
  const [name, { values }] = open;
  throw usageError(`${name} must be one of ${values!.join(', ')}, was "${quoted(subjects.at(-1)!)}".`);
}

function fitsSlot(name: string, slot: NameSlot, word: string): boolean {
  if (slot.values !== undefined) return slot.values.includes(word);
  return name === 'zone' ? /^[+-]\d{1,2}(:\d\d)?$/.test(word) : /^\d{6}$/.test(word);
}

function unknownKindError(kind: string, productStreams: readonly Stream[], product: string) {
  const others = STREAMS.filter((one) => one.kind === kind).map((one) => one.product);
  if (others.length > 0) {
    return usageError(
      `${product} has no stream ${kind}.`,
      `It is available with --on ${[...new Set(others)].join(' or --on ')}.`,
    );
  }
  const kinds = [...productStreams.map((one) => one.kind), 'raw'];
  const suggestion = nearestWord(kind, kinds);
  return usageError(
    `"${quoted(kind)}" is an unknown kind of stream.`,
    suggestion === undefined ? `Kinds on ${product}: ${kinds.join(', ')}.` : `Did you mean ${suggestion}?`,
  );
}

function quoted(text: string): string {
  return safeText(text.slice(0, 40));
}

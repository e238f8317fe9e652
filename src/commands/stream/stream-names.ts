/** From words of a command line to stream names: `trades btcusdt ethusdt`, `klines btcusdt 1m`, raw names. */
import type { Slot, Stream, StreamProduct } from '../../catalogue/stream-types.ts';
import { STREAMS } from '../../catalogue/streams.ts';
import { usageError } from '../../core/errors.ts';
import { nearestWord, safeText } from '../../core/text.ts';
import { correctCase, streamName, streamNameParser } from '../../request/stream-name.ts';
import type { FeedStream } from '../../stream/feed-part.ts';

/** Slots that say what a stream is about; a command takes several. */
export const SUBJECTS: readonly string[] = ['symbol', 'pair', 'underlying'];

export interface StreamRequest {
  readonly product: StreamProduct;
  /** The host speaks today's interface: names and routes of today are used. */
  readonly isPublic: boolean;
  /** Values given as options, by slot. */
  readonly slots: Readonly<Record<string, string>>;
}

/** Returns the streams that words mean: a kind and what it is of. Throws a usage error that says what is wrong. */
export function parseStreams(words: readonly string[], request: StreamRequest): readonly FeedStream[] {
  const [kind = '', ...rest] = words;
  if (kind === 'raw') return rest.flatMap((word) => word.split('/')).map((name) => rawStream(name, request));
  const productStreams = STREAMS.filter(({ product }) => product === request.product);
  const stream = productStreams.find((one) => one.kind === kind);
  if (stream === undefined) throw unknownKindError(kind, productStreams, request.product);
  const { subjects, slots } = assignWords(stream, rest, request.slots);
  const subject = SUBJECTS.find((name) => name in stream.slots);
  const pattern = request.isPublic ? stream.nameToday : undefined;
  if (subject === undefined) {
    if (subjects.length > 0)
      throw usageError(`stream ${kind} takes no symbols, was given "${quoted(subjects[0]!)}".`);
    return [feedStream(stream, streamName(stream, slots, pattern), request)];
  }
  if (subjects.length === 0) {
    throw usageError(`stream ${kind} needs ${subject}: ${stream.slots[subject]?.about}.`);
  }
  return subjects.map((one) =>
    feedStream(stream, streamName(stream, { ...slots, [subject]: one }, pattern), request),
  );
}

/** Returns each stream once, as first named. */
export function uniqueStreams(streams: readonly FeedStream[]): readonly FeedStream[] {
  return [...new Map(streams.map((one) => [one.name, one])).values()];
}

function feedStream(stream: Stream, name: string, { isPublic }: StreamRequest): FeedStream {
  const route = isPublic ? stream.routeToday : undefined;
  return { name, sequence: stream.sequence, ...(route === undefined ? {} : { route }) };
}

/** Names are sent as they stand; those the catalogue knows are watched for gaps. */
function rawStream(name: string, request: StreamRequest): FeedStream {
  if (!/^[!\p{L}\p{N}][\p{L}\p{N}!@_:+.-]*$/u.test(name)) {
    throw usageError(
      `"${quoted(name)}" is no stream name.`,
      'A name looks like btcusdt@aggTrade; symbols in it are lower case.',
    );
  }
  const streams = STREAMS.filter(({ product }) => product === request.product);
  const respelling = correctCase(streams, name);
  if (respelling !== undefined && respelling !== name) {
    throw usageError(
      `"${quoted(name)}" is no stream of ${request.product}: small and capital letters count.`,
      `Did you mean ${respelling}?`,
    );
  }
  const found = streamNameParser(streams)(name);
  return found === undefined ? { name } : feedStream(found.stream, name, request);
}

/** Words that belong to a slot's closed set fill it; the others are symbols. */
function assignWords(stream: Stream, words: readonly string[], given: Readonly<Record<string, string>>) {
  const slots: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (stream.slots[name] === undefined) {
      throw usageError(
        `stream ${stream.kind} has no ${name}.`,
        `bourse stream ${stream.kind} --help shows what it takes.`,
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

/** A last word after the symbols that is none of what a slot can be was meant for that slot. */
function rejectMisfit(stream: Stream, subjects: readonly string[], slots: Readonly<Record<string, string>>) {
  const [open] = Object.entries(stream.slots).filter(
    ([name, { values, default: usual }]) =>
      values !== undefined && usual === undefined && slots[name] === undefined,
  );
  if (open === undefined || subjects.length < 2) return;
  const [name, { values }] = open;
  throw usageError(`${name} must be one of ${values!.join(', ')}, was "${quoted(subjects.at(-1)!)}".`);
}

function fitsSlot(name: string, slot: Slot, word: string): boolean {
  if (slot.values !== undefined) return slot.values.includes(word);
  return name === 'zone' ? /^[+-]\d{1,2}(:\d\d)?$/.test(word) : /^\d{6}$/.test(word);
}

function unknownKindError(kind: string, productStreams: readonly Stream[], product: string) {
  const others = STREAMS.filter((one) => one.kind === kind).map((one) => one.product);
  if (others.length > 0) {
    return usageError(
      `There is no stream ${kind} on ${product}.`,
      `It is on ${[...new Set(others)].join(', ')}: choose with --on.`,
    );
  }
  const kinds = [...productStreams.map((one) => one.kind), 'raw'];
  const suggestion = nearestWord(kind, kinds);
  return usageError(
    `"${quoted(kind)}" is no kind of stream.`,
    suggestion === undefined
      ? `The kinds on ${product} are ${kinds.join(', ')}.`
      : `Did you mean ${suggestion}?`,
  );
}

function quoted(text: string): string {
  return safeText(text.slice(0, 40));
}

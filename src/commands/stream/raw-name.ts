/** Checks raw stream names against the catalogue: the exchange acknowledges unknown names and never sends a message. */
import type { Stream, StreamProduct } from '../../catalogue/stream-types.ts';
import { STREAMS } from '../../catalogue/streams.ts';
import { type ToolError, usageError } from '../../core/errors.ts';
import { nearestWord } from '../../core/text.ts';
import { parseDuration } from '../../core/time.ts';
import { displayValue, joinWords } from '../../request/faults.ts';
import { correctCase, type NamedStream, streamNameParser } from '../../request/stream-name.ts';

const NAME = /^[!\p{L}\p{N}][\p{L}\p{N}!@_:+.-]*$/u;

/**
 * Returns the catalogue's stream with a name; undefined for an unknown name that is to be sent nevertheless.
 * Otherwise throws a usage error that suggests the nearest name.
 */
export function checkRawName(
  name: string,
  product: StreamProduct,
  isForced: boolean,
): NamedStream | undefined {
  if (!NAME.test(name)) {
    throw usageError(
      `${quoted(name)} is not a stream name.`,
      'A name looks like btcusdt@aggTrade, with lowercase symbols.',
    );
  }
  const streams = streamsOf(product);
  const respelling = correctCase(streams, name);
  if (respelling !== undefined && respelling !== name) {
    throw usageError(
      `${quoted(name)} is not a stream of ${product}: names are case-sensitive.`,
      `Did you mean ${respelling}?`,
    );
  }
  const found = streamNameParser(streams)(name);
  if (found === undefined && !isForced) throw unknownNameError(name, product);
  return found;
}

function streamsOf(product: StreamProduct): readonly Stream[] {
  return STREAMS.filter((one) => one.product === product);
}

function unknownNameError(name: string, product: StreamProduct): ToolError {
  const hint = `${nextStep(name, product)} With --force the name is sent all the same; an unknown one never sends a message.`;
  return usageError(`${quoted(name)} is not a stream of ${product}.`, hint);
}

function nextStep(name: string, product: StreamProduct): string {
  const others = [...new Set(STREAMS.map((one) => one.product))].filter(
    (one) => one !== product && streamNameParser(streamsOf(one))(name) !== undefined,
  );
  if (others.length > 0) return `It is a stream of ${joinWords(others, 'and')}: add --on ${others[0]}.`;
  const nearest = nearestName(name, product);
  if (nearest !== undefined) return `Did you mean ${nearest}?`;
  if (/^[^!@]+@?$/.test(name)) return 'Put what to receive after the symbol, such as btcusdt@aggTrade.';
  return `Names of ${product} are ${streamsOf(product)
    .map((one) => one.name)
    .join(', ')}.`;
}

/**
 * Returns the known stream name that is spelled most similarly, or whose interval is as long as the given
 * one.
 */
function nearestName(name: string, product: StreamProduct): string | undefined {
  const streams = streamsOf(product);
  const isKnown = streamNameParser(streams);
  const candidates = streams.flatMap((stream) => candidatesOf(stream, name));
  return (
    sameLength(name, candidates) ??
    nearestWord(name, candidates.filter(isKnown)) ??
    longerName(name, candidates)
  );
}

/** Returns all names that a stream can have for the symbol with which a name begins. */
function candidatesOf({ name: pattern, slots }: Stream, name: string): readonly string[] {
  // Names of streams over all markets begin with an exclamation mark, and no symbol does.
  if (name.startsWith('!') !== pattern.startsWith('!')) return [];
  const [subject = ''] = name.split('@');
  const short = pattern.replace(/\[[^\]]*\]/g, '');
  const long = pattern.replace(/[[\]]/g, '');
  return [...new Set([short, long])].flatMap((one) => {
    let names = [one];
    for (const [, slot = ''] of one.matchAll(/<(\w+)>/g)) {
      const values = slots[slot]?.values ?? [freeValue(slot, subject)];
      names = names.flatMap((text) => values.map((value) => text.replace(`<${slot}>`, value)));
    }
    return names;
  });
}

/** Returns a value for a part of a stream name that may be any text: the given symbol, or an example. */
function freeValue(slot: string, subject: string): string {
  if (slot === 'zone') return '+08:00';
  return slot === 'expiry' ? '240628' : subject;
}

/**
 * Returns the candidate whose interval is as long as the name's: "kline_60m" means one hour and not 30m,
 * although "30m" is spelled more similarly.
 */
function sameLength(name: string, candidates: readonly string[]): string | undefined {
  const [, start, interval = ''] = /^(.*[_@])([^_@]+)$/.exec(name) ?? [];
  const spanMs = parseDuration(interval);
  if (start === undefined || spanMs === undefined) return undefined;
  return candidates.find((one) => one.startsWith(start) && parseDuration(one.slice(start.length)) === spanMs);
}

/** Returns the first candidate that begins with the whole given name and continues it. */
function longerName(name: string, candidates: readonly string[]): string | undefined {
  return name.startsWith('!') ? candidates.find((one) => one.startsWith(name)) : undefined;
}

/**
 * Returns a stream name in quotes, unless it could be a listen key: those are as long as this and have no
 * stream kind after a symbol.
 */
function quoted(name: string): string {
  const couldBeKey = name.length > KEY_LENGTH_MIN && !name.includes('@');
  return couldBeKey ? 'The name' : `"${displayValue('name', name)}"`;
}

const KEY_LENGTH_MIN = 40;

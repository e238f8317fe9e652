/** The address to which a client connects: its prefix, streams, listen keys and unit of times. */
import { LIMITS } from '../../catalogue/limits.ts';
import type { StreamProduct } from '../../catalogue/stream-types.ts';
import { TIME_UNIT } from '../../catalogue/streams.ts';
import { hasRoutes, type StreamRoute } from './stream-routes.ts';
import type { EventKinds } from './user-streams.ts';

/** Prefixes of today's futures and options addresses, and of older options addresses (public facts, Hosts). */
const PATH = /^(?:\/(public|market|private|eoptions))?\/(ws|stream)(?:\/(.*))?$/s;

/** The refusal of a WebSocket connection: HTTP status, error code and text. */
export interface StreamRefusal {
  readonly status: number;
  readonly code: number;
  readonly text: string;
}

export interface StreamTarget {
  readonly isKnown: boolean;
  readonly names: readonly string[];
  /** The kinds of events that the address lists for a listen key, keyed by listen key. */
  readonly eventKinds: ReadonlyMap<string, EventKinds>;
  readonly isCombined: boolean;
  readonly unit: string;
  readonly route: StreamRoute | undefined;
}

/**
 * Reads the targets `/ws/<a>/<b>` and `/stream?streams=<a>/<b>`, with `listenKey=<key>&events=<kind>/<kind>` once
 * or repeatedly if it is sent. A plus sign is not decoded as a space, because time zones contain it.
 */
export function readTarget(target: string): StreamTarget {
  const queryMark = target.indexOf('?');
  const [path, query] =
    queryMark < 0 ? [target, ''] : [target.slice(0, queryMark), target.slice(queryMark + 1)];
  const match = PATH.exec(path);
  const [, prefix, kind, rest = ''] = match ?? [];
  const isCombined = kind === 'stream';
  const pairs = query.split('&').map((pair): readonly [string, string] => {
    const at = pair.indexOf('=');
    return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
  });
  const values = new Map(pairs);
  const listed = isCombined ? (values.get('streams') ?? '') : rest;
  // Today's futures clients send listen keys as a query parameter, apart from the streams.
  const eventKinds = readEventKinds(pairs);
  const names = [...decodePercent(listed).split('/'), ...eventKinds.keys()];
  return {
    isKnown: match !== null,
    names: names.filter((name) => name !== ''),
    // Only /private has the list of events (public facts, USD-M user stream).
    eventKinds: prefix === 'private' ? eventKinds : new Map(),
    isCombined,
    route: prefix === 'eoptions' ? undefined : (prefix as StreamRoute | undefined),
    unit: (values.get(TIME_UNIT.name) ?? 'MILLISECOND').toUpperCase(),
  };
}

/**
 * Returns the listen keys of a query string, each with the kinds of events in the `events` parameter that
 * follows it; undefined stands for every kind.
 */
function readEventKinds(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, EventKinds> {
  const kinds = new Map<string, EventKinds>();
  let key = '';
  for (const [name, value] of pairs) {
    if (name === 'listenKey' && value !== '') {
      key = value;
      kinds.set(key, undefined);
    }
    if (name === 'events' && key !== '' && value !== '')
      kinds.set(key, new Set(decodePercent(value).split('/')));
  }
  return kinds;
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns why a connection to an address is refused; undefined if it is accepted. */
export function targetRefusal(
  { isKnown, unit, names, route }: StreamTarget,
  product: StreamProduct | undefined,
): StreamRefusal | undefined {
  if (!isKnown || (route !== undefined && !hasRoutes(product))) {
    return { status: 404, code: -1020, text: 'Streams are at /ws/<stream> and /stream?streams=<a>/<b>.' };
  }
  if (!(TIME_UNIT.values as readonly string[]).includes(unit)) {
    const text = 'Invalid value for time unit; expected either MICROSECOND or MILLISECOND.';
    return { status: 400, code: -1194, text };
  }
  const maximum = LIMITS.streamsPerConnection.value;
  if (names.length <= maximum) return undefined;
  return { status: 400, code: -1101, text: `A connection has at most ${maximum} streams.` };
}

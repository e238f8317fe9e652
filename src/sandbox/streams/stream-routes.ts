/**
 * The prefixes in front of /ws and /stream on the hosts of today's futures and options streams: /public for books,
 * /market for everything else, /private for user data (public facts, Futures stream addresses).
 */
import type { Interface } from '../../catalogue/environments.ts';
import type { Stream, StreamProduct } from '../../catalogue/stream-types.ts';
import { STREAMS } from '../../catalogue/streams.ts';
import { streamNameParser } from '../../request/stream-name.ts';

export type StreamRoute = 'public' | 'market' | 'private';

/** Says whether a connection is sent a stream. */
export type ServesStream = (name: string) => boolean;

/** Returns whether the host of a product has prefixes. */
export function hasRoutes(product: StreamProduct): boolean {
  return STREAMS.some((stream) => stream.product === product && stream.routeToday !== undefined);
}

/**
 * Returns which streams a connection is sent. A connection with a prefix is sent the streams of that prefix; one
 * without is sent all, or only those of /public where today's interface is served. The exchange acknowledges a
 * subscription to any other stream and sends nothing.
 */
export function servedStreams(
  product: StreamProduct,
  route: StreamRoute | undefined,
  served: Interface,
): ServesStream {
  const streams: readonly Stream[] = STREAMS.filter((stream) => stream.product === product);
  if (!hasRoutes(product) || (route === undefined && served === 'document')) return () => true;
  const parse = streamNameParser(streams);
  const sent: StreamRoute = route ?? 'public';
  // A name that is no market stream is a listen key.
  return (name) => (parse(name)?.stream.routeToday ?? 'private') === sent;
}

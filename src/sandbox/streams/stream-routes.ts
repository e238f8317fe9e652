/**
 * The prefixes in front of /ws and /stream on the hosts of today's futures and options streams: /public for books,
 * /market for everything else, /private for user data (public facts, Futures stream addresses).
 */
import type { Interface } from '../../catalogue/environments.ts';
import type { Stream, StreamProduct } from '../../catalogue/stream-types.ts';
import { STREAMS } from '../../catalogue/streams.ts';
import { streamNameParser } from '../../request/stream-name.ts';

export type StreamRoute = 'public' | 'market' | 'private';

/** Returns whether a connection is sent the stream with a given name. */
export type ServesStream = (name: string) => boolean;

/** Returns whether the host of a product has prefixes. */
export function hasRoutes(product: StreamProduct | undefined): boolean {
  return STREAMS.some((stream) => stream.product === product && stream.routeToday !== undefined);
}

/**
 * Returns the function that says which streams a connection with a prefix, or without one, is sent. A connection with a
 * prefix is sent the streams of that prefix; one without is sent all, or only those of /public where today's interface
 * is served. The exchange acknowledges a subscription to any other stream and sends nothing.
 */
export function streamRoutes(
  product: StreamProduct | undefined,
  served: Interface,
): (route: StreamRoute | undefined) => ServesStream {
  if (!hasRoutes(product)) return () => () => true;
  const streams: readonly Stream[] = STREAMS.filter((stream) => stream.product === product);
  const parse = streamNameParser(streams);
  return (route) => {
    if (route === undefined && served === 'document') return () => true;
    const sent: StreamRoute = route ?? 'public';
    // A name that is not a market stream is a listen key, whose stream is private.
    return (name) => (parse(name)?.stream.routeToday ?? 'private') === sent;
  };
}

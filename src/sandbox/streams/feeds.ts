/** Which streams of a product line are fed, and how. */

import { spotStreams } from '../../catalogue/spot/streams.ts';
import type { StreamProduct } from '../../catalogue/stream-types.ts';
import type { NamedStream } from '../../request/stream-name.ts';
import { futuresMarketOf } from '../engine/futures/futures-market.ts';
import { OPTIONS } from '../engine/options/engine.ts';
import type { Exchange } from '../types.ts';
import type { Feed } from './feed.ts';
import { isFuturesFeed, openFuturesFeed } from './futures-feeds.ts';
import { isOptionsFeed, openOptionsFeed } from './options-feeds.ts';
import { openSpotFeed } from './spot-feeds.ts';

/** Opens the feeds of a product line. */
export interface FeedOpener {
  /** By the stream's id. */
  isSimulated(id: string): boolean;
  /** Returns undefined where nothing has such a name, as for an unknown symbol: the stream stays silent. */
  open(named: NamedStream, openedAt: number): Feed | undefined;
}

export function feedOpener(exchange: Exchange, product: StreamProduct): FeedOpener {
  if (product === 'spot') {
    const ids = new Set<string>(spotStreams.map(({ id }) => id));
    return {
      isSimulated: (id) => ids.has(id),
      open: (named, openedAt) => openSpotFeed(exchange, named, openedAt),
    };
  }
  if (product === 'usdm' || product === 'coinm') {
    const market = futuresMarketOf(product, exchange.market);
    return {
      isSimulated: (id) => isFuturesFeed(id.slice(id.indexOf('.') + 1)),
      open: (named, openedAt) => openFuturesFeed(exchange.notices, market, named, openedAt),
    };
  }
  return {
    isSimulated: isOptionsFeed,
    open: (named, openedAt) => openOptionsFeed(exchange.parts.of(OPTIONS).floor, named, openedAt),
  };
}

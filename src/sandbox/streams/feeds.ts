/** Opens the feeds of the market streams of all products. */
import type { Stream, StreamProduct } from '../../catalogue/stream-types.ts';
import type { NamedStream } from '../../request/stream-name.ts';
import { futuresMarketOf } from '../engine/futures/market.ts';
import { OPTIONS } from '../engine/options/engine.ts';
import type { SandboxExchange } from '../exchange/create-exchange.ts';
import type { StreamFeed } from './feed.ts';
import { hasFuturesFeed, openFuturesFeed } from './futures-feeds.ts';
import { hasOptionsFeed, openOptionsFeed } from './options-feeds.ts';
import { hasSpotFeed, openSpotFeed } from './spot-feeds.ts';

/** Returns whether the sandbox simulates a stream of the catalogue. */
export function isSimulated({ id, product }: Pick<Stream, 'id' | 'product'>): boolean {
  switch (product) {
    case 'spot':
      return hasSpotFeed(id);
    case 'options':
      return hasOptionsFeed(id);
    case 'usdm':
    case 'coinm':
      return hasFuturesFeed(id);
  }
}

/**
 * Opens the feed of a stream that starts at a given time; returns undefined for an unknown symbol, whose
 * stream sends nothing.
 */
export function openFeed(
  exchange: SandboxExchange,
  product: StreamProduct,
  named: NamedStream,
  openedAt: number,
): StreamFeed | undefined {
  switch (product) {
    case 'spot':
      return openSpotFeed(exchange, named, openedAt);
    case 'options': {
      const { services, publicTrading: shown } = exchange.engines.get(OPTIONS);
      return openOptionsFeed({ ...services, shown }, named, openedAt);
    }
    case 'usdm':
    case 'coinm':
      return openFuturesFeed(
        {
          notices: exchange.userEvents,
          marketOf: (one) => futuresMarketOf(one, exchange.market),
          openedAt,
          served: exchange.interface,
        },
        named,
      );
  }
}

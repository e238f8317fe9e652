/** The feeds of spot streams. They read the public market, so that they agree with REST at the same time. */

import { type Interval, zoneMinutesOf } from '../../catalogue/candle-intervals.ts';
import { SECOND_MS } from '../../core/time-units.ts';
import type { UnixMs } from '../../core/words.ts';
import type { NamedStream } from '../../request/stream-name.ts';
import type { Exchange } from '../engine/exchange.ts';
import type { UserEvents } from '../engine/ledger/user-events.ts';
import { BOOK_STEP_MS } from '../engine/market/book.ts';
import type { Market } from '../engine/market/market.ts';
import type { MarketSymbol } from '../engine/market/symbols.ts';
import { bookOf, createChangeFeed } from './change-feed.ts';
import { periodicFeed, type StreamFeed } from './feed.ts';
import { aggregateTradeFeed, bestPriceFeed, candleFeed, type FeedSource, tradeFeed } from './market-feeds.ts';
import { arrayMessage, type Message } from './message.ts';
import {
  aggregateTradeMessage,
  averagePriceMessage,
  bookChangesMessage,
  bookTickerMessage,
  candleMessage,
  miniTickerMessage,
  partialBookMessage,
  tickerMessage,
  tradeMessage,
  windowTickerMessage,
} from './spot-messages.ts';
import { listenForPrices } from './touched-prices.ts';

/** The number of levels of the diff depth stream of spot: the maximum of REST. */
const BOOK_LEVELS_MAX = 5000;
const CANDLE_PERIOD_MS = 2000;

/** Matches a time zone of candles, from UTC-12 to UTC+14. */
const ZONE_FORM = /^[+-]?(?:\d|0\d|1[0-4])(?::[0-5]\d)?$/;

/**
 * Opens the feed of a spot stream that starts at a given time; returns undefined for an unknown symbol or
 * time zone.
 */
export function openSpotFeed(
  { publicMarket: market, userEvents }: Pick<Exchange, 'publicMarket' | 'userEvents'>,
  { stream, values }: NamedStream,
  openedAt: number,
): StreamFeed | undefined {
  const all = FEEDS_OF_ALL[stream.id];
  if (all !== undefined) return all(market, values, openedAt);
  const name = values['symbol'] ?? '';
  const symbol =
    name === name.toLowerCase() ? market.find(name.toUpperCase(), openedAt as UnixMs) : undefined;
  if (symbol === undefined) return undefined;
  return FEEDS[stream.id]?.({ market, notices: userEvents, symbol, values, openedAt });
}

/** Returns whether the sandbox simulates a stream of spot. */
export function hasSpotFeed(id: string): boolean {
  return id in FEEDS || id in FEEDS_OF_ALL;
}

interface SpotFeedOptions extends FeedSource {
  readonly notices: UserEvents;
  readonly values: Readonly<Record<string, string>>;
}

const FEEDS: Readonly<Record<string, (options: SpotFeedOptions) => StreamFeed | undefined>> = {
  'spot.agg-trade': (options) =>
    aggregateTradeFeed(options, (made, now) => aggregateTradeMessage(options.symbol, made, now)),
  'spot.trade': (options) => tradeFeed(options, (made, now) => tradeMessage(options.symbol, made, now)),
  'spot.kline': candleStream,
  'spot.mini-ticker': ({ market, symbol, openedAt }) =>
    periodicFeed(SECOND_MS, openedAt, (now) => [miniTickerMessage(market, symbol, now)]),
  'spot.ticker': ({ market, symbol, openedAt }) =>
    periodicFeed(SECOND_MS, openedAt, (now) => [tickerMessage(market, symbol, now)]),
  'spot.window-ticker': ({ market, symbol, values, openedAt }) =>
    periodicFeed(SECOND_MS, openedAt, (now) => [windowTickerMessage(market, symbol, values['window']!, now)]),
  'spot.avg-price': ({ market, symbol, openedAt }) =>
    periodicFeed(SECOND_MS, openedAt, (now) => [averagePriceMessage(market, symbol, now)]),
  'spot.book-ticker': bestPriceStream,
  'spot.partial-depth': ({ market, symbol, values, openedAt }) =>
    periodicFeed(speedMs(values), openedAt, (now) => [
      partialBookMessage(symbol, market.book(symbol, Number(values['levels']), now as UnixMs)),
    ]),
  'spot.depth': (options) =>
    createChangeFeed(
      bookOf(options),
      {
        levels: BOOK_LEVELS_MAX,
        periodMs: speedMs(options.values),
        listen: (touch) => listenForPrices(options.notices, options.symbol, touch),
      },
      (change, now) => bookChangesMessage(options.symbol, change, now),
    ),
};

const FEEDS_OF_ALL: Readonly<
  Record<string, (market: Market, values: SpotFeedOptions['values'], openedAt: number) => StreamFeed>
> = {
  'spot.all-mini-tickers': (market, _values, openedAt) =>
    changedSymbolsFeed(market, openedAt, (symbol, now) => miniTickerMessage(market, symbol, now)),
  'spot.all-tickers': (market, _values, openedAt) =>
    changedSymbolsFeed(market, openedAt, (symbol, now) => tickerMessage(market, symbol, now)),
  'spot.all-window-tickers': (market, values, openedAt) =>
    changedSymbolsFeed(market, openedAt, (symbol, now) =>
      windowTickerMessage(market, symbol, values['window']!, now),
    ),
  'spot.all-book-tickers': (market, _values, openedAt) => allBestPricesFeed(market, openedAt),
};

function speedMs(values: SpotFeedOptions['values']): number {
  return values['speed'] === '100ms' ? BOOK_STEP_MS : SECOND_MS;
}

function candleStream({ market, symbol, values, openedAt }: SpotFeedOptions): StreamFeed | undefined {
  const zone = values['zone'] ?? '0';
  const zoneMinutes = ZONE_FORM.test(zone) ? zoneMinutesOf(zone) : Number.NaN;
  if (!(zoneMinutes >= -720 && zoneMinutes <= 840)) return undefined;
  const interval = values['interval'] as Interval;
  const periodMs = interval === '1s' ? SECOND_MS : CANDLE_PERIOD_MS;
  const rows = (from: number | undefined, limit: number, now: UnixMs) =>
    market.candles({ symbol, interval, zoneMinutes, limit, now, ...(from === undefined ? {} : { from }) });
  return candleFeed({ periodMs, openedAt, rows }, (row, now) => candleMessage(symbol, interval, row, now));
}

function bestPriceStream(options: FeedSource): StreamFeed {
  return bestPriceFeed(options, (book) => bookTickerMessage(options.symbol, book));
}

/** Returns a feed that sends, once per second, an array of the symbols that traded since, or nothing if none did. */
function changedSymbolsFeed(
  market: Market,
  openedAt: number,
  write: (symbol: MarketSymbol, now: number) => Message,
): StreamFeed {
  const idAt = (symbol: MarketSymbol, now: number) => market.lastTrade(symbol, now as UnixMs)?.id ?? -1;
  const ids = new Map(market.symbols.map((symbol) => [symbol, idAt(symbol, openedAt)]));
  return periodicFeed(SECOND_MS, openedAt, (now) => {
    const changed = market.symbols.filter((symbol) => {
      const id = idAt(symbol, now);
      if (id === ids.get(symbol)) return false;
      ids.set(symbol, id);
      return true;
    });
    return changed.length === 0 ? [] : [arrayMessage(changed.map((symbol) => write(symbol, now)))];
  });
}

function allBestPricesFeed(market: Market, openedAt: number): StreamFeed {
  const feeds = market.symbols.map((symbol) => bestPriceStream({ market, symbol, openedAt }));
  return periodicFeed(BOOK_STEP_MS, openedAt, (now) => feeds.flatMap((feed) => feed.advance(now)));
}

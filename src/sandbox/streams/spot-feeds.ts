/** The streams of spot, fed from the market as everybody sees it: what REST answers at the same moment agrees. */

import { SECOND_MS } from '../../core/time-units.ts';
import type { UnixMs } from '../../core/words.ts';
import type { NamedStream } from '../../request/stream-name.ts';
import type { Exchange } from '../engine/exchange.ts';
import type { UserEvents } from '../engine/ledger/user-events.ts';
import { BOOK_STEP_MS } from '../engine/market/book.ts';
import { type Interval, zoneMinutesOf } from '../engine/market/intervals.ts';
import type { Market } from '../engine/market/market.ts';
import type { MarketSymbol } from '../engine/market/symbols.ts';
import { changeFeed } from './change-feed.ts';
import { type Feed, periodic } from './feed.ts';
import { aggregateTradeFeed, bestFeed, candleFeed, type Source, tradeFeed } from './market-feeds.ts';
import { arrayOf, type Message } from './message.ts';
import {
  aggregateTrade,
  averagePrice,
  bookChanges,
  bookTicker,
  candle,
  miniTicker,
  partialBook,
  ticker,
  trade,
  windowTicker,
} from './spot-messages.ts';
import { listenForPrices } from './touched-prices.ts';

/** Levels of a side that the stream of changes covers: as many as REST shows at most. */
const BOOK_LEVELS_MAX = 5000;
const CANDLE_PERIOD_MS = 2000;

/** Zones of candles lie from UTC-12 to UTC+14. */
const ZONE_FORM = /^[+-]?(?:\d|0\d|1[0-4])(?::[0-5]\d)?$/;

/** Opens the feed of a stream from a moment on; undefined where there is no such symbol or zone. */
export function openSpotFeed(
  { publicMarket: market, userEvents: notices }: Pick<Exchange, 'publicMarket' | 'userEvents'>,
  { stream, values }: NamedStream,
  openedAt: number,
): Feed | undefined {
  const all = FEEDS_OF_ALL[stream.id];
  if (all !== undefined) return all(market, values, openedAt);
  const name = values['symbol'] ?? '';
  const symbol =
    name === name.toLowerCase() ? market.find(name.toUpperCase(), openedAt as UnixMs) : undefined;
  if (symbol === undefined) return undefined;
  return FEEDS[stream.id]?.({ market, notices, symbol, values, openedAt });
}

interface Opening extends Source {
  readonly notices: UserEvents;
  readonly values: Readonly<Record<string, string>>;
}

const FEEDS: Readonly<Record<string, (opening: Opening) => Feed | undefined>> = {
  'spot.agg-trade': (opening) =>
    aggregateTradeFeed(opening, (made, now) => aggregateTrade(opening.symbol, made, now)),
  'spot.trade': (opening) => tradeFeed(opening, (made, now) => trade(opening.symbol, made, now)),
  'spot.kline': candles,
  'spot.mini-ticker': ({ market, symbol, openedAt }) =>
    periodic(SECOND_MS, openedAt, (now) => [miniTicker(market, symbol, now)]),
  'spot.ticker': ({ market, symbol, openedAt }) =>
    periodic(SECOND_MS, openedAt, (now) => [ticker(market, symbol, now)]),
  'spot.window-ticker': ({ market, symbol, values, openedAt }) =>
    periodic(SECOND_MS, openedAt, (now) => [windowTicker(market, symbol, values['window']!, now)]),
  'spot.avg-price': ({ market, symbol, openedAt }) =>
    periodic(SECOND_MS, openedAt, (now) => [averagePrice(market, symbol, now)]),
  'spot.book-ticker': bestPrices,
  'spot.partial-depth': ({ market, symbol, values, openedAt }) =>
    periodic(speedMs(values), openedAt, (now) => [
      partialBook(symbol, market.book(symbol, Number(values['levels']), now as UnixMs)),
    ]),
  'spot.depth': (opening) =>
    changeFeed(
      opening,
      {
        levels: BOOK_LEVELS_MAX,
        periodMs: speedMs(opening.values),
        listen: (touch) => listenForPrices(opening.notices, opening.symbol, touch),
      },
      (change, now) => bookChanges(opening.symbol, change, now),
    ),
};

const FEEDS_OF_ALL: Readonly<
  Record<string, (market: Market, values: Opening['values'], openedAt: number) => Feed>
> = {
  'spot.all-mini-tickers': (market, _values, openedAt) =>
    ofChanged(market, openedAt, (symbol, now) => miniTicker(market, symbol, now)),
  'spot.all-tickers': (market, _values, openedAt) =>
    ofChanged(market, openedAt, (symbol, now) => ticker(market, symbol, now)),
  'spot.all-window-tickers': (market, values, openedAt) =>
    ofChanged(market, openedAt, (symbol, now) => windowTicker(market, symbol, values['window']!, now)),
  'spot.all-book-tickers': (market, _values, openedAt) => allBestPrices(market, openedAt),
};

function speedMs(values: Opening['values']): number {
  return values['speed'] === '100ms' ? BOOK_STEP_MS : SECOND_MS;
}

function candles({ market, symbol, values, openedAt }: Opening): Feed | undefined {
  const zone = values['zone'] ?? '0';
  const zoneMinutes = ZONE_FORM.test(zone) ? zoneMinutesOf(zone) : Number.NaN;
  if (!(zoneMinutes >= -720 && zoneMinutes <= 840)) return undefined;
  const interval = values['interval'] as Interval;
  const periodMs = interval === '1s' ? SECOND_MS : CANDLE_PERIOD_MS;
  const rows = (from: number | undefined, limit: number, now: UnixMs) =>
    market.candles({ symbol, interval, zoneMinutes, limit, now, ...(from === undefined ? {} : { from }) });
  return candleFeed({ periodMs, openedAt, rows }, (row, now) => candle(symbol, interval, row, now));
}

function bestPrices(opening: Source): Feed {
  return bestFeed(opening, (book) => bookTicker(opening.symbol, book));
}

/** Once a second an array of the symbols that traded since; nothing where none did. */
function ofChanged(
  market: Market,
  openedAt: number,
  write: (symbol: MarketSymbol, now: number) => Message,
): Feed {
  const idAt = (symbol: MarketSymbol, now: number) => market.lastTrade(symbol, now as UnixMs)?.id ?? -1;
  const ids = new Map(market.symbols.map((symbol) => [symbol, idAt(symbol, openedAt)]));
  return periodic(SECOND_MS, openedAt, (now) => {
    const changed = market.symbols.filter((symbol) => {
      const id = idAt(symbol, now);
      if (id === ids.get(symbol)) return false;
      ids.set(symbol, id);
      return true;
    });
    return changed.length === 0 ? [] : [arrayOf(changed.map((symbol) => write(symbol, now)))];
  });
}

function allBestPrices(market: Market, openedAt: number): Feed {
  const feeds = market.symbols.map((symbol) => bestPrices({ market, symbol, openedAt }));
  return periodic(BOOK_STEP_MS, openedAt, (now) => feeds.flatMap((feed) => feed.advance(now)));
}

/** The streams of spot, fed from the market as everybody sees it: what REST answers at the same moment agrees. */

import type { UnixMs } from '../../core/words.ts';
import type { NamedStream } from '../../request/stream-name.ts';
import { BOOK_STEP_MS, type Level } from '../engine/book.ts';
import { tradeIdsOf } from '../engine/groups.ts';
import { type Interval, zoneMinutesOf } from '../engine/intervals.ts';
import type { Market } from '../engine/market.ts';
import type { MarketSymbol } from '../engine/symbols.ts';
import { FEED_MESSAGES_MAX, type Feed, periodic } from './feed.ts';
import type { Message } from './message.ts';
import {
  aggregateTrade,
  arrayOf,
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

/** Levels of a side that the stream of changes covers: as many as REST shows at most. */
const BOOK_LEVELS_MAX = 5000;
const SECOND_MS = 1000;
const CANDLE_PERIOD_MS = 2000;

/** Zones of candles lie from UTC-12 to UTC+14. */
const ZONE_FORM = /^[+-]?(?:\d|0\d|1[0-4])(?::[0-5]\d)?$/;

/** Opens the feed of a stream from a moment on; undefined where there is no such symbol or zone. */
export function openSpotFeed(
  market: Market,
  { stream, values }: NamedStream,
  openedAt: number,
): Feed | undefined {
  const all = FEEDS_OF_ALL[stream.id];
  if (all !== undefined) return all(market, values, openedAt);
  const name = values['symbol'] ?? '';
  const symbol =
    name === name.toLowerCase() ? market.find(name.toUpperCase(), openedAt as UnixMs) : undefined;
  if (symbol === undefined) return undefined;
  return FEEDS[stream.id]?.({ market, symbol, values, openedAt });
}

interface Opening {
  readonly market: Market;
  readonly symbol: MarketSymbol;
  readonly values: Readonly<Record<string, string>>;
  readonly openedAt: number;
}

const FEEDS: Readonly<Record<string, (opening: Opening) => Feed | undefined>> = {
  'spot.agg-trade': aggregateTrades,
  'spot.trade': trades,
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
  'spot.depth': changes,
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

function aggregateTrades({ market, symbol, openedAt }: Opening): Feed {
  const endAt = (now: number) => (market.lastTrade(symbol, now as UnixMs)?.id ?? -1) + 1;
  let next = endAt(openedAt);
  return {
    advance(now) {
      const from = next;
      next = Math.min(endAt(now), from + FEED_MESSAGES_MAX);
      return market.aggregateTrades(symbol, from, next).map((made) => aggregateTrade(symbol, made, now));
    },
  };
}

function trades({ market, symbol, openedAt }: Opening): Feed {
  const endAt = (now: number) => {
    const last = market.lastTrade(symbol, now as UnixMs);
    return last === undefined ? 0 : tradeIdsOf(last).lastId + 1;
  };
  let next = endAt(openedAt);
  return {
    advance(now) {
      const from = next;
      next = Math.min(endAt(now), from + FEED_MESSAGES_MAX);
      return market.trades(symbol, from, next).map((made) => trade(symbol, made, now));
    },
  };
}

/** Each candle that has closed, and then the open one. */
function candles({ market, symbol, values, openedAt }: Opening): Feed | undefined {
  const zone = values['zone'] ?? '0';
  const zoneMinutes = ZONE_FORM.test(zone) ? zoneMinutesOf(zone) : Number.NaN;
  if (!(zoneMinutes >= -720 && zoneMinutes <= 840)) return undefined;
  const interval = values['interval'] as Interval;
  const query = (from: number | undefined, limit: number, now: number) =>
    market.candles({
      symbol,
      interval,
      zoneMinutes,
      limit,
      now: now as UnixMs,
      ...(from === undefined ? {} : { from }),
    });
  let from = query(undefined, 1, openedAt)[0]?.openTime;
  const periodMs = interval === '1s' ? SECOND_MS : CANDLE_PERIOD_MS;
  let period = Math.floor(openedAt / periodMs);
  return {
    advance(now) {
      if (Math.floor(now / periodMs) <= period) return [];
      const rows = query(from, FEED_MESSAGES_MAX, now);
      // After a leap there may be more than these: the period is over when the open candle was among them.
      if (rows.length < FEED_MESSAGES_MAX) period = Math.floor(now / periodMs);
      const last = rows.at(-1);
      if (last !== undefined) from = last.closeTime < now ? last.closeTime + 1 : last.openTime;
      return rows.map((row) => candle(symbol, interval, row, now));
    },
  };
}

function bestPrices({ market, symbol, openedAt }: Opening): Feed {
  const bestAt = (now: number) => market.book(symbol, 1, now as UnixMs);
  const same = (a: Level | undefined, b: Level | undefined) => a?.price === b?.price && a?.lots === b?.lots;
  let before = bestAt(openedAt);
  return {
    advance(now) {
      const book = bestAt(now);
      if (same(book.bids[0], before.bids[0]) && same(book.asks[0], before.asks[0])) return [];
      before = book;
      return [bookTicker(symbol, book)];
    },
  };
}

/** The changes from the last message's book to the book as it stands, so that ids join without a gap. */
function changes({ market, symbol, values, openedAt }: Opening): Feed {
  let before = market.book(symbol, BOOK_LEVELS_MAX, openedAt as UnixMs);
  const periodMs = speedMs(values);
  let period = Math.floor(openedAt / periodMs);
  return {
    advance(now) {
      if (Math.floor(now / periodMs) <= period) return [];
      period = Math.floor(now / periodMs);
      const book = market.book(symbol, BOOK_LEVELS_MAX, now as UnixMs);
      if (book.lastUpdateId <= before.lastUpdateId) return [];
      const changed = {
        bids: changedLevels(before.bids, book.bids, -1),
        asks: changedLevels(before.asks, book.asks, 1),
      };
      const firstId = before.lastUpdateId + 1;
      before = book;
      return [bookChanges(symbol, firstId, book.lastUpdateId, changed, now)];
    },
  };
}

/** Returns the levels in which a side differs, best first, with no lots where one is gone. */
export function changedLevels(
  before: readonly Level[],
  after: readonly Level[],
  direction: 1 | -1,
): readonly Level[] {
  const changed: Level[] = [];
  let place = 0;
  for (const level of after) {
    while (place < before.length && (level.price - before[place]!.price) * direction > 0) {
      changed.push({ price: before[place]!.price, lots: 0 });
      place += 1;
    }
    const same = before[place]?.price === level.price ? before[place] : undefined;
    if (same !== undefined) place += 1;
    if (same?.lots !== level.lots) changed.push(level);
  }
  for (; place < before.length; place += 1) changed.push({ price: before[place]!.price, lots: 0 });
  return changed;
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
  const feeds = market.symbols.map((symbol) => bestPrices({ market, symbol, values: {}, openedAt }));
  return periodic(BOOK_STEP_MS, openedAt, (now) => feeds.flatMap((feed) => feed.advance(now)));
}

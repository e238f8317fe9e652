/** Feeds of trades, candles and best prices that all products share; each product writes its own messages. */
import type { UnixMs } from '../../core/words.ts';
import type { DepthSnapshot, MarketLevel } from '../engine/market/book.ts';
import type { Market } from '../engine/market/market.ts';
import type { MarketSymbol } from '../engine/market/symbols.ts';
import type { AggregateTrade } from '../engine/market/time-span.ts';
import { type Trade, tradeIdsOf } from '../engine/market/trade-groups.ts';
import { FEED_MESSAGES_MAX, type StreamFeed } from './feed.ts';
import type { Message } from './message.ts';

/** The market and symbol of a feed, and the time from which it sends. */
export interface FeedSource {
  readonly market: Market;
  readonly symbol: MarketSymbol;
  readonly openedAt: number;
}

/** Returns a feed that sends each aggregate trade once. */
export function aggregateTradeFeed(
  { market, symbol, openedAt }: FeedSource,
  write: (trade: AggregateTrade, now: number) => Message,
): StreamFeed {
  const endAt = (now: number) => (market.lastTrade(symbol, now as UnixMs)?.id ?? -1) + 1;
  let next = endAt(openedAt);
  return {
    advance(now) {
      const from = next;
      next = Math.min(endAt(now), from + FEED_MESSAGES_MAX);
      return market.aggregateTrades(symbol, from, next).map((made) => write(made, now));
    },
  };
}

/** Each trade once. */
export function tradeFeed(
  { market, symbol, openedAt }: FeedSource,
  write: (trade: Trade, now: number) => Message,
): StreamFeed {
  const endAt = (now: number) => {
    const last = market.lastTrade(symbol, now as UnixMs);
    return last === undefined ? 0 : tradeIdsOf(last).lastId + 1;
  };
  let next = endAt(openedAt);
  return {
    advance(now) {
      const from = next;
      next = Math.min(endAt(now), from + FEED_MESSAGES_MAX);
      return market.trades(symbol, from, next).map((made) => write(made, now));
    },
  };
}

interface CandleSource<C> {
  readonly periodMs: number;
  readonly openedAt: number;
  /** Returns candles that open at `from` or later, oldest first; without `from` the newest candles. */
  readonly rows: (from: number | undefined, limit: number, now: UnixMs) => readonly C[];
}

/**
 * Returns a feed that sends, in each period, the candles that closed since the last period and then the open
 * candle.
 */
export function candleFeed<C extends { readonly openTime: number; readonly closeTime: number }>(
  { periodMs, openedAt, rows }: CandleSource<C>,
  write: (candle: C, now: number) => Message,
): StreamFeed {
  let from = rows(undefined, 1, openedAt as UnixMs)[0]?.openTime;
  let period = Math.floor(openedAt / periodMs);
  return {
    advance(now) {
      if (Math.floor(now / periodMs) <= period) return [];
      const due = rows(from, FEED_MESSAGES_MAX, now as UnixMs);
      // After a jump of the clock there may be more messages; the period is over once the open candle was sent.
      if (due.length < FEED_MESSAGES_MAX) period = Math.floor(now / periodMs);
      const last = due.at(-1);
      if (last !== undefined) from = last.closeTime < now ? last.closeTime + 1 : last.openTime;
      return due.map((row) => write(row, now));
    },
  };
}

/** Returns a feed of the best bid and ask that sends when either has changed since the last tick. */
export function bestPriceFeed(
  { market, symbol, openedAt }: FeedSource,
  write: (book: DepthSnapshot, now: number) => Message,
): StreamFeed {
  const bestAt = (now: number) => market.book(symbol, 1, now as UnixMs);
  const same = (a: MarketLevel | undefined, b: MarketLevel | undefined) =>
    a?.price === b?.price && a?.lots === b?.lots;
  let before = bestAt(openedAt);
  return {
    advance(now) {
      const book = bestAt(now);
      if (same(book.bids[0], before.bids[0]) && same(book.asks[0], before.asks[0])) return [];
      before = book;
      return [write(book, now)];
    },
  };
}

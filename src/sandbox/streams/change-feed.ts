/**
 * The feed of order book changes (diff depth). A client that took a snapshot between two messages must find
 * in the next message every level that changed since, even one that changed back: so the order book is
 * compared at each of its 100 ms steps.
 */
import type { UnixMs } from '../../core/words.ts';
import { BOOK_STEP_MS, bookStep, type DepthSnapshot, type MarketLevel } from '../engine/market/book.ts';
import type { StreamFeed } from './feed.ts';
import type { FeedSource } from './market-feeds.ts';
import type { Message } from './message.ts';

/** An order book whose changes are sent, and the time from which they are. */
export interface BookSource {
  /** Returns the order book with up to `levels` price levels on each side. */
  readonly book: (levels: number, at: number) => DepthSnapshot;
  readonly openedAt: number;
}

/** Returns the order book of a symbol of spot or futures. */
export function bookOf({ market, symbol, openedAt }: FeedSource): BookSource {
  return { book: (levels, at) => market.book(symbol, levels, at as UnixMs), openedAt };
}

/** The changes of a book between two messages. */
export interface BookChange {
  /** The ids of the first and the last update that the message covers. */
  readonly firstId: number;
  readonly lastId: number;
  /** The last update id of the previous message. */
  readonly previousId: number;
  /**
   * The changed price levels with their absolute quantities, best price first; 0 lots for a removed level.
   */
  readonly bids: readonly MarketLevel[];
  readonly asks: readonly MarketLevel[];
}

export interface ChangeOptions {
  /** The number of levels of each side. */
  readonly levels: number;
  readonly periodMs: number;
  /**
   * Whether the first message covers the update that was current when the stream was opened, as the rules of
   * futures require.
   */
  readonly overlaps?: boolean;
  /**
   * Calls its argument with each price at which an order changes the book; returns a function that ends this.
   */
  readonly listen?: (onTouch: (isBids: boolean, price: number) => void) => () => void;
}

/**
 * The largest number of book steps that are compared one by one. After a longer jump of the clock only the
 * last step is compared, because no client could take a snapshot in between.
 */
const STEPS_MAX = 20;

/** Returns a feed of book changes; the update ids of consecutive messages have no gap. */
export function createChangeFeed(
  { book: bookAt, openedAt }: BookSource,
  { levels, periodMs, overlaps = false, listen }: ChangeOptions,
  write: (change: BookChange, now: number) => Message,
): StreamFeed {
  const touchedPrices = { bids: new Set<number>(), asks: new Set<number>() };
  let lastBook = bookAt(levels, openedAt);
  let lastStep = bookStep(openedAt);
  let previousId = lastBook.lastUpdateId;
  let firstId = overlaps ? previousId : previousId + 1;
  let period = Math.floor(openedAt / periodMs);
  const stop = listen?.(
    (isBids, price) => void (isBids ? touchedPrices.bids : touchedPrices.asks).add(price),
  );
  const compareBook = (at: number) => {
    if (bookAt(1, at).lastUpdateId === lastBook.lastUpdateId) return;
    const book = bookAt(levels, at);
    addChangedPrices(lastBook.bids, book.bids, touchedPrices.bids, -1);
    addChangedPrices(lastBook.asks, book.asks, touchedPrices.asks, 1);
    lastBook = book;
  };
  return {
    advance(now) {
      const step = bookStep(now);
      if (step - lastStep <= STEPS_MAX) {
        for (let missed = lastStep + 1; missed < step; missed += 1) compareBook(missed * BOOK_STEP_MS);
      }
      compareBook(now);
      lastStep = step;
      if (Math.floor(now / periodMs) <= period) return [];
      period = Math.floor(now / periodMs);
      if (lastBook.lastUpdateId <= previousId) return [];
      const change = {
        firstId,
        lastId: lastBook.lastUpdateId,
        previousId,
        ...changesOf(lastBook, touchedPrices),
      };
      previousId = lastBook.lastUpdateId;
      firstId = previousId + 1;
      touchedPrices.bids.clear();
      touchedPrices.asks.clear();
      return [write(change, now)];
    },
    ...(stop === undefined ? {} : { close: stop }),
  };
}

/** Adds the prices at which two sides differ; both are sorted from best to worst. */
function addChangedPrices(
  before: readonly MarketLevel[],
  after: readonly MarketLevel[],
  touchedPrices: Set<number>,
  direction: 1 | -1,
): void {
  let index = 0;
  for (const level of after) {
    while (index < before.length && (level.price - before[index]!.price) * direction > 0) {
      touchedPrices.add(before[index]!.price);
      index += 1;
    }
    const same = before[index]?.price === level.price ? before[index] : undefined;
    if (same !== undefined) index += 1;
    if (same?.lots !== level.lots) touchedPrices.add(level.price);
  }
  for (; index < before.length; index += 1) touchedPrices.add(before[index]!.price);
}

function changesOf(
  book: DepthSnapshot,
  touchedPrices: { readonly bids: Set<number>; readonly asks: Set<number> },
) {
  const [bids, asks] = [
    [...touchedPrices.bids].sort((a, b) => b - a),
    [...touchedPrices.asks].sort((a, b) => a - b),
  ];
  return { bids: levelsAt(book.bids, bids, -1), asks: levelsAt(book.asks, asks, 1) };
}

/** Returns the current level at each of the prices, 0 lots if there is none; both are sorted from best to worst. */
function levelsAt(
  side: readonly MarketLevel[],
  prices: readonly number[],
  direction: 1 | -1,
): readonly MarketLevel[] {
  let index = 0;
  return prices.map((price) => {
    while (index < side.length && (price - side[index]!.price) * direction > 0) index += 1;
    const level = side[index];
    return level?.price === price ? level : { price, lots: 0 };
  });
}

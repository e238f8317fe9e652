/**
 * The changes of a book, message by message. Whoever took a snapshot between two messages must find in the next
 * all that changed since, also what changed and changed back: the book is looked at in each of its steps.
 */
import type { UnixMs } from '../../core/words.ts';
import { BOOK_STEP_MS, type Book, bookStep, type Level } from '../engine/market/book.ts';
import type { StreamFeed } from './feed.ts';
import type { FeedSource } from './market-feeds.ts';
import type { Message } from './message.ts';

/** What changed from one message's book to the next. */
export interface BookChange {
  /** Ids of the first and the last update it covers. */
  readonly firstId: number;
  readonly lastId: number;
  /** The last update of the message before. */
  readonly previousId: number;
  /** Absolute quantities, best first; no lots for a level that is gone. */
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

export interface ChangeOptions {
  /** Levels of a side that are covered. */
  readonly levels: number;
  readonly periodMs: number;
  /** Whether the first message covers the update with which the feed was opened, as rules of futures want. */
  readonly overlaps?: boolean;
  /** Calls back with each price at which somebody changes the book between two looks; returns what ends that. */
  readonly listen?: (onTouch: (isBids: boolean, price: number) => void) => () => void;
}

/**
 * Steps that are looked at one by one. After a longer leap of the clock only its end is: nobody had the time to take a
 * snapshot within it.
 */
const STEPS_MAX = 20;

/** Ids join without a gap from message to message. */
export function createChangeFeed(
  { market, symbol, openedAt }: FeedSource,
  { levels, periodMs, overlaps = false, listen }: ChangeOptions,
  write: (change: BookChange, now: number) => Message,
): StreamFeed {
  const touchedPrices = { bids: new Set<number>(), asks: new Set<number>() };
  let lastBook = market.book(symbol, levels, openedAt as UnixMs);
  let lastStep = bookStep(openedAt);
  let previousId = lastBook.lastUpdateId;
  let firstId = overlaps ? previousId : previousId + 1;
  let period = Math.floor(openedAt / periodMs);
  const stop = listen?.(
    (isBids, price) => void (isBids ? touchedPrices.bids : touchedPrices.asks).add(price),
  );
  const compareBook = (at: number) => {
    if (market.book(symbol, 1, at as UnixMs).lastUpdateId === lastBook.lastUpdateId) return;
    const book = market.book(symbol, levels, at as UnixMs);
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

/** Notes the prices at which two sides differ; both go from best to worst. */
function addChangedPrices(
  before: readonly Level[],
  after: readonly Level[],
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

function changesOf(book: Book, touchedPrices: { readonly bids: Set<number>; readonly asks: Set<number> }) {
  const [bids, asks] = [
    [...touchedPrices.bids].sort((a, b) => b - a),
    [...touchedPrices.asks].sort((a, b) => a - b),
  ];
  return { bids: levelsAt(book.bids, bids, -1), asks: levelsAt(book.asks, asks, 1) };
}

/** Returns the level at each of these prices as it is now; both go from best to worst. */
function levelsAt(side: readonly Level[], prices: readonly number[], direction: 1 | -1): readonly Level[] {
  let index = 0;
  return prices.map((price) => {
    while (index < side.length && (price - side[index]!.price) * direction > 0) index += 1;
    const level = side[index];
    return level?.price === price ? level : { price, lots: 0 };
  });
}

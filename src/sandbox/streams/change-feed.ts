/**
 * The changes of a book, message by message. Whoever took a snapshot between two messages must find in the next
 * all that changed since, also what changed and changed back: the book is looked at in each of its steps.
 */
import type { UnixMs } from '../../core/words.ts';
import { BOOK_STEP_MS, type Book, bookStep, type Level } from '../engine/market/book.ts';
import type { Feed } from './feed.ts';
import type { Source } from './market-feeds.ts';
import type { Message } from './message.ts';

/** What changed from one message's book to the next. */
export interface Change {
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
  readonly listen?: (touch: (isBids: boolean, price: number) => void) => () => void;
}

/**
 * Steps that are looked at one by one. After a longer leap of the clock only its end is: nobody had the time to take a
 * snapshot within it.
 */
const STEPS_MAX = 20;

/** Ids join without a gap from message to message. */
export function changeFeed(
  { market, symbol, openedAt }: Source,
  { levels, periodMs, overlaps = false, listen }: ChangeOptions,
  write: (change: Change, now: number) => Message,
): Feed {
  const touched = { bids: new Set<number>(), asks: new Set<number>() };
  let seen = market.book(symbol, levels, openedAt as UnixMs);
  let seenStep = bookStep(openedAt);
  let previousId = seen.lastUpdateId;
  let firstId = overlaps ? previousId : previousId + 1;
  let period = Math.floor(openedAt / periodMs);
  const stop = listen?.((isBids, price) => void (isBids ? touched.bids : touched.asks).add(price));
  const look = (at: number) => {
    if (market.book(symbol, 1, at as UnixMs).lastUpdateId === seen.lastUpdateId) return;
    const book = market.book(symbol, levels, at as UnixMs);
    noteChanges(seen.bids, book.bids, touched.bids, -1);
    noteChanges(seen.asks, book.asks, touched.asks, 1);
    seen = book;
  };
  return {
    advance(now) {
      const step = bookStep(now);
      if (step - seenStep <= STEPS_MAX) {
        for (let missed = seenStep + 1; missed < step; missed += 1) look(missed * BOOK_STEP_MS);
      }
      look(now);
      seenStep = step;
      if (Math.floor(now / periodMs) <= period) return [];
      period = Math.floor(now / periodMs);
      if (seen.lastUpdateId <= previousId) return [];
      const change = { firstId, lastId: seen.lastUpdateId, previousId, ...changesOf(seen, touched) };
      previousId = seen.lastUpdateId;
      firstId = previousId + 1;
      touched.bids.clear();
      touched.asks.clear();
      return [write(change, now)];
    },
    ...(stop === undefined ? {} : { close: stop }),
  };
}

/** Notes the prices at which two sides differ; both go from best to worst. */
function noteChanges(
  before: readonly Level[],
  after: readonly Level[],
  touched: Set<number>,
  direction: 1 | -1,
): void {
  let place = 0;
  for (const level of after) {
    while (place < before.length && (level.price - before[place]!.price) * direction > 0) {
      touched.add(before[place]!.price);
      place += 1;
    }
    const same = before[place]?.price === level.price ? before[place] : undefined;
    if (same !== undefined) place += 1;
    if (same?.lots !== level.lots) touched.add(level.price);
  }
  for (; place < before.length; place += 1) touched.add(before[place]!.price);
}

function changesOf(book: Book, touched: { readonly bids: Set<number>; readonly asks: Set<number> }) {
  const [bids, asks] = [[...touched.bids].sort((a, b) => b - a), [...touched.asks].sort((a, b) => a - b)];
  return { bids: levelsAt(book.bids, bids, -1), asks: levelsAt(book.asks, asks, 1) };
}

/** Returns the level at each of these prices as it is now; both go from best to worst. */
function levelsAt(side: readonly Level[], prices: readonly number[], direction: 1 | -1): readonly Level[] {
  let place = 0;
  return prices.map((price) => {
    while (place < side.length && (price - side[place]!.price) * direction > 0) place += 1;
    const level = side[place];
    return level?.price === price ? level : { price, lots: 0 };
  });
}

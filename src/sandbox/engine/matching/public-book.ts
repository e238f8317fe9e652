/**
 * The public order book: the levels of the simulated market, less the lots that users took in the current
 * step, together with the resting orders of users.
 */
import { bookStep, type DepthSnapshot, type MarketLevel } from '../market/book.ts';

/** The resting orders of users on one symbol, and the lots they took from the market's own book. */
export interface UserBook {
  /** A number that grows with every change of the resting orders or the lots taken. */
  readonly changes: number;
  /** Returns the levels of the resting orders of a side, best first. */
  levels(isBids: boolean): Iterable<MarketLevel>;
  /**
   * Returns the lots that users took from the simulated market's levels in a step of the order book, by
   * price.
   */
  consumedLots(isBids: boolean, step: number): ReadonlyMap<number, number>;
}

/**
 * Returns up to `levels` levels on each side of the order book of market and users together; `marketBook`
 * returns the given number of the simulated market's levels.
 */
export function mergeUserBook(
  users: UserBook,
  levels: number,
  at: number,
  marketBook: (levels: number) => DepthSnapshot,
): DepthSnapshot {
  const step = bookStep(at);
  const [consumedBids, consumedAsks] = [users.consumedLots(true, step), users.consumedLots(false, step)];
  const [bids, asks] = [
    [...takeFirst(users.levels(true), levels)],
    [...takeFirst(users.levels(false), levels)],
  ];
  const [bestBid, bestAsk] = [bids[0]?.price, asks[0]?.price];
  // Market levels that cross a resting order of a user are hidden, so that the public book is never crossed.
  const shownBids = (all: readonly MarketLevel[]) =>
    withoutConsumed(all, consumedBids).filter(({ price }) => bestAsk === undefined || price < bestAsk);
  const shownAsks = (all: readonly MarketLevel[]) =>
    withoutConsumed(all, consumedAsks).filter(({ price }) => bestBid === undefined || price > bestBid);
  // Levels that users took whole, and hidden levels, are replaced by the levels behind them.
  let fetched = levels + Math.max(consumedBids.size, consumedAsks.size);
  let book = marketBook(fetched);
  let [ownBids, ownAsks] = [shownBids(book.bids), shownAsks(book.asks)];
  for (;;) {
    const missing = Math.max(
      book.bids.length < fetched ? 0 : levels - ownBids.length,
      book.asks.length < fetched ? 0 : levels - ownAsks.length,
    );
    if (missing <= 0) break;
    fetched += Math.max(missing, fetched);
    book = marketBook(fetched);
    [ownBids, ownAsks] = [shownBids(book.bids), shownAsks(book.asks)];
  }
  return {
    lastUpdateId: book.lastUpdateId + users.changes,
    bids: mergeLevels(ownBids, bids, -1).slice(0, levels),
    asks: mergeLevels(ownAsks, asks, 1).slice(0, levels),
  };
}

function withoutConsumed(
  levels: readonly MarketLevel[],
  consumedLots: ReadonlyMap<number, number>,
): readonly MarketLevel[] {
  if (consumedLots.size === 0) return levels;
  return levels
    .map(({ price, lots }) => ({ price, lots: lots - (consumedLots.get(price) ?? 0) }))
    .filter(({ lots }) => lots > 0);
}

/** Merges two lists of price levels, best first, and adds the lots at equal prices. */
function mergeLevels(
  marketLevels: readonly MarketLevel[],
  users: readonly MarketLevel[],
  direction: 1 | -1,
): readonly MarketLevel[] {
  if (users.length === 0) return marketLevels;
  const mergedLevels: MarketLevel[] = [];
  let nextUser = 0;
  for (const level of marketLevels) {
    while (nextUser < users.length && (level.price - users[nextUser]!.price) * direction > 0) {
      mergedLevels.push(users[nextUser]!);
      nextUser += 1;
    }
    const samePrice = users[nextUser]?.price === level.price ? users[nextUser] : undefined;
    if (samePrice !== undefined) nextUser += 1;
    mergedLevels.push(
      samePrice === undefined ? level : { price: level.price, lots: level.lots + samePrice.lots },
    );
  }
  return [...mergedLevels, ...users.slice(nextUser)];
}

function* takeFirst<T>(values: Iterable<T>, count: number): Iterable<T> {
  let remaining = count;
  if (remaining <= 0) return;
  for (const value of values) {
    yield value;
    remaining -= 1;
    if (remaining === 0) return;
  }
}

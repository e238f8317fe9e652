/**
 * The book as everybody sees it: the market's own levels, less what users took of them while that step lasts, and
 * the orders of users that rest.
 */
import { type Book, bookStep, type Level } from '../market/book.ts';

/** What users have on one symbol's book, and what they took off it. */
export interface UserBook {
  /** Ascends with every change of it. */
  readonly changes: number;
  /** Returns the levels of the resting orders of a side, best first. */
  levels(isBids: boolean): Iterable<Level>;
  /** Returns the lots that users took of the market's own levels in a step of the book, by price. */
  taken(isBids: boolean, step: number): ReadonlyMap<number, number>;
}

/** Returns up to `levels` levels a side; `own` returns the market's own book with so many. */
export function layOverBook(
  users: UserBook,
  levels: number,
  at: number,
  own: (levels: number) => Book,
): Book {
  const step = bookStep(at);
  const [takenBids, takenAsks] = [users.taken(true, step), users.taken(false, step)];
  const [bids, asks] = [[...firstOf(users.levels(true), levels)], [...firstOf(users.levels(false), levels)]];
  const gone = Math.max(takenBids.size, takenAsks.size);
  // Levels that are gone make room for those behind them.
  const book = own(levels + gone);
  const [bestBid, bestAsk] = [bids[0]?.price, asks[0]?.price];
  // A resting order that the market's own book moved across hides what it crosses: no book is crossed.
  const ownBids = left(book.bids, takenBids).filter(({ price }) => bestAsk === undefined || price < bestAsk);
  const ownAsks = left(book.asks, takenAsks).filter(({ price }) => bestBid === undefined || price > bestBid);
  return {
    lastUpdateId: book.lastUpdateId + users.changes,
    bids: merged(ownBids, bids, -1).slice(0, levels),
    asks: merged(ownAsks, asks, 1).slice(0, levels),
  };
}

function left(levels: readonly Level[], taken: ReadonlyMap<number, number>): readonly Level[] {
  if (taken.size === 0) return levels;
  return levels
    .map(({ price, lots }) => ({ price, lots: lots - (taken.get(price) ?? 0) }))
    .filter(({ lots }) => lots > 0);
}

/** Merges two sides, best first, and adds up what stands at one price. */
function merged(own: readonly Level[], users: readonly Level[], direction: 1 | -1): readonly Level[] {
  if (users.length === 0) return own;
  const levels: Level[] = [];
  let next = 0;
  for (const level of own) {
    while (next < users.length && (level.price - users[next]!.price) * direction > 0) {
      levels.push(users[next]!);
      next += 1;
    }
    const same = users[next]?.price === level.price ? users[next] : undefined;
    if (same !== undefined) next += 1;
    levels.push(same === undefined ? level : { price: level.price, lots: level.lots + same.lots });
  }
  return [...levels, ...users.slice(next)];
}

function* firstOf<T>(values: Iterable<T>, count: number): Iterable<T> {
  let left = count;
  if (left <= 0) return;
  for (const value of values) {
    yield value;
    left -= 1;
    if (left === 0) return;
  }
}

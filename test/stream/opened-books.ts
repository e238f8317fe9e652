/** Order books whose events and snapshots a test supplies. */
import { seededRandom } from '../../src/core/clock.ts';
import { Books, type BooksOptions } from '../../src/stream/book/books.ts';
import { manualClock } from './manual-clock.ts';

export const snapshotAt = (lastUpdateId: number) =>
  JSON.stringify({ lastUpdateId, bids: [['10.00', '1']], asks: [['11.00', '1']] });
export const event = (first: number, last: number, bid = '10.00', quantity = '2') =>
  Buffer.from(
    JSON.stringify({ e: 'depthUpdate', E: 5, s: 'X', U: first, u: last, b: [[bid, quantity]], a: [] }),
  );

/** Opens books whose snapshots come from a function of the test. */
export function openBooks(symbols: readonly string[], snapshot: BooksOptions['snapshot']) {
  const clock = manualClock();
  const changes: string[] = [];
  const failures: unknown[] = [];
  const notes: string[] = [];
  const books = new Books({
    clock,
    random: seededRandom(3),
    symbols,
    namesPrevious: false,
    snapshot,
    signal: new AbortController().signal,
    onChange: (symbol, book, state) =>
      changes.push(`${symbol} ${state} ${book.lastId} ${book.bids.best() ?? '-'}`),
    onStale: (symbol, isStale) => changes.push(`${symbol} ${isStale ? 'stale' : 'synced again'}`),
    onNote: (text) => notes.push(text),
    onFailure: (error) => failures.push(error),
  });
  return { books, clock, changes, failures, notes };
}

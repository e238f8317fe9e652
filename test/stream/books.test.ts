/** Order books from a depth stream and from snapshots over REST. */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/core/clock.ts';
import { ToolError } from '../../src/core/errors.ts';
import { Books, type BooksOptions } from '../../src/stream/book/books.ts';
import { manualClock, runPendingTasks } from './manual-clock.ts';

const snapshotAt = (lastUpdateId: number) =>
  JSON.stringify({ lastUpdateId, bids: [['10.00', '1']], asks: [['11.00', '1']] });
const event = (first: number, last: number, bid = '10.00', quantity = '2') =>
  Buffer.from(
    JSON.stringify({ e: 'depthUpdate', E: 5, s: 'X', U: first, u: last, b: [[bid, quantity]], a: [] }),
  );

function openBooks(symbols: readonly string[], snapshot: BooksOptions['snapshot']) {
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

describe('order books', () => {
  it('load a snapshot with the first event, report a missing change, and are synced again after another snapshot', async () => {
    const ids = [5, 20];
    const { books, changes } = openBooks(['X'], async () => snapshotAt(ids.shift()!));
    books.message('X', event(4, 6));
    await runPendingTasks();
    books.message('X', event(7, 8, '10.50'));
    books.message('X', event(15, 21));
    books.message('X', event(22, 22));
    await runPendingTasks();
    expect(changes).toEqual([
      'X synced again',
      'X synced 6 10.00',
      'X synced 8 10.50',
      'X stale',
      'X stale 8 10.50',
      'X synced again',
      'X synced 22 10.00',
    ]);
  });

  it('repeat snapshots with growing delays while these are too old, and end with an error after six', async () => {
    let asked = 0;
    const { books, clock, failures } = openBooks(['X'], async () => {
      asked += 1;
      return snapshotAt(1);
    });
    books.message('X', event(50, 51));
    await runPendingTasks();
    expect(asked).toBe(1);
    await clock.advance(600);
    expect(asked).toBe(2);
    await clock.advance(60_000);
    expect(asked).toBe(6);
    expect(failures).toMatchObject([
      { facts: { kind: 'unavailable', message: expect.stringContaining('older') } },
    ]);
  });

  it('that were synced once keep loading snapshots, however long snapshots are unavailable', async () => {
    const down = () => new ToolError({ kind: 'unavailable', message: 'The exchange is down.' });
    let answer = async () => snapshotAt(5);
    const { books, clock, changes, failures, notes } = openBooks(['X'], () => answer());
    books.message('X', event(4, 6));
    await runPendingTasks();
    books.interrupt();
    answer = () => Promise.reject(down());
    books.message('X', event(50, 51));
    for (let turn = 0; turn < 30; turn += 1) await clock.advance(31_000);
    expect(failures).toEqual([]);
    expect(notes[0]).toBe('X: no snapshot yet: The exchange is down.');
    expect(notes.length).toBeGreaterThan(20);
    answer = async () => snapshotAt(51);
    await clock.advance(31_000);
    expect(changes.at(-1)).toBe('X synced 51 10.00');
  });

  it.each([
    ['a book that was never synced', 'unavailable', false],
    ['a book whose snapshot calls are rejected', 'rejected', true],
  ] as const)('end with an error of %s', async (_what, kind, wasSynced) => {
    let answer = async () => snapshotAt(5);
    const { books, clock, failures } = openBooks(['X'], () => answer());
    if (wasSynced) {
      books.message('X', event(4, 6));
      await runPendingTasks();
      books.interrupt();
    }
    answer = () => Promise.reject(new ToolError({ kind, message: 'No.' }));
    books.message('X', event(50, 51));
    await clock.advance(60_000);
    expect(failures).toMatchObject([{ kind }]);
  });

  it('load one snapshot at a time, however many books lost a change at once', async () => {
    let open = 0;
    let most = 0;
    const symbols = Array.from({ length: 50 }, (_, index) => `S${index}`);
    const { books, changes } = openBooks(symbols, async () => {
      open += 1;
      most = Math.max(most, open);
      await runPendingTasks();
      open -= 1;
      return snapshotAt(5);
    });
    for (const symbol of symbols) for (let id = 6; id < 9; id += 1) books.message(symbol, event(id, id));
    for (let turn = 0; turn < 100; turn += 1) await runPendingTasks();
    expect(most).toBe(1);
    expect(changes.filter((line) => line.endsWith('synced again'))).toHaveLength(50);
  });

  it.each([
    ['text that is not JSON', '{"U":'],
    ['a float for a price', '{"U":7,"u":7,"b":[[10.5,"1"]],"a":[]}'],
    ['a price that is not a decimal', '{"U":7,"u":7,"b":[["1e3","1"]],"a":[]}'],
  ])('are stale after %s, because the message may have held a change', async (_name, text) => {
    const { books, changes } = openBooks(['X'], async () => snapshotAt(6));
    books.message('X', event(5, 6));
    await runPendingTasks();
    changes.length = 0;
    books.message('X', Buffer.from(text));
    expect(changes[0]).toBe('X stale');
  });
});

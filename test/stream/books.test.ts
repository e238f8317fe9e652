/** Order books from a depth stream and from snapshots over REST. */
import { describe, expect, it } from 'vitest';
import { ToolError } from '../../src/core/errors.ts';
import { runPendingTasks } from './manual-clock.ts';
import { event, openBooks, snapshotAt } from './opened-books.ts';

describe('order books', () => {
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

/**
 * Fault 29: An event of the order book is lost.
 *
 * The next event shows it: the book is stale until another snapshot is loaded.
 */
import { expect, it } from 'vitest';
import { runPendingTasks } from '../../stream/manual-clock.ts';
import { event, openBooks, snapshotAt } from '../../stream/opened-books.ts';

it('books load a snapshot with the first event, report a missing change, and are synced again after another snapshot', async () => {
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

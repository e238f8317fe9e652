/**
 * Fault 31: Two events of the order book arrive in the wrong order.
 *
 * The first of them is a gap: nothing is applied out of order, and a snapshot is loaded again.
 */
import { expect, it } from 'vitest';
import { runPendingTasks } from '../../stream/manual-clock.ts';
import { event, openBooks, snapshotAt } from '../../stream/opened-books.ts';

it('a swapped pair makes the book stale until the next snapshot', async () => {
  const ids = [5, 8];
  const { books, changes } = openBooks(['X'], async () => snapshotAt(ids.shift()!));
  books.message('X', event(4, 6));
  await runPendingTasks();
  books.message('X', event(8, 8, '10.80'));
  expect(changes).toContain('X stale');
  expect(changes.join()).not.toContain('10.80');
  books.message('X', event(7, 7, '10.70'));
  books.message('X', event(9, 9, '10.90'));
  for (let turn = 0; turn < 5; turn += 1) await runPendingTasks();
  expect(changes.at(-1)).toBe('X synced 9 10.90');
  expect(ids).toEqual([]);
});

/**
 * Fault 30: An event of the order book arrives twice.
 *
 * The second one is ignored; the book stays as it is and no snapshot is loaded.
 */
import { expect, it } from 'vitest';
import { runPendingTasks } from '../../stream/manual-clock.ts';
import { event, openBooks, snapshotAt } from '../../stream/opened-books.ts';

it('a repeated event changes nothing', async () => {
  let asked = 0;
  const { books, changes } = openBooks(['X'], async () => {
    asked += 1;
    return snapshotAt(5);
  });
  books.message('X', event(4, 6));
  await runPendingTasks();
  books.message('X', event(7, 8, '10.50'));
  const before = [...changes];
  books.message('X', event(7, 8, '10.50'));
  books.message('X', event(4, 6));
  await runPendingTasks();
  expect(changes).toEqual(before);
  books.message('X', event(9, 9, '10.70'));
  expect(changes.at(-1)).toBe('X synced 9 10.70');
  expect(asked).toBe(1);
});

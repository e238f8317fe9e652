/**
 * Fault 32: An event of the order book begins before the last one ended.
 *
 * It is applied, because quantities are absolute; no snapshot is loaded.
 */
import { expect, it } from 'vitest';
import { runPendingTasks } from '../../stream/manual-clock.ts';
import { event, openBooks, snapshotAt } from '../../stream/opened-books.ts';

it('an event that overlaps the last one is applied', async () => {
  let asked = 0;
  const { books, changes } = openBooks(['X'], async () => {
    asked += 1;
    return snapshotAt(5);
  });
  books.message('X', event(4, 6));
  await runPendingTasks();
  books.message('X', event(6, 9, '10.60'));
  expect(changes.at(-1)).toBe('X synced 9 10.60');
  expect(changes).not.toContain('X stale');
  expect(asked).toBe(1);
});

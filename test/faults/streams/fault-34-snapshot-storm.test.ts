/**
 * Fault 34: Fifty books need a snapshot at once.
 *
 * Snapshots are loaded one at a time.
 */
import { expect, it } from 'vitest';
import { runPendingTasks } from '../../stream/manual-clock.ts';
import { event, openBooks, snapshotAt } from '../../stream/opened-books.ts';

it('books load one snapshot at a time, however many books lost a change at once', async () => {
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

/**
 * Fault 33: Snapshots of the order book are older than the events that arrived.
 *
 * They are loaded again with growing delays; after six the command ends with exit code 5.
 */
import { expect, it } from 'vitest';
import { runPendingTasks } from '../../stream/manual-clock.ts';
import { event, openBooks, snapshotAt } from '../../stream/opened-books.ts';

it('books repeat snapshots with growing delays while these are too old, and end with an error after six', async () => {
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
    { exitCode: 5, facts: { kind: 'unavailable', message: expect.stringContaining('older') } },
  ]);
});

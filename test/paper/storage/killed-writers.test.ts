/** Commands that are killed, or whose disk fails, acknowledge nothing that the ledger does not hold. */
import { expect, it } from 'vitest';

/** Returns what a script of test/long exports. */
async function scriptOf<T>(name: string): Promise<T> {
  return (await import(new URL(`../../long/${name}`, import.meta.url).href)) as T;
}

it('no acknowledged entry is lost when four writers are killed at random moments', async () => {
  const { killPaper } = await scriptOf<{
    killPaper(options: { readonly kills: number; readonly seed: number }): Promise<object>;
  }>('kill-paper.mjs');
  const counts = await killPaper({ kills: 4, seed: 5 });
  expect(counts, 'seed 5').toMatchObject({ killed: expect.any(Number), lost: 0, failed: 0, faults: 0 });
});

it('nothing is acknowledged when a write of the commit fails, and the ledger stays whole', async () => {
  const { failDisk } = await scriptOf<{
    failDisk(options: { readonly writes: number; readonly every: number }): object | undefined;
  }>('paper-disk.mjs');
  const counts = failDisk({ writes: 200, every: 120 });
  // Without a C compiler no write can be made to fail.
  if (counts !== undefined) expect(counts).toMatchObject({ cases: 4, refused: 4, lost: 0, faults: 0 });
});

/** How a command becomes the host of a sandbox, or waits for the one that is about to. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/clock.ts';
import { findHostOrLock } from '../../../src/sandbox/process/attach.ts';
import { tryLock } from '../../../src/sandbox/process/host.ts';
import { fixedClock, temporaryFolder } from '../../acceptance/world.ts';

it('a folder that cannot be created exits with 10', async () => {
  const file = join(temporaryFolder(), 'state');
  // A file in place of the parent stands for a parent that is not writable, because root may write everywhere.
  writeFileSync(file, '');
  const taken = tryLock(join(file, 'sandbox'), { clock: fixedClock(), random: seededRandom(1) });
  await expect(taken).rejects.toMatchObject({ kind: 'storage', exitCode: 10 });
});

it('a command that waits for the host looks less and less often, so that the host gets the processor', async () => {
  const folder = join(temporaryFolder(), 'sandbox');
  const random = seededRandom(1);
  const lock = await tryLock(folder, { clock: fixedClock(), random });
  const waits: number[] = [];
  const clock = fixedClock();
  const waiting = {
    ...clock,
    sleep(ms: number) {
      waits.push(ms);
      return clock.sleep(ms);
    },
  };
  const search = { clock: waiting, random, isAlive: () => true };
  const found = findHostOrLock(folder, search, new AbortController().signal);
  await expect(found).rejects.toMatchObject({ kind: 'unavailable' });
  await lock?.release();
  // A command that waits a moment only, as for the end of another one, still looks every few ms.
  expect(Math.max(...waits.slice(0, 8))).toBeLessThanOrEqual(25);
  expect(waits.length).toBeLessThan(250);
});

/** The folder of the sandbox cannot be created: a fault of storage with a remedy, not an internal error. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/clock.ts';
import { tryLock } from '../../../src/sandbox/process/host.ts';
import { fixedClock, temporaryFolder } from '../../acceptance/world.ts';

it('a folder that cannot be created exits with 10', async () => {
  const file = join(temporaryFolder(), 'state');
  // A file in place of the parent stands for a parent that is not writable, because root may write everywhere.
  writeFileSync(file, '');
  const taken = tryLock(join(file, 'sandbox'), { clock: fixedClock(), random: seededRandom(1) });
  await expect(taken).rejects.toMatchObject({ kind: 'storage', exitCode: 10 });
});

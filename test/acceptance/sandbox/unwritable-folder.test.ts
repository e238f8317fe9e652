/** If the sandbox's files cannot be written, the order was never sent, so it is not looked up. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failure } from '../outcomes.ts';
import { bourse, temporaryFolder, testWorld } from '../world.ts';

it('an order for a sandbox that cannot open its files was not executed, and is not looked up', async () => {
  const home = temporaryFolder();
  const { state } = testWorld({ home }, { stdout: '', stderr: '' }).folders;
  // A folder at the path of the lock file stands for any file that cannot be written.
  mkdirSync(join(state, 'sandbox', 'host.lock'), { recursive: true, mode: 0o700 });
  const outcome = await bourse('trade buy BTCUSDT 0.001 --at 60000 --skip-filters --env sandbox', { home });
  expect(failure(outcome)).toMatchObject({ kind: 'storage', execution: 'not_executed', exitCode: 10 });
  expect(outcome.stderr).not.toContain('looking it up');
});

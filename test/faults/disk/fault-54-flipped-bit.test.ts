/**
 * Fault 54: A bit of a journal flips on the disk.
 *
 * Every flip is noticed, in the text of a record as in its framing; the file is refused with exit code 10 and is not changed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ToolError } from '../../../src/core/errors.ts';
import { JournalFile } from '../../../src/sandbox/storage/journal/file.ts';
import { failure } from '../../acceptance/outcomes.ts';
import { bourse, temporaryFolder } from '../../acceptance/world.ts';

it('in any byte of the journal of a sandbox is noticed', () => {
  const path = join(temporaryFolder(), 'one.journal');
  const journal = new JournalFile(path);
  for (const body of ['{"a":1}', '{"b":"zwei"}', '{"c":[3]}']) journal.append(body);
  journal.close();
  const whole = readFileSync(path);
  for (let at = 0; at < whole.length; at += 1) {
    const flipped = Buffer.from(whole);
    flipped[at]! ^= 1 << (at % 8);
    writeFileSync(path, flipped);
    expect(() => new JournalFile(path).close(), `byte ${at}`).toThrow(ToolError);
    expect(readFileSync(path)).toEqual(flipped);
  }
});

it('ends a command that opens the sandbox with exit 10', async () => {
  const home = temporaryFolder();
  const order = 'trade order place BTCUSDT --side BUY --type MARKET --quantity 0.001 --env sandbox';
  expect((await bourse(order, { home })).code).toBe(0);
  const path = join(home, 'state', 'sandbox', 'accounts-1.journal');
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1]! ^= 4;
  writeFileSync(path, bytes);
  expect(failure(await bourse('trade open-orders BTCUSDT --env sandbox', { home }))).toMatchObject({
    kind: 'storage',
    exitCode: 10,
  });
});

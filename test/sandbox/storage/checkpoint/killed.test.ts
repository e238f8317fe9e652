/**
 * Kills a process repeatedly while it writes checkpoints: every acknowledged order is restored, with and
 * without them.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '../../../../src/core/clock.ts';
import { openDurableExchange } from '../../../../src/sandbox/storage/durable-exchange.ts';
import { checkpointFilesOf } from '../../../../src/sandbox/storage/restore.ts';
import { manualClock } from '../../manual-clock.ts';
import { perform, UNLIMITED } from './mixed-load.ts';

const KILLS = 6;

let workFolder = '';
beforeAll(async () => {
  workFolder = mkdtempSync(join(tmpdir(), 'bourse-imaging-'));
  await build({
    entryPoints: [fileURLToPath(new URL('./checkpointing-process.ts', import.meta.url))],
    outfile: join(workFolder, 'imaging.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'error',
  });
});
afterAll(() => rmSync(workFolder, { recursive: true, force: true }));

/** Kills a trading process once it acknowledged `orders` orders; returns the ids of all that it acknowledged. */
async function tradeUntilKilled(folder: string, first: number, orders: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [join(workFolder, 'imaging.cjs'), folder, String(first)]);
  let output = '';
  let errors = '';
  const ended = new Promise((resolve) => child.once('close', resolve));
  let lines = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    const text = chunk.toString();
    output += text;
    lines += text.split('\n').length - 1;
    if (lines >= orders) child.kill('SIGKILL');
  });
  child.stderr.on('data', (text) => {
    errors += text;
  });
  await ended;
  expect(errors).toBe('');
  // An incomplete last line is not an acknowledgement.
  return output.split('\n').slice(0, -1);
}

/** Returns the ids of all orders of a saved sandbox. */
function orderIdsIn(folder: string): readonly string[] {
  const clock = manualClock(Date.now());
  const durable = openDurableExchange(folder, { clock, seed: 1, ...UNLIMITED }, { checkpointEvery: 0 });
  const ids: string[] = [];
  for (let from = 1; ; from += 1000) {
    const params = { symbol: 'BTCUSDT', orderId: String(from), limit: '1000' };
    const body = perform(durable.exchange, {
      user: 'demo',
      method: 'GET',
      path: '/api/v3/allOrders',
      params,
    });
    const rows = JSON.parse(body) as { readonly clientOrderId: string }[];
    ids.push(...rows.map(({ clientOrderId }) => clientOrderId));
    if (rows.length < 1000) break;
  }
  durable.close();
  return ids;
}

it('restores every acknowledged order, whenever a kill interrupts the write of a checkpoint', async () => {
  const random = seededRandom(11);
  const folder = join(workFolder, 'saved');
  const acknowledged: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    acknowledged.push(...(await tradeUntilKilled(folder, 100_000 * kill, 40 + random.next() * 200)));
    const copy = join(workFolder, `copy-${kill}`);
    cpSync(folder, copy, { recursive: true });
    const found = [...checkpointFilesOf(copy, { seed: 1, ...UNLIMITED }).findValid()];
    expect(found.length).toBeGreaterThan(0);
    const fromCheckpoint = orderIdsIn(copy);
    expect(fromCheckpoint).toEqual(expect.arrayContaining([acknowledged.at(-1)!, acknowledged[0]!]));
    for (const name of readdirSync(copy)) if (!name.endsWith('.journal')) rmSync(join(copy, name));
    expect(orderIdsIn(copy)).toEqual(fromCheckpoint);
    const known = new Set(fromCheckpoint);
    expect(acknowledged.filter((id) => !known.has(id))).toEqual([]);
    expect(known.size).toBe(fromCheckpoint.length);
  }
  expect(acknowledged.length).toBeGreaterThan(KILLS * 10);
});

/**
 * Fault 56: A process that held a lock, or ran the sandbox, was killed, and its process id is used by another one.
 *
 * Locks are released by the kernel; the entry of an ended sandbox is not believed. The next command works; exit code 0.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startSandbox } from '../../../src/sandbox/process/serve.ts';
import { publish } from '../../../src/sandbox/storage/state-folder.ts';
import { CANARY_KEYS } from '../../acceptance/scripted-exchange.ts';
import { bourse, fixedClock, temporaryFolder } from '../../acceptance/world.ts';
import { expectNoCanary } from '../fault-exchange.ts';

it('the file of a lock that nobody holds does not keep a profile from being added', async () => {
  const home = temporaryFolder();
  const add = (name: string) =>
    bourse(`profile add ${name} --env live --api-key env:BOURSE_API_KEY --secret env:BOURSE_API_SECRET`, {
      home,
      environment: CANARY_KEYS,
    });
  expect((await add('one')).code).toBe(0);
  expect(readdirSync(join(home, 'config'))).toContain('profiles.lock');
  const outcome = await add('two');
  expect(outcome.code).toBe(0);
  expectNoCanary(outcome);
});

it('the entry of a sandbox whose process id belongs to another process now is not believed', async () => {
  const home = temporaryFolder();
  const folder = join(home, 'state', 'sandbox');
  const sandbox = await startSandbox({ port: 0, seed: 1, clock: fixedClock() });
  const { hosts } = sandbox;
  await sandbox.close();
  expect((await bourse('market ping --env sandbox', { home })).code).toBe(0);
  publish(folder, {
    instance: 'ended',
    token: 'a'.repeat(64),
    pid: process.pid,
    seed: 1,
    startedAt: 0,
    hosts,
  });
  expect((await bourse('market ping --env sandbox', { home })).code).toBe(0);
  const order = 'trade order place BTCUSDT --side BUY --type MARKET --quantity 0.001 --env sandbox';
  expect((await bourse(order, { home })).code).toBe(0);
  expect(existsSync(join(folder, 'running.json'))).toBe(false);
});

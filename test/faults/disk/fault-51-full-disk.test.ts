/**
 * Fault 51: The disk is full.
 *
 * An order that cannot be recorded is not sent; exit code 10. Once there is room again, the files are intact.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failure, json } from '../../acceptance/outcomes.ts';
import { temporaryFolder } from '../../acceptance/world.ts';
import { ORDER, openFaultExchange } from '../fault-exchange.ts';
import { BOURSE } from '../killed-process.ts';

const SANDBOX_ORDER =
  'trade order place BTCUSDT --side BUY --type MARKET --quantity 0.001 --env sandbox -o json';

/** Runs the built program in a shell that lets no file grow beyond `kib`. */
function runLimited(home: string, kib: string, line: string) {
  const command = `ulimit -f ${kib}; exec "$0" "$@"`;
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['-c', command, process.execPath, BOURSE, ...line.split(' ')],
    { env: { PATH: process.env['PATH'], BOURSE_HOME: home }, encoding: 'utf8' },
  );
  return { code: status ?? -1, stdout, stderr };
}

it('an order that the journal has no room for is not executed, and the journal stays intact', () => {
  const home = temporaryFolder();
  const first = runLimited(home, 'unlimited', SANDBOX_ORDER);
  expect(first.code).toBe(0);
  const error = failure(runLimited(home, '4', SANDBOX_ORDER));
  expect(error).toMatchObject({ kind: 'storage', exitCode: 10, execution: 'not_executed' });
  expect(json<object[]>(runLimited(home, 'unlimited', 'orders list -o json'))).toHaveLength(1);
  const fills = runLimited(home, 'unlimited', 'account trades BTCUSDT --env sandbox -o json');
  expect(json<object[]>(fills)).toHaveLength(1);
});

it('an order is not sent while its journal cannot be opened, and is sent afterwards', async () => {
  const exchange = await openFaultExchange();
  const home = temporaryFolder();
  mkdirSync(join(home, 'state', 'journal.db'), { recursive: true, mode: 0o700 });
  expect(failure(await exchange.run(ORDER, { home }))).toMatchObject({ kind: 'storage', exitCode: 10 });
  expect(exchange.writes()).toEqual([]);
  rmSync(join(home, 'state', 'journal.db'), { recursive: true });
  expect((await exchange.run(ORDER, { home })).code).toBe(0);
  expect(exchange.writes()).toHaveLength(1);
});

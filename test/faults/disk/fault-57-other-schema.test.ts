/**
 * Fault 57: A file was written by a newer version, or a process was killed while it brought one to a new version.
 *
 * A newer journal is refused with exit code 10 and a newer profile file with 3, both unchanged; half a migration is undone.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../src/store/sqlite.ts';
import { failure, json } from '../../acceptance/outcomes.ts';
import { bourse, temporaryFolder } from '../../acceptance/world.ts';
import { ORDER, openFaultExchange } from '../fault-exchange.ts';

function stateFolder(home: string): string {
  const folder = join(home, 'state');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

it('a journal of a newer version is refused, and the order is not sent: exit 10', async () => {
  const exchange = await openFaultExchange();
  const home = temporaryFolder();
  expect((await exchange.run(ORDER, { home })).code).toBe(0);
  const path = join(stateFolder(home), 'journal.db');
  const database = await openDatabase(path);
  database.exec('PRAGMA user_version = 99');
  database.close();
  const before = readFileSync(path);
  const error = failure(await exchange.run(ORDER.replace('fault-order', 'next'), { home }));
  expect(error).toMatchObject({ kind: 'storage', exitCode: 10, execution: 'not_executed' });
  expect(error.message).toContain('version 99');
  expect(exchange.writes()).toHaveLength(1);
  expect(readFileSync(path).equals(before)).toBe(true);
});

it('a journal whose migration was killed halfway is migrated by the next command', async () => {
  const half = join(stateFolder(temporaryFolder()), 'journal.db');
  const database = await openDatabase(half);
  database.exec('PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; CREATE TABLE entry (half INTEGER)');
  const home = temporaryFolder();
  const path = join(stateFolder(home), 'journal.db');
  for (const ending of ['', '-wal']) {
    if (existsSync(half + ending)) copyFileSync(half + ending, path + ending);
  }
  database.close();
  const exchange = await openFaultExchange();
  expect((await exchange.run(ORDER, { home })).code).toBe(0);
  expect(json<object[]>(await exchange.run('orders list', { home }))).toHaveLength(1);
});

it('a profile file of a newer version is refused and left as it is: exit 3', async () => {
  const home = temporaryFolder();
  const folder = join(home, 'config');
  mkdirSync(folder, { mode: 0o700 });
  const path = join(folder, 'profiles.json');
  const text = '{"schemaVersion":99,"profiles":{},"more":"CanaryContent"}';
  writeFileSync(path, text, { mode: 0o600 });
  for (const line of ['profile list', 'account info']) {
    const outcome = await bourse(line, { home });
    expect(failure(outcome)).toMatchObject({ kind: 'credentials', exitCode: 3 });
    expect(outcome.stderr).not.toContain('CanaryContent');
  }
  expect(readFileSync(path, 'utf8')).toBe(text);
});

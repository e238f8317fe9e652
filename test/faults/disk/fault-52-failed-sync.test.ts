/**
 * Fault 52: The disk refuses to flush a file.
 *
 * What was not flushed counts as not written: the old file stays, nothing is flushed a second time, exit code 10.
 */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { ToolError } from '../../../src/core/errors.ts';
import { readCheckedFile, writeCheckedFile } from '../../../src/store/checked-file.ts';
import { envelope, failure, json } from '../../acceptance/outcomes.ts';
import { bourse, temporaryFolder } from '../../acceptance/world.ts';
import { OWNER, privateFolder } from '../../store/folders.ts';
import { ORDER, ORDER_ID, openFaultExchange } from '../fault-exchange.ts';

/** The calls that reached the disk, in order, and the number of the flush that fails. */
const disk = { calls: [] as string[], failingFlush: 0, failsCommit: false };

vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  return {
    ...real,
    fsyncSync(descriptor: number) {
      disk.calls.push(real.fstatSync(descriptor).isDirectory() ? 'flush folder' : 'flush file');
      const flushes = disk.calls.filter((call) => call.startsWith('flush')).length;
      if (flushes === disk.failingFlush) throw Object.assign(new Error('i/o error'), { code: 'EIO' });
      real.fsyncSync(descriptor);
    },
    renameSync(from: string, to: string) {
      disk.calls.push('rename');
      real.renameSync(from, to);
    },
  };
});

/** SQLite answers a failed flush of its log with this error of COMMIT (SQLITE_IOERR_FSYNC). */
vi.mock('../../../src/store/sqlite.ts', async (importOriginal) => {
  const real = await importOriginal<typeof import('../../../src/store/sqlite.ts')>();
  return {
    ...real,
    async openDatabase(path: string) {
      const database = await real.openDatabase(path);
      return {
        exec(sql: string) {
          if (sql === 'COMMIT' && disk.failsCommit) {
            disk.calls.push('commit');
            throw Object.assign(new Error('disk I/O error'), { errcode: 1034 });
          }
          database.exec(sql);
        },
        prepare: (sql: string) => database.prepare(sql),
        close: () => database.close(),
      };
    },
  };
});

beforeEach(() => {
  disk.calls = [];
  disk.failingFlush = 0;
  disk.failsCommit = false;
});

const fileIn = (folder: string) =>
  ({
    path: join(folder, 'one.json'),
    what: 'the file',
    owner: OWNER,
    kind: 'storage',
    bytesMax: 1000,
  }) as const;

let drafts = 0;
function unique(): string {
  drafts += 1;
  return String(drafts);
}

function errorOf(work: () => void): ToolError {
  try {
    work();
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

it('a file is flushed before it replaces the old one, and its folder afterwards', () => {
  const file = fileIn(privateFolder());
  writeCheckedFile(file, 'new', unique);
  expect(disk.calls).toEqual(['flush file', 'rename', 'flush folder']);
});

it('a file that cannot be flushed never replaces the old one: exit 10', () => {
  const folder = privateFolder();
  const file = fileIn(folder);
  writeCheckedFile(file, 'old', unique);
  disk.calls = [];
  disk.failingFlush = 1;
  expect(errorOf(() => writeCheckedFile(file, 'new', unique))).toMatchObject({
    kind: 'storage',
    exitCode: 10,
  });
  expect(disk.calls).toEqual(['flush file']);
  expect(readCheckedFile(file)).toBe('old');
  expect(fs.readdirSync(folder)).toEqual(['one.json']);
});

it('a folder that cannot be flushed is reported: exit 10', () => {
  const file = fileIn(privateFolder());
  disk.failingFlush = 2;
  expect(errorOf(() => writeCheckedFile(file, 'new', unique))).toMatchObject({
    kind: 'storage',
    exitCode: 10,
  });
  expect(disk.calls).toEqual(['flush file', 'rename', 'flush folder']);
});

it('an order whose record SQLite cannot flush is not sent and not recorded; the flush is tried once: exit 10', async () => {
  const exchange = await openFaultExchange();
  const home = temporaryFolder();
  await exchange.run('orders list', { home });
  await exchange.run(ORDER.replace(ORDER_ID, 'before'), { home });
  disk.calls = [];
  disk.failsCommit = true;
  expect(failure(await exchange.run(ORDER, { home }))).toMatchObject({
    kind: 'storage',
    exitCode: 10,
    execution: 'not_executed',
  });
  expect(disk.calls.filter((call) => call === 'commit')).toHaveLength(1);
  expect(exchange.executed.map((row) => row['clientOrderId'])).toEqual(['before']);
  disk.failsCommit = false;
  const rows = json<{ clientOrderId: string }[]>(await exchange.run('orders list -o json', { home }));
  expect(rows.map(({ clientOrderId }) => clientOrderId)).toEqual(['before']);
});

it('a sandbox whose journal cannot be flushed at its end says so: exit 10', async () => {
  const home = temporaryFolder();
  const line = 'trade order place BTCUSDT --side BUY --type MARKET --quantity 0.001 --env sandbox';
  expect((await bourse(line, { home })).code).toBe(0);
  const flushes = disk.calls.filter((call) => call === 'flush file').length;
  disk.calls = [];
  disk.failingFlush = flushes;
  const outcome = await bourse(line, { home });
  expect(envelope(outcome)).toMatchObject({ kind: 'storage', exitCode: 10 });
});

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
import { OWNER, privateFolder } from '../../store/folders.ts';

/** The calls that reached the disk, in order, and the number of the flush that fails. */
const disk = { calls: [] as string[], failingFlush: 0 };

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

beforeEach(() => {
  disk.calls = [];
  disk.failingFlush = 0;
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

import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ToolError } from '../../../../src/core/errors.ts';
import { type FileSystemCalls, JournalFile } from '../../../../src/sandbox/storage/journal/file.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bourse-journal-'));
  path = join(folder, 'state', 'one.journal');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function writeJournal(...bodies: readonly string[]): JournalFile {
  const journal = new JournalFile(path);
  for (const body of bodies) journal.append(body);
  return journal;
}

function readBodies(): readonly string[] {
  const journal = new JournalFile(path);
  journal.close();
  return journal.bodies;
}

function errorOf(work: () => unknown): ToolError {
  try {
    work();
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
  throw new Error('nothing went wrong');
}

describe('a journal on disk', () => {
  it('belongs to its owner alone', () => {
    writeJournal('{}').close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'state')).mode & 0o777).toBe(0o700);
  });

  it('goes on where it ended, without what was cut off', () => {
    writeJournal('{"a":1}', '{"b":2}').close();
    truncateSync(path, statSync(path).size - 3);
    const journal = new JournalFile(path);
    expect(journal.bodies).toEqual(['{"a":1}']);
    journal.append('{"c":3}');
    journal.close();
    expect(readBodies()).toEqual(['{"a":1}', '{"c":3}']);
  });

  it('that holds something else is left as it is', () => {
    writeJournal('{"a":1}').close();
    appendFileSync(path, 'what is this?\n');
    const before = readFileSync(path);
    expect(errorOf(readBodies)).toMatchObject({
      kind: 'storage',
      message: expect.stringContaining('damaged'),
    });
    expect(readFileSync(path)).toEqual(before);
  });

  it('is not reached through a link', () => {
    writeJournal('{}').close();
    const link = join(folder, 'link.journal');
    symlinkSync(path, link);
    expect(errorOf(() => new JournalFile(link)).kind).toBe('storage');
  });

  it('takes nothing more once it is closed', () => {
    const journal = writeJournal('{}');
    journal.close();
    journal.close();
    expect(errorOf(() => journal.append('{}')).kind).toBe('storage');
  });
});

describe('a write', () => {
  const systemWrite: FileSystemCalls['write'] = (...args) => writeSync(...args);

  it('that takes a few bytes at a time goes on to the last', () => {
    const journal = new JournalFile(path, {
      write: (descriptor, bytes, offset, length, position) =>
        systemWrite(descriptor, bytes, offset, Math.min(length, 5), position),
    });
    journal.append('{"a":"a record of some length"}');
    journal.close();
    expect(readBodies()).toEqual(['{"a":"a record of some length"}']);
  });

  it.each([
    ['takes nothing', () => 0],
    [
      'fails half-way',
      () => {
        throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      },
    ],
  ])('that %s is an error, and leaves no part of its record', (_what, act) => {
    let calls = 0;
    const journal = new JournalFile(path, {
      write(descriptor, bytes, offset, length, position) {
        calls += 1;
        if (calls === 3) return act();
        return systemWrite(descriptor, bytes, offset, calls === 2 ? 4 : length, position);
      },
    });
    journal.append('{"a":1}');
    const size = statSync(path).size;
    expect(errorOf(() => journal.append('{"b":2}')).kind).toBe('storage');
    expect(statSync(path).size).toBe(size);
    expect(errorOf(() => journal.append('{"c":3}')).kind).toBe('storage');
    expect(readBodies()).toEqual(['{"a":1}']);
  });
});

describe('a file that is no journal', () => {
  it.each(['\n', 'x\n', '0 \n', '{"a":1}\n', '5 00000000000000000000000000000000 hello\n'])(
    'is not taken for one: %j',
    (text) => {
      writeJournal().close();
      writeFileSync(path, text);
      expect(errorOf(readBodies).message).toContain('at byte 0');
    },
  );
});

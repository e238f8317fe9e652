import {
  appendFileSync,
  fstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ToolError } from '../../../../src/core/errors.ts';
import {
  type FileSystemCalls,
  JournalFile,
  readJournal,
} from '../../../../src/sandbox/storage/journal/file.ts';

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
  it('can be read only by its owner', () => {
    writeJournal('{}').close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'state')).mode & 0o777).toBe(0o700);
  });

  it('continues after its last complete record', () => {
    writeJournal('{"a":1}').close();
    appendFileSync(path, '7 0123456789abcdef0123456789abcdef {"b"');
    const journal = new JournalFile(path);
    expect(journal.bodies).toEqual(['{"a":1}']);
    journal.append('{"c":3}');
    journal.close();
    expect(readBodies()).toEqual(['{"a":1}', '{"c":3}']);
  });

  it('is not changed if it contains anything else', () => {
    writeJournal('{"a":1}').close();
    appendFileSync(path, 'what is this?\n');
    const before = readFileSync(path);
    expect(errorOf(readBodies)).toMatchObject({
      kind: 'storage',
      message: expect.stringContaining('damaged'),
    });
    expect(readFileSync(path)).toEqual(before);
  });

  it('is not opened through a symbolic link', () => {
    writeJournal('{}').close();
    const link = join(folder, 'link.journal');
    symlinkSync(path, link);
    expect(errorOf(() => new JournalFile(link)).kind).toBe('storage');
  });

  it('rejects records after it was closed', () => {
    const journal = writeJournal('{}');
    journal.close();
    journal.close();
    expect(errorOf(() => journal.append('{}')).kind).toBe('storage');
  });
});

describe('a write', () => {
  const systemWrite: FileSystemCalls['write'] = (...args) => writeSync(...args);

  it('of a few bytes at a time is continued to the last byte', () => {
    const journal = new JournalFile(path, {
      write: (descriptor, bytes, offset, length, position) =>
        systemWrite(descriptor, bytes, offset, Math.min(length, 5), position),
    });
    journal.append('{"a":"a record of some length"}');
    journal.close();
    expect(readBodies()).toEqual(['{"a":"a record of some length"}']);
  });

  it.each([
    ['writes nothing', () => 0],
    [
      'fails after a part',
      () => {
        throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      },
    ],
  ])('that %s is a storage error and leaves no part of its record', (_what, act) => {
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

describe('the receipt of a journal', () => {
  it('noticed nothing of records that were cut off whole', () => {
    writeJournal('{"a":1}', '{"b":2}').close();
    const whole = readFileSync(path);
    const firstRecord = whole.indexOf(0x0a) + 1;
    writeFileSync(path, whole.subarray(0, firstRecord));
    for (const read of [readBodies, () => readJournal(path)]) {
      expect(errorOf(read)).toMatchObject({
        kind: 'storage',
        message: expect.stringContaining('records at its end are missing'),
      });
    }
    // Whoever accepts the loss removes the receipt.
    rmSync(`${path}.receipt`);
    expect(readBodies()).toEqual(['{"a":1}']);
  });

  it('counts a record before the append returns, and none of which the write failed', () => {
    const journal = new JournalFile(path);
    journal.append('{"a":1}');
    expect(Number(readFileSync(`${path}.receipt`, 'utf8'))).toBe(statSync(path).size);
    journal.close();
    const failing = new JournalFile(path, { write: () => 0 });
    expect(errorOf(() => failing.append('{"b":2}')).kind).toBe('storage');
    expect(readBodies()).toEqual(['{"a":1}']);
  });

  it('that is missing or unreadable is written again, and is private', () => {
    writeJournal('{"a":1}').close();
    for (const text of ['', 'x', '99999999999999999999']) {
      writeFileSync(`${path}.receipt`, text);
      expect(readBodies()).toEqual(['{"a":1}']);
      rmSync(`${path}.receipt`);
      expect(readBodies()).toEqual(['{"a":1}']);
      expect(readFileSync(`${path}.receipt`, 'utf8')).toMatch(/^\d{12}\n$/);
      expect(statSync(`${path}.receipt`).mode & 0o777).toBe(0o600);
    }
  });
});

describe('a journal that is closed', () => {
  it('is synced to disk once, before its file is closed', () => {
    const synced: number[] = [];
    const journal = new JournalFile(path, { sync: (descriptor) => synced.push(fstatSync(descriptor).size) });
    journal.append('{"a":1}');
    expect(synced).toEqual([]);
    journal.close();
    expect(synced).toEqual([statSync(path).size]);
  });

  it('says that its records may be lost if the disk refuses the sync, and does not sync again', () => {
    let syncs = 0;
    const sync = () => {
      syncs += 1;
      throw Object.assign(new Error('i/o error'), { code: 'EIO' });
    };
    const journal = new JournalFile(path, { sync });
    journal.append('{"a":1}');
    expect(() => journal.close()).toThrow(expect.objectContaining({ kind: 'storage', exitCode: 10 }));
    journal.close();
    expect(syncs).toBe(1);
  });
});

describe('a file that is no journal', () => {
  it.each(['\n', 'x\n', '0 \n', '{"a":1}\n', '5 00000000000000000000000000000000 hello\n'])(
    'is rejected at its first byte: %j',
    (text) => {
      writeJournal().close();
      writeFileSync(path, text);
      expect(errorOf(readBodies).message).toContain('at byte 0');
    },
  );
});

/** How files of the state are named, read, replaced and opened as databases. */
import fs, { closeSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { seededRandom } from '../../src/core/clock.ts';
import { ToolError } from '../../src/core/errors.ts';
import { readCheckedFile, writeCheckedFile } from '../../src/store/checked-file.ts';
import { isFileName } from '../../src/store/file-names.ts';
import { type JsonDocument, readDocument, updateDocument } from '../../src/store/json-document.ts';
import { whileBusy, withLock } from '../../src/store/lock.ts';
import { databaseError, preparePrivateDatabase } from '../../src/store/private-database.ts';
import { readAt } from '../../src/store/read-at.ts';
import { isBusy } from '../../src/store/sqlite.ts';
import { quickClock } from './clock.ts';
import { OWNER, privateFolder } from './folders.ts';

/** Replaces a function of the file system until the test ends, also where it was imported by name. */
function replaceFunction<N extends 'writeSync' | 'readSync' | 'statfsSync'>(
  name: N,
  replacement: (real: (typeof fs)[N]) => (typeof fs)[N],
): void {
  const real = fs[name];
  const set = (work: (typeof fs)[N]) => {
    fs[name] = work;
    syncBuiltinESMExports();
  };
  set(replacement(real));
  onTestFinished(() => set(real));
}

const privateFile = (path: string) => ({
  ...({ path, what: 'the key file', owner: OWNER, kind: 'credentials', bytesMax: 1_000 } as const),
});

describe('a name for a file', () => {
  it.each([
    ['a', true],
    ['0-a_b', true],
    ['a'.repeat(9), true],
    ['a'.repeat(10), false],
    ['', false],
    ['-a', false],
    ['A', false],
    ['../a', false],
    ['con', false],
    ['com1', false],
    ['com', true],
    ['lpt10', true],
  ])('%j of at most 9 characters is allowed: %s', (name, isAllowed) => {
    expect(isFileName(name, 9)).toBe(isAllowed);
  });
});

describe('reading a range of a file', () => {
  it('ends at the end of the file or of the range, however little a read returns', () => {
    const path = join(privateFolder(), 'a');
    writeFileSync(path, 'abcdef');
    replaceFunction(
      'readSync',
      (real) =>
        Object.assign(
          (fd: number, into: NodeJS.ArrayBufferView, offset: number, length: number, at: number) =>
            real(fd, into, offset, Math.min(length, 1), at),
          {},
        ) as typeof real,
    );
    const descriptor = openSync(path, 'r');
    const read = (length: number, from: number) => readAt(descriptor, Buffer.alloc(length), from).toString();
    expect([read(3, 0), read(3, 2), read(9, 4), read(1, 6), read(0, 0)]).toEqual([
      'abc',
      'cde',
      'ef',
      '',
      '',
    ]);
    closeSync(descriptor);
  });
});

describe('a private file', () => {
  it('is written and read whole where the system writes and reads a part at a time', () => {
    const file = privateFile(join(privateFolder(), 'keys.json'));
    const single = (real: (...values: never[]) => number) =>
      ((fd: number, bytes: Buffer, from: number, length: number, at: number) =>
        real(...([fd, bytes, from, Math.min(1, length), at] as never[]))) as never;
    replaceFunction('writeSync', single);
    replaceFunction('readSync', single);
    writeCheckedFile(file, 'abc', () => 'x');
    expect(readCheckedFile(file)).toBe('abc');
  });

  it('is not replaced if the disk takes no byte and reports no error', () => {
    const file = privateFile(join(privateFolder(), 'keys.json'));
    writeCheckedFile(file, 'old', () => 'x');
    replaceFunction('writeSync', () => () => 0);
    expect(() => writeCheckedFile(file, 'new', () => 'x')).toThrow(
      `The key file ${file.path} could not be written: only 0 of 3 bytes were written.`,
    );
    expect(readFileSync(file.path, 'utf8')).toBe('old');
  });

  it('of exactly the largest size is read', () => {
    const file = privateFile(join(privateFolder(), 'keys.json'));
    writeFileSync(file.path, 'x'.repeat(1_000), { mode: 0o600 });
    expect(readCheckedFile(file)).toHaveLength(1_000);
  });

  it('that grows while it is read is refused', () => {
    const file = privateFile(join(privateFolder(), 'keys.json'));
    writeFileSync(file.path, 'abc', { mode: 0o600 });
    replaceFunction('readSync', (real) => {
      let isFirst = true;
      return ((...values: Parameters<typeof real>) => {
        if (isFirst) fs.appendFileSync(file.path, 'd');
        isFirst = false;
        return real(...values);
      }) as typeof real;
    });
    expect(() => readCheckedFile(file)).toThrow(
      `The key file ${file.path} is not used: it changed while it was read.`,
    );
  });

  it('that is a socket, or behind one, is refused by its name', async () => {
    const file = privateFile(join(privateFolder(), 'keys.json'));
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(file.path, resolve));
    expect(() => readCheckedFile(file)).toThrow('it is not a regular file');
    const behind = privateFile(join(file.path, 'keys.json'));
    expect(() => readCheckedFile(behind)).toThrow('it cannot be opened (ENOTDIR)');
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('a document', () => {
  const documentIn = (folder: string): JsonDocument<{ readonly count: number }> => ({
    ...({ folder, name: 'doc', what: 'the document', kind: 'storage', bytesMax: 1_000 } as const),
    empty: { count: 0 },
    parse: (_, text) => JSON.parse(text),
  });
  const services = { clock: quickClock(), random: seededRandom(1), owner: OWNER };

  it('is changed under a lock, so that no change is lost, and is open to its owner only', async () => {
    const document = documentIn(join(privateFolder(), 'new'));
    expect(readDocument(document, services)).toEqual({ count: 0 });
    const more = ({ count }: { readonly count: number }) => ({ count: count + 1 });
    await Promise.all([1, 2, 3].map(() => updateDocument(document, services, more)));
    const path = join(document.folder, 'doc.json');
    expect(readFileSync(path, 'utf8')).toBe('{\n  "count": 3\n}\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readDocument(document, services)).toEqual({ count: 3 });
  });

  it('is not changed after an interrupt', async () => {
    const document = documentIn(privateFolder());
    const interrupt = AbortSignal.abort(new Error('enough'));
    const path = join(document.folder, 'doc.lock');
    await withLock({ path, ...services }, async () => {
      await expect(
        updateDocument(document, { ...services, interrupt }, (content) => content),
      ).rejects.toThrow('enough');
    });
  });
});

describe('waiting for a database that is in use', () => {
  it('takes longer each time, up to 40 ms, and ends when the time is over', async () => {
    const busy = Object.assign(new Error('database is locked'), { errcode: 5 });
    const waitFor = async (waitMaxMs?: number) => {
      const clock = quickClock();
      const random = { next: () => 0.999_999 };
      const limit = waitMaxMs === undefined ? {} : { waitMaxMs };
      const waiting = whileBusy({ path: '/x.lock', clock, random, ...limit }, () => {
        throw busy;
      });
      const { message } = await waiting.catch((error: ToolError) => error);
      return { sleeps: clock.sleeps, message };
    };
    const { sleeps, message } = await waitFor(103);
    expect(sleeps).toEqual([1, 2, 4, 8, 16, 32, 40]);
    expect(message).toBe('Another process holds /x.lock; the wait of 0.103 seconds is over.');
    expect((await waitFor()).message).toContain('the wait of 15 seconds is over');
  });

  it('ends at once with every other error', async () => {
    const options = { path: '/x.lock', clock: quickClock(), random: seededRandom(1) };
    const failing = whileBusy(options, () => {
      throw new Error('disk I/O error');
    });
    await expect(failing).rejects.toThrow('disk I/O error');
    expect(options.clock.sleeps).toEqual([]);
  });

  it.each([
    [{ errcode: 5 }, true],
    [{ errcode: 6 }, true],
    [{ errcode: 7 }, false],
    [{ message: 'database is locked' }, true],
    [{ message: 'database table is locked' }, true],
    [{ message: 'no such table' }, false],
    [{}, false],
  ])('is for the error %j: %s', (error, expected) => {
    expect(isBusy(error)).toBe(expected);
  });
});

describe('the file of a database', () => {
  const databaseIn = (folder: string) => ({
    ...{ path: join(folder, 'a.db'), what: 'the journal', owner: OWNER },
  });

  it('is created for its owner only, and kept if it is there', () => {
    const file = databaseIn(join(privateFolder(), 'new'));
    preparePrivateDatabase(file);
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
    writeFileSync(file.path, 'kept');
    preparePrivateDatabase(file);
    expect(readFileSync(file.path, 'utf8')).toBe('kept');
  });

  it.each([0x6969, 0x517b, 0xfe534d42, 0xff534d42])('is not put on a network file system: %i', (type) => {
    const file = databaseIn(privateFolder());
    replaceFunction('statfsSync', () => (() => ({ type })) as never);
    expect(() => preparePrivateDatabase(file)).toThrow('is on a network file system');
    const hint = 'Set BOURSE_LAKE to a folder on a local disk.';
    expect(() => preparePrivateDatabase({ ...file, variable: 'BOURSE_LAKE' })).toThrow(
      expect.objectContaining({ facts: expect.objectContaining({ hint }) }),
    );
  });

  it.each([
    [{ errcode: 10 }, true],
    [{ code: 'ERR_SQLITE_ERROR' }, true],
    [{ code: 'ENOSPC' }, true],
    [{ code: 'X' }, false],
    [{}, false],
  ])('leads to exit 10 for the failure %j: %s', (facts, isOfStorage) => {
    const error = Object.assign(new Error('no room'), facts);
    const thrown = databaseError(databaseIn('/state'), error);
    if (!isOfStorage) return expect(thrown).toBe(error);
    expect(thrown).toMatchObject({
      exitCode: 10,
      message: 'The journal /state/a.db could not be read or written: no room.',
    });
  });

  it('keeps an error that already says what to do', () => {
    const error = Object.assign(new ToolError({ kind: 'storage', message: 'lost' }), { errcode: 1 });
    expect(databaseError(databaseIn('/state'), error)).toBe(error);
  });
});

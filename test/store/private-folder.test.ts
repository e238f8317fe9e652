/** A private folder that several processes create at the same moment. */
import fs, { mkdirSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePrivateFolder } from '../../src/store/folders.ts';
import { privateFolder } from './folders.ts';

/** Runs `work`; at the first attempt to create `path`, `other` happens before it. Nothing else runs meanwhile. */
function duringFirstAttempt(path: string, other: () => void, work: () => void): void {
  const original = fs.mkdirSync;
  let isFirst = true;
  fs.mkdirSync = ((made: string, options: fs.MakeDirectoryOptions) => {
    if (made === path && isFirst) {
      isFirst = false;
      other();
    }
    return original(made, options);
  }) as typeof fs.mkdirSync;
  syncBuiltinESMExports();
  try {
    work();
  } finally {
    fs.mkdirSync = original;
    syncBuiltinESMExports();
  }
}

describe('a new private folder', () => {
  it('was forgotten by a power cut with all files in it, because its name was not flushed', () => {
    const home = privateFolder();
    const flushed: number[] = [];
    const original = fs.fsyncSync;
    fs.fsyncSync = (descriptor) => {
      flushed.push(fs.fstatSync(descriptor).ino);
      original(descriptor);
    };
    syncBuiltinESMExports();
    try {
      makePrivateFolder(join(home, 'state', 'sandbox'));
      expect(flushed).toEqual([home, join(home, 'state')].map((folder) => statSync(folder).ino));
      makePrivateFolder(join(home, 'state', 'sandbox'));
      expect(flushed).toHaveLength(2);
    } finally {
      fs.fsyncSync = original;
      syncBuiltinESMExports();
    }
  });
});

describe('a private folder that another process creates at the same moment', () => {
  it('is no error when the other one created the folder after its parent was found missing', () => {
    const folder = join(privateFolder(), 'state', 'sandbox');
    const create = () => {
      mkdirSync(dirname(folder), { mode: 0o700 });
      mkdirSync(folder, { mode: 0o700 });
    };
    duringFirstAttempt(dirname(folder), create, () => makePrivateFolder(folder));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('is created when the other one created only its parent', () => {
    const folder = join(privateFolder(), 'state', 'sandbox');
    const missing = () => {
      // The attempt that follows fails as if it had been made a moment before the parent was there.
      mkdirSync(dirname(folder), { mode: 0o700 });
      throw Object.assign(new Error('ENOENT: no such file or directory'), { code: 'ENOENT' });
    };
    duringFirstAttempt(folder, missing, () => makePrivateFolder(folder));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });
});

/** Which file of a package with machine code the program loads. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadPackage } from '../../src/cli/load.ts';
import { temporaryFolder } from '../acceptance/world.ts';

const SQLITE = '@photostructure/sqlite';
const libc = existsSync('/etc/alpine-release') ? 'musl' : 'glibc';

/** Installs a package with machine code for this system; returns the folder of the program and the file. */
function install() {
  const root = temporaryFolder();
  const home = join(root, 'node_modules', SQLITE);
  const prebuilt = join(home, 'prebuilds', `${process.platform}-${process.arch}`);
  mkdirSync(prebuilt, { recursive: true });
  const file = join(prebuilt, `@photostructure+sqlite.${libc}.node`);
  writeFileSync(file, '');
  return { folder: join(root, 'dist'), home, file };
}

/** Returns what was loaded, in order; `broken` cannot be loaded. */
function loadedBy(folder: string, id: string, broken?: string): readonly string[] {
  const tried: string[] = [];
  const result = loadPackage(folder, id, (one) => {
    tried.push(one);
    if (one === broken) throw new Error('wrong ELF class');
    return one;
  });
  expect(result).toBe(tried.at(-1));
  return tried;
}

it('loads the machine code of SQLite directly', () => {
  const { folder, file } = install();
  expect(loadedBy(folder, SQLITE)).toEqual([file]);
});

it('leaves the choice to the package where its machine code cannot be loaded', () => {
  const { folder, file } = install();
  expect(loadedBy(folder, SQLITE, file)).toEqual([file, SQLITE]);
});

it('leaves the choice to the package where it was compiled on this machine', () => {
  const { folder, home } = install();
  mkdirSync(join(home, 'build'));
  expect(loadedBy(folder, SQLITE)).toEqual([SQLITE]);
});

it('leaves the choice to the package where it is installed elsewhere, or has none for this system', () => {
  expect(loadedBy(join(temporaryFolder(), 'dist'), SQLITE)).toEqual([SQLITE]);
});

it('loads every other package by its name', () => {
  const { folder } = install();
  expect(loadedBy(folder, '@napi-rs/keyring')).toEqual(['@napi-rs/keyring']);
  expect(loadedBy(folder, 'node:fs')).toEqual(['node:fs']);
});

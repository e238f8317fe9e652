/**
 * Fault 62: The file of profiles is open to others, another user's, a link, a FIFO or a folder, or others can write to its folder.
 *
 * It is not used, whatever it contains, and links are not followed; exit code 3.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCheckedFile } from '../../../src/store/checked-file.ts';
import { failure } from '../../acceptance/outcomes.ts';
import { CANARY_KEYS } from '../../acceptance/scripted-exchange.ts';
import { bourse, temporaryFolder } from '../../acceptance/world.ts';
import { expectNoCanary } from '../fault-exchange.ts';

const REPLACEMENTS: Readonly<Record<string, (path: string, folder: string) => void>> = {
  'open to others': (path) => chmodSync(path, 0o644),
  'a symbolic link': (path) => {
    renameSync(path, `${path}.real`);
    symlinkSync(`${path}.real`, path);
  },
  'one of two hard links': (path) => linkSync(path, `${path}.other`),
  'a FIFO': (path) => {
    rmSync(path);
    execFileSync('mkfifo', ['-m', '600', path]);
  },
  'a folder': (path) => {
    rmSync(path);
    mkdirSync(path);
  },
  'in a folder to which others can write': (_path, folder) => chmodSync(folder, 0o777),
};

it.each(Object.entries(REPLACEMENTS))('a profile file that is %s is not used: exit 3', async (_, replace) => {
  const home = temporaryFolder();
  const run = (line: string) => bourse(line, { home, environment: CANARY_KEYS });
  const add = 'profile add one --env live --api-key env:BOURSE_API_KEY --secret env:BOURSE_API_SECRET';
  expect((await run(add)).code).toBe(0);
  const folder = join(home, 'config');
  replace(join(folder, 'profiles.json'), folder);
  for (const line of ['profile list', 'account info --profile one', add.replace('one', 'two')]) {
    const outcome = await run(line);
    expect(failure(outcome)).toMatchObject({ kind: 'credentials', exitCode: 3 });
    expectNoCanary(outcome);
  }
});

const STRANGER = (process.getuid?.() ?? 0) + 1;

it('a profile file in a folder of another user is not used: exit 3', async () => {
  const home = temporaryFolder();
  const add = 'profile add one --env live --api-key env:BOURSE_API_KEY --secret env:BOURSE_API_SECRET';
  const options = { home, environment: CANARY_KEYS };
  expect((await bourse(add, options)).code).toBe(0);
  for (const line of ['profile list', 'account info --profile one', add.replace('one', 'two')]) {
    const outcome = await bourse(line, { ...options, owner: STRANGER });
    expect(failure(outcome)).toMatchObject({ kind: 'credentials', exitCode: 3 });
    expect(failure(outcome).message).toContain(`expected user ${STRANGER}`);
    expectNoCanary(outcome);
  }
});

it('a file of another user is not read, whoever owns the folder', () => {
  const path = join(temporaryFolder(), 'profiles.json');
  writeFileSync(path, '{}', { mode: 0o600 });
  const file = { path, what: 'the profile file', kind: 'credentials', bytesMax: 1000 } as const;
  expect(readCheckedFile({ ...file, owner: STRANGER - 1 })).toBe('{}');
  expect(() => readCheckedFile({ ...file, owner: STRANGER })).toThrow(`expected user ${STRANGER}`);
});

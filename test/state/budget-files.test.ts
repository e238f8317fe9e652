/** The home of a budget in files: what processes share, and what happens where a folder cannot be trusted or used. */
import { execFile } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { fileBudgetHome } from '../../src/state/budget-files.ts';
import { temporaryFolder } from '../acceptance/world.ts';
import { Process, SPOT, Time } from './budget-world.ts';

const owner = process.getuid?.();
const homeOf = (folder: string) => () => fileBudgetHome({ folder, destination: 'live', owner });

function started(folder: string, time = new Time()) {
  return new Process(homeOf(folder), time);
}

describe('the files of a budget', () => {
  it('are open to their owner alone', () => {
    const folder = join(temporaryFolder(), 'budget');
    started(folder).taken(1);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const live = join(folder, 'live');
    expect(statSync(live).mode & 0o777).toBe(0o700);
    expect(readdirSync(live).map((name) => statSync(join(live, name)).mode & 0o777)).not.toEqual([]);
    for (const name of readdirSync(live)) expect(statSync(join(live, name)).mode & 0o777).toBe(0o600);
  });

  it('grant exactly the limit to processes that ask at the same time', async () => {
    const folder = temporaryFolder();
    const outfile = join(folder, 'budget-process.mjs');
    await build({
      entryPoints: [fileURLToPath(new URL('budget-process.ts', import.meta.url))],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
    });
    const store = join(folder, 'budget');
    const ended = Array.from({ length: 6 }, () =>
      promisify(execFile)(process.execPath, [outfile, store, '400', '5']),
    );
    const taken = (await Promise.all(ended)).map(({ stdout }) => Number(stdout));
    // 2400 requests of weight 5 asked for 12,000; nine tenths of 10,000 are 1800 requests.
    expect(taken.reduce((sum, one) => sum + one, 0)).toBe(1800);
  });

  it('let a process that was just started trust the clock that others measured on this machine', () => {
    const folder = temporaryFolder();
    const time = new Time();
    time.advance(10_000);
    const first = started(folder, time);
    first.call(970, 970);
    // Nobody sent anything for 55 seconds: the next window began 5 seconds ago.
    time.advance(55_000);
    started(folder, time).taken(900);
  });

  it('are removed some minutes after their window, but for the latest', () => {
    const folder = temporaryFolder();
    const time = new Time();
    const one = started(folder, time);
    for (let minute = 0; minute < 20; minute += 1) {
      one.call(1, 1);
      time.advance(60_000);
    }
    expect(readdirSync(join(folder, 'live')).length).toBeLessThan(10);
    time.advance(36 * 3_600_000);
    one.call(1, 1);
    expect(readdirSync(join(folder, 'live')).length).toBeLessThanOrEqual(2);
  });

  it('are removed without an error if another process has removed them meanwhile', () => {
    const folder = join(temporaryFolder(), 'budget');
    const home = fileBudgetHome({ folder, destination: 'live', owner });
    // Only names that bourse writes are removed: this one is listed, but bourse would write it with a %20.
    writeFileSync(join(folder, 'live', 'a b~1000~1'), '');
    for (const index of [2, 3]) home.open({ key: 'other', windowMs: 1000, index }, true)?.close();
    home.prune(10 * 86_400_000);
    expect(readdirSync(join(folder, 'live'))).toEqual(['a b~1000~1']);
  });

  it('of destinations that nothing was sent to for a week are removed', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'sandbox%20old'), { mode: 0o700 });
    mkdirSync(join(folder, 'sandbox%20new'), { mode: 0o700 });
    const past = (Date.now() - 8 * 86_400_000) / 1000;
    utimesSync(join(folder, 'sandbox%20old'), past, past);
    started(folder).taken(1);
    expect(readdirSync(folder).sort()).toEqual(['live', 'sandbox%20new']);
  });
});

describe('a process that cannot use the budget of its machine', () => {
  /** Returns the process after its first request, which must have been counted in memory. */
  function alone(folder: string) {
    const one = started(folder);
    one.taken(200);
    expect(one.notes).toHaveLength(1);
    // A quarter of 1000, of which nine tenths are used.
    expect(one.refused(30)).toMatchObject({ cap: 250 });
    return one;
  }

  function usedFolder(): string {
    const folder = temporaryFolder();
    started(folder).taken(1);
    return folder;
  }

  function logsOf(folder: string): readonly string[] {
    return readdirSync(join(folder, 'live')).map((name) => join(folder, 'live', name));
  }

  it('keeps to a quarter of the limits and says why, where the folder is no folder', () => {
    const folder = join(temporaryFolder(), 'file');
    writeFileSync(folder, '');
    expect(alone(folder).notes[0]).toMatch(/ENOTDIR|EEXIST|not a folder/);
  });

  it('does not use a folder that is a symbolic link', () => {
    const real = usedFolder();
    const link = join(temporaryFolder(), 'link');
    symlinkSync(real, link);
    expect(alone(link).notes[0]).toContain('is not a folder');
  });

  it('does not use a folder that others can write to', () => {
    const folder = usedFolder();
    chmodSync(folder, 0o777);
    expect(alone(folder).notes[0]).toContain('others have access');
  });

  it.each([0o720, 0o702])('does not use a folder with mode %o', (mode) => {
    for (const name of ['', 'live']) {
      const folder = usedFolder();
      chmodSync(join(folder, name), mode);
      expect(alone(folder).notes[0]).toContain('others have access');
    }
  });

  it('does not use a file that is larger than any window can be, or open to the group', () => {
    const large = usedFolder();
    for (const path of logsOf(large)) truncateSync(path, 64 * 1024 * 1024 + 1);
    expect(alone(large).notes[0]).toContain('has 67108865 bytes');
    const open = usedFolder();
    for (const path of logsOf(open)) chmodSync(path, 0o610);
    expect(alone(open).notes[0]).toContain('others have access');
  });

  it('keeps to one request where a quarter of a limit is less', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const few = { ...SPOT, key: 'few', cap: 2 };
    const one = started(file);
    one.taken(1, 'urgent', few);
    expect(one.refused(1, 'urgent', few)).toMatchObject({ cap: 1 });
  });

  it('does not follow a symbolic link in place of a file', () => {
    const folder = usedFolder();
    for (const path of logsOf(folder)) {
      renameSync(path, `${path}.real`);
      symlinkSync(`${path}.real`, path);
    }
    expect(alone(folder).notes[0]).toContain('ELOOP');
  });

  it('does not use a file with a second name, or one that others can read', () => {
    const linked = usedFolder();
    for (const path of logsOf(linked)) linkSync(path, `${path}-other`);
    expect(alone(linked).notes[0]).toContain('not a regular file');
    const open = usedFolder();
    for (const path of logsOf(open)) chmodSync(path, 0o644);
    expect(alone(open).notes[0]).toContain('others have access');
  });

  it('does not use the files of another user', () => {
    if (owner === undefined) return;
    const folder = usedFolder();
    const one = new Process(
      () => fileBudgetHome({ folder, destination: 'live', owner: owner + 1 }),
      new Time(),
    );
    one.taken(1);
    expect(one.notes[0]).toContain('expected user');
  });

  it('counts alone from the moment at which the disk is full', () => {
    const folder = temporaryFolder();
    let isFull = false;
    const one = new Process(() => {
      const home = homeOf(folder)();
      return {
        ...home,
        open(name, mayCreate) {
          const log = home.open(name, mayCreate);
          if (log === undefined) return undefined;
          return {
            append(bytes) {
              if (isFull) throw new Error('ENOSPC: no space left on device');
              log.append(bytes);
            },
            read: (from) => log.read(from),
            close: () => log.close(),
          };
        },
      };
    }, new Time());
    const before = one.taken(100);
    isFull = true;
    const permit = one.taken(50);
    expect(one.notes).toEqual(['ENOSPC: no space left on device']);
    one.answer(before, 100);
    one.answer(permit, 150);
    expect(one.refused(100)).toMatchObject({ cap: 250 });
  });

  it('never fails because of a file that is full of something else', () => {
    const folder = usedFolder();
    for (const path of logsOf(folder)) appendFileSync(path, 'x'.repeat(1001));
    const one = started(folder);
    one.taken(500);
    expect(one.notes).toEqual([]);
    expect(started(folder).refused(500)).toMatchObject({ obstacle: 'full' });
    expect(SPOT.cap).toBe(1000);
  });
});

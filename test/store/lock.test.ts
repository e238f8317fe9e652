import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/core/clock.ts';
import { withLock } from '../../src/store/lock.ts';
import { quickClock } from './clock.ts';
import { privateFolder } from './folders.ts';

const optionsIn = (folder: string) => ({
  path: join(folder, 'a.lock'),
  clock: quickClock(),
  random: seededRandom(3),
});

describe('a lock between processes', () => {
  it('is held by one caller at a time, also within one process', async () => {
    const options = optionsIn(privateFolder());
    const seen: string[] = [];
    await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        withLock(options, async () => {
          seen.push(`${name} in`);
          for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
          seen.push(`${name} out`);
        }),
      ),
    );
    for (let at = 0; at < seen.length; at += 2) expect(seen[at + 1]).toBe(seen[at]!.replace('in', 'out'));
    expect(new Set(seen).size).toBe(6);
  });

  it('returns the result of the work, and is released if the work fails', async () => {
    const options = optionsIn(privateFolder());
    await expect(withLock(options, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await withLock(options, () => 7)).toBe(7);
    expect(statSync(options.path).mode & 0o777).toBe(0o600);
  });

  it('leads to exit 10 without starting the work if its holder does not release it', async () => {
    const options = { ...optionsIn(privateFolder()), waitMaxMs: 200 };
    let started = false;
    await withLock(options, async () => {
      const attempt = withLock(options, () => {
        started = true;
      });
      await expect(attempt).rejects.toMatchObject({ exitCode: 10, facts: { retryable: true } });
    });
    expect(started).toBe(false);
    expect(Math.max(...options.clock.sleeps)).toBeLessThanOrEqual(40);
  });

  it('stops waiting after an interrupt', async () => {
    const options = optionsIn(privateFolder());
    const controller = new AbortController();
    await withLock(options, async () => {
      controller.abort(new Error('enough'));
      await expect(withLock({ ...options, signal: controller.signal }, () => 1)).rejects.toThrow('enough');
    });
  });

  it('is released at once if its holder is killed', async () => {
    const options = optionsIn(privateFolder());
    await withLock(options, () => undefined);
    const sqlite = createRequire(import.meta.url).resolve('@photostructure/sqlite');
    const script = `const { DatabaseSync } = require(${JSON.stringify(sqlite)});
      new DatabaseSync(${JSON.stringify(options.path)}).exec('BEGIN EXCLUSIVE');
      console.log('held'); setInterval(() => {}, 1000);`;
    const holder = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(holder.stdout, 'data');
    await expect(withLock({ ...options, waitMaxMs: 50 }, () => 1)).rejects.toMatchObject({ exitCode: 10 });
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    expect(await withLock({ ...options, waitMaxMs: 50 }, () => 1)).toBe(1);
  });

  it('refuses a link, and a path that is no lock file', async () => {
    const folder = privateFolder();
    const options = optionsIn(folder);
    symlinkSync(join(folder, 'elsewhere'), options.path);
    await expect(withLock(options, () => 1)).rejects.toMatchObject({ exitCode: 10 });
    const other = { ...options, path: join(folder, 'b.lock') };
    writeFileSync(other.path, 'this is no database, and it is long enough to be taken for one'.repeat(20));
    await expect(withLock(other, () => 1)).rejects.toMatchObject({
      exitCode: 10,
      facts: { hint: `The file contains no data: remove ${other.path} and try again.` },
    });
  });
});

/**
 * Fault 70: A symbol or a profile has a name that a shell would execute, such as $(touch x).
 *
 * Completion prints plain words only, so that no shell executes anything.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bourse, temporaryFolder } from '../../acceptance/world.ts';

const EVIL = [
  '$(touch executed)',
  '`touch executed`',
  "';touch executed;'",
  'a\ntouch executed',
  '$IFS',
  '-rf',
];

it('symbols of the cache that are no plain words are not offered', async () => {
  const home = temporaryFolder();
  expect((await bourse('market ticker price BTCUSDT --env sandbox', { home })).code).toBe(0);
  const cache = join(home, 'cache');
  mkdirSync(cache, { recursive: true });
  const known = readdirSync(cache).find((name) => /symbol/.test(name)) ?? 'symbols';
  writeFileSync(join(cache, known), ['ETHUSDT', ...EVIL].join('\n'));
  const { stdout } = await bourse(['__complete', '--', 'bourse', 'market', 'ticker', 'price', ''], { home });
  for (const word of stdout.split('\n').filter(Boolean)) expect(word).toMatch(/^[A-Za-z0-9_.:@=+-]+(\t.*)?$/);
  expect(stdout).not.toContain('touch');
});

it('the script for bash executes nothing of what completion prints', async () => {
  const { stdout: script } = await bourse('completion bash');
  const folder = temporaryFolder();
  const fake = join(folder, 'bourse');
  const words = EVIL.map((word) => `printf '%s\\n' '${word.replaceAll("'", `'\\''`)}'`);
  writeFileSync(fake, `#!/bin/sh\n${words.join('\n')}\n`, { mode: 0o755 });
  const test = `${script}\nCOMP_WORDS=(bourse '')\nCOMP_CWORD=1\n$(complete -p bourse | sed 's/.*-F \\([^ ]*\\).*/\\1/') bourse '' bourse\n`;
  execFileSync('bash', ['--norc', '-c', test], {
    cwd: folder,
    env: { PATH: `${folder}:${process.env['PATH']}` },
    stdio: 'ignore',
  });
  expect(existsSync(join(folder, 'executed'))).toBe(false);
});

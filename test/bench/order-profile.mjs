/** The profile with which benchmarks place orders at a server of their own, and the order that they place. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkThat, runNode } from './measure.mjs';

/** The words of a command that places one order. */
export const ORDER = 'trade buy BTCUSDT 0.001 --at 60000 --yes -o json'.split(' ');

/** Adds a profile whose keys lie in files of `home`, as users keep them, and whose spot orders go to `origin`. */
export function addProfile(program, home, origin) {
  const references = ['api-key', 'secret'].flatMap((name) => {
    const file = join(home, name);
    writeFileSync(file, name.slice(-1).repeat(64), { mode: 0o600 });
    return [`--${name}`, `file:${file}`];
  });
  const words = ['profile', 'add', 'bench', '--env', 'testnet', '--host', `spot=${origin}`, ...references];
  const done = runNode([program, ...words], { home });
  checkThat(done.code === 0, `exit code ${done.code} of profile add: ${done.stderr}`);
}

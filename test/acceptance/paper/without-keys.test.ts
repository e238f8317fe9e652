/** No command of the paper ledger, the watch book, theses and the lake reads a key, a profile or a prompt. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { World } from '../../../src/app/world.ts';
import { lake } from '../../../src/commands/lake/verbs.ts';
import { paper } from '../../../src/commands/paper/verbs.ts';
import { thesis } from '../../../src/commands/thesis/verbs.ts';
import { watch } from '../../../src/commands/watch/verbs.ts';
import { run } from '../../../src/main.ts';
import { profilePath } from '../../../src/profile/profile-file.ts';
import { prepareExample } from '../../commands/example-state.ts';
import { shellWords } from '../outcomes.ts';
import { fixedClock, testWorld, type WorldOptions } from '../world.ts';

/** Variables that hold keys. That of a profile holds a name; the profile itself cannot be read in these tests. */
const KEY_VARIABLE = /KEY|SECRET|PASSPHRASE/;

/** A minute, and the moment after it until its candle is complete. */
const OVER_A_MINUTE_MS = 65_000;

const reads: string[] = [];

afterEach(() => {
  reads.length = 0;
});

function refuse(what: string): never {
  reads.push(what);
  throw new Error(`${what} was read`);
}

/** Returns a world that throws where a command reads a variable of keys or asks, and whose profiles cannot be read. */
function keylessWorld(options: WorldOptions, captured: { stdout: string; stderr: string }): World {
  const world = testWorld(options, captured);
  const profiles = profilePath(world.folders.config);
  mkdirSync(dirname(profiles), { recursive: true, mode: 0o700 });
  writeFileSync(profiles, 'damaged', { mode: 0o600 });
  const environment = new Proxy(world.environment, {
    get: (target, name) =>
      KEY_VARIABLE.test(String(name)) ? refuse(String(name)) : target[name as keyof typeof target],
    ownKeys: (target) => Reflect.ownKeys(target).filter((name) => !KEY_VARIABLE.test(String(name))),
  });
  return {
    ...world,
    environment,
    ask: async (question) => refuse(question),
  };
}

/** Runs a command in the world; one that follows prices is stopped after a minute. */
async function runWithoutKeys(words: readonly string[], options: WorldOptions) {
  const captured = { stdout: '', stderr: '' };
  const ends = new AbortController();
  const clock = options.clock ?? fixedClock();
  const begun = clock.now();
  const stopping = {
    ...clock,
    async sleep(ms: number, signal?: AbortSignal) {
      await clock.sleep(ms, signal);
      if (clock.now() - begun > OVER_A_MINUTE_MS) ends.abort(new Error('SIGINT'));
    },
  };
  const world = keylessWorld({ ...options, clock: stopping, interrupt: ends.signal }, captured);
  return { code: await run(words, world), ...captured };
}

/** One example of each command, and the one of those that follow prices that runs until it is stopped. */
const EXAMPLES = [paper, watch, thesis, lake].flatMap(({ verbs }) =>
  verbs.map(({ words, examples }) => examples.at(words[0] === 'run' ? -1 : 0)!),
);

describe('without access to keys', () => {
  it.each(EXAMPLES)('works as shown: %s', async (example) => {
    const { words, options } = await prepareExample(shellWords(example.replace(/ > .*$/, '')));
    const { code, stderr } = await runWithoutKeys(words, options);
    expect([code, reads]).toEqual([0, []]);
    expect(stderr).not.toContain('was read');
  });

  it('a paper command that names a profile is refused, because it would read the profile', async () => {
    const { words, options } = await prepareExample(['paper', 'tick']);
    const { code, stderr } = await runWithoutKeys([...words, '--profile', 'main'], options);
    expect([code, reads]).toEqual([2, []]);
    expect(stderr).toContain('Paper ledgers use no profile, found --profile.');
  });

  it('a signed command fails, because it reads a key', async () => {
    const { words, options } = await prepareExample(['account', 'info']);
    expect((await runWithoutKeys(words, options)).code).not.toBe(0);
    expect(reads).not.toEqual([]);
  });

  it('a command that reads the profiles fails', async () => {
    const { words, options } = await prepareExample(['profile', 'list']);
    const { code, stderr } = await runWithoutKeys(words, options);
    expect(code).not.toBe(0);
    expect(stderr).toContain('profile');
  });
});

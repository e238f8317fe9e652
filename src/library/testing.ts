/** What tests of programs import: an exchange in a box with a seed, whose clock stands still until the test moves it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../core/clock.ts';
import type { UnixMs } from '../core/words.ts';
import { openSession, programFile } from './open-bourse.ts';
import type { TestBourse, TestOptions } from './testing-declarations.ts';

/** 2024-01-01T00:00:00Z. */
const START_MS = 1_704_067_200_000;

/**
 * Opens the library on a sandbox of its own in a temporary folder, which `close` removes. The same seed, the same start and
 * the same calls give the same answers. Throws a RangeError for a seed or a time that is none.
 */
export function openTestBourse({ seed = 1, now = START_MS, onNote }: TestOptions = {}): TestBourse {
  if (!Number.isSafeInteger(seed) || seed < 0 || seed > 0xffff_ffff)
    throw new RangeError(`seed must be a whole number from 0 to ${0xffff_ffff}, was ${seed}`);
  const start = now instanceof Date ? now.getTime() : now;
  if (!Number.isSafeInteger(start))
    throw new RangeError(`now must be a Date or Unix milliseconds, was ${String(now)}`);
  const clock = new SteppedClock(start);
  const home = mkdtempSync(join(tmpdir(), 'bourse-testing-'));
  const x = openSession(async () => {
    const [{ Session }, { saveSeed }, { seededRandom }] = await Promise.all([
      import('./session.ts'),
      import('../sandbox/storage/state-folder.ts'),
      import('../core/clock.ts'),
    ]);
    saveSeed(join(home, 'state', 'sandbox'), seed);
    const random = seededRandom(seed);
    const secretHex = (bytes: number) =>
      Array.from({ length: bytes }, () =>
        Math.floor(random.next() * 256)
          .toString(16)
          .padStart(2, '0'),
      ).join('');
    const options = {
      env: 'sandbox',
      home,
      variables: {},
      ...(onNote === undefined ? {} : { onNote }),
    } as const;
    return new Session(
      options,
      { clock, random, secretHex },
      { hasStreams: false, programFile: programFile() },
    );
  });
  return {
    ...x,
    clock: { now: () => clock.now(), advance: (ms) => clock.advance(ms) },
    home,
    async close() {
      await x.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** A clock that stands still; whoever waits on it moves it by the wait. */
class SteppedClock implements Clock {
  #now: number;

  constructor(now: number) {
    this.#now = now;
  }

  now(): UnixMs {
    return this.#now as UnixMs;
  }

  monotonicMs(): number {
    return this.#now;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    // Lets other work run in between, as a real wait does.
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    this.#now += ms;
  }

  /** Throws a RangeError for a time that is not positive, because the clock of an exchange never goes back. */
  advance(ms: number): void {
    if (!Number.isSafeInteger(ms) || ms < 0) throw new RangeError(`the clock moves by whole ms, was ${ms}`);
    this.#now += ms;
  }
}

import type { Clock } from '../../src/core/clock.ts';
import { unixMs } from '../../src/core/words.ts';

/** Returns a clock whose sleeps return immediately. */
export function quickClock(start = 1_710_506_096_789): Clock & { readonly sleeps: number[] } {
  let at = start;
  const sleeps: number[] = [];
  return {
    sleeps,
    now: () => unixMs(Math.round(at)),
    monotonicMs: () => at,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      sleeps.push(ms);
      at += ms;
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

import type { Clock } from '../../src/core/clock.ts';
import { unixMs } from '../../src/core/words.ts';

/** A clock that advances only when it is moved. */
export interface ManualClock extends Clock {
  move(ms: number): void;
}

/** Returns a clock at 2024-01-31T12:00:00Z, the start of a minute. */
export function manualClock(start = 1_706_702_400_000): ManualClock {
  let now = start;
  return {
    now: () => unixMs(now),
    monotonicMs: () => now,
    sleep: async (ms) => {
      now += ms;
    },
    move(ms) {
      now += ms;
    },
  };
}

/** A clock that moves when the test says so; who sleeps on it wakes when it has passed the moment. */
import type { Clock } from '../../src/core/clock.ts';
import type { UnixMs } from '../../src/core/words.ts';

export interface ManualClock extends Clock {
  /** Moves on step by step, so that those who sleep again meanwhile wake again. */
  advance(ms: number): Promise<void>;
  readonly sleepers: number;
}

const START = 1_710_506_096_789;
/** Steps of an advance. */
const STEPS_MAX = 10_000;

/** Returns a clock that stands still. */
export function manualClock(): ManualClock {
  let now = START;
  const sleeping = new Set<{ readonly at: number; readonly wake: () => void }>();
  return {
    now: () => now as UnixMs,
    monotonicMs: () => now - START,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const sleeper = {
          at: now + ms,
          wake: () => {
            sleeping.delete(sleeper);
            signal?.removeEventListener('abort', onAbort);
            resolve();
          },
        };
        const onAbort = () => {
          sleeping.delete(sleeper);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        if (ms <= 0) sleeper.wake();
        else sleeping.add(sleeper);
      }),
    async advance(ms) {
      const end = now + ms;
      for (let step = 0; step < STEPS_MAX; step += 1) {
        const due = [...sleeping].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (due === undefined) break;
        now = Math.max(now, due.at);
        due.wake();
        await runPendingTasks();
      }
      now = end;
      await runPendingTasks();
    },
    get sleepers() {
      return sleeping.size;
    },
  };
}

/** Lets what is ready run, sockets included. */
export async function runPendingTasks(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

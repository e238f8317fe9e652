/** A clock that only a test advances; a sleep ends when the clock has passed its time. */
import type { Clock } from '../../src/core/clock.ts';
import type { UnixMs } from '../../src/core/words.ts';

export interface ManualClock extends Clock {
  /** Advances the clock from sleep to sleep, so that sleeps that start meanwhile end in time as well. */
  advance(ms: number): Promise<void>;
  readonly sleepers: number;
}

const START = 1_710_506_096_789;
/** The most steps of one advance. */
const STEPS_MAX = 10_000;

/** Returns a clock that stands still until it is advanced. */
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

/** Runs pending tasks for five turns of the event loop, including those of sockets. */
export async function runPendingTasks(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

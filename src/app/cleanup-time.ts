/** Limits the time that a command may use for cleaning up after the first Ctrl-C. */
import type { World } from './world.ts';

/** A user who pressed Ctrl-C waits no longer than this for the cleanup. */
const CLEANUP_MS = 3000;

/** Runs the work with a signal that aborts on the second Ctrl-C or after 3 s, but not on the first Ctrl-C. */
export async function withCleanupTime<T>(
  { clock, abandon }: Pick<World, 'clock' | 'abandon'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const [done, late] = [new AbortController(), new AbortController()];
  clock.sleep(CLEANUP_MS, done.signal).then(
    () => late.abort(new Error('there was no more time for it')),
    () => {},
  );
  try {
    return await work(AbortSignal.any([abandon, late.signal]));
  } finally {
    done.abort();
  }
}

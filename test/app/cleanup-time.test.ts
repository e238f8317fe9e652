/** The time for cleaning up after the first Ctrl-C. */
import { expect, it } from 'vitest';
import { withCleanupTime } from '../../src/app/cleanup-time.ts';
import { fixedClock } from '../acceptance/world.ts';

/** A clock whose sleeps last until they are aborted. */
const stopped = {
  ...fixedClock(),
  sleep: (_ms: number, signal?: AbortSignal) =>
    new Promise<void>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
};

it('returns the result of work that ends in time', async () => {
  const abandon = new AbortController().signal;
  await expect(withCleanupTime({ clock: stopped, abandon }, async () => 'closed')).resolves.toBe('closed');
});

it('aborts work after 3 seconds', async () => {
  const abandon = new AbortController().signal;
  const clock = fixedClock();
  const startedMs = clock.monotonicMs();
  const isAborted = await withCleanupTime({ clock, abandon }, async (signal) => {
    await new Promise((resolve) => setImmediate(resolve));
    return signal.aborted;
  });
  expect(isAborted).toBe(true);
  expect(clock.monotonicMs() - startedMs).toBe(3000);
});

it('aborts work on the second Ctrl-C', async () => {
  const second = new AbortController();
  const isAborted = await withCleanupTime({ clock: stopped, abandon: second.signal }, async (signal) => {
    second.abort();
    return signal.aborted;
  });
  expect(isAborted).toBe(true);
});

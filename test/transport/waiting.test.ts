import { describe, expect, it } from 'vitest';
import type { LimitDemand } from '../../src/transport/limit-demand.ts';
import { type WaitNote, Waits } from '../../src/transport/waiting.ts';
import { weightDemandOf } from '../../src/transport/weight-scope.ts';
import { failureOf, NEVER, readRequest, SleepingClock } from './requests.ts';

function waitsOf(maxWaitMs: number) {
  const clock = new SleepingClock();
  const notes: WaitNote[] = [];
  const request = readRequest({ weight: { first: 3, second: 3, counted: 3 } });
  const demand: LimitDemand = weightDemandOf(request)!;
  const waits = new Waits({ clock, maxWaitMs, onWait: (note) => notes.push(note) }, request, demand);
  return { clock, notes, waits };
}

describe('the waits of one request', () => {
  it('are reported from a second on', async () => {
    const { notes, waits } = waitsOf(10_000);
    await waits.wait(999, 'it is full', NEVER);
    expect(notes).toEqual([]);
    await waits.wait(1_000, 'it is full', NEVER);
    expect(notes).toEqual([{ endpoint: 'spot.ping', waitMs: 1_000, why: 'it is full' }]);
  });

  it('add up to the longest wait at most', async () => {
    const { clock, waits } = waitsOf(1_500);
    expect([waits.hasWaited, waits.leftMs]).toEqual([false, 1_500]);
    await waits.wait(1, 'it is full', NEVER);
    expect([waits.hasWaited, waits.leftMs]).toEqual([true, 1_499]);
    const { message, facts } = await failureOf(waits.wait(1_500, 'it is full', NEVER));
    expect(message).toBe('It is full, and spot.ping costs 3: there is room in 2 s. It was not sent.');
    expect(facts).toMatchObject({
      kind: 'rate-limited',
      hint: 'Wait that long, or allow it with --max-wait 2s.',
      retryable: true,
      retryAfterMs: 1_500,
    });
    await waits.wait(1_499, 'it is full', NEVER);
    expect(clock.slept).toEqual([1, 1_499]);
  });

  it('for the answers to other requests grow to a second, unless the first is longer', () => {
    const { waits } = waitsOf(0);
    const delays = Array.from({ length: 8 }, () => waits.nextPollMs(120));
    expect(delays).toEqual([120, 180, 270, 405, 608, 912, 1_000, 1_000]);
    expect(waits.nextPollMs(2_000)).toBe(2_000);
  });
});

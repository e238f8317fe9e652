/** The time limits of calls, which one timer applies. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallTimeouts, type TimedCall } from '../../src/transport/call-timeouts.ts';

const LIMITS = { deadlineMs: 2_000, idleTimeoutMs: 1_000 };
/** Two ticks, of which each is 1/32 of the shorter limit. */
const LATE_MAX_MS = 2 * 32;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns a call that ends when it exceeds a limit, and the limits that it exceeded. */
function callOf(times: CallTimeouts) {
  const exceeded: string[] = [];
  const call: TimedCall = {
    deadlineTick: Number.POSITIVE_INFINITY,
    idleTick: Number.POSITIVE_INFINITY,
    timeOut(limit, limitMs) {
      exceeded.push(`${limit} ${limitMs}`);
      times.end(call);
    },
  };
  return { call, exceeded };
}

it('a call that waits for a connection has the deadline alone, which is not shortened', () => {
  const times = new CallTimeouts(LIMITS);
  const { call, exceeded } = callOf(times);
  times.begin(call);
  vi.advanceTimersByTime(LIMITS.deadlineMs - 1);
  expect(exceeded).toEqual([]);
  vi.advanceTimersByTime(LATE_MAX_MS);
  expect(exceeded).toEqual(['deadline 2000']);
});

it('a call without an answer is idle, however late in a tick it was written', () => {
  for (let waitedMs = 0; waitedMs < 40; waitedMs += 1) {
    const times = new CallTimeouts(LIMITS);
    const { call, exceeded } = callOf(times);
    times.begin(call);
    vi.advanceTimersByTime(waitedMs);
    times.written(call);
    vi.advanceTimersByTime(LIMITS.idleTimeoutMs - 1);
    expect(exceeded).toEqual([]);
    vi.advanceTimersByTime(LATE_MAX_MS);
    expect(exceeded).toEqual(['idle 1000']);
  }
});

it('received bytes begin the idle limit again, but not the deadline', () => {
  const times = new CallTimeouts(LIMITS);
  const { call, exceeded } = callOf(times);
  times.begin(call);
  times.written(call);
  for (let passedMs = 0; passedMs < 1_800; passedMs += 600) {
    vi.advanceTimersByTime(600);
    times.received(call);
    expect(exceeded).toEqual([]);
  }
  vi.advanceTimersByTime(200 + LATE_MAX_MS);
  expect(exceeded).toEqual(['deadline 2000']);
});

it('the timer ends with the tick after the last call, and a later call is limited again', () => {
  const times = new CallTimeouts(LIMITS);
  const first = callOf(times);
  times.begin(first.call);
  times.end(first.call);
  vi.advanceTimersByTime(LATE_MAX_MS);
  expect(vi.getTimerCount()).toBe(0);
  expect(first.exceeded).toEqual([]);
  const second = callOf(times);
  times.begin(second.call);
  times.written(second.call);
  vi.advanceTimersByTime(LIMITS.idleTimeoutMs + LATE_MAX_MS);
  expect(second.exceeded).toEqual(['idle 1000']);
});

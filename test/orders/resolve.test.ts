/** What proves that an order does not exist. */
import { describe, expect, it } from 'vitest';
import { unixMs } from '../../src/core/words.ts';
import type { Lookup, LookupResult } from '../../src/orders/lookup.ts';
import { acceptanceDeadline, type ResolveOptions, resolveOrder } from '../../src/orders/resolve.ts';
import { NEVER, SleepingClock, START } from '../transport/requests.ts';

const NONE: LookupResult = { found: 'none' } as LookupResult;
const NOTHING = { found: 'nothing', why: 'no answer', retryAfterMs: 0 } as const;

/** Resolves an order whose queries by id are answered by `byId`, as the ms after the acceptance deadline decide. */
async function resolve(
  byId: (lateMs: number) => LookupResult,
  lists: Partial<Lookup> = {},
  schedule: ResolveOptions['schedule'] = 'dense',
) {
  const clock = new SleepingClock();
  const attempt = { clientOrderId: 'mine', timestamp: clock.now(), recvWindow: 3_000 };
  const deadline = acceptanceDeadline(attempt);
  const asked: number[] = [];
  const resolution = await resolveOrder({
    attempt,
    clock,
    schedule,
    serverNow: () => clock.now(),
    signal: NEVER,
    lookup: {
      byId: async () => {
        asked.push(clock.now() - deadline);
        return byId(clock.now() - deadline);
      },
      inOpenOrders: async () => NONE,
      inHistory: async () => NONE,
      ...lists,
    },
  });
  return { resolution, asked, late: asked.filter((ms) => ms > 0).length };
}

describe('an order is proved absent', () => {
  it('by no single answer: a second one is waited for, although the first came after the deadline', async () => {
    const { resolution, late } = await resolve((lateMs) => (lateMs > 0 ? NONE : NOTHING));
    expect(resolution).toMatchObject({ is: 'absent', evidence: { answers: 2 } });
    expect(late).toBe(2);
  });

  it('never by answers before the deadline alone', async () => {
    const { resolution } = await resolve((lateMs) => (lateMs > 0 ? NOTHING : NONE));
    expect(resolution).toMatchObject({ is: 'unknown' });
  });

  it('not while one of the two lists shows it or gives no answer', async () => {
    for (const lists of [{ inOpenOrders: async () => NOTHING }, { inHistory: async () => NOTHING }]) {
      expect((await resolve(() => NONE, lists)).resolution).toMatchObject({
        is: 'unknown',
        why: 'no answer',
      });
    }
  });
});

it('an order is looked up after 200 ms, then at intervals that double up to three seconds', async () => {
  const { asked } = await resolve((lateMs) => (lateMs > 0 ? NOTHING : NONE));
  const waits = asked.map((at, index) => at - (index === 0 ? -28_000 : asked[index - 1]!));
  expect(waits.slice(0, 6)).toEqual([200, 400, 800, 1_600, 3_000, 3_000]);
  // The last look is at the end of the minute after the deadline.
  expect(asked.at(-1)).toBe(60_000);
});

it('an order is not looked up while the exchange wants no queries, and no longer than a minute', async () => {
  const limited = (retryAfterMs: number) => ({ ...NOTHING, retryAfterMs });
  const brief = await resolve((lateMs) => (lateMs < -27_000 ? limited(5_000) : NONE));
  expect(brief.asked.slice(0, 2)).toEqual([-27_800, -22_800]);
  expect((await resolve(() => limited(87_799))).asked).toEqual([-27_800, 59_999]);
  const long = await resolve(() => limited(87_800));
  expect([long.asked, long.resolution]).toEqual([[-27_800], { is: 'unknown', why: 'no answer' }]);
});

it('an order of long ago is looked up for a minute', async () => {
  const clock = new SleepingClock();
  clock.advance(3_600_000);
  const attempt = { clientOrderId: 'mine', timestamp: unixMs(START), recvWindow: 3_000 };
  const remaining: number[] = [];
  const lookup = { byId: async () => NOTHING, inOpenOrders: async () => NONE, inHistory: async () => NONE };
  await resolveOrder({
    ...{ attempt, lookup, clock, serverNow: () => clock.now(), signal: NEVER },
    onLookup: ({ remainingMs }) => remaining.push(remainingMs),
  });
  expect([remaining[0], remaining.at(-1)]).toEqual([59_800, 0]);
});

it('an order that rarely exists is looked up at once, and again a millisecond after the deadline', async () => {
  const { resolution, asked } = await resolve(() => NONE, {}, 'sparse');
  expect(resolution).toMatchObject({ is: 'absent', evidence: { answers: 2 } });
  expect(asked).toEqual([-28_000, 1]);
});

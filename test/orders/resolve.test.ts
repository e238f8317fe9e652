/** What proves that an order does not exist. */
import { describe, expect, it } from 'vitest';
import type { Lookup, LookupResult } from '../../src/orders/lookup.ts';
import { acceptanceDeadline, type ResolveOptions, resolveOrder } from '../../src/orders/resolve.ts';
import { NEVER, SleepingClock } from '../transport/requests.ts';

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

it('an order that rarely exists is looked up at once, and again a millisecond after the deadline', async () => {
  const { resolution, asked } = await resolve(() => NONE, {}, 'sparse');
  expect(resolution).toMatchObject({ is: 'absent', evidence: { answers: 2 } });
  expect(asked).toEqual([-28_000, 1]);
});

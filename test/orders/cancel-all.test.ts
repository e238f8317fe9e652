/** What the open orders say about a cancellation of all orders whose answer was lost. */
import { expect, it } from 'vitest';
import { ToolError } from '../../src/core/errors.ts';
import { resolveCancelAll } from '../../src/orders/cancel-all.ts';
import { acceptanceDeadline, LOOKUP_TIMEOUT_MS } from '../../src/orders/resolve.ts';
import { answer, NEVER, SleepingClock } from '../transport/requests.ts';
import { byId } from './fake-exchange.ts';

/** The time of the cancellation. */
const SENT = new SleepingClock().now();
const TIMES = { timestamp: SENT, recvWindow: 3_000 };
const DEADLINE = acceptanceDeadline(TIMES);

/** Resolves a cancellation; `rows` are the open orders at a time, or an error of their query. */
async function resolve(rows: (at: number) => unknown, { lateMs = 0, signal = NEVER } = {}) {
  const clock = new SleepingClock();
  clock.advance(lateMs);
  const listedAt: number[] = [];
  const result = await resolveCancelAll(
    { clock, serverTime: { now: () => clock.now() } as never },
    {
      ...{ times: TIMES, timeFields: ['time', 'updateTime'], endpoint: byId('spot.open-orders.cancel') },
      ...{ signal, cause: new Error('the answer was lost') },
      list: async () => {
        listedAt.push(clock.now());
        const found = rows(clock.now());
        if (found instanceof Error) throw found;
        return answer(200, JSON.stringify(found));
      },
    },
  ).catch((error: unknown) => error);
  return { result: result instanceof ToolError ? result.facts : result, listedAt };
}

it.each([
  ['there is no open order', []],
  ['all open orders are younger', [{ time: SENT + 1 }, { updateTime: SENT + 5 }]],
])('it was executed if %s', async (_, rows) => {
  const { result, listedAt } = await resolve(() => rows);
  expect([result, listedAt]).toEqual([expect.objectContaining({ status: 200 }), [SENT + 1_000]]);
});

it.each([
  ['is older', { time: SENT - 1 }],
  ['is as old', { time: SENT }],
  ['states no time', { symbol: 'BTCUSDT' }],
  ['states a time that is no number', { time: String(SENT + 5) }],
  ['is no object', 7],
])('it was not executed if after the deadline an open order %s', async (_, row) => {
  const { result, listedAt } = await resolve(() => [row, { time: SENT + 9 }]);
  expect(result).toMatchObject({ kind: 'unavailable', execution: 'not_executed' });
  expect((result as ToolError['facts']).message).toContain('1 order of before it is still open');
  expect(listedAt.filter((at) => at > DEADLINE)).toHaveLength(1);
});

it('it was executed if the older orders are gone at the deadline', async () => {
  const { result } = await resolve((at) => (at < DEADLINE ? [{ time: 1 }] : []));
  expect(result).toMatchObject({ status: 200 });
});

it.each([
  ['is refused', new Error('no permission'), 'no permission'],
  ['is no list', {}, 'not listed in time'],
])('it stays unknown if the list %s', async (_, rows, why) => {
  const { result, listedAt } = await resolve(() => rows);
  expect(result).toMatchObject({ kind: 'execution-unknown', execution: 'unknown' });
  expect((result as ToolError['facts']).message).toContain(why);
  expect(listedAt.at(-1)).toBe(DEADLINE + LOOKUP_TIMEOUT_MS);
});

it('a cancellation of long ago is looked for during a minute from now', async () => {
  const { listedAt } = await resolve(() => new Error('no answer'), { lateMs: 3_600_000 });
  expect([listedAt[0], listedAt.at(-1)]).toEqual([SENT + 3_601_000, SENT + 3_600_000 + LOOKUP_TIMEOUT_MS]);
});

it('it stays unknown if nobody waits for the list', async () => {
  const { result, listedAt } = await resolve(() => [], { signal: AbortSignal.abort(new Error('SIGINT')) });
  expect([result, listedAt]).toEqual([expect.objectContaining({ execution: 'unknown' }), []]);
});

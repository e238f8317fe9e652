/** Calls that run at the same time, whose reservations and answers are booked together. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { seededRandom } from '../../src/core/clock.ts';
import { ToolError } from '../../src/core/errors.ts';
import type { Answer, PreparedRequest } from '../../src/request/types.ts';
import { createBudget } from '../../src/state/budget.ts';
import type { BudgetHome } from '../../src/state/budget-home.ts';
import { memoryBudgetHome } from '../../src/state/budget-memory.ts';
import { type BudgetRecord, decodeRecords } from '../../src/state/budget-records.ts';
import { createRateLimiter, type RateLimiterOptions } from '../../src/transport/rate-limiter.ts';
import { answer, failureOf, NEVER, orderRequest, readRequest, SleepingClock } from './requests.ts';

/** A budget whose log the test reads, and the number of appends to it. */
function watchedBudget(clock = new SleepingClock()) {
  const home = memoryBudgetHome();
  const seen = { appends: 0 };
  const watched: BudgetHome = {
    ...home,
    open(name, mayCreate) {
      const log = home.open(name, mayCreate);
      if (log === undefined) return undefined;
      const append = (bytes: Buffer) => {
        seen.appends += 1;
        log.append(bytes);
      };
      return { append, read: (from) => log.read(from), close() {} };
    },
  };
  const budget = createBudget({ clock, openHome: () => watched, processId: 3 });
  const records = (): readonly BudgetRecord[] =>
    home.list().flatMap((name) => decodeRecords(home.open(name, false)!.read(0)).records);
  const countOf = (...kinds: readonly string[]) =>
    records().filter(({ kind }) => kinds.includes(kind)).length;
  const options: RateLimiterOptions = { clock, maxWaitMs: 0, budgetOf: () => budget };
  return { clock, seen, countOf, options };
}

const reported = (used: number): Answer => ({
  ...answer(200),
  usage: { weight: { '1m': used }, orders: {} },
});
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('sends nothing before its reservation is in the log, and records every answer by the end of the last call', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer(),
      fc.array(fc.constantFrom('read', 'order', 'lost', 'unsent', 'refused'), {
        minLength: 1,
        maxLength: 24,
      }),
      fc.integer({ min: 1, max: 8 }),
      async (seed, calls, lanes) => {
        const { countOf, options } = watchedBudget();
        const random = seededRandom(seed);
        let sent = 0;
        let unsent = 0;
        let lost = 0;
        const limited = createRateLimiter(options)(async (request) => {
          sent += 1;
          expect(countOf('reserve')).toBeGreaterThanOrEqual(sent);
          for (let left = Math.floor(random.next() * 3); left > 0; left -= 1) await turn();
          if (request.headers['kind'] === 'refused') return answer(400);
          if (request.headers['kind'] === 'lost') {
            lost += 1;
            throw new Error('lost');
          }
          if (request.headers['kind'] === 'unsent') {
            unsent += 1;
            throw new ToolError({ kind: 'unavailable', message: 'unsent', execution: 'not_executed' });
          }
          return reported(sent);
        });
        const waiting = [...calls];
        const lane = async () => {
          for (let kind = waiting.pop(); kind !== undefined; kind = waiting.pop()) {
            const change: Partial<PreparedRequest> = { headers: { kind } };
            const request = kind === 'order' ? orderRequest(change) : readRequest(change);
            await limited(request, NEVER).catch(() => {});
          }
        };
        await Promise.all(Array.from({ length: lanes }, lane));
        expect(sent).toBe(calls.length);
        expect(countOf('reserve')).toBe(sent);
        expect(countOf('answer')).toBe(sent - unsent - lost);
        expect(countOf('release')).toBe(unsent);
      },
    ),
    { seed: 31, numRuns: 60 },
  );
});

it('books calls of one turn with one append, and an order at once', async () => {
  const { seen, countOf, options } = watchedBudget();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const limited = createRateLimiter(options)(async () => {
    await held;
    return reported(9);
  });
  const first = limited(readRequest(), NEVER);
  const before = seen.appends;
  const reads = Array.from({ length: 5 }, () => limited(readRequest(), NEVER));
  const order = limited(orderRequest(), NEVER);
  expect(countOf('reserve')).toBe(2);
  await turn();
  expect(countOf('reserve')).toBe(7);
  expect(seen.appends).toBe(before + 2);
  release();
  await Promise.all([first, ...reads, order]);
  expect(countOf('answer')).toBe(7);
});

it('sends none of a turn during a cooldown that began before it', async () => {
  const { options } = watchedBudget();
  const cooldown = { leftMs: 0 };
  const cooldownsOf = () => ({ leftMs: () => cooldown.leftMs, begin() {}, beginDoubling() {} });
  let sent = 0;
  const limited = createRateLimiter({ ...options, cooldownsOf })(async () => {
    sent += 1;
    await turn();
    await turn();
    return reported(sent);
  });
  const first = limited(readRequest(), NEVER);
  const others = [1, 2, 3].map(() => failureOf(limited(readRequest(), NEVER)));
  cooldown.leftMs = 60_000;
  await first;
  for (const { kind } of await Promise.all(others)) expect(kind).toBe('rate-limited');
  expect(sent).toBe(1);
});

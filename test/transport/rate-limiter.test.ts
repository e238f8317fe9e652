/** The rate limiter and a simulated exchange in virtual time that counts weight by its own clock. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Clock, type Random, seededRandom } from '../../src/core/clock.ts';
import { ToolError } from '../../src/core/errors.ts';
import { MINUTE_MS } from '../../src/core/time-units.ts';
import { unixMs } from '../../src/core/words.ts';
import type { Answer, PreparedRequest, Send } from '../../src/request/types.ts';
import { type Budget, createBudget } from '../../src/state/budget.ts';
import { memoryBudgetHome } from '../../src/state/budget-memory.ts';
import { sharedCooldowns } from '../../src/store/cooldowns.ts';
import { openSend } from '../../src/transport/open-send.ts';
import { createRateLimiter, type RateLimiterOptions } from '../../src/transport/rate-limiter.ts';
import type { WaitNote } from '../../src/transport/waiting.ts';
import { temporaryFolder } from '../acceptance/world.ts';
import {
  answer,
  failureOf,
  NEVER,
  orderRequest,
  readRequest,
  SleepingClock,
  START,
  scriptedSend,
} from './requests.ts';

const limitRate = (send: Send, options: RateLimiterOptions) => createRateLimiter(options)(send);

/** A clock that advances only when every task sleeps. */
class VirtualClock implements Clock {
  readonly #sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  #now: number = START;

  now() {
    return unixMs(Math.round(this.#now));
  }

  monotonicMs(): number {
    return this.#now - START;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((wake) => this.#sleepers.push({ at: this.#now + ms, wake }));
  }

  async run(work: Promise<unknown>): Promise<void> {
    let isDone = false;
    const settled = work.finally(() => {
      isDone = true;
    });
    settled.catch(() => {});
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isDone) break;
      this.#sleepers.sort((one, other) => one.at - other.at);
      const next = this.#sleepers.shift();
      if (next === undefined) throw new Error('every task waits and no sleep is due');
      this.#now = Math.max(this.#now, next.at);
      next.wake();
    }
    await settled;
  }
}

interface ExchangeSettings {
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly skewMs: number;
  readonly latencyMs: number;
  readonly cap?: number;
  /** The true weight of each request. */
  readonly cost: number;
  /** Weight that others behind this address use at the start of each window. */
  readonly otherWeight?: number;
  readonly sendsDate?: boolean;
}

/** Returns an exchange that counts weight in fixed windows of its own clock and answers 429 above the cap. */
function simulateExchange(settings: ExchangeSettings): {
  send: Send;
  served: () => number;
  refused: () => number;
} {
  const {
    clock,
    random,
    skewMs,
    latencyMs,
    cost,
    cap = 6_000,
    otherWeight: others = 0,
    sendsDate: saysDate = true,
  } = settings;
  let window = -1;
  let used = 0;
  let served = 0;
  let refused = 0;
  const send: Send = async () => {
    await clock.sleep(random.next() * latencyMs);
    const now = clock.now() + skewMs;
    if (Math.floor(now / MINUTE_MS) !== window) {
      window = Math.floor(now / MINUTE_MS);
      used = others;
    }
    used += cost;
    const isOver = used > cap;
    if (isOver) refused += 1;
    else served += 1;
    const headers = saysDate ? { date: new Date(now).toUTCString() } : {};
    const reported = { weight: { '1m': used }, orders: {} };
    await clock.sleep(random.next() * latencyMs);
    return { ...answer(isOver ? 429 : 200, '[]', headers as Record<string, string>), usage: reported };
  };
  return { send, served: () => served, refused: () => refused };
}

function requestOfWeight(counted: number, change: Partial<PreparedRequest> = {}): PreparedRequest {
  return readRequest({ weight: { first: counted, second: counted, counted }, ...change });
}

/** Sends `count` requests, `lanes` at a time, and returns the virtual duration in ms. */
async function sendPages(
  clock: VirtualClock,
  send: Send,
  count: number,
  lanes: number,
  counted: number,
): Promise<number> {
  const started = clock.monotonicMs();
  let left = count;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await send(requestOfWeight(counted), NEVER);
    }
  };
  await clock.run(Promise.all(Array.from({ length: lanes }, lane)));
  return clock.monotonicMs() - started;
}

describe('a long paged run', () => {
  it('gets no 429 with any clock skew, latency, concurrency and weight used by others', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          seed: fc.integer(),
          skewMs: fc.integer({ min: -5_000, max: 5_000 }),
          latencyMs: fc.integer({ min: 1, max: 3_000 }),
          lanes: fc.integer({ min: 1, max: 8 }),
          cost: fc.integer({ min: 50, max: 250 }),
          otherWeight: fc.integer({ min: 0, max: 2_000 }),
        }),
        async ({ seed, skewMs, latencyMs, lanes, cost, otherWeight: others }) => {
          const clock = new VirtualClock();
          const server = simulateExchange({
            clock,
            random: seededRandom(seed),
            skewMs,
            latencyMs,
            cost,
            otherWeight: others,
          });
          const send = limitRate(server.send, { clock, maxWaitMs: 120_000 });
          // The first answer shows the clock of the server, as the first call of a run does.
          await sendPages(clock, send, 1, 1, cost);
          await sendPages(clock, send, 150, lanes, cost);
          expect(server.refused()).toBe(0);
          expect(server.served() + server.refused()).toBe(151);
        },
      ),
      { seed: 42, numRuns: 40 },
    );
  });

  it.each([0, 1_999, -1_999])(
    'takes hardly longer than the weight windows require with a clock skew of %i ms',
    async (skewMs) => {
      const clock = new VirtualClock();
      const server = simulateExchange({ clock, random: seededRandom(5), skewMs, latencyMs: 40, cost: 50 });
      const send = limitRate(server.send, { clock, maxWaitMs: 120_000 });
      const took = await sendPages(clock, send, 1_200, 4, 50);
      expect(server.refused()).toBe(0);
      // 60,000 of weight are ten windows of 6,000: the tenth begins after nine minutes at the earliest.
      const minimumMs = 9 * MINUTE_MS;
      expect(took).toBeGreaterThan(minimumMs - 2_000);
      expect(took).toBeLessThan(minimumMs * 1.15);
    },
  );

  it('gets at most one 429 from a server whose limit is lower than documented', async () => {
    const clock = new VirtualClock();
    const random = seededRandom(5);
    const server = simulateExchange({ clock, random, skewMs: 0, latencyMs: 20, cost: 2, cap: 100 });
    const send = openSend(server.send, { clock, random, maxWaitMs: 600_000 });
    await sendPages(clock, send, 400, 1, 2);
    expect([server.served(), server.refused()]).toEqual([400, 1]);
  });

  it('limits requests per minute while no answer reports a weight', async () => {
    const clock = new SleepingClock();
    const inner = scriptedSend(answer(200));
    const send = limitRate(inner, { clock, maxWaitMs: 120_000 });
    for (let count = 0; count < 1_201; count += 1) await send(requestOfWeight(1), NEVER);
    expect(clock.slept).toEqual([MINUTE_MS + 25]);
  });

  it('needs no Date header', async () => {
    const clock = new VirtualClock();
    const server = simulateExchange({
      clock,
      random: seededRandom(5),
      skewMs: 0,
      latencyMs: 5,
      cost: 100,
      sendsDate: false,
    });
    const send = limitRate(server.send, { clock, maxWaitMs: 120_000 });
    await sendPages(clock, send, 200, 2, 100);
    expect(server.refused()).toBe(0);
  });
});

describe('the rate limiter', () => {
  function with429(headers: Readonly<Record<string, string>>, body = '') {
    const clock = new SleepingClock();
    const inner = scriptedSend(answer(429, body, headers), answer(200));
    return { clock, inner, send: limitRate(inner, { clock, maxWaitMs: 10_000 }) };
  }

  it.each([
    [418, 120_000],
    [403, 300_000],
  ])('stops all processes from sending to that environment after a %i', async (status, ms) => {
    const folder = temporaryFolder();
    const clock = new SleepingClock();
    const process = (scope: string, ...answers: readonly Answer[]) => {
      const inner = scriptedSend(...answers);
      const cooldownsOf = () => sharedCooldowns(folder, clock, scope);
      return { inner, send: limitRate(inner, { clock, maxWaitMs: 10_000, cooldownsOf: cooldownsOf }) };
    };
    const first = process('live', answer(status, '', status === 418 ? { 'retry-after': '120' } : {}));
    await first.send(requestOfWeight(1), NEVER);
    const second = process('live', answer(200));
    const futures = requestOfWeight(1, { path: '/fapi/v1/ping', host: 'usdm', product: 'usdm' });
    for (const request of [requestOfWeight(1), futures, requestOfWeight(1, { isUrgent: true })]) {
      const error = await failureOf(second.send(request, NEVER));
      expect(error.facts).toMatchObject({
        kind: 'rate-limited',
        retryAfterMs: ms,
        execution: 'not_executed',
      });
    }
    expect(second.inner.requests).toEqual([]);
    await process('testnet', answer(200)).send(requestOfWeight(1), NEVER);
    clock.advance(ms);
    await second.send(requestOfWeight(1), NEVER);
    expect(second.inner.requests).toHaveLength(1);
  });

  it('delays other processes after a 429 for its Retry-After, for that product only', async () => {
    const folder = temporaryFolder();
    const clock = new SleepingClock();
    const cooldownsOf = () => sharedCooldowns(folder, clock, 'live');
    const of = (...answers: readonly Answer[]) =>
      limitRate(scriptedSend(...answers), { clock, maxWaitMs: 10_000, cooldownsOf: cooldownsOf });
    await of(answer(429, '', { 'retry-after': '7' }))(requestOfWeight(1), NEVER);
    await of(answer(200))(
      requestOfWeight(1, { path: '/fapi/v1/ping', host: 'usdm', product: 'usdm' }),
      NEVER,
    );
    expect(clock.slept).toEqual([]);
    clock.advance(6_999);
    await of(answer(200))(requestOfWeight(1), NEVER);
    expect(clock.slept).toEqual([1]);
  });

  it('counts the calls of a WebSocket API towards the weight of its product', async () => {
    const clock = new SleepingClock();
    const answers = [answer(429, '', { 'retry-after': '7' }), answer(200), answer(200)];
    const send = limitRate(scriptedSend(...answers), { clock, maxWaitMs: 10_000 });
    const call = (path: PreparedRequest['path']) => send(requestOfWeight(1, { path }), NEVER);
    await call('/fapi/v1/ping');
    for (const path of ['/ws-api/v3/session.status', '/ws-dapi/v1/order.status'] as const) await call(path);
    expect(clock.slept).toEqual([]);
    await call('/ws-fapi/v1/session.status');
    expect(clock.slept).toEqual([7000]);
  });

  it.each([
    { counted: 5_000, isHeldBack: true },
    { counted: 0, isHeldBack: false },
  ])(
    'counts the weight $counted of a message, not that of its REST call',
    async ({ counted, isHeldBack }) => {
      const clock = new SleepingClock();
      const weight = { first: counted, second: counted, counted };
      const options = { clock, maxWaitMs: 120_000, messageWeightOf: () => weight };
      const send = limitRate(scriptedSend(answer(200)), options);
      for (let calls = 0; calls < 3; calls += 1) await send(requestOfWeight(3_000), NEVER);
      expect(clock.slept.length > 0).toBe(isHeldBack);
    },
  );

  it('reserves the end of a window for urgent requests: order queries and cancels', async () => {
    const clock = new SleepingClock();
    const reported = { ...answer(200), usage: { weight: { '1m': 5_850 }, orders: {} } };
    const inner = scriptedSend(reported);
    const send = limitRate(inner, { clock, maxWaitMs: 120_000 });
    await send(requestOfWeight(1), NEVER);
    await send(requestOfWeight(20, { isUrgent: true }), NEVER);
    expect(clock.slept).toEqual([]);
    await send(requestOfWeight(20), NEVER);
    expect(clock.slept.length).toBe(1);
  });

  it('uses the weight that the server reports where it exceeds its own count', async () => {
    const clock = new SleepingClock();
    const reported = { ...answer(200), usage: { weight: { '1m': 5_900 }, orders: {} } };
    const inner = scriptedSend(reported);
    const send = limitRate(inner, { clock, maxWaitMs: 10_000 });
    await send(requestOfWeight(1), NEVER);
    const error = await failureOf(send(requestOfWeight(1), NEVER));
    expect(error.facts).toMatchObject({ kind: 'rate-limited', execution: 'not_executed', retryable: true });
    expect(error.facts.retryAfterMs).toBe(MINUTE_MS + 25);
    expect(error.exitCode).toBe(6);
    expect(inner.requests).toHaveLength(1);
  });

  it('waits longer before each further look whether other requests were answered', async () => {
    const clock = new SleepingClock();
    const reported = { ...answer(200), usage: { weight: { '1m': 5_500 }, orders: {} } };
    let calls = 0;
    // The second request is never answered, so the third waits until it counts as lost.
    const send = limitRate(async () => (++calls === 2 ? new Promise<Answer>(() => {}) : reported), {
      clock,
      maxWaitMs: 120_000,
    });
    await send(requestOfWeight(1), NEVER);
    void send(requestOfWeight(1), NEVER);
    await send(requestOfWeight(1), NEVER);
    expect(clock.slept.slice(0, 3)).toEqual([120, 180, 270]);
    expect(Math.max(...clock.slept)).toBe(1_000);
  });

  it('waits for the next window within the longest wait and reports the reason', async () => {
    const clock = new SleepingClock();
    clock.advance(MINUTE_MS - 5_000);
    const notes: WaitNote[] = [];
    const reported = { ...answer(200), usage: { weight: { '1m': 6_000 }, orders: {} } };
    const send = limitRate(scriptedSend(reported), {
      clock,
      maxWaitMs: 10_000,
      onWait: (note) => notes.push(note),
    });
    await send(requestOfWeight(1), NEVER);
    await send(requestOfWeight(1), NEVER);
    expect(clock.slept).toEqual([5_025]);
    expect(notes[0]?.why).toContain('6000 of 6000');
  });

  it('counts the effective one of disputed weights, and each product separately', async () => {
    const clock = new SleepingClock();
    const inner = scriptedSend(answer(200));
    const send = limitRate(inner, { clock, maxWaitMs: 1_000 });
    const heavy = { weight: { first: 50, second: 250, counted: 5_000 } };
    await send(readRequest(heavy), NEVER);
    await failureOf(send(readRequest(heavy), NEVER));
    await send(requestOfWeight(2_000, { path: '/fapi/v1/ping', host: 'usdm', product: 'usdm' }), NEVER);
    await failureOf(
      send(requestOfWeight(2_000, { path: '/fapi/v1/ping', host: 'usdm', product: 'usdm' }), NEVER),
    );
    await send(requestOfWeight(2_000, { path: '/dapi/v1/ping', host: 'coinm', product: 'coinm' }), NEVER);
    expect(inner.requests).toHaveLength(3);
  });

  it('limits funding rate requests to 500 in five minutes', async () => {
    const clock = new SleepingClock();
    const inner = scriptedSend(answer(200));
    const send = limitRate(inner, { clock, maxWaitMs: 1_000 });
    const ask = (path: `/${string}`) =>
      send(requestOfWeight(1, { path, host: 'usdm', product: 'usdm' }), NEVER);
    for (let sent = 0; sent < 225; sent += 1) {
      await ask('/fapi/v1/fundingRate');
      await ask('/fapi/v1/fundingInfo');
    }
    for (let more = 0; more < 51; more += 1) await ask('/fapi/v1/fundingRate').catch(() => undefined);
    await failureOf(ask('/fapi/v1/fundingRate'));
    expect(inner.requests.length).toBeLessThanOrEqual(500);
    await ask('/fapi/v1/premiumIndex');
  });

  it('gives a call that is heavier than a window a window of its own', async () => {
    const clock = new SleepingClock();
    const inner = scriptedSend(answer(200));
    const send = limitRate(inner, { clock, maxWaitMs: 120_000 });
    const heavy = requestOfWeight(18_000, { path: '/sapi/v1/capital/withdraw/history', product: 'funds' });
    await send(heavy, NEVER);
    await send(heavy, NEVER);
    expect(clock.slept).toEqual([MINUTE_MS + 25]);
  });

  it('counts a wallet endpoint per account once the server reports it so', async () => {
    const clock = new SleepingClock();
    const reported = { ...answer(200), usage: { weight: { 'sapi-uid-1m': 18_000 }, orders: {} } };
    const send = limitRate(scriptedSend(reported), { clock, maxWaitMs: 0 });
    const heavy = requestOfWeight(18_000, { path: '/sapi/v1/capital/withdraw/history', product: 'funds' });
    for (let count = 0; count < 9; count += 1) await send(heavy, NEVER);
    await failureOf(send(heavy, NEVER));
  });

  it('does not wait a minute for each page of a history that the catalogue counts by account', async () => {
    const weight = { first: 18_000, second: 18_000, counted: 18_000, isByAccount: true as const };
    const heavy = readRequest({ weight, path: '/sapi/v1/capital/withdraw/history', product: 'funds' });
    const clock = new SleepingClock();
    const budget = createBudget({ clock, openHome: memoryBudgetHome, processId: 0 });
    const senderOf = (account: string, usage: Answer['usage']['weight']) =>
      limitRate(scriptedSend({ ...answer(200), usage: { weight: usage, orders: {} } }), {
        clock,
        maxWaitMs: 0,
        account,
        budgetOf: () => budget,
      });
    const [one, other] = [senderOf('one', {}), senderOf('other', { 'sapi-ip-1m': 18_000 })];
    for (let count = 0; count < 9; count += 1) await one(heavy, NEVER);
    expect((await failureOf(one(heavy, NEVER))).message).toContain('has used 162000 of 1');
    await other(heavy, NEVER);
    expect((await failureOf(other(heavy, NEVER))).message).toContain('weighed more than the 12000');
  });

  it('counts the weight of a request without an answer', async () => {
    const clock = new SleepingClock();
    const lost = limitRate(
      async () => {
        throw new Error('lost');
      },
      { clock, maxWaitMs: 0 },
    );
    await expect(lost(requestOfWeight(5_000), NEVER)).rejects.toThrow('lost');
    expect((await failureOf(lost(requestOfWeight(5_000), NEVER))).kind).toBe('rate-limited');
  });

  it('sends nothing during the Retry-After of a 429', async () => {
    const { send, clock } = with429({ 'retry-after': '3' });
    expect((await send(requestOfWeight(1), NEVER)).status).toBe(429);
    expect((await send(requestOfWeight(1), NEVER)).status).toBe(200);
    expect(clock.slept).toEqual([3_000]);
  });

  it('rejects requests after a 429 whose Retry-After exceeds the longest wait', async () => {
    const { send, inner } = with429({ 'retry-after': '60' });
    await send(requestOfWeight(1), NEVER);
    const { facts } = await failureOf(send(requestOfWeight(1), NEVER));
    expect(facts).toMatchObject({ retryAfterMs: 60_000, hint: expect.stringContaining('--max-wait 60s') });
    expect(facts.message).toContain('spot.ping costs 1: there is room in 60 s.');
    expect(inner.requests).toHaveLength(1);
  });

  /** Returns senders of two processes with one budget, of whose window the first has used 5,000 of 6,000. */
  async function shareBudget(options: Partial<RateLimiterOptions> = {}) {
    const clock = new SleepingClock();
    const budget = createBudget({ clock, openHome: memoryBudgetHome, processId: 0 });
    const shared = { clock, maxWaitMs: 120_000, budgetOf: () => budget };
    const one = limitRate(scriptedSend(answer(200)), { ...shared, ...options });
    const other = limitRate(scriptedSend(answer(200)), shared);
    await one(requestOfWeight(5_000), NEVER);
    return { clock, one, other };
  }

  it('gives the place of an interrupted wait in the next window to others', async () => {
    const user = new AbortController();
    const { clock, one, other } = await shareBudget({ onWait: () => user.abort() });
    await failureOf(one(requestOfWeight(5_000), user.signal));
    clock.advance(MINUTE_MS);
    await other(requestOfWeight(5_000), NEVER);
    expect(clock.slept).toEqual([]);
  });

  it('gives the place of a request that a ban stops to others', async () => {
    const ban = { leftMs: 0 };
    const cooldownsOf = () => ({ leftMs: () => ban.leftMs, begin() {}, beginDoubling() {} });
    const { clock, one, other } = await shareBudget({
      cooldownsOf,
      onWait: () => {
        ban.leftMs = 120_000;
      },
    });
    await failureOf(one(requestOfWeight(5_000), NEVER));
    clock.slept.length = 0;
    await other(requestOfWeight(5_000), NEVER);
    expect(clock.slept).toEqual([]);
  });

  it('gives back the weight of a request that could not be signed again', async () => {
    const { clock, one, other } = await shareBudget({
      renew: () => Promise.reject(new Error('no key')),
    });
    await expect(one(requestOfWeight(5_000), NEVER)).rejects.toThrow('no key');
    clock.slept.length = 0;
    await other(requestOfWeight(5_000), NEVER);
    expect(clock.slept).toEqual([]);
  });

  it('gives back the weight of a request that was not sent, and of no other', async () => {
    const clock = new SleepingClock();
    const failing = (execution: 'not_executed' | 'unknown') => {
      const error = new ToolError({ kind: 'unavailable', message: 'no answer', execution });
      return limitRate(scriptedSend(error), { clock, maxWaitMs: 0 });
    };
    const kindOf = async (send: Send) => (await failureOf(send(requestOfWeight(5_000), NEVER))).kind;
    const [unsent, lost] = [failing('not_executed'), failing('unknown')];
    expect([await kindOf(unsent), await kindOf(unsent)]).toEqual(['unavailable', 'unavailable']);
    expect([await kindOf(lost), await kindOf(lost)]).toEqual(['unavailable', 'rate-limited']);
  });

  it('does not delay queries after the order count limit is reached', async () => {
    const { send, clock } = with429({ 'retry-after': '60' }, '{"code":-1015,"msg":"Too many new orders."}');
    await send(orderRequest(), NEVER);
    expect((await send(requestOfWeight(1), NEVER)).status).toBe(200);
    expect(clock.slept).toEqual([]);
  });

  it('delays the orders of an account after -1015, and no other request', async () => {
    const folder = temporaryFolder();
    const clock = new SleepingClock();
    const cooldownsOf = () => sharedCooldowns(folder, clock, 'live');
    const refused = answer(429, '{"code":-1015,"msg":"Too many new orders."}', { 'retry-after': '7' });
    const send = (account: string, ...answers: readonly Answer[]) =>
      limitRate(scriptedSend(...answers), { clock, maxWaitMs: 10_000, cooldownsOf, account });
    const first = send('mine', refused, answer(200));
    await first(orderRequest({ orders: 1 }), NEVER);
    await first(requestOfWeight(1), NEVER);
    await first(orderRequest({ method: 'DELETE', isUrgent: true }), NEVER);
    await send('other', answer(200))(orderRequest({ orders: 1 }), NEVER);
    expect(clock.slept).toEqual([]);
    await send('mine', answer(200))(orderRequest({ orders: 1 }), NEVER);
    expect(clock.slept).toEqual([7_000]);
  });

  it('begins a cooldown of each order limit of an account after -1015', async () => {
    const clock = new SleepingClock();
    const begun: string[] = [];
    const cooldownsOf = () => ({
      leftMs: () => 0,
      begin: (of: string) => begun.push(of),
      beginDoubling() {},
    });
    const refused = answer(429, '{"code":-1015,"msg":"Too many new orders."}', { 'retry-after': '7' });
    const options = { clock, maxWaitMs: 0, account: 'mine', cooldownsOf };
    await limitRate(scriptedSend(refused), options)(orderRequest({ orders: 1 }), NEVER);
    expect(begun).toEqual(['orders spot mine 1s', 'orders spot mine 1d']);
  });

  it('keeps to the order limit of an account, as far as the exchange reports its use', async () => {
    const clock = new SleepingClock();
    let placed = 0;
    const inner = scriptedSend(() => {
      placed += 1;
      return { ...answer(200), usage: { weight: { '1m': placed }, orders: { '10s': placed, '1d': placed } } };
    });
    const send = limitRate(inner, { clock, maxWaitMs: 20_000, account: 'mine', interfaceOf: () => 'today' });
    for (let count = 0; count < 98; count += 1) await send(orderRequest({ orders: 1 }), NEVER);
    // 97 of 100 orders in 10 seconds, of which START is the first.
    expect(clock.slept).toEqual([10_025]);
    expect(placed).toBe(98);
  });

  it('lets orders pass whose counts the exchange gave back because they were filled', async () => {
    const clock = new SleepingClock();
    const filled = { ...answer(200), usage: { weight: { '1m': 1 }, orders: { '10s': 1, '1d': 1 } } };
    const inner = scriptedSend(filled);
    const send = limitRate(inner, { clock, maxWaitMs: 20_000, account: 'mine', interfaceOf: () => 'today' });
    for (let count = 0; count < 150; count += 1) await send(orderRequest({ orders: 1 }), NEVER);
    expect(clock.slept).toEqual([]);
  });

  it('keeps to the weight that exchange information announces', async () => {
    const clock = new SleepingClock();
    const info =
      '{"timezone":"UTC","serverTime":1,"rateLimits":[{"rateLimitType":"REQUEST_WEIGHT","interval":"MINUTE","intervalNum":1,"limit":400},{"rateLimitType":"ORDERS","interval":"SECOND","intervalNum":10,"limit":100}],"symbols":[]}';
    const send = limitRate(scriptedSend(answer(200, info)), { clock, maxWaitMs: 0 });
    await send(requestOfWeight(300), NEVER);
    await send(requestOfWeight(20, { path: '/api/v3/exchangeInfo' }), NEVER);
    expect((await failureOf(send(requestOfWeight(100), NEVER))).message).toContain('of 400');
  });

  it('counts the weight of the interface that the host serves', async () => {
    const clock = new SleepingClock();
    const weightToday = { first: 5000, second: 5000, counted: 5000 };
    const twice = async (served: 'document' | 'today') => {
      const send = limitRate(scriptedSend(answer(200)), { clock, maxWaitMs: 0, interfaceOf: () => served });
      await send(requestOfWeight(1, { weightToday }), NEVER);
      return send(requestOfWeight(1, { weightToday }), NEVER);
    };
    await twice('document');
    expect((await failureOf(twice('today'))).kind).toBe('rate-limited');
  });

  it('learns costs apart for calls whose weights differ today but not in the document', async () => {
    const own = createBudget({
      clock: new SleepingClock(),
      openHome: memoryBudgetHome,
      processId: 0,
    });
    const names: string[] = [];
    const budget = new Proxy(own, {
      get(target, key: keyof Budget) {
        if (key !== 'take') return target[key].bind(target);
        return (...taken: Parameters<Budget['take']>) => {
          names.push(taken[0].name);
          return target.take(...taken);
        };
      },
    });
    const options = { clock: new SleepingClock(), maxWaitMs: 0, budgetOf: () => budget };
    const send = limitRate(scriptedSend(answer(200)), { ...options, interfaceOf: () => 'today' });
    for (const counted of [1, 5])
      await send(requestOfWeight(1, { weightToday: { first: counted, second: counted, counted } }), NEVER);
    expect(new Set(names).size).toBe(2);
  });

  it('counts both futures products together where the interface of today does', async () => {
    const clock = new SleepingClock();
    const requests = (served: 'document' | 'today') => {
      const send = limitRate(scriptedSend(answer(200)), { clock, maxWaitMs: 0, interfaceOf: () => served });
      return async () => {
        await send(requestOfWeight(1_500, { path: '/fapi/v1/ping', host: 'usdm', product: 'usdm' }), NEVER);
        return send(
          requestOfWeight(1_500, { path: '/dapi/v1/ping', host: 'coinm', product: 'coinm' }),
          NEVER,
        );
      };
    };
    await requests('document')();
    expect((await failureOf(requests('today')())).kind).toBe('rate-limited');
  });

  it.each([
    [418, '0', 120_000],
    [418, '150', 150_000],
    [403, '', 300_000],
  ])('rejects requests to all hosts after a %i instead of waiting', async (status, after, leftMs) => {
    const clock = new SleepingClock();
    const inner = scriptedSend(answer(status, '', { 'retry-after': after }), answer(200));
    const send = limitRate(inner, { clock, maxWaitMs: 1e9 });
    expect((await send(requestOfWeight(1), NEVER)).status).toBe(status);
    const other = requestOfWeight(1, { path: '/fapi/v1/ping', host: 'usdm', product: 'usdm' });
    const error = await failureOf(send(other, NEVER));
    expect(error.facts).toMatchObject({
      kind: 'rate-limited',
      retryAfterMs: leftMs,
      execution: 'not_executed',
    });
    clock.advance(leftMs - 1);
    expect((await failureOf(send(other, NEVER))).facts.retryAfterMs).toBe(1);
    expect(inner.requests).toHaveLength(1);
    clock.advance(1);
    expect((await send(other, NEVER)).status).toBe(200);
  });

  it('signs a request again after a wait', async () => {
    const clock = new SleepingClock();
    const inner = scriptedSend(answer(200));
    const renew = (request: PreparedRequest) => ({ ...request, query: `timestamp=${clock.now()}` });
    const send = limitRate(inner, { clock, maxWaitMs: 120_000, renew });
    await send(requestOfWeight(5_000, { query: 'timestamp=1' }), NEVER);
    await send(requestOfWeight(5_000, { query: 'timestamp=1' }), NEVER);
    expect(inner.requests.map(({ query }) => query)).toEqual([
      'timestamp=1',
      `timestamp=${START + MINUTE_MS + 25}`,
    ]);
  });
});

describe('the composed send', () => {
  const clock = new SleepingClock();
  const options = { clock, random: seededRandom(3), maxWaitMs: 120_000 };

  it('counts the weight of each attempt', async () => {
    const inner = scriptedSend(answer(503), answer(503), answer(200));
    const send = openSend(inner, options);
    await send(requestOfWeight(2_900), NEVER);
    expect(inner.requests).toHaveLength(3);
    // Two attempts fill a window, so the third waits for the next window.
    expect(Math.max(...clock.slept)).toBeGreaterThan(50_000);
  });

  it('reports an unknown execution status for a write without an answer, and sends it once', async () => {
    const { brokenError } = await import('../../src/transport/failures.ts');
    const address = new URL('https://api.binance.com');
    const inner = scriptedSend(brokenError(orderRequest(), address, 'the answer broke off'), answer(200));
    const error = await failureOf(openSend(inner, options)(orderRequest(), NEVER));
    expect(error.facts).toMatchObject({ kind: 'execution-unknown', execution: 'unknown', retryable: false });
    expect(error.exitCode).toBe(7);
    expect(inner.requests).toHaveLength(1);
  });
});

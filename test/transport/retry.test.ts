import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/core/clock.ts';
import { ToolError } from '../../src/core/errors.ts';
import type { PreparedRequest, Send } from '../../src/request/types.ts';
import { ATTEMPTS_MAX, retryReads, UNANSWERED_ATTEMPTS_MAX } from '../../src/transport/retry.ts';
import type { WaitNote } from '../../src/transport/waiting.ts';
import {
  answer,
  failureOf,
  NEVER,
  orderRequest,
  readRequest,
  SleepingClock,
  scriptedSend,
} from './requests.ts';

function unavailable(retryable = true): ToolError {
  return new ToolError({ kind: 'unavailable', message: 'no answer', retryable, execution: 'none' });
}

function retrying(send: Send, maxWaitMs = 10_000, renew?: (request: PreparedRequest) => PreparedRequest) {
  const clock = new SleepingClock();
  const notes: WaitNote[] = [];
  const wrapped = retryReads(send, {
    clock,
    random: seededRandom(1),
    maxWaitMs,
    onWait: (note) => notes.push(note),
    ...(renew === undefined ? {} : { renew }),
  });
  return { clock, notes, send: wrapped };
}

const PAGE = 'a web page came in place of an answer';

describe('retry', () => {
  it.each([408, 429, 502, 503, 504])('waits and repeats a read after %i', async (status) => {
    const inner = scriptedSend(answer(status, '', { 'retry-after': '2' }), answer(200));
    const { send, clock, notes } = retrying(inner);
    expect((await send(readRequest(), NEVER)).status).toBe(200);
    expect(clock.slept).toEqual([2_000]);
    expect(notes).toEqual([{ endpoint: 'spot.ping', waitMs: 2_000, why: `the exchange answered ${status}` }]);
  });

  it('repeats a read that a web page answered with the status of success, and returns the last page', async () => {
    const page = answer(200, '<html>maintenance</html>');
    const inner = scriptedSend(page, { ...page, bytes: Buffer.from(page.body) }, answer(200));
    const { send, notes } = retrying(inner);
    expect((await send(readRequest(), NEVER)).body).toBe('{}');
    expect(notes.map(({ why }) => why)).toEqual([PAGE, PAGE]);
    const always = scriptedSend(...Array.from({ length: ATTEMPTS_MAX }, () => page));
    expect(await retrying(always).send(readRequest(), NEVER)).toBe(page);
    expect(always.requests).toHaveLength(UNANSWERED_ATTEMPTS_MAX);
    const write = scriptedSend(page, answer(200));
    expect(await retrying(write).send(orderRequest(), NEVER)).toBe(page);
  });

  it('leaves the bytes of a page undecoded', async () => {
    const undecoded = {
      ...answer(200),
      bytes: Buffer.from('[]'),
      get body(): string {
        throw new Error('the body was decoded');
      },
    };
    expect(await retrying(scriptedSend(undecoded)).send(readRequest(), NEVER)).toBe(undecoded);
  });

  it('repeats a request that is only tried', async () => {
    const inner = scriptedSend(answer(503), answer(200));
    await retrying(inner).send(readRequest({ effect: 'dry-run' }), NEVER);
    expect(inner.requests).toHaveLength(2);
  });

  it.each([400, 401, 403, 404, 409, 418, 451, 500])('returns the answer of %i at once', async (status) => {
    const inner = scriptedSend(answer(status, '', { 'retry-after': '1' }), answer(200));
    expect((await retrying(inner).send(readRequest(), NEVER)).status).toBe(status);
    expect(inner.requests).toHaveLength(1);
  });

  it.each([
    ['an order', orderRequest()],
    ['a withdrawal', orderRequest({ effect: 'funds' })],
    ['a cancel', orderRequest({ method: 'DELETE' })],
    ['a POST that only reads', readRequest({ method: 'POST' })],
    ['a GET that changes something', readRequest({ effect: 'write' })],
    ['a read that is sent once', readRequest({ isSentOnce: true })],
    ['a signed read that cannot be signed again', readRequest({ security: 'USER_DATA' })],
  ])('never repeats %s', async (_name, request) => {
    for (const outcome of [answer(429), answer(503), unavailable()]) {
      const inner = scriptedSend(outcome, answer(200));
      await retrying(inner)
        .send(request, NEVER)
        .catch(() => {});
      expect(inner.requests).toHaveLength(1);
    }
  });

  it('signs a read again before each further attempt', async () => {
    const inner = scriptedSend(answer(503), unavailable(), answer(200));
    let times = 0;
    const renew = (request: PreparedRequest) => {
      times += 1;
      return { ...request, query: `timestamp=${times}` };
    };
    await retrying(inner, 10_000, renew).send(readRequest({ security: 'USER_DATA' }), NEVER);
    expect(inner.requests.map(({ query }) => query)).toEqual(['', 'timestamp=1', 'timestamp=2']);
  });

  it('returns the answer at once where Retry-After exceeds the longest wait', async () => {
    const inner = scriptedSend(answer(429, '', { 'retry-after': '11' }), answer(200));
    const { send, clock } = retrying(inner, 10_000);
    expect((await send(readRequest(), NEVER)).status).toBe(429);
    expect(clock.slept).toEqual([]);
  });

  it('waits for as long as the longest wait, where Retry-After equals it', async () => {
    const inner = scriptedSend(answer(429, '', { 'retry-after': '10' }), answer(200));
    const { send, clock } = retrying(inner, 10_000);
    expect((await send(readRequest(), NEVER)).status).toBe(200);
    expect(clock.slept).toEqual([10_000]);
  });

  it('limits the sum of its waits', async () => {
    const inner = scriptedSend(answer(429, '', { 'retry-after': '4' }));
    const { send, clock } = retrying(inner, 10_000);
    expect((await send(readRequest(), NEVER)).status).toBe(429);
    expect(clock.slept).toEqual([4_000, 4_000]);
  });

  it('waits for the next minute where a 429 has no Retry-After', async () => {
    const { send, clock } = retrying(scriptedSend(answer(429), answer(200)), 120_000);
    await send(readRequest(), NEVER);
    expect(clock.slept).toEqual([60_100]);
  });

  it('doubles its delays and limits its attempts', async () => {
    const inner = scriptedSend(answer(503));
    const clock = new SleepingClock();
    const wrapped = retryReads(inner, { clock, random: { next: () => 0.999 }, maxWaitMs: 1e9 });
    expect((await wrapped(readRequest(), NEVER)).status).toBe(503);
    expect(inner.requests).toHaveLength(ATTEMPTS_MAX);
    expect(clock.slept).toEqual([250, 500, 999, 1_998, 3_996, 7_992, 15_984]);
  });

  it('limits its attempts also if the last of them has no answer', async () => {
    const overloaded = Array.from({ length: ATTEMPTS_MAX - 1 }, () => answer(503));
    const inner = scriptedSend(...overloaded, unavailable());
    await failureOf(retrying(inner, 1e9).send(readRequest(), NEVER));
    expect(inner.requests).toHaveLength(ATTEMPTS_MAX);
  });

  it('rejects with the last error after a few attempts without any answer', async () => {
    const inner = scriptedSend(unavailable());
    const error = await failureOf(retrying(inner).send(readRequest(), NEVER));
    expect(error.kind).toBe('unavailable');
    expect(inner.requests).toHaveLength(UNANSWERED_ATTEMPTS_MAX);
  });

  it('waits without an answer for as long as the longest wait, and no longer', async () => {
    for (const [maxWaitMs, attempts] of [
      [250, 2],
      [249, 1],
      [750, UNANSWERED_ATTEMPTS_MAX],
      [749, 2],
    ] as const) {
      const inner = scriptedSend(unavailable());
      const clock = new SleepingClock();
      const wrapped = retryReads(inner, { clock, random: { next: () => 0.999_999 }, maxWaitMs });
      await failureOf(wrapped(readRequest(), NEVER));
      expect(inner.requests).toHaveLength(attempts);
    }
  });

  it('counts the time of failed attempts as waiting', async () => {
    const clock = new SleepingClock();
    let asked = 0;
    const slow: Send = async () => {
      asked += 1;
      clock.advance(11_000);
      throw unavailable();
    };
    await failureOf(
      retryReads(slow, { clock, random: seededRandom(1), maxWaitMs: 10_000 })(readRequest(), NEVER),
    );
    expect(asked).toBe(1);
  });

  it('does not repeat a request whose error is not retryable, such as a redirect', async () => {
    const inner = scriptedSend(unavailable(false), answer(200));
    await failureOf(retrying(inner).send(readRequest(), NEVER));
    expect(inner.requests).toHaveLength(1);
  });

  it('stops waiting when the user interrupts', async () => {
    const user = new AbortController();
    const inner = scriptedSend(() => {
      user.abort();
      return answer(503);
    });
    const error = await failureOf(retrying(inner).send(readRequest(), user.signal));
    expect(error.facts).toMatchObject({ kind: 'interrupted', execution: 'not_executed' });
    expect(inner.requests).toHaveLength(1);
  });
});

/** HTTP calls of one signal, which share the listener that aborts them. */
import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { BodyMemory } from '../../src/transport/body/body-memory.ts';
import { CallTimeouts } from '../../src/transport/call-timeouts.ts';
import { HttpCall } from '../../src/transport/http-call.ts';
import { HTTP_LIMITS } from '../../src/transport/limits.ts';
import type { Carrier, WireCall, WireEvents } from '../../src/transport/wire.ts';
import { failureOf, readRequest, SleepingClock } from './requests.ts';

const CALL: WireCall = {
  address: new URL('http://127.0.0.1:1'),
  method: 'GET',
  target: '/api/v3/ping',
  hasExactHeaders: false,
  headers: [],
  body: undefined,
};

/** Starts calls that wait for their answers, and returns what their carrier was given and did. */
function start(signal: AbortSignal, count: number) {
  const events: WireEvents[] = [];
  const cancelled: number[] = [];
  const carrier: Carrier = {
    carry(_, given) {
      const place = events.push(given) - 1;
      return () => cancelled.push(place);
    },
    async close() {},
  };
  const running = Array.from({ length: count }, () =>
    new HttpCall(
      CALL,
      readRequest(),
      {
        carrier,
        limits: HTTP_LIMITS,
        clock: new SleepingClock(),
        memory: new BodyMemory(),
        times: new CallTimeouts(HTTP_LIMITS),
      },
      signal,
    ).run(),
  );
  const answer = (place: number) => {
    events[place]!.head(200, []);
    events[place]!.data(Buffer.from('{}'));
    events[place]!.end();
  };
  const listeners = () => getEventListeners(signal, 'abort').length;
  return { running, answer, cancelled, listeners };
}

it('leave no listener on their signal, which may outlive them', async () => {
  const user = new AbortController();
  const { running, answer, listeners } = start(user.signal, 3);
  expect(listeners()).toBe(1);
  for (const place of [1, 0]) answer(place);
  await Promise.all(running.slice(0, 2));
  expect(listeners()).toBe(1);
  answer(2);
  await running[2];
  expect(listeners()).toBe(0);
});

it('end all when it aborts, but for those that were answered', async () => {
  const user = new AbortController();
  const { running, answer, cancelled, listeners } = start(user.signal, 4);
  answer(1);
  await running[1];
  const failures = [0, 2, 3].map((place) => failureOf(running[place]!));
  user.abort(new Error('the user ended it'));
  for (const { kind } of await Promise.all(failures)) expect(kind).toBe('interrupted');
  expect(cancelled).toEqual([0, 2, 3]);
  expect(listeners()).toBe(0);
});

it('can be aborted after earlier calls of the same signal have ended', async () => {
  const user = new AbortController();
  const before = start(user.signal, 1);
  before.answer(0);
  await before.running[0];
  const { running, listeners } = start(user.signal, 1);
  expect(listeners()).toBe(1);
  const failure = failureOf(running[0]!);
  user.abort();
  expect((await failure).kind).toBe('interrupted');
});

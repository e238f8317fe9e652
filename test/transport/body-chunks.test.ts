/** Bodies that arrive in many small chunks: memory follows the bytes, and the number of chunks has a limit. */
import { expect, it } from 'vitest';
import { BodyBuffer } from '../../src/transport/body-buffer.ts';
import { HttpCall } from '../../src/transport/http-call.ts';
import { HTTP_LIMITS } from '../../src/transport/limits.ts';
import type { Carrier } from '../../src/transport/wire.ts';
import { readRequest, SleepingClock } from './requests.ts';

/** A carrier that answers 200 with a body of `count` chunks of one byte. */
function carrierOf(count: number): Carrier {
  return {
    carry(_call, events) {
      events.written({ reused: false });
      events.head(200, []);
      for (let sent = 0; sent < count; sent += 1) events.data(Buffer.from('1'));
      events.end();
      return () => {};
    },
    close: async () => {},
  };
}

function runCall(count: number) {
  const address = new URL('http://127.0.0.1:1');
  const wire = { address, method: 'GET', target: '/', hasExactHeaders: false, headers: [], body: undefined };
  const call = new HttpCall(wire, readRequest(), HTTP_LIMITS, new SleepingClock());
  return call.run(carrierOf(count), new AbortController().signal);
}

it('an answer of endless one-byte chunks is broken off, and one below the limit is read', async () => {
  expect((await runCall(1_000)).body).toBe('1'.repeat(1_000));
  await expect(runCall(HTTP_LIMITS.maxBodyChunks + 1)).rejects.toThrow('has more than 250000 chunks');
});

it('a body of many chunks occupies at most twice its bytes', () => {
  const body = new BodyBuffer();
  for (let sent = 0; sent < 100_000; sent += 1) {
    body.append(Buffer.from(String(sent % 10)));
    if (body.length > 4_096) expect(body.capacity).toBeLessThanOrEqual(2 * body.length);
  }
  expect(body.take().toString('latin1')).toBe('0123456789'.repeat(10_000));
  expect(body.length).toBe(0);
});

it('a body of one chunk is not copied', () => {
  const body = new BodyBuffer();
  const chunk = Buffer.from('{}');
  body.append(chunk);
  expect(body.take().buffer).toBe(chunk.buffer);
});

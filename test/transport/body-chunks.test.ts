/** Bodies that arrive in many small chunks: memory follows the bytes, and the number of chunks has a limit. */
import { expect, it } from 'vitest';
import { BodyBuffer } from '../../src/transport/body-buffer.ts';
import { HttpCall } from '../../src/transport/http-call.ts';
import { HTTP_LIMITS } from '../../src/transport/limits.ts';
import type { Carrier } from '../../src/transport/wire.ts';
import { readRequest, SleepingClock } from './requests.ts';

/** A carrier that answers 200 with a body in these chunks. */
function carrierOf(chunks: Iterable<Buffer>): Carrier {
  return {
    carry(_call, events) {
      events.written({ reused: false });
      events.head(200, []);
      for (const chunk of chunks) events.data(chunk);
      events.end();
      return () => {};
    },
    close: async () => {},
  };
}

const bytesOf = (count: number) => Array.from({ length: count }, () => Buffer.from('1'));

function runCall(chunks: Iterable<Buffer>) {
  const address = new URL('http://127.0.0.1:1');
  const wire = { address, method: 'GET', target: '/', hasExactHeaders: false, headers: [], body: undefined };
  const call = new HttpCall(wire, readRequest(), HTTP_LIMITS, new SleepingClock());
  return call.run(carrierOf(chunks), new AbortController().signal);
}

it('an answer of endless one-byte chunks is broken off, and one below the limit is read', async () => {
  expect((await runCall(bytesOf(1_000))).body).toBe('1'.repeat(1_000));
  await expect(runCall(bytesOf(HTTP_LIMITS.maxBodyChunks + 1))).rejects.toThrow(
    'has more than 250000 chunks',
  );
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

it('a body whose length was announced is copied once, and never more than a megabyte is prepared for it', () => {
  const body = new BodyBuffer();
  body.expect(100_000);
  for (let sent = 0; sent < 100; sent += 1) {
    body.append(Buffer.alloc(1_000, 'x'));
    if (sent > 0) expect(body.capacity).toBe(100_000);
  }
  body.append(Buffer.from('!'));
  expect(body.take().toString()).toBe(`${'x'.repeat(100_000)}!`);
  const lying = new BodyBuffer();
  lying.expect(2 ** 40);
  lying.append(Buffer.from('a'));
  lying.append(Buffer.from('b'));
  expect(lying.capacity).toBe(2 ** 20);
});

it('a long body keeps its bytes, which a copy of the answer with another body leaves behind', async () => {
  const short = await runCall([Buffer.alloc(16_384, 'a')]);
  expect(short.bytes).toBeUndefined();
  const long = await runCall([Buffer.from(`"${'ä'.repeat(10_000)}\xff"`, 'utf8'), Buffer.from([0xff])]);
  expect(long.bytes).toHaveLength(20_005);
  expect(long.body).toBe(`"${'ä'.repeat(10_000)}ÿ"\ufffd`);
  const copy = { ...long, body: 'redacted' };
  expect([copy.body, copy.bytes]).toEqual(['redacted', undefined]);
  expect(JSON.stringify(long)).not.toContain('bytes');
});

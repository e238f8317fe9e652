/** Bodies that arrive in many small chunks: memory follows the bytes, and the number of chunks has a limit. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { BodyBuffer } from '../../src/transport/body/body-buffer.ts';
import { BodyMemory } from '../../src/transport/body/body-memory.ts';
import { CallTimeouts } from '../../src/transport/call-timeouts.ts';
import { HttpCall } from '../../src/transport/http-call.ts';
import { HTTP_LIMITS } from '../../src/transport/limits.ts';
import type { Carrier } from '../../src/transport/wire.ts';
import { readRequest, SleepingClock } from './requests.ts';

/** A carrier that answers 200 with a body in these chunks. */
function carrierOf(chunks: Iterable<Buffer>, headers: string[]): Carrier {
  return {
    carry(_call, events) {
      events.written({ reused: false });
      events.head(200, headers);
      for (const chunk of chunks) events.data(chunk);
      events.end();
      return () => {};
    },
    close: async () => {},
  };
}

const bytesOf = (count: number) => Array.from({ length: count }, () => Buffer.from('1'));

function runCall(chunks: Iterable<Buffer>, memory = new BodyMemory(), headers: string[] = []) {
  const address = new URL('http://127.0.0.1:1');
  const wire = { address, method: 'GET', target: '/', hasExactHeaders: false, headers: [], body: undefined };
  const means = {
    carrier: carrierOf(chunks, headers),
    limits: HTTP_LIMITS,
    clock: new SleepingClock(),
    memory,
    times: new CallTimeouts(HTTP_LIMITS),
  };
  return new HttpCall(wire, readRequest(), means, new AbortController().signal).run();
}

it('an answer of endless one-byte chunks is broken off, and one below the limit is read', async () => {
  expect((await runCall(bytesOf(1_000))).body).toBe('1'.repeat(1_000));
  await expect(runCall(bytesOf(HTTP_LIMITS.maxBodyChunks + 1))).rejects.toThrow(
    'has more than 250000 chunks',
  );
});

it('a body of many chunks occupies at most twice its bytes', () => {
  const body = new BodyBuffer(new BodyMemory());
  for (let sent = 0; sent < 100_000; sent += 1) {
    body.append(Buffer.from(String(sent % 10)));
    if (body.length > 4_096) expect(body.capacity).toBeLessThanOrEqual(2 * body.length);
  }
  expect(body.take().bytes.toString('latin1')).toBe('0123456789'.repeat(10_000));
  expect(body.length).toBe(0);
});

it('a body of one chunk is not copied', () => {
  const body = new BodyBuffer(new BodyMemory());
  const chunk = Buffer.from('{}');
  body.append(chunk);
  expect(body.take()).toEqual({ bytes: chunk, memory: undefined });
});

/** 100,000 bytes, rounded up to 64 KiB. */
const ROUNDED = 131_072;

it('a body whose length was announced is copied once, and never more than a megabyte is prepared for it', () => {
  const body = new BodyBuffer(new BodyMemory());
  body.expect(100_000);
  for (let sent = 0; sent < 100; sent += 1) {
    body.append(Buffer.alloc(1_000, 'x'));
    if (sent > 0) expect(body.capacity).toBe(ROUNDED);
  }
  body.append(Buffer.from('!'));
  expect(body.take().bytes.toString()).toBe(`${'x'.repeat(100_000)}!`);
  const lying = new BodyBuffer(new BodyMemory());
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

describe('the memory of a long body', () => {
  const page = (letter: string, length = 100_000) => {
    const text = Buffer.alloc(length, letter);
    return [text.subarray(0, 60_000), text.subarray(60_000)];
  };

  it('serves a later body once it is released, and not before', async () => {
    const memory = new BodyMemory();
    const first = await runCall(page('a'), memory);
    const second = await runCall(page('b'), memory);
    const place = first.bytes!.buffer;
    expect(second.bytes!.buffer).not.toBe(place);
    expect(first.bytes!.equals(Buffer.alloc(100_000, 'a'))).toBe(true);
    first.release!();
    const third = await runCall(page('c', 101_000), memory);
    expect(third.bytes!.buffer).toBe(place);
    expect([third.body, second.body]).toEqual(['c'.repeat(101_000), 'b'.repeat(100_000)]);
  });

  it('is given back once, however often it is released', async () => {
    const memory = new BodyMemory();
    const first = await runCall(page('a'), memory);
    first.release!();
    first.release!();
    const [second, third] = [await runCall(page('b'), memory), await runCall(page('c'), memory)];
    expect(second.bytes!.buffer).not.toBe(third.bytes!.buffer);
  });

  it('cannot be read after it was given back, except for a text that was read before', async () => {
    const read = await runCall(page('a'));
    expect(read.body).toHaveLength(100_000);
    read.release!();
    expect(read.body).toHaveLength(100_000);
    expect(() => read.bytes).toThrow('was read after its memory was given back');
    const unread = await runCall(page('a'));
    unread.release!();
    expect(() => unread.body).toThrow('was read after its memory was given back');
  });

  it('stays with a copy of the answer, which has its text alone', async () => {
    const copy = { ...(await runCall(page('a'))) };
    expect([copy.body.length, copy.bytes, copy.release]).toEqual([100_000, undefined, undefined]);
  });

  it('is not kept if it is short, very long, or one of too many', () => {
    const memory = new BodyMemory();
    for (const length of [65_535, 2 ** 20 + 1]) {
      const one = memory.take(length);
      memory.give(one);
      expect([one.length, memory.take(length) === one]).toEqual([length, false]);
    }
    const many = Array.from({ length: 20 }, () => memory.take(70_000));
    for (const one of many) memory.give(one);
    const again = new Set(many.map(() => memory.take(70_000)).filter((one) => many.includes(one)));
    expect(again.size).toBe(17);
  });

  it('serves the next body at once if the body was compressed', async () => {
    const text = Array.from({ length: 40_000 }, (_, index) => String((index * 7919) % 10_007)).join('');
    const packed = gzipSync(text);
    const memory = new BodyMemory();
    const given: Buffer[] = [];
    const give = memory.give.bind(memory);
    memory.give = (one) => {
      given.push(one);
      give(one);
    };
    const chunks = [packed.subarray(0, 100), packed.subarray(100)];
    const answer = await runCall(chunks, memory, ['content-encoding', 'gzip']);
    expect(answer.body).toBe(text);
    expect(given).toHaveLength(1);
    answer.release!();
    expect(given).toHaveLength(1);
  });
});

/** The contract of a Send, run with all senders against scripted sockets. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { PreparedRequest } from '../../src/request/types.ts';
import type { HttpLimits } from '../../src/transport/limits.ts';
import type { SenderOptions } from '../../src/transport/sender.ts';
import { answering, answerOf, type RawServer, type Script, startRawServer } from './raw-server.ts';
import { failureOf, NEVER, orderRequest, readRequest, SENDERS, SleepingClock } from './requests.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function serve(...scripts: readonly Script[]): Promise<RawServer> {
  const server = await startRawServer(...scripts);
  open.push(server);
  return server;
}

/** The pause before a reset, because a reset of a loopback connection can overtake data. */
const SETTLE_MS = 20;

describe.each(SENDERS)('the %s sender', (name, create) => {
  function sender(origin: string, limits: Partial<HttpLimits> = {}, more: Partial<SenderOptions> = {}) {
    const send = create({
      addressOf: () => [new URL(origin)],
      clock: new SleepingClock(),
      limits,
      ...more,
    });
    open.push(send);
    return send;
  }

  async function failing(
    request: PreparedRequest,
    script: Script,
    limits: Partial<HttpLimits> = {},
  ): Promise<Awaited<ReturnType<typeof failureOf>>> {
    const server = await serve(script);
    return failureOf(sender(server.origin, limits)(request, NEVER));
  }

  describe('after a complete answer', () => {
    it('resolves with status, body, origin and lower-case headers, duplicates joined', async () => {
      const server = await serve(
        answering(answerOf(200, '{"a":1}', ['X-Thing: 1', 'x-thing: 2', 'X-MBX-USED-WEIGHT-1M: 7'])),
      );
      const got = await sender(server.origin)(readRequest({ query: 'symbol=BTCUSDT' }), NEVER);
      expect(got).toMatchObject({ status: 200, body: '{"a":1}', origin: server.origin });
      expect(got.headers['x-thing']).toBe('1, 2');
      expect(got.usage).toEqual({ weight: { '1m': 7 }, orders: {} });
    });

    it.each([400, 401, 403, 408, 409, 418, 429, 451, 500, 502, 503, 504])(
      'resolves with the answer of status %i',
      async (status) => {
        const server = await serve(answering(answerOf(status, '<html>')));
        const got = await sender(server.origin)(orderRequest(), NEVER);
        expect(got).toMatchObject({ status, body: '<html>' });
        expect(server.connections).toHaveLength(1);
      },
    );

    it('reads a chunked body and skips a 1xx answer before it', async () => {
      const server = await serve([
        { do: 'read-request' },
        { do: 'send', data: 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n' },
        { do: 'send', data: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{"a\r\n' },
        { do: 'wait', ms: 5 },
        { do: 'send', data: '4\r\n":1}\r\n0\r\n\r\n' },
      ]);
      expect((await sender(server.origin)(readRequest(), NEVER)).body).toBe('{"a":1}');
    });

    it('sends exact path, query, body and length, and no Accept-Encoding to loopback', async () => {
      const server = await serve(answering(answerOf(200)));
      await sender(server.origin, {}, { userAgent: 'bourse/1' })(orderRequest({ query: 'a=%20b' }), NEVER);
      const { received } = server.connections[0]!;
      const [head, body] = received.split('\r\n\r\n');
      expect(head).toMatch(/^POST \/api\/v3\/order\?a=%20b HTTP\/1\.1\r\n/);
      expect(body).toBe('symbol=BTCUSDT&newClientOrderId=b-1&signature=5e3f');
      const names = head!.toLowerCase();
      expect(names).toContain(`\r\ncontent-length: ${body!.length}`);
      expect(names).toContain('\r\ncontent-type: application/x-www-form-urlencoded');
      expect(names).toContain('\r\nx-mbx-apikey: key-of-the-test');
      expect(names).toContain('\r\nuser-agent: bourse/1');
      expect(names).not.toContain('accept-encoding');
    });

    it('sends a DELETE with its body and length', async () => {
      const server = await serve(answering(answerOf(200)));
      await sender(server.origin)(orderRequest({ method: 'DELETE' }), NEVER);
      expect(server.connections[0]!.received.toLowerCase()).toContain('content-length: 50\r\n');
      expect(server.connections[0]!.received).toMatch(/signature=5e3f$/);
    });

    it('sends exactly the headers of an exact request, besides Host and, in a pool, Connection', async () => {
      const server = await serve(answering(answerOf(200)));
      const headers = {
        clienttype: 'web',
        clientversion: '1.2.0',
        'Accept-Encoding': 'identity',
        'User-Agent': 'name-web3/1.1 (Skill)',
      };
      const request = readRequest({ headers, exactHeaders: true, host: 'web3', path: '/bapi/x' });
      await sender(server.origin, {}, { userAgent: 'bourse/1' })(request, NEVER);
      const lines = server.connections[0]!.received.trimEnd().split('\r\n').slice(1);
      const rest = lines.filter((line) => !/^(host|connection): /i.test(line));
      expect(lines.filter((line) => /^connection: /i.test(line))).toHaveLength(name === 'pool' ? 1 : 0);
      expect(lines.filter((line) => /^host: /i.test(line))).toHaveLength(1);
      expect(rest).toEqual(Object.entries(headers).map(([key, value]) => `${key}: ${value}`));
    });

    it.each([
      ['gzip', gzipSync('{"a":1}')],
      ['br', brotliCompressSync('{"a":1}')],
      ['deflate', deflateSync('{"a":1}')],
      ['deflate', deflateRawSync('{"a":1}')],
      ['gzip, br', brotliCompressSync(gzipSync('{"a":1}'))],
      ['identity', Buffer.from('{"a":1}')],
    ])('decompresses %s', async (encoding, body) => {
      const server = await serve(answering(answerOf(200, body, [`Content-Encoding: ${encoding}`])));
      expect((await sender(server.origin)(readRequest(), NEVER)).body).toBe('{"a":1}');
    });

    it('replaces bytes that are not UTF-8 in an answer, and drops a byte order mark', async () => {
      const body = Buffer.concat([
        Buffer.from([0xef, 0xbb, 0xbf]),
        Buffer.from('{"a":"'),
        Buffer.from([0xff, 0x22, 0x7d]),
      ]);
      const server = await serve(answering(answerOf(200, body)));
      expect((await sender(server.origin)(orderRequest(), NEVER)).body).toBe('{"a":"\u{fffd}"}');
    });

    it('keeps a header named __proto__ as a plain header', async () => {
      const server = await serve(answering(answerOf(200, '{}', ['__proto__: x', 'constructor: y'])));
      const got = await sender(server.origin)(readRequest(), NEVER);
      expect(Object.keys(got.headers)).toContain('__proto__');
      expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    });
  });

  describe('without a connection', () => {
    it('reports not executed when the connection is refused, even for an order', async () => {
      const server = await startRawServer([]);
      await server.close();
      const error = await failureOf(sender(server.origin)(orderRequest(), NEVER));
      expect(error.facts).toMatchObject({ kind: 'unavailable', execution: 'not_executed', retryable: true });
      expect(error.message).toContain(server.origin);
      expect(error.message).toContain('refused');
    });

    it('reports an unknown host and suggests the sandbox', async () => {
      const error = await failureOf(sender('https://nowhere.invalid')(orderRequest(), NEVER));
      expect(error.facts).toMatchObject({ kind: 'unavailable', execution: 'not_executed' });
      expect(error.facts.hint).toContain('--env sandbox');
      expect(error.exitCode).toBe(5);
    });

    it('ends a TLS handshake that never completes, with nothing sent', async () => {
      const server = await serve([{ do: 'stall' }]);
      const origin = server.origin.replace('http:', 'https:');
      const error = await failureOf(sender(origin, { connectTimeoutMs: 300 })(orderRequest(), NEVER));
      expect(error.facts).toMatchObject({ kind: 'unavailable', execution: 'not_executed' });
      // On a busy machine the time may end before the server has accepted the connection.
      for (const { received } of server.connections) expect(received).not.toContain('key-of-the-test');
    });

    it('reports a server without TLS as a failed connection', async () => {
      const server = await serve([
        { do: 'read', bytes: 1 },
        { do: 'send', data: 'HTTP/1.1 400 Bad\r\n\r\n' },
      ]);
      const origin = server.origin.replace('http:', 'https:');
      const error = await failureOf(sender(origin)(orderRequest(), NEVER));
      expect(error.facts).toMatchObject({ kind: 'unavailable', execution: 'not_executed' });
    });

    it('rejects a header with a line break before anything is sent', async () => {
      const server = await serve(answering(answerOf(200)));
      const headers = { 'X-MBX-APIKEY': 'key\r\nX-Evil: 1' };
      const error = await failureOf(sender(server.origin)(orderRequest({ headers }), NEVER));
      expect(error.kind).toBe('usage');
      expect(error.message).not.toContain('Evil');
      expect(server.connections).toHaveLength(0);
    });
  });

  describe.each([
    ['a read', readRequest(), 'none', true],
    ['an order', orderRequest(), 'unknown', false],
  ] as const)('when the answer to %s is incomplete', (_what, request, execution, retryable) => {
    const outcome = { kind: 'unavailable', execution, retryable };

    it('reports a reset in the middle of sending', async () => {
      const error = await failing(request, [{ do: 'read', bytes: 10 }, { do: 'reset' }]);
      expect(error.facts).toMatchObject(outcome);
    });

    it('reports a reset before the answer', async () => {
      const error = await failing(request, [{ do: 'read-request' }, { do: 'reset' }]);
      expect(error.facts).toMatchObject(outcome);
    });

    it('reports a connection closed before the answer', async () => {
      const error = await failing(request, [{ do: 'read-request' }, { do: 'half-close' }]);
      expect(error.facts).toMatchObject(outcome);
    });

    it.each(['reset', 'half-close'] as const)('reports a body cut short by %s', async (ending) => {
      const error = await failing(request, [
        { do: 'read-request' },
        { do: 'send', data: 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"orderId":1' },
        { do: 'wait', ms: SETTLE_MS },
        { do: ending },
      ]);
      expect(error.facts).toMatchObject(outcome);
      expect(error.message).toContain('broke off');
    });

    it('reports a chunked body without its end', async () => {
      const error = await failing(request, [
        { do: 'read-request' },
        { do: 'send', data: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{"a\r\n' },
        { do: 'wait', ms: SETTLE_MS },
        { do: 'half-close' },
      ]);
      expect(error.facts).toMatchObject(outcome);
    });

    it('reports compressed bodies that are cut short, corrupt or of an unknown encoding', async () => {
      const cut = gzipSync('{"a":1}'.repeat(50)).subarray(0, 20);
      for (const [encoding, body] of [
        ['gzip', cut],
        ['gzip', Buffer.from('{"a":1}')],
        ['zstd', Buffer.from('x')],
        ['gzip, gzip, gzip', Buffer.from('x')],
      ] as const) {
        const data = answerOf(200, body, [`Content-Encoding: ${encoding}`]);
        const error = await failing(request, [{ do: 'read-request' }, { do: 'send', data }]);
        expect(error.facts).toMatchObject(outcome);
      }
    });

    it('ends a connection without data after the idle timeout', async () => {
      const error = await failing(request, [{ do: 'read-request' }, { do: 'stall' }], { idleTimeoutMs: 60 });
      expect(error.facts).toMatchObject(outcome);
      expect(error.message).toContain('nothing came for 60 ms');
    });

    it('ends a slow answer at the absolute deadline', async () => {
      const error = await failing(
        request,
        [
          { do: 'read-request' },
          { do: 'send', data: 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n' },
          { do: 'dribble', data: ' '.repeat(1000), bytes: 1, everyMs: 10 },
        ],
        { idleTimeoutMs: 5_000, deadlineMs: 150 },
      );
      expect(error.facts).toMatchObject(outcome);
      expect(error.message).toContain('it took longer than 150 ms');
    });

    it('rejects a head of more than 16 KiB or of 10,000 headers', async () => {
      const long = `X-Long: ${'a'.repeat(40_000)}`;
      const many = Array.from({ length: 10_000 }, (_, index) => `X-${index}: v`).join('\r\n');
      for (const flood of [long, many]) {
        const error = await failing(request, [
          { do: 'read-request' },
          { do: 'send', data: `HTTP/1.1 200 OK\r\n${flood}\r\nContent-Length: 2\r\n\r\n{}` },
        ]);
        expect(error.facts).toMatchObject(outcome);
      }
    });

    it('rejects an answer that is not HTTP, and a change of protocol', async () => {
      for (const data of [
        'SSH-2.0-OpenSSH_9.6\r\n',
        'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}x',
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      ]) {
        const error = await failing(request, [{ do: 'read-request' }, { do: 'send', data }]);
        expect(error.facts).toMatchObject(outcome);
      }
    });

    it('stops decompressing a small body that would become a huge one', async () => {
      const bomb = gzipSync(Buffer.alloc(4 * 1024 * 1024));
      const data = answerOf(200, bomb, ['Content-Encoding: gzip']);
      const error = await failing(request, [{ do: 'read-request' }, { do: 'send', data }], {
        maxInflatedBytes: 1024 * 1024,
      });
      // The body would be as large at the next attempt, so the error is not retryable.
      expect(error.facts).toMatchObject({ ...outcome, retryable: false });
      expect(error.message).toContain('larger than 1048576 bytes');
    });

    it('closes the connection on an endless body soon after the size limit', async () => {
      const server = await serve([
        { do: 'read-request' },
        { do: 'send', data: 'HTTP/1.1 200 OK\r\n\r\n' },
        { do: 'flood', data: Buffer.alloc(64 * 1024, 0x20), bytes: 1024 ** 3 },
      ]);
      const error = await failureOf(sender(server.origin, { maxBodyBytes: 256 * 1024 })(request, NEVER));
      expect(error.facts).toMatchObject({ ...outcome, retryable: false });
      await server.gone(0);
      expect(server.connections[0]!.bytesSent).toBeLessThan(64 * 1024 ** 2);
    });

    it('distinguishes an interruption from a failure', async () => {
      const server = await serve([{ do: 'read-request' }, { do: 'stall' }]);
      const user = new AbortController();
      const pending = failureOf(sender(server.origin)(request, user.signal));
      while ((server.connections[0]?.received.length ?? 0) === 0)
        await new Promise((go) => setTimeout(go, 2));
      user.abort();
      const error = await pending;
      expect(error.facts).toMatchObject({ kind: 'interrupted', execution });
      await server.gone(0);
      // The pool may replace the broken connection, but must send nothing on the new one.
      expect(
        server.connections
          .slice(1)
          .map(({ received }) => received)
          .join(''),
      ).toBe('');
    });
  });

  it('sends nothing after an interruption by the user', async () => {
    const server = await serve(answering(answerOf(200)));
    const error = await failureOf(sender(server.origin)(orderRequest(), AbortSignal.abort()));
    expect(error.facts).toMatchObject({ kind: 'interrupted', execution: 'not_executed' });
    expect(server.connections).toHaveLength(0);
  });

  it.each([301, 302, 303, 307, 308])(
    'follows no redirect of status %i: the server it points to receives nothing',
    async (status) => {
      const other = await serve(answering(answerOf(200)));
      const locations = [
        `${other.origin}/secret-path?signature=abc`,
        'http://evil.example/x',
        'file:///etc/passwd',
        '/api/v3/x',
      ];
      for (const location of locations) {
        for (const request of [readRequest(), orderRequest()]) {
          const error = await failing(request, answering(answerOf(status, '', [`Location: ${location}`])));
          expect(error.facts).toMatchObject({ kind: 'unavailable', httpStatus: status, retryable: false });
          expect(error.message).not.toContain('signature');
          expect(error.message).not.toContain('secret-path');
          expect(error.facts.execution).toBe(request.effect === 'write' ? 'unknown' : 'none');
        }
      }
      expect(other.connections).toHaveLength(0);
    },
  );

  describe('with several addresses', () => {
    it('tries the next address when a connection fails, and starts there at the next request', async () => {
      const dead = await startRawServer([]);
      await dead.close();
      const alive = await serve(
        answering(answerOf(200, '[1]'), answerOf(200, '[2]')),
        answering(answerOf(200, '[2]')),
      );
      const send = create({
        addressOf: () => [new URL(dead.origin), new URL(alive.origin)],
        clock: new SleepingClock(),
      });
      open.push(send);
      expect(await send(readRequest(), NEVER)).toMatchObject({ body: '[1]', origin: alive.origin });
      expect(await send(readRequest(), NEVER)).toMatchObject({ body: '[2]', origin: alive.origin });
    });

    it('does not try another address when the request may have been sent', async () => {
      const first = await serve([{ do: 'read-request' }, { do: 'reset' }]);
      const second = await serve(answering(answerOf(200)));
      const send = create({
        addressOf: () => [new URL(first.origin), new URL(second.origin)],
        clock: new SleepingClock(),
      });
      open.push(send);
      await failureOf(send(orderRequest(), NEVER));
      expect(second.connections).toHaveLength(0);
    });
  });

  it(`${name === 'one-shot' ? 'opens a connection for each call' : 'reuses a connection'}`, async () => {
    const script = answering(answerOf(200, '[1]'), answerOf(200, '[2]'));
    const server = await serve(script, answering(answerOf(200, '[2]')));
    const send = sender(server.origin);
    expect((await send(readRequest(), NEVER)).body).toBe('[1]');
    expect((await send(readRequest(), NEVER)).body).toBe('[2]');
    expect(server.connections).toHaveLength(name === 'one-shot' ? 2 : 1);
  });
});

import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ToolError } from '../../../src/core/errors.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../../src/sandbox/http/server.ts';
import type { WireRequest } from '../../../src/sandbox/types.ts';

const open: RunningServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** Starts a server that records the requests it accepts. */
async function start(changed: Partial<ServerOptions> = {}) {
  const reached: WireRequest[] = [];
  const server = await startServer({
    port: 0,
    respond: (request) => {
      reached.push(request);
      return { status: 200, headers: { 'Content-Type': 'application/json' }, body: '{}' };
    },
    ...changed,
  });
  open.push(server);
  return { server, reached };
}

/** Sends a text unchanged and resolves with everything received until the connection closes. */
function sendRaw(port: number, text: string, keepOpen = false, host = '127.0.0.1'): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect({ port, host }, () => {
      if (keepOpen) socket.write(text);
      else socket.end(text);
    });
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      received += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}

function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
}

describe('the HTTP server, by host and form of the request,', () => {
  it.each(['127.0.0.1:PORT', 'localhost:PORT', 'LOCALHOST:PORT', '[::1]:PORT'])(
    'accepts the host %s',
    async (host) => {
      const { server, reached } = await start();
      const name = host.replace('PORT', String(server.port));
      const answer = await sendRaw(server.port, `GET /x?a=1 HTTP/1.1\r\nHost: ${name}\r\n\r\n`);
      expect(statusOf(answer)).toBe(200);
      expect(reached).toMatchObject([{ method: 'GET', target: '/x?a=1', body: '', client: '127.0.0.1' }]);
    },
  );

  it.each([
    'attacker.test',
    'attacker.test:PORT',
    'localhost',
    '127.0.0.1',
    '127.0.0.1:1',
    'localhost.:PORT',
    'localhost.evil.test:PORT',
    '2130706433:PORT',
    '0x7f.1:PORT',
    '127.0.0.1:PORT.evil.test',
    'evil.test@127.0.0.1:PORT',
    '',
  ])('rejects the host %j', async (host) => {
    const { server, reached } = await start();
    const name = host.replace('PORT', String(server.port));
    const answer = await sendRaw(server.port, `GET /x HTTP/1.1\r\nHost: ${name}\r\n\r\n`);
    expect([400, 403]).toContain(statusOf(answer));
    expect(reached).toEqual([]);
  });

  it.each([
    ['a missing Host', 'GET /x HTTP/1.1\r\n\r\n', 400],
    ['a duplicate Host', 'GET /x HTTP/1.1\r\nHost: HERE\r\nHost: HERE\r\n\r\n', 400],
    ['a second, foreign Host', 'GET /x HTTP/1.1\r\nHost: HERE\r\nhost: attacker.test\r\n\r\n', 400],
    ['an absolute-form target', 'GET http://HERE/x HTTP/1.1\r\nHost: HERE\r\n\r\n', 400],
    ['an asterisk target', 'OPTIONS * HTTP/1.1\r\nHost: HERE\r\n\r\n', 400],
    ['an Origin', 'GET /x HTTP/1.1\r\nHost: HERE\r\nOrigin: http://HERE\r\n\r\n', 403],
    ['the Origin null', 'GET /x HTTP/1.1\r\nHost: HERE\r\nOrigin: null\r\n\r\n', 403],
    [
      'a preflight',
      'OPTIONS /x HTTP/1.1\r\nHost: HERE\r\nOrigin: http://a.test\r\nAccess-Control-Request-Method: GET\r\n\r\n',
      403,
    ],
    ['a tunnel', 'CONNECT attacker.test:443 HTTP/1.1\r\nHost: HERE\r\n\r\n', 405],
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    [
      'a smuggled length',
      'POST /x HTTP/1.1\r\nHost: HERE\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
  ])('rejects %s', async (_, text, status) => {
    const { server, reached } = await start();
    const answer = await sendRaw(server.port, text.replaceAll('HERE', `127.0.0.1:${server.port}`));
    expect(statusOf(answer)).toBe(status);
    expect(answer.toLowerCase()).not.toContain('access-control-allow');
    expect(reached).toEqual([]);
  });

  it('reads nothing more from a connection after a rejected request', async () => {
    const { server, reached } = await start();
    const hostAndPort = `127.0.0.1:${server.port}`;
    const badRequest = 'GET /x HTTP/1.1\r\nHost: attacker.test\r\n\r\n';
    const goodRequest = `GET /y HTTP/1.1\r\nHost: ${hostAndPort}\r\n\r\n`;
    const answer = await sendRaw(server.port, badRequest + goodRequest);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(reached.map((one) => one.target)).not.toContain('/y');
  });
});

describe('the HTTP server, by size and speed of the request,', () => {
  const post = (port: number, headers: string, body: string) =>
    sendRaw(
      port,
      `POST /x HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n${headers}\r\n${body}`,
    );

  it.each(['application/x-www-form-urlencoded', 'application/json', 'text/plain'])(
    'accepts a body of content type %s',
    async (type) => {
      const { server, reached } = await start();
      const answer = await post(server.port, `Content-Type: ${type}\r\nContent-Length: 3\r\n`, 'a=1');
      expect(statusOf(answer)).toBe(200);
      expect(reached[0]).toMatchObject({ method: 'POST', body: 'a=1' });
      expect(reached[0]?.headers['content-type']).toBe(type);
    },
  );

  it('accepts a chunked body', async () => {
    const { server, reached } = await start();
    await post(server.port, 'Transfer-Encoding: chunked\r\n', '2\r\na=\r\n1\r\n1\r\n0\r\n\r\n');
    expect(reached[0]?.body).toBe('a=1');
  });

  it('rejects a body above the limit, with Content-Length or chunked', async () => {
    const { server, reached } = await start({ limits: { bodyBytes: 10 } });
    expect(statusOf(await post(server.port, 'Content-Length: 10\r\n', 'a'.repeat(10)))).toBe(200);
    expect(statusOf(await post(server.port, 'Content-Length: 11\r\n', ''))).toBe(413);
    const chunks = `6\r\n${'a'.repeat(6)}\r\n6\r\n${'a'.repeat(6)}\r\n0\r\n\r\n`;
    expect(statusOf(await post(server.port, 'Transfer-Encoding: chunked\r\n', chunks))).toBe(413);
    expect(reached).toHaveLength(1);
  });

  it('rejects a body that has no room beside those that wait for an answer, and has room again later', async () => {
    let answer = () => {};
    const { server } = await start({
      limits: { bodyBytes: 10, bodiesBytes: 15 },
      respond: ({ body }) =>
        new Promise((resolve) => {
          const done = () => resolve({ status: 200, headers: {}, body: '{}' });
          if (body === 'b'.repeat(10)) answer = done;
          else done();
        }),
    });
    const text = `POST /x HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\nContent-Length: 10\r\n\r\n`;
    const held = sendRaw(server.port, text + 'b'.repeat(10), true);
    while (statusOf(await post(server.port, 'Content-Length: 6\r\n', 'a'.repeat(6))) !== 503);
    expect(statusOf(await post(server.port, 'Content-Length: 5\r\n', 'a'.repeat(5)))).toBe(200);
    answer();
    expect(statusOf(await held)).toBe(200);
    expect(statusOf(await post(server.port, 'Content-Length: 6\r\n', 'a'.repeat(6)))).toBe(200);
  });

  it('reset the connection of a client that sends its body before it reads that the request is refused', async () => {
    const { server } = await start();
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    const head = 'POST /x HTTP/1.1\r\nHost: attacker.test\r\nContent-Length: 20000000\r\n\r\n';
    const written = new Promise((resolve) => {
      socket.write(head + 'a'.repeat(20_000_000), resolve);
    });
    expect(await written).toBeFalsy();
    let received = '';
    for await (const chunk of socket) received += chunk;
    expect(statusOf(received)).toBe(403);
    socket.end();
  });

  it('has a default body limit of 1 MiB', async () => {
    const { server, reached } = await start();
    expect(statusOf(await post(server.port, 'Content-Length: 1048577\r\n', ''))).toBe(413);
    const largestBody = 'a'.repeat(1_048_576);
    expect(statusOf(await post(server.port, 'Content-Length: 1048576\r\n', largestBody))).toBe(200);
    expect(reached[0]?.body).toHaveLength(1_048_576);
  });

  it('rejects headers above the limit', async () => {
    const { server, reached } = await start();
    const answer = await post(server.port, `X-Long: ${'a'.repeat(20_000)}\r\n`, '');
    expect(statusOf(answer)).toBe(431);
    expect(reached).toEqual([]);
  });

  it('rejects headers that are not complete in time', async () => {
    const { server, reached } = await start({ limits: { headersTimeoutMs: 30, checkIntervalMs: 10 } });
    const answer = await sendRaw(
      server.port,
      `GET /x HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nX-Slow: `,
      true,
    );
    expect(statusOf(answer)).toBe(408);
    expect(reached).toEqual([]);
  });

  it('rejects a body that is not complete in time', async () => {
    const limits = { headersTimeoutMs: 30, requestTimeoutMs: 30, checkIntervalMs: 10 };
    const { server, reached } = await start({ limits });
    const text = `POST /x HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Length: 5\r\n\r\na`;
    expect(statusOf(await sendRaw(server.port, text, true))).toBe(408);
    expect(reached).toEqual([]);
  });

  it('answers connections above the limit with 503, which were reset', async () => {
    const { server, reached } = await start({ limits: { connections: 2 } });
    const text = `GET /x HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`;
    const sockets = [connect(server.port, '127.0.0.1'), connect(server.port, '127.0.0.1')];
    for (const socket of sockets) {
      socket.write(text);
      await new Promise((resolve) => socket.once('data', resolve));
    }
    reached.length = 0;
    const refused = await sendRaw(server.port, text, true);
    expect([statusOf(refused), refused]).toEqual([503, expect.stringContaining('Service Unavailable.')]);
    expect(reached).toEqual([]);
    for (const socket of sockets) socket.destroy();
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
    const again = `GET /x HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`;
    await expect.poll(async () => statusOf(await sendRaw(server.port, again, true))).toBe(200);
  });

  it('was closed to everyone by half-open connections that send no request', async () => {
    const { server } = await start({ limits: { connections: 4 } });
    const silent = Array.from({ length: 12 }, () => connect(server.port, '127.0.0.1'));
    for (const socket of silent) socket.write('GET /x HT');
    await Promise.all(silent.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    const text = `GET /x HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`;
    for (let client = 0; client < 8; client += 1)
      expect(statusOf(await sendRaw(server.port, text, true))).toBe(200);
    for (const socket of silent) socket.destroy();
  });

  it('closes a connection that never sends a byte', async () => {
    const { server, reached } = await start({ limits: { headersTimeoutMs: 30, checkIntervalMs: 10 } });
    expect(statusOf(await sendRaw(server.port, '', true))).toBe(408);
    expect(reached).toEqual([]);
  });

  it('serves 100 connections at once by default, of which the 65th was reset', async () => {
    const { server } = await start();
    const text = `GET /x HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`;
    const idle = Array.from({ length: 100 }, () => connect(server.port, '127.0.0.1'));
    await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    expect(statusOf(await sendRaw(server.port, text, true))).toBe(200);
    for (const socket of idle) socket.destroy();
  });
});

describe('the server', () => {
  it('answers several requests on one connection', async () => {
    const { server, reached } = await start();
    const requestText = (target: string, more = '') =>
      `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n${more}\r\n`;
    const answer = await sendRaw(
      server.port,
      requestText('/1') + requestText('/2') + requestText('/3', 'Connection: close\r\n'),
      true,
    );
    expect(answer.match(/HTTP\/1\.1 200/g)).toHaveLength(3);
    expect(reached.map((one) => one.target)).toEqual(['/1', '/2', '/3']);
  });

  it('also listens on the IPv6 loopback address, if the machine has one', async () => {
    const { server, reached } = await start();
    const answer = await sendRaw(
      server.port,
      `GET /x HTTP/1.1\r\nHost: [::1]:${server.port}\r\n\r\n`,
      false,
      '::1',
    );
    if (answer === '') return expect(reached).toEqual([]);
    expect(statusOf(answer)).toBe(200);
    expect(reached[0]?.client).toBe('::1');
  });

  it('answers an internal error with 500, reports it to onError, and goes on', async () => {
    const errors: unknown[] = [];
    const { server } = await start({
      respond: () => {
        throw new Error('the secret cause');
      },
      onError: (error) => errors.push(error),
    });
    const text = `GET /x HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`;
    for (let call = 1; call <= 2; call += 1) {
      const answer = await sendRaw(server.port, text);
      expect(statusOf(answer)).toBe(500);
      expect(answer).toContain('"code":-1000');
      expect(answer).not.toContain('secret');
      expect(errors).toHaveLength(call);
    }
  });

  it('completes an open request before it closes, then releases the port', async () => {
    const { server, reached } = await start();
    const hostAndPort = `Host: 127.0.0.1:${server.port}`;
    let received = '';
    const socket = connect(server.port, '127.0.0.1');
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk;
    });
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.write(
      `GET /1 HTTP/1.1\r\n${hostAndPort}\r\n\r\nPOST /2 HTTP/1.1\r\n${hostAndPort}\r\nContent-Length: 3\r\n\r\na`,
    );
    await new Promise((resolve) => socket.once('data', resolve));
    const closed = server.close();
    socket.write('=1');
    await Promise.all([closed, ended]);
    expect(received.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
    expect(reached.map((one) => one.body)).toEqual(['', 'a=1']);
    expect(await sendRaw(server.port, `GET /3 HTTP/1.1\r\n${hostAndPort}\r\n\r\n`)).toBe('');
  });

  it('reports a usage error if its port is in use', async () => {
    const { server } = await start();
    const second = startServer({
      port: server.port,
      respond: () => ({ status: 200, headers: {}, body: '' }),
    });
    await expect(second).rejects.toThrow(ToolError);
    await expect(second).rejects.toMatchObject({ facts: { kind: 'usage' } });
  });
});

/** TLS, proxies, and reused and lost connections, with all senders. */
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import type { SenderOptions } from '../../src/transport/sender.ts';
import { parseProxy } from '../../src/transport/tunnel.ts';
import { OTHER_CERTIFICATE, OTHER_KEY, OWN_CERTIFICATE, OWN_KEY } from './certificates.ts';
import { answering, answerOf, startRawServer } from './raw-server.ts';
import { failureOf, NEVER, orderRequest, readRequest, SENDERS, SleepingClock } from './requests.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

interface Secured {
  readonly origin: string;
  readonly port: number;
  /** The TLS version, server name and application protocol of each request's connection. */
  readonly seen: { protocol: string | null; servername: unknown; alpn: unknown }[];
}

async function serveSecurely(
  cert: string,
  key: string,
  more: { maxVersion?: 'TLSv1.1' } = {},
): Promise<Secured> {
  const seen: Secured['seen'] = [];
  const server: HttpsServer = createHttpsServer(
    {
      cert,
      key,
      ...(more.maxVersion === undefined ? {} : { maxVersion: more.maxVersion, minVersion: 'TLSv1' }),
    },
    (request, response) => {
      response.sendDate = false;
      const socket = request.socket as TLSSocket & { servername?: unknown };
      seen.push({ protocol: socket.getProtocol(), servername: socket.servername, alpn: socket.alpnProtocol });
      response.end('{"secure":true}');
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `https://localhost:${port}`, port, seen };
}

interface Proxy {
  readonly url: URL;
  /** The first line of each request to the proxy. */
  readonly connectLines: string[];
}

/** Starts a CONNECT proxy that opens every tunnel to the given port, whatever host the client names. */
async function proxyTo(port: number, reply = 'HTTP/1.1 200 Connection established\r\n\r\n'): Promise<Proxy> {
  const connectLines: string[] = [];
  const server: Server = createServer((client: Socket) => {
    client.on('error', () => {});
    client.once('data', (head) => {
      connectLines.push(head.toString('latin1').split('\r\n')[0]!);
      client.write(reply);
      if (!reply.startsWith('HTTP/1.1 2')) return void client.end();
      const target = connect(port, '127.0.0.1');
      target.on('error', () => client.destroy());
      client.on('close', () => target.destroy());
      client.pipe(target).pipe(client);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({ close: () => server.close() });
  return { url: parseProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), connectLines };
}

describe.each(SENDERS)('the %s sender', (name, create) => {
  function sender(origin: string, more: Partial<SenderOptions> = {}) {
    const send = create({ addressOf: () => [new URL(origin)], clock: new SleepingClock(), ...more });
    open.push(send);
    return send;
  }

  it('uses TLS 1.2 or later, sends the server name and offers HTTP/1.1 only', async () => {
    const server = await serveSecurely(OWN_CERTIFICATE, OWN_KEY);
    const got = await sender(server.origin, { ca: OWN_CERTIFICATE })(readRequest(), NEVER);
    expect(got).toMatchObject({ status: 200, body: '{"secure":true}', origin: server.origin });
    expect(server.seen).toEqual([{ protocol: 'TLSv1.3', servername: 'localhost', alpn: 'http/1.1' }]);
  });

  it('checks a certificate against an IP address as well', async () => {
    const server = await serveSecurely(OWN_CERTIFICATE, OWN_KEY);
    const origin = `https://127.0.0.1:${server.port}`;
    expect((await sender(origin, { ca: OWN_CERTIFICATE })(readRequest(), NEVER)).status).toBe(200);
    expect(server.seen[0]?.servername).toBe(false);
  });

  it.each([
    ['signed by an unknown authority', OWN_CERTIFICATE, OWN_KEY, undefined],
    ['for another name', OTHER_CERTIFICATE, OTHER_KEY, OTHER_CERTIFICATE],
  ])('sends nothing to a server whose certificate is %s', async (_what, cert, key, ca) => {
    const server = await serveSecurely(cert, key);
    const send = sender(server.origin, ca === undefined ? {} : { ca });
    const read = await failureOf(send(readRequest(), NEVER));
    expect(read.facts).toMatchObject({ kind: 'unavailable', execution: 'not_executed', retryable: false });
    const order = await failureOf(send(orderRequest(), NEVER));
    expect(order.facts).toMatchObject({ kind: 'credentials', execution: 'not_executed', retryable: false });
    expect(order.exitCode).toBe(3);
    expect(server.seen).toEqual([]);
  });

  it('checks certificates even where NODE_TLS_REJECT_UNAUTHORIZED is 0', async () => {
    const server = await serveSecurely(OWN_CERTIFICATE, OWN_KEY);
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      const error = await failureOf(sender(server.origin)(orderRequest(), NEVER));
      expect(error.kind).toBe('credentials');
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    }
    expect(server.seen).toEqual([]);
  });

  it('refuses TLS below 1.2', async () => {
    const server = await serveSecurely(OWN_CERTIFICATE, OWN_KEY, { maxVersion: 'TLSv1.1' });
    const error = await failureOf(sender(server.origin, { ca: OWN_CERTIFICATE })(orderRequest(), NEVER));
    expect(error.facts).toMatchObject({ kind: 'unavailable', execution: 'not_executed' });
    expect(server.seen).toEqual([]);
  });

  it('opens a tunnel through the proxy to the host by its name', async () => {
    const server = await serveSecurely(OWN_CERTIFICATE, OWN_KEY);
    const proxy = await proxyTo(server.port);
    const send = sender('https://exchange.test', { ca: OWN_CERTIFICATE, proxy: proxy.url });
    expect((await send(readRequest(), NEVER)).body).toBe('{"secure":true}');
    expect(proxy.connectLines).toEqual(['CONNECT exchange.test:443 HTTP/1.1']);
    expect(server.seen[0]?.servername).toBe('exchange.test');
  });

  it('never sends loopback requests through the proxy, and ignores proxy variables', async () => {
    const server = await startRawServer(answering(answerOf(200)));
    open.push(server);
    const proxy = await proxyTo(server.port);
    const names = ['http_proxy', 'HTTPS_PROXY', 'ALL_PROXY'];
    for (const variable of names) process.env[variable] = proxy.url.href;
    try {
      expect((await sender(server.origin, { proxy: proxy.url })(readRequest(), NEVER)).status).toBe(200);
      await failureOf(sender('https://nowhere.invalid')(readRequest(), NEVER));
    } finally {
      for (const variable of names) delete process.env[variable];
    }
    expect(proxy.connectLines).toEqual([]);
  });

  it.each([
    'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n',
    'SSH-2.0-x\r\n\r\n',
    'HTTP/1.1 200 OK\r\n\r\nmore',
  ])('sends nothing when the proxy answers %j', async (reply) => {
    const server = await serveSecurely(OWN_CERTIFICATE, OWN_KEY);
    const proxy = await proxyTo(server.port, reply);
    const send = sender('https://exchange.test', { ca: OWN_CERTIFICATE, proxy: proxy.url });
    const error = await failureOf(send(orderRequest(), NEVER));
    expect(error.facts).toMatchObject({ kind: 'unavailable', execution: 'not_executed' });
    expect(error.facts.hint).toContain('--proxy');
    expect(server.seen).toEqual([]);
  });

  it('sends nothing when the call is aborted while its connection is being opened', async () => {
    const server = await startRawServer(answering(answerOf(200)));
    open.push(server);
    const user = new AbortController();
    const pending = failureOf(sender(server.origin)(orderRequest(), user.signal));
    user.abort();
    expect((await pending).facts).toMatchObject({ kind: 'interrupted', execution: 'not_executed' });
    await new Promise((go) => setTimeout(go, 50));
    for (const { received } of server.connections) expect(received).toBe('');
  });

  if (name === 'one-shot') return;

  it('opens a new connection when the kept one has waited for longer than it is kept', async () => {
    const server = await startRawServer(answering(answerOf(200), answerOf(200)));
    open.push(server);
    const send = sender(server.origin, { limits: { keepAliveMs: 40 } });
    await send(readRequest(), NEVER);
    await new Promise((go) => setTimeout(go, 200));
    expect((await send(orderRequest(), NEVER)).status).toBe(200);
    expect(server.connections).toHaveLength(2);
  });

  it('does not take bytes that came between two calls for the answer of the second', async () => {
    const unasked = { do: 'send', data: answerOf(200, '{"orderId":"unasked"}') } as const;
    const server = await startRawServer(
      [...answering(answerOf(200)), { do: 'wait', ms: 20 }, unasked, ...answering(answerOf(200, '[2]'))],
      answering(answerOf(200, '[2]')),
    );
    open.push(server);
    const send = sender(server.origin);
    await send(readRequest(), NEVER);
    await new Promise((go) => setTimeout(go, 100));
    expect((await send(orderRequest(), NEVER)).body).toBe('[2]');
    expect(server.connections).toHaveLength(2);
  });

  it('waits for the answers of calls in flight before it closes', async () => {
    const server = await startRawServer([
      { do: 'read-request' },
      { do: 'wait', ms: 60 },
      { do: 'send', data: answerOf(200, '[1]') },
    ]);
    open.push(server);
    const send = sender(server.origin);
    const pending = send(orderRequest(), NEVER);
    while ((server.connections[0]?.received.length ?? 0) === 0) await new Promise((go) => setTimeout(go, 2));
    await send.close();
    expect((await pending).body).toBe('[1]');
    await server.gone(0);
  });

  describe('on a reused connection that the server closes as the next request arrives', () => {
    const closing = [
      { do: 'read-request' },
      { do: 'send', data: answerOf(200, '[1]') },
      { do: 'read-request' },
      { do: 'reset' },
    ] as const;

    it('repeats a read once', async () => {
      const server = await startRawServer(closing, answering(answerOf(200, '[2]')));
      open.push(server);
      const send = sender(server.origin);
      await send(readRequest(), NEVER);
      expect((await send(readRequest(), NEVER)).body).toBe('[2]');
      expect(server.connections).toHaveLength(2);
    });

    it('never repeats an order, whose execution status is then unknown', async () => {
      const server = await startRawServer(closing, answering(answerOf(200, '[2]')));
      open.push(server);
      const send = sender(server.origin);
      await send(readRequest(), NEVER);
      const error = await failureOf(send(orderRequest(), NEVER));
      expect(error.facts).toMatchObject({ kind: 'unavailable', execution: 'unknown' });
      const orders = server.connections.map(({ received }) => received.split('POST ').length - 1);
      expect(orders.reduce((sum, count) => sum + count, 0)).toBe(1);
    });

    it('does not repeat a read a second time', async () => {
      const server = await startRawServer(closing, [{ do: 'read-request' }, { do: 'reset' }]);
      open.push(server);
      const send = sender(server.origin);
      await send(readRequest(), NEVER);
      const error = await failureOf(send(readRequest(), NEVER));
      expect(error.facts).toMatchObject({ kind: 'unavailable', execution: 'none' });
      const connectLines = server.connections.map(({ received }) => received.split('GET ').length - 1);
      expect(connectLines.reduce((sum, count) => sum + count, 0)).toBe(3);
    });
  });

  if (name !== 'pool') return;

  it('does not send a request that was aborted while it waited for a connection', async () => {
    const server = await startRawServer([
      { do: 'read-request' },
      { do: 'wait', ms: 150 },
      { do: 'send', data: answerOf(200) },
      ...answering(answerOf(200)),
    ]);
    open.push(server);
    const send = (await import('../../src/transport/pool-sender.ts')).createPoolSend({
      addressOf: () => [new URL(server.origin)],
      clock: new SleepingClock(),
      connections: 1,
    });
    open.push(send);
    const first = send(readRequest(), NEVER);
    const user = new AbortController();
    const second = failureOf(send(orderRequest(), user.signal));
    user.abort();
    expect((await second).facts).toMatchObject({ kind: 'interrupted', execution: 'not_executed' });
    expect((await first).status).toBe(200);
    expect((await send(readRequest(), NEVER)).status).toBe(200);
    expect(server.connections[0]!.received).not.toContain('POST');
  });
});

describe('the address of a proxy', () => {
  it.each([
    'proxy:3128',
    'nonsense',
    'https://proxy:3128',
    'socks5://proxy:1080',
    'http://me:secret@proxy:3128',
    'http://proxy:3128/path',
    'http://proxy:3128/?a=b',
  ])('is rejected as %s, without showing the address', (text) => {
    expect(() => parseProxy(text)).toThrow(/--proxy/);
    expect(() => parseProxy(text)).not.toThrow(/secret/);
  });
});

/** `bourse ws …` against a scripted WebSocket API, with a sandbox for order lookups over REST. */
import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { systemClock } from '../../../src/app/world.ts';
import { startSandbox } from '../../../src/sandbox/process/serve.ts';
import { bourse, type WorldOptions } from '../world.ts';

interface Request {
  readonly id: unknown;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

type Play = (request: Request, socket: WebSocket) => unknown;

/** Starts a WebSocket API that answers with the test's return value; undefined means no answer. */
async function startWsApi(play: Play, refusalStatus?: number) {
  const asked: Request[] = [];
  const knocks = { count: 0 };
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    verifyClient: (_info, done) => {
      knocks.count += 1;
      if (refusalStatus === undefined) done(true);
      else done(false, refusalStatus, '{}', { 'Retry-After': '300' });
    },
  });
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', (socket) =>
    socket.on('message', async (data) => {
      const request = JSON.parse(String(data)) as Request;
      asked.push(request);
      const answer = await play(request, socket);
      if (answer !== undefined) socket.send(JSON.stringify(answer));
    }),
  );
  const sandbox = await startSandbox({ port: 0, seed: 1, clock: systemClock() });
  onTestFinished(async () => {
    for (const client of server.clients) client.terminate();
    server.close();
    await sandbox.close();
  });
  const options: WorldOptions = {
    clock: systemClock(),
    environment: {
      BOURSE_ENV: 'sandbox',
      BOURSE_HOST_SPOT: sandbox.hosts.spot,
      BOURSE_HOST_WS_API: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
      BOURSE_API_KEY: sandbox.apiKey,
      BOURSE_API_SECRET: sandbox.apiSecret,
    },
  };
  return { asked, knocks, options, sandbox };
}

const ok = ({ id }: Request, result: unknown) => ({ id, status: 200, result });
const refusal = ({ id }: Request, status: number, code: number, msg: string, data?: unknown) => ({
  id,
  status,
  error: { code, msg, ...(data === undefined ? {} : { data }) },
});
const errorOf = (stderr: string) => JSON.parse(stderr.trim().split('\n').at(-1)!).error;

describe('bourse ws call', () => {
  it('sends integers as JSON numbers and prints the result with every digit', async () => {
    const { asked, options } = await startWsApi((request) =>
      ok(request, { lastUpdateId: 1, bids: [['1.10', '2']] }),
    );
    const { code, stdout } = await bourse('ws call depth symbol=BTCUSDT limit=5', options);
    expect(code).toBe(0);
    expect(stdout).toBe('{"lastUpdateId":1,"bids":[["1.10","2"]]}\n');
    expect(asked).toMatchObject([{ method: 'depth', params: { symbol: 'BTCUSDT', limit: 5 } }]);
  });

  it('signs all parameters, sorted by name, with values as in the JSON', async () => {
    const { asked, options, sandbox } = await startWsApi((request) => ok(request, []));
    const line = 'ws call myTrades symbol=BTCUSDT limit=5 --recv-window 4000';
    expect((await bourse(line, options)).code).toBe(0);
    const { signature, ...params } = asked[0]!.params!;
    const payload = Object.keys(params)
      .sort()
      .map((name) => `${name}=${params[name]}`)
      .join('&');
    expect(Object.keys(params).sort()).toEqual(['apiKey', 'limit', 'recvWindow', 'symbol', 'timestamp']);
    expect(signature).toBe(createHmac('sha256', sandbox.apiSecret).update(payload).digest('hex'));
  });

  it('maps refusals to the errors and exit codes of REST calls', async () => {
    const { options } = await startWsApi((request) =>
      request.method === 'depth'
        ? refusal(request, 400, -1121, 'Invalid symbol.')
        : refusal(request, 429, -1003, 'Too much request weight used.', { retryAfter: Date.now() + 20_000 }),
    );
    const invalid = await bourse('ws call depth symbol=NOPE', options);
    expect(invalid.code).toBe(4);
    expect(errorOf(invalid.stderr)).toMatchObject({ code: -1121 });
    const limited = await bourse('ws call ping', options);
    expect(limited.code).toBe(6);
    expect(errorOf(limited.stderr).retryAfterMs).toBeGreaterThan(10_000);
  });

  it('reports that a read without an answer can be retried', async () => {
    const { options } = await startWsApi((_request, socket) => socket.terminate());
    const { code, stderr } = await bourse('ws call time', options);
    expect(code).toBe(5);
    expect(errorOf(stderr)).toMatchObject({ retryable: true, execution: 'none' });
  });

  it('sends an order once and finds it by its id if unconfirmed', async () => {
    const { asked, options } = await startWsApi(async ({ params }, socket) => {
      // The order reaches the exchange, then the connection is lost.
      const id = String(params!['newClientOrderId']);
      const line = `trade order place BTCUSDT --side BUY --type LIMIT --time-in-force GTC --quantity 0.001 --price 50000 --new-client-order-id ${id}`;
      expect((await bourse(line, options)).code).toBe(0);
      socket.terminate();
    });
    const line =
      'ws call order.place symbol=BTCUSDT side=BUY type=LIMIT timeInForce=GTC quantity=0.001 price=50000';
    const { code, stdout, stderr } = await bourse(line, options);
    expect(code).toBe(0);
    expect(asked).toHaveLength(1);
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'NEW',
      clientOrderId: asked[0]!.params!['newClientOrderId'],
    });
    expect(stderr).toContain('was found: it was placed once');
  });

  it('shows the call with --dry-run, and refuses invalid parameters before it connects', async () => {
    const { asked, options } = await startWsApi(() => undefined);
    const line = 'ws call order.place symbol=BTCUSDT side=BUY type=MARKET quantity=0.001 --dry-run';
    const { stdout } = await bourse(line, options);
    expect(JSON.parse(stdout)).toMatchObject({
      sent: false,
      method: 'order.place',
      params: { quantity: '0.001' },
      addedWhenSent: ['apiKey', 'recvWindow', 'signature', 'timestamp'],
    });
    const wrong = await bourse('ws call order.place symbol=BTCUSDT side=UP type=LIMIT', options);
    expect(wrong.code).toBe(2);
    expect(errorOf(wrong.stderr).faults.length).toBeGreaterThan(1);
    expect((await bourse('ws call order.plac', options)).stderr).toContain('Did you mean order.place?');
    expect(asked).toEqual([]);
  });
});

describe('bourse ws session', () => {
  it('keeps ids of every type, writes answers as received, and ends with stdin', async () => {
    const waiting: (() => void)[] = [];
    const { options } = await startWsApi((request, socket) => {
      // The first answer arrives last.
      if (request.id === 1) waiting.push(() => socket.send(JSON.stringify(ok(request, {}))));
      else {
        socket.send(JSON.stringify(ok(request, { serverTime: 5 })));
        if (request.id === 'b') for (const go of waiting) go();
      }
      return undefined;
    });
    const stdin = '{"id":1,"method":"ping"}\n{"id":5,"method":"time"}\n\n{"id":"b","method":"v3/time"}\n';
    const { code, stdout } = await bourse('ws session', { ...options, stdin });
    expect(code).toBe(0);
    expect(stdout.split('\n').filter(Boolean)).toHaveLength(3);
    expect(stdout.trim().endsWith('{"id":1,"status":200,"result":{}}')).toBe(true);
  });

  it('signs lines, logs on once with --logon, and reports the faults of invalid lines', async () => {
    const { asked, options } = await startWsApi((request) => ok(request, {}));
    const stdin = '{"id":1,"method":"account.status"}\n{"id":2,"method":"nope"}\nnot json\n';
    const first = await bourse('ws session', { ...options, stdin });
    expect(first.code).toBe(0);
    expect(asked[0]!.params).toMatchObject({ apiKey: expect.any(String), signature: expect.any(String) });
    const records = first.stdout.split('\n').filter((line) => line.includes('"bourse":"unanswered"'));
    expect(records.map((line) => JSON.parse(line).id)).toEqual([2, null]);
    asked.length = 0;
    await bourse('ws session --logon', { ...options, stdin: '{"id":1,"method":"account.status"}\n' });
    expect(asked.map(({ method }) => method)).toEqual(['session.logon', 'account.status']);
    expect(Object.keys(asked[1]!.params!)).toEqual(['timestamp']);
  });

  it('writes user events, and reports an unmatched answer once', async () => {
    const { options } = await startWsApi((request, socket) => {
      socket.send('{"subscriptionId":0,"event":{"e":"balanceUpdate"}}');
      socket.send('{"id":77,"status":200,"result":{}}');
      socket.send('{"id":78,"status":200,"result":{}}');
      return ok(request, {});
    });
    const { stdout, stderr } = await bourse('ws session', {
      ...options,
      stdin: '{"id":1,"method":"ping"}\n',
    });
    expect(stdout.split('\n')[0]).toBe('{"subscriptionId":0,"event":{"e":"balanceUpdate"}}');
    expect(stderr.match(/matches no request/g)).toHaveLength(1);
  });
});

describe('a handshake refused because of a ban or a limit', () => {
  const lines = [
    'ws call account.status',
    'ws session',
    'trade open-orders BTCUSDT --via ws',
    'trade buy BTCUSDT 0.001 --yes --via ws --skip-filters',
  ];
  it.each([403, 418, 429])('with %i is tried once, and nothing more is sent', async (status) => {
    for (const line of lines) {
      const { knocks, options } = await startWsApi(() => undefined, status);
      const outcome = await bourse(line, { ...options, stdin: '{"id":1,"method":"time"}\n' });
      expect([line, outcome.code]).toEqual([line, 6]);
      expect(errorOf(outcome.stderr)).toMatchObject({
        kind: 'rate-limited',
        retryAfterMs: 300_000,
        httpStatus: status,
      });
      expect([line, knocks.count]).toEqual([line, 1]);
    }
  });
});

describe('an answer that echoes the request', () => {
  const plays: Readonly<Record<string, Play>> = {
    'a refusal': (request) => refusal(request, 400, -1102, `bad ${JSON.stringify(request.params)}`),
    'a result': (request) => ok(request, { ...request.params }),
    'an answer that matches no request': (request) =>
      refusal({ ...request, id: null }, 400, -1102, String(request.params?.['apiKey'])),
    'an event': (request, socket) => {
      socket.send(JSON.stringify({ event: { said: request.params?.['apiKey'] } }));
      return ok(request, {});
    },
  };
  it.each(Object.keys(plays))('prints neither key nor signature: %s', async (name) => {
    for (const line of ['ws call account.status', 'ws session']) {
      const { asked, options, sandbox } = await startWsApi(plays[name]!);
      const outcome = await bourse(`${line} --timeout 1s`, {
        ...options,
        stdin: '{"id":1,"method":"account.status"}\n',
      });
      const { signature } = asked[0]!.params as { signature: string };
      for (const secret of [sandbox.apiKey, sandbox.apiKey.slice(0, 20), signature])
        expect(outcome.stdout + outcome.stderr).not.toContain(secret);
      if (name.startsWith('an answer') && line === 'ws session')
        expect(outcome.stderr).toMatch(/matches no request: id null, \d+ bytes/);
    }
  });

  it('prints no key when a session logs on', async () => {
    const { options, sandbox } = await startWsApi((request) =>
      ok(request, { apiKey: request.params?.['apiKey'] }),
    );
    const outcome = await bourse('ws session', {
      ...options,
      stdin: '{"id":1,"method":"session.logon"}\n',
    });
    expect(JSON.parse(outcome.stdout)).toMatchObject({ id: 1, result: { apiKey: '***' } });
    expect(outcome.stderr).not.toContain(sandbox.apiKey);
  });
});

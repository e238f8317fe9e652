import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpoint } from '../../../src/catalogue/define.ts';
import { ENDPOINTS } from '../../../src/catalogue/index.ts';
import type { Endpoint } from '../../../src/catalogue/types.ts';
import { ToolError } from '../../../src/core/errors.ts';
import type { PreparedRequest } from '../../../src/request/types.ts';
import { demoKeys } from '../../../src/sandbox/engine/ledger/demo-keys.ts';
import { createExchange, type ExchangeOptions } from '../../../src/sandbox/exchange/create-exchange.ts';
import { answerRequest } from '../../../src/sandbox/exchange/requests.ts';
import { ownAddressOf, Routes } from '../../../src/sandbox/gate/routes.ts';
import { createEmbeddedSend } from '../../../src/sandbox/process/embedded.ts';
import { SandboxRefusal, type WireRequest } from '../../../src/sandbox/types.ts';
import { manualClock } from '../manual-clock.ts';

function openExchange(changed: Partial<ExchangeOptions> = {}) {
  return createExchange({ clock: manualClock(), seed: 1, ...changed });
}

function get(target: string, changed: Partial<WireRequest> = {}): WireRequest {
  return { method: 'GET', target, headers: {}, body: '', client: '127.0.0.1', ...changed };
}

const sampleEndpoint = (changed: Partial<Endpoint>): Endpoint => ({
  ...(endpoint({
    id: 'test.sample',
    product: 'spot',
    summary: 'A sample',
    origin: 'document',
    method: 'GET',
    path: '/api/v3/sample',
    security: 'NONE',
    effect: 'read',
    weight: 1,
    params: {},
  }) as Endpoint),
  ...changed,
});

describe('a route', () => {
  it('exists for every endpoint of the catalogue', () => {
    const routes = new Routes(ENDPOINTS);
    for (const one of ENDPOINTS) {
      expect(routes.find(one.method, one.path, ownAddressOf(one.product))).toBe(one);
    }
  });

  it('belongs to one endpoint only', () => {
    expect(() => new Routes([sampleEndpoint({}), sampleEndpoint({ id: 'test.other' })])).toThrow(
      'test.other and test.sample',
    );
  });

  it('of both futures products leads to the product whose address was called', () => {
    const path = '/futures/data/shared';
    const usdm = sampleEndpoint({ id: 'usdm.shared', product: 'usdm', path });
    const coinm = sampleEndpoint({ id: 'coinm.shared', product: 'coinm', path });
    const routes = new Routes([usdm, coinm]);
    expect([undefined, 'usdm' as const, 'coinm' as const].map((at) => routes.find('GET', path, at))).toEqual([
      usdm,
      usdm,
      coinm,
    ]);
    expect(new Routes([usdm]).find('GET', path, 'coinm')).toBeUndefined();
    expect(new Routes([usdm]).methodsOf(path, 'coinm')).toEqual([]);
  });

  it.each(['/', '/api/v3/nothing', '/api/v3/time/', '/API/V3/TIME', '//api/v3/time', '/api/v3/../v3/time'])(
    'does not exist for %s: the status is 404',
    (target) => {
      const { status, headers, body } = answerRequest(openExchange(), get(target));
      expect(status).toBe(404);
      expect(headers['Content-Type']).toBe('application/json;charset=UTF-8');
      expect(JSON.parse(body).code).toBe(-1020);
    },
  );

  it('accepts only its own method, which the Allow header names', () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'get']) {
      const { status, headers } = answerRequest(openExchange(), get('/api/v3/time', { method }));
      expect(status).toBe(405);
      expect(headers['Allow']).toBe('GET');
    }
  });

  it('without a handler responds that it is not simulated', () => {
    const exchange = openExchange({ endpoints: [sampleEndpoint({})], handlers: {} });
    const { body } = answerRequest(exchange, get('/api/v3/sample'));
    expect(JSON.parse(body)).toMatchObject({ code: -1020 });
    expect(JSON.parse(body).msg).toContain('does not simulate GET /api/v3/sample');
  });

  it('that requires a key does not call its handler without one', () => {
    for (const security of ['MARKET_DATA', 'USER_STREAM', 'USER_DATA', 'TRADE'] as const) {
      const exchange = openExchange({
        endpoints: [sampleEndpoint({ security })],
        handlers: { 'test.sample': () => '{"made":"up"}' },
      });
      const { status, body } = answerRequest(exchange, get('/api/v3/sample'));
      expect([status, JSON.parse(body).code]).toEqual([400, -2014]);
    }
  });

  it('does not use inherited properties of objects as handlers', () => {
    const exchange = openExchange({ endpoints: [sampleEndpoint({ id: 'toString' })], handlers: {} });
    expect(JSON.parse(answerRequest(exchange, get('/api/v3/sample')).body)).toMatchObject({ code: -1020 });
  });
});

describe('a response', () => {
  it('has the content type and the weight used so far', () => {
    const exchange = openExchange();
    const first = answerRequest(exchange, get('/api/v3/time'));
    expect(first).toEqual({
      status: 200,
      headers: {
        'Content-Type': 'application/json;charset=UTF-8',
        'X-MBX-USED-WEIGHT': '1',
        'X-MBX-USED-WEIGHT-1M': '1',
      },
      body: '{"serverTime":1706702400000}',
    });
    expect(answerRequest(exchange, get('/api/v3/ping')).body).toBe('{}');
    expect(answerRequest(exchange, get('/api/v3/time')).headers['X-MBX-USED-WEIGHT-1M']).toBe('3');
  });

  it('of a rejected call has the weight used, which is 1 per rejection', () => {
    const exchange = openExchange();
    for (const [index, target] of [
      '/api/v3/klines',
      '/api/v3/nothing',
      '/api/v3/klines?symbol=%',
    ].entries()) {
      const { headers } = answerRequest(exchange, get(target));
      expect(headers['X-MBX-USED-WEIGHT-1M']).toBe(String(index + 1));
    }
  });

  it('of a rejecting handler has its code, text and headers', () => {
    const exchange = openExchange({
      endpoints: [sampleEndpoint({})],
      handlers: {
        'test.sample': () => {
          throw new SandboxRefusal(400, -1121, 'Invalid symbol.', { 'X-Why': 'test' });
        },
      },
    });
    const { status, headers, body } = answerRequest(exchange, get('/api/v3/sample'));
    expect(status).toBe(400);
    expect(body).toBe('{"code":-1121,"msg":"Invalid symbol."}');
    expect(headers).toMatchObject({ 'X-Why': 'test', 'X-MBX-USED-WEIGHT-1M': '1' });
  });

  it('never hides an exception of a handler', () => {
    const broken = () => {
      throw new TypeError('broken');
    };
    const exchange = openExchange({ endpoints: [sampleEndpoint({})], handlers: { 'test.sample': broken } });
    expect(() => answerRequest(exchange, get('/api/v3/sample'))).toThrow('broken');
  });

  it('is the same for the same seed and time, and differs between seeds', () => {
    const target = '/api/v3/klines?symbol=BTCUSDT&interval=1h&limit=50';
    const body = (seed: number) => answerRequest(openExchange({ seed }), get(target)).body;
    expect(body(7)).toBe(body(7));
    expect(JSON.parse(body(7))).toHaveLength(50);
    expect(body(8)).not.toBe(body(7));
  });

  it('rejects a symbol that the market does not have', () => {
    const { status, body } = answerRequest(openExchange(), get('/api/v3/klines?symbol=NOSUCH&interval=1h'));
    expect([status, body]).toEqual([400, '{"code":-1121,"msg":"Invalid symbol."}']);
  });
});

describe('a random request', () => {
  const name = fc.constantFrom(
    ...new Set(ENDPOINTS.flatMap((one) => Object.keys(one.params))),
    'timestamp',
    'signature',
    '__proto__',
    'constructor',
  );
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'BTCUSDT',
      '1h',
      '["BTCUSDT"]',
      '[[]]',
      '{}',
      '0',
      '-1',
      '1e3',
      '5001',
      'FULL',
      '+8',
      '0x1',
    ),
    fc.bigInt().map(String),
  );
  const query = fc
    .array(fc.tuple(name, value), { maxLength: 5 })
    .map((pairs) => pairs.map(([key, text]) => `${key}=${encodeURIComponent(text)}`).join('&'));

  it('gets a status and one JSON value, and nothing is thrown', () => {
    const exchange = openExchange({
      limits: { spotWeight: 1e9, sapiAddressWeight: 1e9, holdingsRequests: 1_000_000 },
    });
    const headers = { clienttype: 'web', clientversion: '1.2.0', 'accept-encoding': 'identity' };
    const randomRequest = fc.record({
      endpoint: fc.constantFrom(...ENDPOINTS),
      query,
      agent: fc.constantFrom('bourse-web3/1.1 (Skill)', ''),
    });
    fc.assert(
      fc.property(randomRequest, ({ endpoint, query, agent }) => {
        const target = `${endpoint.path}?${query}`;
        const { method } = endpoint;
        const key = { 'x-mbx-apikey': demoKeys(1).apiKey };
        const response = answerRequest(
          exchange,
          get(target, { method, headers: { ...headers, ...key, 'user-agent': agent } }),
        );
        expect([200, 400, 401, 501]).toContain(response.status);
        const body = JSON.parse(response.body);
        if (response.status !== 200)
          expect(body).toEqual({ code: expect.any(Number), msg: expect.any(String) });
      }),
      { seed: 20240131, numRuns: 1000 },
    );
  });
});

describe('the weight of a request', () => {
  it.each([
    ['/api/v3/depth?symbol=BTCUSDT&limit=100', 1, 5],
    ['/api/v3/depth?symbol=BTCUSDT&limit=500', 5, 25],
    ['/api/v3/depth?symbol=BTCUSDT&limit=1000', 10, 50],
    ['/api/v3/depth?symbol=BTCUSDT&limit=5000', 50, 250],
    ['/api/v3/depth?symbol=BTCUSDT&limit=9999', 50, 250],
    ['/api/v3/depth?symbol=BTCUSDT', 1, 5],
    ['/api/v3/trades?symbol=BTCUSDT', 10, 25],
    ['/api/v3/aggTrades?symbol=BTCUSDT', 2, 4],
    ['/api/v3/klines?symbol=BTCUSDT&interval=1h', 2, 2],
    ['/api/v3/exchangeInfo', 20, 20],
  ])('of %s is %i in the first listing and %i in the second', (target, first, second) => {
    const used = (weightListing: 'first' | 'second' | 'larger') =>
      Number(answerRequest(openExchange({ weightListing }), get(target)).headers['X-MBX-USED-WEIGHT-1M']);
    expect([used('first'), used('second'), used('larger')]).toEqual([first, second, Math.max(first, second)]);
  });

  it('is counted per client and leads to 429, then 418', () => {
    const clock = manualClock();
    const exchange = openExchange({ clock, limits: { spotWeight: 3, limitedCallsBeforeBan: 1 } });
    const call = (client: string) => answerRequest(exchange, get('/api/v3/time', { client }));
    expect([1, 2, 3].map(() => call('127.0.0.1').status)).toEqual([200, 200, 200]);
    const rateLimited = call('127.0.0.1');
    expect(rateLimited.status).toBe(429);
    expect(rateLimited.headers['Retry-After']).toBe('60');
    expect(JSON.parse(rateLimited.body).code).toBe(-1003);
    expect(call('127.0.0.2').status).toBe(200);
    expect([call('127.0.0.1').status, call('127.0.0.1').status]).toEqual([429, 418]);
    clock.move(119_999);
    expect(call('127.0.0.1').status).toBe(418);
    clock.move(1);
    expect(call('127.0.0.1').status).toBe(200);
  });
});

describe('the embedded exchange', () => {
  const request: PreparedRequest = {
    endpoint: 'spot.time',
    product: 'spot',
    host: 'spot',
    method: 'GET',
    path: '/api/v3/time',
    query: '',
    body: undefined,
    headers: {},
    exactHeaders: false,
    security: 'NONE',
    effect: 'read',
    weight: { first: 1, second: 1, counted: 1 },
  };
  const signal = new AbortController().signal;

  it('sends a prepared request like any sender', async () => {
    const send = createEmbeddedSend(openExchange());
    expect(await send(request, signal)).toEqual({
      status: 200,
      headers: {
        'content-type': 'application/json;charset=UTF-8',
        'x-mbx-used-weight': '1',
        'x-mbx-used-weight-1m': '1',
      },
      body: '{"serverTime":1706702400000}',
      origin: 'sandbox in this process',
      receivedAt: 1_706_702_400_000,
      usage: { weight: { '1m': 1 }, orders: {} },
    });
  });

  it('passes on query, headers and rejections', async () => {
    const send = createEmbeddedSend(openExchange());
    const rejected = await send({ ...request, query: 'x=1' }, signal);
    expect([rejected.status, JSON.parse(rejected.body).code]).toEqual([400, -1101]);
    const unit = await send({ ...request, headers: { 'X-MBX-TIME-UNIT': 'no' } }, signal);
    expect(JSON.parse(unit.body).code).toBe(-1194);
  });

  it('reports the usage of a wallet path as a server does, so that the limiter sees it', async () => {
    const send = createEmbeddedSend(openExchange());
    const status = { ...request, path: '/sapi/v1/system/status' as const };
    expect((await send(status, signal)).usage).toEqual({ weight: { 'sapi-ip-1m': 1 }, orders: {} });
  });

  it('answers wallet look-ups by their four exact headers', async () => {
    const holdings = ENDPOINTS.find((one) => one.id === 'onchain.holdings')!;
    const send = createEmbeddedSend(openExchange());
    const lookUp = {
      ...request,
      path: holdings.path,
      query: `address=0x${'0'.repeat(40)}&chainId=56&offset=0`,
      headers: holdings.headers ?? {},
    };
    expect(JSON.parse((await send(lookUp, signal)).body)).toMatchObject({
      code: '000000',
      data: { list: null },
    });
    expect(JSON.parse((await send({ ...lookUp, headers: {} }, signal)).body).success).toBe(false);
  });

  it('sends nothing after it was aborted', async () => {
    const exchange = openExchange();
    const aborted = createEmbeddedSend(exchange)(request, AbortSignal.abort());
    await expect(aborted).rejects.toThrow(ToolError);
    await expect(aborted).rejects.toMatchObject({
      facts: { kind: 'interrupted', execution: 'not_executed' },
    });
    expect(
      answerRequest(exchange, get('/api/v3/time', { client: 'embedded' })).headers['X-MBX-USED-WEIGHT-1M'],
    ).toBe('1');
  });
});

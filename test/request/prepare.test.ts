import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findHost } from '../../src/catalogue/hosts.ts';
import { holdings } from '../../src/catalogue/onchain/holdings.ts';
import { klines } from '../../src/catalogue/spot/candles.ts';
import { spotMarket } from '../../src/catalogue/spot/market.ts';
import { ping } from '../../src/catalogue/spot/server.ts';
import { ticker24hr } from '../../src/catalogue/spot/tickers.ts';
import { depth, historicalTrades } from '../../src/catalogue/spot/trades.ts';
import type { Security } from '../../src/catalogue/types.ts';
import { ToolError } from '../../src/core/errors.ts';
import { unixMs } from '../../src/core/words.ts';
import { decodeQuery } from '../../src/request/encode.ts';
import { buildRequest, prepareRequest } from '../../src/request/prepare.ts';
import { checkRawCall, prepareKnown, prepareUnknown } from '../../src/request/raw.ts';
import { withKey, withSignature } from '../../src/request/signature.ts';
import type { Signer } from '../../src/request/signer.ts';
import type { TypedArgument } from '../../src/request/typed-arguments.ts';
import type { PreparedRequest } from '../../src/request/types.ts';
import { rightTo } from '../signing/permitted.ts';
import { cancel, EVERY_TEST_ENDPOINT, fundingRate, futuresDepth, order } from './endpoints.ts';
import { NOW, toTyped } from './vectors.ts';

function catchError(run: () => unknown): ToolError {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof ToolError) return thrown;
    throw thrown;
  }
  throw new Error('expected a ToolError');
}

describe('a prepared request', () => {
  test('of a GET has its parameters in the query, in the order given', () => {
    const args = toTyped({ interval: '1h', symbol: 'btcusdt', 'start-time': '2023-11-14', limit: '5' });
    expect(prepareRequest(klines, args, { now: NOW }).request).toEqual({
      endpoint: 'spot.klines',
      product: 'spot',
      host: 'spot',
      method: 'GET',
      path: '/api/v3/klines',
      query: 'interval=1h&symbol=BTCUSDT&startTime=1699920000000&limit=5',
      body: undefined,
      headers: {},
      exactHeaders: false,
      security: 'NONE',
      effect: 'read',
      weight: { first: 2, second: 2, counted: 2 },
    });
  });

  test('of a POST has its parameters in a form, of a DELETE in the query', () => {
    const market = { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '1e-3' };
    expect(prepareRequest(order, toTyped(market), { now: NOW }).request).toMatchObject({
      query: '',
      body: 'symbol=BTCUSDT&side=BUY&type=MARKET&quantity=0.001',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      effect: 'write',
    });
    expect(
      prepareRequest(cancel, toTyped({ symbol: 'A', orderId: '9007199254740993' }), { now: NOW }).request,
    ).toMatchObject({
      query: 'symbol=A&orderId=9007199254740993',
      body: undefined,
      headers: {},
    });
  });

  test('without parameters has an empty query', () => {
    expect(prepareRequest(ping, [], { now: NOW }).request).toMatchObject({ query: '', body: undefined });
  });

  test('encodes a symbol outside ASCII and a list', () => {
    expect(prepareRequest(depth, toTyped({ symbol: '币安人生usdt' }), { now: NOW }).request.query).toBe(
      'symbol=%E5%B8%81%E5%AE%89%E4%BA%BA%E7%94%9FUSDT',
    );
    expect(prepareRequest(ticker24hr, toTyped({ symbols: 'a,b' }), { now: NOW }).request.query).toBe(
      'symbols=%5B%22A%22%2C%22B%22%5D',
    );
  });

  test('of wallet holdings has exactly the four documented headers', () => {
    const { request } = prepareRequest(
      holdings,
      toTyped({ address: `0x${'ab'.repeat(20)}`, chainId: '56' }),
      {
        now: NOW,
      },
    );
    expect(request).toMatchObject({ host: 'web3', exactHeaders: true, security: 'NONE' });
    expect(request.query).toBe(`address=0x${'ab'.repeat(20)}&chainId=56&offset=0`);
    expect(Object.keys(request.headers)).toEqual([
      'clienttype',
      'clientversion',
      'Accept-Encoding',
      'User-Agent',
    ]);
  });

  test('uses the effective security of the catalogue, and is signed if no listing gives one', () => {
    expect(prepareRequest(historicalTrades, toTyped({ symbol: 'A' }), { now: NOW }).request.security).toBe(
      'NONE',
    );
    expect(prepareRequest(futuresDepth, toTyped({ symbol: 'A' }), { now: NOW }).request.security).toBe(
      'USER_DATA',
    );
  });

  test('goes to the host that serves its path', () => {
    for (const at of [...spotMarket, ...EVERY_TEST_ENDPOINT, holdings]) {
      const { host } = buildRequest(at, new Map());
      expect(findHost(host)?.pathPrefixes.some((prefix) => at.path.startsWith(prefix))).toBe(true);
    }
    expect(prepareRequest(ping, [], { now: NOW, host: 'spot-gcp' }).request.host).toBe('spot-gcp');
    expect(catchError(() => prepareRequest(fundingRate, [], { now: NOW, host: 'spot' })).kind).toBe('usage');
  });

  test('is refused with all faults in one error', () => {
    const error = catchError(() =>
      prepareRequest(klines, toTyped({ symbol: 'a/b', interval: '2h', limit: '0', foo: '1' }), { now: NOW }),
    );
    expect(error.facts).toMatchObject({ kind: 'usage', execution: 'not_executed', endpoint: 'spot.klines' });
    expect(error.facts.faults?.map(({ rule }) => rule)).toEqual(['unknown-parameter', 'format', 'minimum']);
    expect(error.message).toMatch(
      /^The arguments of spot\.klines have 3 faults:\n- spot\.klines has no parameter foo/,
    );
    const single = catchError(() => prepareRequest(klines, toTyped({ symbol: 'A' }), { now: NOW }));
    expect(single.message).toBe('interval is required (Candle interval), found nothing. Add --interval.');
  });
});

describe('a raw call', () => {
  const called = (
    path: string,
    given: TypedArgument[] = [],
    more: { host?: string; security?: Security } = {},
  ) => {
    const { security = 'NONE', ...rest } = more;
    const raw = checkRawCall({ method: 'GET', path, ...rest }, spotMarket);
    return raw.known === undefined
      ? prepareUnknown(raw, given, { security })
      : prepareKnown(raw, raw.known, given, NOW);
  };

  test('to a known path is normalised and checked like a command', () => {
    const raw = called('/api/v3/depth', toTyped({ symbol: 'btcusdt', limit: '5' }));
    expect(raw.request).toMatchObject({ endpoint: 'spot.depth', query: 'symbol=BTCUSDT&limit=5' });
    expect(catchError(() => called('/api/v3/klines', toTyped({ symbol: 'A' }))).facts.faults).toHaveLength(1);
  });

  test('to the path of today is known and sent to that path', () => {
    const moved = {
      ...spotMarket.find(({ id }) => id === 'spot.depth')!,
      today: { path: '/api/v9/depth' },
    } as const;
    const raw = checkRawCall({ method: 'GET', path: '/api/v9/depth' }, [moved]);
    const { request } = prepareKnown(raw, raw.known!, toTyped({ symbol: 'A' }), NOW);
    expect(request).toMatchObject({ endpoint: 'spot.depth', path: '/api/v9/depth' });
    expect(request.pathToday).toBeUndefined();
  });

  test('to an unknown path sends any parameters unchanged, with a note', () => {
    expect(called('/api/v3/executionRules', toTyped({ symbol: 'btc/usdt', 'x y': '1 2' }))).toMatchObject({
      notes: [
        'GET /api/v3/executionRules is not in the catalogue: its parameters are sent unchecked, without a key, and its weight is counted as 1.',
      ],
      request: {
        endpoint: 'raw',
        host: 'spot',
        query: 'symbol=btc%2Fusdt&x%20y=1%202',
        security: 'NONE',
        effect: 'read',
      },
    });
  });

  test('that writes to an unknown path has the effect funds', () => {
    const raw = checkRawCall({ method: 'post', path: '/sapi/v1/new' }, spotMarket);
    const { request, notes } = prepareUnknown(raw, toTyped({ a: '1' }), { security: 'TRADE' });
    expect(request).toMatchObject({ effect: 'funds', security: 'TRADE', body: 'a=1', query: '' });
    expect(notes.join(' ')).toContain('treated as a call that moves funds');
  });

  test('goes to the host of its path, or to the requested one', () => {
    const hostOf = (path: string, host?: string) =>
      called(path, [], host === undefined ? {} : { host }).request;
    const hosts = [
      '/api/v9/x',
      '/sapi/v1/x',
      '/fapi/v1/x',
      '/dapi/v1/x',
      '/eapi/v1/x',
      '/bapi/x',
      '/futures/data/x',
    ];
    expect(hosts.map((path) => hostOf(path).host)).toEqual([
      'spot',
      'spot',
      'usdm',
      'coinm',
      'options',
      'web3',
      'usdm',
    ]);
    expect(hostOf('/futures/data/x', 'coinm')).toMatchObject({ host: 'coinm', product: 'coinm' });
    expect(hostOf('/other/v1/x', 'usdm')).toMatchObject({ host: 'usdm', product: 'usdm' });
    expect(catchError(() => hostOf('/other/v1/x')).facts.hint).toContain('--at-host spot');
    expect(catchError(() => hostOf('/other/v1/x', 'usd')).facts.hint).toContain('usdm');
    expect(catchError(() => hostOf('/other/v1/x', 'spot-ws')).kind).toBe('usage');
  });

  test('that is signed refuses the parameters that signing adds', () => {
    const signed = () =>
      called('/api/v9/x', toTyped({ timestamp: '1', recvWindow: '5' }), { security: 'TRADE' });
    expect(catchError(signed).message).toBe('timestamp and recvWindow are added on signing.');
    expect(called('/api/v9/x', toTyped({ timestamp: '1' })).request.query).toBe('timestamp=1');
  });

  test.each([
    'https://evil.test/api/v3/depth',
    '//evil.test/api/v3/depth',
    'api/v3/depth',
    '/api/v3/../../x',
    '/api/./v3/x',
    '/api/v3/depth?symbol=A',
    '/api/v3/depth#x',
    '/api/v3/%2e%2e/x',
    '/api/v3/x y',
    '/api/v3/x\r\nHost: evil.test',
    '/other/v1/x',
    '/ws/btcusdt',
    '/',
    '',
  ])('to the path %j is refused before anything is sent', (path) => {
    expect(catchError(() => called(path)).kind).toBe('usage');
  });

  test('with another method is refused', () => {
    expect(
      catchError(() => checkRawCall({ method: 'TRACE', path: '/api/v3/ping' }, spotMarket)).message,
    ).toContain('GET, POST, PUT, DELETE');
  });
});

/** Returns the request of a raw call to a path that the catalogue does not know. */
function unknownRequest(method: string, given: TypedArgument[]) {
  const raw = checkRawCall({ method, path: '/api/v3/unknown' }, []);
  return prepareUnknown(raw, given, { security: 'NONE' }).request;
}

// The example of the public signing reference: key, secret, parameters and signature.
const SECRET = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j';
const hmac: Signer = {
  apiKey: 'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A',
  sign: (_permit, { payload }) => createHmac('sha256', SECRET).update(payload).digest('hex'),
};
const echo: Signer = { apiKey: 'key', sign: (_permit, { payload }) => `${payload.length}+/=` };
const TIMES = { timestamp: unixMs(1499827319559), recvWindow: 5000 };

describe('a signature', () => {
  const limit = toTyped({
    symbol: 'LTCBTC',
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    quantity: '1',
    price: '0.1',
  });

  test('equals the published signature of the published request', () => {
    const { request } = prepareRequest(order, limit, { now: NOW });
    const signed = withSignature(request, rightTo(request, hmac), {
      recvWindow: 5000,
      timestamp: unixMs(1499827319559),
    });
    expect(signed.body).toBe(
      'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559' +
        '&signature=c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71',
    );
    expect(signed.headers).toMatchObject({ 'X-MBX-APIKEY': hmac.apiKey });
  });

  test('covers exactly the text before it, and is the last parameter', () => {
    const name = fc.string({ unit: 'grapheme', maxLength: 8 });
    const pairs = fc.array(fc.record({ name, text: name }), { maxLength: 5 });
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE');
    fc.assert(
      fc.property(method, pairs, (verb, given) => {
        fc.pre(given.every((one) => !['timestamp', 'signature'].includes(one.name)));
        const raw = unknownRequest(verb, given);
        const payloads: string[] = [];
        const signer: Signer = {
          apiKey: 'k',
          sign: (_permit, { payload }) => `${payloads.push(payload)}+/=`,
        };
        const signed = withSignature(raw, rightTo(raw, signer), TIMES);
        const sent = signed.query + (signed.body ?? '');
        expect(sent).toBe(`${payloads[0]}&signature=1%2B%2F%3D`);
        expect(decodeQuery(sent).at(-1)).toEqual(['signature', '1+/=']);
        const isForm = verb === 'POST' || verb === 'PUT';
        expect(isForm ? signed.query : signed.body).toBe(isForm ? '' : undefined);
      }),
      { seed: 11, numRuns: 200 },
    );
  });

  test('is created for each attempt from the unsigned request, which stays unchanged', () => {
    const { request } = prepareRequest(cancel, toTyped({ symbol: 'A', orderId: '1' }), { now: NOW });
    const first = withSignature(request, rightTo(request, echo), TIMES);
    const second = withSignature(request, rightTo(request, echo), {
      ...TIMES,
      timestamp: unixMs(TIMES.timestamp + 1),
    });
    expect(first.query).not.toBe(second.query);
    expect(request.query).toBe('symbol=A&orderId=1');
    expect(() => withSignature(first, rightTo(first, echo), TIMES)).toThrow(/sign the unsigned request/);
  });

  test('of a request without parameters adds no separator before the timestamp, and sets the content type of a form', () => {
    const raw = unknownRequest('POST', []);
    const signed = withSignature({ ...raw, headers: {} }, rightTo(raw, echo), { timestamp: TIMES.timestamp });
    expect(signed.body).toMatch(/^timestamp=1499827319559&signature=/);
    expect(signed.headers['content-type']).toBe('application/x-www-form-urlencoded');
  });

  test('may omit the timestamp if the interface lists none', () => {
    const { request } = prepareRequest(cancel, toTyped({ symbol: 'A', orderId: '1' }), { now: NOW });
    expect(withSignature(request, rightTo(request, echo), {}).query).toBe(
      'symbol=A&orderId=1&signature=18%2B%2F%3D',
    );
  });

  test.each([0, -1, 60_001, 1.5, Number.NaN])('is refused for a recvWindow of %d', (recvWindow) => {
    const { request } = prepareRequest(cancel, toTyped({ symbol: 'A', orderId: '1' }), { now: NOW });
    expect(
      catchError(() => withSignature(request, rightTo(request, echo), { ...TIMES, recvWindow })).kind,
    ).toBe('usage');
  });

  test('is never added to a request with its own headers', () => {
    const { request }: { request: PreparedRequest } = prepareRequest(
      holdings,
      toTyped({ address: `0x${'ab'.repeat(20)}`, chainId: '56' }),
      { now: NOW },
    );
    expect(() => withKey(request, rightTo(request, echo))).toThrow(/no key/);
    expect(() => withSignature(request, rightTo(request, echo), TIMES)).toThrow(/no key/);
  });
});

test('a key without a signature adds only its header', () => {
  const { request } = prepareRequest(historicalTrades, toTyped({ symbol: 'A' }), { now: NOW });
  expect(withKey(request, rightTo(request, echo))).toEqual({
    ...request,
    headers: { 'X-MBX-APIKEY': 'key' },
  });
});

import { generateKeyPairSync, sign } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { WS_METHODS } from '../../../src/catalogue/ws-methods.ts';
import { methodId } from '../../../src/docgen/asyncapi/ws-api.ts';
import { runAdminCommand } from '../../../src/sandbox/exchange/requests.ts';
import { HANDLERS } from '../../../src/sandbox/handlers/all.ts';
import type { RunningSandbox } from '../../../src/sandbox/process/serve.ts';
import { createSigner } from '../../../src/signing/signer.ts';
import { messageFaults } from '../../docgen/asyncapi.ts';
import { signText } from '../../signing/permitted.ts';
import { requestJson as askRest, requestPublicJson } from '../signed-calls.ts';
import { type Client, closeAll, connect, startTestSandbox } from '../streams/wire.ts';

afterEach(closeAll);

type Values = Readonly<Record<string, unknown>>;

/** Returns the payload to sign: the parameters sorted by name. */
function payloadOf(params: Values): string {
  return Object.entries(params)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('&');
}

function signParams({ apiKey, apiSecret, exchange }: RunningSandbox, params: Values): Values {
  const all = { ...params, apiKey, timestamp: exchange.clock.now() };
  return { ...all, signature: signText(createSigner({ secret: apiSecret }, apiKey), payloadOf(all)) };
}

let count = 0;
async function callMethod(client: Client, method: string, params?: Values) {
  count += 1;
  const text = await client.request({ id: count, method, ...(params === undefined ? {} : { params }) });
  const answer = JSON.parse(text);
  expect(answer.id).toBe(count);
  const described =
    answer.status === 200
      ? `${methodId({ api: 'spot', method: method.replace(/^v3\//, '') })}.answer`
      : 'spot.ws-api.error';
  expect(messageFaults(described, answer)).toEqual([]);
  return answer;
}

const ORDER = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: '50000.00',
  quantity: '0.01',
};

describe('the WebSocket API', () => {
  it('omits permission sets on request', async () => {
    const { hosts } = await startTestSandbox();
    const client = await connect(hosts['ws-api']);
    const sets = async (params: Values) =>
      (await callMethod(client, 'exchangeInfo', { symbol: 'BTCUSDT', ...params })).result.symbols[0]
        .permissionSets;
    expect(await sets({})).toEqual([['SPOT', 'MARGIN']]);
    expect(await sets({ showPermissionSets: true })).toEqual([['SPOT', 'MARGIN']]);
    expect(await sets({ showPermissionSets: false })).toEqual([]);
  });

  it('has a weight of at most 200 for trading day tickers of any number of symbols', async () => {
    const { hosts, exchange } = await startTestSandbox();
    const client = await connect(hosts['ws-api']);
    const info = requestPublicJson(exchange, '/api/v3/exchangeInfo?permissions=MARGIN');
    const symbols = info.symbols.slice(0, 60).map(({ symbol }: { symbol: string }) => symbol);
    const used = (answer: { rateLimits: readonly { count: number }[] }) => answer.rateLimits[0]!.count;
    const before = used(await callMethod(client, 'ping'));
    expect(used(await callMethod(client, 'ticker.tradingDay', { symbols }))).toBe(before + 200);
  });

  it('returns the results of REST, with the usage of rate limits', async () => {
    const { hosts, exchange } = await startTestSandbox();
    const client = await connect(hosts['ws-api']);
    expect(await callMethod(client, 'ping')).toEqual({
      id: count,
      status: 200,
      result: {},
      rateLimits: [
        {
          rateLimitType: 'REQUEST_WEIGHT',
          interval: 'MINUTE',
          intervalNum: 1,
          limit: 6000,
          count: expect.any(Number),
        },
      ],
    });
    const params = { symbol: 'BTCUSDT', limit: 5 };
    expect((await callMethod(client, 'depth', params)).result).toEqual(
      requestPublicJson(exchange, '/api/v3/depth?symbol=BTCUSDT&limit=5'),
    );
    expect((await callMethod(client, 'v3/ticker.price', { symbols: ['BTCUSDT', 'ETHUSDT'] })).result).toEqual(
      requestPublicJson(exchange, '/api/v3/ticker/price?symbols=["BTCUSDT","ETHUSDT"]'),
    );
    expect(
      (await callMethod(client, 'klines', { symbol: 'BTCUSDT', interval: '1h', limit: 2 })).result,
    ).toEqual(requestPublicJson(exchange, '/api/v3/klines?symbol=BTCUSDT&interval=1h&limit=2'));
  });

  it('returns ids of every type, and rejects invalid requests', async () => {
    const { hosts } = await startTestSandbox();
    const client = await connect(hosts['ws-api']);
    for (const id of ['9007199254740993', '"e3-a"', 'null', '-5']) {
      expect(await client.request(`{"id":${id},"method":"ping"}`)).toContain(
        `{"id":${id},"status":200,"result":{}`,
      );
    }
    expect(await client.request('{"method":')).toBe(
      '{"id":null,"status":400,"error":{"code":-1135,"msg":"Invalid JSON Request"}}',
    );
    expect(JSON.parse(await client.request('{"id":1}'))).toEqual({
      id: 1,
      status: 400,
      error: { code: -1102, msg: "Mandatory parameter 'method' was not sent, was empty/null, or malformed." },
    });
    expect((await callMethod(client, 'nothing')).error.code).toBe(-1020);
    expect((await callMethod(client, 'depth')).error.code).toBe(-1102);
    expect((await callMethod(client, 'depth', { symbol: 'NOBODY' })).error).toEqual({
      code: -1121,
      msg: 'Invalid symbol.',
    });
  });

  it('omits the usage of rate limits on request', async () => {
    const { hosts } = await startTestSandbox();
    const client = await connect(`${hosts['ws-api']}?returnRateLimits=false`);
    expect(await callMethod(client, 'ping')).toEqual({ id: count, status: 200, result: {} });
    expect((await callMethod(client, 'ping', { returnRateLimits: true })).rateLimits).toHaveLength(1);
  });

  it('writes times in microseconds on request', async () => {
    const { hosts, exchange } = await startTestSandbox();
    const client = await connect(`${hosts['ws-api']}?timeUnit=MICROSECOND`);
    expect((await callMethod(client, 'time')).result).toEqual({ serverTime: exchange.clock.now() * 1000 });
    const [row] = (await callMethod(client, 'klines', { symbol: 'BTCUSDT', interval: '1m', limit: 1 }))
      .result;
    expect(row[6] - row[0]).toBe(59_999_999);
  });

  it('places, finds and cancels signed orders', async () => {
    const sandbox = await startTestSandbox();
    const client = await connect(sandbox.hosts['ws-api']);
    const placed = await callMethod(
      client,
      'order.place',
      signParams(sandbox, { ...ORDER, newOrderRespType: 'RESULT' }),
    );
    expect(placed.status).toBe(200);
    expect(placed.result).toMatchObject({ symbol: 'BTCUSDT', status: 'NEW' });
    expect(placed.rateLimits.map((one: Values) => [one['rateLimitType'], one['interval']])).toEqual([
      ['ORDERS', 'SECOND'],
      ['ORDERS', 'SECOND'],
      ['ORDERS', 'DAY'],
      ['REQUEST_WEIGHT', 'MINUTE'],
    ]);
    const { orderId } = placed.result;
    const found = await callMethod(
      client,
      'order.status',
      signParams(sandbox, { symbol: 'BTCUSDT', orderId }),
    );
    expect(found.result).toEqual(
      askRest(sandbox.exchange, 'GET', '/api/v3/order', { symbol: 'BTCUSDT', orderId }),
    );
    const cancelled = await callMethod(
      client,
      'order.cancel',
      signParams(sandbox, { symbol: 'BTCUSDT', orderId }),
    );
    expect(cancelled.result.status).toBe('CANCELED');
    const again = await callMethod(
      client,
      'order.cancel',
      signParams(sandbox, { symbol: 'BTCUSDT', orderId }),
    );
    expect(again).toMatchObject({ status: 400, error: { code: -2011, msg: 'Unknown order sent.' } });
  });

  it('rejects wrong signatures, old timestamps and calls without a key', async () => {
    const sandbox = await startTestSandbox();
    const client = await connect(sandbox.hosts['ws-api']);
    const params = signParams(sandbox, {});
    expect((await callMethod(client, 'account.status', { ...params, recvWindow: 6000 })).error.code).toBe(
      -1022,
    );
    sandbox.clock.move(6000);
    expect((await callMethod(client, 'account.status', params)).error.code).toBe(-1021);
    expect((await callMethod(client, 'account.status')).error.code).toBe(-2014);
  });

  it('cancels and replaces, and reports the result of each', async () => {
    const sandbox = await startTestSandbox();
    const client = await connect(sandbox.hosts['ws-api']);
    const { orderId } = (await callMethod(client, 'order.place', signParams(sandbox, ORDER))).result;
    const mode = { ...ORDER, cancelReplaceMode: 'STOP_ON_FAILURE' };
    const done = await callMethod(
      client,
      'order.cancelReplace',
      signParams(sandbox, { ...mode, cancelOrderId: orderId }),
    );
    expect(done.result).toMatchObject({
      cancelResult: 'SUCCESS',
      newOrderResult: 'SUCCESS',
      cancelResponse: { orderId },
      newOrderResponse: { symbol: 'BTCUSDT' },
    });
    const failed = await callMethod(
      client,
      'order.cancelReplace',
      signParams(sandbox, { ...mode, cancelOrderId: orderId }),
    );
    expect(failed).toMatchObject({
      status: 400,
      error: {
        code: -2022,
        msg: 'Order cancel-replace failed.',
        data: {
          cancelResult: 'FAILURE',
          newOrderResult: 'NOT_ATTEMPTED',
          cancelResponse: { code: -2011 },
          newOrderResponse: null,
        },
      },
    });
    const allowFailure = { ...mode, cancelReplaceMode: 'ALLOW_FAILURE', cancelOrderId: orderId };
    expect(await callMethod(client, 'order.cancelReplace', signParams(sandbox, allowFailure))).toMatchObject({
      status: 409,
      error: { code: -2021, data: { cancelResult: 'FAILURE', newOrderResult: 'SUCCESS' } },
    });
    const { symbol, ...withoutSymbol } = mode;
    expect(
      (
        await callMethod(
          client,
          'order.cancelReplace',
          signParams(sandbox, { ...withoutSymbol, cancelOrderId: 1 }),
        )
      ).error.code,
    ).toBe(-1102);
  });

  it('lists the amendments of an order, and the filters of the account', async () => {
    const sandbox = await startTestSandbox();
    const { exchange, clock } = sandbox;
    const client = await connect(sandbox.hosts['ws-api']);
    const symbol = 'BTCUSDT';
    const { orderId } = (
      await callMethod(client, 'order.place', signParams(sandbox, { ...ORDER, newClientOrderId: 'a' }))
    ).result;
    const amendments = async (more: Values = {}) =>
      (await callMethod(client, 'order.amendments', signParams(sandbox, { symbol, orderId, ...more })))
        .result;
    expect(await amendments()).toEqual([]);
    const amended = [];
    for (const newQty of ['0.008', '0.005']) {
      clock.move(1000);
      const { result } = await callMethod(
        client,
        'order.amend.keepPriority',
        signParams(sandbox, { symbol, orderId, newQty }),
      );
      amended.push([result.executionId, result.amendedOrder.clientOrderId, result.transactTime]);
    }
    const rows = await amendments();
    expect(rows).toEqual([
      {
        symbol,
        orderId,
        executionId: amended[0]![0],
        origClientOrderId: 'a',
        newClientOrderId: amended[0]![1],
        origQty: '0.01000000',
        newQty: '0.00800000',
        time: amended[0]![2],
      },
      {
        symbol,
        orderId,
        executionId: amended[1]![0],
        origClientOrderId: amended[0]![1],
        newClientOrderId: amended[1]![1],
        origQty: '0.00800000',
        newQty: '0.00500000',
        time: amended[1]![2],
      },
    ]);
    expect(await amendments({ fromExecutionId: amended[1]![0] })).toEqual(rows.slice(1));
    expect(await amendments({ limit: 1 })).toEqual(rows.slice(0, 1));
    expect(askRest(exchange, 'GET', '/api/v3/order/amendments', { symbol, orderId })).toEqual(rows);
    const unknown = await callMethod(
      client,
      'order.amendments',
      signParams(sandbox, { symbol, orderId: 99 }),
    );
    expect(unknown).toMatchObject({ status: 400, error: { code: -2013 } });
    const { symbolFilters, exchangeFilters, assetFilters } = (
      await callMethod(client, 'myFilters', signParams(sandbox, { symbol }))
    ).result;
    expect(symbolFilters.map((one: Values) => one['filterType'])).toContain('MAX_NUM_ORDER_AMENDS');
    expect(exchangeFilters[0].filterType).toBe('EXCHANGE_MAX_NUM_ORDERS');
    expect(assetFilters).toEqual([]);
  });

  it('reports retryAfter above the limit, and disconnects a banned client', async () => {
    const { hosts, exchange } = await startTestSandbox({ limits: { spotWeight: 10 } });
    const client = await connect(hosts['ws-api']);
    let last = await callMethod(client, 'ping');
    for (let calls = 0; calls < 20 && last.status === 200; calls += 1)
      last = await callMethod(client, 'ping');
    expect(last).toMatchObject({
      status: 429,
      error: {
        code: -1003,
        data: { serverTime: exchange.clock.now(), retryAfter: exchange.clock.now() + 60_000 },
      },
    });
    for (let calls = 0; calls < 20 && last.status !== 418; calls += 1)
      last = await callMethod(client, 'ping');
    expect(last.status).toBe(418);
    expect((await client.ended).code).toBe(1008);
    await expect(connect(hosts['ws-api'])).rejects.toThrow('418');
  });

  it('rejects exactly the methods that it does not simulate', async () => {
    const sandbox = await startTestSandbox();
    const client = await connect(sandbox.hosts['ws-api']);
    const refused: string[] = [];
    const methods = WS_METHODS.filter(
      ({ api, method }) => api === 'spot' && method !== 'userDataStream.unsubscribe',
    );
    for (const { method, security } of methods) {
      const { status, error } = await callMethod(
        client,
        method,
        security === 'SIGNED' ? signParams(sandbox, {}) : {},
      );
      if (error?.code === -1020) refused.push(method);
      expect([200, 400, 401, 409]).toContain(status);
    }
    const missing = methods.filter(
      ({ endpoint }) => endpoint !== undefined && !Object.hasOwn(HANDLERS, endpoint.id),
    );
    expect(refused).toEqual(missing.map(({ method }) => method));
  });

  it('rejects other paths and web pages', async () => {
    const { hosts } = await startTestSandbox();
    await expect(connect(hosts['ws-api'].replace('v3', 'v9'))).rejects.toThrow('404');
    await expect(connect(hosts['ws-api'], { origin: 'http://localhost' })).rejects.toThrow('403');
  });

  it('applies the faults of the REST calls of its methods', async () => {
    const { hosts, exchange } = await startTestSandbox();
    exchange.faults.add({ kind: 'timeout', route: 'spot.time', count: 1 });
    exchange.faults.add({ kind: 'reset-after', route: 'spot.avg-price' });
    const client = await connect(hosts['ws-api']);
    expect((await callMethod(client, 'time')).error.code).toBe(-1007);
    client.socket.send('{"id":1,"method":"avgPrice","params":{"symbol":"BTCUSDT"}}');
    expect((await client.ended).code).toBe(1006);
  });
});

describe('a session', () => {
  const apiKey = `SandboxKey${'e'.repeat(54)}`;
  const pair = generateKeyPairSync('ed25519');

  async function openSession() {
    const sandbox = await startTestSandbox();
    const secret = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    runAdminCommand(sandbox.exchange, {
      do: 'add-key',
      user: 'demo',
      apiKey,
      kind: 'Ed25519',
      secret,
      permissions: ['reading', 'spot'],
    });
    const client = await connect(sandbox.hosts['ws-api']);
    const params = { apiKey, timestamp: sandbox.exchange.clock.now() };
    const signature = sign(null, Buffer.from(payloadOf(params)), pair.privateKey).toString('base64');
    const answer = await callMethod(client, 'session.logon', { ...params, signature });
    return { ...sandbox, client, answer };
  }

  it('is logged on with a key, accepts unsigned calls, and ends with a logout', async () => {
    const { client, answer, exchange, clock } = await openSession();
    const now = exchange.clock.now();
    const record = {
      apiKey,
      authorizedSince: now,
      connectedSince: now,
      returnRateLimits: true,
      serverTime: now,
      userDataStream: false,
    };
    expect(answer.result).toEqual(record);
    clock.move(10);
    expect((await callMethod(client, 'session.status')).result).toEqual({ ...record, serverTime: now + 10 });
    const timestamp = exchange.clock.now();
    expect((await callMethod(client, 'order.place', { ...ORDER, timestamp })).status).toBe(200);
    expect((await callMethod(client, 'account.status')).error.code).toBe(-1102);
    expect((await callMethod(client, 'account.status', { timestamp: timestamp - 60_001 })).error.code).toBe(
      -1021,
    );
    expect((await callMethod(client, 'session.logout')).result).toEqual({
      ...record,
      apiKey: null,
      authorizedSince: null,
      serverTime: now + 10,
    });
    expect((await callMethod(client, 'account.status', { timestamp })).error.code).toBe(-2014);
  });

  it('subscribes to the events of its user', async () => {
    const { client, exchange } = await openSession();
    expect((await callMethod(client, 'userDataStream.subscribe')).result).toEqual({ subscriptionId: 0 });
    expect((await callMethod(client, 'userDataStream.subscribe')).error.code).toBe(-2035);
    expect((await callMethod(client, 'session.subscriptions')).result).toEqual([{ subscriptionId: 0 }]);
    const { orderId } = askRest(exchange, 'POST', '/api/v3/order', ORDER);
    expect(await client.json()).toMatchObject({
      subscriptionId: 0,
      event: { e: 'executionReport', x: 'NEW', i: orderId },
    });
    expect((await client.json()).event.e).toBe('outboundAccountPosition');
    const ended = { subscriptionId: 0, event: { e: 'eventStreamTerminated', E: exchange.clock.now() } };
    client.socket.send('{"id":5,"method":"userDataStream.unsubscribe"}');
    expect(await client.json()).toEqual(ended);
    expect(await client.json()).toMatchObject({ id: 5, status: 200, result: {} });
    expect((await callMethod(client, 'userDataStream.unsubscribe')).error.code).toBe(-2036);
  });

  it('is not required for a signed subscription or for listen keys', async () => {
    const sandbox = await startTestSandbox();
    const client = await connect(sandbox.hosts['ws-api']);
    expect((await callMethod(client, 'userDataStream.subscribe')).error.code).toBe(-1002);
    expect(
      (await callMethod(client, 'userDataStream.subscribe.signature', signParams(sandbox, {}))).result,
    ).toEqual({
      subscriptionId: 0,
    });
    askRest(sandbox.exchange, 'POST', '/api/v3/order', ORDER);
    expect((await client.json()).event.e).toBe('executionReport');
    await client.json();
    const { apiKey: key } = sandbox;
    const { listenKey } = (await callMethod(client, 'userDataStream.start', { apiKey: key })).result;
    expect((await callMethod(client, 'userDataStream.ping', { apiKey: key, listenKey })).result).toEqual({});
    expect((await callMethod(client, 'userDataStream.stop', { apiKey: key, listenKey })).result).toEqual({});
    expect((await callMethod(client, 'userDataStream.stop', { apiKey: key, listenKey })).error.code).toBe(
      -1125,
    );
  });
});

/**
 * The WebSocket APIs of futures, which the sandbox serves with today's interface. Two sandboxes with the same seed and
 * clock show that each method does and answers what its REST endpoint does.
 */
import { generateKeyPairSync, sign } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { FuturesProduct } from '../../../src/catalogue/futures-products.ts';
import { ENDPOINTS } from '../../../src/catalogue/index.ts';
import type { WsMethod } from '../../../src/catalogue/stream-types.ts';
import type { Endpoint } from '../../../src/catalogue/types.ts';
import { WS_APIS } from '../../../src/catalogue/ws-apis.ts';
import { WS_METHODS } from '../../../src/catalogue/ws-methods.ts';
import { methodId } from '../../../src/docgen/asyncapi/ws-api.ts';
import { answerRequest, runAdminCommand } from '../../../src/sandbox/exchange/requests.ts';
import type { RunningSandbox } from '../../../src/sandbox/process/serve.ts';
import { createSigner } from '../../../src/signing/signer.ts';
import { jsonParams } from '../../../src/stream/ws-signature.ts';
import { messageFaults } from '../../docgen/asyncapi.ts';
import { signText } from '../../signing/permitted.ts';
import { signedRequest } from '../signed-calls.ts';
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

async function call(client: Client, method: string, params: Values = {}) {
  return JSON.parse(await client.request({ id: 1, method, params }));
}

const start = () => startTestSandbox({ interface: 'today' });

const hostOf = ({ hosts }: RunningSandbox, product: FuturesProduct) => hosts[WS_APIS[product].host];

const LIMIT = { side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', newClientOrderId: 'mine' } as const;

type Calls = readonly (readonly [method: string, params: Readonly<Record<string, string>>])[];

/** A call of each method, in an order in which each can be answered. */
const CALLS: Readonly<Record<FuturesProduct, Calls>> = {
  usdm: [
    ['depth', { symbol: 'BTCUSDT', limit: '5' }],
    ['ticker.price', { symbol: 'BTCUSDT' }],
    ['ticker.book', { symbol: 'ETHUSDT' }],
    ['order.place', { symbol: 'BTCUSDT', ...LIMIT, quantity: '0.01', price: '90000' }],
    ['order.status', { symbol: 'BTCUSDT', origClientOrderId: 'mine' }],
    [
      'order.modify',
      { symbol: 'BTCUSDT', origClientOrderId: 'mine', side: 'BUY', quantity: '0.02', price: '91000' },
    ],
    ['order.cancel', { symbol: 'BTCUSDT', origClientOrderId: 'mine' }],
    ['order.place', { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01' }],
    [
      'algoOrder.place',
      {
        algoType: 'CONDITIONAL',
        symbol: 'BTCUSDT',
        side: 'SELL',
        type: 'STOP_MARKET',
        quantity: '0.01',
        triggerPrice: '40000',
        clientAlgoId: 'stop',
      },
    ],
    ['algoOrder.cancel', { clientAlgoId: 'stop' }],
    ['account.balance', {}],
    ['account.position', { symbol: 'BTCUSDT' }],
    ['account.status', {}],
    ['v2/account.balance', {}],
    ['v2/account.position', { symbol: 'BTCUSDT' }],
    ['v2/account.status', {}],
    ['userDataStream.start', {}],
    ['userDataStream.ping', {}],
    ['userDataStream.stop', {}],
  ],
  coinm: [
    ['order.place', { symbol: 'BTCUSD_PERP', ...LIMIT, quantity: '1', price: '90000' }],
    ['order.status', { symbol: 'BTCUSD_PERP', origClientOrderId: 'mine' }],
    [
      'order.modify',
      { symbol: 'BTCUSD_PERP', origClientOrderId: 'mine', side: 'BUY', quantity: '2', price: '91000' },
    ],
    ['order.cancel', { symbol: 'BTCUSD_PERP', origClientOrderId: 'mine' }],
    ['order.place', { symbol: 'BTCUSD_PERP', side: 'BUY', type: 'MARKET', quantity: '1' }],
    ['account.balance', {}],
    ['account.position', { pair: 'BTCUSD' }],
    ['account.status', {}],
    ['userDataStream.start', {}],
    ['userDataStream.ping', {}],
    ['userDataStream.stop', {}],
  ],
};

function restTwin({ endpoint, restEndpoint }: WsMethod): Endpoint | undefined {
  return endpoint ?? ENDPOINTS.find(({ id }) => id === restEndpoint);
}

describe.each(['usdm', 'coinm'] as const)('the WebSocket API of %s', (product) => {
  const methods = WS_METHODS.filter(({ api }) => api === product);
  const twins = methods.filter((method) => restTwin(method) !== undefined);

  it(`answers each of its ${twins.length} methods like REST`, async () => {
    const [overWs, overRest] = [await start(), await start()];
    const client = await connect(hostOf(overWs, product));
    for (const [name, text] of CALLS[product]) {
      const method = twins.find((one) => one.method === name)!;
      const { path, method: verb, security } = restTwin(method)!;
      const params = jsonParams(new Map(Object.entries(text)), method.params);
      const sent =
        method.security === 'SIGNED'
          ? signParams(overWs, params)
          : method.security === 'KEY'
            ? { ...params, apiKey: overWs.apiKey }
            : params;
      const answer = await call(client, name, sent);
      const { status, result, error } = answer;
      const request = { id: 1, method: name, params: sent };
      expect(messageFaults(methodId(method), request)).toEqual([]);
      expect(messageFaults(`${methodId(method)}.answer`, answer)).toEqual([]);
      const { exchange } = overRest;
      const rest = answerRequest(
        exchange,
        security === 'NONE'
          ? {
              method: verb,
              target: `${path}?${new URLSearchParams(text)}`,
              headers: {},
              body: '',
              client: 'test',
            }
          : signedRequest(exchange, verb, path, text),
      );
      const expected = JSON.parse(rest.body);
      // The result of this method lacks what trailing stops add.
      if (name === 'algoOrder.place')
        for (const field of ['activatePrice', 'callbackRate']) {
          expect(expected).toHaveProperty(field);
          delete expected[field];
        }
      expect([name, status, error ?? result]).toEqual([name, 200, expected]);
    }
    expect([...new Set(CALLS[product].map(([name]) => name))].sort()).toEqual(
      twins.map(({ method }) => method).sort(),
    );
  });

  it('counts the weight of its methods and of connections with the REST calls of futures', async () => {
    const sandbox = await start();
    const { client, used } = await connectCounting(sandbox, product);
    expect(await used('order.status', { symbol: 'NONE', orderId: 1 })).toBe(6);
    await connect(hostOf(sandbox, product));
    expect(await used('account.status')).toBe(16);
    const placed = await call(client, 'order.place', signParams(sandbox, marketOrder(product)));
    expect(placed.rateLimits).toEqual([
      expect.objectContaining({ rateLimitType: 'ORDERS', interval: 'SECOND', limit: 300, count: 1 }),
      expect.objectContaining({ rateLimitType: 'ORDERS', interval: 'MINUTE', limit: 1200, count: 1 }),
      expect.objectContaining({ rateLimitType: 'REQUEST_WEIGHT', limit: 2400 }),
    ]);
  });

  it('refuses stop orders, which are algo orders today', async () => {
    const sandbox = await start();
    const client = await connect(hostOf(sandbox, product));
    const stop = { ...marketOrder(product), type: 'STOP_MARKET', stopPrice: '40000' };
    expect((await call(client, 'order.place', signParams(sandbox, stop))).error.code).toBe(-4120);
    expect((await call(client, 'order.modify', signParams(sandbox, change(product)))).error).toEqual({
      code: -1102,
      msg: "Mandatory parameter 'price' was not sent, was empty/null, or malformed.",
    });
  });

  it('is not part of the interface of the document', async () => {
    const sandbox = await startTestSandbox();
    await expect(connect(hostOf(sandbox, product))).rejects.toThrow('404');
  });

  it('has the methods of no other product', async () => {
    const sandbox = await start();
    const client = await connect(hostOf(sandbox, product));
    for (const method of ['openOrders.status', 'v3/order.place', 'userDataStream.subscribe'])
      expect((await call(client, method)).error.code).toBe(-1020);
    await expect(connect(hostOf(sandbox, product).replace('v1', 'v3'))).rejects.toThrow('404');
  });
});

function marketOrder(product: FuturesProduct) {
  return product === 'usdm'
    ? { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01' }
    : { symbol: 'BTCUSD_PERP', side: 'BUY', type: 'MARKET', quantity: '1' };
}

function change(product: FuturesProduct) {
  const { symbol, side, quantity } = marketOrder(product);
  return { symbol, side, quantity, orderId: 1, priceMatch: 'QUEUE' };
}

/** Connects, and returns a function that reads the used weight after a call. */
async function connectCounting(sandbox: RunningSandbox, product: FuturesProduct) {
  const client = await connect(hostOf(sandbox, product));
  const used = async (method: string, params: Values = {}) => {
    const { rateLimits } = await call(client, method, signParams(sandbox, params));
    return rateLimits.find((one: Values) => one['rateLimitType'] === 'REQUEST_WEIGHT')['count'];
  };
  return { client, used };
}

describe('a session of USD-M', () => {
  it('is logged on with an Ed25519 key, and with no other', async () => {
    const sandbox = await start();
    const { exchange } = sandbox;
    const apiKey = `SandboxKey${'e'.repeat(54)}`;
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    runAdminCommand(exchange, {
      do: 'add-key',
      user: 'demo',
      apiKey,
      kind: 'Ed25519',
      secret: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      permissions: ['reading', 'futures'],
    });
    const client = await connect(hostOf(sandbox, 'usdm'));
    expect((await call(client, 'session.logon', signParams(sandbox, {}))).error.code).toBe(-2015);
    const params = { apiKey, timestamp: exchange.clock.now() };
    const signature = sign(null, Buffer.from(payloadOf(params)), privateKey).toString('base64');
    expect(await call(client, 'session.logon', { ...params, signature })).toMatchObject({ status: 200 });
    const { timestamp } = params;
    expect(await call(client, 'account.balance', { timestamp })).toMatchObject({ status: 200 });
    expect((await call(client, 'session.logout')).result.apiKey).toBeNull();
    expect((await call(client, 'account.balance', { timestamp })).error.code).toBe(-2014);
  });
});

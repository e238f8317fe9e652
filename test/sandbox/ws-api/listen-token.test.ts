/** User data streams of margin accounts by listen token, over the WebSocket API. */
import { afterEach, describe, expect, it } from 'vitest';
import { requestJson as askRest, type Params } from '../signed-calls.ts';
import { type Client, closeAll, connect, startTestSandbox } from '../streams/wire.ts';

afterEach(closeAll);

const METHOD = 'userDataStream.subscribe.listenToken';
const ORDER = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  price: '50000.00',
  quantity: '0.01',
} as const;
const ISOLATED = { isIsolated: 'true', symbol: 'BTCUSDT' } as const;

async function setUp() {
  const sandbox = await startTestSandbox();
  const client = await connect(sandbox.hosts['ws-api']);
  const { exchange } = sandbox;
  let id = 0;
  return {
    ...sandbox,
    client,
    tokenOf: (params: Params = {}): { token: string; expirationTime: number } =>
      askRest(exchange, 'POST', '/sapi/v1/userListenToken', params),
    subscribe: async (listenToken: string) => {
      id += 1;
      return JSON.parse(await client.request({ id, method: METHOD, params: { listenToken } }));
    },
    order: (params: Params = {}) =>
      askRest(exchange, 'POST', '/sapi/v1/margin/order', { ...ORDER, ...params }).orderId,
    borrow: () => askRest(exchange, 'POST', '/sapi/v1/margin/loan', { asset: 'USDT', amount: '10' }),
    placeSpotOrder: () => askRest(exchange, 'POST', '/api/v3/order', ORDER),
  };
}

const nextEvents = async (client: Client, count: number) => {
  const events = [];
  for (let index = 0; index < count; index += 1) events.push(await client.json());
  return events;
};

describe('a listen token', () => {
  it('is valid for a day, or for a shorter time on request', async () => {
    const { tokenOf, exchange } = await setUp();
    const now = exchange.clock.now();
    expect(tokenOf()).toEqual({ token: expect.stringMatching(/^\w{64}$/), expirationTime: now + 86_400_000 });
    expect(tokenOf({ validity: 60_000 }).expirationTime).toBe(now + 60_000);
    expect(tokenOf().token).not.toBe(tokenOf().token);
  });

  it('subscribes to the events of the cross margin account only, without its risk events', async () => {
    const { tokenOf, subscribe, client, order, placeSpotOrder, borrow } = await setUp();
    const { token, expirationTime } = tokenOf();
    expect((await subscribe(token)).result).toEqual({ subscriptionId: 0, expirationTime });
    placeSpotOrder();
    order({ isIsolated: 'TRUE' });
    borrow();
    const orderId = order();
    expect(await nextEvents(client, 2)).toMatchObject([
      { subscriptionId: 0, event: { e: 'executionReport', i: orderId, x: 'NEW' } },
      { subscriptionId: 0, event: { e: 'outboundAccountPosition' } },
    ]);
  });

  it('subscribes to several accounts on one connection, each with a number of its own', async () => {
    const { tokenOf, subscribe, client, order } = await setUp();
    await subscribe(tokenOf().token);
    expect((await subscribe(tokenOf(ISOLATED).token)).result.subscriptionId).toBe(1);
    const orderId = order({ isIsolated: 'TRUE' });
    expect(await client.json()).toMatchObject({ subscriptionId: 1, event: { i: orderId } });
  });

  it('of nobody is refused with -1209, and so is an expired one', async () => {
    const { tokenOf, subscribe, clock } = await setUp();
    expect((await subscribe('x'.repeat(64))).error.code).toBe(-1209);
    expect((await subscribe('')).error.code).toBe(-1102);
    const { token } = tokenOf({ validity: 1000 });
    clock.move(1000);
    expect((await subscribe(token)).error.code).toBe(-1209);
  });

  it('ends its subscription when it expires, unless another one prolongs it on the same connection', async () => {
    const { tokenOf, subscribe, client, clock, order } = await setUp();
    await subscribe(tokenOf({ validity: 2000 }).token);
    const later = tokenOf({ validity: 5000 });
    expect((await subscribe(later.token)).result).toEqual({
      subscriptionId: 0,
      expirationTime: later.expirationTime,
    });
    clock.move(3000);
    const orderId = order();
    expect((await nextEvents(client, 2))[0].event.i).toBe(orderId);
    clock.move(2000);
    order();
    expect(await client.json()).toEqual({
      subscriptionId: 0,
      event: { e: 'eventStreamTerminated', E: later.expirationTime },
    });
    expect(JSON.parse(await client.request({ id: 9, method: 'session.subscriptions' })).result).toEqual([]);
  });
});

it('a listen token of an isolated account needs its symbol', async () => {
  const { exchange } = await startTestSandbox();
  expect(() => askRest(exchange, 'POST', '/sapi/v1/userListenToken', { isIsolated: 'true' })).toThrow(
    /-1102/,
  );
});

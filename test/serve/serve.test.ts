/** Calls of the library over HTTP: what is answered, and what is refused. */
import { describe, expect, it } from 'vitest';
import { errorOf, served, TOKEN } from './served-library.ts';

const BUY = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: '0.001',
  price: '50000',
};

describe('bourse serve', () => {
  it('answers a call with decimals as text and times as milliseconds', async () => {
    const { call } = await served();
    const answer = await call('market.klines', {
      arguments: { symbol: 'BTCUSDT', interval: '1h', limit: 1 },
    });
    expect(answer.status).toBe(200);
    const [candle] = JSON.parse(answer.body).answer;
    expect(candle.close).toMatch(/^\d+\.\d{8}$/);
    expect(typeof candle.openTime).toBe('number');
  });

  it('sends an order once under its idempotency key, and lists it in the journal', async () => {
    const { call } = await served();
    const first = await call('trade.placeOrder', { arguments: BUY, options: { idempotencyKey: 'k1' } });
    const second = await call('trade.placeOrder', { arguments: BUY, options: { idempotencyKey: 'k1' } });
    expect(first.status).toBe(200);
    expect(JSON.parse(second.body).answer.orderId).toBe(JSON.parse(first.body).answer.orderId);
    const open = await call('trade.openOrders', { arguments: { symbol: 'BTCUSDT' } });
    expect(JSON.parse(open.body).answer).toHaveLength(1);
    expect((await call('orders.list', { arguments: {} })).body).toContain('BTCUSDT');
  });

  it('refuses a call without the token, and one with another token, before it reads the body', async () => {
    const { send, sendRaw, port } = await served();
    for (const value of ['', 'Bearer ', `Bearer ${TOKEN}0`, TOKEN]) {
      const { status, body } = await send({ headers: { Authorization: value } });
      expect([status, errorOf(body)['kind']]).toEqual([401, 'usage']);
      expect(body).not.toContain(TOKEN);
    }
    // The body of this request never comes.
    const head = `POST /v1/market.time HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 1000\r\n`;
    expect(await sendRaw(`${head}\r\n`)).toMatch(/^HTTP\/1\.1 401 /);
    const expecting = await sendRaw(`${head}Expect: 100-continue\r\n\r\n`);
    expect(expecting).toMatch(/^HTTP\/1\.1 401 /);
    const allowed = `${head}Authorization: Bearer ${TOKEN}\r\nExpect: 100-continue\r\nConnection: close\r\n`;
    expect(await sendRaw(`${allowed}\r\n{${' '.repeat(998)}}`)).toMatch(
      /^HTTP\/1\.1 100 .*\n\r\nHTTP\/1\.1 200 /s,
    );
  });

  it('refuses what is no call of a local program, in the form of errors', async () => {
    const { send } = await served();
    const refused = async (sent: Parameters<typeof send>[0]) => {
      const { status, body } = await send(sent);
      return [status, errorOf(body)['kind']];
    };
    expect(await refused({ headers: { Host: 'example.com' } })).toEqual([403, 'usage']);
    expect(await refused({ headers: { Origin: 'http://127.0.0.1' } })).toEqual([403, 'usage']);
    const large = { headers: { 'Content-Length': String(2 ** 30) } };
    expect(await refused(large)).toEqual([413, 'usage']);
    expect(await refused({ method: 'GET' })).toEqual([405, 'usage']);
    expect(await refused({ path: '/v1/constructor' })).toEqual([404, 'usage']);
    expect(await refused({ path: '/v1/policy.init' })).toEqual([404, 'usage']);
    expect(await refused({ body: '{' })).toEqual([400, 'usage']);
    expect(await refused({ body: '[]' })).toEqual([400, 'usage']);
  });

  it('refuses connections above the limit in the form of errors', async () => {
    const { send } = await served({ limits: { connections: 0 } });
    const refused = await send({});
    expect([refused.status, errorOf(refused.body)['kind']]).toEqual([503, 'unavailable']);
  });

  it('listens on both loopback addresses, so that no other program answers at one of them', async () => {
    const { sendRaw, port } = await served();
    for (const host of ['127.0.0.1', '::1'])
      expect(await sendRaw(`GET / HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`, host)).toMatch(/ 401 /);
  });

  it('reports faults of a call, and what the exchange rejects, with the status of their kind', async () => {
    const { call, send } = await served();
    const float = await call('trade.placeOrder', { arguments: { ...BUY, price: 50000.5 } });
    expect([float.status, errorOf(float.body)['kind']]).toEqual([400, 'usage']);
    const member = await call('market.time', { args: {} });
    expect([member.status, errorOf(member.body)['message']]).toEqual([
      400,
      'The body has unknown members: args.',
    ]);
    expect((await send({ body: '{' })).status).toBe(400);
    const unknown = await call('market.depth', { arguments: { symbol: 'NOPEUSDT' } });
    expect([unknown.status, errorOf(unknown.body)['code']]).toEqual([422, -1121]);
  });
});

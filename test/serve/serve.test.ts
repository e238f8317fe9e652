/** Calls of the library over HTTP: what is answered, and what is refused. */
import { request } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { seededRandom } from '../../src/core/clock.ts';
import { processWorld } from '../../src/main.ts';
import { serveLibrary } from '../../src/serve/library-server.ts';
import { fixedClock, temporaryFolder } from '../acceptance/world.ts';

const TOKEN = 'ab'.repeat(32);
const BUY = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: '0.001',
  price: '50000',
};

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Starts a server on the sandbox, and returns a function that sends it one request. */
async function served(home = temporaryFolder()) {
  const world = processWorld(new AbortController().signal);
  const folders = { config: home, state: home, cache: home };
  const environment = { BOURSE_HOME: home };
  const server = await serveLibrary(
    { ...world, environment, folders, clock: fixedClock(), random: seededRandom(7) },
    { port: 0, token: TOKEN, typed: { env: 'sandbox' }, note: () => {} },
  );
  onTestFinished(() => server.close());
  const send = ({ path = '/v1/market.time', method = 'POST', headers = {}, body = '' }: Sent) =>
    new Promise<{ readonly status: number; readonly body: string }>((resolve, reject) => {
      const sent = request(
        `${server.url}${path}`,
        { method, headers: { Authorization: `Bearer ${TOKEN}`, ...headers }, agent: false },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk) => chunks.push(chunk));
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  return {
    send,
    call: (name: string, body: unknown) => send({ path: `/v1/${name}`, body: JSON.stringify(body) }),
  };
}

const errorOf = (body: string) => JSON.parse(body).error as Record<string, unknown>;

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

  it('refuses a call without the token, and one with another token', async () => {
    const { send } = await served();
    for (const value of ['', 'Bearer ', `Bearer ${TOKEN}0`, TOKEN]) {
      const { status, body } = await send({ headers: { Authorization: value } });
      expect(status).toBe(401);
      expect(body).not.toContain(TOKEN);
    }
  });

  it('refuses a foreign Host, an Origin, a large body, another verb and a path of no method', async () => {
    const { send } = await served();
    const statuses = await Promise.all([
      send({ headers: { Host: 'example.com' } }),
      send({ headers: { Origin: 'http://127.0.0.1' } }),
      send({ headers: { 'Content-Length': String(2 ** 30) } }),
      send({ method: 'GET' }),
      send({ path: '/v1/constructor' }),
      send({ path: '/v1/policy.init' }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([403, 403, 413, 405, 404, 404]);
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

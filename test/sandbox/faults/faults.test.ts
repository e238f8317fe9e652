import { request as openRequest } from 'node:http';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { FAULTS, type FaultKind } from '../../../src/sandbox/faults/fault-kinds.ts';
import { Faults } from '../../../src/sandbox/faults/fault-rules.ts';
import { ADMIN_PATH, TOKEN_HEADER } from '../../../src/sandbox/identity.ts';
import { type RunningSandbox, startSandbox } from '../../../src/sandbox/process/serve.ts';
import { manualClock } from '../manual-clock.ts';
import { signedRequest } from '../signed-calls.ts';

const open: RunningSandbox[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
});

const IDENTITY = { instance: 'one', token: 'a'.repeat(64), pid: 1 };
const ORDER = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01' };

async function start(): Promise<RunningSandbox> {
  const sandbox = await startSandbox({ port: 0, seed: 1, clock: manualClock(), identity: IDENTITY });
  open.push(sandbox);
  return sandbox;
}

interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  readonly isComplete: boolean;
}

function send(
  { hosts }: RunningSandbox,
  method: string,
  target: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = openRequest(`${hosts.spot}${target}`, { method, headers, agent: false }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      incoming.on('error', () => {});
      incoming.on('close', () => {
        const { statusCode = 0, headers: response, complete } = incoming;
        resolve({ status: statusCode, headers: response, body: text, isComplete: complete });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function sendCommand(sandbox: RunningSandbox, adminCommand: object) {
  const headers = { [TOKEN_HEADER]: IDENTITY.token };
  const { status, body } = await send(sandbox, 'POST', ADMIN_PATH, headers, JSON.stringify(adminCommand));
  return { status, reply: JSON.parse(body) };
}

function placeOrder(sandbox: RunningSandbox): Promise<HttpResponse> {
  const { target, headers } = signedRequest(sandbox.exchange, 'POST', '/api/v3/order', ORDER);
  return send(sandbox, 'POST', target, headers);
}

async function countExecuted(sandbox: RunningSandbox): Promise<number> {
  return (await sendCommand(sandbox, { do: 'truth' })).reply.executed.length;
}

const CALL_KINDS = (Object.keys(FAULTS) as FaultKind[]).filter((kind) => FAULTS[kind].on === 'call');

describe('a fault of a call', () => {
  it.each(CALL_KINDS.filter((kind) => FAULTS[kind].executes !== undefined))(
    'of kind %s executes the call or not, as its table states',
    async (kind) => {
      const sandbox = await start();
      await sendCommand(sandbox, { do: 'add-fault', rule: { kind, route: 'spot.order.new', ms: 40 } });
      await placeOrder(sandbox).catch(() => undefined);
      expect(await countExecuted(sandbox)).toBe(FAULTS[kind].executes === true ? 1 : 0);
    },
  );

  it.each([
    ['unknown-error', 503, 'Unknown error, please check your request or try again later.'],
    ['unknown-error-executed', 503, 'Unknown error, please check your request or try again later.'],
    ['unavailable', 503, 'Service Unavailable.'],
    ['internal-error', 503, 'Internal error; unable to process your request. Please try again.'],
  ])('of kind %s answers %i with its text', async (kind, status, msg) => {
    const sandbox = await start();
    await sendCommand(sandbox, { do: 'add-fault', rule: { kind } });
    const response = await placeOrder(sandbox);
    expect([response.status, JSON.parse(response.body).msg]).toEqual([status, msg]);
  });

  it.each([
    ['limited', 429, -1003, '7'],
    ['banned', 418, -1003, '7'],
    ['timeout', 408, -1007, undefined],
    ['timeout-executed', 408, -1007, undefined],
  ])('of kind %s answers %i, with Retry-After if the wait is known', async (kind, status, code, wait) => {
    const sandbox = await start();
    await sendCommand(sandbox, { do: 'add-fault', rule: { kind, ms: 6200 } });
    const response = await placeOrder(sandbox);
    expect([response.status, JSON.parse(response.body).code, response.headers['retry-after']]).toEqual([
      status,
      code,
      wait,
    ]);
  });

  it.each(['reset-before', 'reset-after'])('of kind %s breaks the connection', async (kind) => {
    const sandbox = await start();
    await sendCommand(sandbox, { do: 'add-fault', rule: { kind, route: '/api/*' } });
    await expect(placeOrder(sandbox)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('truncates a body, sends it slowly, states a wrong length, or sends an HTML page', async () => {
    const sandbox = await start();
    const bodyWith = async (kind?: string) => {
      await sendCommand(sandbox, { do: 'clear-faults' });
      if (kind !== undefined)
        await sendCommand(sandbox, { do: 'add-fault', rule: { kind, route: '/api/*', ms: 40 } });
      return send(sandbox, 'GET', '/api/v3/depth?symbol=BTCUSDT&limit=20');
    };
    const complete = await bodyWith();
    const truncated = await bodyWith('truncated');
    expect(truncated.isComplete).toBe(false);
    expect(truncated.body).toBe(complete.body.slice(0, complete.body.length >> 1));
    expect((await bodyWith('slow')).body).toBe(complete.body);
    const short = await bodyWith('too-short').catch((error: Error) => ({ body: error.message, headers: {} }));
    expect(() => JSON.parse(short.body)).toThrow();
    expect((await bodyWith('too-long')).isComplete).toBe(false);
    const page = await bodyWith('not-json');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html']);
    expect(page.body).toContain('<html>');
  });

  it('of kind skew shifts the server time and the check of timestamps', async () => {
    const sandbox = await start();
    await sendCommand(sandbox, { do: 'add-fault', rule: { kind: 'skew', ms: 6000 } });
    expect(JSON.parse((await send(sandbox, 'GET', '/api/v3/time')).body)).toEqual({
      serverTime: sandbox.exchange.clock.now() + 6000,
    });
    expect(JSON.parse((await placeOrder(sandbox)).body).code).toBe(-1021);
    await sendCommand(sandbox, { do: 'clear-faults' });
    expect((await placeOrder(sandbox)).status).toBe(200);
  });

  it('affects only its route, after and as many times as its rule states', async () => {
    const sandbox = await start();
    const rule = { kind: 'unavailable', route: 'GET /api/v3/ticker/*', after: 1, count: 2 };
    expect((await sendCommand(sandbox, { do: 'add-fault', rule })).reply).toEqual({ id: 1 });
    const statuses: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      statuses.push((await send(sandbox, 'GET', '/api/v3/ticker/price?symbol=BTCUSDT')).status);
      expect((await send(sandbox, 'GET', '/api/v3/time')).status).toBe(200);
    }
    expect(statuses).toEqual([200, 503, 503, 200, 200]);
    const [listed] = (await sendCommand(sandbox, { do: 'faults' })).reply.faults;
    expect(listed).toMatchObject({ id: 1, kind: 'unavailable', struck: 2, met: 3 });
    expect((await sendCommand(sandbox, { do: 'clear-faults', id: 1 })).reply).toEqual({ cleared: 1 });
  });

  it('can neither be listed nor set without the token', async () => {
    const sandbox = await start();
    const body = JSON.stringify({ do: 'faults' });
    expect((await send(sandbox, 'POST', ADMIN_PATH, {}, body)).status).toBe(401);
  });

  it.each([
    [{ kind: 'nothing' }, 'kind'],
    [{ kind: 'delay', ms: -1 }, 'ms'],
    [{ kind: 'delay', probability: 1.5 }, 'probability'],
    [{ kind: 'delay', count: 0 }, 'count'],
    [{ kind: 'delay', route: '*****a' }, 'route'],
    [{ kind: 'delay', seed: 'x' }, 'seed'],
    [null, 'kind'],
  ])('is rejected if its rule is invalid: %j', async (rule, name) => {
    const sandbox = await start();
    const { status, reply: said } = await sendCommand(sandbox, { do: 'add-fault', rule });
    expect([status, said.msg]).toEqual([400, expect.stringContaining(`A fault's ${name} must be`)]);
  });
});

describe('fault rules', () => {
  const call = { method: 'POST', path: '/api/v3/order', id: 'spot.order.new' };

  it('affect the same calls for the same seed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_294_967_295 }),
        fc.double({ min: 0, max: 1 }),
        (seed, probability) => {
          const struck = () => {
            const faults = new Faults();
            faults.add({ kind: 'timeout', seed, probability: Number.isNaN(probability) ? 0.5 : probability });
            return Array.from({ length: 200 }, () => faults.nextCallFault(call) !== undefined);
          };
          expect(struck()).toEqual(struck());
        },
      ),
      { numRuns: 50 },
    );
  });

  it('affect calls about as often as their probability states', () => {
    const faults = new Faults();
    faults.add({ kind: 'timeout', probability: 0.3, seed: 5 });
    for (let round = 0; round < 10_000; round += 1) faults.nextCallFault(call);
    const [{ struck } = { struck: 0 }] = faults.list();
    expect(struck).toBeGreaterThan(2800);
    expect(struck).toBeLessThan(3200);
  });

  it('sum their delays and apply one other kind', () => {
    const faults = new Faults();
    for (const ms of [20, 30]) faults.add({ kind: 'delay', ms });
    faults.add({ kind: 'timeout' });
    faults.add({ kind: 'unavailable' });
    expect(faults.nextCallFault(call)).toEqual({ delayMs: 50, skewMs: 0, kind: 'timeout', ms: 0 });
    expect(faults.list().map(({ struck }) => struck)).toEqual([1, 1, 1, 0]);
  });

  it('of messages do not affect calls', () => {
    const faults = new Faults();
    faults.add({ kind: 'drop', route: 'btcusdt@*', count: 1 });
    faults.add({ kind: 'stall', ms: 500 });
    expect(faults.nextCallFault(call)).toBeUndefined();
    expect(faults.nextMessageFault('btcusdt@trade')).toEqual({ kind: 'drop', ms: 0 });
    expect(faults.nextMessageFault('ethusdt@trade')).toEqual({ kind: 'stall', ms: 500 });
    expect(faults.nextMessageFault('btcusdt@trade')).toEqual({ kind: 'stall', ms: 500 });
  });
});

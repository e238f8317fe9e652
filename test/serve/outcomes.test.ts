/** What became of a call that an exchange answered late, with an error, or not at all. */
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { CANARY_KEYS, openScriptedExchange, type ScriptedExchange } from '../acceptance/scripted-exchange.ts';
import { errorOf, type Received, served, TOKEN } from './served-library.ts';

const PATHS = {
  place: '/fapi/v1/order',
  order: '/fapi/v1/order',
  open: '/fapi/v1/openOrders',
  all: '/fapi/v1/allOrders',
  time: '/fapi/v1/time',
};
const ORDER = {
  arguments: {
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    quantity: '0.001',
    price: '50000',
    newClientOrderId: 'mine-1',
  },
  options: { skipFilters: true },
};

async function openExchange() {
  const exchange = await openScriptedExchange(PATHS, 'usdm');
  const { clock, relay } = exchange;
  const typed = { env: 'live', host: [`usdm=${relay.origin}`], 'max-wait': '0s' };
  const service = await served({ typed, environment: CANARY_KEYS, clock, limits: { closeGraceMs: 0 } });
  return { exchange, ...service, place: () => service.call('usdm.trade.placeOrder', ORDER) };
}

describe('a call of serve', () => {
  it('that meets a rate limit is answered with 429 and the time to wait', async () => {
    const { exchange, call } = await openExchange();
    exchange.query = { status: 429, body: '{"code":-1003,"msg":"Too many requests."}' };
    const { status, headers, body } = await call('usdm.trade.openOrders', {});
    const error = errorOf(body);
    expect([status, error['kind'], error['code']]).toEqual([429, 'rate-limited', -1003]);
    expect(Number(headers['retry-after'])).toBe(Math.ceil(Number(error['retryAfterMs']) / 1000));
    expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
  });

  it('that reads, and gets no answer, is answered with 502', async () => {
    const { exchange, call } = await openExchange();
    exchange.query = 'cut';
    const { status, body } = await call('usdm.trade.openOrders', {});
    expect([status, errorOf(body)['kind']]).toEqual([502, 'unavailable']);
  });

  it('that may have been executed is answered with 504, and looked up without being sent again', async () => {
    const { exchange, call, place } = await openExchange();
    exchange.write = { isExecuted: true, answer: 'cut-answer' };
    exchange.query = { status: 500, body: '{"code":-1000,"msg":"Down."}' };
    const { status, body } = await place();
    expect(status).toBe(504);
    expect(errorOf(body)).toMatchObject({
      kind: 'execution-unknown',
      execution: 'unknown',
      clientOrderId: 'mine-1',
    });
    exchange.query = undefined;
    const found = await call('orders.resolve', { arguments: { ids: ['mine-1'] } });
    expect([found.status, JSON.parse(found.body).answer]).toMatchObject([200, [{ state: 'FOUND' }]]);
    expect(exchange.writes()).toHaveLength(1);
  });
});

/** Sends an order, and returns once the exchange has received it; `letAnswer` lets the exchange answer. */
async function placeHeld(exchange: ScriptedExchange, place: () => Promise<Received>) {
  let letAnswer = () => {};
  const answered = new Promise<void>((resolve) => {
    letAnswer = resolve;
  });
  return new Promise<{ placed: Promise<Received>; letAnswer: () => void }>((resolve) => {
    exchange.onWrite = () => {
      resolve({ placed, letAnswer });
      return answered;
    };
    const placed = place();
  });
}

describe('a server that stops', () => {
  it('answers the order that is under way, and closes no connection before', async () => {
    const { exchange, server, place } = await openExchange();
    const { placed, letAnswer } = await placeHeld(exchange, place);
    const closed = server.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    letAnswer();
    const { status, body } = await placed;
    expect([status, JSON.parse(body).answer.clientOrderId]).toEqual([200, 'mine-1']);
    await closed;
    await expect(place()).rejects.toThrow('ECONNREFUSED');
    expect(exchange.writes()).toHaveLength(1);
  });

  it('sends no order whose request is complete only now', async () => {
    const { exchange, server, port, place } = await openExchange();
    const { placed, letAnswer } = await placeHeld(exchange, place);
    const body = JSON.stringify({
      ...ORDER,
      arguments: { ...ORDER.arguments, newClientOrderId: 'mine-2', symbol: 'ETHUSDT' },
    });
    const head = [
      'POST /v1/usdm.trade.placeOrder HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${TOKEN}`,
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
    ];
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n`));
    const late = new Promise<void>((resolve) => {
      socket.on('close', resolve);
    });
    socket.on('data', (chunk) => {
      // The server reads the body: it now stops, and only then the body comes.
      if (received === '') {
        void server.close();
        socket.write(body);
      }
      received += chunk;
      if (received.includes('503')) letAnswer();
    });
    await Promise.all([placed, late]);
    expect(received).toMatch(/^HTTP\/1\.1 100 .*HTTP\/1\.1 503 .*"kind":"unavailable"/s);
    expect(exchange.writes()).toHaveLength(1);
  });
});

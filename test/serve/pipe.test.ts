/** The methods of the library over stdin and stdout: requests that run side by side, streams, and the end of the input. */
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/app/world.ts';
import { CANARY_KEYS, openScriptedExchange } from '../acceptance/scripted-exchange.ts';
import { bourse, type WorldOptions } from '../acceptance/world.ts';
import { startStreamServer } from '../stream/scripted-stream-server.ts';

type Line = Readonly<Record<string, unknown>>;

/** Starts `serve --stdio`; lines are written with `send` and read, by the id of their request, with `next`. */
function startPipe(words: readonly string[], options: WorldOptions = {}) {
  const sent: string[] = [];
  const received: Line[] = [];
  let isEnded = false;
  let wakeInput = () => {};
  let wakeReader = () => {};
  async function* stdin() {
    while (true) {
      const line = sent.shift();
      if (line !== undefined) yield line;
      else if (isEnded) return;
      else
        await new Promise<void>((resolve) => {
          wakeInput = resolve;
        });
    }
  }
  const outcome = bourse(['serve', '--stdio', ...words], {
    ...options,
    stdin: stdin(),
    onWrite: (name, text) => {
      if (name !== 'stdout') return;
      received.push(
        ...(text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)) as Line[]),
      );
      wakeReader();
    },
  });
  return {
    outcome,
    send: (line: unknown) => {
      sent.push(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
      wakeInput();
    },
    end: () => {
      isEnded = true;
      wakeInput();
      return outcome;
    },
    /** The lines with this id that were not read yet. */
    waiting: (id: unknown) => received.filter((line) => line['id'] === id).length,
    async next(id: unknown): Promise<Line> {
      while (true) {
        const at = received.findIndex((line) => line['id'] === id);
        if (at !== -1) return received.splice(at, 1)[0]!;
        await new Promise<void>((resolve) => {
          wakeReader = resolve;
        });
      }
    },
  };
}

/** Starts a pipe to an exchange whose streams send these numbers of trades. */
async function startStreamPipe(ids: readonly number[]) {
  const venue = await startStreamServer({
    onConnection: (visit) => {
      for (const t of ids) visit.send({ e: 'trade', E: 1, s: 'BTCUSDT', t, p: '1.10', q: '2' });
    },
  });
  return startPipe(['--env=live', `--host=spot-ws=${venue.url.origin}`], { clock: systemClock() });
}

const TRADES = { method: 'stream.trades', arguments: { symbol: 'BTCUSDT' } };

const SANDBOX = { environment: { BOURSE_ENV: 'sandbox' } };

describe('serve --stdio', () => {
  it('answers each request with its id, and ends with the input', async () => {
    const { send, next, end } = startPipe([], SANDBOX);
    send({ id: 1, method: 'market.avgPrice', arguments: { symbol: 'BTCUSDT' } });
    send({ id: 'two', method: 'market.klines', arguments: { symbol: 'BTCUSDT', interval: '1h', limit: 2 } });
    send({ id: 3, method: 'thesis.validate', arguments: { input: {} } });
    expect(await next(1)).toMatchObject({ answer: { price: expect.stringMatching(/^\d+\.\d+$/) } });
    expect(await next('two')).toMatchObject({ answer: [{ close: expect.any(String) }, {}] });
    expect(await next(3)).toHaveProperty('answer');
    expect(await end()).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    ['no JSON', '{', null, /line/],
    ['no object', '[1]', null, /must be a JSON object/],
    ['no method', '{"id":4}', 4, /needs a method/],
    ['an unknown method', '{"id":5,"method":"market.nothing"}', 5, /no method of the library/],
    ['a name of Object', '{"id":5,"method":"constructor"}', 5, /no method of the library/],
    ['a wrong argument', '{"id":6,"method":"market.klines","arguments":{"symbol":"BTCUSDT"}}', 6, /interval/],
    ['a window of none', '{"id":7,"method":"stream.trades","window":0}', 7, /above 0/],
    ['a window of half a line', '{"id":7,"method":"stream.trades","window":1.5}', 7, /above 0/],
  ])('answers %s with a usage error, and goes on', async (_name, line, id, message) => {
    const { send, next, end } = startPipe([], SANDBOX);
    send(line);
    expect(await next(id)).toMatchObject({
      error: { kind: 'usage', message: expect.stringMatching(message) },
    });
    send({ id: 9, method: 'market.ping' });
    expect(await next(9)).toHaveProperty('answer');
    expect((await end()).code).toBe(0);
  });

  it('ends a stream that is cancelled, and no other', async () => {
    const { send, next, end } = await startStreamPipe([1, 2]);
    for (const id of [1, 2]) send({ id, window: 2, ...TRADES });
    for (const id of [1, 2]) expect(await next(id)).toMatchObject({ line: { bourse: 'hello' } });
    for (const id of [1, 2]) expect(await next(id)).toMatchObject({ line: { price: '1.10' } });
    send({ id: 1, cancel: true });
    expect(await next(1)).toEqual({ id: 1, end: true });
    send({ id: 2, more: 1 });
    expect(await next(2)).toMatchObject({ line: { price: '1.10' } });
    expect((await end()).code).toBe(0);
    expect(await next(2)).toEqual({ id: 2, end: true });
  });

  it('answers a second stream with the id of one under way with a usage error', async () => {
    const { send, next, end } = await startStreamPipe([]);
    send({ id: 1, ...TRADES });
    expect(await next(1)).toMatchObject({ line: { bourse: 'hello' } });
    send({ id: 1, ...TRADES });
    expect(await next(1)).toMatchObject({ error: { kind: 'usage' } });
    expect((await end()).code).toBe(0);
  });

  it('sends no more lines than the client asked for, and all of them in the end', async () => {
    const { send, next, end, waiting } = startPipe([], SANDBOX);
    const request = {
      method: 'market.klines/all',
      arguments: { symbol: 'BTCUSDT', interval: '1h', startTime: '-2d' },
    };
    send({ id: 1, window: 3, ...request });
    send({ id: 2, ...request });
    const all: unknown[] = [];
    for (let line = await next(2); !('end' in line); line = await next(2)) all.push(line['line']);
    expect(all).toHaveLength(49);
    const some = [await next(1), await next(1), await next(1)];
    send({ id: 3, method: 'market.ping' });
    await next(3);
    expect(waiting(1)).toBe(0);
    send({ id: 1, more: 2 });
    some.push(await next(1), await next(1));
    send({ id: 4, method: 'market.ping' });
    await next(4);
    expect(waiting(1)).toBe(0);
    // The client reads on, but has closed its end.
    const ended = end();
    for (let line = await next(1); !('end' in line); line = await next(1)) some.push(line);
    expect(some.map(({ line }) => line)).toEqual(all);
    await ended;
  });

  it('ends at the end of the input with a stream whose client reads no more', async () => {
    const { send, next, end } = await startStreamPipe([1, 2, 3]);
    send({ id: 1, window: 1, ...TRADES });
    await next(1);
    expect((await end()).code).toBe(0);
  });

  it('answers the order under way before it ends', async () => {
    const exchange = await openScriptedExchange(PATHS, 'usdm');
    const { send, next, end } = startPipe(['--env=live', `--host=usdm=${exchange.relay.origin}`], {
      environment: CANARY_KEYS,
      clock: exchange.clock,
    });
    let letAnswer = () => {};
    const isHeld = new Promise<void>((held) => {
      exchange.onWrite = () => {
        held();
        return new Promise<void>((resolve) => {
          letAnswer = resolve;
        });
      };
    });
    send({ id: 1, method: 'usdm.trade.placeOrder', ...ORDER });
    await isHeld;
    const ended = end();
    letAnswer();
    expect(await next(1)).toMatchObject({ answer: { clientOrderId: 'mine-1' } });
    expect((await ended).code).toBe(0);
    expect(exchange.writes()).toHaveLength(1);
  });
});

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

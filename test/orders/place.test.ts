import { describe, expect, it } from 'vitest';
import { ToolError } from '../../src/core/errors.ts';
import { unixMs } from '../../src/core/words.ts';
import { acceptanceDeadline } from '../../src/orders/resolve.ts';
import { exitOf, type Fault, place, type Result, setUp } from './fake-exchange.ts';

const refusal = (status: number, code: number, msg: string): Fault => ({
  does: 'turn-away',
  answer: [status, JSON.stringify({ code, msg })],
});
const errorOf = (result: Result): ToolError => {
  if (result.is === 'failed') return result.error;
  throw new Error('the order was placed');
};

describe('placing an order once', () => {
  it('sends the order once and returns the exchange’s answer', async () => {
    const setup = setUp([]);
    const result = await place(setup);
    expect(result).toMatchObject({ is: 'placed', state: 'ACKED' });
    expect(setup.exchange.states).toEqual(['PREPARED', 'SENT', 'ACKED']);
    expect([setup.exchange.sent.length, setup.exchange.queries]).toEqual([1, 0]);
    expect(setup.exchange.sent[0]?.recvWindow).toBe(3000);
  });

  it('reports the prepared order before sending, and sends nothing if that report fails', async () => {
    const setup = setUp([]);
    const full = new ToolError({ kind: 'storage', message: 'The disk is full.' });
    const tools = { ...setup.tools, onState: () => Promise.reject(full) };
    const error = errorOf(await place({ ...setup, tools }));
    expect([error.exitCode, setup.exchange.sent.length]).toEqual([10, 0]);
  });

  it('finds an order whose answer was lost, without sending it again', async () => {
    const setup = setUp([{ does: 'lose-answer' }]);
    const result = await place(setup);
    expect(result).toMatchObject({ is: 'placed', state: 'FOUND' });
    expect(result.is === 'placed' && JSON.parse(result.answer.body)).toMatchObject({
      clientOrderId: setup.clientOrderId,
      status: 'NEW',
    });
    expect([setup.exchange.sent.length, setup.exchange.executed.length]).toEqual([1, 1]);
    expect(setup.exchange.states).toEqual(['PREPARED', 'SENT', 'UNKNOWN', 'FOUND']);
  });

  it.each([0, 100, 3_000, 9_999])('finds an order that was accepted after %i ms', async (executesMs) => {
    const setup = setUp([{ does: 'lose-answer', executesMs }], { readLagMs: 8_000, type: 'MARKET' });
    expect(await place(setup)).toMatchObject({ is: 'placed', state: 'FOUND' });
    expect(setup.exchange.execution(setup.clientOrderId)).toBe(1);
  });

  it('proves after the acceptance deadline that a lost order is absent: exit 5 with evidence', async () => {
    const setup = setUp([{ does: 'lose-request' }]);
    const error = errorOf(await place(setup));
    expect([error.kind, error.exitCode, error.facts.execution]).toEqual(['unavailable', 5, 'not_executed']);
    expect(error.facts.clientOrderId).toBe(setup.clientOrderId);
    expect(error.message).toMatch(
      /knows no such order, the last time at .*neither among the open orders nor in the history/,
    );
    expect(setup.exchange.states.at(-1)).toBe('ABSENT');
    const { timestamp } = setup.exchange.sent[0]!;
    const deadline = acceptanceDeadline({ timestamp, recvWindow: 3000 });
    expect(deadline - timestamp).toBe(28_000);
    expect(setup.exchange.serverNow).toBeGreaterThan(deadline);
    expect(setup.exchange.serverNow).toBeLessThan(deadline + 4_000);
    setup.exchange.advance(300_000);
    expect([setup.exchange.executed.length, setup.exchange.sent.length]).toEqual([0, 1]);
  });

  it('exits with 7, the id and a hint if the status is unknown a minute after the acceptance deadline', async () => {
    const setup = setUp([{ does: 'lose-answer' }], { queriesFail: () => [503, 'Service Unavailable'] });
    const error = errorOf(await place(setup));
    expect([error.kind, error.exitCode, error.facts.execution]).toEqual(['execution-unknown', 7, 'unknown']);
    expect(error.facts.clientOrderId).toBe(setup.clientOrderId);
    expect(error.facts.resume).toContain(`--orig-client-order-id ${setup.clientOrderId}`);
    expect(setup.exchange.serverNow - setup.exchange.sent[0]!.timestamp).toBeGreaterThanOrEqual(88_000);
    expect(setup.exchange.sent).toHaveLength(1);
    expect(setup.exchange.queries).toBeLessThan(45);
  });

  it('finds the order if queries work again before then', async () => {
    const setup = setUp([{ does: 'lose-answer' }], {
      queriesFail: (atMs) => (atMs < 60_000 ? [500, '<html>'] : undefined),
    });
    expect(await place(setup)).toMatchObject({ is: 'placed', state: 'FOUND' });
  });

  it('stops the lookup if the wait that the exchange asks for exceeds the remaining time', async () => {
    const setup = setUp([{ does: 'lose-answer' }], {
      queriesFail: () => [
        418,
        '{"code":-1003,"msg":"Way too many requests; IP banned until 1710599999999."}',
      ],
    });
    const error = errorOf(await place(setup));
    expect([error.exitCode, setup.exchange.queries]).toEqual([7, 1]);
  });
});

describe('sending again', () => {
  it('sends an order that was not written up to three times, with the same id and a new timestamp', async () => {
    const none = { does: 'refuse-connection' } as const;
    const setup = setUp([none, none]);
    expect(await place(setup)).toMatchObject({ is: 'placed', state: 'ACKED' });
    const [first, second, third] = setup.exchange.sent.map(({ timestamp }) => timestamp);
    expect(second! - first!).toBeGreaterThanOrEqual(250);
    expect(third! - second!).toBeGreaterThanOrEqual(250);
    expect(setup.exchange.execution(setup.clientOrderId)).toBe(1);

    const failing = setUp([none, none, none, none]);
    const error = errorOf(await place(failing));
    expect([error.exitCode, error.facts.execution, error.facts.clientOrderId]).toEqual([
      5,
      'not_executed',
      failing.clientOrderId,
    ]);
    expect(failing.exchange.sent).toHaveLength(3);
  });

  it('measures the clock once after a refused timestamp, and sends the order again with the same id', async () => {
    const setup = setUp([], { skewMs: -30_000 });
    const result = await place(setup, { isClockUnknown: true });
    expect(result).toMatchObject({ is: 'placed', state: 'ACKED' });
    expect(setup.exchange.sent).toHaveLength(2);
    expect(setup.exchange.execution(setup.clientOrderId)).toBe(1);
  });

  it.each([
    'Timestamp for this request is outside of the recvWindow.',
    "Timestamp for this request was 1000ms ahead of the server's time.",
  ])('exits with 4 if the timestamp is refused twice: %s', async (msg) => {
    const stale = refusal(400, -1021, msg);
    const setup = setUp([stale, stale, stale]);
    const error = errorOf(await place(setup));
    expect([error.exitCode, error.facts.code, error.facts.execution]).toEqual([4, -1021, 'not_executed']);
    expect(setup.exchange.sent).toHaveLength(2);
  });

  it.each([-30_000, -500, 500, 30_000, 86_400_000])(
    'places the order with a server clock off by %i ms',
    async (skewMs) => {
      const setup = setUp([{ does: 'lose-answer' }], { skewMs });
      expect(await place(setup)).toMatchObject({ is: 'placed', state: 'FOUND' });
      const lost = setUp([{ does: 'lose-request' }], { skewMs });
      expect(exitOf(await place(lost))).toBe(5);
    },
  );
});

describe('an order with the same id', () => {
  const duplicate = refusal(400, -2010, 'Duplicate order sent.');

  it('is the placed order if it has the same values', async () => {
    const setup = setUp([{ does: 'answer' }, duplicate]);
    await place(setup);
    expect(await place(setup)).toMatchObject({ is: 'placed', state: 'FOUND' });
    expect(setup.exchange.execution(setup.clientOrderId)).toBe(1);
  });

  it('is another order if its values differ, and the placed order was refused', async () => {
    const setup = setUp([{ does: 'answer' }, duplicate]);
    await place(setup);
    setup.exchange.executed[0]!.row['price'] = '99.00000000';
    const error = errorOf(await place(setup));
    expect([error.exitCode, error.facts.code]).toEqual([4, -2010]);
  });

  it('is another order if it is older: the exchange can have several orders with one id', async () => {
    const setup = setUp([{ does: 'answer' }, { does: 'lose-request' }], { type: 'MARKET', id: 'mine' });
    await place(setup);
    setup.exchange.advance(60_000);
    const error = errorOf(await place(setup));
    expect(error.exitCode).toBe(7);
    expect(error.message).toContain('an older order has this id');
  });
});

describe('interrupting an order', () => {
  const abortedSignal = (): AbortSignal => {
    const controller = new AbortController();
    controller.abort(new Error('SIGINT'));
    return controller.signal;
  };

  it('sends nothing if it comes before sending', async () => {
    const setup = setUp([]);
    const error = errorOf(await place(setup, { signal: abortedSignal() }));
    expect([error.exitCode, error.facts.execution, setup.exchange.sent.length]).toEqual([
      130,
      'not_executed',
      0,
    ]);
  });

  it('still looks up the order that was sent', async () => {
    const controller = new AbortController();
    const setup = setUp([{ does: 'lose-answer' }]);
    const send: typeof setup.tools.send = (...sent) => {
      controller.abort(new Error('SIGINT'));
      return setup.tools.send(...sent);
    };
    const result = await place({ ...setup, tools: { ...setup.tools, send } }, { signal: controller.signal });
    expect(result).toMatchObject({ is: 'placed', state: 'FOUND' });
  });

  it('does not send again an order that was not sent', async () => {
    const controller = new AbortController();
    const setup = setUp([{ does: 'refuse-connection' }]);
    const send: typeof setup.tools.send = (...sent) => {
      controller.abort(new Error('SIGINT'));
      return setup.tools.send(...sent);
    };
    const error = errorOf(
      await place({ ...setup, tools: { ...setup.tools, send } }, { signal: controller.signal }),
    );
    expect([error.exitCode, error.facts.execution, setup.exchange.sent.length]).toEqual([
      130,
      'not_executed',
      1,
    ]);
  });

  it('does not report an order as unsent that was refused for its timestamp', async () => {
    const controller = new AbortController();
    const setup = setUp([refusal(400, -1021, 'Timestamp for this request is outside of the recvWindow.')]);
    const send: typeof setup.tools.send = (...sent) => {
      controller.abort(new Error('SIGINT'));
      return setup.tools.send(...sent);
    };
    const error = errorOf(
      await place({ ...setup, tools: { ...setup.tools, send } }, { signal: controller.signal }),
    );
    expect([error.exitCode, error.facts.execution, setup.exchange.sent.length]).toEqual([
      130,
      'not_executed',
      1,
    ]);
    expect(error.message).toMatch(/was interrupted and not executed\.$/);
  });

  it('ends the lookup with exit 7 and the id the second time', async () => {
    const abandon = new AbortController();
    const setup = setUp([{ does: 'lose-request' }]);
    const tools = { ...setup.tools, onLookup: () => abandon.abort(new Error('SIGINT')) };
    const error = errorOf(await place({ ...setup, tools }, { abandon: abandon.signal }));
    expect([error.exitCode, error.facts.clientOrderId]).toEqual([7, setup.clientOrderId]);
    expect(error.message).toContain('broken off');
    expect(setup.exchange.queries).toBe(1);
  });
});

describe('the answers of the exchange', () => {
  const unknown: readonly [string, number, string][] = [
    ['a body that is no JSON', 200, '<html>'],
    ['an empty body', 200, ''],
    ['half a body', 200, '{"symbol":"BTCU'],
    ['the id of another order', 200, '{"clientOrderId":"other"}'],
    ['-1000', 400, '{"code":-1000,"msg":"An unknown error occurred while processing the request."}'],
    [
      '-1001',
      401,
      '{"code":-1001,"msg":"Internal error; unable to process your request. Please try again."}',
    ],
    [
      '-1006',
      409,
      '{"code":-1006,"msg":"An unexpected response was received from the message bus. Execution status unknown."}',
    ],
    [
      '-1007',
      408,
      '{"code":-1007,"msg":"Timeout waiting for response from backend server. Send status unknown; execution status unknown."}',
    ],
    [
      '-1008',
      503,
      '{"code":-1008,"msg":"Server is currently overloaded with other requests. Please try again in a few minutes."}',
    ],
    ['502 of an edge', 502, '<html>bad gateway</html>'],
    ['504', 504, ''],
    ['500', 500, '{"code":-1000,"msg":"x"}'],
    ['503 in words nobody listed', 503, '{"code":-1001,"msg":"Something else."}'],
    [
      '503 that says the fate is unknown',
      503,
      'Unknown error, please check your request or try again later.',
    ],
    ['408 without words', 408, ''],
    ['409 without words', 409, ''],
    ['a code nobody listed', 400, '{"code":-9876,"msg":"?"}'],
    ['a status nobody listed', 499, ''],
  ];

  it.each(unknown)('lead to a lookup and no second attempt: %s', async (_about, status, body) => {
    const taken = setUp([{ does: 'lose-answer', answer: [status, body] }], { type: 'MARKET' });
    expect(await place(taken)).toMatchObject({ is: 'placed', state: 'FOUND' });
    const lost = setUp([{ does: 'turn-away', answer: [status, body] }], { type: 'MARKET' });
    expect(exitOf(await place(lost))).toBe(5);
    for (const { exchange } of [taken, lost]) expect(exchange.sent).toHaveLength(1);
  });

  it.each([
    [400, -1013, 'Filter failure: PRICE_FILTER', 4],
    [400, -1102, "Mandatory parameter 'price' was not sent, was empty/null, or malformed.", 4],
    [400, -1121, 'Invalid symbol.', 4],
    [400, -2010, 'Account has insufficient balance for requested action.', 4],
    [400, -1020, 'This operation is not supported.', 4],
    [401, -2015, 'Invalid API-key, IP, or permissions for action.', 3],
    [401, -2014, 'API-key format invalid.', 3],
    [400, -1022, 'Signature for this request is not valid.', 3],
    [429, -1003, 'Too much request weight used.', 6],
    [429, -1015, 'Too many new orders.', 6],
    [418, -1003, 'Way too many requests.', 6],
  ])('%i %i "%s" means not executed: exit %i, one attempt, no query', async (status, code, msg, exit) => {
    const setup = setUp([refusal(status, code, msg)]);
    const error = errorOf(await place(setup));
    expect([error.exitCode, error.facts.execution, error.facts.clientOrderId]).toEqual([
      exit,
      'not_executed',
      setup.clientOrderId,
    ]);
    expect([setup.exchange.sent.length, setup.exchange.queries]).toEqual([1, 0]);
    expect(setup.exchange.states.at(-1)).toBe('REJECTED');
  });

  it.each([403, 451])('%i from the firewall means not executed', async (status) => {
    const setup = setUp([{ does: 'turn-away', answer: [status, '<html>no</html>'] }]);
    const error = errorOf(await place(setup));
    expect([error.exitCode, setup.exchange.queries]).toEqual([status === 403 ? 6 : 4, 0]);
  });

  it('lead to an unknown status after an unforeseen error', async () => {
    const setup = setUp([{ does: 'lose-answer' }]);
    const send: typeof setup.tools.send = (...sent) =>
      setup.tools.send(...sent).catch(() => {
        throw new TypeError('a mistake of our own');
      });
    const result = await place({ ...setup, tools: { ...setup.tools, send } });
    expect(result).toMatchObject({ is: 'placed', state: 'FOUND' });
  });

  it.each([
    ['REJECTED', '0.00000000', 4],
    ['EXPIRED', '0.00000000', 4],
    ['EXPIRED_IN_MATCH', '0', 4],
    ['EXPIRED', '0.50000000', 0],
    ['FILLED', '2.00000000', 0],
    ['PARTIALLY_FILLED', '1.00000000', 0],
  ])('with an order that is %s with %s executed lead to exit %i', async (status, executedQty, exit) => {
    const setup = setUp([]);
    const body = JSON.stringify({ orderId: 1, clientOrderId: setup.clientOrderId, status, executedQty });
    const answer = [200, body] as const;
    const direct = setUp([{ does: 'turn-away', answer }], { id: setup.clientOrderId });
    expect(exitOf(await place(direct))).toBe(exit);
  });

  it('keep every digit of a found order', async () => {
    const setup = setUp([{ does: 'lose-answer', executesMs: 0 }]);
    const big = '9007199254740993';
    const found = { found: 'order', answer: { body: `{"orderId":${big},"status":"NEW"}` } } as never;
    const lookup = { ...setup.lookup, byId: async () => found };
    const result = await place({ ...setup, tools: { ...setup.tools, lookup } });
    expect(result.is === 'placed' && result.answer.body).toContain(big);
  });
});

it('the deadline is the sum of timestamp, recvWindow, the exchange’s wait and the lag of its queries', () => {
  expect(acceptanceDeadline({ timestamp: unixMs(1_000_000), recvWindow: 5000 })).toBe(1_030_000);
});

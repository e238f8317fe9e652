/** Placing several orders by one request: what its answer proves of each, and when it is sent again. */
import { describe, expect, it } from 'vitest';
import { ToolError } from '../../src/core/errors.ts';
import { type PlaceBatchOptions, placeBatch } from '../../src/orders/batch.ts';
import { type DispatchTools, nameOf, orderRecvWindowOf } from '../../src/orders/dispatch.ts';
import type { Lookup, LookupResult } from '../../src/orders/lookup.ts';
import type { Answer } from '../../src/request/types.ts';
import { answer, failureOf, NEVER, orderRequest, SleepingClock, START } from '../transport/requests.ts';

const NONE: LookupResult = { found: 'none' };
const FOUND: LookupResult = { found: 'order', answer: answer(200, '{"found":1}') };
const REQUEST = orderRequest({ product: 'usdm', endpoint: 'usdm.batch-orders.place' });

/** Places the orders `a` and `b`; `replies` are the answers to the attempts, `found` what a look-up of each order finds. */
function place(replies: readonly (Answer | Error)[], found: Readonly<Record<string, LookupResult>> = {}) {
  const clock = new SleepingClock();
  const states: string[] = [];
  const looked: (readonly [string, number | undefined])[] = [];
  const signals: AbortSignal[] = [];
  let attempts = 0;
  let resyncs = 0;
  const tools: DispatchTools = {
    clock,
    random: { next: () => 0.999_999 },
    serverTime: {
      now: () => clock.now(),
      resync: async () => {
        resyncs += 1;
      },
    } as DispatchTools['serverTime'],
    onState: (state, { clientOrderId }) => {
      states.push(`${clientOrderId} ${state}`);
    },
    send: async (_request, _times, signal) => {
      signals.push(signal);
      const reply = replies[Math.min(attempts, replies.length - 1)]!;
      attempts += 1;
      if (reply instanceof Error) throw reply;
      return reply;
    },
  };
  const elements = ['a', 'b'].map((clientOrderId) => {
    const result = async (since?: number) => {
      looked.push([clientOrderId, since]);
      return found[clientOrderId] ?? NONE;
    };
    const lookup: Lookup = { byId: result, inOpenOrders: async () => NONE, inHistory: async () => NONE };
    return { clientOrderId, lookup, resume: async () => 'look it up' };
  });
  const abandon = new AbortController().signal;
  const options: PlaceBatchOptions = {
    ...{ elements, request: REQUEST, product: 'usdm', idField: 'clientOrderId', signal: NEVER, abandon },
  };
  const placed = placeBatch(tools, options).then((results) =>
    results.map((one) => (one.is === 'placed' ? one.state : one.error.facts.kind)),
  );
  return { placed, clock, states, looked, signals, abandon, sent: () => [attempts, resyncs] };
}

const rows = (...list: readonly unknown[]) => answer(200, JSON.stringify(list));
const ACKED = { clientOrderId: 'a', status: 'NEW' };
const error = (facts: Partial<ConstructorParameters<typeof ToolError>[0]>) =>
  new ToolError({ kind: 'rejected', message: 'refused', execution: 'not_executed', ...facts });

describe('the answer to a batch', () => {
  it('proves an order by its id, and refuses one by a code', async () => {
    const { placed, states, looked } = place([rows(ACKED, { code: -2010, msg: 'New order rejected' })]);
    expect(await placed).toEqual(['ACKED', 'rejected']);
    expect(states).toEqual([
      ...['a PREPARED', 'b PREPARED', 'a SENT', 'b SENT'],
      ...['a ACKED', 'b REJECTED'],
    ]);
    expect(looked).toEqual([]);
  });

  it('says nothing of an order whose row has another id: it is looked up', async () => {
    const { placed, looked } = place([rows(ACKED, ACKED)], { b: FOUND });
    expect(await placed).toEqual(['ACKED', 'FOUND']);
    expect(looked).toEqual([['b', START]]);
  });

  it('that is no list of as many orders says nothing of any of them', async () => {
    for (const body of [rows(ACKED), rows(ACKED, ACKED, ACKED), answer(200, '{}'), answer(200, 'x')]) {
      const { placed, looked } = place([body], { a: FOUND, b: FOUND });
      expect(await placed).toEqual(['FOUND', 'FOUND']);
      expect(looked.map(([id]) => id)).toEqual(['a', 'b']);
    }
  });

  it('that calls an order a duplicate is about one of any age', async () => {
    const duplicate = { code: -2010, msg: 'Duplicate order sent.' };
    const { placed, looked } = place([rows(ACKED, duplicate)], { b: FOUND });
    expect(await placed).toEqual(['ACKED', 'FOUND']);
    expect(looked).toEqual([['b', undefined]]);
  });
});

describe('a batch that fails as a whole', () => {
  it('is refused with the endpoint in the error', async () => {
    const { facts } = await failureOf(place([error({ code: -1102 })]).placed);
    expect(facts).toMatchObject({ kind: 'rejected', code: -1102, endpoint: 'usdm.batch-orders.place' });
    expect(facts.clientOrderId).toBeUndefined();
  });

  it('as a duplicate is looked up at any age; after an unknown error, from its time on', async () => {
    const duplicate = error({ code: -2010, message: 'Duplicate order sent.' });
    const first = place([duplicate], { a: FOUND, b: FOUND });
    expect(await first.placed).toEqual(['FOUND', 'FOUND']);
    expect(first.looked).toEqual([
      ['a', undefined],
      ['b', undefined],
    ]);
    const second = place([new Error('lost')], { a: FOUND, b: FOUND });
    expect(await second.placed).toEqual(['FOUND', 'FOUND']);
    expect(second.looked).toEqual([
      ['a', START],
      ['b', START],
    ]);
    expect(second.clock.slept).toEqual([200, 200]);
  });

  it('with an error that rarely leaves an order behind is looked up at once', async () => {
    const doubtful = error({ kind: 'unavailable', execution: 'unknown', httpStatus: 503, code: -1008 });
    const { placed, clock } = place([doubtful], { a: FOUND, b: FOUND });
    expect(await placed).toEqual(['FOUND', 'FOUND']);
    expect(clock.slept).toEqual([]);
  });

  it('is sent again if no byte was written, three times, after delays that double', async () => {
    const unsent = error({ kind: 'unavailable', retryable: true });
    const { placed, clock, sent } = place([unsent]);
    expect((await failureOf(placed)).kind).toBe('unavailable');
    expect([sent(), clock.slept]).toEqual([
      [3, 0],
      [500, 1_000],
    ]);
    const never = place([error({ kind: 'unavailable', retryable: false })]);
    await failureOf(never.placed);
    expect(never.sent()).toEqual([1, 0]);
  });

  it('because of its timestamp is sent again once, with the clock measured', async () => {
    const stale = error({ code: -1021 });
    const once = place([stale, rows(ACKED, { ...ACKED, clientOrderId: 'b' })]);
    expect([await once.placed, once.sent()]).toEqual([
      ['ACKED', 'ACKED'],
      [2, 1],
    ]);
    const twice = place([stale]);
    expect((await failureOf(twice.placed)).facts.code).toBe(-1021);
    expect([twice.sent(), twice.states.slice(-2)]).toEqual([
      [2, 1],
      ['a REJECTED', 'b REJECTED'],
    ]);
  });
});

it('a request that was sent is given up by the second interrupt only', async () => {
  const { placed, signals, abandon } = place([rows(ACKED, ACKED)], { b: FOUND });
  await placed;
  expect(signals).toHaveLength(1);
  expect(signals[0]).toBe(abandon);
});

it('the recvWindow of orders is three seconds unless another is wanted', () => {
  expect(orderRecvWindowOf({ recvWindowMs: undefined })).toBe(3_000);
  expect(orderRecvWindowOf({ recvWindowMs: 5_000 })).toBe(5_000);
});

it('a request is named by its id, or by the number of its orders', () => {
  expect(nameOf({}, [])).toBe('order');
  expect(nameOf({}, ['a'])).toBe('order a');
  expect(nameOf({ noun: 'amendment' }, ['a', 'b'])).toBe('2 amendments');
});

/** What the queries for an order prove. */
import { describe, expect, it } from 'vitest';
import { ToolError } from '../../src/core/errors.ts';
import {
  isSameOrder,
  type Lookup,
  type LookupResult,
  orderListLookup,
  orderLookup,
} from '../../src/orders/lookup.ts';
import type { PreparedRequest } from '../../src/request/types.ts';
import { answer, NEVER, START } from '../transport/requests.ts';
import { byId } from './fake-exchange.ts';

const order = byId('spot.order.get');
const fields = order.lookupFields!;
const ENDPOINTS = {
  order,
  open: byId(fields.open!),
  all: byId(fields.history!),
};
const WIRE = new Map([
  ['symbol', 'BTCUSDT'],
  ['side', 'BUY'],
  ['type', 'LIMIT'],
  ['quantity', '2'],
  ['price', '100.5'],
]);
const ROW = {
  ...{ clientOrderId: 'mine', orderId: 7, symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT' },
  ...{ origQty: '2.00', price: '100.50', status: 'NEW', time: START },
};
/** The most orders that a page of the history has. */
const PAGE = 1000;

/** Returns the lookup of the order `mine`, whose queries are answered by `body`, with the requests that it sends. */
function lookupOf(body: unknown, isChange = false): { lookup: Lookup; sent: PreparedRequest[] } {
  const sent: PreparedRequest[] = [];
  const lookup = orderLookup({
    ...{ endpoints: ENDPOINTS, clientOrderId: 'mine', wire: WIRE, isChange },
    call: async (request) => {
      sent.push(request);
      if (body instanceof Error) throw body;
      return answer(200, typeof body === 'string' ? body : JSON.stringify(body));
    },
  });
  return { lookup, sent };
}

const refusal = (code: number | undefined, retryAfterMs?: number) =>
  new ToolError({
    ...({ kind: 'rejected', message: 'refused', execution: 'none' } as const),
    ...(code === undefined ? {} : { code }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });

const query = (body: unknown, isChange = false) => lookupOf(body, isChange).lookup.byId(START, NEVER);

describe('the query of one order', () => {
  it('finds an order of the same terms, however its amounts are written', async () => {
    expect(await query(ROW)).toMatchObject({ found: 'order' });
  });

  it.each([
    ['is older than the order that was sent', { time: START - 2_001 }],
    ['has another price', { price: '100.51' }],
    ['has another side', { side: 'SELL' }],
  ])('finds another order if the order with the id %s', async (_, change) => {
    expect(await query({ ...ROW, ...change })).toMatchObject({ found: 'other' });
  });

  it('finds an order that seems up to two seconds older, because clocks differ', async () => {
    expect(await query({ ...ROW, time: START - 2_000 })).toMatchObject({ found: 'order' });
  });

  it('finds an order of any age if no time is given', async () => {
    const { lookup } = lookupOf({ ...ROW, time: 1 });
    expect(await lookup.byId(undefined, NEVER)).toMatchObject({ found: 'order' });
  });

  it.each([[{ ...ROW, clientOrderId: 'other' }], ['[]'], ['no JSON'], [null]])(
    'proves nothing by an answer about something else (%#)',
    async (body) => {
      expect(await query(body)).toMatchObject({ found: 'nothing', retryAfterMs: 0 });
    },
  );

  it('proves by -2013 alone that there is no such order', async () => {
    expect(await query(refusal(-2013))).toEqual({ found: 'none' });
    expect(await query(refusal(-2011))).toMatchObject({ found: 'nothing' });
    expect(await query(refusal(undefined, 5_000))).toMatchObject({ found: 'nothing', retryAfterMs: 5_000 });
    expect(await query(new Error('reset'))).toMatchObject({ found: 'nothing', why: 'reset' });
  });

  it('of a change finds the order at any age, and none while its terms are the old ones', async () => {
    expect(await query({ ...ROW, time: 1 }, true)).toMatchObject({ found: 'order' });
    expect(await query({ ...ROW, price: '99' }, true)).toEqual({ found: 'none' });
  });

  it('asks urgently, and by the id and the symbol', async () => {
    const { lookup, sent } = lookupOf(ROW);
    await lookup.byId(START, NEVER);
    expect(sent.map(({ query, isUrgent }) => [query, isUrgent])).toEqual([
      ['symbol=BTCUSDT&origClientOrderId=mine', true],
    ]);
  });
});

describe('the lists of orders', () => {
  const others = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...ROW, clientOrderId: `other-${index}` }));

  it('of open orders prove by any length that the order is not open', async () => {
    for (const count of [0, PAGE - 1, PAGE, PAGE + 1])
      expect(await lookupOf(others(count)).lookup.inOpenOrders(START, NEVER)).toEqual({ found: 'none' });
  });

  it('of the history prove nothing by a full page without the order', async () => {
    const results: LookupResult['found'][] = [];
    for (const count of [0, PAGE - 1, PAGE, PAGE + 1])
      results.push((await lookupOf(others(count)).lookup.inHistory(START, NEVER)).found);
    expect(results).toEqual(['none', 'none', 'nothing', 'nothing']);
  });

  it('show the order on a full page as well', async () => {
    const { lookup, sent } = lookupOf([...others(PAGE - 1), ROW]);
    expect(await lookup.inHistory(START, NEVER)).toMatchObject({ found: 'order' });
    expect(new URLSearchParams(sent[0]!.query).get('limit')).toBe(String(PAGE));
    expect(new URLSearchParams(sent[0]!.query).get('startTime')).toBe(String(START - 1_000));
  });

  it.each(['{}', 'null', 'no JSON'])('prove nothing by the answer %s', async (body) => {
    const { lookup } = lookupOf(body);
    expect(await lookup.inOpenOrders(START, NEVER)).toMatchObject({ found: 'nothing' });
    expect(await lookup.inHistory(START, NEVER)).toMatchObject({ found: 'nothing' });
  });

  it('are not asked for a change, whose order was placed long ago', async () => {
    const { lookup, sent } = lookupOf([ROW], true);
    expect([await lookup.inHistory(START, NEVER), sent]).toEqual([{ found: 'none' }, []]);
  });
});

describe('an order list', () => {
  const lookupWith = (found: LookupResult): Lookup => ({
    byId: async () => found,
    inOpenOrders: async () => found,
    inHistory: async () => found,
  });
  const none = lookupWith({ found: 'none' });
  const nothing = lookupWith({ found: 'nothing', why: 'no answer', retryAfterMs: 3 });
  const there = lookupWith({ found: 'order', answer: answer(200) });

  it('is absent only if each of its orders is absent too', async () => {
    const inHistory = (parts: readonly Lookup[], list = none) =>
      orderListLookup(list, parts).inHistory(START, NEVER);
    expect(await inHistory([none, none])).toEqual({ found: 'none' });
    expect(await inHistory([none, there])).toMatchObject({ found: 'nothing', retryAfterMs: 0 });
    expect(await inHistory([none, nothing])).toMatchObject({ found: 'nothing', why: 'no answer' });
    expect(await inHistory([none], there)).toMatchObject({ found: 'order' });
  });
});

it('a query that fails proves nothing, and says when the next one may be sent', async () => {
  const nothing = { found: 'nothing', why: 'refused' };
  expect(await query(refusal(-1003, 7_000))).toEqual({ ...nothing, retryAfterMs: 7_000 });
  expect(await query(refusal(-1003))).toEqual({ ...nothing, retryAfterMs: 0 });
  expect(await query(new Error('refused'))).toEqual({ ...nothing, retryAfterMs: 0 });
  expect(await query(refusal(-2013))).toEqual({ found: 'none' });
  expect(await query({ ...ROW, side: 'SELL' })).toEqual({
    ...{ found: 'other', why: 'an order of other terms has this id', retryAfterMs: 0 },
  });
  expect(await query({ ...ROW, clientOrderId: 'other' })).toEqual({
    ...{ found: 'nothing', why: 'the answer is about another order', retryAfterMs: 0 },
  });
});

it('terms are the same if the answer shows none that differs', () => {
  expect(isSameOrder(ROW, WIRE, fields)).toBe(true);
  expect(isSameOrder({ ...ROW, origQty: '2.001' }, WIRE, fields)).toBe(false);
  expect(isSameOrder({ clientOrderId: 'mine' }, WIRE, fields)).toBe(true);
  expect(isSameOrder(ROW, new Map(), fields)).toBe(true);
});

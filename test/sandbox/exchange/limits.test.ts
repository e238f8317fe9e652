import { describe, expect, it } from 'vitest';
import { chosenLimits, LIMIT_SETS } from '../../../src/catalogue/limits/sets.ts';
import type { SandboxExchange } from '../../../src/sandbox/exchange/create-exchange.ts';
import { replayEntry } from '../../../src/sandbox/exchange/requests.ts';
import type { JournalEntry } from '../../../src/sandbox/journal-entries.ts';
import { createTestExchange, requestJson, requestPublicJson, sendSigned } from '../signed-calls.ts';

const REST = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT_MAKER', quantity: '0.001', price: '80000' };

/** Places orders in one moment until one is refused; returns how many were accepted and the text of the refusal. */
function placeUntilRefused(exchange: SandboxExchange, max: number) {
  for (let placed = 0; placed < max; placed += 1) {
    const { status, body } = sendSigned(exchange, 'POST', '/api/v3/order', REST);
    if (status !== 200) return [placed, JSON.parse(body).msg];
  }
  return [max, ''];
}

describe('the limits of today', () => {
  it('allow 100 spot orders in ten seconds, of which the document refuses the eleventh', () => {
    expect(placeUntilRefused(createTestExchange(), 101)).toEqual([
      10,
      'Too many new orders; current limit is 10 orders per 1 SECOND.',
    ]);
    expect(placeUntilRefused(createTestExchange({ limitSet: 'today' }), 101)).toEqual([
      100,
      'Too many new orders; current limit is 100 orders per 10 SECOND.',
    ]);
  });

  it('are in force with the interface of today, unless others are chosen', () => {
    const ordersOf = (exchange: SandboxExchange) =>
      requestPublicJson(exchange, '/api/v3/exchangeInfo?symbol=BTCUSDT').rateLimits.slice(1);
    const today = { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: 100 };
    const day = { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: 200_000 };
    expect(ordersOf(createTestExchange({ interface: 'today' }))).toEqual([today, day]);
    expect(ordersOf(createTestExchange({ interface: 'today', limitSet: 'document' }))).toEqual([
      { ...today, intervalNum: 1, limit: 10 },
      day,
    ]);
  });

  it('count the weight and orders of both futures products together', () => {
    const weightOf = (exchange: SandboxExchange) => {
      sendSigned(exchange, 'GET', '/fapi/v2/account');
      return sendSigned(exchange, 'GET', '/dapi/v1/account').headers['X-MBX-USED-WEIGHT-1M'];
    };
    expect(weightOf(createTestExchange())).toBe('5');
    expect(weightOf(createTestExchange({ limitSet: 'today' }))).toBe('10');
  });
});

describe('chosen limits', () => {
  it('raise and lower the orders of short windows, and never the longer ones below the document', () => {
    const spot = (orderLimit: number) => chosenLimits(LIMIT_SETS.document, { orderLimit }).orders.spot;
    expect(spot(1_000_000)).toEqual({ perSecond: 1_000_000, perDay: 1_000_000 });
    expect(spot(2)).toEqual({ perSecond: 2, perDay: 200_000 });
    expect(chosenLimits(LIMIT_SETS.today, { orderLimit: 500 }).orders.usdm).toEqual({
      perTenSeconds: 500,
      perMinute: 1200,
    });
  });

  it('of weight cover /sapi too, whose limits stayed at 12,000 and 180,000', () => {
    const exchange = createTestExchange({ limitChoices: { weightLimit: 600_000 } });
    const call = () => sendSigned(exchange, 'GET', '/sapi/v1/convert/exchangeInfo', { toAsset: 'BTC' });
    for (let calls = 0; calls < 5; calls += 1) expect(call().status).toBe(200);
    expect(chosenLimits(LIMIT_SETS.document, { weightLimit: 600 })).toMatchObject({
      spotWeight: 600,
      futuresWeight: 600,
      sapiAddressWeight: 1200,
      sapiAccountWeight: 18_000,
      futuresDataRequests: 100,
    });
  });
});

describe('a journal of orders', () => {
  it('is replayed under the limits that let them pass', () => {
    const entries: JournalEntry[] = [];
    const exchange = createTestExchange({ limitSet: 'today', limitChoices: { orderLimit: 30 } });
    exchange.appendEntry = (entry) => void entries.push(entry);
    expect(placeUntilRefused(exchange, 50)[0]).toBe(30);
    const other = createTestExchange();
    for (const entry of entries) replayEntry(other, entry);
    expect(requestJson(other, 'GET', '/api/v3/openOrders')).toHaveLength(30);
    // The limits in force are back after the replay.
    expect(placeUntilRefused(other, 1)[1]).toContain('10 orders per 1 SECOND');
  });
});

describe('the response type of an order', () => {
  it.each([
    ['MARKET', 'FULL'],
    ['LIMIT', 'FULL'],
    ['LIMIT_MAKER', 'ACK'],
  ])('of type %s is %s by default today, and ACK by the document', (type, expected) => {
    const order = type === 'MARKET' ? { ...REST, type, price: undefined } : { ...REST, type };
    const more = type === 'LIMIT' ? { timeInForce: 'GTC' } : {};
    const sent = Object.fromEntries(
      Object.entries({ ...order, ...more }).filter(([, value]) => value !== undefined),
    ) as Record<string, string>;
    const hasFills = (served: 'document' | 'today') =>
      'fills' in requestJson(createTestExchange({ interface: served }), 'POST', '/api/v3/order', sent);
    expect([hasFills('today'), hasFills('document')]).toEqual([expected === 'FULL', false]);
  });
});

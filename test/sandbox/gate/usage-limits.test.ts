import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/core/time-units.ts';
import { unixMs } from '../../../src/core/words.ts';
import { demoKeys } from '../../../src/sandbox/engine/ledger/demo-keys.ts';
import { answerRequest } from '../../../src/sandbox/exchange/requests.ts';
import { BAN_LONGEST_MS, createLimiter, type Limiter } from '../../../src/sandbox/gate/weights.ts';
import { createTestExchange, sendSigned } from '../signed-calls.ts';

/** 2024-01-31T12:00:00Z, the start of a minute. */
const START = 1_706_702_400_000;
const SPOT = '/api/v3/depth';

interface Charge {
  readonly at?: number;
  readonly client?: string;
  readonly path?: string;
  readonly weight?: number;
}

/** Charges a call at `at` ms after START and returns its weight, status and Retry-After. */
function chargeCall(limiter: Limiter, { at = 0, client = '127.0.0.1', path = SPOT, weight = 1 }: Charge) {
  const { headers, refusal } = limiter.charge({ client, path, weight, now: unixMs(START + at) });
  const used = headers['X-MBX-USED-WEIGHT-1M'];
  return {
    used: used === undefined ? undefined : Number(used),
    status: refusal?.status ?? 200,
    code: refusal?.code,
    text: refusal?.message,
    retryAfter: refusal === undefined ? undefined : Number(refusal.headers['Retry-After']),
  };
}

describe('the weight of a minute', () => {
  it('is summed per client and reported in every response', () => {
    const limiter = createLimiter();
    expect(chargeCall(limiter, { weight: 250 }).used).toBe(250);
    expect(chargeCall(limiter, { weight: 20, at: 59_999 }).used).toBe(270);
    expect(chargeCall(limiter, { weight: 5, client: '127.0.0.2' }).used).toBe(5);
  });

  it('is reset on the full minute, not a minute after the first call', () => {
    const limiter = createLimiter();
    expect(chargeCall(limiter, { weight: 100, at: 59_999 }).used).toBe(100);
    expect(chargeCall(limiter, { weight: 7, at: 60_000 }).used).toBe(7);
  });

  it('may reach the limit but not exceed it', () => {
    const limiter = createLimiter();
    expect(chargeCall(limiter, { weight: 5999 }).status).toBe(200);
    expect(chargeCall(limiter, { weight: 1 })).toMatchObject({ status: 200, used: 6000 });
    expect(chargeCall(limiter, { weight: 1, at: 18_500 })).toEqual({
      used: 6001,
      status: 429,
      code: -1003,
      text: 'Too much request weight used; current limit is 6000 request weight per 1 MINUTE. Please use WebSocket Streams for live updates to avoid polling the API.',
      retryAfter: 42,
    });
  });

  it('is available again after Retry-After', () => {
    const limiter = createLimiter({ spotWeight: 10 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_600_000 }), (at) => {
        chargeCall(limiter, { weight: 11, at, client: `c${at}` });
        const { retryAfter } = chargeCall(limiter, { at, client: `c${at}` });
        expect(chargeCall(limiter, { at: at + retryAfter! * 1000, client: `c${at}` }).status).toBe(200);
      }),
      { seed: 20240131 },
    );
  });

  it('has a limit of 2400 for each futures product and options, separate from spot', () => {
    const limiter = createLimiter();
    chargeCall(limiter, { weight: 6000 });
    for (const path of ['/fapi/v1/time', '/dapi/v1/time', '/eapi/v1/time']) {
      expect(chargeCall(limiter, { path, weight: 2400 })).toMatchObject({ status: 200, used: 2400 });
      expect(chargeCall(limiter, { path })).toMatchObject({
        status: 429,
        text: 'Too many requests; current limit is 2400 requests per minute. Please use the websocket for live updates to avoid polling the API.',
      });
    }
  });

  it('has a separate limit for each wallet path, by address or by account', () => {
    const limiter = createLimiter();
    const charge = (path: string, weight: number, byAccount = false) =>
      limiter.charge({ client: 'a', path, weight, byAccount, now: unixMs(START) });
    expect(charge('/sapi/v1/one', 12_000).headers).toEqual({ 'X-SAPI-USED-IP-WEIGHT-1M': '12000' });
    expect(charge('/sapi/v1/two', 1).headers).toEqual({ 'X-SAPI-USED-IP-WEIGHT-1M': '1' });
    expect(charge('/sapi/v1/one', 1).refusal?.status).toBe(429);
    expect(charge('/sapi/v1/three', 90_000, true).headers).toEqual({ 'X-SAPI-USED-UID-WEIGHT-1M': '90000' });
    expect(charge('/sapi/v1/three', 90_000, true).refusal).toBeUndefined();
    expect(charge('/sapi/v1/three', 90_000, true).refusal?.status).toBe(429);
  });

  it('is counted by account where the public facts state it', () => {
    const { apiKey } = demoKeys(1);
    const exchange = createTestExchange();
    const { headers } = sendSigned(exchange, 'POST', '/sapi/v1/convert/getQuote', {
      fromAsset: 'USDT',
      toAsset: 'BTC',
      fromAmount: '100',
    });
    expect(headers).toMatchObject({ 'X-SAPI-USED-UID-WEIGHT-1M': '200' });
    const pairs = answerRequest(exchange, {
      method: 'GET',
      target: '/sapi/v1/convert/exchangeInfo?fromAsset=BTC',
      headers: { 'x-mbx-apikey': apiKey },
      body: '',
      client: '127.0.0.1',
    });
    expect(pairs.headers).toMatchObject({ 'X-SAPI-USED-IP-WEIGHT-1M': '3000' });
  });

  it('includes funding requests, which also share a limit in five minutes', () => {
    const limiter = createLimiter();
    const charge = (path: string, now = START) =>
      limiter.charge({ client: 'a', path: `/fapi/v1/${path}`, weight: 1, now: unixMs(now) });
    for (let sent = 0; sent < 250; sent += 1) {
      expect(charge('fundingRate').refusal).toBeUndefined();
      expect(charge('fundingInfo').refusal).toBeUndefined();
    }
    const { headers, refusal } = charge('fundingRate');
    expect(headers['X-MBX-USED-WEIGHT-1M']).toBe('501');
    expect([refusal?.status, refusal?.code, refusal?.headers['Retry-After']]).toEqual([429, -1003, '300']);
    expect(charge('premiumIndex').refusal).toBeUndefined();
    expect(charge('fundingRate', START + 5 * MINUTE_MS).refusal).toBeUndefined();
  });

  it('is separate from the number of futures data requests in five minutes', () => {
    const limiter = createLimiter({ futuresDataRequests: 2 });
    const path = '/futures/data/basis';
    expect(chargeCall(limiter, { path, weight: 0 }).status).toBe(200);
    expect(chargeCall(limiter, { path, weight: 0, at: 4 * MINUTE_MS }).status).toBe(200);
    expect(chargeCall(limiter, { path, weight: 0, at: 4 * MINUTE_MS })).toMatchObject({
      status: 429,
      retryAfter: 60,
    });
    expect(chargeCall(limiter, { path, weight: 0, at: 5 * MINUTE_MS }).status).toBe(200);
  });

  it('is separate from the number of wallet look-ups, which never leads to a ban', () => {
    const limiter = createLimiter({ holdingsRequests: 2, limitedCallsBeforeBan: 1 });
    const path = '/bapi/defi/x';
    chargeCall(limiter, { path });
    chargeCall(limiter, { path });
    for (let call = 0; call < 20; call += 1) {
      expect(chargeCall(limiter, { path })).toMatchObject({ status: 200, code: '100004', retryAfter: 60 });
    }
    expect(chargeCall(limiter, { path, at: MINUTE_MS }).code).toBeUndefined();
  });

  it('has a configurable limit', () => {
    const limiter = createLimiter({ spotWeight: 3 });
    expect(chargeCall(limiter, { weight: 3 }).status).toBe(200);
    expect(chargeCall(limiter, { weight: 1 }).status).toBe(429);
  });
});

/** Exceeds the limit at `at` until the ban; returns the responses. */
function exceedUntilBanned(limiter: Limiter, at: number, client = '127.0.0.1') {
  const answers = [chargeCall(limiter, { at, client, weight: 101 })];
  while (answers.at(-1)?.status === 429) answers.push(chargeCall(limiter, { at, client }));
  return answers;
}

describe('bans', () => {
  const limits = { spotWeight: 100 };

  it('come after ten calls that follow a 429 in the same window', () => {
    const answers = exceedUntilBanned(createLimiter(limits), 0);
    expect(answers.map((one) => one.status)).toEqual([...Array(11).fill(429), 418]);
    expect(answers.at(-1)).toMatchObject({
      code: -1003,
      text: `Way too much request weight used; IP banned until ${START + 2 * MINUTE_MS}. Please use WebSocket Streams for live updates to avoid bans.`,
      retryAfter: 120,
    });
  });

  it('last until their end, whatever is sent meanwhile', () => {
    const limiter = createLimiter(limits);
    exceedUntilBanned(limiter, 500);
    expect(chargeCall(limiter, { at: 60_500 })).toMatchObject({ status: 418, retryAfter: 60 });
    expect(chargeCall(limiter, { at: 120_499 })).toMatchObject({ status: 418, retryAfter: 1 });
    expect(chargeCall(limiter, { at: 120_500 }).status).toBe(200);
  });

  it('grow threefold from 2 minutes to 3 days', () => {
    const limiter = createLimiter(limits);
    const lengths: number[] = [];
    let at = 0;
    for (let count = 0; count < 9; count += 1) {
      const ban = exceedUntilBanned(limiter, at).at(-1);
      lengths.push(ban!.retryAfter! / 60);
      at += ban!.retryAfter! * 1000;
    }
    expect(lengths).toEqual([2, 6, 18, 54, 162, 486, 1458, 4320, 4320]);
  });

  it('are short again after three days without a ban', () => {
    const limiter = createLimiter(limits);
    exceedUntilBanned(limiter, 0);
    expect(exceedUntilBanned(limiter, 2 * MINUTE_MS).at(-1)?.retryAfter).toBe(360);
    const later = 8 * MINUTE_MS + BAN_LONGEST_MS + MINUTE_MS;
    expect(exceedUntilBanned(limiter, later).at(-1)?.retryAfter).toBe(120);
  });

  it('do not affect a client that stops at its first 429, however often that happens', () => {
    const limiter = createLimiter(limits);
    for (let minute = 0; minute < 100; minute += 1) {
      expect(chargeCall(limiter, { at: minute * MINUTE_MS, weight: 101 }).status).toBe(429);
    }
  });

  it('also affect a client that continues after 429 in adjacent windows', () => {
    const limiter = createLimiter(limits);
    const statuses: number[] = [];
    for (let minute = 0; minute < 3; minute += 1) {
      for (let call = 0; call < 6; call += 1) {
        statuses.push(chargeCall(limiter, { at: minute * MINUTE_MS, weight: 101 }).status);
      }
    }
    expect(statuses.slice(0, 13)).not.toContain(418);
    expect(statuses.at(-1)).toBe(418);
  });

  it('apply to one client and one product', () => {
    const limiter = createLimiter(limits);
    exceedUntilBanned(limiter, 0);
    expect(chargeCall(limiter, { client: '127.0.0.2' }).status).toBe(200);
    expect(chargeCall(limiter, { path: '/fapi/v1/time' }).status).toBe(200);
    expect(chargeCall(limiter, { path: '/api/v3/time' }).status).toBe(418);
  });

  it('do not make the limiter grow with the number of clients', () => {
    const limiter = createLimiter({ spotWeight: 10, limitedCallsBeforeBan: 0 });
    for (let client = 0; client < 30_000; client += 1)
      chargeCall(limiter, { client: `c${client}`, weight: 11 });
    // The first client has been forgotten by now, the last has not.
    expect(chargeCall(limiter, { client: 'c0' }).used).toBe(1);
    expect(chargeCall(limiter, { client: 'c29999' }).used).toBe(12);
  });
});

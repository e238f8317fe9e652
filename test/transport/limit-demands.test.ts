/** The limits that a request counts towards, and what answers say about them. */
import { describe, expect, it } from 'vitest';
import * as ORDERS from '../../src/catalogue/limits/orders.ts';
import * as LIMITS from '../../src/catalogue/limits/requests.ts';
import type { Answer } from '../../src/request/types.ts';
import { announcedCap } from '../../src/transport/limit-demand.ts';
import { orderDemandsOf, orderMeterOf } from '../../src/transport/order-limits.ts';
import { serverDateOf } from '../../src/transport/retry-after.ts';
import { meterOf, weightDemandOf } from '../../src/transport/weight-scope.ts';
import { answer, orderRequest, readRequest } from './requests.ts';

const HISTORY = '/sapi/v1/capital/withdraw/history';
const BY_ACCOUNT = { first: 7, second: 7, counted: 7, isByAccount: true as const };

function demandOf(path: `/${string}`, served: 'document' | 'today' = 'document', isByAccount = false) {
  const weight = isByAccount ? BY_ACCOUNT : { first: 7, second: 7, counted: 7 };
  return weightDemandOf(readRequest({ path, weight }), served, 'mine');
}

function reporting(weight: Answer['usage']['weight']): Answer {
  return { ...answer(200), usage: { weight, orders: {} } };
}

describe('the limit that a request counts towards', () => {
  const spot = { key: 'spot', title: 'spot', cap: LIMITS.spotWeight.value };
  const usdm = { key: 'usdm', title: 'USD-margined futures', cap: LIMITS.futuresWeight.value };
  const coinm = { key: 'coinm', title: 'coin-margined futures', cap: LIMITS.futuresWeight.value };
  const options = { key: 'options', title: 'options', cap: LIMITS.optionsWeight.value };

  it.each([
    ['/api/v3/ping', 'document', spot],
    ['/ws-api/v3/ping', 'document', spot],
    ['/fapi/v1/ping', 'document', usdm],
    ['/ws-fapi/v1/ping', 'document', usdm],
    ['/dapi/v1/ping', 'document', coinm],
    ['/ws-dapi/v1/ping', 'document', coinm],
    ['/dapi/v1/ping', 'today', usdm],
    ['/ws-dapi/v1/ping', 'today', usdm],
    ['/eapi/v1/ping', 'today', options],
  ] as const)('is the weight per minute of its product: %s of interface %s', (path, served, listed) => {
    const { meter, weight, reportedIn } = demandOf(path, served)!;
    expect(meter).toEqual({
      ...listed,
      windowMs: 60_000,
      isReported: true,
      requestsMax: LIMITS.requests.value,
    });
    expect([weight, reportedIn(reporting({ '1m': 9, '1h': 10 }))]).toEqual([7, 9]);
    expect(meterOf(meter)).toEqual(meter);
  });

  it.each([
    ['/fapi/v1/fundingRate', 'usdm funding', LIMITS.fundingRequests],
    ['/fapi/v1/fundingInfo', 'usdm funding', LIMITS.fundingRequests],
    ['/futures/data/basis', 'spot data', LIMITS.futuresData],
  ] as const)('is a number of requests, of which answers report none: %s', (path, key, limit) => {
    const { meter, weight, reportedIn } = demandOf(path)!;
    expect(meter).toMatchObject({
      ...{ key, cap: limit.value, windowMs: limit.windowMs, isReported: false },
    });
    expect([weight, reportedIn(reporting({ '1m': 9 }))]).toEqual([1, undefined]);
    expect(meterOf(meter)).toMatchObject({ cap: limit.value, windowMs: limit.windowMs, isReported: false });
  });

  it('is unknown outside the paths of the exchange', () => {
    expect(demandOf('/other/v1/ping')).toBeUndefined();
  });

  it.each([
    [{ 'sapi-ip-1m': 5, 'sapi-uid-1m': 6 }, 5, undefined],
    [{ 'sapi-ip-1m': 5 }, 5, undefined],
    [{ 'sapi-uid-1m': 6 }, 6, LIMITS.sapiAccountWeight.value],
    [{}, undefined, undefined],
  ])('of a wallet endpoint counts by address unless an answer reports %j', (usage, reported, cap) => {
    const { meter, weight, reportedIn, capIn } = demandOf(HISTORY)!;
    expect(meter).toMatchObject({ key: HISTORY, title: HISTORY, cap: LIMITS.sapiAddressWeight.value });
    expect([weight, reportedIn(reporting(usage)), capIn!(reporting(usage))]).toEqual([7, reported, cap]);
    expect(meterOf(meter)).toEqual(meter);
  });

  it.each([
    [{ 'sapi-ip-1m': 5, 'sapi-uid-1m': 6 }, 6, undefined],
    [{ 'sapi-uid-1m': 6 }, 6, undefined],
    [{ 'sapi-ip-1m': 5 }, 5, LIMITS.sapiAddressWeight.value],
    [{}, undefined, undefined],
  ])('of a wallet endpoint counts by account where the catalogue says so: %j', (usage, reported, cap) => {
    const { meter, weight, reportedIn, capIn } = demandOf(HISTORY, 'document', true)!;
    expect(meter).toMatchObject({
      ...{ key: `${HISTORY} mine`, title: HISTORY, cap: LIMITS.sapiAccountWeight.value },
    });
    expect([weight, reportedIn(reporting(usage)), capIn!(reporting(usage))]).toEqual([7, reported, cap]);
    expect(meterOf(meter)).toEqual(meter);
  });
});

describe('the limits on the number of orders', () => {
  it.each([
    ['spot', 'document', { '1s': ORDERS.spotOrdersSecond.value, '1d': ORDERS.spotOrdersDay.value }],
    ['spot', 'today', { '10s': ORDERS.spotOrdersTenSeconds.value, '1d': ORDERS.spotOrdersDay.value }],
    ['coinm', 'document', { '1s': ORDERS.futuresOrdersSecond.value, '1d': ORDERS.futuresOrdersDay.value }],
    [
      'options',
      'document',
      { '10s': ORDERS.optionsOrdersTenSeconds.value, '1m': ORDERS.optionsOrdersMinute.value },
    ],
    ['margin', 'document', {}],
  ] as const)('of %s by interface %s are those of the account', (product, served, caps) => {
    const demands = orderDemandsOf(orderRequest({ product, orders: 3 }), 'mine', served);
    const usage = { weight: {}, orders: { '1s': 1, '10s': 2, '1m': 3, '1d': 4 } };
    const counts: Readonly<Record<string, number>> = usage.orders;
    const windows: Readonly<Record<string, number>> = {
      ...{ '1s': 1_000, '10s': 10_000, '1m': 60_000, '1d': 86_400_000 },
    };
    expect(
      demands.map(({ meter, weight, reportedIn }) => ({
        ...{ meter, weight, reported: reportedIn({ ...answer(200), usage }) },
      })),
    ).toEqual(
      Object.entries(caps).map(([window, cap]) => ({
        meter: {
          key: `orders ${product} mine ${window}`,
          title: `${product === 'coinm' ? 'coin-margined futures' : product} orders in ${window}`,
          cap,
          windowMs: windows[window],
          isReported: true,
          givesBack: true,
        },
        weight: 3,
        reported: counts[window],
      })),
    );
    for (const { meter } of demands) {
      const { cap, ...shown } = orderMeterOf(meter.key, meter.windowMs)!;
      expect(meter).toMatchObject(shown);
      expect(cap).toBeGreaterThan(0);
    }
  });

  it('of both futures products are one where the interface counts them together', () => {
    const keys = orderDemandsOf(orderRequest({ product: 'coinm', orders: 1 }), 'mine', 'today').map(
      ({ meter }) => meter.key,
    );
    expect(keys).toEqual(['orders usdm mine 10s', 'orders usdm mine 1m']);
  });

  it.each([undefined, 0])('concern no request that places %s orders', (orders) => {
    const request = orders === undefined ? orderRequest() : orderRequest({ orders });
    expect(orderDemandsOf(request, 'mine', 'document')).toEqual([]);
  });

  it('have keys of their own, which name a product, an account and a window', () => {
    expect(orderMeterOf('orders spot mine 10s', 10_000)).toMatchObject({
      ...{ title: 'spot orders in 10s', cap: ORDERS.spotOrdersTenSeconds.value },
    });
    expect(orderMeterOf('orders spot mine 1m', 60_000)).toMatchObject({ cap: 0 });
    for (const key of ['spot', 'orders spot mine', 'orders spot mine 7s'])
      expect(orderMeterOf(key, 10_000)).toBeUndefined();
  });
});

describe('the limit that exchange information announces', () => {
  const meter = demandOf('/api/v3/ping')!.meter;
  const info = (limit: number | string, before = '') =>
    `{${before}"rateLimits":[{"rateLimitType":"REQUEST_WEIGHT","interval":"MINUTE","intervalNum":1,"limit":${limit}}]}`;
  const request = readRequest({ path: '/api/v3/exchangeInfo' });

  it('is its weight per minute', () => {
    expect(announcedCap(request, answer(200, info(1)), meter)).toBe(1);
    expect(announcedCap(request, answer(200, info(6000)), meter)).toBe(6000);
    const limit = /\{"rateLimitType".*\}(?=\])/.exec(info(6000))![0];
    expect(announcedCap(request, answer(200, limit), meter)).toBe(6000);
  });

  it.each([
    ['of another status', request, answer(418, info(6000)), meter],
    ['of another request', readRequest(), answer(200, info(6000)), meter],
    ['of another window', request, answer(200, info(6000)), { ...meter, windowMs: 1_000 }],
    ['without a limit', request, answer(200, '{}'), meter],
    ['with a limit of 0', request, answer(200, info(0)), meter],
    ['whose limits follow the symbols', request, answer(200, info(6000, ' '.repeat(4_000))), meter],
  ])('is none in an answer %s', (_, asked, received, counted) => {
    expect(announcedCap(asked, received, counted)).toBeUndefined();
  });
});

describe('the time of the server in an answer', () => {
  it.each([
    ['Wed, 03 Jul 2024 07:00:00 GMT', 1_719_990_000_000],
    ['Wed, 03 Jul 2024 07:00:00 GMT (12345678)', 1_719_990_000_000],
    ['Wed, 03 Jul 2024 07:00:00 GMT (123456789)', undefined],
    ['1970-01-01T00:00:00.001Z', 1],
    ['Thu, 01 Jan 1970 00:00:00 GMT', undefined],
    ['soon', undefined],
    [undefined, undefined],
  ])('of %s is %s', (date, expected) => {
    expect(serverDateOf({ headers: date === undefined ? {} : { date } })).toBe(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/core/time-units.ts';
import { manualClock } from '../manual-clock.ts';
import { createTestExchange, type Params, requestJson, requestPublicJson } from '../signed-calls.ts';

const MINING = '/sapi/v1/mining';
const ACCOUNT = { algo: 'sha256', userName: 'my-account' };

/** Every seeded history, with the names of its time parameters. */
const HISTORIES = [
  ['/sapi/v1/fiat/orders', { transactionType: 0 }, 'beginTime', 'endTime'],
  ['/sapi/v1/fiat/orders', { transactionType: 1 }, 'beginTime', 'endTime'],
  ['/sapi/v1/fiat/payments', { transactionType: 0 }, 'beginTime', 'endTime'],
  ['/sapi/v1/fiat/payments', { transactionType: 1 }, 'beginTime', 'endTime'],
  ['/sapi/v1/c2c/orderMatch/listUserOrderHistory', { tradeType: 'BUY' }, 'startTimestamp', 'endTimestamp'],
  ['/sapi/v1/c2c/orderMatch/listUserOrderHistory', { tradeType: 'SELL' }, 'startTimestamp', 'endTimestamp'],
] as const;

describe.each(HISTORIES)('the history %s of %o', (path, params: Params, from, to) => {
  const now = manualClock().now();
  const rowsOf = (more: Params = {}, moved = 0, seed = 1) => {
    const clock = manualClock();
    clock.move(moved);
    return requestJson(createTestExchange({ clock, seed }), 'GET', path, { ...params, ...more });
  };
  const window = { [from]: now - 30 * DAY_MS, [to]: now };

  it('is the same for every query after its end', () => {
    const settled = { [from]: now - 30 * DAY_MS, [to]: now - DAY_MS };
    expect(rowsOf(settled).data.length).toBeGreaterThan(3);
    expect(rowsOf(settled, 50 * DAY_MS)).toEqual(rowsOf(settled));
    expect(rowsOf(settled, 0, 2)).not.toEqual(rowsOf(settled));
  });

  it('is returned in pages, oldest first, and for the last 30 days if times are omitted', () => {
    const all = rowsOf(window);
    expect(rowsOf()).toEqual(all);
    expect(all.total).toBe(all.data.length);
    const pages = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((page) => rowsOf({ ...window, page, rows: 3 }).data);
    expect(pages).toEqual(all.data);
    const times = all.data.map((row: { createTime: number }) => row.createTime);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(now - 30 * DAY_MS);
    expect(times.at(-1)).toBeLessThanOrEqual(now);
  });
});

it('a payment has the market price of its time', () => {
  const exchange = createTestExchange();
  const { data } = requestJson(exchange, 'GET', '/sapi/v1/fiat/payments', {
    transactionType: 0,
    beginTime: Date.UTC(2023, 6, 1),
  });
  const row = data.find(
    (one: { cryptoCurrency: string; fiatCurrency: string }) =>
      one.cryptoCurrency === 'BTC' && one.fiatCurrency === 'USD',
  );
  const startTime = row.createTime - (row.createTime % 3_600_000);
  const [candle] = requestPublicJson(
    exchange,
    `/api/v3/klines?symbol=BTCUSDT&interval=1h&limit=1&startTime=${startTime}`,
  );
  expect(Number(row.price)).toBeGreaterThanOrEqual(Number(candle[3]));
  expect(Number(row.price)).toBeLessThanOrEqual(Number(candle[2]));
});

describe('a mining account', () => {
  const clock = manualClock();
  const exchange = createTestExchange({ clock });
  const pool = (path: string, params: Params = {}) =>
    requestJson(exchange, 'GET', `${MINING}/${path}`, { ...ACCOUNT, ...params }).data;

  it('has the sum of the hash rates of its workers', () => {
    const { workerDatas, totalNum } = pool('worker/list');
    const { fifteenMinHashRate, dayHashRate, validNum, invalidNum } = pool('statistics/user/status');
    const sum = (name: 'hashRate' | 'dayHashRate') =>
      workerDatas.reduce((total: number, one: Record<string, number>) => total + one[name]!, 0);
    expect(totalNum).toBe(workerDatas.length);
    expect(validNum + invalidNum).toBe(totalNum);
    expect(fifteenMinHashRate).toBe(`${sum('hashRate')}.00000000`);
    expect(dayHashRate).toBe(`${sum('dayHashRate')}.00000000`);
  });

  it("reports yesterday's earnings equal to its payments", () => {
    const { profitYesterday } = pool('statistics/user/status');
    const { accountProfits } = pool('payment/list', { coin: 'BTC' });
    const last = accountProfits.at(-1);
    expect(accountProfits).toHaveLength(20);
    const all = [1, 2].flatMap(
      (pageIndex) => pool('payment/list', { coin: 'BTC', pageIndex }).accountProfits,
    );
    expect(Number(profitYesterday.BTC)).toBe(all.at(-1).profitAmount);
    expect(all.slice(-3).map((one: { status: number }) => one.status)).toEqual([2, 1, 0]);
    expect(last.time).toBe(all[19].time);
  });

  it('lists its workers by status and in the requested order', () => {
    for (const [status, wanted] of [
      [1, true],
      [2, false],
    ] as const) {
      const { workerDatas } = pool('worker/list', { workerStatus: status });
      for (const one of workerDatas) expect([one.status, one.hashRate > 0]).toEqual([status, wanted]);
    }
    const rates = (sort: number) =>
      pool('worker/list', { sort }).workerDatas.map((one: { hashRate: number }) => one.hashRate);
    expect(rates(1)).toEqual([...rates(0)].sort((a, b) => a - b));
    expect(rates(2)).toEqual([...rates(0)].sort((a, b) => b - a));
    const shares = pool('worker/list', { sort: 4, sortColumn: 2 }).workerDatas.map(
      (one: { lastShareTime: number }) => one.lastShareTime,
    );
    expect(shares).toEqual([...shares].sort((a, b) => b - a));
  });

  it('returns hourly rates of a day and daily rates of a month of each worker', () => {
    const [hours, days] = pool('worker/detail', { workerName: 'rig-1' });
    expect([hours.type, hours.hashrateDatas.length]).toEqual(['H_hashrate', 24]);
    expect([days.type, days.hashrateDatas.length]).toEqual(['D_hashrate', 30]);
  });

  it('rejects an unknown algorithm and an unknown worker', () => {
    expect(() => pool('worker/list', { algo: 'sha1' })).toThrow('-1130');
    expect(() => pool('worker/detail', { workerName: 'rig-99' })).toThrow('-1130');
  });
});

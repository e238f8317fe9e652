import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/core/time-units.ts';
import { manualClock } from '../manual-clock.ts';
import { createTestExchange, type Params, requestJson, sendSigned } from '../signed-calls.ts';

const EARN = '/sapi/v1/simple-earn';

/** The clock starts at noon. */
function setUp() {
  const clock = manualClock();
  const exchange = createTestExchange({ clock });
  const free = (asset: string): string =>
    requestJson(exchange, 'GET', '/api/v3/account').balances.find(
      (one: { asset: string }) => one.asset === asset,
    ).free;
  const post = (path: string, params: Params) => sendSigned(exchange, 'POST', `${EARN}/${path}`, params);
  const rows = (path: string, params: Params = {}) =>
    requestJson(exchange, 'GET', `${EARN}/${path}`, { size: 100, ...params }).rows;
  const dividends = () => requestJson(exchange, 'GET', '/sapi/v1/asset/dividendRecord', { limit: 500 }).rows;
  const rateOf = (productId: string): bigint =>
    units(
      rows('flexible/list').find((one: { productId: string }) => one.productId === productId)
        .latestAnnualPercentageRate,
    );
  return { clock, exchange, free, post, rows, dividends, rateOf };
}

function units(text: string): bigint {
  return BigInt(text.replace('.', ''));
}

describe('a flexible product', () => {
  it('pays interest at midnight for each day that an amount was subscribed completely', () => {
    const { clock, free, post, dividends, rateOf } = setUp();
    post('flexible/subscribe', { productId: 'USDT001', amount: '36500', autoSubscribe: 'false' });
    expect(free('USDT')).toBe('963500.00000000');
    clock.move(DAY_MS);
    expect([free('USDT'), dividends()]).toEqual(['963500.00000000', []]);
    const rate = rateOf('USDT001');
    clock.move(DAY_MS);
    // The daily interest on 36500 is 100 times the APR.
    const interest = 100n * rate;
    expect(units(free('USDT'))).toBe(96_350_000_000_000n + interest);
    expect(dividends()).toMatchObject([{ asset: 'USDT', divTime: Date.UTC(2024, 1, 2), enInfo: 'Flexible' }]);
    expect(units(dividends()[0].amount)).toBe(interest);
  });

  it('with auto-subscribe adds its interest to the principal and lists it', () => {
    const { clock, free, post, rows } = setUp();
    post('flexible/subscribe', { productId: 'BTC001', amount: '5' });
    clock.move(3 * DAY_MS);
    const [first, ...automatic] = rows('flexible/history/subscriptionRecord');
    expect(first).toMatchObject({ amount: '5.00000000', type: 'NORMAL', sourceAccount: 'SPOT' });
    expect(automatic.map((one: { type: string }) => one.type)).toEqual(['AUTO', 'AUTO']);
    expect(free('BTC')).toBe('5.00000000');
    expect(post('flexible/redeem', { productId: 'BTC001', redeemAll: 'true' }).status).toBe(200);
    const earned = automatic.reduce((sum: bigint, one: { amount: string }) => sum + units(one.amount), 0n);
    expect(units(free('BTC'))).toBe(1_000_000_000n + earned);
  });

  it('pays no interest on an amount for the day on which it was redeemed', () => {
    const { clock, post, dividends } = setUp();
    post('flexible/subscribe', { productId: 'USDT001', amount: '1000', autoSubscribe: 'false' });
    clock.move(DAY_MS);
    post('flexible/redeem', { productId: 'USDT001', amount: '1000' });
    clock.move(5 * DAY_MS);
    expect(dividends()).toEqual([]);
  });

  it('debits the spot and the funding wallet, and redeems to the chosen one', () => {
    const { exchange, free, post, rows } = setUp();
    const funding = () =>
      exchange.accounts.walletOf(exchange.accounts.findUser('demo')!, 'FUNDING').balances.get('USDT')!.free;
    expect(free('USDT')).toBe('1000000.00000000');
    const before = funding();
    post('flexible/subscribe', { productId: 'USDT001', amount: '1000100', sourceAccount: 'ALL' });
    expect([free('USDT'), funding()]).toEqual(['0.00000000', before - 10_000_000_000n]);
    expect(rows('flexible/history/subscriptionRecord')[0]).toMatchObject({
      sourceAccount: 'SPOTANDFUNDING',
      amtFromSpot: '1000000.00000000',
      amtFromFunding: '100.00000000',
    });
    post('flexible/redeem', { productId: 'USDT001', amount: '100', destAccount: 'FUND' });
    expect(funding()).toBe(before);
  });

  it.each([
    ['flexible/subscribe', { productId: 'NO001', amount: '1' }, -6001, 'Daily product not exists'],
    [
      'flexible/subscribe',
      { productId: 'USDT001', amount: '0.01' },
      -1130,
      "Data sent for parameter 'amount' is not valid.",
    ],
    [
      'flexible/subscribe',
      { productId: 'USDT001', amount: '1000001' },
      -5002,
      'You have insufficient balance',
    ],
    ['flexible/redeem', { productId: 'USDT001', amount: '1' }, -9000, 'user have no avaliable amount'],
    ['flexible/redeem', { productId: 'USDT001', redeemAll: 'true' }, -9000, 'user have no avaliable amount'],
    ['locked/subscribe', { projectId: 'No*30', amount: '1' }, -1130, undefined],
    ['locked/subscribe', { projectId: 'Bnb*30', amount: '900' }, -1130, undefined],
  ])('%s with %o is rejected', (path, params: Params, code, msg) => {
    const { post } = setUp();
    const { status, body } = post(path, params);
    const found = JSON.parse(body);
    expect([status, found.code]).toEqual([400, code]);
    if (msg !== undefined) expect(found.msg).toBe(msg);
  });
});

describe('a locked product', () => {
  it('pays interest each day of its term and then returns the principal', () => {
    const { clock, free, post, dividends } = setUp();
    post('locked/subscribe', { projectId: 'Bnb*30', amount: '10', autoSubscribe: 'false' });
    expect(free('BNB')).toBe('990.00000000');
    clock.move(29 * DAY_MS);
    expect(units(free('BNB'))).toBeLessThan(100_000_000_000n);
    clock.move(10 * DAY_MS);
    const paid = dividends();
    expect(paid).toHaveLength(30);
    expect(new Set(paid.map((one: { enInfo: string }) => one.enInfo))).toEqual(new Set(['Locked']));
    const earned = paid.reduce((sum: bigint, one: { amount: string }) => sum + units(one.amount), 0n);
    expect(units(free('BNB'))).toBe(100_000_000_000n + earned);
  });

  it('with auto-subscribe starts a new term at the end of its term', () => {
    const { clock, free, post, rows } = setUp();
    post('locked/subscribe', { projectId: 'Sol*15', amount: '10' });
    clock.move(20 * DAY_MS);
    const [first, second] = rows('locked/history/subscriptionRecord');
    expect(first).toMatchObject({ type: 'NORMAL', lockPeriod: '15', projectId: 'Sol*15' });
    expect(second).toMatchObject({ type: 'AUTO', amount: '10.00000000', time: Date.UTC(2024, 1, 16) });
    expect(units(free('SOL'))).toBeLessThan(499_100_000_000n);
  });
});

describe('the lists', () => {
  it('are paged and filtered by asset', () => {
    const { exchange, rows } = setUp();
    const all = rows('flexible/list');
    const pages = [1, 2, 3].flatMap(
      (current) => requestJson(exchange, 'GET', `${EARN}/flexible/list`, { current, size: 7 }).rows,
    );
    expect(pages).toEqual(all);
    expect(rows('locked/list', { asset: 'BNB' }).map((one: { projectId: string }) => one.projectId)).toEqual([
      'Bnb*30',
      'Bnb*60',
      'Bnb*90',
    ]);
  });

  it('show a rate that changes daily', () => {
    const { clock, rateOf } = setUp();
    const rates = Array.from({ length: 5 }, () => {
      clock.move(DAY_MS);
      return rateOf('USDT001');
    });
    expect(new Set(rates).size).toBe(5);
  });
});

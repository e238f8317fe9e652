/** What today's reads of margin say must be what the engine does. */
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/core/time-units.ts';
import { unbalancedAssets } from '../ledger-checks.ts';
import { type Params, requestJson, sendSigned } from '../signed-calls.ts';
import { LOAN, lentAndOwed, ORDER, setUpMargin, TRANSFER } from './setup.ts';

const ROOT = '/sapi/v1/margin';
const BUY = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET' } as const;
const REST = { ...BUY, type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01', price: '50000' } as const;

function setUp(changed: Parameters<typeof setUpMargin>[0] = {}) {
  const setup = setUpMargin(changed);
  const { exchange } = setup;
  const get = (name: string, params: Params = {}) => requestJson(exchange, 'GET', `${ROOT}/${name}`, params);
  return {
    ...setup,
    get,
    send: (method: 'POST' | 'DELETE' | 'GET', path: string, params: Params) =>
      JSON.parse(sendSigned(exchange, method, path, params).body),
    flows: (params: Params = {}) =>
      get('capital-flow', params).map((flow: Record<string, string>) => [
        flow['type'],
        flow['asset'],
        flow['amount'],
      ]),
  };
}

/** Adds one unit of 10^-8. */
const more = (amount: string) => String((Number(amount) + 1e-8).toFixed(8));

describe('the amount that can be borrowed', () => {
  it.each(['USDT', 'BTC', 'BNB'])('is lent in %s, and nothing above it', (asset) => {
    const { get, refusal, post } = setUp();
    const { amount } = get('maxBorrowable', { asset });
    expect(Number(amount)).toBeGreaterThan(0);
    expect(refusal(LOAN, { asset, amount: more(amount) })).toMatchObject({ code: -3006 });
    expect(post(LOAN, { asset, amount })).toHaveProperty('tranId');
    expect(Number(get('maxBorrowable', { asset }).amount)).toBeLessThan(Number(amount) / 1000);
  });

  it('is that of an isolated account by its symbol', () => {
    const { get, post, refusal } = setUp();
    const isolated = { asset: 'USDT', isolatedSymbol: 'BTCUSDT' };
    const { amount } = get('maxBorrowable', isolated);
    const loan = { asset: 'USDT', isIsolated: 'TRUE', symbol: 'BTCUSDT' };
    expect(refusal(LOAN, { ...loan, amount: more(amount) }).code).toBe(-3006);
    post(LOAN, { ...loan, amount });
    expect(Number(amount)).toBeLessThan(Number(get('maxBorrowable', { asset: 'USDT' }).amount));
  });

  it('ends at the limit of the asset, however much collateral there is', () => {
    const { get, exchange, refusal } = setUp();
    const demo = exchange.accounts.findUser('demo')!;
    const { ledger, outside } = exchange.accounts;
    ledger.transfer('USDT', 10n ** 17n, outside, exchange.accounts.walletOf(demo, 'MARGIN'));
    expect(get('maxBorrowable', { asset: 'USDT' })).toEqual({
      amount: '10000000.00000000',
      borrowLimit: '10000000.00000000',
    });
    expect(refusal(LOAN, { asset: 'USDT', amount: '10000000.00000001' }).code).toBe(-3006);
    const [{ borrowLimit }] = get('crossMarginData', { coin: 'USDT' });
    expect(borrowLimit).toBe('10000000.00000000');
  });
});

it('the amount that can be transferred out leaves a level of 2', () => {
  const { get, post, refusal, account } = setUp();
  post(LOAN, { asset: 'USDT', amount: '150000' });
  const { amount } = get('maxTransferable', { asset: 'USDT' });
  expect(refusal(TRANSFER, { asset: 'USDT', amount: more(amount), type: 2 }).code).toBe(-3020);
  post(TRANSFER, { asset: 'USDT', amount, type: 2 });
  expect(Number(account()['marginLevel'])).toBeCloseTo(2, 5);
});

it('the rates of the next hour are what that hour costs', () => {
  const { get, post, asset, clock } = setUp();
  const [{ nextHourlyInterestRate: rate }] = get('next-hourly-interest-rate', {
    assets: 'USDT',
    isIsolated: 'FALSE',
  });
  post(LOAN, { asset: 'USDT', amount: '24000' });
  const before = Number(asset('USDT').interest);
  clock.move(HOUR_MS);
  expect(Number(asset('USDT').interest) - before).toBeCloseTo(24_000 * Number(rate), 3);
  const [{ dailyInterest, yearlyInterest }] = get('crossMarginData', { coin: 'USDT' });
  expect(Number(rate) * 24).toBeCloseTo(Number(dailyInterest), 6);
  expect(Number(yearlyInterest)).toBeCloseTo(Number(dailyInterest) * 365, 6);
});

it('the inventory falls by what is lent', () => {
  const { get, post } = setUp();
  const left = () => Number(get('available-inventory', { type: 'MARGIN' }).assets.USDT);
  const before = left();
  post(LOAN, { asset: 'USDT', amount: '1000' });
  expect(left()).toBe(before - 1000);
});

describe('the largest leverage of 5', () => {
  it('lets an account borrow down to a level of 1.25, and warns it at 1.15', () => {
    const { get, post, send, account } = setUp();
    const { amount: by3 } = get('maxBorrowable', { asset: 'USDT' });
    expect(send('POST', `${ROOT}/max-leverage`, { maxLeverage: 5 })).toEqual({ success: true });
    expect(get('tradeCoeff')).toEqual({
      normalBar: '1.25000000',
      marginCallBar: '1.15000000',
      forceLiquidationBar: '1.10000000',
    });
    const { amount } = get('maxBorrowable', { asset: 'USDT' });
    expect(Number(amount) / Number(by3)).toBeCloseTo(2, 6);
    post(LOAN, { asset: 'USDT', amount });
    expect(Number(account()['marginLevel'])).toBeCloseTo(1.25, 4);
    // At this level an account of 3 would be warned already.
    expect(send('POST', `${ROOT}/max-leverage`, { maxLeverage: 3 })).toMatchObject({ code: -3004 });
    expect(send('POST', `${ROOT}/max-leverage`, { maxLeverage: 10 })).toMatchObject({ code: -3004 });
  });
});

describe('interest in BNB', () => {
  const BURN = '/sapi/v1/bnbBurn';

  it('is paid from the BNB of the account, 5 % less, and is listed as converted', () => {
    const setup = setUp();
    const { post, send, asset, clock, get } = setup;
    expect(send('GET', BURN, {})).toEqual({ spotBNBBurn: false, interestBNBBurn: false });
    expect(send('POST', BURN, { interestBNBBurn: 'true' })).toEqual({
      spotBNBBurn: false,
      interestBNBBurn: true,
    });
    post(TRANSFER, { asset: 'BNB', amount: '2', type: 1 });
    post(LOAN, { asset: 'USDT', amount: '24000' });
    const { price } = get('priceIndex', { symbol: 'BNBUSDT' });
    expect(asset('USDT').interest).toBe('0.00000000');
    expect(2 - Number(asset('BNB').free)).toBeCloseTo((0.15 * 0.95) / Number(price), 7);
    clock.move(HOUR_MS);
    expect(asset('USDT').interest).toBe('0.00000000');
    expect(get('interestHistory').rows).toMatchObject([
      { asset: 'BNB', rawAsset: 'USDT', type: 'PERIODIC_CONVERTED' },
      { asset: 'BNB', rawAsset: 'USDT', type: 'ON_BORROW_CONVERTED' },
    ]);
    expect([lentAndOwed(setup), unbalancedAssets(setup.exchange)]).toEqual([[], []]);
  });

  it('is owed in the borrowed asset if the account has no BNB', () => {
    const { post, send, asset } = setUp();
    send('POST', BURN, { interestBNBBurn: 'true' });
    post(LOAN, { asset: 'USDT', amount: '24000' });
    expect(asset('USDT').interest).toBe('0.15000000');
  });
});

it('interest is listed for 7 days without times', () => {
  const { post, get, clock } = setUp();
  post(LOAN, { asset: 'USDT', amount: '1000' });
  clock.move(8 * DAY_MS);
  expect(get('interestHistory').total).toBe(7 * 24 + 1);
});

describe('capital flows', () => {
  it('are transfers, loans, repayments and the sides of trades, with ids that page', () => {
    const { post, flows, get, clock } = setUp();
    post(TRANSFER, { asset: 'USDT', amount: '7', type: 1 });
    clock.move(1000);
    post(LOAN, { asset: 'USDT', amount: '100' });
    clock.move(1000);
    post(`${ROOT}/repay`, { asset: 'USDT', amount: '40' });
    clock.move(1000);
    const { fills } = post(ORDER, { ...BUY, quantity: '0.001', newOrderRespType: 'FULL' }) as unknown as {
      fills: readonly { price: string; qty: string; commission: string }[];
    };
    expect(fills).toHaveLength(1);
    const { price, commission } = fills[0]!;
    const cost = (Number(price) * 0.001).toFixed(8);
    expect(flows()).toEqual([
      ['TRANSFER', 'USDT', '7.00000000'],
      ['BORROW', 'USDT', '100.00000000'],
      ['REPAY', 'USDT', '-40.00000000'],
      ['BUY_INCOME', 'BTC', '0.00100000'],
      ['BUY_EXPENSE', 'USDT', `-${cost}`],
      ['TRADING_COMMISSION', 'BTC', `-${commission}`],
    ]);
    expect(flows({ type: 'BORROW' })).toEqual([['BORROW', 'USDT', '100.00000000']]);
    expect(flows({ asset: 'BTC' })).toHaveLength(2);
    expect(get('capital-flow', { fromId: 2, limit: 2 }).map(({ id }: { id: number }) => id)).toEqual([2, 3]);
  });

  it('of more than 7 days are refused', () => {
    const { send, clock } = setUp();
    const window = { startTime: clock.now() - 8 * DAY_MS, endTime: clock.now() };
    expect(send('GET', `${ROOT}/capital-flow`, window).code).toBeLessThan(0);
  });
});

describe('all open orders of a symbol', () => {
  it('are cancelled on the cross or the isolated account only', () => {
    const { post, send, get } = setUp();
    post(ORDER, REST);
    post(ORDER, { ...REST, isIsolated: 'TRUE' });
    const cancelled = send('DELETE', `${ROOT}/openOrders`, { symbol: 'BTCUSDT' });
    expect(cancelled).toMatchObject([{ symbol: 'BTCUSDT', isIsolated: false, status: 'CANCELED' }]);
    expect(get('openOrders', { symbol: 'BTCUSDT' })).toEqual([]);
    expect(get('openOrders', { symbol: 'BTCUSDT', isIsolated: 'TRUE' })).toHaveLength(1);
    expect(send('DELETE', `${ROOT}/openOrders`, { symbol: 'BTCUSDT' }).code).toBe(-2011);
  });

  it('count towards the order limits of the account that placed them', () => {
    const { post, get } = setUp();
    const used = (params: Params = {}) =>
      get('rateLimit/order', params).map(({ count }: { count: number }) => count);
    post(ORDER, REST);
    expect([used(), used({ isIsolated: 'TRUE', symbol: 'BTCUSDT' })]).toEqual([
      [1, 1],
      [0, 0],
    ]);
  });
});

describe("an order of today's interface", () => {
  it('borrows and repays with AUTO_BORROW_REPAY', () => {
    const { post, asset } = setUp({ interface: 'today' });
    const borrowing = post(ORDER, {
      ...BUY,
      quoteOrderQty: '150000',
      sideEffectType: 'AUTO_BORROW_REPAY',
      newOrderRespType: 'FULL',
    });
    expect(borrowing).toHaveProperty('marginBuyBorrowAmount');
    expect(Number(asset('USDT').borrowed)).toBeGreaterThan(0);
    post(ORDER, { ...BUY, side: 'SELL', quantity: '1', sideEffectType: 'AUTO_BORROW_REPAY' });
    expect(Number(asset('USDT').borrowed)).toBe(0);
  });

  it('repays its loan when it is cancelled unfilled, unless autoRepayAtCancel is false', () => {
    const large = { ...REST, quantity: '3', sideEffectType: 'MARGIN_BUY' } as const;
    const owedAfterCancel = (served: 'document' | 'today', params: Params) => {
      const { post, send, asset } = setUp({ interface: served });
      const { orderId } = post(ORDER, { ...large, ...params }) as { orderId: number };
      send('DELETE', ORDER, { symbol: 'BTCUSDT', orderId });
      return Number(asset('USDT').borrowed) > 1;
    };
    expect(owedAfterCancel('document', {})).toBe(true);
    expect(owedAfterCancel('today', {})).toBe(false);
    expect(owedAfterCancel('today', { autoRepayAtCancel: 'false' })).toBe(true);
  });

  it('moves an asset into an isolated account', () => {
    const { post, get } = setUp({ interface: 'today' });
    const transfer = { type: 'MARGIN_ISOLATEDMARGIN', toSymbol: 'ETHUSDT', asset: 'USDT', amount: '5' };
    expect(post('/sapi/v1/asset/transfer', transfer)).toHaveProperty('tranId');
    expect(get('transfer', { isolatedSymbol: 'ETHUSDT' }).rows).toMatchObject([
      { type: 'ROLL_IN', transFrom: 'CROSS_MARGIN', transTo: 'ISOLATED_MARGIN', toSymbol: 'ETHUSDT' },
    ]);
  });
});

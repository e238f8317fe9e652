/** Loans, repayments and transfer records by the calls of today's interface. */
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/core/time-units.ts';
import { overdrawnAccounts, unbalancedAssets } from '../ledger-checks.ts';
import { type Params, requestJson, sendSigned } from '../signed-calls.ts';
import { LOAN, lentAndOwed, ORDER, REPAY, setUpMargin, TRANSFER } from './setup.ts';

const PATH = '/sapi/v1/margin/borrow-repay';
const CROSS = { asset: 'USDT', isIsolated: 'FALSE' } as const;
const ISOLATED = { isIsolated: 'TRUE', symbol: 'BTCUSDT' } as const;

function setUp() {
  const setup = setUpMargin();
  const get = (path: string, params: Params) => requestJson(setup.exchange, 'GET', path, params);
  return {
    ...setup,
    borrow: (params: Params) => setup.post(PATH, { ...CROSS, ...params, type: 'BORROW' })['tranId'],
    repay: (params: Params) => setup.post(PATH, { ...CROSS, ...params, type: 'REPAY' })['tranId'],
    list: (params: Params) => get(PATH, params),
    transfers: (params: Params) => get(TRANSFER, params),
  };
}

describe('borrow-repay', () => {
  it('changes the same debt as the calls of the interface document', () => {
    const today = setUp();
    const documented = setUp();
    today.borrow({ amount: '24000' });
    today.repay({ amount: '1000.05' });
    documented.post(LOAN, { asset: 'USDT', amount: '24000' });
    documented.post(REPAY, { asset: 'USDT', amount: '1000.05' });
    expect(today.account()).toEqual(documented.account());
    expect([lentAndOwed(today), unbalancedAssets(today.exchange), overdrawnAccounts(today.exchange)]).toEqual(
      [[], [], []],
    );
  });

  it('lists what was borrowed and repaid by calls as MANUAL and by orders as AUTO', () => {
    const { borrow, repay, post, list } = setUp();
    const loan = borrow({ amount: '100' });
    const repayment = repay({ amount: '40' });
    post(ORDER, {
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'MARKET',
      quoteOrderQty: '150000',
      sideEffectType: 'MARGIN_BUY',
    });
    expect(list({ type: 'BORROW' }).rows).toEqual([
      expect.objectContaining({ type: 'AUTO', asset: 'USDT', status: 'CONFIRMED' }),
      {
        type: 'MANUAL',
        asset: 'USDT',
        amount: '100.00000000',
        interest: '0.00000000',
        principal: '100.00000000',
        status: 'CONFIRMED',
        timestamp: expect.any(Number),
        txId: loan,
      },
    ]);
    expect(list({ type: 'REPAY' })).toMatchObject({
      total: 1,
      rows: [{ type: 'MANUAL', amount: '40.00000000', txId: repayment }],
    });
    expect(list({ type: 'BORROW', txId: Number(loan) }).total).toBe(1);
    expect(list({ type: 'REPAY', txId: Number(loan) }).total).toBe(0);
  });

  it('borrows on the isolated account of a symbol, and lists it there only', () => {
    const { borrow, list } = setUp();
    borrow({ ...ISOLATED, amount: '50' });
    expect(list({ type: 'BORROW' }).total).toBe(0);
    expect(list({ type: 'BORROW', isolatedSymbol: 'BTCUSDT' }).rows).toMatchObject([
      { isolatedSymbol: 'BTCUSDT', principal: '50.00000000' },
    ]);
  });

  it('is listed for 7 days without times, and for at most 7 days of all assets or 30 days of one', () => {
    const { borrow, list, clock, exchange } = setUp();
    const start = clock.now();
    borrow({ amount: '50' });
    clock.move(8 * DAY_MS);
    expect(list({ type: 'BORROW' }).total).toBe(0);
    const window = { startTime: start, endTime: clock.now() };
    expect(list({ type: 'BORROW', asset: 'USDT', ...window }).total).toBe(1);
    expect(JSON.parse(sendSigned(exchange, 'GET', PATH, { type: 'BORROW', ...window }).body)).toEqual({
      code: -1127,
      msg: 'More than 168 hours between startTime and endTime.',
    });
  });

  it('refuses an isolated loan without a symbol, and a repayment above the debt', () => {
    const { refusal } = setUp();
    expect(refusal(PATH, { asset: 'USDT', amount: '5', type: 'BORROW', isIsolated: 'TRUE' }).code).toBe(
      -1102,
    );
    expect(refusal(PATH, { ...CROSS, amount: '5', type: 'REPAY' }).code).toBe(-3015);
  });
});

describe('transfers of a margin account', () => {
  it('are listed with where they come from and go to, whatever call made them', () => {
    const { post, transfers, clock } = setUp();
    post(TRANSFER, { asset: 'USDT', amount: '7', type: 1 });
    clock.move(1000);
    post('/sapi/v1/asset/transfer', { type: 'MARGIN_UMFUTURE', asset: 'USDT', amount: '8' });
    clock.move(1000);
    post('/sapi/v1/asset/transfer', {
      type: 'ISOLATEDMARGIN_MARGIN',
      fromSymbol: 'BTCUSDT',
      asset: 'BTC',
      amount: '0.01',
    });
    const parties = ({ rows }: { rows: readonly Record<string, unknown>[] }) =>
      rows.map((row) => [row['type'], row['amount'], row['transFrom'], row['transTo'], row['fromSymbol']]);
    expect(parties(transfers({}))).toEqual([
      ['ROLL_IN', '0.01000000', 'ISOLATED_MARGIN', 'CROSS_MARGIN', 'BTCUSDT'],
      ['ROLL_OUT', '8.00000000', 'CROSS_MARGIN', 'FUTURES', undefined],
      ['ROLL_IN', '7.00000000', 'SPOT', 'CROSS_MARGIN', undefined],
    ]);
    expect(parties(transfers({ isolatedSymbol: 'BTCUSDT' }))).toEqual([
      ['ROLL_OUT', '0.01000000', 'ISOLATED_MARGIN', 'CROSS_MARGIN', 'BTCUSDT'],
    ]);
    expect(transfers({ type: 'ROLL_OUT' }).total).toBe(1);
    expect(transfers({ asset: 'BTC' }).total).toBe(1);
  });
});

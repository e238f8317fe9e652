import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/core/time-units.ts';
import { overdrawnAccounts, unbalancedAssets } from '../ledger-checks.ts';
import { type Params, requestJson } from '../signed-calls.ts';
import { LOAN, lentAndOwed, REPAY, setUpMargin, TRANSFER } from './setup.ts';

const RECORDS: Params = { asset: 'USDT', startTime: 0 };

describe('a loan', () => {
  it('is paid by the lender account and includes the interest of the first hour', () => {
    const setup = setUpMargin();
    expect(setup.account()['marginLevel']).toBe('999.00000000');
    expect(setup.post(LOAN, { asset: 'USDT', amount: '24000' })).toEqual({ tranId: expect.any(Number) });
    expect(setup.asset('USDT')).toEqual({
      asset: 'USDT',
      borrowed: '24000.00000000',
      free: '124000.00000000',
      // One hour of a daily rate of 0.015 %.
      interest: '0.15000000',
      locked: '0.00000000',
      netAsset: '99999.85000000',
    });
    const { marginLevel, totalAssetOfBtc, totalLiabilityOfBtc, totalNetAssetOfBtc } = setup.account();
    // 124000 USDT and 1 BTC at 102265.04, divided by debts of 24000.15 USDT.
    expect(marginLevel).toBe('9.42765107');
    expect(Number(totalAssetOfBtc) - Number(totalLiabilityOfBtc)).toBeCloseTo(Number(totalNetAssetOfBtc), 7);
    expect([lentAndOwed(setup), unbalancedAssets(setup.exchange)]).toEqual([[], []]);
  });

  it.each([LOAN, REPAY])(
    'of the cross account is refused for an unknown symbol, which passed: %s',
    (path) => {
      const setup = setUpMargin();
      setup.post(LOAN, { asset: 'USDT', amount: '1000' });
      expect(setup.refusal(path, { asset: 'USDT', amount: '10', symbol: 'NOSUCH' })).toEqual({
        status: 400,
        code: -1121,
        msg: 'Invalid symbol.',
      });
    },
  );

  it('accrues interest on the principal at every full hour, however often it is queried', () => {
    const once = setUpMargin();
    const often = setUpMargin();
    for (const setup of [once, often]) setup.post(LOAN, { asset: 'USDT', amount: '24000' });
    for (let hour = 0; hour < 30; hour += 1) {
      often.clock.move(HOUR_MS);
      often.account();
    }
    once.clock.move(30 * HOUR_MS - 1);
    expect(once.asset('USDT').interest).toBe('4.50000000');
    once.clock.move(1);
    expect(once.asset('USDT').interest).toBe('4.65000000');
    expect(often.account()).toEqual(once.account());
  });

  it('is repaid interest first, and at most up to the debt', () => {
    const setup = setUpMargin();
    setup.post(LOAN, { asset: 'USDT', amount: '24000' });
    setup.post(REPAY, { asset: 'USDT', amount: '0.1' });
    expect(setup.asset('USDT')).toMatchObject({ borrowed: '24000.00000000', interest: '0.05000000' });
    setup.post(REPAY, { asset: 'USDT', amount: '1000.05' });
    expect(setup.asset('USDT')).toMatchObject({ borrowed: '23000.00000000', interest: '0.00000000' });
    expect(setup.refusal(REPAY, { asset: 'USDT', amount: '23000.00000001' })).toEqual({
      status: 400,
      code: -3015,
      msg: 'Repay amount exceeds borrow amount.',
    });
    setup.post(REPAY, { asset: 'USDT', amount: '23000' });
    expect(setup.account()['marginLevel']).toBe('999.00000000');
    setup.clock.move(10 * HOUR_MS);
    expect(setup.asset('USDT')).toMatchObject({ borrowed: '0.00000000', interest: '0.00000000' });
    expect([lentAndOwed(setup), unbalancedAssets(setup.exchange)]).toEqual([[], []]);
  });

  it('is listed page by page, newest first', () => {
    const setup = setUpMargin();
    const ids = ['1', '2', '3'].map((amount) => {
      setup.clock.move(60_000);
      return setup.post(LOAN, { asset: 'USDT', amount })['tranId'];
    });
    setup.post(LOAN, { asset: 'BTC', amount: '0.1' });
    const get = (params: Params) => requestJson(setup.exchange, 'GET', LOAN, { ...RECORDS, ...params });
    const { rows, total } = get({});
    expect([total, rows.map(({ txId }: { txId: number }) => txId)]).toEqual([3, [...ids].reverse()]);
    expect(get({ current: 2, size: 2 })).toMatchObject({ total: 3, rows: [{ principal: '1.00000000' }] });
    const [first] = ids;
    expect(requestJson(setup.exchange, 'GET', LOAN, { asset: 'USDT', txId: String(first) }).total).toBe(1);
    expect(get({ archived: 'true' })).toEqual({ rows: [], total: 0 });
    setup.post(REPAY, { asset: 'USDT', amount: '3' });
    const repaid = requestJson(setup.exchange, 'GET', REPAY, RECORDS);
    expect(repaid.rows[0]).toMatchObject({ amount: '3.00000000', status: 'CONFIRMED' });
    expect(Number(repaid.rows[0].interest) + Number(repaid.rows[0].principal)).toBe(3);
  });

  it.each<[string, Params, number, string]>([
    [
      LOAN,
      { asset: 'USDT', amount: '500000' },
      -3006,
      'Your borrow amount has exceed maximum borrow amount.',
    ],
    [LOAN, { asset: 'BUSD', amount: '1' }, -3027, 'Not a valid margin asset.'],
    [LOAN, { asset: 'USDT', amount: '0.000000001' }, -1111, "Parameter 'amount' has too much precision."],
    [LOAN, { asset: 'USDT', amount: '0' }, -1130, "Data sent for parameter 'amount' is not valid."],
    [
      LOAN,
      { asset: 'SOL', amount: '1', isIsolated: 'TRUE', symbol: 'BTCUSDT' },
      -3027,
      'Not a valid margin asset.',
    ],
    [
      LOAN,
      { asset: 'USDT', amount: '1', isIsolated: 'TRUE', symbol: 'ETHUSDT' },
      -3006,
      'Your borrow amount has exceed maximum borrow amount.',
    ],
    [REPAY, { asset: 'USDT', amount: '1' }, -3015, 'Repay amount exceeds borrow amount.'],
    [TRANSFER, { asset: 'USDT', amount: '1000001', type: 1 }, -3041, 'Balance is not enough'],
    [TRANSFER, { asset: 'USDT', amount: '100001', type: 2 }, -3041, 'Balance is not enough'],
  ])('or transfer that is not allowed is rejected: %s %j', (path, params, code, msg) => {
    const setup = setUpMargin();
    expect(setup.refusal(path, params)).toEqual({ status: 400, code, msg });
    expect(setup.asset('USDT').free).toBe('100000.00000000');
  });
});

describe('a transfer', () => {
  it('moves an amount between spot and margin, and is emitted on both streams', () => {
    const setup = setUpMargin();
    const events: unknown[] = [];
    setup.exchange.userEvents.subscribe(({ scope, payload }) => {
      const { e, a, d } = JSON.parse(payload());
      if (e === 'balanceUpdate') events.push([scope, a, d]);
    });
    setup.post(TRANSFER, { asset: 'USDT', amount: '1.5', type: 1 });
    expect(events).toEqual([
      ['spot', 'USDT', '-1.50000000'],
      ['margin', 'USDT', '1.50000000'],
    ]);
    setup.post(TRANSFER, { asset: 'USDT', amount: '100001.5', type: 2 });
    expect(setup.asset('USDT').free).toBe('0.00000000');
    expect([unbalancedAssets(setup.exchange), overdrawnAccounts(setup.exchange)]).toEqual([[], []]);
  });

  it('out of an account with debts keeps its level above 2', () => {
    const setup = setUpMargin();
    setup.post(LOAN, { asset: 'USDT', amount: '150000' });
    expect(setup.refusal(TRANSFER, { asset: 'USDT', amount: '60000', type: 2 })).toEqual({
      status: 400,
      code: -3020,
      msg: 'Transfer out amount exceeds max amount.',
    });
    setup.post(TRANSFER, { asset: 'USDT', amount: '50000', type: 2 });
    expect(Number(setup.account()['marginLevel'])).toBeGreaterThan(2);
  });

  it('by the universal endpoint has the same limit', () => {
    const setup = setUpMargin();
    setup.post(LOAN, { asset: 'USDT', amount: '150000' });
    const universal = (amount: string) => ({ type: 'MARGIN_MAIN', asset: 'USDT', amount });
    expect(setup.refusal('/sapi/v1/asset/transfer', universal('60000'))).toMatchObject({
      status: 400,
      code: -3041,
    });
    setup.post('/sapi/v1/asset/transfer', universal('50000'));
    expect(Number(setup.account()['marginLevel'])).toBeGreaterThan(2);
  });
});

import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/core/time-units.ts';
import { overdrawn, unbalanced } from '../ledgers.ts';
import { ask, type Params } from '../signed-calls.ts';
import { LOAN, lentAndOwed, marginDesk, REPAY, TRANSFER } from './desk.ts';

const RECORDS: Params = { asset: 'USDT', startTime: 0 };

describe('a loan', () => {
  it('comes from the lender and is owed with the interest of the first hour', () => {
    const desk = marginDesk();
    expect(desk.account()['marginLevel']).toBe('999.00000000');
    expect(desk.post(LOAN, { asset: 'USDT', amount: '24000' })).toEqual({ tranId: expect.any(Number) });
    expect(desk.asset('USDT')).toEqual({
      asset: 'USDT',
      borrowed: '24000.00000000',
      free: '124000.00000000',
      // 0.015 % a day, an hour of it.
      interest: '0.15000000',
      locked: '0.00000000',
      netAsset: '99999.85000000',
    });
    const { marginLevel, totalAssetOfBtc, totalLiabilityOfBtc, totalNetAssetOfBtc } = desk.account();
    // 124000 USDT and a BTC at 102265.04 over 24000.15 USDT.
    expect(marginLevel).toBe('9.42765107');
    expect(Number(totalAssetOfBtc) - Number(totalLiabilityOfBtc)).toBeCloseTo(Number(totalNetAssetOfBtc), 7);
    expect([lentAndOwed(desk), unbalanced(desk.exchange)]).toEqual([[], []]);
  });

  it('bears interest at every full hour, on the principal alone, whoever looks', () => {
    const once = marginDesk();
    const often = marginDesk();
    for (const desk of [once, often]) desk.post(LOAN, { asset: 'USDT', amount: '24000' });
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

  it('is repaid interest first, and not beyond what is owed', () => {
    const desk = marginDesk();
    desk.post(LOAN, { asset: 'USDT', amount: '24000' });
    desk.post(REPAY, { asset: 'USDT', amount: '0.1' });
    expect(desk.asset('USDT')).toMatchObject({ borrowed: '24000.00000000', interest: '0.05000000' });
    desk.post(REPAY, { asset: 'USDT', amount: '1000.05' });
    expect(desk.asset('USDT')).toMatchObject({ borrowed: '23000.00000000', interest: '0.00000000' });
    expect(desk.refusal(REPAY, { asset: 'USDT', amount: '23000.00000001' })).toEqual({
      status: 400,
      code: -3015,
      msg: 'Repay amount exceeds borrow amount.',
    });
    desk.post(REPAY, { asset: 'USDT', amount: '23000' });
    expect(desk.account()['marginLevel']).toBe('999.00000000');
    desk.clock.move(10 * HOUR_MS);
    expect(desk.asset('USDT')).toMatchObject({ borrowed: '0.00000000', interest: '0.00000000' });
    expect([lentAndOwed(desk), unbalanced(desk.exchange)]).toEqual([[], []]);
  });

  it('is told in records by page, the newest first', () => {
    const desk = marginDesk();
    const ids = ['1', '2', '3'].map((amount) => {
      desk.clock.move(60_000);
      return desk.post(LOAN, { asset: 'USDT', amount })['tranId'];
    });
    desk.post(LOAN, { asset: 'BTC', amount: '0.1' });
    const get = (params: Params) => ask(desk.exchange, 'GET', LOAN, { ...RECORDS, ...params });
    const { rows, total } = get({});
    expect([total, rows.map(({ txId }: { txId: number }) => txId)]).toEqual([3, [...ids].reverse()]);
    expect(get({ current: 2, size: 2 })).toMatchObject({ total: 3, rows: [{ principal: '1.00000000' }] });
    const [first] = ids;
    expect(ask(desk.exchange, 'GET', LOAN, { asset: 'USDT', txId: String(first) }).total).toBe(1);
    expect(get({ archived: 'true' })).toEqual({ rows: [], total: 0 });
    desk.post(REPAY, { asset: 'USDT', amount: '3' });
    const repaid = ask(desk.exchange, 'GET', REPAY, RECORDS);
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
  ])('or transfer that may not be is refused: %s %j', (path, params, code, msg) => {
    const desk = marginDesk();
    expect(desk.refusal(path, params)).toEqual({ status: 400, code, msg });
    expect(desk.asset('USDT').free).toBe('100000.00000000');
  });
});

describe('a transfer', () => {
  it('moves money between spot and margin, and is told on both streams', () => {
    const desk = marginDesk();
    const heard: unknown[] = [];
    desk.exchange.userEvents.subscribe(({ scope, payload }) => {
      const { e, a, d } = JSON.parse(payload());
      if (e === 'balanceUpdate') heard.push([scope, a, d]);
    });
    desk.post(TRANSFER, { asset: 'USDT', amount: '1.5', type: 1 });
    expect(heard).toEqual([
      ['spot', 'USDT', '-1.50000000'],
      ['margin', 'USDT', '1.50000000'],
    ]);
    desk.post(TRANSFER, { asset: 'USDT', amount: '100001.5', type: 2 });
    expect(desk.asset('USDT').free).toBe('0.00000000');
    expect([unbalanced(desk.exchange), overdrawn(desk.exchange)]).toEqual([[], []]);
  });

  it('out of an account with debts leaves its level above 2', () => {
    const desk = marginDesk();
    desk.post(LOAN, { asset: 'USDT', amount: '150000' });
    expect(desk.refusal(TRANSFER, { asset: 'USDT', amount: '60000', type: 2 })).toEqual({
      status: 400,
      code: -3020,
      msg: 'Transfer out amount exceeds max amount.',
    });
    desk.post(TRANSFER, { asset: 'USDT', amount: '50000', type: 2 });
    expect(Number(desk.account()['marginLevel'])).toBeGreaterThan(2);
  });

  it('by the universal endpoint leaves as much', () => {
    const desk = marginDesk();
    desk.post(LOAN, { asset: 'USDT', amount: '150000' });
    const universal = (amount: string) => ({ type: 'MARGIN_MAIN', asset: 'USDT', amount });
    expect(desk.refusal('/sapi/v1/asset/transfer', universal('60000'))).toMatchObject({
      status: 400,
      code: -3041,
    });
    desk.post('/sapi/v1/asset/transfer', universal('50000'));
    expect(Number(desk.account()['marginLevel'])).toBeGreaterThan(2);
  });
});

import { describe, expect, it } from 'vitest';
import { unbalancedAssets } from '../ledger-checks.ts';
import { createScriptedMarket } from '../scripted-market.ts';
import { type Params, requestJson, sendSigned } from '../signed-calls.ts';
import { LOAN, lentAndOwed, ORDER, setUpMargin, TRANSFER } from './setup.ts';

/** A book with 5 BTC on each side of the index of 102265.04. */
function setUpWithLiquidity() {
  const scriptedMarket = createScriptedMarket(10_226_500);
  scriptedMarket.asks.push({ price: 10_226_600, lots: 500_000 });
  scriptedMarket.bids.push({ price: 10_226_400, lots: 500_000 });
  return { ...setUpMargin({ liquiditySource: scriptedMarket }), scriptedMarket };
}

const order = (changed: Params): Params => ({ symbol: 'BTCUSDT', newOrderRespType: 'FULL', ...changed });
const limitBuy = (price: string, quantity: string, changed: Params = {}): Params =>
  order({ side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price, quantity, ...changed });

describe('an order on margin', () => {
  it('trades on the spot book with the balances of the margin account', () => {
    const setup = setUpWithLiquidity();
    const placedOrder = setup.post(ORDER, order({ side: 'BUY', type: 'MARKET', quantity: '0.5' }));
    expect(placedOrder).toMatchObject({
      isIsolated: false,
      status: 'FILLED',
      cummulativeQuoteQty: '51133.00000000',
    });
    expect(placedOrder).not.toHaveProperty('marginBuyBorrowAmount');
    expect(setup.asset('BTC').free).toBe('1.49950000');
    expect(setup.asset('USDT').free).toBe('48867.00000000');
    const spot = requestJson(setup.exchange, 'GET', '/api/v3/account').balances;
    expect(spot.find((row: { asset: string }) => row.asset === 'USDT').free).toBe('1000000.00000000');
    expect(requestJson(setup.exchange, 'GET', '/api/v3/myTrades', { symbol: 'BTCUSDT' })).toEqual([]);
    expect(requestJson(setup.exchange, 'GET', '/sapi/v1/margin/myTrades', { symbol: 'BTCUSDT' }).length).toBe(
      1,
    );
  });

  it('is matched with spot orders at their price', () => {
    const setup = setUpWithLiquidity();
    setup.post('/api/v3/order', { ...limitBuy('102264.50', '0.2') });
    const sold = setup.post(ORDER, order({ side: 'SELL', type: 'MARKET', quantity: '0.1' }));
    expect(sold['cummulativeQuoteQty']).toBe('10226.45000000');
    expect(unbalancedAssets(setup.exchange)).toEqual([]);
  });

  it('is listed separately from spot orders, and cancelled once', () => {
    const setup = setUpWithLiquidity();
    const { orderId } = setup.post(ORDER, limitBuy('90000', '0.1'));
    expect(setup.asset('USDT').locked).toBe('9000.00000000');
    expect(requestJson(setup.exchange, 'GET', '/api/v3/openOrders')).toEqual([]);
    expect(requestJson(setup.exchange, 'GET', '/sapi/v1/margin/openOrders').length).toBe(1);
    const isolated = { symbol: 'BTCUSDT', isIsolated: 'TRUE' };
    expect(requestJson(setup.exchange, 'GET', '/sapi/v1/margin/openOrders', isolated)).toEqual([]);
    const which = { symbol: 'BTCUSDT', orderId: String(orderId) };
    expect(requestJson(setup.exchange, 'DELETE', ORDER, which)).toMatchObject({
      orderId: String(orderId),
      status: 'CANCELED',
    });
    const secondCancel = sendSigned(setup.exchange, 'DELETE', ORDER, which);
    expect([secondCancel.status, JSON.parse(secondCancel.body)]).toEqual([
      400,
      { code: -2011, msg: 'Unknown order sent.' },
    ]);
    expect(setup.asset('USDT').locked).toBe('0.00000000');
  });

  it.each<[Params, number, string]>([
    [
      order({ symbol: 'ICXUSDT', side: 'BUY', type: 'MARKET', quantity: '1000' }),
      -3021,
      'Margin account are not allowed to trade this trading pair.',
    ],
    [
      order({ side: 'BUY', type: 'MARKET', quantity: '2' }),
      -2010,
      'Account has insufficient balance for requested action.',
    ],
    [
      order({ side: 'BUY', type: 'MARKET', quantity: '4.99', sideEffectType: 'MARGIN_BUY' }),
      -3006,
      'Your borrow amount has exceed maximum borrow amount.',
    ],
  ])('that is not allowed is rejected and changes nothing: %j', (params, code, msg) => {
    const setup = setUpWithLiquidity();
    expect(setup.refusal(ORDER, params)).toEqual({ status: 400, code, msg });
    expect(setup.asset('USDT')).toMatchObject({ free: '100000.00000000', borrowed: '0.00000000' });
  });
});

describe('MARGIN_BUY', () => {
  it('borrows exactly the funds that a MARKET order lacks', () => {
    const setup = setUpWithLiquidity();
    const placedOrder = setup.post(
      ORDER,
      order({ side: 'BUY', type: 'MARKET', quantity: '1.5', sideEffectType: 'MARGIN_BUY' }),
    );
    expect(placedOrder).toMatchObject({
      marginBuyBorrowAmount: 53_399,
      marginBuyBorrowAsset: 'USDT',
      status: 'FILLED',
    });
    expect(setup.asset('USDT')).toMatchObject({ free: '0.00000000', borrowed: '53399.00000000' });
    expect([lentAndOwed(setup), unbalancedAssets(setup.exchange)]).toEqual([[], []]);
  });

  it('borrows the base asset to sell short, and AUTO_REPAY buys it back', () => {
    const setup = setUpWithLiquidity();
    setup.post(ORDER, order({ side: 'SELL', type: 'MARKET', quantity: '1.2', sideEffectType: 'MARGIN_BUY' }));
    expect(setup.asset('BTC')).toMatchObject({ free: '0.00000000', borrowed: '0.20000000' });
    setup.post(ORDER, order({ side: 'BUY', type: 'MARKET', quantity: '0.1', sideEffectType: 'AUTO_REPAY' }));
    // The interest of the first hour is repaid first: 0.004 % a day on 0.2 BTC.
    expect(setup.asset('BTC')).toMatchObject({
      free: '0.00000000',
      borrowed: '0.10010034',
      interest: '0.00000000',
    });
    setup.post(ORDER, order({ side: 'BUY', type: 'MARKET', quantity: '0.2', sideEffectType: 'AUTO_REPAY' }));
    expect(setup.asset('BTC')).toMatchObject({ free: '0.09969966', borrowed: '0.00000000' });
    expect([lentAndOwed(setup), unbalancedAssets(setup.exchange)]).toEqual([[], []]);
  });

  it('returns the loan if the book rejects the order', () => {
    const setup = setUpWithLiquidity();
    setup.post(ORDER, limitBuy('90000', '0.1', { newClientOrderId: 'mine' }));
    const twice = limitBuy('90000', '1.5', { newClientOrderId: 'mine', sideEffectType: 'MARGIN_BUY' });
    expect(setup.refusal(ORDER, twice)).toMatchObject({ code: -2010, msg: 'Duplicate order sent.' });
    expect(setup.asset('USDT')).toMatchObject({ borrowed: '0.00000000', interest: '0.00000000' });
  });

  it('with autoRepayAtCancel repays when the order is cancelled unfilled, and keeps the loan without', () => {
    for (const autoRepayAtCancel of ['true', 'false']) {
      const setup = setUpWithLiquidity();
      const { orderId } = setup.post(
        ORDER,
        limitBuy('90000', '2', { sideEffectType: 'MARGIN_BUY', autoRepayAtCancel }),
      );
      expect(setup.asset('USDT').borrowed).toBe('80000.00000000');
      requestJson(setup.exchange, 'DELETE', ORDER, { symbol: 'BTCUSDT', orderId: String(orderId) });
      // Interest is repaid first, so that amount of principal remains.
      expect(setup.asset('USDT').borrowed).toBe(
        autoRepayAtCancel === 'true' ? '0.50000000' : '80000.00000000',
      );
    }
  });
});

describe('AUTO_REPAY', () => {
  it('repays when the market fills a resting order, however often it is queried', () => {
    const states = [1, 7].map((queries) => {
      const setup = setUpWithLiquidity();
      setup.post(LOAN, { asset: 'USDT', amount: '20000' });
      setup.post(
        ORDER,
        order({
          side: 'SELL',
          type: 'LIMIT',
          timeInForce: 'GTC',
          price: '103000',
          quantity: '0.1',
          sideEffectType: 'AUTO_REPAY',
        }),
      );
      const reached = setup.clock.now() + 7_000_000;
      setup.scriptedMarket.prints.set(reached, 10_300_000);
      for (let query = 0; query < queries; query += 1) {
        setup.clock.move(14_000_000 / queries);
        setup.account();
      }
      const { rows } = requestJson(setup.exchange, 'GET', '/sapi/v1/margin/repay', {
        asset: 'USDT',
        startTime: 0,
      });
      expect(rows).toMatchObject([{ timestamp: reached, amount: '10289.70000000' }]);
      expect([lentAndOwed(setup), unbalancedAssets(setup.exchange)]).toEqual([[], []]);
      return setup.account();
    });
    expect(states[0]).toEqual(states[1]);
  });
});

describe('an isolated account', () => {
  it('has separate balances, debts and orders', () => {
    const setup = setUpWithLiquidity();
    const { accounts } = setup.exchange;
    const demo = accounts.findUser('demo')!;
    const wallet = accounts.walletOf(demo, 'ISOLATED BTCUSDT');
    accounts.ledger.transfer('USDT', 10_000n * 100_000_000n, accounts.walletOf(demo, 'MARGIN'), wallet);
    const isolated = { isIsolated: 'TRUE', symbol: 'BTCUSDT' };
    setup.post(LOAN, { ...isolated, asset: 'USDT', amount: '5000' });
    const placedOrder = setup.post(
      ORDER,
      order({ ...isolated, side: 'BUY', type: 'MARKET', quoteOrderQty: '14000' }),
    );
    expect(placedOrder).toMatchObject({ isIsolated: true, status: 'FILLED' });
    expect(setup.account()['marginLevel']).toBe('999.00000000');
    const records = { asset: 'USDT', startTime: 0 };
    expect(requestJson(setup.exchange, 'GET', LOAN, records).total).toBe(0);
    expect(
      requestJson(setup.exchange, 'GET', LOAN, { ...records, isolatedSymbol: 'BTCUSDT' }).rows,
    ).toMatchObject([{ isolatedSymbol: 'BTCUSDT', principal: '5000.00000000' }]);
    expect(requestJson(setup.exchange, 'GET', '/sapi/v1/margin/allOrders', isolated).length).toBe(1);
    expect(requestJson(setup.exchange, 'GET', '/sapi/v1/margin/allOrders', { symbol: 'BTCUSDT' })).toEqual(
      [],
    );
    expect(setup.refusal(TRANSFER, { asset: 'USDT', amount: '95000', type: 2 })).toMatchObject({
      code: -3041,
    });
  });
});

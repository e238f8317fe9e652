/** Order lists on margin accounts: OCO, OTO and OTOCO, and the loans that they take and return. */
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/core/time-units.ts';
import { scenarioMarket } from '../../../src/sandbox/engine/market/scenario.ts';
import { unbalancedAssets } from '../ledger-checks.ts';
import { type Params, requestJson, sendSigned } from '../signed-calls.ts';
import { lentAndOwed, setUpMargin } from './setup.ts';

const ROOT = '/sapi/v1/margin';
const OCO = {
  symbol: 'BTCUSDT',
  side: 'SELL',
  quantity: '0.01',
  price: '150000',
  stopPrice: '60000',
} as const;
const BUY = { ...OCO, side: 'BUY', price: '60000', stopPrice: '150000' } as const;
const OTO = {
  symbol: 'BTCUSDT',
  workingType: 'LIMIT',
  workingSide: 'BUY',
  workingPrice: '50000',
  workingQuantity: '0.01',
  workingTimeInForce: 'GTC',
  pendingSide: 'SELL',
  pendingQuantity: '0.01',
} as const;

interface ListRow {
  readonly orderListId: number;
  readonly isIsolated: boolean;
  readonly contingencyType: string;
  readonly listOrderStatus: string;
  readonly orderReports: readonly { readonly status: string; readonly type: string }[];
}

function setUp(changed: Parameters<typeof setUpMargin>[0] = {}) {
  const setup = setUpMargin(changed);
  const { exchange } = setup;
  return {
    ...setup,
    get: (name: string, params: Params = {}) => requestJson(exchange, 'GET', `${ROOT}/${name}`, params),
    place: (kind: 'oco' | 'oto' | 'otoco', params: Params): ListRow & Record<string, unknown> =>
      requestJson(exchange, 'POST', `${ROOT}/order/${kind}`, { newOrderRespType: 'RESULT', ...params }),
    cancel: (params: Params) =>
      JSON.parse(sendSigned(exchange, 'DELETE', `${ROOT}/orderList`, { symbol: 'BTCUSDT', ...params }).body),
  };
}

describe('an OCO on margin', () => {
  it('locks one balance for both orders, is listed, and is cancelled with both', () => {
    const { place, asset, get, cancel } = setUp();
    const list = place('oco', OCO);
    expect(list).toMatchObject({ contingencyType: 'OCO', listOrderStatus: 'EXECUTING', isIsolated: false });
    expect(list.orderReports.map(({ type }) => type)).toEqual(['STOP_LOSS', 'LIMIT_MAKER']);
    expect(asset('BTC').locked).toBe('0.01000000');
    const { orderListId } = list;
    expect(get('orderList', { orderListId })).toMatchObject({ orderListId, isIsolated: false });
    expect([get('openOrderList').length, get('allOrderList').length]).toEqual([1, 1]);
    expect(cancel({ orderListId })).toMatchObject({ listOrderStatus: 'ALL_DONE', isIsolated: false });
    expect([get('openOrderList').length, asset('BTC').locked]).toEqual([0, '0.00000000']);
  });

  it('is placed on the isolated account of its symbol, and found there only', () => {
    const { place, get, exchange } = setUp();
    const isolated = { isIsolated: 'TRUE', symbol: 'BTCUSDT' } as const;
    const { orderListId } = place('oco', { ...OCO, ...isolated });
    expect(get('openOrderList')).toEqual([]);
    expect(get('openOrderList', isolated)).toMatchObject([{ orderListId, isIsolated: true }]);
    expect(get('openOrders', isolated)).toHaveLength(2);
    expect(sendSigned(exchange, 'GET', `${ROOT}/orderList`, { orderListId }).status).toBe(400);
  });

  it('borrows once what the dearer order lacks, and returns it when the list is cancelled', () => {
    const setup = setUp();
    const { place, asset, cancel } = setup;
    // 1 BTC at the stop price of 150000 USDT; the account has 100000.
    const list = place('oco', { ...BUY, quantity: '1', sideEffectType: 'MARGIN_BUY' });
    expect(list).toMatchObject({
      marginBuyBorrowAmount: '50000.00000000',
      marginBuyBorrowAsset: 'USDT',
    });
    expect(asset('USDT')).toMatchObject({ borrowed: '50000.00000000', locked: '150000.00000000' });
    cancel({ orderListId: list.orderListId });
    // The interest of the first hour is repaid before the principal.
    expect(Number(asset('USDT').borrowed)).toBeCloseTo(0.3125, 6);
    expect([lentAndOwed(setup), unbalancedAssets(setup.exchange)]).toEqual([[], []]);
  });

  it('keeps its loan if autoRepayAtCancel is false', () => {
    const { place, asset, cancel } = setUp();
    const params = {
      ...BUY,
      quantity: '1',
      sideEffectType: 'MARGIN_BUY',
      autoRepayAtCancel: 'false',
    } as const;
    cancel({ orderListId: place('oco', params).orderListId });
    expect(asset('USDT').borrowed).toBe('50000.00000000');
  });

  it('borrows nothing if it is rejected', () => {
    const setup = setUp();
    const { exchange, asset } = setup;
    const wrong = {
      ...BUY,
      quantity: '1',
      price: '150000',
      stopPrice: '60000',
      sideEffectType: 'MARGIN_BUY',
    };
    expect(sendSigned(exchange, 'POST', `${ROOT}/order/oco`, wrong).status).toBe(400);
    expect(asset('USDT').borrowed).toBe('0.00000000');
    expect([lentAndOwed(setup), unbalancedAssets(exchange)]).toEqual([[], []]);
  });

  it('keeps its loan when one of its orders is filled', () => {
    const setup = setUp({ transformMarket: (market, now) => scenarioMarket(market, 'crash', now) });
    const { place, asset, clock, get } = setup;
    place('oco', { ...BUY, quantity: '1.8', price: '95000', sideEffectType: 'MARGIN_BUY' });
    const { borrowed } = asset('USDT');
    expect(Number(borrowed)).toBeGreaterThan(100_000);
    clock.move(5 * MINUTE_MS);
    expect(get('openOrderList')).toEqual([]);
    expect(Number(asset('BTC').free)).toBeGreaterThan(2.5);
    expect(asset('USDT').borrowed).toBe(borrowed);
    expect([lentAndOwed(setup), unbalancedAssets(setup.exchange)]).toEqual([[], []]);
  });
});

describe('an OTO on margin', () => {
  const oto = { ...OTO, pendingType: 'LIMIT', pendingPrice: '150000', pendingTimeInForce: 'GTC' } as const;

  it('keeps the other order pending until the first one is filled', () => {
    const { place, get, clock } = setUp({
      transformMarket: (market, now) => scenarioMarket(market, 'crash', now),
    });
    const list = place('oto', { ...oto, workingPrice: '95000' });
    expect(list.orderReports.map(({ status }) => status)).toEqual(['NEW', 'PENDING_NEW']);
    clock.move(5 * MINUTE_MS);
    expect(get('openOrders', { symbol: 'BTCUSDT' })).toMatchObject([
      { status: 'NEW', price: '150000.00000000' },
    ]);
  });

  it('borrows for the first order, and returns the loan when it is cancelled', () => {
    const { place, asset, cancel } = setUp();
    const list = place('oto', {
      ...oto,
      workingQuantity: '3',
      pendingQuantity: '3',
      sideEffectType: 'MARGIN_BUY',
    });
    expect(asset('USDT').borrowed).toBe('50000.00000000');
    cancel({ orderListId: list.orderListId });
    expect(Number(asset('USDT').borrowed)).toBeLessThan(1);
  });

  it('takes no side effect that repays', () => {
    const { exchange } = setUp();
    const params = { ...oto, sideEffectType: 'AUTO_REPAY' } as const;
    expect(sendSigned(exchange, 'POST', `${ROOT}/order/oto`, params).status).toBe(400);
  });
});

it('an OTOCO on margin has three orders, of which two are pending', () => {
  const { place } = setUp();
  const list = place('otoco', {
    ...OTO,
    pendingAboveType: 'LIMIT_MAKER',
    pendingAbovePrice: '150000',
    pendingBelowType: 'STOP_LOSS',
    pendingBelowStopPrice: '40000',
  });
  expect(list.orderReports.map(({ status }) => status)).toEqual(['NEW', 'PENDING_NEW', 'PENDING_NEW']);
});

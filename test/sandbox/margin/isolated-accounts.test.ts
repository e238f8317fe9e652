/** Isolated margin accounts: created, enabled, disabled, and shown with their own balances, debts and levels. */
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/core/time-units.ts';
import { scenarioMarket } from '../../../src/sandbox/engine/market/scenario.ts';
import { type Params, requestJson, sendSigned } from '../signed-calls.ts';
import { LOAN, ORDER, REPAY, setUpMargin } from './setup.ts';

const PATH = '/sapi/v1/margin/isolated/account';
const LIMIT = '/sapi/v1/margin/isolated/accountLimit';
const UNIVERSAL = '/sapi/v1/asset/transfer';
const BTC = { symbol: 'BTCUSDT', isIsolated: 'TRUE' } as const;
const TRADE_NOT_ALLOWED = { code: -3004, msg: 'Trade not allowed.' };
const NO_ACCOUNT = { code: -3003, msg: 'Margin account does not exist.' };

interface SideRow {
  readonly asset: string;
  readonly borrowed: string;
  readonly free: string;
}

interface AccountRow {
  readonly symbol: string;
  readonly isolatedCreated: boolean;
  readonly enabled: boolean;
  readonly marginLevel: string;
  readonly marginLevelStatus: string;
  readonly liquidatePrice: string;
  readonly indexPrice: string;
  readonly baseAsset: SideRow;
  readonly quoteAsset: SideRow;
}

function setUp(changed: Parameters<typeof setUpMargin>[0] = {}) {
  const setup = setUpMargin(changed);
  const { exchange, post } = setup;
  const accounts = (params: Params = {}): { assets: readonly AccountRow[] } =>
    requestJson(exchange, 'GET', PATH, params);
  const send = (method: 'POST' | 'DELETE', path: string, params: Params) =>
    JSON.parse(sendSigned(exchange, method, path, params).body);
  return {
    ...setup,
    accounts,
    row: (symbol: string) => accounts({ symbols: symbol }).assets[0]!,
    enable: (symbol: string) => send('POST', PATH, { symbol }),
    disable: (symbol: string) => send('DELETE', PATH, { symbol }),
    enabledCount: () => requestJson(exchange, 'GET', LIMIT, {}).enabledAccount,
    moveToEth: (amount: string) =>
      post(UNIVERSAL, {
        type: 'ISOLATEDMARGIN_ISOLATEDMARGIN',
        fromSymbol: 'BTCUSDT',
        toSymbol: 'ETHUSDT',
        asset: 'USDT',
        amount,
      }),
    emptyEth: (amount: string) =>
      post(UNIVERSAL, { type: 'ISOLATEDMARGIN_MARGIN', fromSymbol: 'ETHUSDT', asset: 'USDT', amount }),
  };
}

describe('isolated accounts', () => {
  it('exist once something was transferred into them, or once they were enabled', () => {
    const { accounts, row, enable, enabledCount, moveToEth } = setUp();
    const symbols = () => accounts().assets.map(({ symbol }) => symbol);
    expect([symbols(), enabledCount()]).toEqual([['BTCUSDT'], 1]);
    expect(row('ETHUSDT')).toMatchObject({ isolatedCreated: false, enabled: false });
    expect(symbols()).toEqual(['BTCUSDT']);
    moveToEth('10');
    expect(row('ETHUSDT')).toMatchObject({ isolatedCreated: true, enabled: true });
    expect(enable('BNBUSDT')).toEqual({ success: true, symbol: 'BNBUSDT' });
    expect([symbols().toSorted(), enabledCount()]).toEqual([['BNBUSDT', 'BTCUSDT', 'ETHUSDT'], 3]);
  });

  it('show balances and debts of both assets, and the level and price of liquidation', () => {
    const { post, row } = setUp();
    expect(row('BTCUSDT')).toMatchObject({
      marginLevel: '999.00000000',
      marginLevelStatus: 'EXCESSIVE',
      liquidatePrice: '0.00000000',
      baseAsset: { asset: 'BTC', free: '0.10000000', borrowed: '0.00000000' },
      quoteAsset: { asset: 'USDT', free: '10000.00000000' },
    });
    post(LOAN, { ...BTC, asset: 'BTC', amount: '0.3' });
    const { marginLevel, marginLevelStatus, liquidatePrice, indexPrice, baseAsset } = row('BTCUSDT');
    expect(baseAsset).toMatchObject({ borrowed: '0.30000000', free: '0.40000000' });
    const [level, price, index] = [marginLevel, liquidatePrice, indexPrice].map(Number) as [
      number,
      number,
      number,
    ];
    expect(level).toBeCloseTo((10_000 + 0.4 * index) / (0.3 * index), 3);
    // At this price the assets are 1.1 times the debts, but for the interest of the first hour.
    expect((10_000 + 0.4 * price) / (0.3 * price)).toBeGreaterThan(0);
    expect(marginLevelStatus).toBe(level > 2 ? 'EXCESSIVE' : 'NORMAL');
  });

  it('show a price of liquidation at which assets are 1.1 times the debts', () => {
    const { post, row } = setUp();
    post(LOAN, { ...BTC, asset: 'USDT', amount: '30000' });
    post(ORDER, { ...BTC, side: 'BUY', type: 'MARKET', quoteOrderQty: '39000' });
    const { liquidatePrice, indexPrice, baseAsset, quoteAsset } = row('BTCUSDT');
    const price = Number(liquidatePrice);
    const owed = Number(quoteAsset.borrowed) * (1 + 0.000_15 / 24);
    const held = Number(baseAsset.free) * price + Number(quoteAsset.free);
    expect(held / owed).toBeCloseTo(1.1, 4);
    expect(price).toBeLessThan(Number(indexPrice));
  });

  it('are totalled in BTC without symbols only', () => {
    const { accounts } = setUp();
    expect(Object.keys(accounts())).toEqual([
      'assets',
      'totalAssetOfBtc',
      'totalLiabilityOfBtc',
      'totalNetAssetOfBtc',
    ]);
    expect(Object.keys(accounts({ symbols: 'BTCUSDT,ETHUSDT' }))).toEqual(['assets']);
  });

  it('of more than five pairs are not answered in one call', () => {
    const { exchange } = setUp();
    const symbols = 'BTCUSDT,ETHUSDT,BNBUSDT,SOLUSDT,XRPUSDT,ADAUSDT';
    expect(sendSigned(exchange, 'GET', PATH, { symbols }).status).toBe(400);
  });
});

describe('an isolated account', () => {
  it('is disabled only if it is empty, and once a day', () => {
    const { post, disable, enable, row, enabledCount, moveToEth, emptyEth, clock } = setUp();
    expect(disable('ETHUSDT')).toEqual(NO_ACCOUNT);
    expect(disable('BTCUSDT')).toEqual(TRADE_NOT_ALLOWED);
    moveToEth('10');
    emptyEth('10');
    expect(disable('ETHUSDT')).toEqual({ success: true, symbol: 'ETHUSDT' });
    expect([row('ETHUSDT'), enabledCount()]).toMatchObject([{ isolatedCreated: true, enabled: false }, 1]);
    expect(disable('ETHUSDT')).toEqual(NO_ACCOUNT);
    expect(enable('ETHUSDT')).toEqual({ success: true, symbol: 'ETHUSDT' });
    expect(disable('ETHUSDT')).toEqual(TRADE_NOT_ALLOWED);
    clock.move(DAY_MS);
    expect(disable('ETHUSDT')).toEqual({ success: true, symbol: 'ETHUSDT' });
    expect(post(UNIVERSAL, { type: 'MAIN_MARGIN', asset: 'USDT', amount: '1' })).toHaveProperty('tranId');
  });

  it('takes no loans and orders while it is disabled, until something is transferred into it', () => {
    const { post, refusal, enable, disable, moveToEth } = setUp();
    enable('ETHUSDT');
    disable('ETHUSDT');
    const eth = { symbol: 'ETHUSDT', isIsolated: 'TRUE' } as const;
    const order = { ...eth, side: 'BUY', type: 'MARKET', quoteOrderQty: '100' } as const;
    expect(refusal(ORDER, order)).toMatchObject(NO_ACCOUNT);
    expect(refusal(LOAN, { ...eth, asset: 'USDT', amount: '1' })).toMatchObject(NO_ACCOUNT);
    moveToEth('200');
    expect(post(LOAN, { ...eth, asset: 'USDT', amount: '1' })).toHaveProperty('tranId');
    expect(post(REPAY, { ...eth, asset: 'USDT', amount: '1' })).toHaveProperty('tranId');
    expect(post(ORDER, order)).toMatchObject({ isIsolated: true, symbol: 'ETHUSDT' });
  });

  it('is not enabled beyond 20 accounts', () => {
    const { exchange, enable, enabledCount } = setUp();
    const pairs: readonly { symbol: string }[] = requestJson(
      exchange,
      'GET',
      '/sapi/v1/margin/isolated/allPairs',
      {},
    );
    const answers = pairs.map(({ symbol }) => enable(symbol));
    expect(pairs.length).toBeGreaterThan(20);
    expect(enabledCount()).toBe(20);
    expect(answers.filter(({ success }) => success === true)).toHaveLength(20);
    expect(answers.at(-1)).toEqual(TRADE_NOT_ALLOWED);
  });

  it('is liquidated by its own level, and the cross account is not', () => {
    const { post, row, account, clock, exchange } = setUp({
      transformMarket: (market, now) => scenarioMarket(market, 'crash', now),
    });
    post(LOAN, { ...BTC, asset: 'USDT', amount: '38000' });
    post(ORDER, { ...BTC, side: 'BUY', type: 'MARKET', quoteOrderQty: '47000' });
    const before = account();
    // The crash is over within the hour.
    clock.move(HOUR_MS);
    const { marginLevel, quoteAsset, baseAsset } = row('BTCUSDT');
    expect([marginLevel, quoteAsset.borrowed, Number(baseAsset.free) < 0.0001]).toEqual([
      '999.00000000',
      '0.00000000',
      true,
    ]);
    expect(account().userAssets).toEqual(before.userAssets);
    const { total } = requestJson(exchange, 'GET', '/sapi/v1/margin/forceLiquidationRec', {
      isolatedSymbol: 'BTCUSDT',
    });
    expect(total).toBeGreaterThan(0);
  });
});

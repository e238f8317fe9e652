/** The limit on leverage: what an account has and owes, and what an order may borrow, from the records of the exchange. */
import { describe, expect, it } from 'vitest';
import { accountLeverageExcess } from '../../src/app/policy/account-leverage.ts';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import { buildRequest } from '../../src/request/prepare.ts';
import { fixedClock } from '../acceptance/world.ts';
import { answer } from '../transport/requests.ts';
import { worldWith } from './stubs.ts';

const MARGIN = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' };
const SYMBOL = { symbol: 'BTCUSDT', status: 'TRADING', baseAsset: 'BTC', quoteAsset: 'USDT', filters: [] };
const PUBLIC = {
  exchangeInfo: { symbols: [SYMBOL] },
  avgPrice: { mins: 5, price: '50000' },
};
/** An account of 3 BTC, of which 1 is owed. */
const CROSS = { account: { totalAssetOfBtc: '3', totalNetAssetOfBtc: '2' } };
const pairOf = (debt: string) => ({
  assets: [
    {
      symbol: 'BTCUSDT',
      baseAsset: { asset: 'BTC', totalAsset: '1', netAsset: '1' },
      quoteAsset: { asset: 'USDT', totalAsset: '0', netAsset: debt },
      indexPrice: '50000',
    },
  ],
});

/** Returns why an order exceeds a leverage of 2, given the answers of the exchange by the last part of their path. */
async function excessOf(
  id: string,
  params: Readonly<Record<string, string>>,
  answers: Readonly<Record<string, unknown>>,
) {
  const request = buildRequest(ENDPOINTS.find((one) => one.id === id)!, new Map(Object.entries(params)));
  const excess = await accountLeverageExcess(
    { rule: undefined, limits: { maxLeverage: 2 }, parts: request.intent!.parts },
    {
      world: worldWith(fixedClock()),
      request,
      reader: {
        addressOf: async () => undefined,
        call: async ({ path, query }) => {
          const body = { ...PUBLIC, ...answers }[path.split('/').at(-1)!];
          const isOther = new URLSearchParams(query).get('symbol') === 'USDTBTC';
          if (body === undefined || isOther) throw new Error(`there is no answer for ${path}`);
          return answer(200, JSON.stringify(body));
        },
      },
    },
  );
  return excess?.why.replace(/^maxLeverage of the policy is 2, and /, '');
}

const cross = (more: object, answers: Readonly<Record<string, unknown>> = CROSS) =>
  excessOf('margin.order.new', { ...MARGIN, quantity: '1', price: '50000', ...more }, answers);

describe('the leverage of margin', () => {
  it('is that of all assets by the net assets, with what the order may borrow', async () => {
    expect(await cross({})).toBeUndefined();
    expect(await cross({ sideEffectType: 'MARGIN_BUY' })).toBeUndefined();
    for (const sideEffectType of ['MARGIN_BUY', 'AUTO_BORROW_REPAY'])
      expect(await cross({ quantity: '1.00001', sideEffectType })).toBe(
        'the leverage of the cross margin account is 2.01 once the order has borrowed what it may.',
      );
    const owing = { account: { totalAssetOfBtc: '4.1', totalNetAssetOfBtc: '2' } };
    expect(await cross({}, owing)).toBe('the leverage of the cross margin account is 2.05.');
  });

  it.each(['0', '-1'])('has no bound with net assets of %s', async (totalNetAssetOfBtc) => {
    const owing = { account: { totalAssetOfBtc: '4', totalNetAssetOfBtc } };
    expect(await cross({}, owing)).toBe('the leverage of the cross margin account is without bound.');
  });

  it('holds back no order that only pays back', async () => {
    expect(await cross({ sideEffectType: 'AUTO_REPAY' }, {})).toBeUndefined();
  });

  it('is that of the isolated account of the pair for an order on it', async () => {
    const isolated = (debt: string, more: object = {}) =>
      cross({ isIsolated: 'TRUE', ...more }, { ...CROSS, account: pairOf(debt) });
    expect(await isolated('-25000')).toBeUndefined();
    expect(await isolated('-25000.01')).toBe(
      'the leverage of the isolated margin account of BTCUSDT is 2.01.',
    );
    const borrowing = { sideEffectType: 'MARGIN_BUY' };
    expect(await isolated('0', { ...borrowing, quantity: '1' })).toBeUndefined();
    expect(await isolated('0', { ...borrowing, quantity: '1.001' })).toContain('is 2.01 once the order');
  });

  it.each<[string, object, Readonly<Record<string, unknown>>, string]>([
    ['the cross account', {}, {}, 'what the cross margin account has and owes cannot be read.'],
    ['its totals', {}, { account: {} }, 'what the cross margin account has and owes cannot be read.'],
    [
      'the isolated account',
      { isIsolated: 'TRUE' },
      { account: { assets: [] } },
      'what the isolated margin account of BTCUSDT has and owes cannot be read.',
    ],
    [
      'a price for what is borrowed',
      { sideEffectType: 'MARGIN_BUY' },
      { ...CROSS, avgPrice: undefined },
      'what the order may borrow for the cross margin account cannot be computed.',
    ],
  ])('refuses without %s', async (_what, more, answers, why) => {
    expect(await cross(more, answers)).toBe(why);
  });
});

describe('the leverage of other accounts', () => {
  const futures = (id: string, rows: unknown) =>
    excessOf(id, { ...MARGIN, quantity: '1', price: '50000' }, { positionRisk: rows });

  it.each(['usdm.order.new', 'portfolio.um.order.new'])('of %s is the one that is set', async (id) => {
    const row = { symbol: 'BTCUSDT', leverage: '2' };
    expect(await futures(id, [row, { symbol: 'ETHUSDT', leverage: '20' }])).toBeUndefined();
    expect(await futures(id, [row, { ...row, leverage: '3' }])).toBe('the leverage of BTCUSDT is 3.');
    for (const rows of [[], [{ symbol: 'BTCUSDT' }], {}, undefined])
      expect(await futures(id, rows)).toBe('the leverage of BTCUSDT cannot be read.');
  });

  it('of margin in portfolio margin cannot be computed, and refuses all but what pays back', async () => {
    const order = { ...MARGIN, quantity: '1', price: '50000' };
    expect(await excessOf('portfolio.margin.order.new', order, CROSS)).toBe(
      'the leverage of margin in a portfolio margin account cannot be computed.',
    );
    const repaying = { ...order, sideEffectType: 'AUTO_REPAY' };
    expect(await excessOf('portfolio.margin.order.new', repaying, {})).toBeUndefined();
  });

  it('does not exist on spot', async () => {
    expect(await excessOf('spot.order.new', { ...MARGIN, quantity: '1', price: '1' }, {})).toBeUndefined();
  });
});

/** The limits of a policy on one order: what it is worth, how far from the mark its price is, and which leverage it sets. */
import { describe, expect, it } from 'vitest';
import { decimalOf, formatTrimmed } from '../../src/core/decimal.ts';
import { unixMs } from '../../src/core/words.ts';
import {
  leverageExcess,
  limitSetsOf,
  limitsWorth,
  markExcess,
  orderCount,
  orderExcess,
} from '../../src/policy/limits.ts';
import type { PolicyLimits } from '../../src/policy/policy.ts';
import { parsePolicy } from '../../src/policy/policy-file.ts';
import { optionWorthOf, worthOf } from '../../src/policy/worth.ts';
import { ruleOf } from './rules.ts';

const SPOT = { baseAsset: 'BTC', quoteAsset: 'USDT' };
const COINM = { baseAsset: 'BTC', quoteAsset: 'USD', contractSize: '100' };

type Params = Readonly<Record<string, string>>;

function worth(params: Params, contract: object, market?: string): string | undefined {
  const found = worthOf(params, contract, market === undefined ? undefined : decimalOf(market));
  return found && `${formatTrimmed(found.amount)} ${found.asset}`;
}

describe('the worth of an order', () => {
  it.each<[string, Params, object, string | undefined, string | undefined]>([
    ['a buy at its price', { side: 'BUY', quantity: '0.001', price: '60000' }, SPOT, undefined, '60 USDT'],
    ['a sale at the market above it', { side: 'SELL', quantity: '2', price: '10' }, SPOT, '11', '22 USDT'],
    [
      'a sale at its price above the market',
      { side: 'SELL', quantity: '2', price: '12' },
      SPOT,
      '11',
      '24 USDT',
    ],
    ['an order at the market', { side: 'BUY', quantity: '0.5' }, SPOT, '10', '5 USDT'],
    ['an order at the market without one', { side: 'BUY', quantity: '0.5' }, SPOT, undefined, undefined],
    ['a stated amount', { side: 'BUY', quoteOrderQty: '12.3' }, SPOT, undefined, '12.3 USDT'],
    ['a stated amount that is no number', { side: 'BUY', quoteOrderQty: 'x' }, SPOT, undefined, undefined],
    ['a price that is no number', { side: 'BUY', quantity: '1', price: 'x' }, SPOT, '5', undefined],
    [
      'a quantity that is no number',
      { side: 'BUY', quantity: '1', workingQuantity: 'x', price: '2' },
      SPOT,
      '5',
      undefined,
    ],
    ['an unknown asset', { side: 'BUY', quantity: '1', price: '2' }, {}, undefined, undefined],
    ['contracts of a fixed value', { side: 'BUY', quantity: '3', price: '1' }, COINM, '50000', '0.006 BTC'],
    [
      'contracts without a market',
      { side: 'BUY', quantity: '3', price: '50000' },
      COINM,
      undefined,
      undefined,
    ],
    [
      'a list at its highest price',
      { workingQuantity: '1', workingPrice: '9', pendingQuantity: '2', pendingStopPrice: '11' },
      SPOT,
      '10',
      '33 USDT',
    ],
    [
      'an iceberg once',
      { side: 'BUY', quantity: '4', icebergQty: '1', price: '2' },
      SPOT,
      undefined,
      '8 USDT',
    ],
    ['no quantity', { side: 'BUY', price: '2' }, SPOT, '2', undefined],
    ['a quantity of zero', { side: 'BUY', quantity: '0', price: '2' }, SPOT, '2', undefined],
    ['contracts at a market of zero', { side: 'BUY', quantity: '3', price: '1' }, COINM, '0', undefined],
    [
      'contracts of an unknown value',
      { side: 'BUY', quantity: '3' },
      { ...COINM, contractSize: 'x' },
      '1',
      undefined,
    ],
    ['a third of a coin, rounded up', { quantity: '1' }, COINM, '300', '0.3333333333333334 BTC'],
    ['a buy by its trigger price', { side: 'BUY', quantity: '1', stopPrice: '9' }, SPOT, '8', '9 USDT'],
  ])('values %s', (_case, params, contract, market, expected) => {
    expect(worth(params, contract, market)).toBe(expected);
  });
});

describe('the worth of an order for an option', () => {
  const contractOf = (side: 'CALL' | 'PUT') => ({
    quoteAsset: 'USDT',
    option: { side, strikePrice: '60000', unit: '1' },
  });
  it.each<[string, Params, 'CALL' | 'PUT', string | undefined, string | undefined, string | undefined]>([
    [
      'a buy at its premium',
      { side: 'BUY', quantity: '2', price: '500' },
      'CALL',
      undefined,
      undefined,
      '1000',
    ],
    ['a buy without a price at the mark', { side: 'BUY', quantity: '2' }, 'PUT', '300', undefined, '600'],
    ['a buy without any price', { side: 'BUY', quantity: '2' }, 'PUT', undefined, undefined, undefined],
    [
      'a sold call at the underlying',
      { side: 'SELL', quantity: '0.1', price: '9' },
      'CALL',
      undefined,
      '70000',
      '7000',
    ],
    [
      'a sold call without its underlying',
      { side: 'SELL', quantity: '1', price: '9' },
      'CALL',
      '9',
      undefined,
      undefined,
    ],
    [
      'a sold put at its strike',
      { side: 'SELL', quantity: '0.1', price: '9' },
      'PUT',
      undefined,
      undefined,
      '6000',
    ],
    [
      'a price that is no number',
      { side: 'BUY', quantity: '1', price: 'x' },
      'CALL',
      '9',
      '70000',
      undefined,
    ],
    ['no quantity', { side: 'BUY', price: '1' }, 'CALL', '9', '70000', undefined],
    ['a quantity of zero', { side: 'BUY', quantity: '0', price: '1' }, 'CALL', '9', '70000', undefined],
    [
      'a sold call at its premium above the underlying',
      { side: 'SELL', quantity: '1', price: '80000' },
      'CALL',
      '9',
      '70000',
      '80000',
    ],
  ])('values %s', (_case, params, side, mark, underlying, expected) => {
    const price = (text: string | undefined) => (text === undefined ? undefined : decimalOf(text));
    const found = optionWorthOf(params, contractOf(side), {
      mark: price(mark),
      underlying: price(underlying),
    });
    expect(found && formatTrimmed(found.amount)).toBe(expected);
  });
});

const setOf = (limits: PolicyLimits, params: Params = {}) => ({
  rule: undefined,
  limits,
  parts: [{ params }],
});

describe('a limit', () => {
  it('is named with its rule, its value and what the order would do', () => {
    const set = { ...setOf({ maxOrder: '100', maxFromMark: '2%', maxLeverage: 3 }), rule: 'majors' };
    expect(orderExcess(set, decimalOf('100.50'), 'USDT')).toEqual({
      name: 'majors.maxOrder',
      why: 'maxOrder of rule "majors" is 100 USDT, and an order is worth 100.5 USDT.',
    });
    expect(markExcess({ ...set, rule: undefined }, { params: { price: '107' } }, decimalOf('103'))).toEqual({
      name: 'maxFromMark',
      why: 'maxFromMark of the policy is 2%, and the price 107 is 3.89% from the mark 103.',
    });
    expect(orderExcess(setOf({}), decimalOf('1'), 'USDT')).toBeUndefined();
    expect(markExcess(setOf({}), { params: { price: '1' } }, decimalOf('100'))).toBeUndefined();
    expect(leverageExcess(setOf({}, { leverage: '9' }))).toBeUndefined();
  });

  it('needs the worth of orders if it bounds one order, a day or the exposure', () => {
    const sets: readonly PolicyLimits[] = [{ maxOrder: '1' }, { maxDay: '1' }, { maxGross: '1' }, {}];
    expect(sets.map(limitsWorth)).toEqual([true, true, true, false]);
    expect(limitsWorth({ maxLossDay: '1', maxLeverage: 2 })).toBe(false);
  });

  it('counts the orders of a write, and no other writes', () => {
    const set = { ...setOf({}), parts: [{ params: {} }, { params: {} }] };
    const intent = { noun: 'order', isReducing: false, addsExposure: true, parts: [] };
    expect([orderCount(set, { ...intent, isOrder: true }), orderCount(set, intent)]).toEqual([2, 0]);
  });

  it('lets an order pass that is worth exactly as much, and no digit more', () => {
    const set = setOf({ maxOrder: '100' });
    expect(orderExcess(set, decimalOf('100'), 'USDT')).toBeUndefined();
    expect(orderExcess(set, decimalOf('100.000000000000000001'), 'USDT')?.name).toBe('maxOrder');
  });

  it.each([
    ['102', undefined],
    ['102.01', 'maxFromMark'],
    ['97.99', 'maxFromMark'],
    ['98', undefined],
    ['x', 'maxFromMark'],
  ])('of 2%% from a mark of 100 meets the price %s', (price, name) => {
    const set = setOf({ maxFromMark: '2%' });
    expect(markExcess(set, { params: { price, stopPrice: '1' } }, decimalOf('100'))?.name).toBe(name);
  });

  it.each([
    [{ leverage: '3' }, undefined],
    [{ leverage: '4' }, 'maxLeverage'],
    [{ maxLeverage: '5' }, 'maxLeverage'],
    [{ leverage: 'x' }, 'maxLeverage'],
    [{}, undefined],
  ])('of leverage 3 meets %j', (params, name) => {
    expect(leverageExcess(setOf({ maxLeverage: 3 }, params))?.name).toBe(name);
  });

  it('of a rule holds beside those of the policy, for the orders that the rule decides', () => {
    const rules = [ruleOf('btc', 'allow', { symbols: ['BTCUSDT'] }, { maxOrder: '5' })];
    const text = { version: 1, default: 'allow', quote: 'USDT', limits: { maxDay: '9' }, rules };
    const policy = parsePolicy(JSON.stringify(text), 'policy.json');
    const parts = ['BTCUSDT', 'ETHUSDT'].map((symbol) => ({ symbol, params: { symbol } }));
    const reducing = { symbol: 'BTCUSDT', isReducing: true as const, params: {} };
    const intent = { noun: 'order', isReducing: false, addsExposure: true, parts: [...parts, reducing] };
    const request = { endpoint: 'usdm.order.batch', product: 'usdm', effect: 'write', intent } as const;
    const sets = limitSetsOf(policy, {
      request,
      venue: 'live',
      door: 'cli',
      profile: undefined,
      at: unixMs(0),
    });
    expect(sets.map(({ rule, parts: of }) => [rule, of.length])).toEqual([
      [undefined, 2],
      ['btc', 1],
    ]);
    const reduced = { ...request, intent: { ...intent, isReducing: true } };
    expect(
      limitSetsOf(policy, {
        request: reduced,
        venue: 'live',
        door: 'cli',
        profile: undefined,
        at: unixMs(0),
      }),
    ).toEqual([]);
  });

  it.each([
    [{ limits: { maxDay: '5' } }, /lacks "quote"/],
    [{ limits: { maxDay: 5 }, quote: 'USDT' }, /must be of type string, was 5/],
    [{ limits: { maxDay: '-5' }, quote: 'USDT' }, /maxDay must satisfy pattern/],
    [{ limits: { maxFromMark: '2' } }, /maxFromMark must satisfy pattern/],
    [{ limits: {} }, /minProperties/],
  ])('that is written as %j is refused', (more, message) => {
    const text = JSON.stringify({ version: 1, default: 'allow', rules: [], ...more });
    expect(() => parsePolicy(text, 'policy.json')).toThrow(message);
  });
});
